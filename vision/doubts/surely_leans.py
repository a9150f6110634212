"""Dice that surely lean, however little is seen around them: by their own pips, or by their outline."""

from vision.cubes.cube import Sight
from vision.doubts.lies_flat import CLEAR_LEANING, LEANING_LEAD
from vision.reading import DieState
from vision.ways.agreeing import outlined, told_around
from vision.ways.choosing import Choice, leads, same_place
from vision.ways.guesses import Guess
from vision.ways.sides import LEAST_SIDES, UNLIKE_SIDES

CLEAR_LEANING_SIDES = 0.75
"""What the pips of all faces in view must explain of a leaning die of which little is seen."""

OUTLINE_TOLD, LEANING_OUTLINE, BETTER_OUTLINE, HELD_LEANING_LEAD = 0.6, 0.9, 0.08, 0.6
"""What part of the rim around a leaning die must be told, and how well its outline agree (IoU), to show that it leans:
so much better than in any answer in which it does not, unless that explains so much less, in areas of a top face."""

ALONE_LEAD = 0.5
"""How much less, in areas of a top face, any other answer explains of a die alone in its body for it to lean surely: in
466 looks that led so, at painted and path-traced dice, all leaned; in 72 that led by less than 0.3 seven did not."""


def surely_leans(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a die surely leans: by its own pips, by its outline, or since nothing else explains its body."""
    if guess.state is not DieState.COCKED:
        return False
    lone = len(choices[0].guesses) == 1 and not _shows_one_pip(guess)
    alone = lone and leads(guess, choices, whole.edge_mm, ALONE_LEAD)
    return alone or _clearly_leans(guess, choices, whole.edge_mm) or leans_by_outline(whole, guess, choices)


def _shows_one_pip(guess: Guess) -> bool:
    """Say whether nothing but its pip shows how a 1 leans, as any other might: those of its sides, in view, do not."""
    sides, pips = guess.fitted.shown - 1.0, guess.fitted.pips - max(guess.fitted.evidence)
    return guess.fitted.value == 1 and sides >= LEAST_SIDES and pips < UNLIKE_SIDES * sides


def _clearly_leans(guess: Guess, choices: list[Choice], edge_mm: float) -> bool:
    """Say whether a die's own pips show that it leans: any other answer is far worse, however little is seen around."""
    if guess.fitted.clear < CLEAR_LEANING:
        return False
    if guess.fitted.pips < CLEAR_LEANING_SIDES * guess.fitted.shown:
        return False
    return leads(guess, choices, edge_mm, LEANING_LEAD)


def leans_by_outline(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a leaning die's outline, most of which is told from the board, agrees far better than a flat one."""
    if guess.state is not DieState.COCKED or told_around(whole, guess.shape) < OUTLINE_TOLD:
        return False
    outline = outlined(whole, guess.fitted.attitude)
    near = (choice for choice in choices if choices[0].merit - choice.merit < HELD_LEANING_LEAD)
    level = (o for choice in near for o in same_place(guess, choice, whole.edge_mm) if o.state is not DieState.COCKED)
    return outline >= LEANING_OUTLINE and all(
        outlined(whole, other.fitted.attitude) <= outline - BETTER_OUTLINE for other in level
    )

"""What shows that a die lies flat, however little of it is told from the board: its pips, its sides, its lead."""

import cv2

from vision.cubes.cube import Sight
from vision.cubes.pip_grid import ASKEW, SQUARE, off_square, spots_of, surely_square
from vision.doubts.slight import lies_clearly
from vision.reading import DieState
from vision.ways.agreeing import outlined, told_around
from vision.ways.choosing import Choice, leads, same_place
from vision.ways.guesses import CLEAR_MARGIN, Guess, beside_things
from vision.ways.resting import Surroundings
from vision.ways.sides import LEAST_SIDES, ONE_WITH_SIDES, sides_show

LEANING_LEAD, CLEAR_LEANING = 0.3, 0.85
"""How much less, in areas of a top face, every answer must explain in which a die lies otherwise, and what the pips of
its upper face must explain, for these to show how it lies."""

UNRIVALLED_LEAD, UNRIVALLED_FACE, UNRIVALLED_OUTLINE, UNRIVALLED_SEEN = 1.5, 0.7, 0.88, 0.5
"""Where every other answer explains so much less, less clear pips show it as well, of a 1 too, with the outline (IoU)
and the part of that which is seen."""

SIDES_LEAD = 0.6
"""The lead that is enough for that where the pips of its sides are where they must be."""

HELD_LEAD, HELD_LEADING, LEADING_OUTLINE = 0.14, 0.82, 0.91
"""The lead of a die that something may hold from which on so much of its outline (IoU) is enough; and how well that
agrees of one that cannot be told from the chip beside it."""

HARDLY_GAINS = 0.025
"""What a die on the board beside a chip may explain more where it leans, were that as likely, and lies flat all the
same: more ways to lean fit noise better. Of 458 that lean one gained less than 0.045, of 307 that lie 7 in 100 more."""

ONE_OUTLINE_ALONE = 0.88
"""The outline (IoU) of a 1 that nothing holds, from which on it needs not be seen any better."""

ONLY_LEAD = 1.0
"""How much less, in areas of a top face, every other answer explains where a 1 cannot be a pip of anything else."""

ONE_OUTLINE_WITH_SIDES = 0.78
"""How well the outline of a 1 must agree (IoU) where the pips of its sides show how it lies."""

ROUNDED_ONE, ROUNDED_SIDES, ALL_AROUND, ROUNDED_LEAD = 0.75, 0.25, 0.9, 0.7
"""The same of rounded dice, whose pips are small and shaded, with the part of the rim around a 1 that must be told from
dice, and how much less any other answer explains."""

SIDES_TOO, ALL_SHOWN, NOTHING_BESIDE = 0.2, 0.88, 0.6
"""How much of its sides must be in view, in areas of a top face, what the pips of all faces must explain of them, and
what part of the rim around a die must be told from dice, for it to lie there however little of its body is told from
the board: of 79 doubtful dice two did so, and both lay flat."""

LEAVES_NO_DOUBT, SURE_ONE = 0.88, 0.94
"""What the pips of a face beyond doubt explain of it; and how much the pip of a 1 does."""


def is_level(whole: Sight, guess: Guess, choices: list[Choice]) -> bool | None:
    """Say whether the places of its pips show that a flat die is level, and that it leans in no other answer.

    Where they are found so exactly that no leaning die's would lie so, whatever other answers say. None where they tell
    neither.
    """
    at, value = guess.fitted.attitude, guess.fitted.value
    spots = spots_of(whole, at, value) if guess.state is DieState.FLAT else None
    if spots is None:
        return None
    off = off_square(whole, at, value, spots)
    if surely_square(whole, off):
        return True
    if off >= ASKEW:
        return False
    others = (other for choice in choices for other in same_place(guess, choice, whole.edge_mm))
    leaning = {id(o): o.fitted.attitude for o in others if o.state is DieState.COCKED and o.fitted.value == value}
    alone = all(off_square(whole, other, value, spots) >= ASKEW for other in leaning.values())
    return True if off <= SQUARE and alone else None


def clearly_lies(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a flat die's own pips, or these and its outline, show that it lies flat: others are far worse."""
    if guess.state is not DieState.FLAT or guess.cost > 0.0 or guess.fitted.margin < CLEAR_MARGIN:
        return False
    pips = guess.fitted.value > 1 and guess.fitted.clear >= CLEAR_LEANING
    return (pips and leads(guess, choices, whole.edge_mm, LEANING_LEAD)) or _unrivalled(whole, guess, choices)


def _unrivalled(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether every other answer explains hardly anything of a die beside another that shows pips and outline."""
    lead = SIDES_LEAD if sides_show(guess) else UNRIVALLED_LEAD
    if (
        len(choices[0].guesses) < 2
        or guess.fitted.clear < UNRIVALLED_FACE
        or not leads(guess, choices, whole.edge_mm, lead)
    ):
        return False
    outline = outlined_beside(whole, guess, choices[0])
    return outline >= UNRIVALLED_OUTLINE and seen_share(whole, guess) >= UNRIVALLED_SEEN


def leads_beside_chip(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a die beside a chip that may hold it shows pips and outline, and clearly better so than leaning."""
    if guess.state is not DieState.FLAT or guess.fitted.clear < CLEAR_LEANING:
        return False
    near = (choice for choice in choices if choices[0].merit - choice.merit < HELD_LEAD + guess.evened)
    led = hardly_gains(guess, choices, whole.edge_mm) or all(_same_or_less_clear(whole, guess, c) for c in near)
    return led and outlined_beside(whole, guess, choices[0]) >= LEADING_OUTLINE


def hardly_gains(guess: Guess, choices: list[Choice], edge_mm: float) -> bool:
    """Say whether a flat die on the board explains hardly more in any answer in which it leans, and is clear."""
    at = guess.fitted.attitude
    if guess.state is not DieState.FLAT or at.floor_mm > 0.0 or guess.cost > 0.0 or guess.fitted.clear < CLEAR_LEANING:
        return False
    least = choices[0].merit + HARDLY_GAINS - guess.evened
    near = (choice for choice in choices if choices[0].merit - choice.merit < LEANING_LEAD)
    leaning = ((c, other) for c in near for other in same_place(guess, c, edge_mm) if other.state is DieState.COCKED)
    return all(choice.merit + other.cost <= least for choice, other in leaning)


def _same_or_less_clear(whole: Sight, guess: Guess, choice: Choice) -> bool:
    """Say whether a choice has a flat die's answer, or has it lean a little, which pips and outline speak against."""
    same = same_place(guess, choice, whole.edge_mm)
    if any(other.answer == guess.answer for other in same):
        return True
    return bool(same) and all(lies_clearly(whole, guess, other) for other in same)


def seen_share(whole: Sight, guess: Guess) -> float:
    """Give the part of a die's outline, before any wall, that shows dice."""
    before_wall = cv2.bitwise_and(guess.shape, whole.view)
    return cv2.countNonZero(cv2.bitwise_and(before_wall, whole.own)) / max(1, cv2.countNonZero(before_wall))


def outlined_beside(whole: Sight, guess: Guess, best: Choice) -> float:
    """Give how well a die's outline agrees with what the other dice of a choice leave of the body."""
    others = [other.shape for other in best.guesses if other is not guess]
    return outlined(whole.without(others), guess.fitted.attitude)


def lies_alone(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> bool:
    """Say whether nothing could hold a die: it lies flat, however little is seen.

    Of a 1 the outline must agree, by less where the pips of its sides are seen too, or nothing else explains the body.
    """
    at = guess.fitted.attitude
    if guess.state is not DieState.FLAT or len(choices[0].guesses) > 1 or around.holds(at) or around.near_die(at):
        return False
    told = sides_show(guess) or _only_one(guess, choices) or _told_all_around(whole, guess, choices)
    least = ONE_OUTLINE_WITH_SIDES if told else ONE_OUTLINE_ALONE
    if guess.fitted.value == 1 and outlined(whole, at) < least:
        return False
    return not beside_things(whole, at)


def _told_all_around(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether nothing else is seen around a 1 that is fairly clear, as are its sides: rounded dice show no more."""
    sides, pips = guess.fitted.shown - 1.0, guess.fitted.pips - max(guess.fitted.evidence)
    shown = guess.fitted.clear >= ROUNDED_ONE and sides >= LEAST_SIDES and pips >= ROUNDED_SIDES * sides
    return (
        shown and told_around(whole, guess.shape) >= ALL_AROUND and leads(guess, choices, whole.edge_mm, ROUNDED_LEAD)
    )


def shows_all_faces(whole: Sight, guess: Guess) -> bool:
    """Say whether the pips of all faces in view are where a level die's are, and nothing beside it may be a die's."""
    seen = guess.fitted.shown >= 1.0 + SIDES_TOO and guess.fitted.pips >= ALL_SHOWN * guess.fitted.shown
    return seen and told_around(whole, guess.shape) >= NOTHING_BESIDE


def _only_one(guess: Guess, choices: list[Choice]) -> bool:
    """Say whether the pip of a 1 is clear, and every other answer explains very much less of the body."""
    clear = guess.fitted.clear >= ONE_WITH_SIDES
    return clear and all(choices[0].merit - c.merit >= ONLY_LEAD for c in choices if c.answer != choices[0].answer)


def is_clear(guess: Guess) -> bool:
    """Say whether a die's upper face is beyond doubt; that of a 1 must be clearer still."""
    return leaves_no_doubt(guess) or (guess.fitted.value == 1 and guess.fitted.clear >= SURE_ONE)


def leaves_no_doubt(guess: Guess) -> bool:
    """Say whether the pips of a die's upper face are beyond doubt; those of a 1 look like any other pip."""
    sure = guess.fitted.value > 1 and guess.fitted.clear >= LEAVES_NO_DOUBT
    return sure and guess.fitted.margin >= CLEAR_MARGIN

"""Whether a die that seems flat beside another may lean on it: by its lead, its sides, and what is seen of it."""

import numpy as np

from vision.cubes.cube import Fitted, Sight
from vision.doubts.lies_flat import (
    leaves_no_doubt,
    outlined_beside,
    seen_share,
)
from vision.doubts.slight import CLEAR_OUTLINE
from vision.doubts.upper_of_two import CLEAR_BESIDE
from vision.reading import DieState
from vision.ways.agreeing import told_around
from vision.ways.choosing import Choice, leads
from vision.ways.guesses import CLEAR_MARGIN, Guess
from vision.ways.resting import Surroundings
from vision.ways.sides import FACE_WITH_SIDES, LEAST_SIDES, sides_show, sides_unlike

LIES_SEEN_BESIDE, SEEN_BESIDE, ONE_SEEN_BESIDE = 0.71, 0.75, 0.8
"""How much of a flat die's outline must be seen beside another: less where any other answer is far worse; of a 1 more,
for its pip looks the same at any tilt."""

LEAST_SEEN_BESIDE, OUTLINED_BESIDE = 0.5, 0.86
"""How much must be seen where any other answer is far worse and the outline agrees so well (IoU) with what is."""

ONE_OUTLINE_BESIDE = 0.92
"""The outline (IoU) from which on no more must be seen of a 1 than of others."""

WELL_SEEN_BESIDE = 0.95
"""What must be seen of its outline where its pips may explain `FACE_WITH_SIDES` at least, however clear others are."""

LED_BESIDE, LED_SEEN, LED_FACE = ((0.5, 0.88), (1.5, 0.85)), 0.65, 0.82
"""How much less any answer explains in which a die beside another leans and how well its outline agrees then (IoU), and
what must be seen of it, and be explained of its face, for it to lie flat: with the first pair this answered four
questions in 487 dice, and none about the 15 that did not lie flat."""

RIVAL_LEAD, WHOLLY_EXPLAINED = 0.2, 0.92
"""How much less any answer explains in which a die beside another leans, where not so much is explained of its upper
face: the rows of a 6 that leans make a flat 4 to 0.89. Of 39 dice that led by less than 0.6 that one was below both."""

SOME_SIDES, NO_PIPS, LITTLE_TOLD = 0.2, 0.06, 0.25
"""Where so much of the sides of a die beside another is in view, in areas of a top face, their pips explain less than
such a part of them, and less than such a part of its rim is told, it leans: so did two of three in 487. One whose
outline agrees as only a flat one's does must show `LEAST_SIDES` for that."""

LESS_CLEAR, PIP_AREA, NOISY_FACE = 0.1, 0.05, 0.4
"""How much less the pips of a flat die may explain than those of the clearest one beside it would in its place; the
part of a face that a pip takes; and faces of which less is explained tell nothing of the noise."""


def may_lean_on_die(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings, lies: bool) -> bool:
    """Say whether a die that seems flat beside another shows its pips askew, or less of itself than a flat one.

    `lies`: its pips show clearly that it lies flat.
    """
    best = choices[0]
    beside = len(best.guesses) > 1 or around.near_die(guess.fitted.attitude)
    if not beside or (sides_show(guess) and (guess.fitted.value == 1 or leaves_no_doubt(guess))):
        return False
    if _hardly_leads(guess, choices, whole.edge_mm):
        return True
    seen, outline = seen_share(whole, guess), outlined_beside(whole, guess, best)
    if _without_sides(whole, guess, LEAST_SIDES if outline >= CLEAR_OUTLINE else SOME_SIDES):
        return True
    shows = seen >= LED_SEEN and guess.fitted.clear >= LED_FACE
    if shows and any(outline >= agrees and leads(guess, choices, whole.edge_mm, led) for led, agrees in LED_BESIDE):
        return False
    if lies:
        least = LEAST_SEEN_BESIDE if outline >= OUTLINED_BESIDE else LIES_SEEN_BESIDE
        return seen < least or _shows_less_than_level_ones(guess, best)
    return _shows_little(guess, best, seen, outline)


def _hardly_leads(guess: Guess, choices: list[Choice], edge_mm: float) -> bool:
    """Say whether the pips of a flat die leave something of its upper face unexplained, and it nearly as well leans."""
    whole_face = guess.fitted.value == 1 or guess.fitted.clear >= WHOLLY_EXPLAINED
    return not whole_face and not leads(guess, choices, edge_mm, RIVAL_LEAD)


def _shows_little(guess: Guess, best: Choice, seen: float, outline: float) -> bool:
    """Say whether a die shows less than one beside others that lies flat, by what is seen of it and its outline.

    Where a lamp hides its face its outline tells, if only a flat die's agrees so.
    """
    if guess.mirrored and outline >= CLEAR_OUTLINE and seen >= WELL_SEEN_BESIDE:
        return False
    well = guess.fitted.value > 1 or outline >= ONE_OUTLINE_BESIDE
    if not well and sides_unlike(guess):
        return True
    clear = _clear_beside(guess, best)
    if well and seen >= WELL_SEEN_BESIDE and guess.fitted.margin >= CLEAR_MARGIN:
        clear = min(clear, FACE_WITH_SIDES)
    return max(guess.fitted.evidence) < clear or seen < (SEEN_BESIDE if well else ONE_SEEN_BESIDE)


def _without_sides(whole: Sight, guess: Guess, least: float) -> bool:
    """Say whether hardly any pips are where so much of a flat die's sides shows them, and little around it is told."""
    sides, pips = guess.fitted.shown - 1.0, guess.fitted.pips - max(guess.fitted.evidence)
    bare = sides >= least and pips < NO_PIPS * sides
    return bare and told_around(whole, guess.shape) < LITTLE_TOLD


def _shows_less_than_level_ones(guess: Guess, best: Choice) -> bool:
    """Say whether a die shows neither its sides nor a face as clear as the others', none of which leans.

    A die that leans covers what it leans on.
    """
    if any(other.state is not DieState.FLAT for other in best.guesses if other is not guess):
        return False
    return sides_unlike(guess) and max(guess.fitted.evidence) < _clear_beside(guess, best)


def _clear_beside(guess: Guess, best: Choice) -> float:
    """Give what the pips of a flat die beside the others of a choice explain of its face at least."""
    others = (other for other in best.guesses if other is not guess)
    return max([CLEAR_BESIDE, *(_as_clear(other.fitted, guess.fitted.value) - LESS_CLEAR for other in others)])


def _as_clear(fitted: Fitted, value: int) -> float:
    """Give what the pips of a value explain of a face in the noise in which a fitted die shows its own."""
    clear = float(np.clip(max(fitted.evidence), NOISY_FACE, 1.0))
    noise = _contrast(fitted.value) * (1.0 / clear - 1.0)
    return min(clear, _contrast(value) / (_contrast(value) + noise))


def _contrast(value: int) -> float:
    """Give how much the colours of a face differ within it, for as many pips (variance in steps from body to pip)."""
    return value * PIP_AREA * (1.0 - value * PIP_AREA)

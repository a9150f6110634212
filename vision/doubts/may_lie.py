"""Dice that seem to lean and may lie flat: for their pips, a chip's place, or what little is told around them."""

from collections.abc import Iterator

import numpy as np

from vision.cubes.cube import Sight
from vision.doubts.lies_flat import LEANING_LEAD, leaves_no_doubt
from vision.doubts.slight import CLEARER, CLEARER_OUTLINE, CLEARER_PIPS, SLIGHT_DEG
from vision.reading import DieState, Support
from vision.ways.agreeing import LEAST_TOLD, outlined, told_around
from vision.ways.choosing import Choice, leads, same_place
from vision.ways.guesses import Guess

SLIGHT_RIM_DEG = 6.5
"""A die on a chip's rim that leans less may lie flat where a flat one's upper face is explained by anything more."""

UNHELD_LEAD = 0.5
"""How much less any other answer explains where a die leans on something that is not seen."""

CLEAR_FLAT_LEAD, WELL_TOLD = 0.35, 0.6
"""How much less of all a flat die may explain whose face shows better so than leaning; and from which part of the rim
around it on that is told from dice its outline says more."""

NEARLY_AS_CLEAR, NEARLY_AS_LIKELY = 0.02, 0.15
"""How much less of its face the pips of a die may explain where it lies flat, to be as clear so; and how much less all
of it then, in areas of a top face, beside a chip whose place speaks against it."""

STEEP_DEG, CLEARER_STEEP = 20.0, 0.005
"""A die that leans by more shows its upper face no clearer where it is fitted flat: of 820 that seemed to lean four lay
flat, which all showed it so much clearer, as did two of the others that did not lead far."""


def may_lie_flat(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a leaning die may lie flat: nothing holds it, or it may as well for its pips or in the dark."""
    unheld = guess.support is None and not leads(guess, choices, whole.edge_mm, UNHELD_LEAD)
    if unheld or _clear_face_flat(guess, choices, whole.edge_mm) or _clearer_than_steep(guess, choices, whole.edge_mm):
        return True
    return _may_lie(whole, guess, choices) or _as_clear_flat(whole, guess, choices)


def _may_lie(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a leaning die may lie flat: its upper face shows better so, or only a chip's place speaks against it.

    Where a chip lies, and a stack above all, is not told to the millimetre.
    """
    edge_mm = whole.edge_mm
    beside = (o for c in choices for o in same_place(guess, c, edge_mm) if o.state is DieState.FLAT and o.cost > 0.0)
    return any(_as_likely(whole, o, guess) for o in beside) or _clearer_flat(guess, choices, edge_mm)


def _as_likely(whole: Sight, level: Guess, guess: Guess) -> bool:
    """Say whether a die explains more where it lies flat, but for a chip's place, or its face better, or nearly."""
    lead = guess.merit + guess.cost - level.merit - level.cost
    clearer = max(level.fitted.evidence) - max(guess.fitted.evidence)
    if level.fitted.value != guess.fitted.value:
        return lead < 0.0
    if lead < 0.0 or clearer >= CLEARER:
        return True
    if lead >= NEARLY_AS_LIKELY or clearer < -NEARLY_AS_CLEAR:
        return False
    outlines = (outlined(whole, each.fitted.attitude) for each in (level, guess))
    return next(outlines) >= next(outlines) + CLEARER_OUTLINE


def _clearer_flat(guess: Guess, choices: list[Choice], edge_mm: float) -> bool:
    """Say whether a die that leans a little shows its upper face better where it lies flat, on a chip as well."""
    on_chip = guess.support is Support.CHIPS
    if guess.fitted.attitude.tilt_deg >= (SLIGHT_RIM_DEG if on_chip else SLIGHT_DEG):
        return False
    level = _lying(guess, choices, edge_mm, np.inf)
    least = max(guess.fitted.evidence) + (0.0 if on_chip else CLEARER)
    return any(o.fitted.value == guess.fitted.value and max(o.fitted.evidence) > least for o in level)


def _clearer_than_steep(guess: Guess, choices: list[Choice], edge_mm: float) -> bool:
    """Say whether a die that leans steeply shows its upper face better where it lies flat, whatever its outline is."""
    if guess.fitted.attitude.tilt_deg < STEEP_DEG:
        return False
    level = _lying(guess, choices, edge_mm, LEANING_LEAD)
    least = max(guess.fitted.evidence) + CLEARER_STEEP
    return any(o.fitted.value == guess.fitted.value and max(o.fitted.evidence) >= least for o in level)


def _clear_face_flat(guess: Guess, choices: list[Choice], edge_mm: float) -> bool:
    """Say whether a leaning die shows another face beyond doubt where it lies flat, and its own less clearly."""
    level = _lying(guess, choices, edge_mm, CLEAR_FLAT_LEAD)
    other = (o for o in level if o.fitted.value != guess.fitted.value and leaves_no_doubt(o))
    return any(o.fitted.clear >= guess.fitted.clear + CLEARER for o in other)


def _as_clear_flat(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a leaning die shows its face better where it lies flat, or as well with little told around it."""
    level = _lying(guess, choices, whole.edge_mm, CLEAR_FLAT_LEAD)
    told = told_around(whole, guess.shape)
    if told >= WELL_TOLD:
        return False
    more = -NEARLY_AS_CLEAR if told < LEAST_TOLD else CLEARER_PIPS
    least = max(guess.fitted.evidence) + more
    return any(o.fitted.value == guess.fitted.value and max(o.fitted.evidence) >= least for o in level)


def _lying(guess: Guess, choices: list[Choice], edge_mm: float, lead: float) -> Iterator[Guess]:
    """Give what lies flat in a leaning die's place in choices that explain less by no more than a lead."""
    near = (choice for choice in choices if choices[0].merit - choice.merit < lead)
    return (other for choice in near for other in same_place(guess, choice, edge_mm) if other.state is DieState.FLAT)

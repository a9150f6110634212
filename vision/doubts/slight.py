"""Dice that seem to lean a little, or on nothing: flat ones where that explains pips and outline, or a face, better.

A die that leans may stand in more ways than a flat one, so that one of them nearly explains a flat die, too; but of one
that does lean the best of them explains its pips, or else its outline, better than any flat die.
"""

import cv2

from vision.cubes.cube import Sight
from vision.doubts.upper_of_two import lies_lower, lies_on_board
from vision.reading import DieState
from vision.ways.agreeing import outlined
from vision.ways.choosing import Choice
from vision.ways.guesses import CLEAR_MARGIN, Guess

SLIGHT_DEG, CLEARER = 15.0, 0.05
"""A die that leans less may lie flat where a flat one's upper face is explained by so much more."""

CLEARER_PIPS, CLEARER_OUTLINE = 0.015, 0.012
"""The same where its outline (IoU) agrees by so much better, too: of 38 that leaned none did in both."""

CLEAR_OUTLINE, AS_CLEAR = 0.966, 0.01
"""A flat die's outline from which on it lies where none that leans agrees better, with pips all but as clear: of 60
that lean no flat one's agrees by more than 0.961."""

MORE_PIPS, PIPS_TOO = 0.04, 0.03
"""The same where the pips of all its faces in view explain so much more, in areas of a top face, or no less, and its
upper face by so much more: of 60 that leaned, 13 of which show the upper face as clearly flat, all explain less so."""

SIDES_HOLD = 0.5
"""What part of its sides in view their pips must explain of a flat die that explains more by them."""

MOST_WORSE, MOST_WORSE_LOW = 0.1, 0.5
"""How much less, in areas of a top face, such a flat die may explain: more ways to lean fit noise better. And one
that seems to lie on another, but whose pips tell that it lies on the board."""

UNHELD_FACE, UNHELD_CLEARER = 0.8, 0.1
"""What the pips of a die that seems to lean on nothing must explain of its face where it lies flat, and how much more
than where it leans."""

HARDLY_ANY = 0.02
"""The part of an outline that a wall may hide without hiding anything that tells."""


def rather_flat(whole: Sight, ranked: list[Choice]) -> list[Choice]:
    """Put that choice first in which a die clearly lies flat that leans a little in the best, or lies on another."""
    best = ranked[0]
    near = (choice for choice in ranked[1:] if best.merit - choice.merit < MOST_WORSE_LOW)
    flat = next((choice for choice in near if _only_lies(whole, choice, best)), None)
    return [flat, *(choice for choice in ranked if choice is not flat)] if flat else ranked


def _only_lies(whole: Sight, choice: Choice, best: Choice) -> bool:
    """Say whether a choice differs from the best in one die alone, which clearly lies flat there."""
    other = [guess for guess in choice.guesses if guess not in best.guesses]
    gone = [guess for guess in best.guesses if guess not in choice.guesses]
    if not (choice.apart and len(other) == len(gone) == 1):
        return False
    if lies_lower(whole, gone[0]):
        return lies_on_board(whole, other[0])
    clearly = lies_clearly(whole, other[0], gone[0]) or lies_unheld(other[0], gone[0])
    return clearly and best.merit - choice.merit < MOST_WORSE


def lies_unheld(flat: Guess, leaning: Guess) -> bool:
    """Say whether a die that seems to lean on nothing shows a clear face where it lies flat, less leaning."""
    if flat.state is not DieState.FLAT or leaning.state is not DieState.COCKED or leaning.support is not None:
        return False
    clear = max(flat.fitted.evidence)
    surely = clear >= UNHELD_FACE and flat.fitted.margin >= CLEAR_MARGIN
    return surely and clear >= max(leaning.fitted.evidence) + UNHELD_CLEARER


def leans_less_clearly(whole: Sight, leaning: Guess, flat: Guess) -> bool:
    """Say whether a flat die shows its face clearly less where it is taken to lean a little.

    What a wall hides of a face may make it seem clearer.
    """
    clearer = max(flat.fitted.evidence) >= max(leaning.fitted.evidence) + CLEARER
    return (clearer and _slight(whole, leaning, flat)) or lies_clearly(whole, flat, leaning)


def lies_clearly(whole: Sight, flat: Guess, leaning: Guess) -> bool:
    """Say whether a die that seems to lean a little agrees better with all pips, or also the outline, lying flat."""
    if not _slight(whole, leaning, flat):
        return False
    pips = max(flat.fitted.evidence) - max(leaning.fitted.evidence)
    if pips < -AS_CLEAR:
        return False
    more = flat.fitted.pips - leaning.fitted.pips
    if (more >= MORE_PIPS and _sides_hold(flat)) or (more >= 0.0 and pips >= PIPS_TOO):
        return True
    outline, otherwise = (outlined(whole, guess.fitted.attitude) for guess in (flat, leaning))
    if outline >= CLEAR_OUTLINE and outline >= otherwise:
        return True
    return pips >= CLEARER_PIPS and outline - otherwise >= CLEARER_OUTLINE


def _sides_hold(flat: Guess) -> bool:
    """Say whether the sides of a flat die that are in view show their pips: the more of them, the more some explain."""
    return flat.fitted.pips - max(flat.fitted.evidence) >= SIDES_HOLD * (flat.fitted.shown - 1.0)


def _slight(whole: Sight, leaning: Guess, flat: Guess) -> bool:
    """Say whether two guesses are of one die, all of it in view, that either lies flat or leans a little."""
    if flat.state is not DieState.FLAT or leaning.state is not DieState.COCKED:
        return False
    same = leaning.fitted.value == flat.fitted.value and leaning.fitted.attitude.tilt_deg < SLIGHT_DEG
    hidden = cv2.countNonZero(cv2.subtract(flat.shape, whole.view))
    return (
        same and hidden <= HARDLY_ANY * cv2.countNonZero(flat.shape) and not _only_outline_tells(whole, leaning, flat)
    )


def _only_outline_tells(whole: Sight, leaning: Guess, flat: Guess) -> bool:
    """Say whether a die that shows a 1 agrees better with its outline leaning: one pip tells little of a tilt."""
    if flat.fitted.value > 1:
        return False
    return outlined(whole, leaning.fitted.attitude) > outlined(whole, flat.fitted.attitude)

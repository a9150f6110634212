"""Which dice of the best choice are sought anew, at any tilt and turn: those that it does not surely explain."""

import cv2

from vision.cubes.cube import Sight
from vision.pictures.segment import Mask
from vision.reading import DieState, Support
from vision.ways.agreeing import understood
from vision.ways.guesses import Guess
from vision.ways.sides import sides_unlike

CLEAR_BESIDE = 0.92
"""What the pips of a die beside others explain of its upper face where it needs not be sought anew: of one that leans
by 45 degrees, two pips of one face and the two rows of a 6 of the next make a flat 4 to 0.90."""

CLEAR_ALONE = 0.8
"""What they explain of the upper face of one that leans, where its tilt is right."""

WELL_SEEN = 0.9
"""The part of an outline that shows a die where another stands beside it and neither leans."""

HIDDEN_PART = 0.2
"""The part of a leaning die's outline that a wall hides from which on it may lean more than what is seen tells."""


def to_seek_anew(whole: Sight, guess: Guess, others: list[Mask]) -> bool:
    """Say whether a die is not understood beside outlines of others (h, w), or its face, sides or tilt are unclear."""
    if not understood(whole, guess, others) or _leans_unclearly(whole, guess) or sides_unlike(guess):
        return True
    return bool(others) and (max(guess.fitted.evidence) < CLEAR_BESIDE or _partly_seen(whole, guess))


def _partly_seen(whole: Sight, guess: Guess) -> bool:
    """Say whether a part of a die's outline shows no die."""
    before_wall = cv2.bitwise_and(guess.shape, whole.view)
    seen = cv2.countNonZero(cv2.bitwise_and(before_wall, whole.own))
    return seen < WELL_SEEN * cv2.countNonZero(before_wall)


def _leans_unclearly(whole: Sight, guess: Guess) -> bool:
    """Say whether a die that seems to lean shows its upper face less clearly than where its tilt is right, or on a die.

    Dice that lean on dice may do so in any direction, and what a wall hides may lean more than what is seen tells.
    """
    if guess.state is not DieState.COCKED:
        return False
    hidden = cv2.countNonZero(cv2.subtract(guess.shape, whole.view)) >= HIDDEN_PART * cv2.countNonZero(guess.shape)
    return hidden or guess.support is Support.DIE or max(guess.fitted.evidence) < CLEAR_ALONE

"""Whether enough of a die can be told from what is around it, or its pips leave no doubt."""

import cv2
import numpy as np

from vision.cubes.cube import Sight
from vision.doubts.lies_flat import LEAVES_NO_DOUBT, SURE_ONE, leads_beside_chip
from vision.reading import DieState
from vision.ways.agreeing import LEAST_TOLD, told_around
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess
from vision.ways.resting import Surroundings
from vision.ways.sides import FACE_WITH_SIDES, ONE_WITH_SIDES, sides_show, sides_unlike

HARDLY_TOLD = 0.1
"""The part of the rim around a die at a wall, of which no side shows its pips, that must be told from dice; around a 1
more, as beside chips."""

LEAST_KNOWN, MOSTLY_IN_VIEW = 0.75, 0.6
"""The part of a die's outline that must be told from board and chips, of a flat one's that no wall hides and of so much
of it at least, unless its pips explain very much."""


def is_seen(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> bool:
    """Say whether enough of a die can be told from what is around it, or its pips leave no doubt.

    Beside a chip that may hold it, what is around it must be told from dice too, unless it clearly lies flat: else any
    tilt fits.
    """
    shape, at = guess.shape, guess.fitted.attitude
    on_chip = around.well_inside_chip(at)
    at_chip = around.near_chip(at) and not on_chip
    if at_chip and leads_beside_chip(whole, guess, choices):
        return True
    if at_chip and told_around(whole, shape) < LEAST_TOLD:
        return False
    known = cv2.countNonZero(cv2.bitwise_and(shape, whole.own)) + cv2.countNonZero(cv2.bitwise_and(shape, whole.other))
    all_of_it = float(cv2.countNonZero(shape))
    if guess.state is DieState.FLAT:
        in_view = cv2.countNonZero(cv2.bitwise_and(shape, whole.view))
        all_of_it = max(in_view, MOSTLY_IN_VIEW * all_of_it)
    alone = _least_on_chip(guess) if guess.fitted.value > 1 or sides_show(guess) else np.inf
    sure = _least_on_chip(guess) if on_chip else alone
    return guess.fitted.clear >= sure or known >= LEAST_KNOWN * all_of_it


def in_the_dark(whole: Sight, guess: Guess, around: Surroundings) -> bool:
    """Say whether nothing tells how a die lies that a wall may hold: neither what is around it nor its sides.

    The pip of a 1 looks the same at any tilt.
    """
    at = guess.fitted.attitude
    held = around.holds(at) and not (at.floor_mm > 0.0 and around.carried(at))
    least = LEAST_TOLD if guess.fitted.value == 1 else HARDLY_TOLD
    return held and told_around(whole, guess.shape) < least and sides_unlike(guess)


def clear_on_chip(guess: Guess, around: Surroundings) -> bool:
    """Say whether a die lies well inside of a chip and its pips leave no doubt, however little shows of its outline."""
    inside = guess.state is DieState.FLAT and around.well_inside_chip(guess.fitted.attitude)
    return inside and guess.fitted.clear >= _least_on_chip(guess)


def _least_on_chip(guess: Guess) -> float:
    """Give what the pips of a die well inside of a chip must explain of its upper face to leave no doubt."""
    if sides_show(guess):
        return ONE_WITH_SIDES if guess.fitted.value == 1 else FACE_WITH_SIDES
    return LEAVES_NO_DOUBT if guess.fitted.value > 1 else SURE_ONE

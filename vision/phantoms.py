"""Choices with a die too many: one that shows no pip of its own, only those of the dice beside it."""

from functools import reduce

import cv2
import numpy as np

from vision.choosing import Choice
from vision.cube import Sight
from vision.guesses import Guess
from vision.pipless import holds_no_die
from vision.segment import Mask

LEAST_OF_ITS_OWN = 0.2
"""How much of a die, in areas of a top face, is in view beside the others of a choice for one to show pips there."""


def without_phantoms(whole: Sight, choices: list[Choice]) -> list[Choice]:
    """Give the choices in which every die shows pips, or might; at least one."""
    real = [choice for choice in choices if not any(_is_phantom(whole, guess, choice) for guess in choice.guesses)]
    return real or choices


def _is_phantom(whole: Sight, guess: Guess, choice: Choice) -> bool:
    """Say whether enough of a die is in view beside clearer ones of a choice and shows none of the pips it would."""
    others = [other for other in choice.guesses if other is not guess]
    if not others or guess.fitted.clear >= min(other.fitted.clear for other in others):
        return False
    taken = reduce(np.bitwise_or, [other.shape for other in others])
    part: Mask = np.asarray(cv2.subtract(guess.shape, taken), dtype=np.uint8)
    if cv2.countNonZero(part) < LEAST_OF_ITS_OWN * whole.face_px:
        return False
    return holds_no_die(whole, part, [other.fitted.attitude for other in others])

"""Choices with a die too many: one that shows no pip of its own, only those of the dice beside it."""

from functools import reduce

import cv2
import numpy as np

from vision.cubes.cube import Sight
from vision.pictures.segment import Mask
from vision.ways.choosing import Choice, apart_first
from vision.ways.guesses import Guess
from vision.ways.pipless import holds_no_die

LEAST_OF_ITS_OWN = 0.2
"""How much of a die, in areas of a top face, is in view beside the others of a choice for one to show pips there."""


MOST_LOOKED_AT = 100
"""So many of the choices that explain most are looked at: hardly any other leaves a doubt."""


def without_phantoms(whole: Sight, choices: list[Choice]) -> list[Choice]:
    """Give the choices, in their order, without those in which a die shows no pip that it would; at least one."""
    leading, others = choices[:MOST_LOOKED_AT], choices[MOST_LOOKED_AT:]
    real = [choice for choice in leading if not any(_is_phantom(whole, guess, choice) for guess in choice.guesses)]
    return apart_first([*real, *others]) or choices


def _is_phantom(whole: Sight, guess: Guess, choice: Choice) -> bool:
    """Say whether enough of a die shows beside clearer ones of a choice, and no pip of it."""
    others = [other for other in choice.guesses if other is not guess]
    if not others or guess.fitted.clear >= min(other.fitted.clear for other in others):
        return False
    taken = reduce(np.bitwise_or, [other.shape for other in others])
    part: Mask = np.asarray(cv2.subtract(guess.shape, taken), dtype=np.uint8)
    if cv2.countNonZero(part) < LEAST_OF_ITS_OWN * whole.face_px:
        return False
    return holds_no_die(whole, part, [other.fitted.attitude for other in others])

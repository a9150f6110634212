"""Dice left on a board that should be empty, or printed on it: a picture cannot always tell these apart."""

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.photo import read_photo

LEAST_FACE = 3
"""Fewer pips are often the dots of letters and ornaments."""

SURE = 0.9


def like_dice(picture: Image, area: NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """Give what looks like dice in the part of a picture (h, w, 3) that `area` (h, w) marks: face, column, row."""
    height, width = area.shape
    found = [
        (die.value, round(die.centre_px[0]), round(die.centre_px[1]))
        for die in read_photo(picture).dice
        if die.value is not None and die.value >= LEAST_FACE and die.confidence >= SURE
    ]
    return [(face, x, y) for face, x, y in found if 0 <= x < width and 0 <= y < height and area[y, x]]


def lying_advice(dice: list[tuple[int, int, int]]) -> str:
    """Say where something looks like dice, and what to do."""
    places = ", ".join(f"{face} at ({x}, {y})" for face, x, y in dice)
    what = "a die lies" if len(dice) == 1 else f"{len(dice)} dice lie"
    return (
        f"It looks as if {what} on the board, in the picture: {places}. If that is no print of the layout, take "
        "everything off and run this again: dice that are in the empty board's picture are not seen later."
    )

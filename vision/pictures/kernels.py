"""The shapes with which masks are widened, narrowed, opened and closed, each drawn once."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Shape = NDArray[np.uint8]


@cache
def square(size_px: int) -> Shape:
    """Give a square of so many pixels a side."""
    return _kept(np.ones((size_px, size_px), np.uint8))


@cache
def ellipse(size_px: int) -> Shape:
    """Give a round spot of so many pixels across."""
    return _kept(np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size_px, size_px)), dtype=np.uint8))


def _kept(shape: Shape) -> Shape:
    shape.flags.writeable = False
    return shape

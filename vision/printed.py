"""What lies on print of its own colour: there it looks like the empty board, and seems to have gaps."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.segment import Mask

WAYS = ((1.0, 0.0), (0.0, 1.0), (0.7, 0.7), (0.7, -0.7))
REACHES = (0.1, 0.2, 0.3, 0.42)
"""How far from a gap, in edges, the body must go on, on both sides."""

SAME_COLOUR = 22
"""Grey levels in every channel within which two places have one colour."""

LEAST_GAP = 0.02
"""Parts of a top face's area below which gaps do not matter."""


def bridged(patch: Image, seen: Mask, edge_px: float) -> Mask:
    """Mark gaps (h, w) in what is seen of bodies on a patch (h, w, 3) that have its colour, and it on both sides."""
    size = round(2 * max(REACHES) * edge_px) | 1
    closed = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    gaps = np.asarray(cv2.subtract(closed, seen), dtype=np.uint8)
    if cv2.countNonZero(gaps) < LEAST_GAP * edge_px**2:
        return np.zeros_like(seen)
    between = np.zeros(seen.shape, dtype=bool)
    for along, down in WAYS:
        steps = [(round(reach * edge_px * along), round(reach * edge_px * down)) for reach in REACHES]
        ahead, behind = (_goes_on(patch, seen, [(s * x, s * y) for x, y in steps]) for s in (1, -1))
        between |= ahead & behind
    return np.asarray(gaps * between, dtype=np.uint8)


def _goes_on(patch: Image, seen: Mask, steps: list[tuple[int, int]]) -> NDArray[np.bool_]:
    """Say from where (h, w) something seen of the same colour is reached by any of the steps (column, row)."""
    found = np.zeros(seen.shape, dtype=bool)
    for column, row in steps:
        found |= (_moved(seen, column, row) > 0) & _alike(patch, _moved(patch, column, row))
    return found


def _alike(one: Image, two: Image) -> NDArray[np.bool_]:
    return np.asarray(cv2.absdiff(one, two).max(axis=2) <= SAME_COLOUR)


def _moved(picture: NDArray[np.uint8], column: int, row: int) -> NDArray[np.uint8]:
    """Bring what is a step away here; nothing comes from beyond the border."""
    height, width = picture.shape[:2]
    there = np.array([[1, 0, -column], [0, 1, -row]], dtype=np.float64)
    return np.asarray(cv2.warpAffine(picture, there, (width, height), flags=cv2.INTER_NEAREST), dtype=np.uint8)

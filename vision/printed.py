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
    closed = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, (size, size)))
    gaps, marked = cv2.subtract(closed, seen), np.zeros_like(seen)
    if cv2.countNonZero(gaps) < LEAST_GAP * edge_px**2:
        return marked
    places = np.argwhere(gaps)
    ahead = np.round(np.multiply.outer(WAYS, REACHES) * edge_px).astype(int).transpose(0, 2, 1)
    goes_on = _goes_on(patch, seen, places, np.stack([ahead, -ahead]).reshape(-1, 2))
    either = np.any(goes_on.reshape(len(places), 2, len(WAYS), len(REACHES)), axis=3)
    between = np.any(np.all(either, axis=1), axis=1)
    marked[gaps > 0] = between * np.uint8(255)
    return marked


def _goes_on(patch: Image, seen: Mask, places: NDArray[np.intp], steps: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Say where a step (m, 2) from a place (n, 2), rows and columns, reaches something seen of its colour, (n, m)."""
    rows, columns = (places[:, None] + steps).transpose(2, 0, 1)
    inside = (rows >= 0) & (columns >= 0) & (rows < seen.shape[0]) & (columns < seen.shape[1])
    rows, columns = rows * inside, columns * inside
    away = np.abs(patch[rows, columns].astype(np.int16) - patch[tuple(places.T)][:, None]).max(axis=2)
    return np.asarray(inside & (seen[rows, columns] > 0) & (away <= SAME_COLOUR))

"""What lies on print of its own colour: there it looks like the empty board, and seems to have gaps."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.pictures.kernels import square
from vision.pictures.segment import Mask

WAYS = ((1.0, 0.0), (0.0, 1.0), (0.7, 0.7), (0.7, -0.7))
REACHES = (0.1, 0.2, 0.3, 0.42)
"""How far from a gap, in edges, the body must go on, on both sides."""

SAME_COLOUR = 22
"""Grey levels in every channel within which two places have one colour."""

LEAST_GAP, MOST_GAPS = 0.02, 100.0
"""Areas of a top face below which gaps do not matter, and beyond which they are none: noise has gaps all over."""


def bridged(patch: Image, seen: Mask, edge_px: float) -> Mask:
    """Mark gaps (h, w) in what is seen of bodies on a patch (h, w, 3) that have its colour, and it on both sides."""
    size = round(2 * max(REACHES) * edge_px) | 1
    closed = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, square(size))
    gaps, marked = np.asarray(cv2.subtract(closed, seen), dtype=np.uint8), np.zeros(seen.shape, np.uint8)
    if not LEAST_GAP * edge_px**2 <= cv2.countNonZero(gaps) <= MOST_GAPS * edge_px**2:
        return marked
    ahead = np.round(np.multiply.outer(REACHES, WAYS) * edge_px).astype(int)
    goes_on = _goes_on(patch, seen, gaps, np.stack([ahead, -ahead]).reshape(-1, 2))
    either = np.any(goes_on.reshape(2, len(REACHES), len(WAYS), -1), axis=1)
    between = np.any(np.all(either, axis=0), axis=0)
    marked[gaps > 0] = between * np.uint8(255)
    return marked


def _goes_on(patch: Image, seen: Mask, gaps: Mask, steps: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Say where a step (m, 2), rows and columns, from each of n gaps reaches something seen of its colour, (m, n)."""
    room = (int(np.abs(steps).max()),) * 4
    # Four bytes a pixel, so that each is fetched in one piece.
    colours = cv2.copyMakeBorder(cv2.cvtColor(patch, cv2.COLOR_BGR2BGRA), *room, cv2.BORDER_CONSTANT).view(np.uint32)
    body, places = (cv2.copyMakeBorder(mask, *room, cv2.BORDER_CONSTANT, value=0.0) for mask in (seen, gaps))
    here = np.flatnonzero(places > 0)
    there = here + (steps[:, :1] * places.shape[1] + steps[:, 1:])
    goes_on: NDArray[np.bool_] = body.ravel().take(there) > 0
    if not goes_on.any():
        return goes_on
    pairs = (there[goes_on], np.broadcast_to(here, there.shape)[goes_on])
    one, two = (colours.ravel().take(pixels).view(np.uint8).reshape(-1, 1, 4) for pixels in pairs)
    alike = cv2.inRange(cv2.absdiff(one, two), np.zeros(4), np.full(4, float(SAME_COLOUR)))
    goes_on[goes_on] = np.asarray(alike).ravel() > 0
    return goes_on

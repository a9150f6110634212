"""Which parts of a face mirror lamps: at most two, each as convex as a lamp's or a window's image, however bright."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glare.marks import Marks
from vision.pictures.kernels import ellipse

Parts = NDArray[np.uint8]
"""The part (h, w) that each pixel belongs to: 0 mirrors nothing, 1 a lamp, 2 a brighter one, or two lamps at once."""

LIT = {True: 25.0, False: 12.0}
"""How much lighter than the body a mirror image is, in grey levels, on a die with light pips, and with dark ones."""

OF_TWO, APART = 60, 40.0
"""So many pixels and grey levels tell a brighter part from a less bright one that itself is as far above the body."""

LEAST_PART = 0.05
"""The least part of a face's picture that mirrors a lamp, its pips aside."""

WIDER_THAN_PIPS = {True: 0.32, False: 0.26}
"""What is as wide, in edges, is no pip, nor a row of three: light ones, and dark ones."""

CALM, SMOOTH = 5, 3.8
"""Over how many pixels smeared edges are no parts of their own; and how far around (standard deviation) a pixel's part
is told by others."""


def lit_widely(tone: Parts, body: float, light_pips: bool, edge_px: float) -> Marks:
    """Mark what of a face's tone (h, w) is lighter than the body over more than pips, (h, w)."""
    size = round(WIDER_THAN_PIPS[light_pips] * edge_px) | 1
    way = cv2.MORPH_OPEN if light_pips else cv2.MORPH_CLOSE
    room = cv2.copyMakeBorder(tone, size, size, size, size, cv2.BORDER_REPLICATE)
    calm = cv2.morphologyEx(room, way, ellipse(size))[size:-size, size:-size]
    return np.asarray(calm > body + LIT[light_pips])


def first_parts(tone: Parts, body: float, light_pips: bool, pips: Marks, seen: Marks, in_view: Marks) -> Parts:
    """Guess the parts of a face (h, w) by how light its body is, that is where these `pips` are not."""
    lit, told = tone > body + LIT[light_pips], seen & ~pips
    parts = lit.astype(np.uint8)
    if light_pips:
        parts[lit & (tone > _brighter(tone[lit & told], body))] = 2
    near = _by_nearest(parts, told) if told.any() else parts
    shares = [cv2.blur((near == part).astype(np.float32), (CALM, CALM)) for part in range(near.max() + 1)]
    return convex(np.argmax(shares, axis=0).astype(np.uint8), pips & False, in_view)


def _brighter(levels: NDArray[np.uint8], body: float) -> float:
    """Give the level above which a part of what is lit, (n,), mirrors more light; none does where that is not clear."""
    if len(levels) <= OF_TWO:
        return np.inf
    level, _ = cv2.threshold(levels.reshape(-1, 1), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    more, less = levels[levels > level], levels[levels <= level]
    if min(len(more), len(less)) <= OF_TWO:
        return np.inf
    low, high = float(np.median(less)), float(np.median(more))
    return float(level) if high - low > APART and low > body + APART else np.inf


def _by_nearest(parts: Parts, told: Marks) -> Parts:
    """Give each pixel (h, w) the part of the nearest that is told."""
    unknown = (~told).astype(np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(unknown, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    part_of = np.zeros(int(nearest.max()) + 1, np.uint8)
    part_of[nearest[told]] = parts[told]
    return np.asarray(part_of[nearest], dtype=np.uint8)


def convex(parts: Parts, pips: Marks, in_view: Marks) -> Parts:
    """Fill parts (h, w) up to where they are convex, as what lies there without the pips says, `in_view` and enough."""
    filled = np.zeros_like(parts)
    for part in range(1, int(parts.max()) + 1):
        for spots in _pieces((parts >= part) & ~pips, in_view):
            cv2.fillConvexPoly(filled, cv2.convexHull(spots), part)
    return filled


def _pieces(mask: Marks, in_view: Marks) -> Iterator[NDArray[np.int32]]:
    """Give the pixels (n, 1, 2) of each piece of a mask (h, w) of which enough is in view."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=4)
    areas = np.bincount(labels[in_view], minlength=count)
    for label in np.flatnonzero(areas[1:] >= LEAST_PART * mask.size) + 1:
        yield np.asarray(cv2.findNonZero((labels == label).astype(np.uint8)), dtype=np.int32)


def likeliest(costs: NDArray[np.float32], pips: Marks, in_view: Marks) -> Parts:
    """Give each pixel the part that costs least (parts, h, w) around it, made convex."""
    around = [cv2.GaussianBlur(cost, (0, 0), SMOOTH, borderType=cv2.BORDER_REFLECT) for cost in costs]
    return convex(np.argmin(around, axis=0).astype(np.uint8), pips, in_view)

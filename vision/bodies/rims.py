"""Where a chip ends and its shadow begins: at the sharp edge of its rim, which the body it is seen in may blur."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bodies.body import Seen
from vision.bodies.disc import Disc, stack_area
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.kernels import square
from vision.pictures.segment import Mask

Colours = Image | NDArray[np.int16]

ANGLES = 60
"""A rim is looked at in so many directions."""

_WIDE = np.array(list(product(np.arange(-3, 4), *[np.arange(-4, 5)] * 2))) * 0.04
_CLOSE = np.array(list(product((-0.02, 0.0, 0.02), repeat=3)))
"""How a rim may differ from what was found, in radii: radius, column and row; from afar, then from near."""

NEAR, FAR = 1.0, 2.0
"""How far inside and outside of a rim, in px, its colours are compared."""

MOST_STEP = 90.0
"""Steps of more grey levels say no more."""

CLEARER = 1.25
"""How much sharper the rim must be than what was found."""

AS_SHARP = 0.93
"""Of circles as sharp as that, as a part of the sharpest, the largest is the rim: chips have printed rings too."""

LEAST_FREE = 0.5
"""The part of a rim that dice must leave free."""


def with_sharp_rims(
    seen: Seen, discs: list[Disc], dice: Sequence[Mask], least_px: float, scale: float, drift: Floats
) -> tuple[Seen, list[Disc]]:
    """Draw discs beside dice anew by their rims; what of the body lay in a shadow beyond them is none of it.

    `least_px`: discs of a smaller radius may be dice, and stay as they are.
    """
    if all(disc.radius <= least_px for disc in discs):
        return seen, discs
    # What is printed on the board has sharp edges, too.
    came = np.asarray(cv2.subtract(seen.patch, seen.empty.picture, dtype=cv2.CV_16S), dtype=np.int16)
    sharp = [sharpened(came, disc, dice, least_px) if disc.radius > least_px else disc for disc in discs]
    if sharp == discs:
        return seen, discs
    before, after = (_areas(seen.mask, some, scale, drift) for some in (discs, sharp))
    shadow = before & ~after & seen.murky
    for shape in dice:
        shadow[shape > 0] = 0
    mask = np.asarray(cv2.subtract(seen.mask, shadow), dtype=np.uint8)
    return replace(seen, mask=mask, shade=np.asarray(cv2.bitwise_or(seen.shade, shadow), dtype=np.uint8)), sharp


def _areas(mask: Mask, discs: list[Disc], scale: float, drift: Floats) -> Mask:
    areas = [stack_area(mask, disc, scale, drift) for disc in discs]
    return np.asarray(np.bitwise_or.reduce(np.stack(areas)), dtype=np.uint8)


def sharpened(patch: Colours, disc: Disc, dice: Sequence[Mask], least_px: float) -> Disc:
    """Give the circle in or near a disc that has the sharpest rim apart from dice in a picture (h, w, 3), grey levels.

    Best in one of what came since the board was empty.
    """
    covered = np.bitwise_or.reduce(np.stack(dice)) if dice else np.zeros(patch.shape[:2], np.uint8)
    hidden = np.asarray(cv2.dilate(covered, square(7)), dtype=np.uint8)
    start = np.array([disc.radius, disc.column, disc.row])
    best, steps = start[None], _steps(patch, hidden, start[None])
    first = float(steps[0])
    for moves in (_WIDE, _CLOSE):
        circles = best + moves * disc.radius
        circles = circles[circles[:, 0] > least_px]
        steps = _steps(patch, hidden, circles)
        good = np.flatnonzero(steps >= AS_SHARP * steps.max())
        best = circles[good[[circles[good, 0].argmax()]]]
    if not first or steps.max() < CLEARER * first:
        return disc
    radius, column, row = (float(v) for v in best[0])
    return replace(disc, column=column, row=row, radius=radius)


def _steps(patch: Colours, hidden: Mask, circles: Floats) -> NDArray[np.float32]:
    """Give how far colours differ across the rims of circles (n, 3) = radius, column, row, in grey levels, (n,)."""
    circles = circles.astype(np.float32)
    angles = np.linspace(0.0, 2 * np.pi, ANGLES, endpoint=False, dtype=np.float32)
    radii = circles[:, :1, None] + np.array([-FAR, -NEAR, NEAR, FAR], np.float32)[:, None]
    columns = circles[:, 1:2, None] + radii * np.cos(angles)
    rows = circles[:, 2:, None] + radii * np.sin(angles)
    maps = columns.reshape(len(circles), -1), rows.reshape(len(circles), -1)
    seen = np.asarray(cv2.remap(patch, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32)
    covered = np.asarray(cv2.remap(hidden, *maps, cv2.INTER_NEAREST))
    inside, outside = seen.reshape(len(circles), 2, 2, ANGLES, 3).mean(axis=2).transpose(1, 0, 2, 3)
    step = np.minimum(np.linalg.norm(inside - outside, axis=2), MOST_STEP)
    free = ~covered.reshape(len(circles), 4, ANGLES).any(axis=1)
    counted = free.sum(axis=1)
    mean = (step * free).sum(axis=1) / np.maximum(counted, 1)
    return np.where(counted >= LEAST_FREE * ANGLES, mean, 0.0).astype(np.float32)

"""What hangs over a chip's rim: colours that the chip shows nowhere else at that distance from its middle."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bodies.disc import Disc
from vision.frame import Image
from vision.pictures.kernels import ellipse
from vision.pictures.segment import Mask

ANGLES = 96
"""A ring of a chip is looked at in so many directions."""

BEYOND_PX = 4
"""How far outside of the rim one looks: there the body may be the chip's side."""

NEAR_EDGES = 0.5
"""How near to a die, in edges, a place on a chip may be the die's and tells nothing of the chip's colours."""

LEAST_RING = 0.35
"""The part of a ring that must be far from dice, to tell what the chip's colours are there."""

DARKEST_SHADOW, LIGHTEST = 0.45, 1.1
"""How much darker, and lighter, a chip may be beside a die than elsewhere."""

UNLIKE = 34.0
"""How far off, in grey levels, a colour must be from all of a ring's."""


def hanging_over(patch: Image, strange: Mask, discs: Sequence[Disc], dice: Sequence[Mask], edge_px: float) -> Mask:
    """Mark which of the strange colours (h, w) of a patch (h, w, 3), in chips beside dice, are not the chips'."""
    found = np.zeros_like(strange)
    if not discs or not dice or not cv2.countNonZero(strange):
        return found
    size = 2 * round(NEAR_EDGES * edge_px) + 1
    spot = ellipse(size)
    near = np.asarray(cv2.dilate(np.bitwise_or.reduce(np.stack(dice)), spot), dtype=np.uint8)
    rows, columns = np.nonzero(strange & near)
    for disc in discs if len(rows) else ():
        away = np.hypot(columns - disc.column, rows - disc.row)
        inside = away <= disc.radius + BEYOND_PX
        here = rows[inside], columns[inside]
        found[here] |= np.where(_unlike_rings(patch, near, disc, patch[here], away[inside]), 255, 0).astype(np.uint8)
    return found


def _unlike_rings(
    patch: Image, near: Mask, disc: Disc, colours: NDArray[np.uint8], away_px: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Say which colours (n, 3) a chip shows nowhere at their distances (n,) from its middle."""
    count = int(disc.radius) + BEYOND_PX + 1
    radii, angles = np.arange(count), np.linspace(0.0, 2 * np.pi, ANGLES, endpoint=False)[:, None]
    across = (disc.column + radii * np.cos(angles)).astype(np.float32)
    down = (disc.row + radii * np.sin(angles)).astype(np.float32)
    rings = np.asarray(cv2.remap(patch, across, down, cv2.INTER_LINEAR), dtype=np.float32)
    known = np.asarray(cv2.remap(near, across, down, cv2.INTER_NEAREST, borderValue=255.0)) == 0
    unlike = np.zeros(len(colours), dtype=bool)
    nearest = np.minimum(np.round(away_px).astype(int), count - 1)
    for ring in np.unique(nearest):
        some = nearest == ring
        part = np.s_[:, max(ring - 1, 0) : ring + 2]
        if known[:, ring].mean() >= LEAST_RING:
            palette = rings[part][known[part]]
            unlike[some] = off_palette(colours[some].astype(np.float32), palette, DARKEST_SHADOW, LIGHTEST) > UNLIKE
    return unlike


def off_palette(
    colours: NDArray[np.float32], palette: NDArray[np.float32], darkest: float, lightest: float
) -> NDArray[np.float32]:
    """Give how far, in grey levels, colours (n, 3) are from the nearest of a palette (m, 3) in other light, (n,).

    `darkest`, `lightest`: how much light there may be, as parts of the palette's.
    """
    power = np.maximum((palette**2).sum(axis=1), 1.0)
    along = colours @ palette.T
    light = np.clip(along / power, darkest, lightest)
    squares = (colours**2).sum(axis=1, keepdims=True) - light * (2.0 * along - light * power)
    return np.asarray(np.sqrt(np.maximum(squares.min(axis=1), 0.0)), dtype=np.float32)

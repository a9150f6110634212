"""Chips and stacks of chips among the bodies: round, wider than a die, and no reason to ask."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.segment import Mask

LEAST_RADIUS_MM, MOST_RADIUS_MM = 12.5, 25.0
HIGHEST_STACK_MM = 70.0
"""What stands higher is no stack of chips on a dice table."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A round body in its window: middle of the upper face (px) and radius (px)."""

    column: float
    row: float
    radius: float


def find_discs(body: Mask, rest: Mask, scale: float, drift: NDArray[np.float64], least_mm: float) -> list[Disc]:
    """Find round bodies that explain what the dice leave over.

    `body` is everything, `rest` what no die explains; `drift` (2,) is where, in px per mm of height, things appear
    to move as they stand higher; `least_mm` the least radius that cannot be a die.
    """
    left = rest.copy()
    found: list[Disc] = []
    depth = np.asarray(cv2.distanceTransform(body, cv2.DIST_L2, 5), dtype=np.float32)
    while len(found) < 12:
        disc = _deepest(depth, left, scale, least_mm)
        if disc is None:
            break
        area = stack_area(body, disc, scale, drift)
        left[area > 0] = 0
        depth[area > 0] = 0
        found.append(disc)
    return found


def _deepest(depth: NDArray[np.float32], left: Mask, scale: float, least_mm: float) -> Disc | None:
    """Give the widest disc inside the body of which a fair part is unexplained."""
    low, high = max(least_mm, LEAST_RADIUS_MM) * scale, MOST_RADIUS_MM * scale
    tried = depth.copy()
    for _ in range(6):
        _, radius, _, place = cv2.minMaxLoc(tried)
        if radius < low:
            return None
        disc = Disc(float(place[0]), float(place[1]), float(radius))
        shape = _disc_mask(left.shape, disc)
        if radius <= high and np.count_nonzero(shape & left) >= 0.3 * np.count_nonzero(shape):
            return disc
        cv2.circle(tried, place, max(2, round(radius / 2)), 0.0, cv2.FILLED)
    return None


def stack_area(body: Mask, disc: Disc, scale: float, drift: NDArray[np.float64]) -> Mask:
    """Mark a disc and the stack under or above it, as far as the body goes along the drift."""
    area = _disc_mask(body.shape, Disc(disc.column, disc.row, disc.radius + 1.5 * scale))
    for sign in (1.0, -1.0):
        height = 2.0
        while height < HIGHEST_STACK_MM:
            column, row = np.array([disc.column, disc.row]) + sign * height * drift
            moved = _disc_mask(body.shape, Disc(column, row, disc.radius))
            if np.count_nonzero(moved & body) < 0.97 * np.count_nonzero(moved):
                break
            area |= _disc_mask(body.shape, Disc(column, row, disc.radius + 1.5 * scale))
            height += 2.0
    return area


def _disc_mask(shape: tuple[int, ...], disc: Disc) -> Mask:
    canvas = np.zeros(shape[:2], np.uint8)
    centre = (round(disc.column * 16), round(disc.row * 16))
    cv2.circle(canvas, centre, round(disc.radius * 16), 255, cv2.FILLED, shift=4)
    return canvas

"""A chip as it lies in a window: the disc of its upper face, the stack under it, and the colours it shows."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.channels import brightest_of
from vision.pictures.quantiles import quantile
from vision.pictures.segment import Mask

HIGHEST_STACK_MM = 70.0
"""What stands higher is no stack of chips on a dice table."""

UNCOVERED = 0.87
"""The part of a chip's rim that, seen, leaves no room for a die over it."""

RINGS, RING_ANGLES = np.linspace(0.1, 0.5, 6), 60
_TURNS = np.linspace(0.0, 2 * np.pi, RING_ANGLES, endpoint=False)
_ACROSS, _DOWN = RINGS[:, None] * np.cos(_TURNS), RINGS[:, None] * np.sin(_TURNS)
STRANGE_STEP, STRANGE_LENGTH = 30.0, 0.1
"""What lies on a chip changes some ring by more grey levels for such a length at least, in radii: a pip does."""

BRIGHT, DIMMEST = 200.0, 0.4
"""The brightest channel of what is seen in good light; and in what part of that light colours differ least."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A round body in its window: middle of the upper face (px) and radius (px).

    `arc`: part of its rim seen, of what no wall hides; `plain`: nothing can lie on it, each ring about its middle is of
    one colour; `stack_mm`: the height of the stack under it, as far as the outline tells; `cut`: all of the outline
    before a wall is its rim.
    """

    column: float
    row: float
    radius: float
    arc: float = 1.0
    plain: bool = False
    stack_mm: float = 0.0
    cut: bool = False

    @property
    def uncovered(self) -> bool:
        """Whether so much of its rim is seen that no die lies over it."""
        return self.arc >= UNCOVERED


def stack_area(body: Mask, disc: Disc, scale: float, drift: Floats, room_mm: float = 1.5) -> Mask:
    """Mark a disc and the stack under or above it, as far as the body goes along the drift, with a little room."""
    area, wide = np.zeros(body.shape, np.uint8), disc.radius + room_mm * scale
    _draw(area, disc.column, disc.row, wide)
    across, down = drift.tolist()
    for way in (1.0, -1.0):
        height = 2.0
        while height < HIGHEST_STACK_MM:
            column, row = disc.column + way * height * across, disc.row + way * height * down
            known = way < 0 and height <= disc.stack_mm
            if not known and not _within(body, column, row, disc.radius):
                break
            _draw(area, column, row, wide)
            height += 2.0
    return area


def _within(body: Mask, column: float, row: float, radius: float) -> bool:
    """Say whether nearly all of a circle, as far as the window shows it, belongs to a body (h, w)."""
    moved = np.zeros(body.shape, np.uint8)
    _draw(moved, column, row, radius)
    return cv2.countNonZero(cv2.bitwise_and(moved, body)) >= 0.97 * cv2.countNonZero(moved)


def disc_area(like: Mask, disc: Disc) -> Mask:
    """Mark a disc in a mask like another (h, w)."""
    canvas = np.zeros(like.shape, np.uint8)
    _draw(canvas, disc.column, disc.row, disc.radius)
    return canvas


def _draw(canvas: Mask, column: float, row: float, radius: float) -> None:
    cv2.circle(canvas, (round(column * 16), round(row * 16)), round(radius * 16), 255, cv2.FILLED, shift=4)


def is_plain(patch: Image, disc: Disc) -> bool:
    """Say whether the rings inside of a chip's rim, of a picture (h, w, 3), are each of one colour."""
    columns, rows = disc.column + disc.radius * _ACROSS, disc.row + disc.radius * _DOWN
    seen = cv2.remap(patch, columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR).astype(np.float32)
    middles = np.sort(seen, axis=1)[:, RING_ANGLES // 2 - 1 : RING_ANGLES // 2 + 1].mean(axis=1, keepdims=True)
    away = brightest_of(np.abs(seen - middles))
    return _little(away > STRANGE_STEP * DIMMEST) or _little(away > STRANGE_STEP * light_on(colours_of(patch, disc)))


def _little(strange: NDArray[np.bool_]) -> bool:
    """Say whether what looks strange on rings (n, angles) is short on each of them."""
    return bool((np.count_nonzero(strange, axis=1) / RING_ANGLES * 2 * np.pi * RINGS).max() < STRANGE_LENGTH)


def colours_of(patch: Image, disc: Disc) -> NDArray[np.uint8]:
    """Give the colours (n, 3) of a disc in a picture (h, w, 3), row by row."""
    inside = np.flatnonzero(disc_area(patch[..., 0], disc))
    return patch.reshape(-1, 3).take(inside, axis=0)


def light_on(colours: NDArray[np.uint8] | NDArray[np.float32]) -> float:
    """Give in what part of good light colours (n, 3) are seen: in such a part of their grey levels they differ."""
    brightest = float(quantile(brightest_of(colours), 0.95)) if len(colours) else BRIGHT
    return min(max(brightest / BRIGHT, DIMMEST), 1.0)

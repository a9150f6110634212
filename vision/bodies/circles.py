"""Circles through points of an outline, and how much of one these show."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.pictures.segment import Mask

Points = NDArray[np.float32]

_TRIPLES = np.random.default_rng(1).random((150, 3))
"""Three points of a rim, as parts of its length, for each circle that is tried; always the same."""

DIRECTIONS = 36
"""So many parts of a rim are told apart."""


def circles_through(rim: Points, low: float, high: float) -> Points:
    """Draw circles (n, 3) = column, row, radius through triples of rim points, always the same triples."""
    picks = (_TRIPLES * len(rim)).astype(np.intp)
    a, b, c = rim[picks[:, 0]], rim[picks[:, 1]], rim[picks[:, 2]]
    ab, ac = b - a, c - a
    cross = 2 * (ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0])
    usable = np.abs(cross) > 0.5 * low**2
    a, ab, ac, cross = a[usable], ab[usable], ac[usable], cross[usable]
    ab2, ac2 = (ab**2).sum(axis=1), (ac**2).sum(axis=1)
    x = (ac[:, 1] * ab2 - ab[:, 1] * ac2) / cross
    y = (ab[:, 0] * ac2 - ac[:, 0] * ab2) / cross
    radius = np.hypot(x, y)
    good = (radius >= low) & (radius <= high)
    return np.asarray(np.column_stack([a[:, 0] + x, a[:, 1] + y, radius])[good], dtype=np.float32)


def refined(rim: Points, circle: Points, low: float, high: float) -> Points:
    """Fit a circle (3,) to the rim points near it, by least squares; as it was where that leads astray."""
    best = circle
    for reach in (2.5, 1.5):
        near = rim[off_rim(rim, best) < reach].astype(np.float64)
        if len(near) < 10:
            return circle
        fitted = _through(near, best[:2].astype(np.float64))
        if fitted is None:
            return circle
        best = fitted
    return best if low <= best[2] <= high else circle


def _through(points: Floats, about: Floats) -> Points | None:
    """Give the circle (3,) nearest to points (n, 2) about a place (2,); None through points of one line."""
    system = np.ones((len(points), 3))
    system[:, :2] = points - about
    squares = np.einsum("ij,ij->i", system[:, :2], system[:, :2])[:, None]
    solved, found = cv2.solve(system.T @ system, system.T @ squares, flags=cv2.DECOMP_CHOLESKY)
    if not solved:
        return None
    across, down, rest = found.ravel().tolist()
    column, row = about[0] + across / 2, about[1] + down / 2
    return np.array([column, row, np.sqrt(max(rest + (across**2 + down**2) / 4, 0.0))], np.float32)


def off_rim(points: Points, circle: Points) -> NDArray[np.float32]:
    """Give how far points (n, 2) are from the rim of a circle (3,), (n,)."""
    across, down = points[:, 0] - circle[0], points[:, 1] - circle[1]
    return np.asarray(np.abs(np.sqrt(across * across + down * down) - circle[2]), dtype=np.float32)


def arc_of(rim: Points, circle: Points) -> float:
    angles = np.arctan2(rim[:, 1] - circle[1], rim[:, 0] - circle[0])
    bins = ((angles / (2 * np.pi) + 0.5) * DIRECTIONS).astype(int) % DIRECTIONS
    return np.count_nonzero(np.bincount(bins)) / DIRECTIONS


def arc_in(area: Mask, circle: Points) -> float:
    """Give the part of a circle's directions that lie in an area (h, w), which goes on beyond the window as it ends."""
    angles = np.linspace(0.0, 2 * np.pi, DIRECTIONS, endpoint=False)
    columns, rows = (np.round(circle[k] + circle[2] * f(angles)).astype(int) for k, f in ((0, np.cos), (1, np.sin)))
    height, width = area.shape
    return float((area[rows.clip(0, height - 1), columns.clip(0, width - 1)] > 0).sum()) / DIRECTIONS

"""Find how the plane of the top faces is foreshortened: round pips show as one common ellipse."""

from dataclasses import dataclass

import numpy as np

from vision.photos.pips import Bools, Floats, Pips
from vision.pictures.lengths import lengths

_LEAST_STRETCH = 0.03
_MOST_STRETCH = 0.2
_SAME_STRETCH = 0.06
_NO_STRETCH = 0.25
"""Votes for a stretch weigh less the larger it is; at 0.17 a top face is seen at 45 degrees, and so is a side face."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The top faces' plane: `flat = to_flat @ stored` makes them square; `back` is its inverse.

    `stretch` (2,): how their pips show in the stored picture, which shade and blur may change for all of them alike.
    """

    to_flat: Floats
    back: Floats
    stretch: Floats

    @property
    def laid(self) -> Floats:
        """The stretch (2,) of which `to_flat` makes a circle."""
        return np.asarray(stretch_of_grids(self.back[None, :, 0], self.back[None, :, 1])[0])

    @property
    def slope(self) -> float:
        """The tangent of the camera's tilt against the plane's normal: how much of a die's sides is seen."""
        size = float(np.linalg.norm(self.laid))
        return float(np.sqrt(((1 + size) / (1 - size)) ** 2 - 1))

    @property
    def uphill(self) -> Floats:
        """The direction (2,), in the picture, in which the plane is foreshortened."""
        turn = np.arctan2(self.laid[1], self.laid[0]) / 2 + np.pi / 2
        return np.array([np.cos(turn), np.sin(turn)], np.float32)

    def lean(self, pips: Pips) -> Floats:
        """Say how far pips are from round in this plane, beyond what their size in pixels lets one measure (n,)."""
        away = lengths(pips.stretch - self.stretch)
        return np.asarray(away - 0.1 - 0.2 / np.maximum(pips.radius, 1), np.float32)

    def flattened(self, points: Floats) -> Floats:
        """Turn stored pixels (n, 2) into rectified ones."""
        return np.asarray(points @ self.to_flat.T, np.float32)

    def stored(self, points: Floats) -> Floats:
        """Turn rectified pixels (n, 2) into stored ones."""
        return np.asarray(points @ self.back.T, np.float32)


def estimate_plane(pips: Pips) -> Plane:
    """Take the stretch that most strong pips share; pips of side faces share none."""
    strong = _strong(pips)
    if strong.sum() < 2:
        return _plane(np.zeros(2))
    stretch = pips.stretch[strong]
    apart = lengths(stretch[:, None] - stretch[None])
    votes = (apart < _SAME_STRETCH).sum(axis=0) * (1 - lengths(stretch) / _NO_STRETCH)
    common = np.median(stretch[apart[votes.argmax()] < _SAME_STRETCH], axis=0)
    return _plane(common)


def stretch_of_grids(u: Floats, v: Floats) -> Floats:
    """Give the stretch (n, 2) of the ellipse that a circle on each grid's face shows; `u`, `v` (n, 2): its sides."""
    xx, yy, xy = (u[:, i] * u[:, j] + v[:, i] * v[:, j] for i, j in ((0, 0), (1, 1), (0, 1)))
    area = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])
    size = np.sqrt(np.maximum(xx + yy - 2 * area, 0) / np.maximum(xx + yy + 2 * area, 1e-6))
    way = np.stack([xx - yy, 2 * xy], axis=1)
    return np.asarray(size[:, None] * way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6), np.float32)


def laid_by_grids(plane: Plane, stretch: Floats, weight: Floats) -> Plane:
    """Lay the plane by the stretch (n, 2) of square grids, which is five times as exact as that of single pips.

    What pips look like stays as it was: shade in their hollows and blur stretch all of them alike.
    """
    if not len(stretch):
        return plane
    apart = lengths(stretch[:, None] - stretch[None])
    near = apart[((apart < _SAME_STRETCH) * weight).sum(axis=1).argmax()] < _SAME_STRETCH
    common = np.median(stretch[near], axis=0)
    if np.linalg.norm(common - plane.laid) < _LEAST_STRETCH:
        return plane
    laid = _plane(common)
    return Plane(laid.to_flat, laid.back, plane.stretch)


def _strong(pips: Pips) -> Bools:
    clear = (pips.rough < 0.07) & (pips.closed > 0.9) & (pips.unrest < 0.15)
    if not clear.any():
        return np.asarray(clear)
    return np.asarray(clear & (pips.contrast > 0.6 * np.percentile(pips.contrast[clear], 90)))


def _plane(stretch: Floats) -> Plane:
    size = float(np.linalg.norm(stretch))
    if size < _LEAST_STRETCH:
        return Plane(np.eye(2, dtype=np.float32), np.eye(2, dtype=np.float32), np.zeros(2, np.float32))
    size = min(size, _MOST_STRETCH)
    turn = np.arctan2(stretch[1], stretch[0]) / 2
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    longer = np.sqrt((1 + size) / (1 - size))
    to_flat = axes @ np.diag([1 / longer, longer]) @ axes.T
    return Plane(to_flat.astype(np.float32), np.linalg.inv(to_flat).astype(np.float32), stretch.astype(np.float32))

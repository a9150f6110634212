"""Find how the plane of the top faces is foreshortened: round pips show as one common ellipse."""

from dataclasses import dataclass

import numpy as np

from vision.photos.pips import Bools, Floats, Pips

_LEAST_STRETCH = 0.03
_MOST_STRETCH = 0.2
_SAME_STRETCH = 0.06
_NO_STRETCH = 0.25
"""Votes for a stretch weigh less the larger it is; at 0.17 a top face is seen at 45 degrees, and so is a side face."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The top faces' plane: `flat = to_flat @ stored` makes pips round; `back` is its inverse; `stretch` (2,)."""

    to_flat: Floats
    back: Floats
    stretch: Floats

    def lean(self, pips: Pips) -> Floats:
        """Say how far pips are from round in this plane, beyond what their size in pixels lets one measure (n,)."""
        away = np.linalg.norm(pips.stretch - self.stretch, axis=1)
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
    apart = np.linalg.norm(stretch[:, None] - stretch[None], axis=2)
    votes = (apart < _SAME_STRETCH).sum(axis=0) * (1 - np.linalg.norm(stretch, axis=1) / _NO_STRETCH)
    common = np.median(stretch[apart[votes.argmax()] < _SAME_STRETCH], axis=0)
    return _plane(common)


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

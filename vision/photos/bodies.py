"""Look at the bodies under the pips: is a face one colour between its pips, and where does it end?"""

from dataclasses import dataclass

import numpy as np

from vision.photos.grids import Faces
from vision.photos.pips import Bools, Floats, Ints, Level, Pips, sample_by_level
from vision.pictures.lengths import lengths

_GRID = 27
_SPAN = 3.25
"""Half width of the sampled square, in node spacings: the edge lies at 2."""

_TICKS = np.linspace(-_SPAN, _SPAN, _GRID, dtype=np.float32)
_X, _Y = np.meshgrid(_TICKS, _TICKS)
_INNER = np.nonzero((np.maximum(np.abs(_X), np.abs(_Y)) <= 1.3).ravel())[0]
"""The samples within the outer pips' reach."""

_SAMPLE_SPACING_PX = 5.0
_PIP_REACH = 1.45
"""Nearer to a pip, in its radii, its rim may be seen."""
_SAME_BODY = 0.35
_FREE_OF_INK = 0.95

_RAYS = np.arange(48) * (2 * np.pi / 48)
_FEET = (np.arange(12)[:, None, None] + 12 * np.arange(4)[:, None] + np.arange(-4, 5)) % 48
"""The nine rays to each side of a square, for each of twelve turns (12, 4, 9)."""
_EVERY_FOOT = np.full(_FEET[0].size, 1 / _FEET.shape[2], np.float32)
"""To take the mean over the rays to a side, and the sum over the sides."""
_FOOT_LEAN = np.cos(np.arange(-4, 5) * 2 * np.pi / 48).astype(np.float32)
_RAY_STEPS = np.linspace(2.0, 11.0, 37)
_HALF_EDGE_RADII = (2.8, 7.5)
_END_STEPS = (0.09, 0.18, 0.36)
"""A body ends where its colour changes by one of these shares of the pips' contrast."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceLook:
    """How faces look, one row each: `clean` is the share of the ground between pips that has the body's colour,
    `sides` (n, 4) how sharply the colour changes at each side, in units of the pips' contrast.
    """

    clean: Floats
    sides: Floats


def look_at_faces(levels: list[Level], faces: Faces, pips: Pips, at: Floats, back: Floats) -> FaceLook:
    """Sample each face and its surroundings. `at` (n, 2): the pips' centres in rectified pixels; `back` (2, 2) turns
    rectified into stored pixels.
    """
    if not len(faces):
        return FaceLook(np.zeros(0, np.float32), np.zeros((0, 4), np.float32))
    u, v = faces.frame
    flat = faces.centre[:, None] + _X.reshape(1, -1, 1) * u[:, None] + _Y.reshape(1, -1, 1) * v[:, None]
    which = _level_for(levels, faces.spacing, _SAMPLE_SPACING_PX)
    seen = sample_by_level(levels, (flat @ back.T).astype(np.float32), which)
    sides = _steps(seen.reshape(-1, _GRID, _GRID, 3)) / faces.mean(pips.contrast)[:, None]
    return FaceLook(_cleanness(seen[:, _INNER], flat[:, _INNER], faces, pips, at), sides.astype(np.float32))


def _level_for(levels: list[Level], length_px: Floats, wanted_px: float) -> Ints:
    """Choose for each length (stored pixels) the coarsest level in which it still spans `wanted_px`."""
    scales = np.array([level.scale for level in levels])
    return np.asarray(np.maximum((length_px[:, None] / scales[None] >= wanted_px).sum(axis=1) - 1, 0), np.intp)


def _cleanness(seen: Floats, flat: Floats, faces: Faces, pips: Pips, at: Floats) -> Floats:
    """Give the share of the ground between a face's pips that has the body's colour.

    Where four and more pips speak for the face, it is enough that nearly no ground is like ink: what shines through
    translucent dice changes their colour, but not so far.
    """
    ground = _pip_gap(flat, faces, at) > _PIP_REACH * faces.mean(pips.radius)[:, None]
    count = np.maximum(ground.sum(axis=1), 1)
    body, ink = (np.stack([faces.mean(c) for c in colour.T], axis=1) for colour in (pips.body, pips.ink))
    away, axis = seen - body[:, None], ink - body
    even = (ground & (lengths(away) < _SAME_BODY * faces.mean(pips.contrast)[:, None])).sum(axis=1) / count
    inkness = (away @ axis[:, :, None])[..., 0] / np.maximum((axis**2).sum(axis=1, keepdims=True), 1)
    free = (ground & (inkness < 0.5)).sum(axis=1) / count
    rich = (faces.value > 3) & (free > _FREE_OF_INK)
    return np.asarray(np.where(rich, np.maximum(even, free), even), np.float32)


def _pip_gap(flat: Floats, faces: Faces, at: Floats) -> Floats:
    """Give for each sample (n, m) the distance to the nearest pip of its face."""
    pip = np.where(faces.pip >= 0, faces.pip, faces.pip.max(axis=1, keepdims=True))
    gap = np.full(flat.shape[:2], np.inf, np.float32)
    for node in np.nonzero((faces.pip >= 0).any(axis=0))[0]:
        gap = np.minimum(gap, lengths(flat - at[pip[:, node]][:, None]))
    return gap


def _steps(seen: Floats) -> Floats:
    """Give the sharpest change of colour across each of the four edges, where the die may end (n, 4)."""
    core = np.abs(_TICKS) <= 1.3
    rows, columns = seen[:, :, core].mean(axis=2), seen[:, core].mean(axis=1)
    profiles = np.stack([columns, columns[:, ::-1], rows, rows[:, ::-1]], axis=1)
    step = lengths(profiles[:, :, 3:] - profiles[:, :, :-3])
    middle = (_TICKS[3:] + _TICKS[:-3]) / 2
    return np.asarray(step[:, :, (middle >= 1.45) & (middle <= 2.8)].max(axis=2))


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The body around single spots, one row each: distances of the four sides, shortest first (n, 4), in
    rectified pixels; the turn in radians; `ragged` (n,): how far the outline is from the square, in half edges.
    """

    sides: Floats
    turn: Floats
    ragged: Floats

    def may_be_die(self, radius: Floats) -> Bools:
        """Tell where a pip lies in the middle of a square; where a side face goes on in one colour, two sides do."""
        half = self.sides[:, :2].mean(axis=1) / radius
        size = (half > _HALF_EDGE_RADII[0]) & (half < _HALF_EDGE_RADII[1])
        side = self.sides / np.maximum(self.sides[:, :1], 1e-3)
        shape = (side[:, 1] < 1.35) & (side[:, 2] < 2) & (side[:, 3] < 2.4)
        return np.asarray(size & shape & (self.ragged < 0.8))


def look_around(levels: list[Level], flat: Floats, pips: Pips, back: Floats) -> Squares:
    """Follow the body's colour outwards from single spots and fit a square to where it ends."""
    if not len(pips):
        return Squares(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32))
    rays = np.stack([np.cos(_RAYS), np.sin(_RAYS)], axis=1)
    offsets = (_RAY_STEPS[None, :, None] * rays[:, None, :]).reshape(1, -1, 2)
    points = flat[:, None] + pips.radius[:, None, None] * offsets
    which = _level_for(levels, pips.radius, 2.0)
    seen = sample_by_level(levels, (points @ back.T).astype(np.float32), which)
    seen = seen.reshape(len(pips), len(_RAYS), len(_RAY_STEPS), 3)
    pairs = seen[:, :, 1:] + seen[:, :, :-1]
    step = lengths(pairs[:, :, 3:] - pairs[:, :, :-3]) / (2 * pips.contrast[:, None, None])
    fits = [_best_square(_reaches(step, least), pips.radius) for least in _END_STEPS]
    best = np.argmax([fit.may_be_die(pips.radius) for fit in fits], axis=0)
    rows = np.arange(len(pips))
    pick = [np.stack([getattr(fit, name) for fit in fits])[best, rows] for name in ("sides", "turn", "ragged")]
    return Squares(*pick)


def _reaches(step: Floats, least: float) -> Floats:
    """Give along each ray (n, 48), in radii, where the colour first changes by at least `least`."""
    ended = step > least
    middles = _RAY_STEPS[2:-2] + 0.12
    reach = np.where(ended.any(axis=2), middles[ended.argmax(axis=2)], _RAY_STEPS[-1])
    return np.asarray(reach, np.float32)


def _best_square(reach: Floats, radius: Floats) -> Squares:
    """Fit squares to reaches (n, 48) in radii, over turns in steps of 7.5 degrees."""
    foot = reach[:, _FEET] * _FOOT_LEAN
    middle = np.sort(foot, axis=3)[..., 4]
    sides = np.sort(middle, axis=2)
    roughness = np.abs(foot - middle[..., None]).reshape(*foot.shape[:2], -1) @ _EVERY_FOOT
    cost = roughness / np.maximum(sides[..., 0], 0.5)
    best = cost.argmin(axis=1)
    rows = np.arange(len(reach))
    turn = (best * (2 * np.pi / 48)).astype(np.float32)
    return Squares(sides[rows, best] * radius[:, None], turn, cost[rows, best].astype(np.float32))

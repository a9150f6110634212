"""Look at the bodies under the pips: is a face one colour between its pips, and where does it end?"""

from dataclasses import dataclass

import numpy as np

from vision.photos.grids import Faces
from vision.photos.pips import Bools, Floats, Ints, Level, Pips, sample_by_level

_GRID = 27
_SPAN = 3.25
"""Half width of the sampled square, in node spacings: the edge lies at 2."""

_TICKS = np.linspace(-_SPAN, _SPAN, _GRID, dtype=np.float32)
_X, _Y = np.meshgrid(_TICKS, _TICKS)
_SAMPLE_SPACING_PX = 5.0

_RAYS = np.arange(48) * (2 * np.pi / 48)
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


@dataclass(frozen=True, slots=True, eq=False)
class Inks:
    """What the pips of faces have in common, one row each: `body` (n, 3) BGR, `contrast` (n,), `radius` (n,)."""

    body: Floats
    contrast: Floats
    radius: Floats


def look_at_faces(levels: list[Level], faces: Faces, inks: Inks, at: Floats, back: Floats) -> FaceLook:
    """Sample each face and its surroundings. `back` (2, 2) turns rectified into stored pixels."""
    if not len(faces):
        return FaceLook(np.zeros(0, np.float32), np.zeros((0, 4), np.float32))
    u, v = faces.frame
    flat = faces.centre[:, None] + _X.reshape(1, -1, 1) * u[:, None] + _Y.reshape(1, -1, 1) * v[:, None]
    which = _level_for(levels, faces.spacing, _SAMPLE_SPACING_PX)
    seen = sample_by_level(levels, (flat @ back.T).astype(np.float32), which)
    off = np.linalg.norm(seen - inks.body[:, None], axis=2) / inks.contrast[:, None]
    sides = _steps(seen.reshape(-1, _GRID, _GRID, 3)) / inks.contrast[:, None]
    return FaceLook(_cleanness(off, _near_pips(flat, faces, at, inks.radius)), sides.astype(np.float32))


def of_pips(faces: Faces, pips: Pips) -> Inks:
    """Give body colour, contrast and pip radius of each face: the median over its pips."""
    if not len(faces):
        return Inks(*(np.zeros(shape, np.float32) for shape in ((0, 3), 0, 0)))
    there = faces.pip >= 0
    at = np.maximum(faces.pip, 0)
    body = np.nanmedian(np.where(there[..., None], pips.body[at], np.nan), axis=1)
    contrast = np.nanmedian(np.where(there, pips.contrast[at], np.nan), axis=1)
    return Inks(body, contrast, np.nanmedian(np.where(there, pips.radius[at], np.nan), axis=1))


def _level_for(levels: list[Level], length_px: Floats, wanted_px: float) -> Ints:
    """Choose for each length (stored pixels) the coarsest level in which it still spans `wanted_px`."""
    scales = np.array([level.scale for level in levels])
    return np.asarray(np.maximum((length_px[:, None] / scales[None] >= wanted_px).sum(axis=1) - 1, 0), np.intp)


def _near_pips(flat: Floats, faces: Faces, at: Floats, radius: Floats) -> Bools:
    """Tell which samples (n, m) lie on or close to a pip of their face."""
    near = np.zeros(flat.shape[:2], bool)
    for node in range(9):
        pip = faces.pip[:, node]
        gap = np.linalg.norm(flat - at[np.maximum(pip, 0)][:, None], axis=2)
        near |= (gap < 1.45 * radius[:, None]) & (pip >= 0)[:, None]
    return near


def _cleanness(off: Floats, near_pip: Bools) -> Floats:
    """Give the share of ground within the outer pips' reach, away from pips, that has the body's colour."""
    ground = (np.maximum(np.abs(_X), np.abs(_Y)).reshape(1, -1) <= 1.3) & ~near_pip
    return np.asarray((ground & (off < 0.35)).sum(axis=1) / np.maximum(ground.sum(axis=1), 1), np.float32)


def _steps(seen: Floats) -> Floats:
    """Give the sharpest change of colour across each of the four edges, where the die may end (n, 4)."""
    core = np.abs(_TICKS) <= 1.3
    rows, columns = seen[:, :, core].mean(axis=2), seen[:, core].mean(axis=1)
    profiles = np.stack([columns, columns[:, ::-1], rows, rows[:, ::-1]], axis=1)
    step = np.linalg.norm(profiles[:, :, 3:] - profiles[:, :, :-3], axis=3)
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
    step = np.linalg.norm(pairs[:, :, 3:] - pairs[:, :, :-3], axis=3) / (2 * pips.contrast[:, None, None])
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
    spread = np.arange(-4, 5)
    lean = np.cos(spread * 2 * np.pi / 48)
    best_cost = np.full(len(reach), np.inf)
    sides, turn = np.zeros((len(reach), 4), np.float32), np.zeros(len(reach), np.float32)
    for start in range(12):
        index = (start + 12 * np.arange(4)[:, None] + spread[None]) % 48
        foot = reach[:, index] * lean
        side = np.sort(np.median(foot, axis=2), axis=1)
        roughness = np.abs(foot - np.median(foot, axis=2, keepdims=True)).mean(axis=2).sum(axis=1)
        cost = roughness / np.maximum(side[:, 0], 0.5)
        better = cost < best_cost
        best_cost[better], sides[better], turn[better] = cost[better], side[better], start * 2 * np.pi / 48
    return Squares(sides * radius[:, None], turn, best_cost.astype(np.float32))

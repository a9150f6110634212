"""Fits cubes to a picture: many attitudes are compared at once, and all climbs of a search go in step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube import Attitude, Fitted, Sight, covered, outline_of, outlines_of, upright
from vision.frame import Image
from vision.geometry import Floats
from vision.segment import Mask
from vision.topface import Patterns, by_value, explained, explained_where, look, noise_hides, points_of

Merits = NDArray[np.float32]
Places = NDArray[np.float32]
Measure = Callable[[Sight, "Poses"], Merits]

LEAST_SIDE, LEAST_FACE = 0.1, 0.8
"""Faces that show less of themselves, in areas of a top face, have no readable pips; nor have those of which another
die hides more than the rest of this part."""

FLAT_STEPS, FAR_STEPS = ((0.8, 6.0), (0.25, 2.0)), ((2.4, 10.0), (0.8, 6.0), (0.25, 2.0))
FREE_STEPS, LAST_STEP = ((0.8, 6.0), (0.4, 3.0)), (0.2, 1.5)
"""Shrinking steps, mm and degrees: over flat attitudes from near and far, over all, and on drawn outlines."""

LEAST_HIDDEN, LEAST_LEFT, LEAST_PIPS = 0.04, 0.5, 0.5
"""The part of a face that others must hide to be read by the rest; and the parts of it and of a value's pips that must
be left for that."""

MOST_CLIMBS = 8
LEAST_GAIN = 1e-4
FAR_BEAM, LEANING_BEAM, BLANK_BEAM = (3, 2, 1), (4, 1), (24, 3)
"""How many attitudes climb with each step of a search."""

TILTS_DEG, BLANK_TILTS_DEG = (9.0, 18.0, 28.0, 40.0), (20.0, 32.0, 42.0)
BLANK_OFF = 0.15
"""How far off, in edges along both axes, leaning dice are sought: they stand beside where a flat one seems to."""

STEEPER_DEG = 2.0
"""From how much more than the least tilt dice that must lean so climb."""

RIM_TILTS_DEG, RIM_BEAM = (5.0, 8.0, 11.0, 14.0, 17.0, 20.0), 3
"""Tilts of what leans on a chip's rim, and how many of them climb."""

RIM_LAST_STEPS, RIM_LAST_BEAM = (LAST_STEP, LAST_STEP, (0.1, 0.7), (0.1, 0.7)), 2
"""The same on drawn outlines: a lean of five degrees differs little from none, and is to fit as well as that does."""

EIGHT_WAYS = np.deg2rad(np.arange(0.0, 360.0, 45.0))

COVER_SAMPLES = 10
"""What a face covers is looked at in so many points a side."""


@dataclass(frozen=True, eq=False)
class Poses:
    """Attitudes as arrays: `places` (n, 3) are x, y and the floor's height in mm, `r` (n, 3, 3) is die to board."""

    places: Floats
    r: Floats

    @property
    def tops(self) -> NDArray[np.intp]:
        """Which axis of each die is most upright, (n,)."""
        return np.asarray(np.abs(self.r[:, 2]).argmax(axis=1))

    def picked(self, index: NDArray[np.intp]) -> "Poses":
        """Give some of them."""
        return Poses(self.places[index], self.r[index])

    def middles_mm(self, edge_mm: float) -> Floats:
        """Give the cubes' middles, (n, 3)."""
        middles = self.places.copy()
        middles[:, 2] += edge_mm / 2 * np.abs(self.r[:, 2]).sum(axis=1)
        return middles

    def attitude(self, index: int) -> Attitude:
        """Give one of them."""
        x, y, floor = (float(v) for v in self.places[index])
        return Attitude(x, y, self.r[index], floor)


def poses_of(attitudes: list[Attitude]) -> Poses:
    """Put attitudes into arrays."""
    places = np.array([[at.x_mm, at.y_mm, at.floor_mm] for at in attitudes])
    return Poses(places, np.stack([at.r for at in attitudes]))


@dataclass(frozen=True, eq=False)
class Moves:
    """Ways to move a die: shifts (m, 2) in mm and rotations (m, 3, 3) on the board about the middle of its top face."""

    shifts: Floats
    rotations: Floats

    def of(self, poses: Poses, edge_mm: float) -> Poses:
        """Move each of n poses in every way: n * m poses."""
        upward = poses.r[np.arange(len(poses.r)), :, poses.tops]
        upward = upward * np.sign(upward[:, 2:])
        turned = np.einsum("mij,nj->nmi", self.rotations, upward)
        places = np.repeat(poses.places[:, None], len(self.shifts), axis=1)
        places[..., :2] += self.shifts + edge_mm / 2 * (upward[:, None] - turned)[..., :2]
        r = self.rotations @ poses.r[:, None]
        return Poses(places.reshape(-1, 3), r.reshape(-1, 3, 3))


def _moves(units: Sequence[tuple[float, ...]], step_mm: float, step_deg: float) -> Moves:
    """Scale moves of one step along x and y, and about x, y and z."""
    rows = np.array(units, dtype=float)
    turns = rows[:, 2:] * np.deg2rad(step_deg)
    return Moves(rows[:, :2] * step_mm, np.array([cv2.Rodrigues(turn)[0] for turn in turns]))


def _leanings(tilts_deg: tuple[float, ...], ways: Floats) -> Moves:
    units = [(0.0, 0.0, -np.sin(way) * tilt, np.cos(way) * tilt, 0.0) for tilt in tilts_deg for way in ways]
    return _moves(units, 0.0, 1.0)


_SHIFTS = [(x, y, 0.0, 0.0, turn) for x, y, turn in product((-1.0, 0.0, 1.0), repeat=3) if x or y or turn]
_LEANS = [(0.0, 0.0, float(np.cos(way)), float(np.sin(way)), 0.0) for way in EIGHT_WAYS]
_ONE_SHIFT = [unit for unit in _SHIFTS if sum(map(abs, unit)) == 1.0]
_FLAT_CLIMB, _FAR_CLIMB = ([_moves(_SHIFTS, *step) for step in steps] for steps in (FLAT_STEPS, FAR_STEPS))
_FREE_CLIMB = [_moves(_ONE_SHIFT + _LEANS, *FREE_STEPS[0]), _moves(_SHIFTS + _LEANS, *FREE_STEPS[1])]
_FLAT_POLISH, _FREE_POLISH = _moves(_ONE_SHIFT, *LAST_STEP), _moves(_ONE_SHIFT + _LEANS[::2], *LAST_STEP)
_RIM_LEANT = _leanings(RIM_TILTS_DEG, np.deg2rad(np.arange(0.0, 360.0, 22.5)))
_STAY = (0.0, 0.0, 0.0, 0.0, 0.0)
_RIM_CLIMB, _RIM_POLISH = (
    [_moves([_STAY, *_ONE_SHIFT, *_LEANS[::2]], *step) for step in steps] for steps in (FREE_STEPS, RIM_LAST_STEPS)
)
_LEANT, _BLANK_LEANT = (_leanings(tilts, EIGHT_WAYS) for tilts in (TILTS_DEG, BLANK_TILTS_DEG))
_BLANK_OFF = BLANK_OFF * np.array([(0.0, 0.0), (-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)])


def fit_flat(sight: Sight, start: Attitude) -> Fitted:
    """Climb from a flat attitude to the best flat one near it."""
    return fit_each_flat(sight, [start])[0]


def fit_each_flat(sight: Sight, starts: list[Attitude]) -> list[Fitted]:
    """Climb from flat attitudes, each to the best flat one near it."""
    poses = poses_of(starts)
    merits = _quick_merits(sight, poses)
    for moves in _FLAT_CLIMB:
        poses, merits = _climbed(sight, poses, merits, moves, _quick_merits)
    return _polished(sight, poses, _FLAT_POLISH)


def fit_best_flat(sight: Sight, starts: list[Attitude]) -> Fitted:
    """Find the best flat attitude near any of some."""
    return _best_of(sight, poses_of(starts), _FAR_CLIMB, _FLAT_POLISH, FAR_BEAM)


def fit_tilted(sight: Sight, start: Attitude) -> Fitted:
    """Find the best attitude of any tilt near a flat one whose top face was seen."""
    leaning = _LEANT.of(poses_of([start]), sight.edge_mm)
    return _best_of(sight, leaning, _FREE_CLIMB, _FREE_POLISH, LEANING_BEAM)


def fit_leaning(sight: Sight, start: Attitude, may: Callable[[Attitude], bool]) -> Fitted | None:
    """Find the best of the slight tilts near a flat attitude that may be; None where none may."""
    best = _allowed(_RIM_LEANT.of(poses_of([start]), sight.edge_mm), may)
    if best is None:
        return None
    for moves in _RIM_CLIMB:
        best = _allowed(moves.of(_best(sight, best, RIM_BEAM, _quick_merits), sight.edge_mm), may) or best
    for moves in _RIM_POLISH:
        best = _allowed(moves.of(_best(sight, best, RIM_LAST_BEAM, _drawn_merits), sight.edge_mm), may) or best
    return _fitted(sight, _best(sight, best, 1, _drawn_merits))[0]


def fit_steeper(sight: Sight, slight: Attitude, least_deg: float) -> Fitted:
    """Find the best attitude that leans by so much at least near one that leans less, in the same direction."""
    steeper = leaning_more(slight, least_deg + STEEPER_DEG - slight.tilt_deg)
    return fit_allowed(sight, [steeper], lambda at: at.tilt_deg >= least_deg)


def leaning_more(at: Attitude, by_deg: float) -> Attitude:
    """Let a die that leans do so by more, in the same direction."""
    axis = at.r[:, at.top_axis] * np.sign(at.r[2, at.top_axis])
    across = np.array([-axis[1], axis[0], 0.0]) / np.hypot(axis[0], axis[1])
    return replace(at, r=cv2.Rodrigues(across * np.deg2rad(by_deg))[0] @ at.r)


def fit_allowed(sight: Sight, starts: list[Attitude], may: Callable[[Attitude], bool]) -> Fitted:
    """Find the best attitude near some that may be, among those that may."""
    best = poses_of(starts)
    for moves in (*_RIM_CLIMB, *_RIM_CLIMB, *_RIM_POLISH):
        best = _allowed(moves.of(_best(sight, best, RIM_BEAM, _quick_merits), sight.edge_mm), may) or best
    return max(_fitted(sight, _best(sight, best, RIM_BEAM, _quick_merits)), key=lambda fitted: fitted.merit)


def fitted_at(sight: Sight, at: Attitude) -> Fitted:
    """Say how well one attitude explains the picture."""
    return _fitted(sight, poses_of([at]))[0]


def _best(sight: Sight, poses: Poses, count: int, measure: Measure) -> Poses:
    """Give so many of the poses that explain most."""
    return poses.picked(np.argsort(-measure(sight, poses))[:count])


def _allowed(poses: Poses, may: Callable[[Attitude], bool]) -> Poses | None:
    index = np.flatnonzero([may(poses.attitude(k)) for k in range(len(poses.r))])
    return poses.picked(index) if len(index) else None


def fit_blank(sight: Sight, x_mm: float, y_mm: float) -> Fitted:
    """Find the best attitude of any tilt and turn near a place."""
    flat = poses_of([upright(x_mm, y_mm, turn) for turn in np.deg2rad(np.arange(0, 90, 15))])
    leaning = _BLANK_LEANT.of(flat, sight.edge_mm)
    starts = [flat, *(_put(leaning, np.add((x_mm, y_mm), off)) for off in _BLANK_OFF * sight.edge_mm)]
    every = Poses(np.concatenate([p.places for p in starts]), np.concatenate([p.r for p in starts]))
    return _best_of(sight, every, _FREE_CLIMB, _FREE_POLISH, BLANK_BEAM)


def _put(poses: Poses, place_mm: Floats) -> Poses:
    """Put the middles of all poses to one place (2,) on the board."""
    places = poses.places.copy()
    places[:, :2] = place_mm
    return replace(poses, places=places)


def _best_of(sight: Sight, starts: Poses, climb: list[Moves], polish: Moves, beam: tuple[int, ...]) -> Fitted:
    """Climb from the best starts; with each smaller step only the best go on, as many as the beam says."""
    poses, merits = starts, _quick_merits(sight, starts)
    for count, moves in zip(beam, climb, strict=True):
        best = np.argsort(-merits)[:count]
        poses, merits = _climbed(sight, poses.picked(best), merits[best], moves, _quick_merits)
    return max(_polished(sight, poses, polish), key=lambda fitted: fitted.merit)


def _polished(sight: Sight, poses: Poses, moves: Moves) -> list[Fitted]:
    """Climb on with outlines drawn to the pixel, as they are judged later."""
    return _fitted(sight, _climbed(sight, poses, _drawn_merits(sight, poses), moves, _drawn_merits)[0])


def _climbed(sight: Sight, starts: Poses, merits: Merits, moves: Moves, measure: Measure) -> tuple[Poses, Merits]:
    """Climb from every start to the best pose near it, all in step; returns the poses and their merits."""
    poses, merits, climbing = starts.picked(np.arange(len(merits))), merits.copy(), np.arange(len(merits))
    for _ in range(MOST_CLIMBS):
        around = moves.of(poses.picked(climbing), sight.edge_mm)
        found = measure(sight, around).reshape(len(climbing), -1)
        better = np.flatnonzero(found.max(axis=1) > merits[climbing] + LEAST_GAIN)
        if not len(better):
            break
        best = around.picked(better * found.shape[1] + found[better].argmax(axis=1))
        climbing, merit = climbing[better], found[better].max(axis=1)
        poses.places[climbing], poses.r[climbing], merits[climbing] = best.places, best.r, merit
    return poses, merits


@dataclass(frozen=True, eq=False)
class _Faces:
    """The faces (n * 3) of n cubes that look at the camera, one for each axis: where the points of a grid appear.

    `columns`, `rows` (n * 3, m) in the window; `areas` (n, 3): what the faces show of themselves in areas of a top
    face, 0 for an axis of which neither face is in view.
    """

    columns: Places
    rows: Places
    areas: Places


_CORNERS = points_of(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]))
_COVER = (np.arange(COVER_SAMPLES) + 0.5) / COVER_SAMPLES - 0.5
_COVER_POINTS = points_of(np.stack(np.meshgrid(_COVER, _COVER), axis=-1).reshape(-1, 2))


@lru_cache(maxsize=16)
def _with_corners(patterns: Patterns, cover: bool) -> Places:
    """Give a face's corners, the points at which what it `cover`s is looked at, and those of patterns, (3, k)."""
    return np.concatenate([_CORNERS, *([_COVER_POINTS] if cover else []), patterns.points], axis=1)


def _faces(sight: Sight, poses: Poses, points: Places) -> _Faces:
    """Place points (3, 4 + m), a face's corners first, on the faces of poses (n)."""
    eye, edge, r = sight.plane.camera.position_mm, sight.edge_mm, poses.r
    from_eye = poses.middles_mm(edge) - eye
    away = np.einsum("nij,ni->nj", r, from_eye)
    axes = r.transpose(0, 2, 1)
    bases = np.empty((len(r), 3, 3, 3), np.float32)
    bases[..., 0] = from_eye[:, None] - edge / 2 * np.sign(away)[..., None] * axes
    bases[..., 1] = edge * axes.take((1, 2, 0), axis=1)
    bases[..., 2] = edge * axes.take((2, 0, 1), axis=1)
    x, y = sight.places(bases.reshape(-1, 3, 3), points)
    area = np.abs((x[:, 2] - x[:, 0]) * (y[:, 3] - y[:, 1]) - (x[:, 3] - x[:, 1]) * (y[:, 2] - y[:, 0]))
    areas = area.reshape(-1, 3) / np.float32(2.0 * sight.face_px)
    return _Faces(x[:, 4:], y[:, 4:], areas * (np.abs(away) > edge / 2))


def _quick_merits(sight: Sight, poses: Poses) -> Merits:
    """Compare poses (n) with the picture in few points and one channel: outline and pips together, (n,)."""
    quick, count = sight.patterns.quick, _COVER_POINTS.shape[1]
    faces = _faces(sight, poses, _with_corners(quick, True))
    columns, rows = faces.columns[:, :count], faces.rows[:, :count]
    weights = cv2.remap(sight.soft_weights, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    covers = (np.add.reduce(np.asarray(weights), axis=1) / np.float32(count)).reshape(-1, 3) * faces.areas
    inner = _Faces(faces.columns[:, count:], faces.rows[:, count:], faces.areas)
    pips = _read(sight, inner, poses.tops, sight.tone, quick).pips
    return np.asarray(pips + covers.sum(axis=1), dtype=np.float32)


def _drawn_merits(sight: Sight, poses: Poses) -> Merits:
    """Do the same with drawn outlines."""
    drawn = [covered(sight, shape) for shape in outlines_of(sight, poses.middles_mm(sight.edge_mm), poses.r)]
    faces = _faces(sight, poses, _with_corners(sight.patterns.quick, False))
    return _read(sight, faces, poses.tops, sight.tone, sight.patterns.quick).pips + np.array(drawn, np.float32)


@dataclass(frozen=True, eq=False)
class _Read:
    """What n cubes show: evidence (n, 6) of the top faces; what pips explain and how much is in view, (n,).

    `colours` (n * 3, m, channels) of the faces that look at the camera, one for each axis.
    """

    evidence: NDArray[np.float32]
    pips: NDArray[np.float32]
    shown: NDArray[np.float32]
    colours: NDArray[np.uint8]


def _read(sight: Sight, faces: _Faces, tops: NDArray[np.intp], picture: Image, patterns: Patterns) -> _Read:
    """Read the faces in a picture, seen at the points of the patterns, by what walls leave in view of them."""
    colours = look(picture, faces.columns, faces.rows).reshape(*faces.columns.shape, -1)
    shares, in_view = _shares(sight, faces, colours, patterns)
    evidence = shares[np.arange(len(tops)), tops]
    best = np.where(_POSSIBLE[evidence.argmax(axis=1), tops], shares, 0.0).max(axis=2)
    shown = np.where(faces.areas >= LEAST_SIDE, faces.areas, 0.0) * in_view
    return _Read(evidence, (best * shown).sum(axis=1), shown.sum(axis=1), colours)


def _shares(
    sight: Sight, faces: _Faces, colours: NDArray[np.uint8], patterns: Patterns
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give what each value explains of the faces that look at the camera (n, 3, 6), and the part in view of each."""
    shares = by_value(explained(colours, patterns), patterns)
    in_view = np.ones(len(shares), np.float32)
    if sight.clear_view is not None:
        seen = look(sight.clear_view, faces.columns, faces.rows) > 0
        in_view = seen.mean(axis=1, dtype=np.float32)
        cut = np.flatnonzero(in_view <= 1.0 - LEAST_HIDDEN)
        told, left = (by_value(each, patterns) for each in explained_where(colours[cut], seen[cut], patterns))
        enough = (left >= LEAST_PIPS) & (in_view[cut, None] >= LEAST_LEFT)
        shares[cut] = np.where(enough, told, shares[cut])
    return shares.reshape(-1, 3, 6), in_view.reshape(-1, 3)


def _possible() -> NDArray[np.bool_]:
    """Say which values each face may show, by the top face's value and axis, (6, 3, 3, 6).

    Beside a top face neither its value nor the opposite one shows.
    """
    values, axes = np.arange(6), np.arange(3)
    beside = (values != values[:, None]) & (values != 5 - values[:, None])
    top = axes[:, None] == axes
    return np.asarray(beside[:, None, None] | top[:, :, None], dtype=bool)


_POSSIBLE = _possible()


def _fitted(sight: Sight, poses: Poses) -> list[Fitted]:
    """Compare poses with the picture in all points and colours."""
    faces = _faces(sight, poses, _with_corners(sight.patterns, False))
    seen = _read(sight, faces, poses.tops, sight.patch, sight.patterns)
    return [_fitted_as(sight, poses.attitude(k), seen, k) for k in range(len(poses.r))]


def _fitted_as(sight: Sight, at: Attitude, seen: _Read, k: int) -> Fitted:
    """Say how well the cube of number `k` explains the picture, from what it shows."""
    evidence, cover = tuple(float(e) for e in seen.evidence[k]), covered(sight, outline_of(sight, at))
    noisy = noise_hides(seen.colours[3 * k + at.top_axis], sight.noise, sight.patterns)
    return Fitted(at, evidence, float(seen.pips[k]), float(seen.shown[k]), cover, noisy)


def pips_in(sight: Sight, at: Attitude, view: Mask) -> float:
    """Give what pips explain of the faces of a cube that are seen in a view (h, w), in areas of a top face."""
    faces = _faces(sight, poses_of([at]), _with_corners(sight.patterns, False))
    colours = look(sight.patch, faces.columns, faces.rows).reshape(*faces.columns.shape, -1)
    shares = by_value(explained(colours, sight.patterns), sight.patterns).max(axis=1)
    seen = (look(view, faces.columns, faces.rows) > 0).mean(axis=1)
    shown = np.where((faces.areas[0] >= LEAST_SIDE) & (seen >= LEAST_FACE), faces.areas[0], 0.0)
    return float((shares * shown).sum())


def top_places(sight: Sight, at: Attitude, grid: Floats) -> Floats:
    """Give the places (m, 2) in the window of a grid (m, 2), in edges, on the most upward face."""
    faces = _faces(sight, poses_of([at]), np.concatenate([_CORNERS, points_of(grid)], axis=1))
    return np.stack([faces.columns[at.top_axis], faces.rows[at.top_axis]], axis=1).astype(np.float64)

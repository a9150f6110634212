"""Fits cubes to a picture: many attitudes are compared at once, and all climbs of a search go in step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from vision.cubes.cube import Attitude, Fitted, Sight, upright
from vision.cubes.cube_faces import Merits, Poses, all_fitted, drawn_merits, poses_of, quick_merits
from vision.geometry import Floats

Measure = Callable[[Sight, "Poses"], Merits]

FLAT_STEPS, FAR_STEPS = ((0.8, 6.0), (0.25, 2.0)), ((2.4, 10.0), (0.8, 6.0), (0.25, 2.0))
FREE_STEPS, LAST_STEP = ((0.8, 6.0), (0.4, 3.0)), (0.2, 1.5)
"""Shrinking steps, mm and degrees: over flat attitudes from near and far, over all, and on drawn outlines."""

MOST_CLIMBS = 8
LEAST_GAIN = 1e-4
FAR_BEAM, LEANING_BEAM, BLANK_BEAM = (3, 2, 2), (4, 1), (24, 3)
"""How many attitudes climb with each step of a search."""

TILTS_DEG, BLANK_TILTS_DEG = (9.0, 18.0, 28.0, 40.0), (20.0, 32.0, 42.0)
BLANK_TURNS = np.deg2rad(np.arange(0.0, 90.0, 15.0))
BLANK_OFF = 0.15
"""How far off, in edges along both axes, leaning dice are sought: they stand beside where a flat one seems to."""

BESIDE_TURNS, BESIDE_TILTS_DEG = np.deg2rad(np.arange(0.0, 360.0, 15.0)), (24.0, 33.0, 41.0)
BESIDE_OFF = (-0.3, 0.0, 0.3)
"""In which directions, and by how much, dice lean on a flat one where they are sought; and how far aside, in edges."""

STEEPER_DEG = 2.0
"""From how much more than the least tilt dice that must lean so climb."""

RIM_TILTS_DEG, RIM_BEAM = (5.0, 8.0, 11.0, 14.0, 17.0, 20.0), 3
"""Tilts of what leans on a chip's rim, and how many of them climb."""

RIM_LAST_STEPS, RIM_LAST_BEAM = (LAST_STEP, LAST_STEP, (0.1, 0.7), (0.1, 0.7)), 2
"""The same on drawn outlines: a lean of five degrees differs little from none, and is to fit as well as that does."""

EIGHT_WAYS = np.deg2rad(np.arange(0.0, 360.0, 45.0))


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
        return Poses(places.reshape(-1, 3), self._turned(poses.r))

    def _turned(self, r: Floats) -> Floats:
        """Turn each of n dice (n, 3, 3) in every way, (n * m, 3, 3), in one product: many small ones take long."""
        both = self.rotations.reshape(-1, 3) @ r.transpose(1, 0, 2).reshape(3, -1)
        return both.reshape(-1, 3, len(r), 3).transpose(2, 0, 1, 3).reshape(-1, 3, 3)


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
    merits = quick_merits(sight, poses)
    for moves in _FLAT_CLIMB:
        poses, merits = _climbed(sight, poses, merits, moves, quick_merits)
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
        best = _allowed(moves.of(_best(sight, best, RIM_BEAM, quick_merits), sight.edge_mm), may) or best
    for moves in _RIM_POLISH:
        best = _allowed(moves.of(_best(sight, best, RIM_LAST_BEAM, drawn_merits), sight.edge_mm), may) or best
    return all_fitted(sight, _best(sight, best, 1, drawn_merits))[0]


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
        best = _allowed(moves.of(_best(sight, best, RIM_BEAM, quick_merits), sight.edge_mm), may) or best
    return max(all_fitted(sight, _best(sight, best, RIM_BEAM, quick_merits)), key=lambda fitted: fitted.merit)


def _best(sight: Sight, poses: Poses, count: int, measure: Measure) -> Poses:
    """Give so many of the poses that explain most."""
    return poses.picked(np.argsort(-measure(sight, poses))[:count])


def _allowed(poses: Poses, may: Callable[[Attitude], bool]) -> Poses | None:
    index = np.flatnonzero([may(poses.attitude(k)) for k in range(len(poses.r))])
    return poses.picked(index) if len(index) else None


def in_any_turn(x_mm: float, y_mm: float) -> list[Attitude]:
    """Give the attitudes of a flat die at a place, each turned a little further."""
    return [upright(x_mm, y_mm, turn) for turn in BLANK_TURNS]


def fit_blank(sight: Sight, x_mm: float, y_mm: float) -> Fitted:
    """Find the best attitude of any tilt and turn near a place."""
    flat = poses_of(in_any_turn(x_mm, y_mm))
    leaning = _BLANK_LEANT.of(flat, sight.edge_mm)
    starts = [flat, *(_put(leaning, np.add((x_mm, y_mm), off)) for off in _BLANK_OFF * sight.edge_mm)]
    every = Poses(np.concatenate([p.places for p in starts]), np.concatenate([p.r for p in starts]))
    return _best_of(sight, every, _FREE_CLIMB, _FREE_POLISH, BLANK_BEAM)


def fit_beside(sight: Sight, flat: Attitude) -> Fitted:
    """Find the best attitude of a die that leans on a flat one, from whatever side.

    Its lower edge stands on the board, and the opposite one of its lower face against the flat die.
    """
    every = product(BESIDE_TURNS, BESIDE_TILTS_DEG, BESIDE_OFF)
    leaning = [_beside(flat, turn, np.deg2rad(tilt), off, sight.edge_mm) for turn, tilt, off in every]
    return _best_of(sight, poses_of(leaning), _FREE_CLIMB, _FREE_POLISH, BLANK_BEAM)


def _beside(flat: Attitude, turn: float, tilt: float, off: float, edge_mm: float) -> Attitude:
    """Let a die lean by `tilt` in the direction `turn` on a flat one, aside of its middle by `off` edges."""
    reach = np.abs((np.cos(turn - flat.turn), np.sin(turn - flat.turn))).sum()
    away = edge_mm / 2 * (reach + np.cos(tilt) + np.sin(tilt)), edge_mm * off
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    x, y = (flat.x_mm, flat.y_mm) + away[0] * along + away[1] * across
    lean = cv2.Rodrigues(np.array([*across, 0.0]) * tilt)[0]
    return Attitude(float(x), float(y), np.asarray(lean @ upright(0.0, 0.0, turn).r, np.float64))


def _put(poses: Poses, place_mm: Floats) -> Poses:
    """Put the middles of all poses to one place (2,) on the board."""
    places = poses.places.copy()
    places[:, :2] = place_mm
    return replace(poses, places=places)


def _best_of(sight: Sight, starts: Poses, climb: list[Moves], polish: Moves, beam: tuple[int, ...]) -> Fitted:
    """Climb from the best starts; with each smaller step only the best go on, as many as the beam says."""
    poses, merits = starts, quick_merits(sight, starts)
    for count, moves in zip(beam, climb, strict=True):
        best = np.argsort(-merits)[:count]
        poses, merits = _climbed(sight, poses.picked(best), merits[best], moves, quick_merits)
    return max(_polished(sight, poses, polish), key=lambda fitted: fitted.merit)


def _polished(sight: Sight, poses: Poses, moves: Moves) -> list[Fitted]:
    """Climb on with outlines drawn to the pixel, as they are judged later."""
    return all_fitted(sight, _climbed(sight, poses, drawn_merits(sight, poses), moves, drawn_merits)[0])


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

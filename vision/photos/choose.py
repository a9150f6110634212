"""Choose, of all possible faces, the top faces: as many pips as possible, no pip twice, no two dice in one place."""

import math
from dataclasses import dataclass

import numpy as np

from vision.photos.bodies import FaceLook, Squares, look_around, look_at_faces
from vision.photos.grids import Faces, alike
from vision.photos.pips import Bools, Floats, Ints, Level, Pips
from vision.photos.plane import Plane
from vision.photos.score import LEAST_FIT, LEAST_FIT_OF_FEW, clearness, least_fit, shape_score, upright

EDGE_SPACINGS = 4.0
"""A die's edge in node spacings: 3.5 to 4.4 on real dice."""

_CLEAN = 0.85
_SIDE_STEP = 0.06
"""A face ends where the colour changes by this share of its pips' contrast."""
_APART_EDGES = 0.9
_LEAST_SIZE = 0.5
"""The smallest die of a photo against its largest."""
_SAME_SHAPE = 1.4
_LARGER_PIP = 1.5
"""The pips of many a 1 and 2 are larger than those of the other faces."""
LEAST_EDGE_PX = 18.0
"""Smaller dice cannot be read."""
_LEAST_RADIUS_PX = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A face that may lie on top: `centre` and `edge` in rectified pixels, `pips` as indices, `score` 0..6."""

    value: int
    centre: Floats
    edge: float
    turn: float
    pips: tuple[int, ...]
    score: float
    radius: float
    lean: float
    ends: float = 1.0
    """How sharply the body ends on three of its sides, in units of the pips' contrast."""

    @property
    def fit(self) -> float:
        """The score per pip, 0..1."""
        return self.score / self.value


def candidates(levels: list[Level], pips: Pips, faces: Faces, plane: Plane, edge_px: float | None) -> list[Candidate]:
    """Propose top faces, best first. `edge_px` (stored pixels) admits only dice of about that size."""
    flat = plane.flattened(pips.centre)
    lean = plane.lean(pips)
    faces = faces.take(shape_score(faces, pips, lean) > least_fit(faces.value) * faces.value)
    look = look_at_faces(levels, faces, pips, flat, plane.back)
    found = _from_faces(faces, look, pips, lean)
    ones = np.nonzero(_may_be_one(pips, lean))[0]
    around = look_around(levels, flat[ones], pips.take(ones), plane.back)
    found += _from_ones(ones, around, pips, flat, lean)
    if edge_px is not None:
        found = [c for c in found if 0.72 * edge_px < c.edge < 1.35 * edge_px]
    found = [c for c in found if c.edge > LEAST_EDGE_PX and c.radius > _LEAST_RADIUS_PX]
    return sorted(_of_one_size(found), key=lambda c: -c.score)


def choose(proposed: list[Candidate]) -> list[Candidate]:
    """Accept candidates from the best on, where their pips are free and no accepted die is in the way."""
    chosen: list[Candidate] = []
    used: set[int] = set()
    largest = 0.0
    for candidate in proposed:
        if candidate.edge < _LEAST_SIZE * largest or not used.isdisjoint(candidate.pips):
            continue
        if all(_apart(candidate, die) > _APART_EDGES for die in chosen):
            chosen.append(candidate)
            used.update(candidate.pips)
            largest = max(largest, candidate.edge if candidate.fit > 0.75 else 0.0)
    return chosen


def _apart(one: Candidate, other: Candidate) -> float:
    """Give the distance of two faces' centres in their mean edge."""
    (ax, ay), (bx, by) = one.centre, other.centre
    return math.hypot(ax - bx, ay - by) / ((one.edge + other.edge) / 2)


def _from_faces(faces: Faces, look: FaceLook, pips: Pips, lean: Floats) -> list[Candidate]:
    if not len(faces):
        return []
    leaning = np.where(faces.pip >= 0, lean[np.maximum(faces.pip, 0)], -1).max(axis=1)
    ends = np.sort(look.sides, axis=1)[:, 1]
    good = (look.clean > _CLEAN) & (ends > _SIDE_STEP) & ((faces.value > 3) | (leaning < 0))
    score = shape_score(faces, pips, lean) * look.clean
    leans, radius = faces.mean(lean), faces.mean(pips.radius)
    edge = EDGE_SPACINGS * faces.spacing
    turn = np.arctan2(faces.u[:, 1], faces.u[:, 0])
    return [
        Candidate(
            int(faces.value[k]),
            faces.centre[k],
            float(edge[k]),
            float(turn[k]),
            tuple(int(p) for p in faces.pip[k] if p >= 0),
            float(score[k]),
            float(radius[k]),
            float(leans[k]),
            float(ends[k]),
        )
        for k in np.nonzero(good)[0]
    ]


def _may_be_one(pips: Pips, lean: Floats) -> Bools:
    if not len(pips):
        return np.zeros(0, bool)
    clear = (pips.rough < 0.13) & (pips.closed > 0.85) & (pips.unrest < 0.2) & (lean < 0)
    clear &= clearness(pips) * upright(lean) > LEAST_FIT_OF_FEW
    return np.asarray(clear & (pips.contrast > max(30.0, 0.35 * float(np.percentile(pips.contrast, 95)))))


def _from_ones(ones: Ints, around: Squares, pips: Pips, flat: Floats, lean: Floats) -> list[Candidate]:
    """Take single spots in the middle of a square body."""
    radius, clear = pips.radius[ones], clearness(pips)
    half = around.sides[:, :2].mean(axis=1)
    good = around.may_be_die(radius) & ~_holds_others(ones, around, pips, flat)
    return [
        Candidate(
            1,
            flat[ones[k]],
            2 * float(half[k]),
            float(around.turn[k]),
            (int(ones[k]),),
            float(clear[ones[k]] * upright(lean[ones[k]])),
            float(radius[k]),
            float(lean[ones[k]]),
        )
        for k in np.nonzero(good)[0]
    ]


def _holds_others(ones: Ints, around: Squares, pips: Pips, flat: Floats) -> Bools:
    """Tell in which squares another spot of the same kind lies: then it is no 1."""
    offset = flat[None] - flat[ones][:, None]
    cos, sin = np.cos(around.turn)[:, None], np.sin(around.turn)[:, None]
    along = np.abs(offset[..., 0] * cos + offset[..., 1] * sin)
    across = np.abs(offset[..., 1] * cos - offset[..., 0] * sin)
    half = around.sides[:, :2].mean(axis=1, keepdims=True)
    every = np.arange(len(pips))
    other = (np.maximum(along, across) < 0.9 * half) & (np.hypot(along, across) > pips.radius[ones][:, None])
    row, column = np.nonzero(other & (ones[:, None] != every))
    found = np.zeros(len(ones), bool)
    found[row[alike(pips, ones[row], column)]] = True
    return found


def _of_one_size(found: list[Candidate]) -> list[Candidate]:
    """Where faces of three and more pips show how large pips are here, drop what is far from that."""
    found = [c for c in found if c.fit > (LEAST_FIT if c.value > 3 else LEAST_FIT_OF_FEW)]
    best = max((c.score for c in found), default=0.0)
    sure = [c for c in found if c.fit > 0.75 and c.score > 0.75 * best]
    if not sure:
        return found
    low, high = 0.65 * min(c.radius for c in sure), 1.5 * max(c.radius for c in sure)
    sized = [c for c in found if low < c.radius < high]
    return [c for c in sized if c.value > 3 or _shaped_like(c, sure)]


def _shaped_like(candidate: Candidate, sure: list[Candidate]) -> bool:
    """Tell whether edge and pips go together as on the 3s, 4s and 5s, where there are such."""
    known = [c.edge / c.radius for c in sure if 3 <= c.value <= 5]
    shape = candidate.edge / candidate.radius
    larger_pip = _LARGER_PIP if candidate.value <= 2 else 1.0
    return not known or min(known) / _SAME_SHAPE / larger_pip < shape < max(known) * _SAME_SHAPE

"""A cube in a picture: how it stands, and how well its outline and the pips of all faces explain what is seen."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Floats
from vision.rectify import TopPlane, Window
from vision.segment import Mask
from vision.topface import Patterns, by_value, explained, look

CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])

LEAST_SIDE = 0.1
"""Faces that show less of themselves, in areas of a top face, have no readable pips."""

UNKNOWN_AGREES = 0.9
"""How much of an outline that cannot be judged is taken to agree with the body."""

FINE_STEPS = ((0.8, 6.0), (0.4, 3.0), (0.2, 1.5))
"""Shrinking steps of the search: mm and degrees."""

MOST_CLIMBS = 8
TILTS_DEG = (9.0, 18.0, 28.0, 40.0)
DIRECTIONS = np.deg2rad(np.arange(0.0, 360.0, 45.0))
BEST_STARTS = 2


@dataclass(frozen=True, eq=False)
class Attitude:
    """A cube resting with its lowest corner at `floor_mm`: middle x, y in mm and `r` (3, 3), die to board."""

    x_mm: float
    y_mm: float
    r: Floats
    floor_mm: float = 0.0

    @property
    def top_axis(self) -> int:
        """Which of the die's axes is most upright."""
        return int(np.argmax(np.abs(self.r[2])))

    @property
    def tilt_deg(self) -> float:
        """The angle between the most upward face's normal and the vertical."""
        return float(np.degrees(np.arccos(np.clip(np.abs(self.r[2]).max(), -1, 1))))

    @property
    def turn(self) -> float:
        """The turn of the most upward face about the vertical, rad."""
        along = self.r[:, (self.top_axis + 1) % 3]
        return float(np.arctan2(along[1], along[0]))

    def middle_mm(self, edge_mm: float) -> Floats:
        """Give the cube's middle, (3,)."""
        return np.array([self.x_mm, self.y_mm, self.floor_mm + edge_mm / 2 * np.abs(self.r[2]).sum()])


@dataclass(frozen=True, eq=False)
class Fitted:
    """An attitude with how well it explains the picture.

    `evidence` (6,) of the top face's values; `pips`, `shown` and `cover` in areas of a top face: what pips explain of
    the faces in view, how much is in view of them, and what the outline explains of the body less what it claims
    beyond it.
    """

    attitude: Attitude
    evidence: tuple[float, ...]
    pips: float
    shown: float
    cover: float

    @property
    def merit(self) -> float:
        """Outline and pips together."""
        return self.pips + self.cover

    @property
    def value(self) -> int:
        """The likeliest value of the top face."""
        return int(np.argmax(self.evidence)) + 1

    @property
    def margin(self) -> float:
        """How much more the likeliest value explains than the next."""
        first, second = sorted(self.evidence, reverse=True)[:2]
        return first - second


@dataclass(frozen=True, eq=False)
class Sight:
    """A window of the plane with what a die may and may not cover.

    `own`: pixels of the body that only a die explains; `other`: pixels that show surely no die. What is neither,
    hidden by a wall, in the shade or of a chip in the dice's colour, counts for nothing. `things`: chips and whatever
    else lies there and could hold a leaning die. `tone` (h, w): the one channel in which pips show most, to be quick.
    """

    plane: TopPlane
    window: Window
    patch: Image
    own: Mask
    other: Mask
    things: Mask
    tone: Image
    patterns: Patterns
    edge_mm: float
    weights: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        """Weigh the pixels: covering its own is worth as much as leaving it out costs."""
        weights = (self.own > 0) * np.float32(2.0) - (self.other > 0) * np.float32(1.0)
        object.__setattr__(self, "weights", np.asarray(weights, dtype=np.float32))

    @property
    def face_px(self) -> float:
        """The area of a top face."""
        return float(self.edge_mm * self.plane.scale) ** 2

    def without(self, shapes: list[Mask]) -> "Sight":
        """Take what other dice cover out of account."""
        if not shapes:
            return self
        taken = cv2.bitwise_not(np.asarray(np.bitwise_or.reduce(shapes), dtype=np.uint8))
        own, other = (np.asarray(cv2.bitwise_and(mask, taken), dtype=np.uint8) for mask in (self.own, self.other))
        return replace(self, own=own, other=other)

    def near(self, at: Attitude) -> "Sight":
        """Cut the sight down to a die's surroundings."""
        column, row = self.plane.appear(at.middle_mm(self.edge_mm)[None])[0] - (self.window.left, self.window.top)
        reach = 1.7 * self.edge_mm * self.plane.scale
        left, top = (max(0, int(v - reach)) for v in (column, row))
        right, bottom = min(self.window.width, int(column + reach)), min(self.window.height, int(row + reach))
        if right - left < 8 or bottom - top < 8:
            return self
        window = Window(self.window.left + left, self.window.top + top, right - left, bottom - top)
        part = slice(top, bottom), slice(left, right)
        arrays = (self.patch, self.own, self.other, self.things, self.tone)
        patch, own, other, things, tone = (np.ascontiguousarray(a[part]) for a in arrays)
        return replace(self, window=window, patch=patch, own=own, other=other, things=things, tone=tone)


def upright(x_mm: float, y_mm: float, turn: float, floor_mm: float = 0.0) -> Attitude:
    """Give the attitude of a flat die."""
    return Attitude(x_mm, y_mm, _rotation(2, turn), floor_mm)


def outline_of(sight: Sight, attitude: Attitude) -> Mask:
    """Draw the cube's silhouette into the sight's window, (h, w) 0/255."""
    corners = sight.edge_mm * CORNERS @ attitude.r.T + attitude.middle_mm(sight.edge_mm)
    points = sight.plane.appear(corners) - (sight.window.left, sight.window.top)
    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    canvas = np.zeros((sight.window.height, sight.window.width), np.uint8)
    cv2.fillConvexPoly(canvas, np.round(hull * 16).astype(np.int32), 255, shift=4)
    return canvas


def covered(sight: Sight, shape: Mask) -> float:
    """Give what a silhouette is worth, in areas of a top face: own pixels twice, others' less."""
    return cv2.mean(sight.weights, mask=shape)[0] * cv2.countNonZero(shape) / sight.face_px


def agreement(sight: Sight, shape: Mask) -> float:
    """Compare an outline with the body (IoU), 0..1; what cannot be judged of it counts as likely right."""
    both = cv2.countNonZero(cv2.bitwise_and(shape, sight.own))
    beyond = cv2.countNonZero(cv2.bitwise_and(shape, sight.other))
    unknown = cv2.countNonZero(shape) - both - beyond
    whole = cv2.countNonZero(sight.own) + beyond + unknown
    return (both + UNKNOWN_AGREES * unknown) / whole if whole else 0.0


def assess(sight: Sight, attitudes: list[Attitude], quick: bool = False) -> list[Fitted]:
    """Compare attitudes with the picture; `quick`: in fewer points and one channel."""
    patterns = sight.patterns.quick if quick and sight.patterns.quick else sight.patterns
    maps, areas = _visible_faces(sight, attitudes, patterns.grid)
    picture = sight.tone[..., None] if quick else sight.patch
    colours = look(picture, *maps.astype(np.float32).transpose(2, 0, 1)).reshape(len(maps), len(patterns.grid), -1)
    shares = by_value(explained(colours, patterns), patterns).reshape(len(attitudes), 3, 6)
    tops = np.array([a.top_axis for a in attitudes])
    top = shares[np.arange(len(attitudes)), tops]
    best = np.where(_possible(top.argmax(axis=1), tops)[..., : shares.shape[2]], shares, 0.0).max(axis=2)
    shown = np.where(areas >= LEAST_SIDE, areas, 0.0)
    pips = (best * shown).sum(axis=1)
    covers = (covered(sight, outline_of(sight, a)) for a in attitudes)
    return [
        Fitted(a, tuple(float(e) for e in top[k]), float(pips[k]), float(shown[k].sum()), next(covers))
        for k, a in enumerate(attitudes)
    ]


def _possible(top_values: NDArray[np.int64], tops: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say which values each face may show, (n, 3, 6): beside a top face neither its value nor the opposite one."""
    values = np.arange(6)
    beside = (values != top_values[:, None]) & (values != 5 - top_values[:, None])
    possible = np.repeat(beside[:, None], 3, axis=1)
    possible[np.arange(len(tops)), tops] = True
    return possible


def _visible_faces(sight: Sight, attitudes: list[Attitude], grid: Floats) -> tuple[Floats, Floats]:
    """Place a grid of points (m, 2) on the face of each axis that looks at the camera.

    Returns places in the window (n * 3, m, 2) and the areas (n, 3) that the faces show, in areas of a top face;
    0 for an axis of which neither face is in view.
    """
    eye, edge = sight.plane.camera.position_mm, sight.edge_mm
    r = np.stack([a.r for a in attitudes])
    middles = np.stack([a.middle_mm(edge) for a in attitudes])
    to_eye = np.einsum("nij,ni->nj", r, eye - middles)
    normals = r * np.sign(to_eye)[:, None, :]
    axes = np.arange(3)
    along, across = r[:, :, (axes + 1) % 3], r[:, :, (axes + 2) % 3]
    centres = middles[:, :, None] + edge / 2 * normals
    points = centres[..., None] + edge * (along[..., None] * grid[:, 0] + across[..., None] * grid[:, 1])
    flat = points.transpose(0, 2, 3, 1).reshape(-1, 3)
    places = sight.plane.appear(flat) - (sight.window.left, sight.window.top)
    places = places.reshape(len(attitudes) * 3, len(grid), 2)
    return places, _areas(places, grid, sight).reshape(-1, 3) * (np.abs(to_eye) > edge / 2)


def _areas(places: Floats, grid: Floats, sight: Sight) -> Floats:
    """Give the areas (k,) of faces from the places (k, m, 2) of three corners of their grids."""
    side = round(np.sqrt(len(grid)))
    one, two = places[:, side - 1] - places[:, 0], places[:, -side] - places[:, 0]
    span = float(np.ptp(grid[:, 0])) ** 2
    area = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0])
    return np.asarray(area / (span * sight.face_px), dtype=np.float64)


def top_places(sight: Sight, at: Attitude, grid: Floats) -> Floats:
    """Give the places (m, 2) in the window of a grid (m, 2), in edges, on the most upward face."""
    places, _ = _visible_faces(sight, [at], grid)
    return np.asarray(places[at.top_axis], dtype=np.float64)


def fit_flat(sight: Sight, start: Attitude) -> Fitted:
    """Climb from a flat attitude to the best flat one near it."""
    return _climb(sight, start, _flat_moves)


def fit_tilted(sight: Sight, start: Attitude) -> Fitted:
    """Find the best attitude of any tilt near a flat one whose top face was seen."""
    leaning = [_leant(start, way, np.deg2rad(tilt), sight.edge_mm) for tilt in TILTS_DEG for way in DIRECTIONS]
    return _best_of(sight, leaning)


def fit_blank(sight: Sight, x_mm: float, y_mm: float) -> Fitted:
    """Find the best attitude of any tilt and turn near a place."""
    flat = [upright(x_mm, y_mm, turn) for turn in np.deg2rad(np.arange(0, 90, 15))]
    leaning = [
        replace(_leant(at, way, angle, sight.edge_mm), x_mm=x_mm, y_mm=y_mm)
        for at in flat
        for angle in np.deg2rad((20.0, 32.0, 42.0))
        for way in DIRECTIONS[::2]
    ]
    return _best_of(sight, flat + leaning)


def _best_of(sight: Sight, starts: list[Attitude]) -> Fitted:
    ranked = sorted(assess(sight, starts, quick=True), key=lambda fitted: -fitted.merit)
    climbs = (_climb(sight, fitted.attitude, _all_moves) for fitted in ranked[:BEST_STARTS])
    return max(climbs, key=lambda fitted: fitted.merit)


def _climb(sight: Sight, start: Attitude, moves: Callable[[Attitude, float, float, float], list[Attitude]]) -> Fitted:
    best = assess(sight, [start], quick=True)[0]
    for step_mm, step_deg in FINE_STEPS:
        for _ in range(MOST_CLIMBS):
            around = moves(best.attitude, step_mm, float(np.deg2rad(step_deg)), sight.edge_mm)
            better = max(assess(sight, around, quick=True), key=lambda fitted: fitted.merit)
            if better.merit <= best.merit + 1e-4:
                break
            best = better
    return assess(sight, [best.attitude])[0]


def _flat_moves(at: Attitude, step_mm: float, step: float, _edge_mm: float) -> list[Attitude]:
    shifts = [(step_mm, 0.0), (-step_mm, 0.0), (0.0, step_mm), (0.0, -step_mm)]
    moved = [replace(at, x_mm=at.x_mm + dx, y_mm=at.y_mm + dy) for dx, dy in shifts]
    return moved + [replace(at, r=_rotation(2, turn) @ at.r) for turn in (step, -step)]


def _all_moves(at: Attitude, step_mm: float, step: float, edge_mm: float) -> list[Attitude]:
    along = np.arctan2(at.r[1, (at.top_axis + 1) % 3], at.r[0, (at.top_axis + 1) % 3])
    leaning = [_leant(at, float(along + quarter), step, edge_mm) for quarter in np.deg2rad((0, 90, 180, 270))]
    return _flat_moves(at, step_mm, step, edge_mm) + leaning


def _leant(at: Attitude, way: float, angle: float, edge_mm: float) -> Attitude:
    """Tilt a die towards a direction on the board; the middle of its top face stays where it is."""
    axis = np.array([-np.sin(way), np.cos(way), 0.0]) * angle
    r = np.asarray(cv2.Rodrigues(axis)[0], dtype=np.float64) @ at.r
    old, new = (m[:, at.top_axis] * np.sign(m[2, at.top_axis]) for m in (at.r, r))
    dx, dy = edge_mm / 2 * (old - new)[:2]
    return replace(at, x_mm=at.x_mm + float(dx), y_mm=at.y_mm + float(dy), r=r)


def _rotation(axis: int, angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = cos
    matrix[first, second], matrix[second, first] = -sin, sin
    return matrix

"""How a die stands in space: its turn and tilt by comparing a cube's outline and top face with the picture."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Floats
from vision.rectify import TopPlane, Window
from vision.segment import Mask, agreement
from vision.topface import Patterns, by_value, explained, look

CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
FACE_WEIGHT = 0.5
"""How much the pips count beside the outline."""

FINE_STEPS = ((0.8, 6.0), (0.4, 3.0), (0.2, 1.5))
"""Shrinking steps of the search: mm and degrees."""

MOST_CLIMBS = 8
LEANING_DEG = (20.0, 32.0, 42.0)
START_TILTS_DEG = (12.0, 28.0, 42.0)


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

    def height_mm(self, edge_mm: float) -> float:
        """The height of the middle."""
        return float(self.floor_mm + edge_mm / 2 * np.abs(self.r[2]).sum())


@dataclass(frozen=True, eq=False)
class Fitted:
    """An attitude with how well it explains the picture: outline (IoU) and evidence (6,) of the top face's values."""

    attitude: Attitude
    agreement: float
    evidence: tuple[float, ...]

    @property
    def merit(self) -> float:
        """Outline and pips together."""
        return self.agreement + FACE_WEIGHT * max(self.evidence)


@dataclass(frozen=True, eq=False)
class View:
    """One die's surroundings: rectified picture, the body's mask, what is not to be judged, and the scale of things."""

    plane: TopPlane
    window: Window
    patch: Image
    body: Mask
    ignored: Mask
    shade: Mask
    patterns: Patterns
    edge_mm: float

    def cropped(self, column: float, row: float) -> "View":
        """Cut the view down to a die's surroundings; column and row in its window."""
        reach = 1.7 * self.edge_mm * self.plane.scale
        left, top = (max(0, int(v - reach)) for v in (column, row))
        right, bottom = min(self.window.width, int(column + reach)), min(self.window.height, int(row + reach))
        window = Window(self.window.left + left, self.window.top + top, right - left, bottom - top)
        part = slice(top, bottom), slice(left, right)
        arrays = (self.patch, self.body, self.ignored, self.shade)
        patch, body, ignored, shade = (np.ascontiguousarray(a[part]) for a in arrays)
        return View(self.plane, window, patch, body, ignored, shade, self.patterns, self.edge_mm)


def upright(x_mm: float, y_mm: float, turn: float, floor_mm: float = 0.0) -> Attitude:
    """Give the attitude of a flat die."""
    return Attitude(x_mm, y_mm, _rotation(2, turn), floor_mm)


def outline_of(view: View, attitude: Attitude) -> NDArray[np.uint8]:
    """Draw the cube's silhouette into the view's window, (h, w) 0/255."""
    middle = np.array([attitude.x_mm, attitude.y_mm, attitude.height_mm(view.edge_mm)])
    corners = view.edge_mm * CORNERS @ attitude.r.T + middle
    points = view.plane.appear(corners) - (view.window.left, view.window.top)
    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    canvas = np.zeros((view.window.height, view.window.width), np.uint8)
    cv2.fillConvexPoly(canvas, np.round(hull * 16).astype(np.int32), 255, shift=4)
    return canvas


def assess(view: View, attitudes: list[Attitude], patterns: Patterns | None = None) -> list[Fitted]:
    """Compare attitudes with the picture; `patterns`: others than the view's, to be quick."""
    patterns = patterns or view.patterns
    evidence = by_value(explained(_top_faces(view, attitudes, patterns.grid), patterns), patterns)
    return [
        Fitted(attitude, outline_agreement(view, attitude), tuple(float(e) for e in row))
        for attitude, row in zip(attitudes, evidence, strict=True)
    ]


def outline_agreement(view: View, attitude: Attitude) -> float:
    """Compare the cube's outline with the body, 0..1."""
    shape = cv2.bitwise_and(outline_of(view, attitude), cv2.bitwise_not(view.ignored))
    return agreement(shape, view.body, view.shade)


def _top_faces(view: View, attitudes: list[Attitude], grid: Floats) -> NDArray[np.uint8]:
    """Look at the top faces in a grid of points (m, 2): colours (n, m, 3)."""
    places = []
    for attitude in attitudes:
        axis = attitude.top_axis
        normal = attitude.r[:, axis] * np.sign(attitude.r[2, axis])
        along, across = attitude.r[:, (axis + 1) % 3], attitude.r[:, (axis + 2) % 3]
        middle = np.array([attitude.x_mm, attitude.y_mm, attitude.height_mm(view.edge_mm)])
        points = grid[:, :1] * along + grid[:, 1:] * across + 0.5 * normal
        places.append(view.plane.appear(view.edge_mm * points + middle))
    maps = (np.stack(places) - (view.window.left, view.window.top)).astype(np.float32)
    return look(view.patch, maps[..., 0], maps[..., 1])


def fit_flat(view: View, start: Attitude) -> Fitted:
    """Climb from a flat attitude to the best flat one near it."""
    return _climb(view, start, _flat_moves)


def fit_tilted(view: View, start: Attitude, tilts_deg: tuple[float, ...] = START_TILTS_DEG) -> Fitted:
    """Find the best attitude of any tilt near a flat one, starting from some tilts."""
    leaning = [
        _tilted(start, axis, sign * np.deg2rad(tilt), view.edge_mm)
        for tilt in tilts_deg
        for axis in (0, 1)
        for sign in (-1, 1)
    ]
    ranked = sorted(assess(view, [start, *leaning], view.patterns.quick), key=lambda fitted: -fitted.merit)
    return max((_climb(view, fitted.attitude, _all_moves) for fitted in ranked[:2]), key=lambda fitted: fitted.merit)


def fit_blank(view: View, x_mm: float, y_mm: float) -> tuple[Attitude, float]:
    """Find the attitude of any tilt whose outline fits a body best, pips unseen: it and its agreement."""
    flat = [upright(x_mm, y_mm, turn) for turn in np.deg2rad(np.arange(0, 90, 10))]
    leaning = [_tilted(at, axis, sign * 0.5, view.edge_mm) for at in flat[::3] for axis in (0, 1) for sign in (-1, 1)]
    scored = sorted(((outline_agreement(view, at), k, at) for k, at in enumerate(flat + leaning)), reverse=True)
    return max((_climb_outline(view, at, score) for score, _, at in scored[:2]), key=lambda found: found[1])


def fit_leaning(view: View, near: Attitude) -> Fitted:
    """Find the best leaning attitude near a place, at any turn, by outline and pips."""
    level = [upright(near.x_mm, near.y_mm, turn, near.floor_mm) for turn in np.deg2rad(np.arange(0, 90, 15))]
    starts = [
        _about_middle(at, axis, sign * np.deg2rad(tilt))
        for at in level
        for tilt in LEANING_DEG
        for axis in (0, 1)
        for sign in (-1, 1)
    ]
    ranked = sorted(assess(view, [near, *starts], view.patterns.quick), key=lambda fitted: -fitted.merit)
    return max((_climb(view, fitted.attitude, _all_moves) for fitted in ranked[:3]), key=lambda fitted: fitted.merit)


def _about_middle(at: Attitude, axis: int, angle: float) -> Attitude:
    """Turn a die about one of its own level axes; its middle stays where it is."""
    return Attitude(at.x_mm, at.y_mm, at.r @ _rotation((at.top_axis + 1 + axis) % 3, angle), at.floor_mm)


def _climb_outline(view: View, at: Attitude, score: float) -> tuple[Attitude, float]:
    for step_mm, step_deg in FINE_STEPS:
        for _ in range(MOST_CLIMBS):
            around = _all_moves(at, step_mm, float(np.deg2rad(step_deg)), view.edge_mm)
            scores = [outline_agreement(view, moved) for moved in around]
            if max(scores) <= score + 1e-4:
                break
            score, at = max(scores), around[int(np.argmax(scores))]
    return at, score


def _climb(view: View, start: Attitude, moves: Callable[[Attitude, float, float, float], list[Attitude]]) -> Fitted:
    best = assess(view, [start], view.patterns.quick)[0]
    for step_mm, step_deg in FINE_STEPS:
        for _ in range(MOST_CLIMBS):
            around = moves(best.attitude, step_mm, float(np.deg2rad(step_deg)), view.edge_mm)
            fits = assess(view, around, view.patterns.quick)
            better = max(fits, key=lambda fitted: fitted.merit)
            if better.merit <= best.merit + 1e-4:
                break
            best = better
    return assess(view, [best.attitude])[0]


def _flat_moves(at: Attitude, step_mm: float, step: float, _edge_mm: float) -> list[Attitude]:
    shifts = [(step_mm, 0.0), (-step_mm, 0.0), (0.0, step_mm), (0.0, -step_mm)]
    moved = [Attitude(at.x_mm + dx, at.y_mm + dy, at.r, at.floor_mm) for dx, dy in shifts]
    return moved + [Attitude(at.x_mm, at.y_mm, _rotation(2, turn) @ at.r, at.floor_mm) for turn in (step, -step)]


def _all_moves(at: Attitude, step_mm: float, step: float, edge_mm: float) -> list[Attitude]:
    leaning = [_tilted(at, axis, turn, edge_mm) for axis in (0, 1) for turn in (step, -step)]
    return _flat_moves(at, step_mm, step, edge_mm) + leaning


def _tilted(at: Attitude, axis: int, angle: float, edge_mm: float) -> Attitude:
    """Turn a die about one of its own two more level axes; the middle of its top face stays where it is seen."""
    level = (at.top_axis + 1 + axis) % 3
    r = at.r @ _rotation(level, angle)
    old, new = (m[:, at.top_axis] * np.sign(m[2, at.top_axis]) for m in (at.r, r))
    dx, dy = edge_mm / 2 * (old - new)[:2]
    return Attitude(at.x_mm + float(dx), at.y_mm + float(dy), r, at.floor_mm)


def _rotation(axis: int, angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = cos
    matrix[first, second], matrix[second, first] = -sin, sin
    return matrix

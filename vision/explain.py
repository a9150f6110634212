"""Which dice explain a body: faces by their pips, bodies by their outline, all of both chosen jointly."""

from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Floats
from vision.rectify import TopPlane, Window
from vision.segment import Mask, agreement
from vision.topface import Patterns, by_value, explained, sample_faces

TURN_STEPS = np.deg2rad(np.arange(0.0, 90.0, 7.5))
REFINE = ((1.2, np.deg2rad(4.0)), (0.6, np.deg2rad(2.0)), (0.3, np.deg2rad(1.0)))
"""Shrinking steps of the pose search: plane pixels at 32 px an edge, and turn."""

LEAST_SCORE = 0.35
"""What a pattern must explain of a square before it is worth a second look."""

MOST_CANDIDATES = 8
MOST_DICE = 6


@dataclass(frozen=True, slots=True)
class Face:
    """A possible top face: middle (plane px of its window), turn in rad, evidence (6,) by value 1..6."""

    column: float
    row: float
    turn: float
    evidence: tuple[float, ...]

    @property
    def value(self) -> int:
        """The likeliest value."""
        return int(np.argmax(self.evidence)) + 1

    @property
    def score(self) -> float:
        """The part of the square's colours that the likeliest value explains, 0..1."""
        return max(self.evidence)

    @property
    def margin(self) -> float:
        """How much more the likeliest value explains than the next."""
        first, second = sorted(self.evidence, reverse=True)[:2]
        return first - second


@dataclass(frozen=True, eq=False)
class Explanation:
    """The chosen faces of one body with their outlines, and how well outlines and body agree (IoU).

    `others`: faces that were not chosen; sides of leaning dice may be among them.
    """

    faces: tuple[Face, ...]
    outlines: tuple[Mask, ...]
    agreement: float
    others: tuple[Face, ...] = ()


def find_faces(patch: Image, area: Mask, depth: float, patterns: Patterns, edge_px: float) -> list[Face]:
    """Search for squares with pips, at any place `depth` edges deep in an area (h, w), at any turn; best first."""
    quick = patterns.quick or patterns
    poses, scores = _coarse_search(patch, area, depth * edge_px, quick, edge_px)
    chosen: list[Floats] = []
    for index in np.argsort(-scores, kind="stable"):
        if scores[index] < LEAST_SCORE or len(chosen) >= MOST_CANDIDATES:
            break
        if all(np.hypot(*(poses[index, :2] - other[:2])) > 0.35 * edge_px for other in chosen):
            chosen.append(poses[index])
    if not chosen:
        return []
    return sorted(refined(patch, np.array(chosen), patterns, edge_px), key=lambda face: -face.score)


def _coarse_search(
    patch: Image, area: Mask, depth_px: float, quick: Patterns, edge_px: float
) -> tuple[Floats, NDArray[np.float32]]:
    """Score squares at every place deep enough in an area and every turn: poses (n, 3), scores (n,).

    The part of the picture is turned, not the squares: then all squares are windows of one small picture.
    """
    inner = np.asarray(cv2.distanceTransform(area, cv2.DIST_L2, 3) >= depth_px, dtype=np.uint8)
    left, top, width, height = cv2.boundingRect(inner)
    if not width:
        return np.zeros((0, 3)), np.zeros(0, np.float32)
    grey = main_colour(patch, area)
    side = round(np.sqrt(len(quick.grid)))
    pitch = float(quick.grid[1, 0] - quick.grid[0, 0]) * edge_px
    reach = int(np.hypot(width, height) / 2 / pitch) + side // 2 + 2
    middle = np.array([left + (width - 1) / 2, top + (height - 1) / 2])
    poses, scores = [], []
    for turn in TURN_STEPS:
        places, windows = _turned_windows(grey, inner, middle, float(turn), pitch, reach, side)
        if len(places):
            poses.append(np.column_stack([places, np.full(len(places), turn)]))
            scores.append(explained(windows, quick).max(axis=1))
    if not poses:
        return np.zeros((0, 3)), np.zeros(0, np.float32)
    return np.concatenate(poses), np.concatenate(scores)


def main_colour(patch: Image, area: Mask) -> Image:
    """Give the one channel (h, w) in which an area differs most within itself."""
    colours = patch[area > 0].astype(np.float32)
    if len(colours) < 3:
        return np.asarray(cv2.transform(patch, np.full((1, 3), 1 / 3)), dtype=np.uint8)
    _, axes = np.linalg.eigh(np.cov(colours.T) + np.eye(3))
    weights = axes[:, -1] * np.sign(axes[:, -1].sum() or 1.0)
    weights = np.where(weights < 0.0, 0.0, weights)
    return np.asarray(cv2.transform(patch, (weights / weights.sum())[None]), dtype=np.uint8)


def _turned_windows(
    grey: Image, inner: Mask, middle: Floats, turn: float, pitch: float, reach: int, side: int
) -> tuple[Floats, NDArray[np.uint8]]:
    """Give the places (n, 2) of squares at one turn inside an area and what they show, (n, side * side, 1)."""
    cos, sin = pitch * np.cos(turn), pitch * np.sin(turn)
    shift = middle - reach * np.array([cos - sin, sin + cos])
    back = np.array([[cos, -sin, shift[0]], [sin, cos, shift[1]]])
    size = (2 * reach + 1, 2 * reach + 1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    turned = cv2.warpAffine(grey, back, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    windows = np.lib.stride_tricks.sliding_window_view(turned, (side, side))
    half = (side - 1) / 2
    rows, columns = np.indices(windows.shape[:2]).reshape(2, -1) + half
    places = np.column_stack([columns, rows]) @ back[:, :2].T + shift
    nearest = np.round(places).astype(int)
    nearest[:, 0].clip(0, inner.shape[1] - 1, out=nearest[:, 0])
    nearest[:, 1].clip(0, inner.shape[0] - 1, out=nearest[:, 1])
    keep = np.flatnonzero(inner[nearest[:, 1], nearest[:, 0]])
    chosen = windows[keep // windows.shape[1], keep % windows.shape[1]]
    return places[keep], chosen.reshape(len(keep), side * side, 1)


def refined(patch: Image, poses: Floats, patterns: Patterns, edge_px: float) -> list[Face]:
    """Climb from poses (n, 3) to the best ones near them."""
    best = np.asarray(poses, float)
    quick = patterns.quick or patterns
    for step, turn in REFINE:
        move = step * edge_px / 32
        moves = np.array(list(product((-move, 0.0, move), (-move, 0.0, move), (-turn, 0.0, turn))))
        around = best[:, None] + moves
        scores = explained(sample_faces(patch, around.reshape(-1, 3), quick.grid, edge_px), quick)
        best = around[np.arange(len(best)), scores.max(axis=1).reshape(len(best), -1).argmax(axis=1)]
    final = by_value(explained(sample_faces(patch, best, patterns.grid, edge_px), patterns), patterns)
    return [
        Face(float(c), float(r), float(t), tuple(float(x) for x in row))
        for (c, r, t), row in zip(best, final, strict=True)
    ]


def outline(plane: TopPlane, window: Window, face: Face, edge_mm: float) -> Mask:
    """Draw the silhouette of a flat cube with this top face into its window, (h, w) 0/255."""
    hull = cube_hull(plane, window, face, edge_mm)
    return draw(hull, window)


def draw(hull_px: Floats, window: Window) -> Mask:
    """Fill a convex polygon (n, 2) to a sixteenth of a pixel."""
    canvas = np.zeros((window.height, window.width), np.uint8)
    cv2.fillConvexPoly(canvas, np.round(hull_px * 16).astype(np.int32), 255, shift=4)
    return canvas


def cube_hull(plane: TopPlane, window: Window, face: Face, edge_mm: float) -> Floats:
    """Give the outline polygon (n, 2) in window pixels of a flat cube with this top face."""
    centre = plane.to_mm(np.array([[face.column + window.left, face.row + window.top]]))[0]
    cos, sin = np.cos(face.turn), np.sin(face.turn)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge_mm / 2 @ np.array([[cos, sin], [-sin, cos]]) + centre
    top = np.column_stack([square, np.full(4, plane.z_mm)])
    bottom = np.column_stack([square, np.full(4, plane.z_mm - edge_mm)])
    points = plane.appear(np.concatenate([top, bottom])) - (window.left, window.top)
    return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float64).reshape(-1, 2)


def explain(plane: TopPlane, window: Window, body: Mask, shade: Mask, faces: list[Face], edge_mm: float) -> Explanation:
    """Choose the faces that explain a body best: outlines cover it, do not leave it, and tops do not overlap."""
    shapes = [outline(plane, window, face, edge_mm) for face in faces]
    kept = [i for i, shape in enumerate(shapes) if _covered(shape, body, shade)]
    best: tuple[int, ...] = ()
    best_merit, best_agreement = 0.0, 0.0
    for count in range(1, min(len(kept), MOST_DICE) + 1):
        for group in combinations(kept, count):
            if _overlap([faces[i] for i in group], edge_mm * plane.scale):
                continue
            united = np.asarray(np.bitwise_or.reduce([shapes[i] for i in group]), dtype=np.uint8)
            fit = agreement(united, body, shade)
            merit = fit + 0.5 * float(np.mean([faces[i].score for i in group]))
            if merit > best_merit:
                best, best_merit, best_agreement = group, merit, fit
    others = tuple(face for i, face in enumerate(faces) if i not in best)
    return Explanation(tuple(faces[i] for i in best), tuple(shapes[i] for i in best), best_agreement, others)


def _covered(shape: Mask, body: Mask, shade: Mask) -> bool:
    """Say whether an outline lies in a body: mostly seen, and nearly all of the rest in the shade."""
    whole = cv2.countNonZero(shape)
    seen = cv2.countNonZero(cv2.bitwise_and(shape, body))
    possible = cv2.countNonZero(cv2.bitwise_and(shape, cv2.bitwise_or(body, shade)))
    return seen >= 0.4 * whole and possible >= 0.7 * whole


def _overlap(faces: list[Face], edge_px: float) -> bool:
    """Say whether two of the top faces, which lie in one plane, share more than a sliver."""
    squares = [_square(face, edge_px) for face in faces]
    return any(cv2.intersectConvexConvex(a, b)[0] > 0.08 * edge_px**2 for a, b in combinations(squares, 2))


def _square(face: Face, edge_px: float) -> NDArray[np.float32]:
    return cv2.boxPoints(((face.column, face.row), (edge_px, edge_px), float(np.degrees(face.turn)))).astype(np.float32)

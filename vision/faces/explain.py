"""Which dice explain a body: faces by their pips, bodies by their outline, all of both chosen jointly."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.topface import COARSE_PITCH, Patterns, PatternSet, by_value, explained, sample_faces
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.rectify import TopPlane, Window
from vision.pictures.segment import Mask, agreement

TURN_STEPS = np.deg2rad(np.arange(0.0, 90.0, 15.0))
_COS, _SIN = np.cos(TURN_STEPS), np.sin(TURN_STEPS)
TURNED = np.array([[_COS, -_SIN], [_SIN, _COS]]).transpose(0, 2, 1)
"""The turns at which a face is sought first, and what gives columns and rows of points at each, (2, turns, 2)."""

REFINE = ((1.2, np.deg2rad(5.0)), (0.6, np.deg2rad(2.5)), (0.3, np.deg2rad(1.2)))
"""Shrinking steps of the pose search: plane pixels at 32 px an edge, and turn."""

_CORNERS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_MOVES = np.array(list(product((-1.0, 0.0, 1.0), repeat=3)))

PLACE_STEP = 0.05
"""Places are tried at this distance, in edges: half as far as the radius of a pip, since turns are tried apart too."""

LEAST_SCORE = 0.5
"""What a pattern must explain of a square before it is worth a second look."""

MOST_CANDIDATES, APART, SAME_PLACE = 6, 0.35, 0.3
"""So many places are looked at again, each this far, in edges, from a better one; nearer faces are the same."""

MOST_AT_ONCE = 1000
MOST_COLOURS = 600
MOST_DICE = 6

LEAST_TOLD = 0.4
"""What part of that by which pips differ most from bodies, in any channel, they do at least in the one looked at."""


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
        return self.evidence.index(max(self.evidence)) + 1

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


def depth_of(area: Mask, depth_px: float) -> Mask:
    """Mark what lies so deep in an area (h, w)."""
    return np.asarray(cv2.distanceTransform(area, cv2.DIST_L2, 3) >= depth_px, dtype=np.uint8)


def find_faces(patch: Image, tone: Image, inner: Mask, patterns: PatternSet, edge_px: float) -> list[Face]:
    """Search for squares with pips, with their middles anywhere in `inner` (h, w), at any turn; best first.

    `tone` (h, w) is the channel of the patch (h, w, 3) in which pips show most.
    """
    places = _lattice(inner, max(2, round(PLACE_STEP * edge_px)))
    if not len(places):
        return []
    ones, others = _coarse_scores(tone, places, patterns.coarse, edge_px)
    found = [pose for scores in (ones, others) for pose in _best_apart(places, scores, APART * edge_px)]
    if not found:
        return []
    best = _refined(tone, np.array(found), patterns.quick, edge_px)
    evidence = by_value(explained(sample_faces(patch, best, patterns.points, edge_px), patterns), patterns)
    faces = [
        Face(float(column), float(row), float(turn), tuple(float(share) for share in shares))
        for (column, row, turn), shares in zip(best, evidence, strict=True)
    ]
    return merged(faces, edge_px)


def merged(faces: list[Face], edge_px: float) -> list[Face]:
    """Keep of faces in the same place the best one; best first."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda f: -f.score):
        if all(np.hypot(face.column - k.column, face.row - k.row) > SAME_PLACE * edge_px for k in kept):
            kept.append(face)
    return kept


def _best_apart(places: NDArray[np.intp], scores: NDArray[np.float32], least_px: float) -> list[tuple[float, ...]]:
    """Give the best poses of places (n, 2) at every turn, none nearer to a better one than `least_px`."""
    best, turns = scores.max(axis=1), TURN_STEPS[scores.argmax(axis=1)]
    chosen: list[tuple[float, ...]] = []
    while len(chosen) < MOST_CANDIDATES and best.max() >= LEAST_SCORE:
        index = best.argmax()
        column, row = places[index]
        chosen.append((column, row, turns[index]))
        best[np.hypot(places[:, 0] - column, places[:, 1] - row) <= least_px] = 0.0
    return chosen


def _lattice(inner: Mask, step: int) -> NDArray[np.intp]:
    """Give places (n, 2) = column, row on a lattice in a mask (h, w), centred on what it marks."""
    left, top, width, height = cv2.boundingRect(inner)
    left, top = left + (width - 1) % step // 2, top + (height - 1) % step // 2
    rows, columns = np.nonzero(inner[top::step, left::step])
    return np.column_stack([columns * step + left, rows * step + top])


def _coarse_scores(
    tone: Image, places: NDArray[np.intp], coarse: Patterns, edge_px: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give what a 1 explains, and the best other value, of the squares at places (n, 2), each (n, turns).

    They are searched apart: each pip of another value looks like the 1 of a die beside it.
    """
    size, reach = max(3, round(COARSE_PITCH * edge_px)) | 1, round(0.6 * edge_px)
    soft = cv2.blur(tone, (size, size), borderType=cv2.BORDER_REPLICATE)
    soft = cv2.copyMakeBorder(soft, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    columns, rows = np.round(edge_px * (TURNED @ coarse.grid.T)).astype(np.intp)
    offsets = ((rows + reach) * soft.shape[1] + columns + reach).ravel()
    starts = places[:, 1] * soft.shape[1] + places[:, 0]
    parts = (starts[k : k + MOST_AT_ONCE] for k in range(0, len(starts), MOST_AT_ONCE))
    seen = (soft.ravel().take(part[:, None] + offsets).reshape(-1, len(coarse.grid), 1) for part in parts)
    scores = np.concatenate([explained(faces, coarse) for faces in seen])
    ones, others = scores[:, : coarse.first[1]].max(axis=1), scores[:, coarse.first[1] :].max(axis=1)
    return ones.reshape(len(places), -1), others.reshape(len(places), -1)


def main_colour(patch: Image, area: Mask, steps: Sequence[NDArray[np.float32]] = ()) -> Image:
    """Give the one channel (h, w) in which an area differs most within itself.

    Where pips would hardly differ from bodies there, as white ones from a red one in red, that in which these do.
    `steps` of dice's colours, where learned: by how much they do in each channel, (3,).
    """
    weights = _main_weights(patch, area)
    if any(weights @ step < LEAST_TOLD * step.max() for step in steps):
        weights = np.sum(steps, axis=0, dtype=np.float64)
    return np.asarray(cv2.transform(patch, (weights / weights.sum())[None]), dtype=np.uint8)


def _main_weights(patch: Image, area: Mask) -> Floats:
    """Give how much of each channel is in that in which an area differs most, (3,), in all 1."""
    inside = np.flatnonzero(area > 0)
    if len(inside) < 3:
        return np.full(3, 1 / 3)
    colours = patch.reshape(-1, 3).take(inside[:: 1 + len(inside) // MOST_COLOURS], axis=0).astype(np.float32)
    colours -= np.einsum("ij->j", colours) / np.float32(len(colours))
    _, _, axes = cv2.eigen(colours.T @ colours)
    weights = np.maximum(axes[0] * np.sign(axes[0].sum() or 1.0), 0.0)
    return np.asarray(weights / weights.sum(), np.float64)


def _refined(tone: Image, poses: Floats, quick: Patterns, edge_px: float) -> Floats:
    """Climb from poses (n, 3) to the best ones near them, in one channel (h, w)."""
    best = poses
    for step, turn in REFINE:
        move = step * edge_px / 32
        around = best[:, None] + _MOVES * (move, move, turn)
        scores = explained(sample_faces(tone, around.reshape(-1, 3), quick.points, edge_px)[..., None], quick)
        best = around[np.arange(len(best)), scores.max(axis=1).reshape(len(best), -1).argmax(axis=1)]
    return best


def outline(plane: TopPlane, window: Window, face: Face, edge_mm: float) -> Mask:
    """Draw the silhouette of a flat cube with this top face into its window, (h, w) 0/255."""
    hull = cube_hull(plane, window, face, edge_mm)
    return draw(hull, window)


def draw(hull_px: Floats, window: Window) -> Mask:
    """Fill a convex polygon (n, 2) to a sixteenth of a pixel."""
    canvas = np.zeros((window.height, window.width), np.uint8)
    cv2.fillConvexPoly(canvas, np.round(hull_px * 16).astype(np.int32), 255, shift=4)
    return canvas


def top_of(face: Face, like: Mask, edge_px: float) -> Mask:
    """Mark the square of a top face, of such an edge, in a mask like another (h, w)."""
    canvas = np.zeros_like(like)
    cv2.fillConvexPoly(canvas, np.round(_square(face, edge_px) * 16).astype(np.int32), 255, shift=4)
    return canvas


def cube_hull(plane: TopPlane, window: Window, face: Face, edge_mm: float) -> Floats:
    """Give the outline polygon (n, 2) in window pixels of a flat cube with this top face."""
    centre = plane.to_mm(np.array([[face.column + window.left, face.row + window.top]]))[0]
    cos, sin = math.cos(face.turn), math.sin(face.turn)
    corners = np.empty((2, 4, 3))
    corners[..., :2] = _CORNERS * (edge_mm / 2) @ np.array([[cos, sin], [-sin, cos]]) + centre
    corners[0, :, 2], corners[1, :, 2] = plane.z_mm, plane.z_mm - edge_mm
    points = plane.appear(corners) - (window.left, window.top)
    return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float64).reshape(-1, 2)


def explain(plane: TopPlane, window: Window, body: Mask, shade: Mask, faces: list[Face], edge_mm: float) -> Explanation:
    """Choose the faces that explain a body best: outlines cover it, do not leave it, and tops do not overlap."""
    shapes = [outline(plane, window, face, edge_mm) for face in faces]
    kept = [i for i, shape in enumerate(shapes) if _covered(shape, body, shade)]
    best: tuple[int, ...] = ()
    best_merit, best_agreement = 0.0, 0.0
    for count in range(1, min(len(kept), MOST_DICE) + 1):
        for group in combinations(kept, count):
            if overlap([faces[i] for i in group], edge_mm * plane.scale):
                continue
            united = np.asarray(np.bitwise_or.reduce([shapes[i] for i in group]), dtype=np.uint8)
            fit = agreement(united, body, shade)
            merit = fit + 0.5 * sum(faces[i].score for i in group) / count
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


def overlap(faces: list[Face], edge_px: float) -> bool:
    """Say whether two of the top faces, which lie in one plane, share more than a sliver."""
    squares = [_square(face, edge_px) for face in faces]
    return any(cv2.intersectConvexConvex(a, b)[0] > 0.08 * edge_px**2 for a, b in combinations(squares, 2))


def _square(face: Face, edge_px: float) -> NDArray[np.float32]:
    return cv2.boxPoints(((face.column, face.row), (edge_px, edge_px), float(np.degrees(face.turn)))).astype(np.float32)

"""How a die lies: flat, on a chip, on a die, leaning, off the board; from its outline and from what it touches."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.chips import Disc
from vision.explain import Face, draw, iou
from vision.geometry import Board, Floats
from vision.reading import DieState, Support
from vision.rectify import TopPlane, Window
from vision.segment import Mask

FLAT_AGREEMENT, COCKED_AGREEMENT = 0.74, 0.70
"""Outline and body of a flat die agree at least so well; below the second it is not flat; between them: ask."""

TOUCH_MM = 2.5
LEAN_MM = 2.0
"""How far a footprint must reach over a chip to lie on it."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A die with how it lies: place of its middle, mm; `doubt` completes the sentence "The die at ... <doubt>"."""

    face: Face
    x_mm: float
    y_mm: float
    z_mm: float
    state: DieState
    support: Support | None = None
    tilt_deg: float | None = None
    doubt: str | None = None


def judge_rest(
    plane: TopPlane,
    window: Window,
    body: Mask,
    face: Face,
    edge_mm: float,
    board: Board,
    discs: tuple[Disc, ...],
    alone: bool,
) -> Rest:
    """Judge one die of a body."""
    top = np.array([[face.column + window.left, face.row + window.top]])
    x, y = plane.lower(top, edge_mm)[0]
    base = Rest(face, float(x), float(y), edge_mm / 2, DieState.FLAT, tilt_deg=0.0)
    if _outside(x, y, board):
        return _with(base, DieState.OFF_BOARD, None, None)
    over = max((_overlap_mm(plane, window, disc, x, y, face.turn, edge_mm) for disc in discs), default=-99.0)
    if over > 0.55 * edge_mm:
        return _with(base, DieState.FLAT, Support.CHIPS, 0.0)
    if over > LEAN_MM:
        return _with(base, DieState.COCKED, Support.CHIPS, None)
    support = Support.CHIPS if over > -TOUCH_MM else _wall_touch(x, y, face.turn, edge_mm, board)
    if not alone:
        return _with(base, DieState.FLAT, support, 0.0)
    flat = _agreement(plane, window, body, face, edge_mm, 0.0)
    stacked = _agreement(plane, window, body, face, edge_mm, edge_mm)
    if stacked > flat + 0.04:
        return _with(base, DieState.STACKED, Support.DIE, 0.0)
    if flat < COCKED_AGREEMENT:
        return _with(base, DieState.COCKED, support, None)
    doubt = "may be cocked" if flat < FLAT_AGREEMENT else None
    return Rest(face, base.x_mm, base.y_mm, base.z_mm, DieState.FLAT, support, 0.0, doubt)


def _with(base: Rest, state: DieState, support: Support | None, tilt_deg: float | None) -> Rest:
    return Rest(base.face, base.x_mm, base.y_mm, base.z_mm, state, support, tilt_deg)


def _outside(x: float, y: float, board: Board) -> bool:
    return not (0.0 <= x <= board.length_mm and 0.0 <= y <= board.width_mm)


def _reach_mm(turn: float, edge_mm: float) -> float:
    """Give how far a turned square reaches along an axis from its middle."""
    return edge_mm / 2 * (abs(np.cos(turn)) + abs(np.sin(turn)))


def _wall_touch(x: float, y: float, turn: float, edge_mm: float, board: Board) -> Support | None:
    gap = min(x, board.length_mm - x, y, board.width_mm - y) - _reach_mm(turn, edge_mm)
    return Support.WALL if gap < TOUCH_MM else None


def _overlap_mm(plane: TopPlane, window: Window, disc: Disc, x: float, y: float, turn: float, edge_mm: float) -> float:
    """Give how deep (mm) a die's footprint reaches into a chip's disc; negative: the gap between them."""
    middle = plane.lower(np.array([[disc.column + window.left, disc.row + window.top]]), 3.0)[0]
    away = middle - (x, y)
    cos, sin = np.cos(turn), np.sin(turn)
    local = np.abs(np.array([cos * away[0] + sin * away[1], -sin * away[0] + cos * away[1]])) - edge_mm / 2
    outside = float(np.hypot(*np.maximum(local, 0.0)))
    distance = outside + min(float(local.max()), 0.0)
    return float(disc.radius / plane.scale - distance)


def _agreement(plane: TopPlane, window: Window, body: Mask, face: Face, edge_mm: float, lift_mm: float) -> float:
    """Compare a body with the outline of an upright block under this top face, `lift_mm` higher than a die."""
    hull = _block_hull(plane, window, face, edge_mm, lift_mm)
    return iou(draw(hull, window) > 0, body > 0)


def _block_hull(plane: TopPlane, window: Window, face: Face, edge_mm: float, lift_mm: float) -> Floats:
    top_mm = edge_mm + lift_mm
    centre = plane.lower(np.array([[face.column + window.left, face.row + window.top]]), top_mm)[0]
    cos, sin = np.cos(face.turn), np.sin(face.turn)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge_mm / 2 @ np.array([[cos, sin], [-sin, cos]]) + centre
    corners = np.concatenate([np.column_stack([square, np.full(4, z)]) for z in (top_mm, 0.0)])
    points = plane.appear(corners) - (window.left, window.top)
    return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float64).reshape(-1, 2)

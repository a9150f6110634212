"""How a die lies: flat, on a chip, on a die, leaning, off the board; from its attitude and from what it touches."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.attitude import Attitude, Fitted, View, fit_flat, fit_tilted, outline_of, upright
from vision.bodies import Body, Kind
from vision.chips import Disc
from vision.geometry import Board
from vision.reading import DieState, Support
from vision.rectify import TopPlane
from vision.segment import Mask, agreement

SURELY_FLAT, PLAINLY_FLAT = 0.86, 0.8
"""Outline and body agree so well: of a die that is not tried in other attitudes, and of any that is called flat."""

LEAST_AGREEMENT, CLEAR_AGREEMENT = 0.72, 0.78
"""What agrees worse than this in every attitude is not understood."""

COCKED_DEG = 3.0
SURE_FACE, SURE_LEAD = 0.65, 0.15
"""How well, and how much better than the next value, pips must explain a tilted top face to be sure of it."""
CLEAR_GAIN, SURE_GAIN, SOME_GAIN = 0.2, 0.06, 0.035
"""How much better a tilted attitude must explain the picture: to be sure of it whatever its pips say, to be sure of it
where its pips are read, and to doubt that a die is flat."""

HIDDEN = 0.15
"""The part of a die out of view with which its tilt is not sure."""

STACK_GAIN = 0.03
TOUCH_MM = 2.5
ON_CHIP, OVER_CHIP_MM, NEAR_CHIP_MM = 0.55, 1.0, -2.0
"""How far a footprint must reach over a chip: in edges to lie flat on it, in mm to lean on it, or to be doubted."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A die with how it lies: its middle in mm, turn in rad, evidence (6,) of its values, and what is in doubt.

    `doubt` completes the sentence "The die at ... <doubt>".
    """

    x_mm: float
    y_mm: float
    z_mm: float
    turn: float
    evidence: tuple[float, ...]
    state: DieState = DieState.FLAT
    support: Support | None = None
    tilt_deg: float | None = 0.0
    doubt: str | None = None


def judge_dice(body: Body, kind: Kind, board: Board, chips: list[Disc]) -> list[Rest]:
    """Judge every die of a body; `chips` are all on the table, in pixels of the whole plane."""
    rests = [_judge(body, index, kind, board, chips) for index in range(len(body.explanation.faces))]
    if sum(rest.state is DieState.COCKED for rest in rests) > 1:
        return [_doubted(rest, "may be cocked, as those beside it") for rest in rests]
    if body.faint:
        return [_doubted(rest, "is hardly seen against the board") for rest in rests]
    return rests


def _doubted(rest: Rest, doubt: str) -> Rest:
    """Make a person look at a die, unless there is a doubt already."""
    return replace(rest, doubt=rest.doubt or doubt)


def _judge(body: Body, index: int, kind: Kind, board: Board, chips: list[Disc]) -> Rest:
    face = body.explanation.faces[index]
    top = np.array([[face.column + body.seen.window.left, face.row + body.seen.window.top]])
    x, y = (float(v) for v in kind.plane.lower(top, kind.model.edge_mm)[0])
    start = Rest(x, y, kind.model.edge_mm / 2, face.turn, face.evidence)
    if body.seen.inside < 0.5 or not (0.0 <= x <= board.length_mm and 0.0 <= y <= board.width_mm):
        return replace(start, state=DieState.OFF_BOARD, tilt_deg=None)
    over = max((_overlap_mm(kind.plane, disc, start, kind.model.edge_mm) for disc in chips), default=-99.0)
    if over > ON_CHIP * kind.model.edge_mm:
        return replace(start, support=Support.CHIPS)
    touched = Support.CHIPS if over > -TOUCH_MM else _wall_touch(start, kind.model.edge_mm, board)
    rest = _stance(replace(start, support=touched), _view(body, index, kind), upright(x, y, face.turn), body)
    return _beside_chip(rest, over)


def _beside_chip(rest: Rest, over_mm: float) -> Rest:
    """Judge a die whose footprint reaches over a chip, or almost does."""
    if rest.state is not DieState.FLAT or over_mm <= NEAR_CHIP_MM:
        return rest
    if over_mm > OVER_CHIP_MM:
        return replace(rest, state=DieState.COCKED, tilt_deg=None)
    return _doubted(rest, "lies flat or leans on a chip")


def _view(body: Body, index: int, kind: Kind) -> View:
    """Give one die's surroundings; other dice, chips and what the walls hide are not judged."""
    ignored = cv2.bitwise_or(body.chips, cv2.bitwise_not(body.seen.open_view))
    widen = np.ones((3, 3), np.uint8)
    for other, outline in enumerate(body.explanation.outlines):
        if other != index:
            ignored = cv2.bitwise_or(ignored, cv2.dilate(outline, widen))
    mask = cv2.bitwise_and(body.seen.mask, cv2.bitwise_not(ignored))
    face = body.explanation.faces[index]
    view = View(
        kind.plane,
        body.seen.window,
        body.seen.patch,
        _bytes(mask),
        _bytes(ignored),
        body.seen.shade,
        kind.patterns,
        kind.model.edge_mm,
    )
    return view.cropped(face.column, face.row)


def _bytes(mask: object) -> Mask:
    return np.asarray(mask, dtype=np.uint8)


def _stance(rest: Rest, view: View, start: Attitude, body: Body) -> Rest:
    """Tell flat from stacked and leaning by the outline."""
    flat = fit_flat(view, start)
    placed = replace(rest, x_mm=flat.attitude.x_mm, y_mm=flat.attitude.y_mm)
    if len(body.explanation.faces) == 1 and _stacked(view, flat):
        return replace(placed, state=DieState.STACKED, support=Support.DIE, z_mm=1.5 * view.edge_mm)
    if flat.agreement >= SURELY_FLAT:
        return placed
    tilted = fit_tilted(view, flat.attitude)
    gain, tilt = tilted.merit - flat.merit, tilted.attitude.tilt_deg
    first, second = sorted(tilted.evidence, reverse=True)[:2]
    readable = first >= SURE_FACE and first - second >= SURE_LEAD
    clear = gain >= CLEAR_GAIN and tilted.agreement >= CLEAR_AGREEMENT
    seen = clear or (readable and tilted.agreement >= LEAST_AGREEMENT)
    if gain >= SURE_GAIN and tilt > COCKED_DEG and seen:
        leaning = _leaning(rest, tilted, view, body)
        return _doubted(leaning, "is half hidden by a wall") if _hidden(view, flat) else leaning
    if flat.agreement < PLAINLY_FLAT or (gain >= SOME_GAIN and tilt > COCKED_DEG):
        return replace(placed, doubt="may be cocked")
    return placed


def _hidden(view: View, flat: Fitted) -> bool:
    """Say whether a good part of a die cannot be judged: a wall, a chip or another die is in front of it."""
    outline = outline_of(view, flat.attitude)
    unseen = cv2.countNonZero(cv2.bitwise_and(outline, view.ignored))
    return unseen > HIDDEN * cv2.countNonZero(outline)


def _leaning(rest: Rest, tilted: Fitted, view: View, body: Body) -> Rest:
    at = tilted.attitude
    leans_on = rest.support or (Support.DIE if len(body.explanation.faces) > 1 else None)
    return replace(
        rest,
        x_mm=at.x_mm,
        y_mm=at.y_mm,
        z_mm=at.height_mm(view.edge_mm),
        evidence=tilted.evidence,
        state=DieState.COCKED,
        support=leans_on,
        tilt_deg=at.tilt_deg,
    )


def _stacked(view: View, flat: Fitted) -> bool:
    """Say whether the same top face, one die higher and over a second body, explains the outline better."""
    block = stacked_outline(view, flat.attitude)
    visible = cv2.bitwise_and(block, cv2.bitwise_not(view.ignored))
    return agreement(visible, view.body, view.shade) > flat.agreement + STACK_GAIN


def stacked_outline(view: View, flat: Attitude) -> Mask:
    """Draw the outline of two dice on each other whose upper face appears where a flat die's would."""
    top = view.plane.appear(np.array([[flat.x_mm, flat.y_mm, view.edge_mm]]))
    x, y = view.plane.lower(top, 2 * view.edge_mm)[0]
    half = view.edge_mm / 2 * flat.r
    square = np.array([(x, y) + a * half[:2, 0] + b * half[:2, 1] for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))])
    corners = np.concatenate([np.column_stack([square, np.full(4, z)]) for z in (0.0, 2 * view.edge_mm)])
    points = view.plane.appear(corners) - (view.window.left, view.window.top)
    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    canvas = np.zeros((view.window.height, view.window.width), np.uint8)
    cv2.fillConvexPoly(canvas, np.round(hull * 16).astype(np.int32), 255, shift=4)
    return canvas


def _wall_touch(rest: Rest, edge_mm: float, board: Board) -> Support | None:
    reach = edge_mm / 2 * (abs(np.cos(rest.turn)) + abs(np.sin(rest.turn)))
    gap = min(rest.x_mm, board.length_mm - rest.x_mm, rest.y_mm, board.width_mm - rest.y_mm) - reach
    return Support.WALL if gap < TOUCH_MM else None


def _overlap_mm(plane: TopPlane, disc: Disc, rest: Rest, edge_mm: float) -> float:
    """Give how deep (mm) a die's footprint reaches into a chip's disc; negative: the gap between them."""
    middle = plane.lower(np.array([[disc.column, disc.row]]), 3.0)[0]
    away = middle - (rest.x_mm, rest.y_mm)
    cos, sin = np.cos(rest.turn), np.sin(rest.turn)
    local = np.abs([cos * away[0] + sin * away[1], -sin * away[0] + cos * away[1]]) - edge_mm / 2
    outside = float(np.hypot(*np.maximum(local, 0.0)))
    return float(disc.radius / plane.scale) - outside - min(float(local.max()), 0.0)

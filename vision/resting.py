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
"""Outline and body agree so well: of a die that is flat unless a tilt is sure, and of any that is called flat."""

CLEARLY_FLAT, SURELY_READ = 0.95, 0.88
"""Outline and pips of a die that is not tried in other attitudes agree and explain so well."""

HELD_FLAT, HELD_CLEARLY = 0.93, 0.96
"""Outline agreement of a flat die that something could hold: less is asked, and less is tried in other attitudes."""

TILTED_AGREEMENT, TILTED_LEAD = 0.94, 0.03
"""A tilt is sure where its outline agrees so well, or its pips explain so much more than those of a flat die."""

PLAINLY_READ, LEAST_OUTLINE = 0.9, 0.75
"""Pips that explain a flat die so well make it flat though some of its outline was not seen; one pip does not."""

LEAST_FREE_DEG = 20.0
"""A die that nothing near it holds does not lean by less."""

LEAST_AGREEMENT, CLEAR_AGREEMENT = 0.72, 0.78
"""What agrees worse than this in every attitude is not understood."""

COCKED_DEG = 3.0
SURE_FACE, SURE_LEAD = 0.65, 0.15
"""How well, and how much better than the next value, pips must explain a tilted top face to be sure of it."""
CLEAR_GAIN, SURE_GAIN, SOME_GAIN, HELD_GAIN = 0.2, 0.06, 0.035, 0.015
"""How much better a tilted attitude must explain the picture: to be sure of it whatever its pips say, to be sure of it
where its pips are read, to doubt that a die is flat, and that one is which something could hold."""

HIDDEN = 0.15
"""The part of a die out of view with which its tilt is not sure."""

LEAST_SEEN = 0.6
"""The part of a die's outline that must be seen to be sure of how it lies."""

STACK_GAIN, SURE_STACK_GAIN, STACK_SEEN = 0.03, 0.08, 0.5
"""How much better two dice on each other must fit than one: to be asked, and to be sure; and the part of the lower one
that must be seen."""

RUBBER_MM = 12.0
"""How far the pyramids of the far wall reach in: a die may lean on their tips."""

TOUCH_MM, HOLD_MM = 2.5, 9.0
"""What a die touches, and what may hold one that leans and so seems farther away."""

ON_CHIP, OVER_CHIP_MM, NEAR_CHIP_MM = 0.55, -0.6, -4.0
"""How far a footprint must reach over a chip: in edges to lie flat on it; in mm to be no longer surely flat beside it,
and to be tried for leaning."""

CHIP_MM, LIFTED = 3.3, 0.85
"""A chip's height, and how well the outline of a die that lies flat on one must agree."""

CLEAR_OF_CHIP = 0.965
"""How well the outline of a flat die beside a chip must agree: leaning on the rim changes it by little."""

SLIGHT_TILTS_DEG, SLIGHT_TILT_DEG = (7.0, 12.0, 24.0), 5.0
LITTLE_GAIN, CHIP_GAIN = 0.006, 0.035
"""How much better a slight tilt must explain the picture: less is flat, more leans, between is asked."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A die with how it lies: its middle in mm, turn in rad, evidence (6,) of its values, and what is in doubt.

    `doubt` completes the sentence "The die at ... <doubt>". `by_outline`: found without its pips.
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
    by_outline: bool = False
    outlined: float = 1.0
    """How well the outline of a flat die agrees at its place."""


def judge_dice(body: Body, kind: Kind, board: Board, chips: list[Disc]) -> list[Rest]:
    """Judge every die of a body; `chips` are all on the table, in pixels of the whole plane."""
    rests = [_judge(body, index, kind, board, chips) for index in range(len(body.explanation.faces))]
    if body.faint:
        return [doubted(rest, "is hardly seen against the board") for rest in rests]
    return rests


def doubted(rest: Rest, doubt: str) -> Rest:
    """Make a person look at a die, unless there is a doubt already."""
    return replace(rest, doubt=rest.doubt or doubt)


def _judge(body: Body, index: int, kind: Kind, board: Board, chips: list[Disc]) -> Rest:
    face = body.explanation.faces[index]
    top = np.array([[face.column + body.seen.window.left, face.row + body.seen.window.top]])
    x, y = (float(v) for v in kind.plane.lower(top, kind.model.edge_mm)[0])
    start = Rest(x, y, kind.model.edge_mm / 2, face.turn, face.evidence)
    if body.seen.inside < 0.5 or not (0.0 <= x <= board.length_mm and 0.0 <= y <= board.width_mm):
        return replace(start, state=DieState.OFF_BOARD, tilt_deg=None)
    edge = kind.model.edge_mm
    over = max((_overlap_mm(kind.plane, disc, start, edge) for disc in chips), default=-99.0)
    view = view_of(body, index, kind)
    if over > ON_CHIP * edge:
        lifted = fit_flat(view, upright(x, y, face.turn, CHIP_MM))
        on_chip = replace(start, support=Support.CHIPS)
        return on_chip if lifted.agreement >= LIFTED else doubted(on_chip, "lies flat or leans on a chip")
    touched = Support.CHIPS if over > -TOUCH_MM else _wall_touch(start, edge, board, TOUCH_MM)
    held = over > -HOLD_MM or _wall_touch(start, edge, board, HOLD_MM) is not None
    rest = _stance(replace(start, support=touched), view, upright(x, y, face.turn), body, held)
    if _seen_part(view, outline_of(view, upright(x, y, face.turn))) < LEAST_SEEN:
        rest = doubted(rest, "is hardly seen against the board")
    if rest.state is not DieState.FLAT or over <= NEAR_CHIP_MM:
        return rest
    placed = max(_overlap_mm(kind.plane, disc, rest, edge) for disc in chips)
    return _beside_chip(rest, placed, view)


def _seen_part(view: View, shape: Mask) -> float:
    """Give the part of an outline, as far as it is in view, that the body was seen in; the rest lies in the shade."""
    visible = cv2.bitwise_and(shape, cv2.bitwise_not(view.ignored))
    return cv2.countNonZero(cv2.bitwise_and(visible, view.body)) / max(1, cv2.countNonZero(visible))


def _beside_chip(rest: Rest, over_mm: float, view: View) -> Rest:
    """Judge a die that seems flat beside a chip: on the rim of one chip it leans by 6 to 13 degrees only."""
    if over_mm <= NEAR_CHIP_MM:
        return rest
    flat = fit_flat(view, upright(rest.x_mm, rest.y_mm, rest.turn))
    tilted = fit_tilted(view, flat.attitude, SLIGHT_TILTS_DEG)
    gain, tilt = tilted.merit - flat.merit, tilted.attitude.tilt_deg
    if over_mm <= OVER_CHIP_MM and flat.agreement >= CLEAR_OF_CHIP and (gain < LITTLE_GAIN or tilt <= COCKED_DEG):
        return rest
    if gain >= CHIP_GAIN and tilt >= SLIGHT_TILTS_DEG[0] and tilted.agreement >= SURELY_FLAT:
        return replace(rest, state=DieState.COCKED, tilt_deg=tilt, doubt=None)
    return doubted(rest, "lies flat or leans on a chip")


def view_of(body: Body, index: int, kind: Kind) -> View:
    """Give one die's surroundings; other dice, chips and what the walls hide are not judged."""
    face = body.explanation.faces[index]
    others = [outline for k, outline in enumerate(body.explanation.outlines) if k != index]
    return view_without(body, kind, others).cropped(face.column, face.row)


def view_without(body: Body, kind: Kind, others: list[Mask]) -> View:
    """Give all of a body's window; some outlines, chips and what the walls hide are not judged."""
    seen = body.seen
    ignored = cv2.bitwise_or(body.chips, cv2.bitwise_not(seen.open_view))
    for outline in others:
        ignored = cv2.bitwise_or(ignored, cv2.dilate(outline, np.ones((3, 3), np.uint8)))
    mask = _bytes(cv2.bitwise_and(seen.mask, cv2.bitwise_not(ignored)))
    edge = kind.model.edge_mm
    return View(kind.plane, seen.window, seen.patch, mask, _bytes(ignored), seen.shade, kind.patterns, edge)


def _bytes(mask: object) -> Mask:
    return np.asarray(mask, dtype=np.uint8)


def _stance(rest: Rest, view: View, start: Attitude, body: Body, held: bool) -> Rest:
    """Tell flat from stacked and leaning by the outline."""
    flat = fit_flat(view, start)
    placed = replace(rest, x_mm=flat.attitude.x_mm, y_mm=flat.attitude.y_mm, outlined=flat.agreement)
    if held and flat.agreement < HELD_FLAT:
        placed = doubted(placed, "may lean on what is beside it")
    higher = _stack_gain(view, flat) if len(body.explanation.faces) == 1 else 0.0
    if higher > STACK_GAIN:
        stacked = replace(placed, state=DieState.STACKED, support=Support.DIE, z_mm=1.5 * view.edge_mm)
        return stacked if higher > SURE_STACK_GAIN else doubted(stacked, "may lie on another")
    if flat.agreement >= (HELD_CLEARLY if held else CLEARLY_FLAT) and max(flat.evidence) >= SURELY_READ:
        return placed
    tilted = fit_tilted(view, flat.attitude)
    gain, tilt = tilted.merit - flat.merit, tilted.attitude.tilt_deg
    first, second = sorted(tilted.evidence, reverse=True)[:2]
    readable = first >= SURE_FACE and first - second >= SURE_LEAD
    clear = gain >= CLEAR_GAIN and tilted.agreement >= CLEAR_AGREEMENT
    seen = clear or (readable and tilted.agreement >= LEAST_AGREEMENT)
    outlined = flat.agreement >= SURELY_FLAT
    better = tilted.agreement >= TILTED_AGREEMENT or first >= max(flat.evidence) + TILTED_LEAD
    free = not held and len(body.explanation.faces) == 1 and tilt < LEAST_FREE_DEG
    if gain >= SURE_GAIN and (free or not better):
        plain = (
            not held
            and max(flat.evidence) >= PLAINLY_READ
            and np.argmax(flat.evidence) > 0
            and flat.agreement >= LEAST_OUTLINE
        )
        return placed if plain else doubted(placed, "may be cocked")
    if gain >= SURE_GAIN and tilt > COCKED_DEG and seen:
        leaning = _leaning(rest, tilted, view, body)
        return doubted(leaning, "is half hidden by a wall") if _hidden(view, flat) else leaning
    some = HELD_GAIN if held else SURE_GAIN if outlined else SOME_GAIN
    if flat.agreement < PLAINLY_FLAT or (gain >= some and tilt > COCKED_DEG):
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


def _stack_gain(view: View, flat: Fitted) -> float:
    """Give how much better the same top face, one die higher and over a second body, explains the outline."""
    block = stacked_outline(view, flat.attitude)
    visible = cv2.bitwise_and(block, cv2.bitwise_not(view.ignored))
    lower = cv2.bitwise_and(visible, cv2.bitwise_not(outline_of(view, flat.attitude)))
    seen = cv2.countNonZero(cv2.bitwise_and(lower, view.body))
    if seen < STACK_SEEN * cv2.countNonZero(lower):
        return 0.0
    return agreement(visible, view.body, view.shade) - flat.agreement


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


def _wall_touch(rest: Rest, edge_mm: float, board: Board, within_mm: float) -> Support | None:
    reach = edge_mm / 2 * (abs(np.cos(rest.turn)) + abs(np.sin(rest.turn)))
    far = board.length_mm - RUBBER_MM - rest.x_mm
    gap = min(rest.x_mm, far, rest.y_mm, board.width_mm - rest.y_mm) - reach
    return Support.WALL if gap < within_mm else None


def _overlap_mm(plane: TopPlane, disc: Disc, rest: Rest, edge_mm: float) -> float:
    """Give how deep (mm) a die's footprint reaches into a chip's disc; negative: the gap between them."""
    middle = plane.lower(np.array([[disc.column, disc.row]]), 3.0)[0]
    away = middle - (rest.x_mm, rest.y_mm)
    cos, sin = np.cos(rest.turn), np.sin(rest.turn)
    local = np.abs([cos * away[0] + sin * away[1], -sin * away[0] + cos * away[1]]) - edge_mm / 2
    outside = float(np.hypot(*np.maximum(local, 0.0)))
    return float(disc.radius / plane.scale) - outside - min(float(local.max()), 0.0)

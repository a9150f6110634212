"""Dice that touch: one of them may lean on another, and only all of them together explain the body they make."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.attitude import Attitude, Fitted, View, assess, fit_leaning, fit_tilted, outline_of, upright
from vision.bodies import Body, Kind
from vision.chips import Disc
from vision.geometry import Board
from vision.reading import DieState, Support
from vision.resting import LEAST_FREE_DEG, PLAINLY_FLAT, SURE_FACE, SURE_LEAD, Rest, doubted, judge_dice, view_without
from vision.segment import Mask, agreement

LEFT_OVER = 0.45
"""The part of a top face's area that, left over, may belong to another die."""

SAME_PLACE = 0.5
"""Two dice whose middles are nearer than this, in edges, cannot both be where they were found."""

LEAST_BLOCK = 0.72
"""How well a cube must fit what is left over to be another die (IoU)."""

SURELY_TILTED_DEG = 12.0
LEAN_GAIN, RIVAL_GAIN = 0.06, 0.02
"""How much better one leaning die must explain the body than none, and than another die leaning."""

UNDERSTOOD, PLAIN = 0.8, 0.86
"""How well all dice together must agree with the body (IoU): to be sure of the leaning one, and that none leans."""

ALIKE = 40.0
"""Colours no farther apart than this, in grey levels, are those of a pair of dice."""

MOST_TOGETHER = 4


@dataclass(frozen=True, eq=False)
class _Guess:
    """All dice of a body, at most one of them leaning, with how well they explain it together."""

    dice: tuple[Fitted, ...]
    leaning: int | None
    agreement: float

    @property
    def merit(self) -> float:
        return self.agreement + 0.5 * float(np.mean([max(die.evidence) for die in self.dice]))


def judge_body(body: Body, kind: Kind, board: Board, chips: list[Disc]) -> list[Rest]:
    """Judge every die of a body, singly and, where that leaves doubts, together; a poor outline is never sure."""
    rests = _judged(body, kind, board, chips)
    return [doubted(rest, "may be cocked") if _thin(rest, rests, kind) else rest for rest in rests]


def _thin(rest: Rest, rests: list[Rest], kind: Kind) -> bool:
    """Say whether a die may lie otherwise: poor outline, another one in its place, a slight lean on another."""
    poor = rest.state is DieState.FLAT and rest.outlined < PLAINLY_FLAT
    near = (np.hypot(rest.x_mm - o.x_mm, rest.y_mm - o.y_mm) < SAME_PLACE * kind.model.edge_mm for o in rests)
    slight = rest.state is DieState.COCKED and rest.support is Support.DIE and (rest.tilt_deg or 0.0) < LEAST_FREE_DEG
    return poor or slight or sum(near) > 1


def _judged(body: Body, kind: Kind, board: Board, chips: list[Disc]) -> list[Rest]:
    rests = judge_dice(body, kind, board, chips)
    plain = all(rest.state is DieState.FLAT and not rest.doubt for rest in rests)
    off = any(rest.state in (DieState.OFF_BOARD, DieState.STACKED) for rest in rests)
    more = _holds_more(body, kind)
    if body.faint or off or (plain and not more) or len(rests) > MOST_TOGETHER:
        return rests
    found = body.block(kind) if more else None
    block = found.attitude if found and found.agreement >= LEAST_BLOCK else None
    if len(rests) + (block is not None) < 2:
        return [_alone(body, kind, block)] if block is not None else rests
    return _together(body, kind, rests, block)


def _holds_more(body: Body, kind: Kind) -> bool:
    """Say whether a body has a part that is neither a die nor a chip."""
    return cv2.countNonZero(cv2.bitwise_and(body.rest, body.seen.open_view)) > LEFT_OVER * kind.edge_px**2


def _alone(body: Body, kind: Kind, block: Attitude) -> Rest:
    """Judge a die that was found by its outline: leaning, where that explains it better, or unreadable."""
    view = view_without(body, kind, [])
    fitted = fit_leaning(view, block)
    level = max(
        (fit_from_level(view, block, turn) for turn in np.deg2rad(np.arange(0.0, 90.0, 15.0))), key=lambda f: f.merit
    )
    sure = fitted.merit - level.merit >= LEAN_GAIN and fitted.agreement >= UNDERSTOOD and _readable(fitted)
    rest = _rest_of(fitted, kind)
    if sure and fitted.attitude.tilt_deg > SURELY_TILTED_DEG:
        return replace(rest, state=DieState.COCKED)
    return replace(rest, state=DieState.UNREADABLE, tilt_deg=None)


def _readable(fitted: Fitted) -> bool:
    """Say whether the upper face shows one value clearly: round things have outlines like leaning dice."""
    first, second = sorted(fitted.evidence, reverse=True)[:2]
    return first >= SURE_FACE and first - second >= SURE_LEAD


def _same_colour(view: View, one: Fitted, other: Fitted) -> bool:
    """Say whether a body without clear pips has the colour of a die that it touches."""
    tones = []
    for die in (one, other):
        shape = cv2.erode(outline_of(view, die.attitude), np.ones((5, 5), np.uint8))
        tones.append(np.median(view.patch[shape > 0], axis=0))
    return bool(np.linalg.norm(tones[0] - tones[1]) < ALIKE)


def fit_from_level(view: View, near: Attitude, turn: float) -> Fitted:
    """Compare the flat die at the same place with the picture."""
    return assess(view, [upright(near.x_mm, near.y_mm, turn, near.floor_mm)])[0]


def _together(body: Body, kind: Kind, rests: list[Rest], block: Attitude | None) -> list[Rest]:
    starts = [upright(rest.x_mm, rest.y_mm, body.explanation.faces[k].turn) for k, rest in enumerate(rests)]
    if block is not None:
        starts.append(block)
    whole = view_without(body, kind, [])
    level = _guess(whole, tuple(assess(whole, starts)), None)
    leaning = [_leaning(body, kind, whole, level, k, block is not None) for k in range(len(starts))]
    if block is not None:
        leaning = leaning[-1:]
    leaning.sort(key=lambda guess: -guess.merit)
    best = leaning[0]
    rival = leaning[1].merit if len(leaning) > 1 else -1.0
    if block is None and level.agreement >= PLAIN and best.merit - level.merit < LEAN_GAIN:
        return [_level(rest) for rest in rests]
    clear = block is not None or best.merit - level.merit >= LEAN_GAIN
    lean = best.dice[0 if best.leaning is None else best.leaning]
    alike = block is not None and _same_colour(whole, best.dice[-1], best.dice[0])
    tilted = lean.attitude.tilt_deg > SURELY_TILTED_DEG and (_readable(lean) or alike)
    cocked = [k for k, rest in enumerate(rests) if rest.state is DieState.COCKED and not rest.doubt]
    known = block is None and cocked == [best.leaning]
    ahead = clear and best.merit - rival >= RIVAL_GAIN
    if (known or ahead) and tilted and best.agreement >= UNDERSTOOD:
        return _settled(best, rests, kind, block is not None)
    if block is not None or sum(rest.state is DieState.COCKED for rest in rests) > 1:
        return [doubted(rest, "may be cocked, as those beside it") for rest in rests]
    return rests


def _guess(whole: View, dice: tuple[Fitted, ...], leaning: int | None) -> _Guess:
    shapes = [outline_of(whole, die.attitude) for die in dice]
    union = np.asarray(np.bitwise_or.reduce(shapes), dtype=np.uint8)
    shape = cv2.bitwise_and(union, cv2.bitwise_not(whole.ignored))
    return _Guess(dice, leaning, agreement(shape, whole.body, whole.shade))


def _leaning(body: Body, kind: Kind, whole: View, level: _Guess, index: int, blocked: bool) -> _Guess:
    """Let one die lean and the others lie flat."""
    others: list[Mask] = [outline_of(whole, die.attitude) for k, die in enumerate(level.dice) if k != index]
    view = view_without(body, kind, others)
    start = level.dice[index].attitude
    column, row = kind.plane.appear(np.array([[start.x_mm, start.y_mm, kind.model.edge_mm]]))[0]
    near = view.cropped(column - view.window.left, row - view.window.top)
    fitted = fit_leaning(near, start) if blocked and index == len(level.dice) - 1 else fit_tilted(near, start)
    dice = tuple(fitted if k == index else die for k, die in enumerate(level.dice))
    return _guess(whole, dice, index)


def _level(rest: Rest) -> Rest:
    """Give a die as lying flat; a doubt of another kind stays."""
    if rest.state is not DieState.COCKED and rest.doubt != "may be cocked":
        return rest
    return replace(rest, state=DieState.FLAT, tilt_deg=0.0, doubt=None)


def _settled(best: _Guess, rests: list[Rest], kind: Kind, blocked: bool) -> list[Rest]:
    """Write down one leaning die and the others flat beside it."""
    settled = [_level(rest) for rest in rests]
    index = len(best.dice) - 1 if best.leaning is None else best.leaning
    cocked = replace(_rest_of(best.dice[index], kind), state=DieState.COCKED, support=Support.DIE)
    if blocked:
        return [*settled, cocked]
    return [replace(cocked, by_outline=False) if k == index else rest for k, rest in enumerate(settled)]


def _rest_of(fitted: Fitted, kind: Kind) -> Rest:
    at = fitted.attitude
    turn = float(np.arctan2(at.r[1, (at.top_axis + 1) % 3], at.r[0, (at.top_axis + 1) % 3]))
    height = at.height_mm(kind.model.edge_mm)
    return Rest(at.x_mm, at.y_mm, height, turn, fitted.evidence, tilt_deg=at.tilt_deg, by_outline=True)

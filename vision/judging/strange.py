"""What nothing explains: where a person has to look, and where a die that is missing may be."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.bodies.body import Body
from vision.cubes.cube import upright
from vision.finding.stray_pips import pips_within
from vision.judging.together import Judged
from vision.pictures.kernels import square
from vision.pictures.segment import Mask
from vision.reading import DieReading, DieState
from vision.table.kinds import Kind
from vision.ways.pipless import holds_no_die
from vision.ways.resting import Rest

NEAR_RIM = 1.5
"""How near, in edges, to where the board is seen a shadow on a wall's rim is that of a die behind it."""

STRANGE, LITTLE, HALF_HIDDEN = 0.45, 0.1, 0.12
"""Parts of a top face's area that may stay unexplained; where a die is missing; and then of what a wall may hide the
greater part."""

BESIDE = 1.25
"""How near, in edges, to a die what nothing explains may be a die under it."""

ALL_DARK = 0.85
"""The part of what nothing explains that a deep shadow leaves in the board's colour: of black dice the pips show."""

Strange = tuple[DieReading | None, str]
"""Something to look at: a die that is not readable, if it is one, and what is said of it."""


def to_look_at(judged: Judged, missing: bool) -> Strange | None:
    """Say what a person has to look at in a body: what is strange in it, or all of it where it was not looked at."""
    return _not_looked_at(judged) if judged.tried is None else strange_in(judged, missing)


def _not_looked_at(judged: Judged) -> Strange:
    x, y = middle_mm(judged.body.seen.mask, judged)
    return None, f"Too much lies on the board to look at all of it, as at {x:.0f}, {y:.0f} mm; clear it or look there."


def strange_in(judged: Judged, missing: bool, least: float = STRANGE) -> Strange | None:
    """Say what a person has to look at in a body inside the walls; an unreadable die comes with its reading.

    `least`: the part of a top face's area from which on; less of what a wall hides in part where a die is `missing`.
    """
    inner = _inside(judged)
    if _only_shadow(inner, judged.body) and (not missing or _without_pips(judged)):
        return None
    least = HALF_HIDDEN if missing and _at_wall(judged) else least
    return None if cv2.countNonZero(inner) < max(1.0, least * judged.kind.edge_px**2) else _look_at(inner, judged)


def _only_shadow(where: cv2.typing.MatLike, body: Body) -> bool:
    """Say whether what is left of a body may be nothing but a deep shadow: dark all over, in the board's colour."""
    dark = cv2.countNonZero(cv2.bitwise_and(where, body.seen.murky))
    return dark >= ALL_DARK * cv2.countNonZero(where)


def _inside(judged: Judged) -> Mask:
    """Mark what nothing explains of a body where the board is seen, (h, w)."""
    return np.asarray(cv2.bitwise_and(judged.unexplained, judged.body.seen.open_view), dtype=np.uint8)


def _without_pips(judged: Judged) -> bool:
    """Say whether what is left of a body beside dice that surely lie flat shows no pip, as another would there."""
    flat = [upright(r.x_mm, r.y_mm, r.turn) for r in judged.rests if r.state is DieState.FLAT and r.doubt is None]
    whole = judged.whole if flat else None
    return whole is not None and holds_no_die(whole, _inside(judged), flat)


def little_in(others: list[Judged]) -> list[Strange]:
    """Say where little shows that neither dice nor chips explain: where a die is missing it may be there."""
    little = [(each, entry) for each in others if (entry := strange_in(each, True, LITTLE))]
    return [entry for each, entry in little if strange_in(each, True) or not _without_pips(each)]


def pips_left_in(others: list[Judged]) -> list[Strange]:
    """Say where a body shows a pip beside its dice: of a dark one half behind a wall no more may be told."""
    shown = [each for each in others if each.rests and len(pips_within(each.body.seen, _inside(each), each.kind))]
    return [_look_at(_inside(each), each) for each in shown]


def behind_wall(judged: Judged) -> Strange | None:
    """Say where a body lies of which a wall leaves little, or nothing but its shadow on the rim."""
    rest = judged.unexplained
    near = cv2.bitwise_and(rest, _near_view(judged.body, judged.kind))
    large = cv2.countNonZero(rest) >= STRANGE * judged.kind.edge_px**2
    return _look_at(rest, judged) if large and _at_wall(judged) and cv2.countNonZero(near) else None


def _near_view(body: Body, kind: Kind) -> Mask:
    """Mark what of a body's window lies near to where the board is seen, also outside of the window, (h, w)."""
    reach, window = round(NEAR_RIM * kind.edge_px), body.seen.window
    left, top = min(reach, window.left), min(reach, window.top)
    around = kind.open_view[window.top - top : window.top + window.height + reach,
                            window.left - left : window.left + window.width + reach]  # fmt: skip
    near = cv2.dilate(around, square(2 * reach + 1))
    return np.asarray(near[top : top + window.height, left : left + window.width], dtype=np.uint8)


def _look_at(where: cv2.typing.MatLike, judged: Judged) -> Strange:
    x, y = middle_mm(where, judged)
    return None, f"Something at {x:.0f}, {y:.0f} mm is neither a readable die nor a chip; look there."


def middle_mm(where: cv2.typing.MatLike, judged: Judged) -> tuple[float, float]:
    """Give where on the board the middle of a part of a body's window lies."""
    moments = cv2.moments(where, binaryImage=True)
    column, row = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    window, kind = judged.body.seen.window, judged.kind
    seen = np.array([[column + window.left, row + window.top]])
    x, y = kind.plane.lower(seen, kind.model.edge_mm / 2)[0]
    return float(x), float(y)


def beside_any(judged: Judged, rests: Iterable[Rest]) -> bool:
    """Say whether what nothing explains of a body lies so near to any of these dice that it may lie under them."""
    if not cv2.countNonZero(judged.unexplained):
        return False
    x, y = middle_mm(judged.unexplained, judged)
    return any(np.hypot(rest.x_mm - x, rest.y_mm - y) < BESIDE * rest.edge_mm for rest in rests)


def _at_wall(judged: Judged) -> bool:
    """Say whether a body goes on where a wall hides it."""
    beyond = cv2.dilate(cv2.bitwise_not(judged.body.seen.open_view), square(5))
    return cv2.countNonZero(cv2.bitwise_and(judged.unexplained, beyond)) > 0

"""What two dice do to each other's evidence: one turns at the other, or silhouettes merge and who is who is lost."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from controller.throws.approaches import Approach
from controller.throws.events import Wall
from controller.throws.paths import Path, Point
from controller.throws.table import Table

CROWDED_NS = 12_000_000
AHEAD_MM = 17.0
"""A die seen less far ahead is above or below, not in the way."""
MET_BEFORE_S = 0.002
"""Dice that are seen parting met at least so long before."""
BESIDE_EDGES = 1.1
STRUCK_NS = 40_000_000
"""So long before a turn the other die may have been on its way back already."""
TURN_NS = 9_000_000
"""How far off the moment of a turn may be."""
STRUCK_SLACK_MM_S = 250.0
"""How far off the speed of a silhouette may be that touches another."""
GIVEN_BACK = 0.5
BLOCKED_MM = 4.0
"""A die with another right ahead of it must be seen so much nearer than where it would stand against the wall."""
CROSSING_NS = 90_000_000
"""How long a flight may be taken for straight."""
MIXED_UP_EDGES = 2.0
MIXED_UP_FRAMES = 6
"""Silhouettes that touch for so many frames running may have changed over; dice that only cross part sooner."""


def turned_at_other(table: Table, wall: Wall, approach: Approach, own: Path, others: Sequence[Path]) -> bool:
    """Tell whether a die may have turned at another one right ahead of it instead of at the wall."""
    ahead = [other for other in others if _right_ahead(table, wall, approach, own, other)]
    return any(not _faster_than_dice_part(table, wall, approach, other) for other in ahead)


def _faster_than_dice_part(table: Table, wall: Wall, approach: Approach, other: Path) -> bool:
    """Tell whether a die came back faster than another one can have thrown it back.

    Equal bodies part no faster than they met, so a die leaves another backwards no faster than that one came, unless
    both spin; and one that is caught between another and the wall gives back less than half of the speed.
    """
    back_mm_s = -approach.out_mm_s
    if back_mm_s >= GIVEN_BACK * approach.in_mm_s + STRUCK_SLACK_MM_S:
        return True
    reached = approach.outward_mm >= table.pressed_mm + BLOCKED_MM
    return reached and back_mm_s > _inward_mm_s(table, wall, approach.t_ns, other) + STRUCK_SLACK_MM_S


def _right_ahead(table: Table, wall: Wall, approach: Approach, own: Path, other: Path) -> bool:
    came_mm = _inward_mm_s(table, wall, approach.t_ns, other) * MET_BEFORE_S
    for here in (point for point in own.points if abs(point.t_ns - approach.t_ns) <= CROWDED_NS):
        for there in (point for point in other.points if point.t_ns == here.t_ns):
            beside_mm = abs(table.along_mm(wall, there.spot) - table.along_mm(wall, here.spot))
            ahead_mm = table.outward_mm(wall, there.spot) - table.outward_mm(wall, here.spot) + came_mm
            if beside_mm <= BESIDE_EDGES * table.edge_mm and AHEAD_MM <= ahead_mm <= 2 * table.edge_mm:
                return True
    return False


def _inward_mm_s(table: Table, wall: Wall, t_ns: int, path: Path) -> float:
    """Give the highest speed at which a die came back from a wall around a moment; 0 where it did not."""
    steps = [(a, b) for a, b in pairwise(path.points) if t_ns - STRUCK_NS <= a.t_ns <= t_ns + TURN_NS]
    speeds = [(table.outward_mm(wall, a.spot) - table.outward_mm(wall, b.spot)) / (b.t_ns - a.t_ns) for a, b in steps]
    return max([0.0, *(speed * 1e9 for speed in speeds)])


def mixed_up_ns(table: Table, one: Path, two: Path) -> tuple[int, ...]:
    """Give the moments after which it is not known any more which of two paths is whose.

    Both were close for long, or had one silhouette between them.
    """
    at = {point.t_ns: point for point in two.points}
    together = [_touching(table, point, at.get(point.t_ns)) for point in one.points]
    found, run = [], 0
    for point, near in zip(one.points, together, strict=True):
        run = run + 1 if near else 0
        if run == MIXED_UP_FRAMES or (near and point.shared and not _one_flew_on(table, one, two, point.t_ns)):
            found.append(point.t_ns)
    return tuple(found)


def _one_flew_on(table: Table, one: Path, two: Path, t_ns: int) -> bool:
    """Tell whether one of two dice flew straight on past a moment at which they had one silhouette."""
    return _straight(table, one, two, t_ns) or _straight(table, two, one, t_ns)


def _straight(table: Table, own: Path, other: Path, t_ns: int) -> bool:
    """Tell whether a die is seen after a moment where its flight before leads, and the other one is not."""
    before = [point for point in own.points if point.t_ns < t_ns and not point.shared][-2:]
    after = next((point for point in own.points if point.t_ns > t_ns and not point.shared), None)
    if len(before) < 2 or after is None or after.t_ns - before[0].t_ns > CROSSING_NS:
        return False
    steps = (after.t_ns - before[1].t_ns) / (before[1].t_ns - before[0].t_ns)
    ahead = tuple(b + steps * (b - a) for a, b in zip(before[0].spot, before[1].spot, strict=True))
    others = [point.spot for point in other.points if point.t_ns == after.t_ns]
    return dist(ahead, after.spot) <= table.edge_mm / 2 and all(dist(ahead, spot) > table.edge_mm for spot in others)


def _touching(table: Table, here: Point, there: Point | None) -> bool:
    return there is not None and dist(here.spot, there.spot) <= MIXED_UP_EDGES * table.edge_mm


def may_be_one(table: Table, one: Path, two: Path, one_ns: Sequence[int], two_ns: Sequence[int]) -> bool:
    """Tell whether one die alone may have made the touches of two: those of one path before, of the other after."""
    if not one_ns or not two_ns:
        return False
    lost_ns = mixed_up_ns(table, one, two)
    return any(max(one_ns) < t_ns <= min(two_ns) or max(two_ns) < t_ns <= min(one_ns) for t_ns in lost_ns)

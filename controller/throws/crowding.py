"""What two dice do to each other's evidence: one may turn at the other instead of at the wall."""

from collections.abc import Sequence
from itertools import pairwise

from controller.throws.approaches import Approach
from controller.throws.events import Wall
from controller.throws.paths import Path
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

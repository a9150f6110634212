"""Dice that cannot but have met a wall: they flew at it so fast and so near that nothing else can have turned them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from controller.throws.approaches import GAP_NS, Approach
from controller.throws.events import Wall
from controller.throws.paths import Path, Point
from controller.throws.table import Spot, Table

HEADLONG_MM_S = 1300.0
LEFT_NS = 20_000_000
"""What flies so fast and would stand against the rubber so soon met it: of 580 simulated dice all but two, which landed
on a corner right before it and stopped there."""
BEFORE_NS = 30_000_000
AFTER_NS = 12_000_000
"""How long before an approach, and after it, the flight that led to it was seen."""
AT_LEAST_NS = 4_000_000
"""For so long at least it must have had a clear way."""
BESIDE_EDGES = 1.4
"""Dice farther apart sideways only graze each other with their corners. How far ahead another one is says nothing: high
above the felt it is seen beyond the wall."""
BEHIND_MM = 8.0
BACK_MM = 8.0
BACK_NS = 120_000_000


def headlong(table: Table, wall: Wall, approach: Approach, own: Path, others: Sequence[Path]) -> bool:
    """Tell whether a die flew at a wall headlong around an approach, with no other die in its way, and came back."""
    flights = [step for step in _steps(own, approach) if _is_headlong(table, wall, *step)]
    if not flights or not _came_back(table, wall, approach, own):
        return False
    return all(_clear(table, wall, *flights[-1], other) for other in others)


def _steps(path: Path, approach: Approach) -> Iterator[tuple[Point, Point]]:
    for a, b in pairwise(path.points):
        lone = not (a.shared or b.shared) and b.t_ns - a.t_ns <= GAP_NS
        if lone and approach.t_ns - BEFORE_NS <= b.t_ns <= approach.t_ns + AFTER_NS:
            yield a, b


def _is_headlong(table: Table, wall: Wall, a: Point, b: Point) -> bool:
    return _speed_mm_s(table, wall, a, b) >= HEADLONG_MM_S and _left_ns(table, wall, a, b) <= LEFT_NS


def _speed_mm_s(table: Table, wall: Wall, a: Point, b: Point) -> float:
    return (table.outward_mm(wall, b.spot) - table.outward_mm(wall, a.spot)) / (b.t_ns - a.t_ns) * 1e9


def _left_ns(table: Table, wall: Wall, a: Point, b: Point) -> float:
    """Say how soon a die would stand against the rubber, going on as from one point to the next."""
    return (table.pressed_mm - table.outward_mm(wall, b.spot)) / _speed_mm_s(table, wall, a, b) * 1e9


def _came_back(table: Table, wall: Wall, approach: Approach, path: Path) -> bool:
    """Tell a bounce from a landing: a die that lands before the wall may stop dead, but not come back."""
    around = [point for point in path.points if abs(point.t_ns - approach.t_ns) <= BEFORE_NS]
    nearest = max(around, key=lambda point: table.outward_mm(wall, point.spot))
    later = [point for point in path.points if nearest.t_ns < point.t_ns <= nearest.t_ns + BACK_NS]
    back_mm = table.outward_mm(wall, nearest.spot) - BACK_MM
    return any(table.outward_mm(wall, point.spot) <= back_mm for point in later)


def _clear(table: Table, wall: Wall, a: Point, b: Point, other: Path) -> bool:
    """Tell whether another die was out of the way of one that goes on to the wall."""
    left_ns = max(_left_ns(table, wall, a, b), AT_LEAST_NS)
    moments = [b.t_ns + round(part * left_ns / 4) for part in range(5)]
    return all(_apart(table, wall, _carried(a, b, t_ns), other, t_ns) for t_ns in moments)


def _apart(table: Table, wall: Wall, spot: Spot, other: Path, t_ns: int) -> bool:
    there = _spot_at(other, t_ns)
    if there is None:
        return all(abs(point.t_ns - t_ns) > GAP_NS for point in other.points)
    ahead_mm = table.outward_mm(wall, there) - table.outward_mm(wall, spot)
    beside_mm = table.along_mm(wall, there) - table.along_mm(wall, spot)
    return ahead_mm <= -BEHIND_MM or abs(beside_mm) > BESIDE_EDGES * table.edge_mm


def _spot_at(path: Path, t_ns: int) -> Spot | None:
    """Give where a die was between two frames, or would have been, going on as before; None where it is not known."""
    lone = [point for point in path.points if not point.shared]
    before = [point for point in lone if point.t_ns <= t_ns][-2:]
    after = next((point for point in lone if point.t_ns > t_ns), None)
    if before and after is not None and after.t_ns - before[-1].t_ns <= GAP_NS:
        return _carried(before[-1], after, t_ns)
    if len(before) < 2 or t_ns - before[-1].t_ns > GAP_NS:
        return None
    return _carried(before[0], before[1], t_ns)


def _carried(a: Point, b: Point, t_ns: int) -> Spot:
    """Give the place at a moment on the line through two points."""
    part = (t_ns - a.t_ns) / (b.t_ns - a.t_ns)
    return a.x_mm + part * (b.x_mm - a.x_mm), a.y_mm + part * (b.y_mm - a.y_mm)

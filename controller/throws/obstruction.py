"""Whether another die was in a die's way to a wall: ahead of it, in touch with it, or in one silhouette with it."""

from math import dist

from controller.throws.events import Wall
from controller.throws.paths import MERGED_AREA, Path
from controller.throws.table import Spot, Table

MERGED_NS = 20_000_000
MERGED_EDGES = 1.2
"""So long around a moment one silhouette of two dice so near to each other makes a place rough."""
AHEAD_NS, JUST_BEFORE_NS = 60_000_000, 4_000_000
AHEAD_MM = 8.0
BESIDE_EDGES = 2.0
"""So long before a moment, so far ahead and so little beside, another die was in the way."""
TOUCHING_NS = 27_000_000
TOUCHING_AHEAD_EDGES = 0.6, 2.25
TOUCHING_BESIDE_EDGES = 0.9, 1.3
"""So near a moment and so far ahead two dice may be in touch: surely where they are hardly beside each other, up to the
first of these, and not at all from the second on."""


def merged(table: Table, t_ns: int, own: Path, other: Path) -> bool:
    """Tell whether a die had one silhouette with another around a moment, one hiding part of the other."""
    around = {(point.t_ns, point.area): point for point in own.points if abs(point.t_ns - t_ns) <= MERGED_NS}
    both = (point for point in other.points if point.area >= MERGED_AREA and (point.t_ns, point.area) in around)
    return any(dist(point.spot, around[point.t_ns, point.area].spot) < MERGED_EDGES * table.edge_mm for point in both)


def behind(table: Table, wall: Wall, t_ns: int, own: Path, other: Path) -> bool:
    """Tell whether another die was nearer to the wall when both were last seen apart before a moment."""
    there = {point.t_ns: point for point in other.points if not point.shared}
    before = (point for point in own.points if not point.shared and point.t_ns in there)
    seen = [point for point in before if t_ns - AHEAD_NS < point.t_ns < t_ns - JUST_BEFORE_NS]
    if not seen:
        return False
    ahead_mm, beside_mm = _ahead_and_beside_mm(table, wall, seen[-1].spot, there[seen[-1].t_ns].spot)
    return ahead_mm > AHEAD_MM and beside_mm < BESIDE_EDGES * table.edge_mm


def blocked(table: Table, wall: Wall, t_ns: int, own: Path, other: Path) -> float:
    """Say how much another die stood right between a die and the wall at a moment, so that it may have turned there."""
    there = {point.t_ns: point for point in other.points if abs(point.t_ns - t_ns) <= TOUCHING_NS}
    both = [(point.spot, there[point.t_ns].spot) for point in own.points if point.t_ns in there]
    return max((_in_touch(table, *_ahead_and_beside_mm(table, wall, *spots)) for spots in both), default=0.0)


def _in_touch(table: Table, ahead_mm: float, beside_mm: float) -> float:
    low, high = TOUCHING_AHEAD_EDGES
    near, far = TOUCHING_BESIDE_EDGES
    if not low < ahead_mm / table.edge_mm < high:
        return 0.0
    return min(max((far - beside_mm / table.edge_mm) / (far - near), 0.0), 1.0)


def _ahead_and_beside_mm(table: Table, wall: Wall, here: Spot, there: Spot) -> tuple[float, float]:
    """Say how much nearer to a wall a place is than another, and how far beside it."""
    ahead_mm = table.outward_mm(wall, there) - table.outward_mm(wall, here)
    return ahead_mm, abs(table.along_mm(wall, there) - table.along_mm(wall, here))

"""How much of what a die lost at a wall another die's blow explains.

Dice that meet push each other apart along the line between them, and a wall hardly throws a die aside. So how fast a
die was thrown aside, away from one nearer to the wall, tells how hard they met, and how much speed that took from it.
"""

from collections.abc import Sequence
from math import dist

from controller.throws.events import Wall
from controller.throws.paths import MERGED_AREA, Path, Point
from controller.throws.table import Table

AROUND_NS, JUST_NS = 80_000_000, 2_000_000
"""A die's speed before and after a moment is taken from two points within this time, and not right at it."""
AHEAD_EDGES = 0.3
"""At least so far ahead, as it seems, another die may have been met."""
MET_EDGES = 1.3, 2.1
"""Dice that met are seen so far apart in the frames about it: farther off they do not reach each other, corner to
corner and as large as they look above the felt; nearer to each other, one is seen above the other. Of 90 simulated dice
that were said to have hit with another one ahead of them and 1.4 to 1.9 edges off ten had not, of 330 nearer or farther
off none."""
NEXT_FRAME_NS = 18_000_000
"""The frame before a moment and the one after it are no farther off."""
LEAST_AWAY_MM_S = 300.0
"""What throws a die aside less may be the noise of places in the picture, or the felt."""
LEAST_BESIDE_EDGES = 0.15
"""Dice in one line push each other hardly aside; nearer to one line their places do not say."""


def explained_mm_s(table: Table, wall: Wall, t_ns: int, own: Path, other: Path) -> float:
    """Give the outward speed (mm/s) that a blow from another die nearer to the wall took at a moment, 0 where none did.

    It follows from how fast the die was thrown aside, and where the other one was.
    """
    here, there = own.at(t_ns), other.at(t_ns)
    thrown_mm_s = _thrown_aside_mm_s(table, wall, t_ns, own, other)
    if here is None or there is None or thrown_mm_s is None or not may_have_met(table, t_ns, own, other):
        return 0.0
    ahead = (table.outward_mm(wall, there.spot) - table.outward_mm(wall, here.spot)) / table.edge_mm
    beside = (table.along_mm(wall, here.spot) - table.along_mm(wall, there.spot)) / table.edge_mm
    if ahead <= AHEAD_EDGES:
        return 0.0
    away_mm_s = thrown_mm_s if beside > 0 else -thrown_mm_s
    return away_mm_s * ahead / max(abs(beside), LEAST_BESIDE_EDGES) if away_mm_s >= LEAST_AWAY_MM_S else 0.0


def may_have_met(table: Table, t_ns: int, own: Path, other: Path) -> bool:
    """Tell whether two dice were as far apart as ones in touch are, in the nearest frames that show them apart."""
    around = (point for point in other.points if abs(point.t_ns - t_ns) <= NEXT_FRAME_NS and not point.shared)
    there = {point.t_ns: point.spot for point in around}
    both = [(point.spot, there[point.t_ns]) for point in own.points if point.t_ns in there and not point.shared]
    nearest, farthest = MET_EDGES
    return not both or nearest <= min(dist(*spots) for spots in both) / table.edge_mm <= farthest


def _thrown_aside_mm_s(table: Table, wall: Wall, t_ns: int, own: Path, other: Path) -> float | None:
    """Give by how much a die's speed along the wall changed at a moment; None where it was not seen alone then."""
    around = [point for point in own.points if abs(point.t_ns - t_ns) < AROUND_NS and not point.shared]
    silhouettes = {(point.t_ns, point.area) for point in other.points if point.area >= MERGED_AREA}
    alone = [point for point in around if (point.t_ns, point.area) not in silhouettes]
    before = [point for point in alone if point.t_ns <= t_ns - JUST_NS][-2:]
    after = [point for point in alone if point.t_ns >= t_ns + JUST_NS][:2]
    if len(before) < 2 or len(after) < 2:
        return None
    return _along_mm_s(table, wall, after) - _along_mm_s(table, wall, before)


def _along_mm_s(table: Table, wall: Wall, pair: Sequence[Point]) -> float:
    first_mm, last_mm = (table.along_mm(wall, point.spot) for point in pair)
    return (last_mm - first_mm) / (pair[1].t_ns - pair[0].t_ns) * 1e9

"""The moments at which a die may have touched a wall, and what its track says of each.

Approaches that follow each other within a frame or so are one moment. A moment knows how far out the die was seen, how
much speed it lost, whether it came back, whether another die was in its way, and whether it was as high as the rim.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from controller.throws.approaches import Approach, approaches
from controller.throws.events import Wall
from controller.throws.paths import MERGED_AREA, Path, Point
from controller.throws.table import Spot, Table

FRAME_NS = 16_666_667
ONE_MOMENT_NS = 20_000_000
"""Approaches nearer to each other are one moment."""
SLACK_MM = 6.0
"""How far a moving silhouette's centre may be off."""
RESTING_SLACK_MM = 3.0
MERGED_NS = 20_000_000
"""So long around a moment one silhouette of two dice makes it rough."""
AHEAD_NS = 60_000_000
AHEAD_MM = 8.0
BESIDE_EDGES = 2.0
"""So long before a moment, so far ahead and so little beside, another die was in the way."""
RIM_NS = 30_000_000
STAYS_MM = 6.0
"""So far beyond where it turned a die's ways in and out may seem to cross, because it stays a while at the wall."""
RIM_SLACK_SPARSE_MM = 5.0
RIM_SLACK_MERGED_MM = 12.0
"""How far off the turn of a die may be for each frame less than 60 a second, or where it merged with another."""
MAYBE_RIM_MM = 20.0
"""So much nearer than the rim a die is surely seen that met only the inner face."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When and where a die may have touched; `outward_mm` is how far out it was seen, 0 at the wall, negative before.

    `lost_mm_s`: outward speed lost at once; `back_mm_s`: speed with which it came back, negative where it went on.
    `hidden_ns`: the moment is known only to within this. `vague`: silhouettes merged or parted, or nothing was seen.
    `resting`: here it lies. `behind`: another die was in its way; `merged`: it had one silhouette with another, so that
    its place is rough. `at_rim`: it may have met only the top of the wall.
    """

    die: int
    t_ns: int
    spot: Spot
    outward_mm: float
    lost_mm_s: float = 0.0
    back_mm_s: float = 0.0
    hidden_ns: int = 0
    vague: bool = False
    resting: bool = False
    behind: bool = False
    merged: bool = False
    at_rim: bool = False


def moments(table: Table, wall: Wall, paths: Sequence[Path], die: int) -> list[Moment]:
    """Find the moments at which a die was near enough to a wall to touch it, in time order."""
    every = approaches(table, wall, paths[die])
    found = [_moment(table, wall, group, every, paths, die) for group in _grouped(_near(table, every))]
    return sorted(found, key=lambda moment: moment.t_ns)


def _near(table: Table, every: Iterable[Approach]) -> list[Approach]:
    """Keep the approaches in which the die's body may have touched; nothing lies beyond a wall."""
    lying_mm = table.pressed_mm - RESTING_SLACK_MM
    flying_mm = -table.touch_mm - SLACK_MM
    return [a for a in every if (lying_mm <= a.outward_mm <= 0 if a.resting else a.outward_mm >= flying_mm)]


def _grouped(near: Iterable[Approach]) -> list[list[Approach]]:
    groups: list[list[Approach]] = []
    for approach in near:
        first = groups[-1][0] if groups else None
        apart = first is None or first.resting or approach.resting or approach.t_ns - first.t_ns > ONE_MOMENT_NS
        if apart:
            groups.append([])
        groups[-1].append(approach)
    return groups


def _moment(
    table: Table, wall: Wall, group: Sequence[Approach], every: Sequence[Approach], paths: Sequence[Path], die: int
) -> Moment:
    """Put approaches together: the hardest turn that was clearly seen counts."""
    best = max(group, key=lambda approach: (not approach.vague, approach.change_mm_s))
    clear = [approach for approach in group if not approach.vague]
    others = [path for i, path in enumerate(paths) if i != die]
    return Moment(
        die,
        best.t_ns,
        best.spot,
        _outward_mm(group),
        max((approach.change_mm_s for approach in clear), default=0.0),
        max((-approach.out_mm_s for approach in clear), default=0.0),
        best.hidden_ns,
        not clear,
        best.resting,
        any(_in_the_way(table, wall, best.t_ns, paths[die], other) for other in others),
        any(_merged(best.t_ns, paths[die], other) for other in others),
        not best.resting and any(_at_rim(table, wall, approach, every, paths[die]) for approach in group),
    )


def _outward_mm(group: Sequence[Approach]) -> float:
    """Give how far out a die was seen; where it was not seen it may have come to the wall, and is not taken beyond."""
    return max(min(approach.outward_mm, 0.0) if approach.hidden_ns else approach.outward_mm for approach in group)


def _merged(t_ns: int, own: Path, other: Path) -> bool:
    """Tell whether a die had one silhouette with another around a moment, divided by the tracker or not."""
    around = {(point.t_ns, point.area) for point in own.points if abs(point.t_ns - t_ns) <= MERGED_NS}
    return any((point.t_ns, point.area) in around and point.area >= MERGED_AREA for point in other.points)


def _in_the_way(table: Table, wall: Wall, t_ns: int, own: Path, other: Path) -> bool:
    """Tell whether another die was ahead, nearer to the wall, when both were last seen apart before a moment."""
    there = {point.t_ns: point for point in other.points if not point.shared}
    before = (point for point in own.points if not point.shared and t_ns - AHEAD_NS < point.t_ns <= t_ns)
    seen = [(point.spot, there[point.t_ns].spot) for point in before if point.t_ns in there]
    if not seen:
        return False
    here, that = seen[-1]
    ahead_mm = table.outward_mm(wall, that) - table.outward_mm(wall, here)
    beside_mm = abs(table.along_mm(wall, that) - table.along_mm(wall, here))
    return ahead_mm > AHEAD_MM and beside_mm < BESIDE_EDGES * table.edge_mm


def _at_rim(table: Table, wall: Wall, approach: Approach, every: Sequence[Approach], path: Path) -> bool:
    """Tell whether a die was seen so far out around an approach that it may have met only the top of the wall.

    Where it turned lies between what was seen of it and where its ways in and out cross.
    """
    around = [point for point in path.points if abs(point.t_ns - approach.t_ns) <= 2 * RIM_NS]
    rim_mm = table.rim_outward_mm(wall) - _rim_slack_mm(approach, around)
    near = [other.outward_mm for other in every if not other.vague and abs(other.t_ns - approach.t_ns) <= RIM_NS]
    then = [point for point in around if abs(point.t_ns - approach.t_ns) <= RIM_NS]
    seen_mm = max((table.outward_mm(wall, point.spot) for point in then), default=-inf)
    return bool(near) and max((max(near) + seen_mm) / 2, max(near) - STAYS_MM) > rim_mm


def _rim_slack_mm(approach: Approach, around: Sequence[Point]) -> float:
    """Say how far off the place of a turn may be: more where silhouettes merged or frames are few."""
    if len(around) < 2 or any(point.shared for point in around if abs(point.t_ns - approach.t_ns) <= RIM_NS):
        return RIM_SLACK_MERGED_MM
    frame_ns = (around[-1].t_ns - around[0].t_ns) / (len(around) - 1)
    return max(0.0, RIM_SLACK_SPARSE_MM * (frame_ns / FRAME_NS - 1))

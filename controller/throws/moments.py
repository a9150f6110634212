"""The moments at which a die may have touched a wall, and what its track says of each.

Approaches that follow each other within a frame or so are one moment. A moment knows how far out the die was seen, how
much speed it lost, whether it came back, whether another die was in its way, and whether it was as high as the rim.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from controller.throws.approaches import Approach, approaches
from controller.throws.events import Wall
from controller.throws.obstruction import behind, blocked, merged
from controller.throws.paths import Path, Point
from controller.throws.table import Spot, Table

FRAME_NS = 16_666_667
ONE_MOMENT_NS = 20_000_000
"""Approaches nearer to each other are one moment."""
SLACK_MM = 6.0
"""How far a moving silhouette's centre may be off."""
RESTING_SLACK_MM = 7.0
RIM_NS = 30_000_000
BACK_S, LOST_S = 0.010, 0.0015
"""By how many mm a turn seems nearer for each mm/s with which the die came back, and farther for each that it lost."""
RIM_SLACK_SPARSE_MM = 5.0
RIM_SLACK_MERGED_MM = 12.0
"""How far off the turn of a die may be for each frame less than 60 a second, or where it merged with another."""
ENDS_NS = 5_000_000
"""So far beyond the time in which it was not seen a die was seen last and first."""
FRAME_MM = 40.0
"""A die goes hardly farther from one frame to the next: where its ways cross lies no farther beyond what was seen."""
MAYBE_RIM_MM = 20.0
"""So much nearer than the rim a die is surely seen that met only the inner face."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When and where a die may have touched; `outward_mm` is how far out it was seen, 0 at the wall, negative before.

    `lost_mm_s`: outward speed lost at once; `back_mm_s`: speed with which it came back, negative where it went on.
    `hidden_ns`: the moment is known only to within this. `vague`: silhouettes merged or parted, or nothing was seen.
    `resting`: here it lies. `behind`: another die was in its way; `blocked`: it turned right behind one; `merged`: it
    had one silhouette with another, so that its place is rough. `over_rim_mm`: how far beyond the wall's top it turned.
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
    blocked: bool = False
    merged: bool = False
    over_rim_mm: float = -inf


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
        max(_outward_mm(table, wall, approach, paths[die]) for approach in group),
        max((approach.change_mm_s for approach in clear), default=0.0),
        max((-approach.out_mm_s for approach in clear), default=0.0),
        best.hidden_ns,
        not clear,
        best.resting,
        any(behind(table, wall, best.t_ns, paths[die], other) for other in others),
        any(blocked(table, wall, best.t_ns, paths[die], other) for other in others),
        any(merged(table, best.t_ns, paths[die], other) for other in others),
        -inf if best.resting else max(_over_rim_mm(table, wall, approach, every, paths[die]) for approach in group),
    )


def _outward_mm(table: Table, wall: Wall, approach: Approach, path: Path) -> float:
    """Give how far out a die was; where it was not seen it may have come to the wall, and is not taken beyond."""
    if approach.resting or not approach.hidden_ns:
        return approach.outward_mm
    seen_mm = (table.outward_mm(wall, point.spot) for point in _around(path, approach, ENDS_NS))
    return max(min(approach.outward_mm, 0.0), *seen_mm)


def _around(path: Path, approach: Approach, more_ns: int) -> list[Point]:
    """Give the points around an approach, and so much before and after what is not known of its time."""
    return [point for point in path.points if abs(point.t_ns - approach.t_ns) <= approach.hidden_ns + more_ns]


def _over_rim_mm(table: Table, wall: Wall, approach: Approach, every: Sequence[Approach], path: Path) -> float:
    """Say how far beyond the rim a die was seen to turn around an approach; minus infinity where it was not seen.

    Where it turned lies between what was seen of it and where its ways in and out cross; one that comes back fast
    was seen a while before and after.
    """
    then = [table.outward_mm(wall, point.spot) for point in _around(path, approach, RIM_NS)]
    near = [other for other in every if not other.vague and abs(other.t_ns - approach.t_ns) <= RIM_NS]
    turned_mm = max(then, default=-inf)
    if near:
        turn = max(near, key=lambda other: other.outward_mm)
        crossing_mm = turn.outward_mm + 2 * (BACK_S * max(-turn.out_mm_s, 0.0) - LOST_S * turn.change_mm_s)
        turned_mm = (crossing_mm + max(turned_mm, turn.outward_mm - FRAME_MM)) / 2
    return turned_mm + _rim_slack_mm(approach, _around(path, approach, 2 * RIM_NS)) - table.rim_outward_mm(wall)


def _rim_slack_mm(approach: Approach, around: Sequence[Point]) -> float:
    """Say how far off the place of a turn may be: more where silhouettes merged or frames are few."""
    if len(around) < 2 or any(point.shared for point in around if abs(point.t_ns - approach.t_ns) <= RIM_NS):
        return RIM_SLACK_MERGED_MM
    frame_ns = (around[-1].t_ns - around[0].t_ns) / (len(around) - 1)
    return max(0.0, RIM_SLACK_SPARSE_MM * (frame_ns / FRAME_NS - 1))

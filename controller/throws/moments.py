"""The moments at which a die may have touched a wall, and what its track says of each.

Approaches that follow each other within a frame or so are one moment. A moment knows how far out the die was seen, how
much speed it lost, whether it came back, and whether another die was in its way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from controller.throws.approaches import Approach, approaches
from controller.throws.collisions import explained_mm_s
from controller.throws.events import Wall
from controller.throws.obstruction import behind, blocked, merged
from controller.throws.paths import Path, Point
from controller.throws.table import Spot, Table

ONE_MOMENT_NS = 20_000_000
"""Approaches nearer to each other are one moment."""
SLACK_MM = 6.0
"""How far a moving silhouette's centre may be off."""
RESTING_SLACK_MM = 7.0
ENDS_NS = 5_000_000
"""So far beyond the time in which it was not seen a die was seen last and first."""
LEFT_MM = 1.0
"""A die seen so much farther from the wall than one that touches has left it."""
BLUR_MS, BLUR_MM, MOST_BLUR_MS = 1.5, 3.0, 8.0
"""What is not known of a turn's time: at best, by places so rough against the speed that was lost, and at most."""
SOFTEST_MM_S = 100.0
MAYBE_RIM_MM = 20.0
"""So much nearer than the rim a die is surely seen that met only the inner face."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When and where a die may have touched; `outward_mm` is how far out it was seen, 0 at the wall, negative before.

    `lost_mm_s`: outward speed lost at once; `back_mm_s`: speed with which it came back, negative where it went on.
    `hidden_ns`: the moment is known only to within this. `vague`: silhouettes merged or parted, or nothing was seen.
    `resting`: here it lies. `behind`: another die was in its way. `blocked`: it turned right behind one, from 0 (surely
    not) to 1. `merged`: it had one silhouette with another, so that its place is rough. `struck_mm_s`: how much of the
    speed it lost another die's blow explains. `left_ns`: when it was first seen out of the wall's reach again; None
    where it stayed.
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
    blocked: float = 0.0
    merged: bool = False
    struck_mm_s: float = 0.0
    left_ns: int | None = None

    @property
    def blur_ns(self) -> int:
        """Give how roughly its time is known, about a standard deviation: the harder a turn, the better it shows when.

        Of simulated touches that cost a die 1.5 m/s and more half were within 1.2 ms of the median, of those that cost
        0.8 to 1.5 m/s within 1.8 ms, of softer ones within 4 to 6 ms.
        """
        hard_m_s = max(self.lost_mm_s, SOFTEST_MM_S) / 1000.0
        return round(min(BLUR_MS + BLUR_MM / hard_m_s, MOST_BLUR_MS) * 1e6)


def moments(table: Table, wall: Wall, paths: Sequence[Path], die: int) -> list[Moment]:
    """Find the moments at which a die was near enough to a wall to touch it, in time order."""
    near = _near(table, approaches(table, wall, paths[die]))
    found = [_moment(table, wall, group, paths, die) for group in _grouped(near)]
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


def _moment(table: Table, wall: Wall, group: Sequence[Approach], paths: Sequence[Path], die: int) -> Moment:
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
        max((blocked(table, wall, best.t_ns, paths[die], other) for other in others), default=0.0),
        any(merged(table, best.t_ns, paths[die], other) for other in others),
        max((explained_mm_s(table, wall, best.t_ns, paths[die], other) for other in others), default=0.0),
        _left_ns(table, wall, best.last_ns, paths[die]),
    )


def _left_ns(table: Table, wall: Wall, since_ns: int, path: Path) -> int | None:
    """Give when a die was first seen too far from a wall to touch it again."""
    later = (point for point in path.points if point.t_ns > since_ns)
    away = (point.t_ns for point in later if table.outward_mm(wall, point.spot) < -table.touch_mm - LEFT_MM)
    return next(away, None)


def _outward_mm(table: Table, wall: Wall, approach: Approach, path: Path) -> float:
    """Give how far out a die was; where it was not seen it may have come to the wall, and is not taken beyond."""
    if approach.resting or not approach.hidden_ns:
        return approach.outward_mm
    seen_mm = (table.outward_mm(wall, point.spot) for point in _around(path, approach, ENDS_NS))
    return max(min(approach.outward_mm, 0.0), *seen_mm)


def _around(path: Path, approach: Approach, more_ns: int) -> list[Point]:
    """Give the points around an approach, and so much before and after what is not known of its time."""
    return [point for point in path.points if abs(point.t_ns - approach.t_ns) <= approach.hidden_ns + more_ns]

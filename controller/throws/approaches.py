"""How a die's path came near a wall: each approach with its moment, its nearest place and how hard it turned there.

A silhouette is seen once a frame, some 40 mm apart at full speed, so the nearest place lies between two points: where
the line in and the line out cross. A die in the air appears farther from the camera's foot than it is, so an approach
seen short of the wall was short of it, while one seen at the wall may have been; and a die that bounces off the wall
upwards seems to stop rather than to come back. So the kinks of a path are looked at, not only its peaks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from statistics import median

from controller.throws.events import Wall
from controller.throws.paths import Path, Point
from controller.throws.table import Spot, Table

GAP_NS = 45_000_000
"""Two frames missed: the die may have been elsewhere in between."""
HIDDEN_MM_S = 3500.0
"""How fast a die may have gone while it was not seen."""
OVERSHOOT_NS = 6_000_000
RESTING_MM = 5.0
SETTLED_MM = 1.5
KINK_MM_S = 250.0
"""A kink smaller than this is noise, or the air."""
REACH_POINTS = 3
"""How many points from a kink its speeds may be taken, where silhouettes merge or part right there."""


@dataclass(frozen=True, slots=True)
class Approach:
    """The nearest of one approach. `outward_mm`: 0 at the wall, negative on the board; speeds outward, mm/s.

    `hidden_ns`: the moment is known only to within this. `vague`: silhouettes merged or parted here, or nothing was
    seen, so that the speeds say little. `resting`: here it lies.
    """

    t_ns: int
    outward_mm: float
    spot: Spot
    in_mm_s: float = 0.0
    out_mm_s: float = 0.0
    hidden_ns: int = 0
    vague: bool = False
    resting: bool = False

    @property
    def last_ns(self) -> int:
        """Give the latest moment it may have been; for a resting place, when it lay there for good."""
        return self.t_ns + self.hidden_ns

    @property
    def change_mm_s(self) -> float:
        """Give how much outward speed was lost at once: a wall takes it, air does not."""
        return self.in_mm_s - self.out_mm_s


def approaches(table: Table, wall: Wall, path: Path) -> tuple[Approach, ...]:
    """Find every approach of a path to a wall, in time order, far or near; its resting place is the last."""
    points = _until_rest(path.points)
    if not points:
        return ()
    outward = [table.outward_mm(wall, point.spot) for point in points]
    found = [*_kinks(points, outward), *_peaks(points, outward), *_in_gaps(table, points, outward)]
    return (*sorted(found, key=lambda approach: approach.t_ns), _at_rest(table, wall, path.points))


def _until_rest(points: Sequence[Point]) -> Sequence[Point]:
    """Cut off the time in which a die only lies there: what its silhouette does then is noise."""
    if not points:
        return points
    end = points[-1].spot
    moving = [i for i, point in enumerate(points) if dist(point.spot, end) > RESTING_MM]
    return points[: moving[-1] + 3] if moving else points[:1]


def _at_rest(table: Table, wall: Wall, points: Sequence[Point]) -> Approach:
    """Give where a die lies; it came there between its last large and its last small movement."""
    end = points[-1].spot
    lying = _after(points, RESTING_MM, end)
    spot = (median(point.x_mm for point in lying[-30:]), median(point.y_mm for point in lying[-30:]))
    came_ns, lay_ns = lying[0].t_ns, _after(lying, SETTLED_MM, spot)[0].t_ns
    middle_ns = (came_ns + lay_ns) // 2
    return Approach(middle_ns, table.outward_mm(wall, spot), spot, hidden_ns=lay_ns - middle_ns, resting=True)


def _after(points: Sequence[Point], away_mm: float, spot: Spot) -> Sequence[Point]:
    """Cut off everything up to the last point so far away from a place."""
    last = next((i for i in range(len(points) - 1, -1, -1) if dist(points[i].spot, spot) > away_mm), -1)
    return points[last + 1 :] or points[-1:]


def _kinks(points: Sequence[Point], outward: Sequence[float]) -> Iterator[Approach]:
    """Give the places where outward speed was lost at once; beside a hard one no softer one is measured rightly."""
    crossings = {i: crossing for i in range(len(points)) if (crossing := _crossing(points, outward, i))}
    while crossings:
        hardest = max(crossings, key=lambda i: crossings[i].change_mm_s)
        yield crossings[hardest]
        crossings = {i: crossing for i, crossing in crossings.items() if abs(i - hardest) > 1}


def _crossing(points: Sequence[Point], outward: Sequence[float], last_in: int) -> Approach | None:
    """Cross the line through the last two points in with the line through the first two out; None where they do not."""
    speed_in = _speed_before(points, outward, last_in)
    speed_out = _speed_after(points, outward, last_in + 1)
    if speed_in is None or speed_out is None or speed_in - speed_out < KINK_MM_S:
        return None
    here, there = points[last_in], points[last_in + 1]
    span_ns = there.t_ns - here.t_ns
    after_ns = _crossed_ns(span_ns, outward[last_in + 1] - outward[last_in], speed_in, speed_out)
    if span_ns > GAP_NS or not -OVERSHOOT_NS <= after_ns <= span_ns + OVERSHOOT_NS:
        return None
    after_ns = min(max(after_ns, 0.0), float(span_ns))
    part = after_ns / span_ns
    spot = (here.x_mm + part * (there.x_mm - here.x_mm), here.y_mm + part * (there.y_mm - here.y_mm))
    nearest = max(outward[last_in] + speed_in * after_ns / 1e9, outward[last_in], outward[last_in + 1])
    merged = here.shared or there.shared
    return Approach(here.t_ns + round(after_ns), nearest, spot, speed_in, speed_out, vague=merged)


def _crossed_ns(span_ns: int, rise_mm: float, speed_in: float, speed_out: float) -> float:
    """Give how long after a point the line on through it crosses the one through a later point, so much higher."""
    return (rise_mm * 1e9 - speed_out * span_ns) / (speed_in - speed_out)


def _speed_before(points: Sequence[Point], outward: Sequence[float], last: int) -> float | None:
    """Give the outward speed on the way to a point, from the nearest two points before it that can be compared."""
    pairs = [(i - 1, i) for i in range(last, max(last - REACH_POINTS, 0), -1)]
    return next((speed for i, j in pairs if (speed := _slope(points, outward, i, j)) is not None), None)


def _speed_after(points: Sequence[Point], outward: Sequence[float], first: int) -> float | None:
    """Give the outward speed on the way from a point, from the nearest two points after it that can be compared."""
    pairs = [(i, i + 1) for i in range(first, min(first + REACH_POINTS, len(points) - 1))]
    return next((speed for i, j in pairs if (speed := _slope(points, outward, i, j)) is not None), None)


def _slope(points: Sequence[Point], outward: Sequence[float], i: int, j: int) -> float | None:
    """Give the outward speed between two points, mm/s; None across a gap or where silhouettes merged or parted."""
    span_ns = points[j].t_ns - points[i].t_ns
    if span_ns > GAP_NS or points[i].shared != points[j].shared:
        return None
    return (outward[j] - outward[i]) / span_ns * 1e9


def _peaks(points: Sequence[Point], outward: Sequence[float]) -> Iterator[Approach]:
    """Give the points nearer to the wall than their neighbours, with the speeds around them."""
    for i, here in enumerate(outward):
        if here < max(outward[max(0, i - 2) : i + 3]):
            continue
        speed_in, speed_out = _speed_before(points, outward, i - 1), _speed_after(points, outward, i + 1)
        unknown = (speed_in is None and i > 1) or (speed_out is None and i < len(points) - 2)
        vague = unknown or points[i].shared
        t_ns = _turned_ns(points, outward, i, speed_in or 0.0, speed_out or 0.0)
        yield Approach(t_ns, here, points[i].spot, speed_in or 0.0, speed_out or 0.0, vague=vague)


def _turned_ns(points: Sequence[Point], outward: Sequence[float], peak: int, speed_in: float, speed_out: float) -> int:
    """Give when a die turned about a peak: where the ways before and after it cross, if they are clearly apart."""
    if not 0 < peak < len(points) - 1 or speed_in - speed_out < KINK_MM_S:
        return points[peak].t_ns
    before, after = points[peak - 1], points[peak + 1]
    span_ns = after.t_ns - before.t_ns
    if span_ns > GAP_NS:
        return points[peak].t_ns
    after_ns = _crossed_ns(span_ns, outward[peak + 1] - outward[peak - 1], speed_in, speed_out)
    return before.t_ns + round(min(max(after_ns, 0.0), span_ns))


def _in_gaps(table: Table, points: Sequence[Point], outward: Sequence[float]) -> Iterator[Approach]:
    """Give the nearest that a die may have been while it was not seen, if it was not above the walls meanwhile."""
    for (i, a), (j, b) in pairwise(enumerate(points)):
        gap_ns = b.t_ns - a.t_ns
        if gap_ns > GAP_NS and not (table.aloft(a.spot) and table.aloft(b.spot)):
            nearest = (outward[i] + outward[j] + HIDDEN_MM_S * gap_ns / 1e9) / 2
            spot = ((a.x_mm + b.x_mm) / 2, (a.y_mm + b.y_mm) / 2)
            yield Approach(a.t_ns + gap_ns // 2, nearest, spot, hidden_ns=gap_ns // 2, vague=True)

"""The way each die took, put together backwards from where it came to rest.

Track numbers alone do not do: dice meet, merge into one silhouette and part again, and a tracker may swap or renumber
them. So all dice are walked back together, frame by frame, and no two share a silhouette that has another one free.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist, sqrt
from statistics import median

from controller.throws.table import Spot
from vision.reading import MotionReading, Sighting

FASTEST_MM_S = 6000.0
GATE_MM = 35.0
SAME_TRACK_GATE_MM = 70.0
LONGEST_GAP_NS = 150_000_000
LONGEST_ALOFT_NS = 500_000_000
"""A die that left the picture above the walls and came back down into it was away for no longer."""
MISSED_NS, UP_MM = 45_000_000, 80.0
"""Not seen for so long above the walls, a die may have been out of the picture, which it left so near at most."""
MERGED_AREA = 1.35
SHARED_AREA = 1.8
"""A silhouette of this area (of a resting die's) may hide another die that has none of its own."""
HAND_AREA = 11.0
"""What is larger is no handful of dice in flight, whether it is called a hand or not."""
LAY_BEFORE_MM = 30.0
"""How much farther off what lay there before the throw counts as."""
KEPT_FRAMES = 1800
SAME_FRAME_NS = 9_000_000
"""What is no farther off in time is of the same frame."""
STANDING_MM = 15.0
"""How far the silhouette of what does not move may wander."""


@dataclass(frozen=True, slots=True)
class Point:
    """A die in one frame: where its silhouette was, how large, and whether another die shared it."""

    t_ns: int
    x_mm: float
    y_mm: float
    track: int
    shared: bool = False
    area: float = 1.0

    @property
    def spot(self) -> Spot:
        """Give the place alone."""
        return self.x_mm, self.y_mm


@dataclass(frozen=True, slots=True)
class Path:
    """A die's points in time order, at most one a frame. Empty where nothing was seen."""

    points: tuple[Point, ...] = ()

    def since(self, t_ns: int) -> "Path":
        """Give what came after a moment."""
        return Path(tuple(point for point in self.points if point.t_ns > t_ns))

    def at(self, t_ns: int) -> Point | None:
        """Give where the die was seen in the frame of a time."""
        nearest = min(self.points, key=lambda point: abs(point.t_ns - t_ns), default=None)
        return nearest if nearest is not None and abs(nearest.t_ns - t_ns) <= SAME_FRAME_NS else None

    def fastest_mm_s(self) -> float:
        """Give the highest speed held over two frames, so that one jump of a silhouette is no speed."""
        steps = [_speed(a, c) for a, c in zip(self.points, self.points[2:], strict=False)]
        return max(steps, default=0.0)

    def usual_mm_s(self) -> float:
        """Give the median speed from one frame to the next."""
        return median(_speed(a, b) for a, b in pairwise(self.points)) if len(self.points) > 1 else 0.0

    def reach_mm(self) -> float:
        """Give the distance between its farthest places from the end."""
        if not self.points:
            return 0.0
        end = self.points[-1].spot
        return max(dist(point.spot, end) for point in self.points)

    def stood_ns(self) -> int:
        """Give how long it stood where it begins."""
        begin = self.points[0] if self.points else None
        left = next((p for p in self.points if begin and dist(p.spot, begin.spot) > STANDING_MM), None)
        return left.t_ns - begin.t_ns if begin and left else 0


class PathLog:
    """Remembers what was seen since a throw began; the oldest frames fall off after half a minute."""

    def __init__(self) -> None:
        self.frames: deque[MotionReading] = deque(maxlen=KEPT_FRAMES)

    def add(self, reading: MotionReading) -> None:
        """Take a frame of the small stream."""
        self.frames.append(reading)

    def clear(self) -> None:
        """Forget everything."""
        self.frames.clear()

    def ways_to(self, spots: Sequence[Spot], aloft: Callable[[Spot], bool]) -> tuple[Path, ...]:
        """Walk back from resting places (mm): one path a place, in the same order; see `walk_back`."""
        return walk_back(tuple(self.frames), spots, aloft)

    def tracks(self, hand: bool = False) -> tuple[Path, ...]:
        """Give what each track number shows, cut where it jumps: one thing's way each.

        Frames with a hand in view count only if `hand`: fingers are followed like dice.
        """
        open_ways: dict[int, list[Point]] = {}
        done: list[list[Point]] = []
        for frame in (frame for frame in self.frames if hand or not frame.hand):
            for seen in (seen for seen in frame.sightings if seen.area_dice <= HAND_AREA):
                point = Point(frame.exposed_ns, seen.x_mm, seen.y_mm, seen.track, area=seen.area_dice)
                way = open_ways.get(seen.track)
                if way is None or _jumps(way[-1], point):
                    open_ways[seen.track] = way = []
                    done.append(way)
                way.append(point)
        return tuple(Path(tuple(way)) for way in done)


def _jumps(before: Point, after: Point) -> bool:
    """Tell whether no die can have gone from one point to the next; what is nearer to the camera seems faster."""
    gap_ns = after.t_ns - before.t_ns
    nearness = sqrt(max(1.0, min(before.area, after.area)))
    return gap_ns > LONGEST_GAP_NS or dist(before.spot, after.spot) > nearness * FASTEST_MM_S * gap_ns / 1e9 + 5.0


@dataclass(slots=True)
class _Walker:
    """One die on its way back: the point it has reached, and how it moved there (mm a ns).

    `aloft` tells places above the walls: who is followed back to there may have been out of the picture before.
    """

    found: list[Point]
    spot: Spot
    aloft: Callable[[Spot], bool]
    velocity: Spot = (0.0, 0.0)
    lost: bool = False

    def look(self, t_ns: int, rest_ns: int) -> None:
        """Go on to an earlier frame: what was not seen for too long is lost."""
        longest_ns = LONGEST_ALOFT_NS if self.found and self.aloft(self.spot) else LONGEST_GAP_NS
        since_ns = self.found[-1].t_ns if self.found else rest_ns
        self.lost = self.lost or since_ns - t_ns > longest_ns

    def away(self, t_ns: int) -> bool:
        """Tell whether it may have been out of the picture, above the walls, just after a time."""
        return bool(self.found) and self.found[-1].t_ns - t_ns > MISSED_NS and self.aloft(self.spot)

    def expected(self, t_ns: int) -> Spot:
        """Say where it was at an earlier time, going on as it went."""
        if not self.found:
            return self.spot
        back_ns = t_ns - self.found[-1].t_ns
        return self.spot[0] + self.velocity[0] * back_ns, self.spot[1] + self.velocity[1] * back_ns

    def cost(self, seen: Sighting, t_ns: int, lay_before: bool) -> float | None:
        """Say how far a sighting is from what is expected, mm; None beyond all reason.

        `lay_before`: something lay there when the throw began, a chip say, and most likely still does.
        """
        here = (seen.x_mm, seen.y_mm)
        if not self.found:
            off = dist(here, self.spot)
            return off if off <= GATE_MM else None
        if self.away(t_ns) and not self._went_up_at(here, seen):
            return None
        gap_ns = self.found[-1].t_ns - t_ns
        same = seen.track == self.found[-1].track
        gate = (SAME_TRACK_GATE_MM if same else GATE_MM) + FASTEST_MM_S * gap_ns / 1e9 * (1.0 if same else 0.35)
        if dist(here, self.spot) > FASTEST_MM_S * gap_ns / 1e9 + GATE_MM:
            return None
        off = min(dist(here, self.expected(t_ns)), dist(here, self.spot))
        if off > gate and not self.away(t_ns):
            return None
        return off * (0.3 if same else 1.0) + (0.0 if same else 5.0) + (LAY_BEFORE_MM if lay_before else 0.0)

    def _went_up_at(self, here: Spot, seen: Sighting) -> bool:
        """Tell whether a die that was out of the picture may have been what was seen at a place before."""
        return (self.aloft(here) or dist(here, self.spot) <= UP_MM) and seen.area_dice <= HAND_AREA

    def step(self, point: Point) -> None:
        """Go back to a point."""
        if self.found:
            later = self.found[-1]
            span_ns = later.t_ns - point.t_ns
            self.velocity = (later.x_mm - point.x_mm) / span_ns, (later.y_mm - point.y_mm) / span_ns
        self.found.append(point)
        self.spot = point.spot


def nowhere(_spot: Spot) -> bool:
    """Say of no place that it is above the walls."""
    return False


def walk_back(
    frames: Sequence[MotionReading], spots: Sequence[Spot], aloft: Callable[[Spot], bool] = nowhere
) -> tuple[Path, ...]:
    """Follow dice from where they rest back to where they were first seen; frames in time order, spots in mm.

    `aloft` tells places that are seen above the walls: a die may leave the picture and come back there.
    """
    walkers = [_Walker([], spot, aloft) for spot in spots]
    rest_ns = max((frame.exposed_ns for frame in frames), default=0)
    lying = [(seen.x_mm, seen.y_mm) for seen in frames[0].sightings] if frames else []
    later_ns: int | None = None
    for frame in reversed(frames):
        if later_ns is not None and frame.exposed_ns >= later_ns:
            continue
        later_ns = frame.exposed_ns
        for walker in walkers:
            walker.look(frame.exposed_ns, rest_ns)
        _match([walker for walker in walkers if not walker.lost], frame, lying)
    return tuple(Path(tuple(reversed(walker.found))) for walker in walkers)


def _match(walkers: Sequence[_Walker], frame: MotionReading, lying: Sequence[Spot]) -> None:
    """Give each die its sighting in a frame: the nearest free one, else a merged one that another die has too.

    `lying`: where things lay before the throw.
    """
    pairs = sorted(_pairs(walkers, frame, lying), key=lambda pair: pair[0])
    taken: dict[int, list[int]] = {}
    placed: set[int] = set()
    for _, walker, seen in pairs:
        if walker not in placed and seen not in taken:
            taken[seen] = [walker]
            placed.add(walker)
    for _, walker, seen in pairs:
        shared = frame.sightings[seen].area_dice >= SHARED_AREA and not walkers[walker].away(frame.exposed_ns)
        if walker not in placed and shared:
            taken[seen].append(walker)
            placed.add(walker)
    for seen, owners in taken.items():
        _step_all([walkers[owner] for owner in owners], frame.sightings[seen], frame.exposed_ns)


def _pairs(walkers: Sequence[_Walker], frame: MotionReading, lying: Sequence[Spot]) -> Iterable[tuple[float, int, int]]:
    for j, seen in enumerate(frame.sightings):
        lay_before = any(dist((seen.x_mm, seen.y_mm), spot) <= STANDING_MM for spot in lying)
        for i, walker in enumerate(walkers):
            cost = walker.cost(seen, frame.exposed_ns, lay_before)
            if cost is not None:
                yield cost, i, j


def _step_all(owners: Sequence[_Walker], seen: Sighting, t_ns: int) -> None:
    point = Point(t_ns, seen.x_mm, seen.y_mm, seen.track, area=seen.area_dice)
    for owner in owners:
        owner.step(replace(point, shared=len(owners) > 1))


def _speed(a: Point, b: Point) -> float:
    return dist(a.spot, b.spot) / (b.t_ns - a.t_ns) * 1e9

"""Everything seen and heard from the first movement until the dice are ruled or gone."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import dist
from statistics import median

from controller.throws.events import Wall, WallHit
from controller.throws.paths import Path, PathLog
from controller.throws.table import Spot, Table
from vision.reading import Motion, MotionReading

MS = 1_000_000
THROWN_MM_S = 500.0
THROWN_MM = 150.0
FLOWN_MM = 250.0
HAND_MM_S = 1500.0
"""No hand that reaches over the board is as fast, all the way."""
NEAR_LYING_MM = 40.0
LEAST_AREA = 0.75
LEAVING_NS = 50 * MS
LOST_NS = 150 * MS
LEAVING_MM_S = 600.0
SAME_SPOT_MM = 10.0
HITS_KEPT = 64
BEFORE_NS = 200 * MS
"""A hit may be taken in before the frame that first shows movement."""


@dataclass(slots=True)
class Episode:
    """One stretch of movement. `from_empty`: the board was bare before. `blind`: frames were missing for long.

    `unseen`: things lay there without a frame of movement. `rest_ns`: since when nothing moves, None while something
    does; `waiting_ns`: since when readings are waited for. `rest_spots`, `lay_ns`: where things lay before a hand came,
    and until when.
    """

    start_ns: int
    from_empty: bool
    log: PathLog = field(default_factory=PathLog)
    hits: deque[WallHit] = field(default_factory=lambda: deque(maxlen=HITS_KEPT))
    unseen: bool = False
    blind: bool = False
    hand: bool = False
    hand_after_rest: bool = False
    rest_ns: int | None = None
    waiting_ns: int | None = None
    rest_spots: tuple[Spot, ...] = ()
    lay_ns: int = 0
    _last_spots: tuple[Spot, ...] = ()

    def moves(self, reading: MotionReading) -> None:
        """Take a frame in which something moves."""
        self._notice_hand(reading)
        self.rest_ns = self.waiting_ns = None
        self.log.add(reading)

    def rests(self, reading: MotionReading) -> None:
        """Take a frame in which nothing moves."""
        self._notice_hand(reading)
        self.rest_ns = reading.exposed_ns if self.rest_ns is None else self.rest_ns
        self.log.add(reading)
        if reading.motion is Motion.STILL and not self.hand_after_rest:
            self._notice_lying(spots_of(reading), reading.exposed_ns)

    def _notice_lying(self, spots: tuple[Spot, ...], now_ns: int) -> None:
        """Keep where things lie, frame by frame; a finger that comes in is no such thing."""
        self.rest_spots = tuple(spot for spot in spots if not displaced([spot], self._last_spots))
        self._last_spots, self.lay_ns = spots, now_ns

    def _notice_hand(self, reading: MotionReading) -> None:
        self.hand = self.hand or reading.hand
        self.hand_after_rest = self.hand_after_rest or (reading.hand and bool(self.rest_spots))

    def nudged(self, dice: Sequence[Spot], paths: Sequence[Path], kept: Sequence[Spot] = ()) -> bool:
        """Tell whether dice that lay still before a hand came lie elsewhere now, and were not thrown since.

        `kept`: where dice may have been left lying for the throw; the hand after those brings the others.
        """
        if kept and not displaced(self.rest_spots, kept):
            return False
        if not self.hand_after_rest or not displaced(dice, self.rest_spots):
            return False
        return not all(came_thrown(path.since(self.lay_ns), self.rest_spots) for path in paths)

    def hand_after(self, t_ns: int) -> bool:
        """Tell whether a hand was in view after a moment."""
        return any(frame.hand for frame in self.log.frames if frame.exposed_ns > t_ns)

    @property
    def seen_ns(self) -> int:
        """Give the last moment at which anything was seen."""
        return next((frame.exposed_ns for frame in reversed(self.log.frames) if frame.sightings), self.start_ns)

    @property
    def far_hits(self) -> int:
        """Count what the sensors behind the far wall's rubber heard; hands knock at the rim."""
        return sum(hit.wall is Wall.FAR and not hit.rim for hit in self.hits)


def spots_of(reading: MotionReading) -> tuple[Spot, ...]:
    """Give where things are in a frame, mm."""
    return tuple((seen.x_mm, seen.y_mm) for seen in reading.sightings)


def displaced(spots: Sequence[Spot], before: Sequence[Spot]) -> bool:
    """Tell whether anything lies where nothing lay before."""
    return any(all(dist(spot, old) > SAME_SPOT_MM for old in before) for spot in spots)


def came_thrown(path: Path, lying: Sequence[Spot]) -> bool:
    """Tell a thrown die from one that was set down or pushed: it came fast, from afar, not from where one lay."""
    if len(path.points) < 3 or path.fastest_mm_s() < THROWN_MM_S or path.reach_mm() < THROWN_MM:
        return False
    return all(dist(path.points[0].spot, spot) > NEAR_LYING_MM for spot in lying)


def loose_flights(episode: Episode, found: Sequence[Path]) -> list[Path]:
    """Give the flights that ended somewhere without a die at rest: those whose track no found die has at its end."""
    ended = {(point.track, point.t_ns) for path in found for point in path.points}
    flights = [path for path in episode.log.tracks() if _flew(path)]
    return [path for path in flights if (path.points[-1].track, path.points[-1].t_ns) not in ended]


def flights_past_hand(episode: Episode) -> list[Path]:
    """Give the flights while a hand was in view, as after a late release: faster all the way than any hand is."""
    return [path for path in episode.log.tracks(hand=True) if _flew(path) and path.usual_mm_s() >= HAND_MM_S]


def _flew(path: Path) -> bool:
    """Tell a die's flight down the board from fingers: fast, and towards the far wall."""
    if len(path.points) < 4 or path.fastest_mm_s() < THROWN_MM_S:
        return False
    return max(point.x_mm for point in path.points) - path.points[0].x_mm >= FLOWN_MM


def leaves(table: Table, path: Path) -> bool:
    """Tell whether a flight surely ended over a wall: last seen beyond it, or close to it and still going outward.

    A die that was hard to see all along may only have become invisible there; that is asked.
    """
    if median(point.area for point in path.points) < LEAST_AREA:
        return False
    last, before = path.points[-1], path.points[-3]
    for wall in Wall:
        outward_mm = table.outward_mm(wall, last.spot)
        speed_mm_s = (outward_mm - table.outward_mm(wall, before.spot)) / (last.t_ns - before.t_ns) * 1e9
        if speed_mm_s >= LEAVING_MM_S and outward_mm + speed_mm_s * LEAVING_NS / 1e9 > 0:
            return True
    return table.aloft(last.spot)


def lost_sight_of(episode: Episode, path: Path) -> bool:
    """Tell whether a flight's end is not still lying there, in the last frames."""
    return episode.log.frames[-1].exposed_ns - path.points[-1].t_ns >= LOST_NS


def rests_unread(episode: Episode, dice: Sequence[Spot]) -> bool:
    """Tell whether something of a die's size lies on the board that was not there before and was not read as a die."""
    if not episode.log.frames:
        return False
    first, last = episode.log.frames[0], episode.log.frames[-1]
    known = [*spots_of(first), *dice]
    new = [(seen.x_mm, seen.y_mm) for seen in last.sightings if seen.area_dice >= LEAST_AREA]
    return any(x >= 0 and all(dist((x, y), spot) > NEAR_LYING_MM for spot in known) for x, y in new)

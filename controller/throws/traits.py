"""What sets a die at the far wall apart, in numbers for the second look: its likeliest moment, the sounds, the others.

A trait that there is none of is left out. Distances are in die edges, times in ms and speeds in m/s, so that they mean
the same at every table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from controller.throws.likelihood import State, track_terms, weigh
from controller.throws.moments import Moment
from controller.throws.paths import Path, Point
from controller.throws.sounds import Heard, Sound
from controller.throws.table import Table

LEAST_CHANCE = 1e-4
NEAR_NS = 60_000_000
"""Sounds within this time of a moment are told of as near it."""
TOGETHER_NS = 100_000_000
"""What another die did is told of its likeliest moment within this time."""
FRAME_NS = 16_666_667
HARD_MM_S, LEAST_SHARE = 3000.0, 0.1
"""A die that loses so much speed at a wall makes it ring long; for one that loses little a tenth of it is assumed."""
EARLIER_NS = 5_000_000
"""A sound so much before a moment is an earlier one."""

Trait = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Told:
    """What the stories say: each die's probability to have hit, and that all did."""

    chances: tuple[float, ...]
    all: float


@dataclass(frozen=True, slots=True)
class AtWall:
    """Dice at a wall, from which their traits are taken: `moments` and `paths` of all of them, and what was heard."""

    table: Table
    heard: Heard
    moments: Sequence[Moment]
    paths: Sequence[Path]

    def odds(self, moment: Moment) -> float:
        """Give the log odds of a touch by the track alone."""
        return weigh(track_terms(self.table, self.heard.wall, moment, State.TOUCH), self.heard.weights)

    def edges_out(self, point: Point) -> float:
        """Say how far a place is beyond where a die stands at the rubber, in edges."""
        return (self.table.outward_mm(self.heard.wall, point.spot) - self.table.pressed_mm) / self.table.edge_mm

    def edges_along(self, one: Point | Moment, other: Point | Moment) -> float:
        """Say how far two places are apart along the wall, in edges."""
        along = (self.table.along_mm(self.heard.wall, each.spot) for each in (one, other))
        return abs(next(along) - next(along)) / self.table.edge_mm


def traits(at_wall: AtWall, die: int, told: Told) -> dict[str, float]:
    """Give the traits of a die."""
    found = {"odds": log_odds(told.chances[die]), "all hit": log_odds(told.all)}
    found.update(_of_path(at_wall, at_wall.paths[die]))
    own = sorted((m for m in at_wall.moments if m.die == die), key=lambda m: -at_wall.odds(m))
    if own:
        found.update(_of_track(at_wall, own[0]))
        found["own next"] = min((abs(m.t_ns - own[0].t_ns) / 1e6 for m in own[1:]), default=NEVER_MS)
        found.update(_of_hearing(at_wall, own[0]))
        found.update(_of_other_moment(at_wall, own[0]))
        found.update(_of_frames(at_wall, own[0]))
    return found


NEVER_MS = 500.0


def log_odds(chance: float) -> float:
    """Give the logarithm of odds, kept finite."""
    return log((chance + LEAST_CHANCE) / (1.0 - chance + LEAST_CHANCE))


def _of_path(at_wall: AtWall, path: Path) -> Iterator[Trait]:
    if path.points:
        yield "furthest", max(at_wall.edges_out(point) for point in path.points)
        yield "fastest", path.fastest_mm_s() / 1e3
    yield "sounds", float(len(at_wall.heard.sounds))


def _of_track(at_wall: AtWall, moment: Moment) -> Iterator[Trait]:
    table = at_wall.table
    yield "track", at_wall.odds(moment)
    yield "beyond", (moment.outward_mm - table.pressed_mm) / table.edge_mm
    yield "beyond rim", (moment.outward_mm - table.rim_outward_mm(at_wall.heard.wall)) / table.edge_mm
    yield "lost", moment.lost_mm_s / 1e3
    yield "back", moment.back_mm_s / 1e3


def _of_hearing(at_wall: AtWall, moment: Moment) -> Iterator[Trait]:
    """Tell of the sounds nearest in time, and whether there could be one."""
    heard = at_wall.heard
    yield "heard", float(heard.of(moment) is not None)
    yield "listening", float(heard.listening(moment) is not None)
    yield "ringing", float(heard.ringing(moment) is not None)
    nearest = sorted(heard.sounds, key=lambda sound: abs(sound.t_ns - moment.t_ns))
    yield "sounds near", float(sum(abs(sound.t_ns - moment.t_ns) < NEAR_NS for sound in nearest))
    earlier = [sound.t_ns for sound in nearest if sound.t_ns < moment.t_ns - EARLIER_NS]
    if earlier:
        yield "since sound", (moment.t_ns - max(earlier)) / 1e6
    for sound in nearest[:1]:
        yield "late", (sound.t_ns - moment.t_ns) / 1e6
        yield "rises", float(sound.hit.rises)
        yield "shaken", float(sound.shaken)
        yield "rang for its blow", _rang_share(at_wall, sound) / max(moment.lost_mm_s / HARD_MM_S, LEAST_SHARE)
    for rank, sound in enumerate(nearest[:3], 1):
        yield f"rang {rank}", _rang_share(at_wall, sound)
    for rank, sound in enumerate(nearest[:2], 1):
        yield f"beside {rank}", _beside_edges(at_wall, moment, sound)


def _rang_share(at_wall: AtWall, sound: Sound) -> float:
    """Say how long a sound rang, against the longest that this table's sensors ring."""
    return ((sound.hit.until_ns or sound.hit.t_ns) - sound.hit.t_ns) / at_wall.table.debounce.ringing_ns


def _beside_edges(at_wall: AtWall, moment: Moment, sound: Sound) -> float:
    """Say how far beside a sound's zone a moment was; negative within it."""
    along_mm = at_wall.table.along_mm(at_wall.heard.wall, moment.spot)
    return max(sound.zone.from_mm - along_mm, along_mm - sound.zone.to_mm) / at_wall.table.edge_mm


def _of_other_moment(at_wall: AtWall, moment: Moment) -> Iterator[Trait]:
    """Tell of another die's likeliest moment about then: it may be what was heard."""
    near = [m for m in at_wall.moments if m.die != moment.die and abs(m.t_ns - moment.t_ns) <= TOGETHER_NS]
    if near:
        other = max(near, key=at_wall.odds)
        yield "other ahead", (other.outward_mm - moment.outward_mm) / at_wall.table.edge_mm
        yield "other beside", at_wall.edges_along(other, moment)
        yield "other lost", other.lost_mm_s / 1e3


def _of_frames(at_wall: AtWall, moment: Moment) -> Iterator[Trait]:
    """Tell how large the die was seen in the frames about a moment, how far out, and where another die was then."""
    path = at_wall.paths[moment.die]
    for name, step in (("area before", -1), ("area", 0), ("area after", 1)):
        point = path.at(moment.t_ns + step * FRAME_NS)
        if point is not None:
            yield name, point.area
    here = path.at(moment.t_ns)
    if here is None:
        return
    yield "out", at_wall.edges_out(here)
    others = (each.at(moment.t_ns) for die, each in enumerate(at_wall.paths) if die != moment.die)
    there = min((p for p in others if p is not None), key=lambda p: at_wall.edges_along(p, here), default=None)
    if there is not None:
        yield "other out", at_wall.edges_out(there) - at_wall.edges_out(here)
        yield "other along", at_wall.edges_along(there, here)

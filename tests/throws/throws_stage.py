"""A stage for judge tests: writes event sequences in the words of a throw."""

from dataclasses import dataclass, field

from controller.throws.events import Health, Wall, WallEdge, Zone
from controller.throws.judge import Judge
from controller.throws.policy import STREET, Policy
from controller.throws.table import Table
from controller.throws.verdict import Throw
from vision.reading import DieReading, DieState, Motion, MotionReading, Sighting, Support, TableReading

MS = 1_000_000
FRAME_NS = 1_000_000_000 // 60
ZONES = tuple(Zone(f"far-{k + 1}", Wall.FAR, 150.0 * k, 150.0 * k + 150.0) for k in range(3))
TABLE = Table(zones=ZONES)
BLIND_TABLE = Table()
WALL_X = 884.0
"""Where the centre of a die that touches the rubber is."""


def die(value=3, x=600.0, y=100.0, state=DieState.FLAT, **more):
    return DieReading(value, state, (x, y), (x, y), 22.0, 0.0, 1.0, **more)


@dataclass
class Flight:
    """A die's way: in from the near side to `turn_x`, then back (or on) to its place of rest."""

    y: float = 100.0
    turn_x: float = WALL_X
    rest_x: float = 600.0
    speed: float = 2500.0
    back: float = 1200.0
    start_x: float = 30.0

    @property
    def turn_s(self) -> float:
        return (self.turn_x - self.start_x) / self.speed

    @property
    def flight_s(self) -> float:
        return self.turn_s + abs(self.turn_x - self.rest_x) / self.back

    def x(self, t_s: float) -> float:
        if t_s < self.turn_s:
            return self.start_x + self.speed * t_s
        gone = min(self.back * (t_s - self.turn_s), abs(self.turn_x - self.rest_x))
        return self.turn_x - gone if self.rest_x < self.turn_x else self.turn_x + gone


@dataclass
class Stage:
    """The judge and a clock. Each method plays a scene and keeps what came out."""

    policy: Policy = STREET
    table: Table = TABLE
    expected: int = 2
    now_ns: int = 1_000_000_000
    frame: int = 0
    out: list = field(default_factory=list)
    lying: tuple = ()
    tracks: int = 0

    def __post_init__(self):
        self.judge = Judge(self.table, self.policy, self.expected)

    @property
    def throws(self) -> list[Throw]:
        return [item for item in self.out if isinstance(item, Throw)]

    @property
    def health(self) -> list[Health]:
        return [item for item in self.out if isinstance(item, Health)]

    @property
    def only(self) -> Throw:
        assert len(self.throws) == 1, self.throws
        return self.throws[0]

    def give(self, event):
        self.out += self.judge.take(event)

    def small(self, motion, sightings=(), hand=False):
        self.give(MotionReading(motion, tuple(sightings), self.now_ns, self.frame, hand))
        self.frame += 1
        self.now_ns += FRAME_NS

    def bare(self, frames=12):
        self.lying = ()
        for _ in range(frames):
            self.small(Motion.EMPTY)

    def hand(self, frames=20, hides=True):
        for _ in range(frames):
            self.small(Motion.MOVING, () if hides else self._lying_sightings(), hand=True)

    def pick_up(self):
        self.hand()
        self.bare()

    def _lying_sightings(self):
        return tuple(Sighting(900 + k, x, y) for k, (x, y) in enumerate(self.lying))

    def fly(self, *flights, ring=True, latency_ms=8.0, swap_at=None, merged=False):
        """Let dice fly until they lie; a turn at the wall rings its zone unless `ring` is false."""
        start_ns, first = self.now_ns, self.tracks + 1
        self.tracks += len(flights)
        edges = sorted(
            (start_ns + round((f.turn_s + latency_ms / 1e3) * 1e9), f"far-{int(f.y // 150) + 1}")
            for f in flights
            if ring and f.turn_x >= WALL_X - 8
        )
        count = round(max(f.flight_s for f in flights) * 60) + 2
        for k in range(count):
            edges = self._ring_until(edges)
            t_s = (self.now_ns - start_ns) / 1e9
            ids = list(range(first, first + len(flights)))
            if swap_at is not None and k >= swap_at:
                ids.reverse()
            area = 2.0 if merged else 1.0
            self.small(Motion.MOVING, [Sighting(i, f.x(t_s), f.y, area) for i, f in zip(ids, flights, strict=True)])
        self._ring_until(edges, everything=True)
        self.lying = tuple((f.rest_x, f.y) for f in flights)

    def _ring_until(self, edges, everything=False):
        due = [edge for edge in edges if everything or edge[0] < self.now_ns]
        for t_ns, zone in due:
            self.bump(zone, t_ns)
        return edges[len(due) :]

    def bump(self, zone, t_ns=None):
        t_ns = self.now_ns if t_ns is None else t_ns
        for k in range(6):
            self.give(WallEdge(t_ns + k * 3 * MS, zone, (k + 1) % 2))

    def settle(self, frames=6):
        for _ in range(frames):
            self.small(Motion.SETTLING, self._lying_sightings())

    def still(self, frames=3, hand=False):
        for _ in range(frames):
            self.small(Motion.STILL, self._lying_sightings(), hand)

    def read(self, *dice, times=3, ok=True, hand=False):
        """Give readings where they are wanted, with small frames between."""
        for _ in range(times):
            if self.judge.wants_reading:
                self.give(TableReading(tuple(dice), ok, (), self.now_ns - 1, self.frame, hand))
            self.still(2)

    def throw(self, *flights, values=(3, 4), states=None, supports=None, **how):
        """Play a whole throw from a bare board: flight, rest, readings."""
        self.bare()
        self.fly(*flights, **how)
        self.settle()
        self.still()
        states = states or [DieState.FLAT] * len(values)
        supports = supports or [Support.CHIPS if state is DieState.COCKED else None for state in states]
        self.read(
            *(die(v, f.rest_x, f.y, s, support=p) for v, f, s, p in zip(values, flights, states, supports, strict=True))
        )


RIGHT, LEFT = Flight(y=100.0, rest_x=600.0), Flight(y=330.0, rest_x=650.0)
SHORT_RIGHT, SHORT_LEFT = Flight(y=100.0, turn_x=500.0, rest_x=640.0), Flight(y=330.0, turn_x=500.0, rest_x=700.0)
ON_CHIPS = Support.CHIPS

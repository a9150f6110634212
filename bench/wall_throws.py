"""Simulated throws as the eye sees them and the sensors hear them, filmed once and kept.

Filming takes nearly all of the time. A kept block belongs to the code that filmed it, so that a judge, or a
calibration (`wall_tables.py`), that was changed is measured again in seconds.
"""

import hashlib
import pickle
import random
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from wall_tables import known_table

from controller.errors import ConfigError
from controller.throws.events import WallEdge
from controller.throws.judge import Judge
from controller.throws.table import Table
from controller.throws.verdict import Throw
from controller.twin.faults import Fault, FaultSpell
from controller.twin.sensors import zones_of
from controller.twin.settings import SensorSettings, TwinSettings
from controller.twin.throwing import Kind, Plan
from controller.twin.truth import DieTruth, ThrowTruth
from controller.twin.twin import Twin
from vision.frame import Frame, Image
from vision.geometry import Setup
from vision.reading import DieReading, DieState, MotionReading, TableReading
from vision.watch import Watch

ROOT = Path(__file__).resolve().parent.parent
EYE = ["assign", "backdrop", "blobs", "clutter", "motion", "reading", "region", "track"]
"""What follows things through the small stream; not `watch` and `geometry`, which serve all other pictures too."""
FILMING = (
    "bench/wall_throws.py", "controller/throws/events.py", "controller/twin/*.py", *(f"vision/{e}.py" for e in EYE)
)  # fmt: skip
DRAWING = (*FILMING, "bench/wall_drawn.py")
WEIGHTS = {
    Kind.ANY: 18, Kind.NORMAL: 24, Kind.TOGETHER: 11, Kind.TWICE: 12, Kind.SIDE_FIRST: 10,
    Kind.ONE_SHORT: 10, Kind.ALL_SHORT: 7, Kind.NEAR_MISS: 8,
}  # fmt: skip
"""How many of a hundred throws are of which kind; a quarter misses the wall with one die or both."""
LATENCY_ERROR_MS = 1.5
"""How well a calibration knows the latency (standard deviation)."""
HOLD_MS = 10.0
RIM_MNS = 9.0, 15.0
"""Between which impulses (mN·s) a table's rim sensor hears a blow: set so that it hardly hears the rubber."""
REST_S = 2.0

Event = MotionReading | WallEdge
Played = TypeVar("Played")


class Line(StrEnum):
    """What a sensor's line does with what its piezo feels.

    `raw`: it follows it, chatter and ringing. `held`: the piezo is damped, and what it chatters goes into one pulse.
    `ringing`: it has a hold as well, but rings on behind it, which makes more pulses. With `held` ones there is one on
    the wall's top, too, as hardware.md recommends.
    """

    RAW = "raw"
    HELD = "held"
    RINGING = "ringing"

    def of(self, drawn: SensorSettings) -> SensorSettings:
        """Give such sensors, else as drawn."""
        if self is Line.RAW:
            return drawn
        return replace(drawn, hold_ms=HOLD_MS, ring_ms=0.0 if self is Line.HELD else drawn.ring_ms)


@dataclass(frozen=True, slots=True)
class Task:
    """A block of throws at one table. `everything`: the whole table is drawn by seed, else its sensors only.

    `drawn`: silhouettes are drawn from the true poses (`wall_drawn.py`), no frame is painted.
    """

    seed: int
    count: int
    everything: bool = False
    fault: Fault | None = None
    drawn: bool = False
    line: Line = Line.RAW

    @property
    def name(self) -> str:
        """A file name for it."""
        kind = "_".join(["drawn"] * self.drawn + [self.line] + ["random"] * self.everything)
        return f"{kind}-{self.seed}-{self.count}-{self.fault or 'well'}"

    @staticmethod
    def named(name: str) -> "Task":
        """Give the task of a name."""
        kinds, seed, count, fault = name.split("-")
        kind = kinds.split("_")
        return Task(
            int(seed), int(count), "random" in kind, None if fault == "well" else Fault(fault),
            drawn="drawn" in kind, line=next(line for line in Line if line in kind),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Filmed:
    """One throw: its truth, and what was seen and heard in time order."""

    truth: ThrowTruth
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Throws at one table, and how much later than the frames a calibration takes its sensors to tell (ms)."""

    setup: Setup
    twin: TwinSettings
    latency_ms: float
    throws: tuple[Filmed, ...]

    def table(self, calibrated: bool = True) -> Table:
        """Give the judge's view of the table."""
        return known_table(self.setup, self.twin, self.latency_ms if calibrated else None)

    def without_rim(self) -> "Block":
        """Give the same throws as they are heard where no sensor listens at the wall's top."""
        bare = replace(self.twin, sensors=replace(self.twin.sensors, rim_threshold_mns=0.0))
        rubber = {zone.name for zone in zones_of(bare)}
        throws = tuple(replace(throw, events=tuple(_heard_at(rubber, throw.events))) for throw in self.throws)
        return replace(self, twin=bare, throws=throws)


def _heard_at(zones: Collection[str], events: Iterable[Event]) -> Iterator[Event]:
    """Leave out the edges of other sensors."""
    return (event for event in events if not isinstance(event, WallEdge) or event.zone in zones)


def film(task: Task) -> Block:
    """Throw a block at one table and watch it."""
    cv2.setNumThreads(1)
    twin, latency_ms, rng = table_of(task)
    watch, judge = Watch(twin.setup, _never), Judge(known_table(twin.setup, twin.settings, latency_ms))
    throws = tuple(_filmed(twin, kind, watch, judge) for kind in kinds_of(task, rng))
    return Block(twin.unpainted_setup, twin.settings, latency_ms, throws)


def table_of(task: Task) -> tuple[Twin, float, random.Random]:
    """Set up a task's table: with what latency (ms) the judge shall reckon, and the chance by which to go on."""
    drawn = TwinSettings.random(task.seed)
    home = drawn if task.everything else TwinSettings()
    rim = rim_mns(task.seed) if task.line is Line.HELD else 0.0
    settings = replace(home, sensors=replace(task.line.of(drawn.sensors), rim_threshold_mns=rim))
    twin = Twin(settings, task.seed, small_only=True)
    rng = random.Random(task.seed)
    latency_ms = settings.sensors.latency_ms + rng.gauss(0.0, LATENCY_ERROR_MS)
    if task.fault is not None:
        rubber = [zone for zone in twin.zones if not zone.rim]
        twin.break_down(FaultSpell(task.fault, from_ns=twin.now_ns + 1, zone=rng.choice(rubber).name))
    return twin, latency_ms, rng


def rim_mns(seed: int) -> float:
    """Draw how a table's rim sensor is set."""
    return random.Random(f"rim {seed}").uniform(*RIM_MNS)


def kinds_of(task: Task, rng: random.Random) -> list[Kind]:
    """Draw what the throws of a task shall become."""
    return rng.choices(list(WEIGHTS), list(WEIGHTS.values()), k=task.count)


def planned(play: Callable[[Plan], Iterator[Played]], plan: Plan) -> Iterator[Played]:
    """Play a throw as planned, or any where this table cannot show the plan's kind."""
    try:
        yield from play(plan)
    except ConfigError:
        yield from play(Plan(Kind.ANY))


def _never(_image: Image, _exposed_ns: int, _frame: int) -> TableReading:
    raise RuntimeError("Full pictures are not painted here.")


def _filmed(twin: Twin, kind: Kind, watch: Watch, judge: Judge) -> Filmed:
    """Film one throw; longer where the judge has not ruled by its end."""
    events = list(_watched(planned(twin.play, Plan(kind)), watch))
    truth = twin.truths[-1]
    if not judged(judge, truth, events):
        more = list(_watched(twin.idle(REST_S), watch))
        judged(judge, truth, more)
        events += more
    return Filmed(truth, tuple(events))


def _watched(events: Iterable[Frame | WallEdge], watch: Watch) -> Iterator[Event]:
    for event in events:
        if isinstance(event, WallEdge):
            yield event
        else:
            yield from (seen for seen in watch.see(event, False) if isinstance(seen, MotionReading))


def judged(judge: Judge, truth: ThrowTruth, events: Iterable[Event]) -> list[Throw]:
    """Put what was seen and heard to the judge; readings of the dice at rest come from the truth."""
    found: list[Throw] = []
    for event in events:
        outcomes = list(judge.take(event))
        if isinstance(event, MotionReading) and judge.wants_reading:
            outcomes += judge.take(_reading(truth, event))
        found += [outcome for outcome in outcomes if isinstance(outcome, Throw)]
    return found


def _reading(truth: ThrowTruth, seen: MotionReading) -> TableReading:
    """Give the dice as they lie; before the throw there are none."""
    lying = [die for die in truth.dice if die.state is not DieState.OFF_BOARD and seen.exposed_ns >= truth.start_ns]
    return TableReading(tuple(map(_die, lying)), exposed_ns=seen.exposed_ns, frame=seen.frame)


def _die(die: DieTruth) -> DieReading:
    across = max(np.reshape(die.rotation, (3, 3)).T, key=lambda axis: float(np.hypot(axis[0], axis[1])))
    turn_deg = float(np.degrees(np.arctan2(across[1], across[0]))) % 90.0
    return DieReading(die.value, die.state, (0.0, 0.0), die.centre_mm[:2], None, turn_deg, die.tilt_deg, die.support)


def code(patterns: Iterable[str] = FILMING) -> str:
    """Name the code that films or, with DRAWING, draws."""
    files = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def kept(folder: Path, task: Task) -> Block | None:
    """Give a block that was filmed before by this code."""
    path = folder / f"{task.name}.pickle"
    if not path.exists():
        return None
    with path.open("rb") as file:
        block: Block = pickle.load(file)
    return block


def keep(folder: Path, task: Task, block: Block) -> None:
    """Keep a block; the file is whole or not there."""
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{task.name}.new"
    new.write_bytes(pickle.dumps(block))
    new.replace(folder / f"{task.name}.pickle")

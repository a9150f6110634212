"""Which die hit the far wall: simulated throws, small stream and edges only, against their truth. `make bench-walls`.

Where the dice lie in the end comes from the truth, so that only tracks, sensors and judge are measured. Finished
blocks are kept in a folder that belongs to the code measured, so that a broken run goes on where it was.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2

from controller.cli.tables import judge_table
from controller.errors import ConfigError
from controller.throws.events import WallEdge
from controller.throws.judge import Judge
from controller.throws.verdict import Reason, Throw
from controller.twin.faults import Fault, FaultSpell
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Plan
from controller.twin.truth import ThrowTruth
from controller.twin.twin import Twin
from vision.frame import Frame, Image
from vision.reading import DieReading, DieState, TableReading
from vision.watch import Watch

ROOT = Path(__file__).resolve().parent.parent
EYE = ["assign", "backdrop", "blobs", "clutter", "geometry", "motion", "reading", "region", "track", "watch"]
MEASURED = ("bench/walls.py", "controller/throws/*.py", "controller/twin/*.py", *(f"vision/{name}.py" for name in EYE))
WEIGHTS = {
    Kind.ANY: 18, Kind.NORMAL: 24, Kind.TOGETHER: 11, Kind.TWICE: 12, Kind.SIDE_FIRST: 10,
    Kind.ONE_SHORT: 10, Kind.ALL_SHORT: 7, Kind.NEAR_MISS: 8,
}  # fmt: skip
"""How many of a hundred throws are of which kind; a quarter misses the wall with one die or both."""
BLOCK = 20
FAULTY = {8: Fault.DEAD_SENSOR, 9: Fault.STUCK_SENSOR}
"""What is broken at which block of ten."""
LATENCY_ERROR_MS = 1.5
"""How well a calibration knows the latency (standard deviation)."""
REST_S = 2.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """One throw: what was said and what is true of each die's far wall, on the board only; None is not sure."""

    table: int
    index: int
    kind: str
    fault: str
    seen: bool
    asked: bool
    other_question: bool
    sensor_dead: bool
    said: tuple[bool | None, ...]
    true: tuple[bool, ...]

    @property
    def wrong(self) -> int:
        """Count the dice of which a wrong thing was said for sure."""
        return sum(s is not None and s != t for s, t in zip(self.said, self.true, strict=True))

    @property
    def both_claimed(self) -> bool:
        """Tell whether all dice were said to have hit and one had not."""
        return bool(self.said) and all(self.said) and not all(self.true)


def play_block(task: tuple[int, int, bool, Fault | None]) -> list[Outcome]:
    """Throw a block at one table: its sensors drawn by seed, or the whole table."""
    seed, count, everything, fault = task
    cv2.setNumThreads(1)
    drawn = TwinSettings.random(seed)
    twin = Twin(drawn if everything else replace(TwinSettings(), sensors=drawn.sensors), seed, small_only=True)
    rng = random.Random(seed)
    latency_ms = twin.settings.sensors.latency_ms + rng.gauss(0.0, LATENCY_ERROR_MS)
    table = judge_table(twin.setup, twin.zones, latency_ms)
    if fault is not None:
        twin.break_down(FaultSpell(fault, from_ns=twin.now_ns + 1, zone=rng.choice(twin.zones).name))
    judge, watch = Judge(table), Watch(twin.setup, _never)
    kinds = rng.choices(list(WEIGHTS), list(WEIGHTS.values()), k=count)
    return [_outcome(seed, twin.truths[-1], fault, throws) for throws in _play(twin, kinds, watch, judge)]


def _never(_image: Image, _exposed_ns: int, _frame: int) -> TableReading:
    raise RuntimeError("Full pictures are not painted here.")


def _play(twin: Twin, kinds: list[Kind], watch: Watch, judge: Judge) -> Iterator[list[Throw]]:
    for kind in kinds:
        yield _watched(twin, _events(twin, kind), watch, judge) or _watched(twin, twin.idle(REST_S), watch, judge)


def _events(twin: Twin, kind: Kind) -> Iterator[Frame | WallEdge]:
    try:
        yield from twin.play(Plan(kind))
    except ConfigError:
        yield from twin.play(Plan(Kind.ANY))


def _watched(twin: Twin, events: Iterator[Frame | WallEdge], watch: Watch, judge: Judge) -> list[Throw]:
    """Put events through eye and judge; readings come from the truth."""
    throws: list[Throw] = []
    for event in events:
        items = watch.see(event, False) if isinstance(event, Frame) else (event,)
        outcomes = [outcome for item in items for outcome in judge.take(item)]
        if isinstance(event, Frame) and judge.wants_reading:
            outcomes += judge.take(_reading(twin.truths[-1], event))
        throws += [outcome for outcome in outcomes if isinstance(outcome, Throw)]
    return throws


def _reading(truth: ThrowTruth, frame: Frame) -> TableReading:
    """Give the dice as they lie; before the throw there are none."""
    lying = [die for die in truth.dice if die.state is not DieState.OFF_BOARD and frame.exposed_ns >= truth.start_ns]
    dice = tuple(
        DieReading(d.value, d.state, (0.0, 0.0), d.centre_mm[:2], tilt_deg=d.tilt_deg, support=d.support) for d in lying
    )
    return TableReading(dice, exposed_ns=frame.exposed_ns, frame=frame.index)


def _outcome(seed: int, truth: ThrowTruth, fault: Fault | None, throws: list[Throw]) -> Outcome:
    on_board = tuple(die.hit_far_wall for die in truth.dice if die.state is not DieState.OFF_BOARD)
    name = fault.value if fault else ""
    if not throws:
        return Outcome(seed, truth.index, truth.kind, name, False, False, False, False, (), ())
    throw = throws[0]
    ask = throw.verdict.ask or ""
    walls = "far wall" in ask
    dead = Reason.SENSOR_DEAD in throw.verdict.reasons
    said = tuple(die.hit_wall for die in throw.dice if die.state != DieState.OFF_BOARD)
    known = len(said) == len(on_board)
    return Outcome(
        seed, truth.index, truth.kind, name, True, walls, bool(ask) and not walls, dead,
        said if known else (), on_board if known else (),
    )  # fmt: skip


def kept(folder: Path, task: tuple[int, int, bool, Fault | None]) -> list[Outcome] | None:
    """Give a block that was finished before."""
    path = _file(folder, task)
    if not path.exists():
        return None
    return [
        Outcome(**{**row, "said": tuple(row["said"]), "true": tuple(row["true"])})
        for row in json.loads(path.read_text())
    ]


def keep(folder: Path, task: tuple[int, int, bool, Fault | None], block: list[Outcome]) -> None:
    """Keep a finished block; it is whole or not there."""
    path = _file(folder, task)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps([asdict(outcome) for outcome in block]))
    new.replace(path)


def _file(folder: Path, task: tuple[int, int, bool, Fault | None]) -> Path:
    seed, count, everything, fault = task
    return folder / f"{'random' if everything else 'home'}-{seed}-{count}-{fault or 'well'}.json"


def code() -> str:
    """Name the code that is measured."""
    files = sorted(path for pattern in MEASURED for path in ROOT.glob(pattern))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def report(done: list[Outcome]) -> bool:
    """Print the figures; tell whether they meet the aims (sensors well: 99.5 % right, 2 % asked, none claimed)."""
    well = [outcome for outcome in done if not outcome.fault]
    met = _table("all sensors work", well)
    for fault in sorted({outcome.fault for outcome in done} - {""}):
        _table(f"one zone: {fault}", [outcome for outcome in done if outcome.fault == fault])
    print("\nof the throws with all sensors working, by kind:")
    for kind in WEIGHTS:
        rows = [o for o in well if o.kind == kind]
        asked, wrong = sum(o.asked for o in rows), sum(o.wrong for o in rows)
        print(f"  {kind:<11}{len(rows):>5} throws, {asked:>3} asked, {wrong:>3} dice wrong")
    for o in done:
        if o.wrong or o.asked or not o.seen:
            what = "WRONG" if o.wrong else "asked" if o.asked else "not seen"
            print(f"  table {o.table} throw {o.index} ({o.kind} {o.fault}): {what}, said {o.said}, was {o.true}")
    return met


def _table(title: str, rows: list[Outcome]) -> bool:
    dice = Counter(
        "asked" if s is None else "right" if s == t else "wrong"
        for o in rows
        for s, t in zip(o.said, o.true, strict=True)
    )
    said = max(1, dice["right"] + dice["wrong"])
    asked, others = sum(o.asked for o in rows), sum(o.other_question for o in rows)
    share, asked_share = 100 * dice["right"] / said, 100 * asked / max(1, len(rows))
    claimed, dead = sum(o.both_claimed for o in rows), sum(o.sensor_dead for o in rows)
    print(f"\n{title}: {len(rows)} throws, {sum(not o.seen for o in rows)} not seen")
    print(f"  dice: {dice['right']} right, {dice['wrong']} wrong ({share:.2f} % right), {dice['asked']} left open")
    print(f"  the wall asked about in {asked} throws ({asked_share:.2f} %), other questions in {others}")
    print(f"  all dice claimed though one missed: {claimed}; a dead sensor noted in {dead}")
    return share >= 99.5 and asked_share <= 2.0 and not claimed


def main() -> int:
    """Run it; exit code 1 where the aims are missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--random", action="store_true", help="another table every twenty throws, not only other sensors"
    )
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "bench-walls", help="where finished blocks lie")
    args = parser.parse_args()
    folder = args.keep / code()
    blocks = -(-args.throws // BLOCK)
    tasks = [
        (args.seed * 10_000 + k, min(BLOCK, args.throws - k * BLOCK), args.random, FAULTY.get(k % 10))
        for k in range(blocks)
    ]
    known = {task: block for task in tasks if (block := kept(folder, task)) is not None}
    todo = [task for task in tasks if task not in known]
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        for task, block in zip(todo, pool.imap(play_block, todo), strict=True):
            keep(folder, task, block)
            known[task] = block
            print(f"{sum(map(len, known.values()))} of {args.throws}", end="\r", flush=True)
    return 0 if report([outcome for task in tasks for outcome in known[task]]) else 1


if __name__ == "__main__":
    raise SystemExit(main())

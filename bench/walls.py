"""Which die hit the far wall: simulated throws, small stream and edges only, against their truth. `make bench-walls`.

Where the dice lie in the end comes from the truth, so that only tracks, sensors and judge are measured. What was seen
and heard is kept (`wall_throws.py`): a broken run goes on where it was, and is judged by the judge of today.
With `--drawn` no frames are painted (`wall_drawn.py`): many more throws in the same time.
"""

import argparse
import multiprocessing
import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from spread import spread
from wall_drawn import draw
from wall_throws import DRAWING, FILMING, ROOT, WEIGHTS, Block, Line, Task, code, film, judged, keep, kept

from controller.throws.judge import Judge
from controller.throws.verdict import Reason, Throw
from controller.twin.faults import Fault
from controller.twin.truth import ThrowTruth
from vision.reading import DieState

BLOCK = 20
FAULTY = {8: Fault.DEAD_SENSOR, 9: Fault.STUCK_SENSOR}
"""What is broken at which block of ten."""


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
    sure: float
    """What is left of certainty that all dice hit, when the judge's doubt about each is taken off."""

    @property
    def wrong(self) -> int:
        """Count the dice of which a wrong thing was said for sure."""
        return sum(s is not None and s != t for s, t in zip(self.said, self.true, strict=True))

    @property
    def both_claimed(self) -> bool:
        """Tell whether all dice were said to have hit and one had not."""
        return bool(self.said) and all(self.said) and not all(self.true)


def outcomes(task: Task, block: Block, calibrated: bool = True) -> list[Outcome]:
    """Judge a block and hold it against the truth."""
    judge = Judge(block.table(calibrated))
    return [_outcome(task, throw.truth, judged(judge, throw.truth, throw.events)) for throw in block.throws]


def _outcome(task: Task, truth: ThrowTruth, throws: list[Throw]) -> Outcome:
    on_board = tuple(die.hit_far_wall for die in truth.dice if die.state is not DieState.OFF_BOARD)
    name = task.fault.value if task.fault else ""
    if not throws:
        return Outcome(task.seed, truth.index, truth.kind, name, False, False, False, False, (), (), 0.0)
    throw = throws[0]
    ask = throw.verdict.ask or ""
    walls = "far wall" in ask
    dead = Reason.SENSOR_DEAD in throw.verdict.reasons
    said = tuple(die.hit_wall for die in throw.dice if die.state != DieState.OFF_BOARD)
    known = len(said) == len(on_board)
    return Outcome(
        task.seed, truth.index, truth.kind, name, True, walls, bool(ask) and not walls, dead,
        said if known else (), on_board if known else (),
        1.0 - sum(1.0 - (die.hit_chance or 0.0) for die in throw.dice if die.state != DieState.OFF_BOARD),
    )  # fmt: skip


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
    claimed, dead = [o for o in rows if o.both_claimed], sum(o.sensor_dead for o in rows)
    claims = sum(bool(o.said) and all(o.said) for o in rows)
    print(f"\n{title}: {len(rows)} throws, {sum(not o.seen for o in rows)} not seen")
    print(f"  dice: {dice['right']} right, {dice['wrong']} wrong ({share:.2f} % right), {dice['asked']} left open")
    low, high = spread((o.table, o.asked) for o in rows)
    print(f"  the wall asked about in {asked} throws ({asked_share:.2f} %), other questions in {others}")
    print(f"    by the tables drawn again {low:.2f} to {high:.2f} % (19 in 20)")
    held = ", ".join(f"{100 * o.sure:.1f} %" for o in claimed)
    false = f"{len(claimed)} of these though one missed (sure by {held or 'nothing'})"
    print(f"  all dice claimed in {claims}, in {false}; a dead sensor noted in {dead}")
    return share >= 99.5 and asked_share <= 2.0 and not claimed


def filmed(tasks: list[Task], folder: Path, jobs: int) -> None:
    """Film the blocks that are not kept yet."""
    todo = [task for task in tasks if kept(folder, task) is None]
    if not todo:
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        blocks = zip(todo, pool.imap(_made, todo), strict=True)
        for k, (task, block) in enumerate(blocks, len(tasks) - len(todo) + 1):
            keep(folder, task, block)
            print(f"{k} of {len(tasks)} blocks filmed", end="\r", flush=True, file=sys.stderr)


def _made(task: Task) -> Block:
    return draw(task) if task.drawn else film(task)


def main() -> int:
    """Run it; exit code 1 where the aims are missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--random", action="store_true", help="another table for each block, not only other sensors")
    parser.add_argument("--drawn", action="store_true", help="draw silhouettes from the true poses, paint no frames")
    parser.add_argument(
        "--line", type=Line, choices=list(Line), default=Line.HELD, help="what sensors do: see wall_throws.Line"
    )
    parser.add_argument("--uncalibrated", action="store_true", help="judge as if the sensors had never been tapped")
    parser.add_argument("--without-rim", action="store_true", help="judge as if no sensor were on the wall's top")
    parser.add_argument("--block", type=int, default=BLOCK, help=f"throws at each table (usually {BLOCK})")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "bench-walls", help="where filmed blocks lie")
    parser.add_argument("--kept", action="store_true", help="film nothing: judge the blocks that lie there")
    args = parser.parse_args()
    folder = args.keep / code(DRAWING if args.drawn else FILMING)
    counts = [min(args.block, args.throws - first) for first in range(0, args.throws, args.block)]
    tasks = [
        Task(args.seed * 10_000 + k, count, args.random, FAULTY.get(k % 10), args.drawn, args.line)
        for k, count in enumerate(counts)
    ]
    if not args.kept:
        filmed(tasks, folder, args.jobs)
    known = [(task, block) for task in tasks if (block := kept(folder, task)) is not None]
    heard = [(task, block.without_rim() if args.without_rim else block) for task, block in known]
    return 0 if report([o for task, block in heard for o in outcomes(task, block, not args.uncalibrated)]) else 1


if __name__ == "__main__":
    raise SystemExit(main())

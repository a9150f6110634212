"""Throws at simulated tables against their truth: readings, rulings, questions. `make bench-table` runs 500.

Broken off with Ctrl-C it reports what has been played.
"""

import argparse
import contextlib
import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Iterator

import cv2

from controller.cli.trial import Trial, trials
from controller.twin.score import Grade
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind
from controller.twin.twin import Twin

WEIGHTS = {
    Kind.ANY: 40, Kind.NORMAL: 18, Kind.ONE_SHORT: 8, Kind.ALL_SHORT: 6, Kind.NEAR_MISS: 5, Kind.OVER_WALL: 5,
    Kind.COCKED_CHIP: 6, Kind.COCKED_WALL: 4, Kind.COCKED_DIE: 3, Kind.ON_CHIP: 3, Kind.STACKED: 2,
}  # fmt: skip
"""How many of a hundred throws are of which kind."""

BLOCK = 10
"""Throws at one table before the next set-up comes."""


def play_block(task: tuple[int, int, bool]) -> list[tuple[int, Trial]]:
    """Play a block of throws at one table, home or drawn by seed: each with that seed."""
    seed, count, home = task
    cv2.setNumThreads(1)
    kinds = random.Random(seed).choices(list(WEIGHTS), list(WEIGHTS.values()), k=count)
    twin = Twin(TwinSettings() if home else TwinSettings.random(seed), seed)
    return [(seed, trial) for trial in trials(twin, kinds)]


def report(done: list[tuple[int, Trial]]) -> None:
    """Print what came of all throws."""
    flat = [t for _, t in done if t.score and t.score.reading]
    faces = Counter(t.score.reading for t in flat if t.score)
    rulings = Counter(t.score.ruling if t.score else "not seen" for _, t in done)
    count = len(done)
    print(f"{count} throws, {sum(t.more for _, t in done)} seen that never were")
    print(f"faces of {len(flat)} flat throws: right {100 * faces[Grade.RIGHT] / max(1, len(flat)):.2f} %, "
          f"asked {faces[Grade.ASKED]}, wrong {faces[Grade.WRONG]}")  # fmt: skip
    print(f"{sum(t.throw is None and t.score is not None for _, t in done)} set down by hand and rightly no throw")
    print("rulings: " + ", ".join(f"{grade} {n} ({100 * n / count:.1f} %)" for grade, n in rulings.most_common()))


def misses(block: list[tuple[int, Trial]]) -> Iterator[str]:
    """Each throw of a block that was not right, and why."""
    for seed, trial in block:
        score = trial.score
        if score is None or score.ruling is not Grade.RIGHT or score.reading is Grade.WRONG or trial.more:
            what = f"{score.ruling}: {score.why}" if score else "not seen"
            yield f"table {seed} throw {trial.truth.index} ({trial.truth.kind}): {what} {'+' * trial.more}"


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--random", action="store_true", help="another table every ten throws, not the default one")
    args = parser.parse_args()
    blocks = -(-args.throws // BLOCK)
    tasks = [(args.seed * 10_000 + k, min(BLOCK, args.throws - k * BLOCK), not args.random) for k in range(blocks)]
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        # One process a core: threads within one reading would only wait for the others.
        os.environ.setdefault(name, "1")
    done: list[tuple[int, Trial]] = []
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool, contextlib.suppress(KeyboardInterrupt):
        for block in pool.imap_unordered(play_block, tasks):
            done += block
            for line in misses(block):
                print(line)
            asked = sum(trial.score is not None and trial.score.ruling is Grade.ASKED for _, trial in done)
            print(f"{len(done)} of {args.throws}, {asked} asked", end="\r", flush=True)
    report(done)


if __name__ == "__main__":
    main()

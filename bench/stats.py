"""Measure the statistics: false alarms under a look after every roll, rolls to find a bias, ten million rolls.

`python bench/stats.py [--runs 2000] [--rolls 10000000]`; all by simulation with a fixed seed.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import chi2

from controller.rolls.evidence import counts_at, face_path, log_mean
from controller.rolls.fairness import Throws, judge_fairness
from controller.rolls.figures import study_figures
from controller.rolls.files import read_file
from controller.rolls.groups import Group, compare_groups, group_faces, group_sevens
from controller.rolls.power import smallest_bias
from controller.rolls.report import report_html
from controller.rolls.rounds import count_rounds
from controller.rolls.study import study_rolls
from controller.rolls.table import FACES, RollTable

LEVEL = 0.05
LOOKS = 20_000
EXCESSES = {0.05: 3_000, 0.03: 8_000, 0.02: 16_000}
"""Each excess of one face, and how long a run is followed."""
NEVER = 10**9


def loaded(excess: float) -> np.ndarray:
    """Give a die whose sixes come too often, the other faces equal."""
    shares = np.full(FACES, (1 - 1 / FACES - excess) / (FACES - 1))
    shares[-1] = 1 / FACES + excess
    return shares


def paths(excess: float, rolls: int, runs: int, seed: int) -> Iterator[np.ndarray]:
    """Throw a die again and again; give the counts after each roll, (rolls, 6)."""
    random = np.random.default_rng(seed)
    at = np.arange(1, rolls + 1)
    for _ in range(runs):
        yield counts_at(random.choice(FACES, rolls, p=loaded(excess)), FACES, at)


def first(path: np.ndarray, bound: float) -> int:
    """Give the first roll at which a path is at its bound, NEVER where none is."""
    over = path >= bound
    return int(over.argmax()) + 1 if over.any() else NEVER


def chi_square_path(counts: np.ndarray) -> np.ndarray:
    """Give chi-square after every roll; before the 30th nobody would look."""
    n = np.arange(1, len(counts) + 1)[:, None]
    statistic = ((counts - n / FACES) ** 2 / (n / FACES)).sum(axis=1)
    statistic[:29] = 0
    return np.asarray(statistic)


def size_known_path(counts: np.ndarray, excess: float) -> np.ndarray:
    """Give the evidence of a bet that knows how much too often a face comes, and not which: what size costs to find."""
    others = counts.sum(axis=1, keepdims=True) - counts
    one_face = counts * np.log(FACES * loaded(excess)[-1]) + others * np.log(FACES * loaded(excess)[0])
    return log_mean(list(one_face.T))


def print_false_alarms(runs: int) -> None:
    """Follow fair dice for LOOKS rolls with a look after every one."""
    bound, critical = -np.log(LEVEL), chi2.isf(LEVEL, FACES - 1)
    alarms = np.zeros(3, np.int64)
    for counts in paths(0.0, LOOKS, runs, seed=1):
        alarms += [
            first(face_path(counts), bound) <= LOOKS,
            first(face_path(counts, named=FACES), bound) <= LOOKS,
            first(chi_square_path(counts), critical) <= LOOKS,
        ]
    print(f"false alarms of a fair die, a look after every roll to {LOOKS:,}, level 5 %, {runs:,} runs:")
    for name, share in zip(("any face", "a face named beforehand", "chi-square"), alarms / runs, strict=True):
        print(f"  {name}: {100 * share:.1f} %")


def print_alarms_of_two_dice(runs: int) -> None:
    """The same for the whole verdict on two dice: all tests together, told apart and alike."""
    random = np.random.default_rng(2)
    print(f"false alarms of the whole verdict on two fair dice, {runs:,} runs to {LOOKS:,} rolls:")
    for words, names, eps in (("told apart", ("red", "white"), 0.0), ("alike", (), 0.0), ("misread", (), 0.002)):
        alarms = 0
        for _ in range(runs):
            faces = random.integers(1, FACES + 1, (LOOKS, 2), dtype=np.uint8)
            if eps:  # the worst that the bound allows: every misreading makes a six
                faces[random.random(faces.shape) < eps * FACES / (FACES - 1)] = FACES
            starts = np.arange(LOOKS) % 50 == 0
            alarms += judge_fairness(Throws(faces, starts, names), LEVEL, eps).evidence.crossed
        print(f"  {words}: {100 * alarms / runs:.1f} %")


def print_detection(runs: int) -> None:
    """Find one face that comes too often on one die."""
    bound = -np.log(LEVEL)
    print(f"median rolls to find one face too often on one die, the others equal, {runs:,} runs:")
    for excess, rolls in EXCESSES.items():
        found = [
            (
                first(face_path(counts), bound),
                first(size_known_path(counts, excess), bound),
                first(face_path(counts, named=FACES), bound),
            )
            for counts in paths(excess, rolls, runs, seed=3)
        ]
        anyone, size_known, named = np.median(found, axis=0)
        print(
            f"  1/6 + {excess}: a face named beforehand {named:.0f}, any face {anyone:.0f} (had its size been known, "
            f"{size_known:.0f}; smallest bias said for so many rolls {smallest_bias(int(anyone), LEVEL):.3f})"
        )


def print_ten_million(rolls: int) -> None:
    """Import and report a long log of two dice."""
    random = np.random.default_rng(4)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.csv"
        _write_long(path, rolls, random)
        print(f"{rolls:,} rolls of two dice, 1,000 sessions, 40 shooters:")
        table = _timed("read from CSV", lambda: read_file(path))
    starts = np.append(True, table.session[1:] != table.session[:-1])
    _timed(
        "verdict and all tests of the dice", lambda: judge_fairness(Throws(table.faces, starts, ("d1", "d2")), LEVEL)
    )
    _timed("shooters and their sevens", lambda: _shooters(table))
    _timed("rounds", lambda: count_rounds(table))
    study = _timed("everything together", lambda: study_rolls(table))
    _timed("its JSON", lambda: study_figures(study))
    _timed("its report with pictures", lambda: report_html(study))
    print(f"  most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


def _write_long(path: Path, rolls: int, random: np.random.Generator) -> None:
    with path.open("w") as out:
        out.write("session,shooter,d1,d2,counts\n")
        for session in range(1_000):
            faces = random.integers(1, FACES + 1, (rolls // 1_000, 2)).tolist()
            out.writelines(f"{session},shooter {session % 40},{one},{two},1\n" for one, two in faces)


def _timed(what: str, work: Callable[[], Any]) -> Any:
    began, busy = time.perf_counter(), time.process_time()
    done = work()
    print(f"  {what}: {time.perf_counter() - began:.1f} s ({time.process_time() - busy:.1f} s of processor time)")
    return done


def _shooters(table: RollTable) -> tuple[Group, ...]:
    groups = len(table.shooters)
    faces, sevens = group_faces(table.shooter, table.faces, groups), group_sevens(table.shooter, table.faces, groups)
    return compare_groups(table.shooters, faces, sevens, LEVEL)


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--rolls", type=int, default=10_000_000)
    options = parser.parse_args()
    print_ten_million(options.rolls)
    print_false_alarms(options.runs)
    print_alarms_of_two_dice(max(1, options.runs // 5))
    print_detection(options.runs)


if __name__ == "__main__":
    main()

"""Reads path-traced tables of this project's own: `make bench-traced`.

The simulated table's scenes, painted with Mitsuba 3: light that felt, chips and dice throw at each other, glossy round
dice with dented pips, soft and hard shadows, a sensor with a colour filter. Pictures are kept, and painted once.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
from traced_tables import Traced

from vision.accuracy.scoring import Compared, compare
from vision.drawing.overlay import draw_overlay, to_pixels
from vision.reader import TableReader

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Read:
    """What came of one table: a line for the table, one for every picture that is not right, and the grades."""

    title: str
    lines: tuple[str, ...]
    grades: Counter[str]


def read_table(number: int, keep: Path, scenes: int) -> Read:
    """Read one table's scenes; their overlays lie beside their pictures."""
    cv2.setNumThreads(1)
    traced = Traced(number, keep)
    reader, lines, grades = TableReader(traced.setup), [], Counter[str]()
    for index, scene in enumerate(traced.scenes(scenes)):
        print(f"table {number}: scene {index + 1} of {scenes}", end="\r", file=sys.stderr, flush=True)
        begun = time.process_time()
        one = compare(scene.truth, reader.read(scene.picture), (time.process_time() - begun) * 1000)
        drawn = draw_overlay(scene.picture, one.reading, to_pixels(traced.setup))
        cv2.imwrite(str(traced.folder / f"read-{index}.png"), drawn)
        grades.update(_grades(one))
        if one.grade != "right":
            lines.append(f"    {number}-{index} ({scene.kind}, {one.ms:.0f} ms) {one.grade}: {_why(one)}")
    return Read(traced.title, tuple(lines), grades)


def _grades(one: Compared) -> list[str]:
    dice = [f"{'flat' if pair.true.flat else 'leaning'} {pair.grade}" for pair in one.pairs if pair.true]
    return [f"picture {one.grade}", *dice]


def _why(one: Compared) -> str:
    wrong = [f"{pair.true} read {pair.read}" for pair in one.pairs if pair.grade == "wrong"]
    return " | ".join([*wrong, *one.reading.reasons])


def main() -> int:
    """Paint what is not painted yet, read all, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=8, help="how many tables")
    parser.add_argument("--first", type=int, default=1, help="the first one's number")
    parser.add_argument("--scenes", type=int, default=12, help="scenes at each")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "bench-traced", help="where pictures lie")
    args = parser.parse_args()
    total: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        work = partial(read_table, keep=args.keep, scenes=args.scenes)
        for read in pool.imap(work, range(args.first, args.first + args.tables)):
            total += read.grades
            print(f"\r{read.title}: {_sums(read.grades, 'picture')}", *read.lines, sep="\n", flush=True)
    for kind in ("picture", "flat", "leaning"):
        print(f"{kind}: {_sums(total, kind)}")
    return 1 if total["picture wrong"] else 0


def _sums(grades: Counter[str], kind: str) -> str:
    return ", ".join(f"{grades[f'{kind} {grade}']} {grade}" for grade in ("right", "asked", "wrong"))


if __name__ == "__main__":
    sys.exit(main())

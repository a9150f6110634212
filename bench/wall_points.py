"""Fits the points of the second look (`controller/throws/points.py`) to simulated throws, and says what they are worth.

Boosted stumps (Friedman, Greedy Function Approximation, 2001): each round raises the score of the dice on one side of
one step of one trait, a little; all steps of a trait add up to its points. Throws are told apart by their table: what
is reported of each is by points fitted without its table.

    python bench/wall_points.py FOLDER... --write
"""

import argparse
import multiprocessing
import os
import random
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from wall_throws import ROOT, Block, Task, kept
from wall_weights import Call, calls

from controller.throws.contacts import BARS, likeliest_of, told_by, ways
from controller.throws.events import Wall
from controller.throws.scorecard import HIT_SHARE, Scorecard, Steps
from controller.throws.sounds import Heard
from controller.throws.traits import AtWall, traits
from controller.twin.truth import DieTruth

Floats = NDArray[np.float64]
Bins = NDArray[np.uint8]
ROUNDS, RATE = 1200, 0.05
BINS = 32
LEAST_DICE = 40
"""Fewer dice on one side make no step."""
PULL = 20.0
SHARE_OF_TRAITS, SHARE_OF_DICE = 0.4, 0.7
FOLDS = 5
PAINTED_FORCE, DEAF_FORCE, DEAF_SHARE = 2.0, 0.3, 0.4
"""How much a painted throw counts against a drawn one, and one with a zone taken out; how many are looked at so."""
DIGITS = 2
POINTS_FILE = ROOT / "controller" / "throws" / "points.py"


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice at the far wall, one a row: traits (NaN: none), whether each hit, how much it counts, and where it is from.

    `throw` -1: a zone was taken out.
    """

    names: tuple[str, ...]
    traits: Floats
    hit: NDArray[np.bool_]
    force: Floats
    throw: NDArray[np.int64]
    table: NDArray[np.int64]
    painted: NDArray[np.bool_]

    @property
    def odds(self) -> Floats:
        """Give what the stories say."""
        return self.traits[:, self.names.index("odds")]


Row = tuple[dict[str, float], bool, float, int, int, bool]


def rows(block: Block, table: int, painted: bool) -> Iterator[Row]:
    """Give the dice of a block, and of some throws once more with a zone taken out."""
    for call, dice, index in calls(block):
        force = PAINTED_FORCE if painted else 1.0
        throw = table * 1000 + index
        yield from _rows(call, dice, (force, throw, table, painted))
        deaf = _deafened(call, random.Random(throw))
        if deaf is not None:
            yield from _rows(deaf, dice, (force * DEAF_FORCE, -1, table, painted))


def _deafened(call: Call, rng: random.Random) -> Call | None:
    zone = rng.choice(call.table.zones).name
    rest = tuple(hit for hit in call.hits if hit.zone != zone)
    if len(rest) == len(call.hits) or rng.random() > DEAF_SHARE:
        return None
    return Call(call.table, call.paths, rest, call.sensors.without(zone))


def _rows(call: Call, dice: Sequence[DieTruth], rest: tuple[float, int, int, bool]) -> Iterator[Row]:
    heard = Heard(call.table, Wall.FAR, call.hits, call.sensors)
    every = ways(call.table, heard, call.paths)
    best, told = likeliest_of(every), told_by(every)
    at_wall = AtWall(call.table, heard, best.moments, best.paths)
    for die, truth in enumerate(dice):
        yield traits(at_wall, die, told), truth.hit_far_wall, *rest


def gathered(every: Sequence[Row]) -> Dice:
    """Put rows together."""
    found, hit, force, throw, table, painted = zip(*every, strict=True)
    names = tuple(sorted({name for each in found for name in each}))
    values = np.array([[each.get(name, np.nan) for name in names] for each in found])
    return Dice(
        names, values, np.array(hit), np.array(force), np.array(throw), np.array(table), np.array(painted)
    )  # fmt: skip


# -- boosting -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Stumps:
    """Steps of all traits as they grow: values by bin, bin 0 for a die without the trait."""

    begins: list[Floats]
    values: list[Floats]


def begins_of(values: Floats) -> Floats:
    """Choose where a trait's points may change: between values that are about equally common."""
    known = values[~np.isnan(values)]
    return np.unique(np.round(np.quantile(known, np.linspace(0, 1, BINS + 1)[1:-1]), DIGITS))


def binned(values: Floats, begins: Floats) -> Bins:
    """Give the bin of each value, 0 for none."""
    bins = 1 + np.searchsorted(begins, values, side="right")
    return np.where(np.isnan(values), 0, bins).astype(np.uint8)


def fit(dice: Dice, chosen: NDArray[np.bool_], seed: int = 0) -> Scorecard:
    """Fit a card to the chosen dice."""
    columns = dice.traits[chosen].T
    stumps = Stumps([begins_of(column) for column in columns], [])
    bins = [binned(column, begins) for column, begins in zip(columns, stumps.begins, strict=True)]
    stumps.values = [np.zeros(len(begins) + 2) for begins in stumps.begins]
    grow(stumps, bins, dice.odds[chosen].copy(), dice.hit[chosen].astype(float), dice.force[chosen], seed)
    return card(dice.names, stumps)


def grow(stumps: Stumps, bins: Sequence[Bins], score: Floats, hit: Floats, force: Floats, seed: int) -> None:
    """Add stumps until the rounds are over; `score` begins as what the stories say."""
    rng = np.random.default_rng(seed)
    few = max(1, round(SHARE_OF_TRAITS * len(bins)))
    for _ in range(ROUNDS):
        told = chance(score)
        drawn = force * (rng.random(len(score)) < SHARE_OF_DICE)
        slope, bend = drawn * (hit - told), drawn * told * (1 - told)
        tried = (
            _best(k, bins[k], len(stumps.values[k]), slope, bend, drawn) for k in rng.choice(len(bins), few, False)
        )
        _, k, raised = max(tried, key=lambda each: each[0])
        stumps.values[k] += RATE * raised
        score += RATE * raised[bins[k]]


def _best(k: int, bins: Bins, count: int, slope: Floats, bend: Floats, drawn: Floats) -> tuple[float, int, Floats]:
    """Find the step of a trait that explains most; dice without the trait go to the side that suits them."""
    slopes, bends, dice = (np.bincount(bins, each, count) for each in (slope, bend, drawn))
    best, raised = 0.0, np.zeros(count)
    for none_left in (False, True):
        left = [np.cumsum(each[1:])[:-1] + (each[0] if none_left else 0.0) for each in (slopes, bends, dice)]
        right = [each.sum() - part for each, part in zip((slopes, bends, dice), left, strict=True)]
        gain = left[0] ** 2 / (left[1] + PULL) + right[0] ** 2 / (right[1] + PULL)
        gain[(left[2] < LEAST_DICE) | (right[2] < LEAST_DICE)] = 0.0
        if gain.size and gain.max() > best:
            at = int(gain.argmax())
            best = float(gain[at])
            is_left = np.arange(count) <= at + 1
            is_left[0] = none_left
            raised = np.where(is_left, left[0][at] / (left[1][at] + PULL), right[0][at] / (right[1][at] + PULL))
    return best, k, raised


def card(names: Sequence[str], stumps: Stumps) -> Scorecard:
    """Write stumps down as a card: equal neighbours are one step."""
    points = {name: _steps(*each) for name, *each in zip(names, stumps.begins, stumps.values, strict=True)}
    return Scorecard({name: steps for name, steps in points.items() if any(steps[1])})


def _steps(begins: Floats, values: Floats) -> Steps:
    rounded = np.round(values, DIGITS)
    changes = [k for k in range(len(begins)) if rounded[k + 1] != rounded[k + 2]]
    kept = [1, *(k + 2 for k in changes)]
    return tuple(float(begins[k]) for k in changes), (float(rounded[0]), *(float(rounded[k]) for k in kept))


# -- report and result ----------------------------------------------------------------------------------------------


def points_of(dice: Dice, fitted: Scorecard, chosen: NDArray[np.bool_]) -> Floats:
    """Give the points of each chosen die by a card."""
    found = np.zeros(int(chosen.sum()))
    for name, (begins, points) in fitted.points.items():
        found += np.array(points)[binned(dice.traits[chosen, dice.names.index(name)], np.array(begins))]
    return found


def by_folds(dice: Dice) -> Floats:
    """Give each die's points by a card fitted without its table."""
    fold = np.array([random.Random(int(table)).randrange(FOLDS) for table in dice.table])
    found = np.zeros(len(fold))
    for k in range(FOLDS):
        found[fold == k] = points_of(dice, fit(dice, fold != k), fold == k)
        print(f"fold {k + 1} of {FOLDS} fitted", end="\r", file=sys.stderr, flush=True)
    return found


def report(title: str, dice: Dice, points: Floats, of: NDArray[np.bool_]) -> None:
    """Say how many throws are asked about and ruled wrongly, by how sure one must be.

    The judge also asks where a way was not seen whole, or may have been another die's: `bench/walls.py` measures that.
    """
    looks = [chance(dice.odds + counted)[of] for counted in (HIT_SHARE * points, np.maximum(points, 0.0))]
    told = chance(dice.odds + points)[of]
    loss = -np.log(np.where(dice.hit[of], told, 1 - told) + 1e-6).mean()
    order = np.argsort(dice.throw[of], kind="stable")
    begins = np.unique(dice.throw[of][order], return_index=True)[1][1:]
    throws = list(zip(*(np.split(each[order], begins) for each in (*looks, dice.hit[of])), strict=True))
    print(f"{title}: {len(throws)} throws, log loss {1000 * loss:.1f} per 1,000 dice")
    for sureness in SURENESS:
        ruled = [(_ruling(hit, not_missed, *sureness), int(true.sum())) for hit, not_missed, true in throws]
        wrong = [(said, true) for said, true in ruled if said is not None and said != true]
        asked = 100 * sum(said is None for said, _ in ruled) / len(ruled)
        claimed = sum(said > true for said, true in wrong)
        print("  hit from {}, missed to {}, all from {}: ".format(*sureness), end="")
        print(f"{asked:.2f} % asked, {len(wrong)} wrong ({claimed} of them claim a hit too many)")


def chance(odds: Floats) -> Floats:
    """Give probabilities for log odds."""
    return np.asarray(1 / (1 + np.exp(-odds)))


SURENESS = (
    (BARS.hit, BARS.missed, BARS.all_hit), (0.94, 0.1, 0.96), (0.9, 0.1, 0.93), (0.88, 0.12, 0.9), (0.96, 0.06, 0.98)
)  # fmt: skip
"""How sure one may have to be; the judge's own comes first."""


def _ruling(hit: Floats, not_missed: Floats, sure: float, not_sure: float, all_sure: float) -> int | None:
    """Say how many dice are ruled to have hit; None where that is asked."""
    yes, no = hit >= sure, not_missed <= not_sure
    doubtful = len(yes) > 1 and yes.all() and (1 - hit).sum() > 1 - all_sure
    return int(yes.sum()) if (yes | no).all() and not doubtful else None


def written(fitted: Scorecard, painted: int, drawn: int) -> str:
    """Write a card as Python, with how many throws it was fitted on."""
    lines = [HEAD.format(painted=painted, drawn=drawn)]
    for name, (begins, points) in sorted(fitted.points.items()):
        lines += [f'    "{name}": (']
        lines += [_wrapped(begins), _wrapped(points)]
        lines += ["    ),"]
    return "\n".join([*lines, "}", ""])


def _wrapped(numbers: Sequence[float]) -> str:
    told = ", ".join(f"{number:g}" for number in numbers)
    return textwrap.fill(f"({told},)," if numbers else "(),", 116, initial_indent=" " * 8, subsequent_indent=" " * 9)


HEAD = '''"""The points of the second look: for each trait, where they change, and how many (natural logarithm of odds).

Fitted by `bench/wall_points.py` on {painted:,} painted and {drawn:,} drawn throws, and on some of them with a zone
taken out. The first points are those of a die without the trait, the next those of values below the first step, and
so on.
"""

# fmt: off
POINTS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {{'''


def _rows_of(path: Path) -> list[Row]:
    task = Task.named(path.stem)
    block = kept(path.parent, task)
    return [] if block is None else list(rows(block, task.seed, not task.drawn))


def gather(files: Sequence[Path], jobs: int) -> Dice:
    """Judge all filmed throws of these blocks."""
    found: list[Row] = []
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for k, each in enumerate(pool.imap(_rows_of, files), 1):
            found += each
            print(f"{k} of {len(files)} blocks judged", end="\r", file=sys.stderr, flush=True)
    return gathered(found)


def main() -> int:
    """Fit, say how well the points do on throws they were not fitted on, and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", help="where filmed blocks lie, painted and drawn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help=f"write the points to {POINTS_FILE.relative_to(ROOT)}")
    args = parser.parse_args()
    files = sorted(path for folder in args.folders for path in folder.glob("*-well.pickle"))
    if not files:
        parser.error("no blocks with well sensors lie there; film some: bench/walls.py --line raw --keep FOLDER")
    fitted_on(gather(files, args.jobs), args.write)
    return 0


def fitted_on(dice: Dice, write: bool) -> None:
    """Report and fit."""
    points, none = by_folds(dice), np.zeros(len(dice.hit))
    whole = dice.throw >= 0
    kinds = {"painted": whole & dice.painted, "drawn": whole & ~dice.painted}
    for name, of in kinds.items():
        if of.any():
            report(f"{name}, the stories alone", dice, none, of)
            report(f"{name}, with the second look", dice, points, of)
    if write:
        throws = {name: len(np.unique(dice.throw[of])) for name, of in kinds.items()}
        card_of_all = fit(dice, np.ones(len(dice.hit), dtype=bool))
        POINTS_FILE.write_text(written(card_of_all, **throws), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())

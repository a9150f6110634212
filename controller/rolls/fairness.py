"""Are the dice of one dice set fair? All tests on their rolls, each with its share of one level, and their sum.

Tests: the faces of each die, the total, whether the dice depend on each other, whether successive throws do. The
levels of the tests add up to the level of the whole, and so do the tests' bets: the weighted sum of their e-processes
is one e-process, whose crossing is the advice to box up.

Dice that look alike have no identity: what stands in one column is now this die, now that one. They are tested as what
they are, a bag of faces: all faces of a throw together (fair dice make them fair draws in any order), the total, the 21
unordered pairs against fair chances (a pair test that cannot be separated from unequal dice), and successive totals.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from controller.rolls.chances import FAIR, alike_pair_chances, alike_pairs, total_chances
from controller.rolls.classic import ChiSquare, chi_square, independence_chi_square
from controller.rolls.evidence import category_path, counts_at, face_path, log_mean, looks
from controller.rolls.pairing import pairing_path
from controller.rolls.table import FACES
from controller.rolls.watched import Evidence, watched

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

SHARE_OF_EACH_OTHER = 0.05
"""Of the level, for the total, for the dice together and for successive throws; the faces have the rest."""
ALL_DICE = "all dice"


@dataclass(frozen=True, eq=False)
class Throws:
    """The counted rolls of one dice set: `faces` (n, d), 0 = not known; `starts` (n,), the first of a session.

    `dice` names the columns; empty where the dice look alike.
    """

    faces: NDArray[np.uint8]
    starts: NDArray[np.bool_]
    dice: tuple[str, ...] = ()

    @property
    def alike(self) -> bool:
        """Tell whether nobody can say which die is which; one die alone is always itself."""
        return not self.dice and self.faces.shape[1] > 1


@dataclass(frozen=True, eq=False)
class Tested:
    """One test: what it is about (`what`, `die`), what was counted, its evidence and the classic test beside it.

    `counts` are (6,) faces, (K,) totals from `first` on, or empty.
    """

    what: str
    evidence: Evidence
    classic: ChiSquare | None
    counts: NDArray[np.int64]
    die: str = ""
    first: int = 1


@dataclass(frozen=True, eq=False)
class Fairness:
    """All tests of a dice set, and the evidence of all of them together.

    `dice_in_bag`: how many dice the test of faces takes together, more than one where they look alike. `named`: the
    face 1..6 on which the bets on one face are laid, None for all alike. `eps` bounds the share of misread dice.
    """

    rolls: int
    dice_in_bag: int
    tests: tuple[Tested, ...]
    evidence: Evidence
    named: int | None = None
    eps: float = 0.0

    def of(self, what: str) -> tuple[Tested, ...]:
        """Give the tests of one kind: faces, total, together, successive."""
        return tuple(test for test in self.tests if test.what == what)


@dataclass(frozen=True, eq=False)
class _Path:
    """A test whose path has been worked out, before its share of the level is known."""

    what: str
    path: Floats
    classic: ChiSquare | None
    counts: NDArray[np.int64]
    die: str = ""
    first: int = 1


def judge_fairness(throws: Throws, level: float, eps: float = 0.0, named: int | None = None) -> Fairness:
    """Test the dice of one set, at most `level` false alarms in all, however often one looks.

    `eps` bounds the share of misread dice; `named` is a face 1..6 that somebody named before the first roll.
    """
    at = looks(len(throws.faces))
    paths = [*_face_paths(throws, at, eps, named), *_other_paths(throws, at, eps)]
    shares = _shares([path.what for path in paths])
    tests = tuple(
        Tested(p.what, watched(p.path, at, share * level), p.classic, p.counts, p.die, p.first)
        for p, share in zip(paths, shares, strict=True)
    )
    together = log_mean([path.path for path in paths], shares) if paths else np.zeros(len(at))
    in_bag = throws.faces.shape[1] if throws.alike else 1
    return Fairness(len(throws.faces), in_bag, tests, watched(together, at, level), named, eps)


def _shares(kinds: list[str]) -> list[float]:
    """Share the level out: a little to each other test, the rest to the dice alike."""
    dice = kinds.count("faces")
    others = SHARE_OF_EACH_OTHER * (len(kinds) - dice)
    return [(1 - others) / dice if kind == "faces" else SHARE_OF_EACH_OTHER for kind in kinds]


def _face_paths(throws: Throws, at: Ints, eps: float, named: int | None) -> Iterator[_Path]:
    if throws.alike:
        yield _faces(throws.faces.ravel(), at * throws.faces.shape[1], ALL_DICE, eps, named)
        return
    for column in range(throws.faces.shape[1]):
        name = throws.dice[column] if throws.dice else ""
        yield _faces(throws.faces[:, column], at, name, eps, named)


def _faces(values: NDArray[np.uint8], at: Ints, die: str, eps: float, named: int | None) -> _Path:
    """Test faces 1..6, 0 where not known; `at` is how many values had been thrown at each look."""
    counts = counts_at(values, FACES + 1, at)[:, 1:]
    last = counts[-1] if len(at) else np.zeros(FACES, np.int64)
    return _Path("faces", face_path(counts, eps, named), chi_square(last, FAIR), last, die)


def _other_paths(throws: Throws, at: Ints, eps: float) -> Iterator[_Path]:
    dice = throws.faces.shape[1]
    if dice > 1:
        yield _total(throws, at, dice * eps)
        yield _alike_together(throws, at, 2 * eps) if throws.alike else _together(throws, at, eps)
    if dice:
        yield _successive(throws, at, eps)


def _total(throws: Throws, at: Ints, eps: float) -> _Path:
    dice = throws.faces.shape[1]
    chances = total_chances(dice)
    totals, known = _totals(throws)
    counts = counts_at(np.where(known, totals, len(chances)), len(chances), at)
    last = counts[-1] if len(at) else np.zeros(len(chances), np.int64)
    return _Path("total", category_path(counts, chances, eps), chi_square(last, chances), last, first=dice)


def _totals(throws: Throws) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Give each roll's total, from 0 for all ones, and whether all its dice are known."""
    totals = throws.faces.sum(axis=1, dtype=np.uint8) - np.uint8(throws.faces.shape[1])
    return totals, np.asarray((throws.faces > 0).all(axis=1))


def _together(throws: Throws, at: Ints, eps: float) -> _Path:
    """Test whether dice that can be told apart depend on each other, all pairs of dice alike."""
    paths, table = [], np.zeros((FACES, FACES), np.int64)
    for one, other in combinations(range(throws.faces.shape[1]), 2):
        known = np.flatnonzero((throws.faces[:, one] > 0) & (throws.faces[:, other] > 0))
        first, second = throws.faces[known, one] - 1, throws.faces[known, other] - 1
        paths.append(_at_looks(pairing_path(first, second, FACES, eps), known, at))
        table = table + _cross_table(first, second, FACES)
    # Where there are several pairs of dice, the classic test of their sum would be no chi-square.
    classic = independence_chi_square(table) if len(paths) == 1 else None
    return _Path("together", log_mean(paths), classic, table.ravel())


def _alike_together(throws: Throws, at: Ints, eps: float) -> _Path:
    """Test the unordered pairs of dice that look alike against fair chances."""
    chances = alike_pair_chances()
    paths, last = [], np.zeros(len(chances), np.int64)
    for one, other in combinations(range(throws.faces.shape[1]), 2):
        first, second = throws.faces[:, one], throws.faces[:, other]
        known = (first > 0) & (second > 0)
        pairs = np.full(len(first), len(chances), np.int8)
        pairs[known] = alike_pairs(first[known] - 1, second[known] - 1)
        counts = counts_at(pairs, len(chances), at)
        paths.append(category_path(counts, chances, eps))
        last = last + (counts[-1] if len(at) else 0)
    classic = chi_square(last, chances) if len(paths) == 1 else None
    return _Path("together", log_mean(paths), classic, last)


def _successive(throws: Throws, at: Ints, eps: float) -> _Path:
    """Test whether a throw depends on the one before: each die, or the total of dice that look alike."""
    if throws.alike:
        totals, known = _totals(throws)
        kinds, eps = 5 * throws.faces.shape[1] + 1, throws.faces.shape[1] * eps
        streams = [np.where(known, totals + np.uint8(1), np.uint8(0))]
    else:
        kinds, streams = FACES, list(throws.faces.T)
    paths, table = [], np.zeros((kinds, kinds), np.int64)
    second = _seconds(throws.starts)
    for stream in streams:
        both = second[(stream[second] > 0) & (stream[second - 1] > 0)]
        pairs = pairing_path(stream[both - 1] - 1, stream[both] - 1, kinds, eps)
        paths.append(_at_looks(pairs, both, at))
        after = ~throws.starts[1:] & (stream[1:] > 0) & (stream[:-1] > 0)
        table = table + _cross_table(stream[:-1][after] - 1, stream[1:][after] - 1, kinds)
    classic = independence_chi_square(table) if len(streams) == 1 else None
    return _Path("successive", log_mean(paths), classic, table.ravel())


def _seconds(starts: NDArray[np.bool_]) -> Ints:
    """Give every second roll of each session: with the one before, pairs that share no roll."""
    rolls = np.arange(len(starts), dtype=np.int32)
    begun = np.maximum.accumulate(np.where(starts, rolls, 0)) if len(starts) else rolls
    return np.flatnonzero((rolls - begun) % 2)


def _at_looks(path: Floats, rows: Ints, at: Ints) -> Floats:
    """Give what a path that moves at some rolls (their indices `rows`) stands at after `at` rolls."""
    done = np.searchsorted(rows, at)
    return np.where(done > 0, path[done - 1], 0.0) if len(path) else np.zeros(len(at))


def _cross_table(first: Ints, second: Ints, kinds: int) -> NDArray[np.int64]:
    return np.stack([np.bincount(second[first == kind], minlength=kinds) for kind in range(kinds)])

"""How many rolls a round of craps lasts, from its come-out to its decision, against what fair dice do.

A session may end in the middle of a round. Leaving such rounds out would leave out long ones; so each roll of a round
is looked at by itself: of the rounds that came to their k-th roll, how many were decided by it?
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from controller.rolls.chances import SEVEN, total_chances
from controller.rolls.classic import LEAST_EXPECTED, ChiSquare
from controller.rolls.groups import two_dice
from controller.rolls.table import NOBODY, UNKNOWN, YES, RollTable, rows_of

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

NATURALS_AND_CRAPS = (2, 3, 7, 11, 12)
POINTS = (4, 5, 6, 8, 9, 10)
FAIR_MEAN = 557 / 165
"""Rolls of a round of fair dice."""
LONGEST = 12
"""Rolls of a round that are looked at one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """Rounds, how many of them were `finished`, and all their `rolls`.

    `reached` and `decided` (LONGEST,): how many rounds came to their 1st, 2nd ... roll, and were decided by it.
    """

    finished: int
    rolls: int
    reached: NDArray[np.int64]
    decided: NDArray[np.int64]
    classic: ChiSquare | None

    @property
    def mean(self) -> float | None:
        """Give the rolls for each finished round, which goes to FAIR_MEAN."""
        return self.rolls / self.finished if self.finished else None

    @property
    def expected(self) -> Floats:
        """Give how many rounds fair dice would have decided by each roll, of those that came to it."""
        return np.asarray(self.reached * decision_chances())


def decision_chances() -> Floats:
    """Give the chance that a round of fair dice that comes to its 1st, 2nd ... roll is decided by it, (LONGEST,)."""
    totals = dict(zip(range(2, 13), total_chances(2), strict=True))
    lasts, decided = np.zeros(LONGEST), np.zeros(LONGEST)
    lasts[0], decided[0] = 1.0, sum(totals[total] for total in NATURALS_AND_CRAPS)
    for point in POINTS:
        ends = totals[point] + totals[SEVEN]
        still = totals[point] * (1 - ends) ** np.arange(LONGEST - 1)
        lasts[1:] += still
        decided[1:] += still * ends
    return decided / lasts


def count_rounds(table: RollTable) -> Rounds:
    """Follow the rounds through the counted rolls of two dice.

    Where the log knows which rolls were come-outs, that is taken; rolls of an unknown game are read as craps by their
    totals; rolls of games without rounds are left out.
    """
    used = table.counted() & two_dice(table.faces)
    known = rows_of(used & (table.come_out != UNKNOWN))
    craps = rows_of(used & (table.come_out == UNKNOWN) & (table.game == NOBODY))
    by_log = _by_come_outs(table.session[known], table.come_out[known] == YES)
    by_totals = _by_totals(table.session[craps], table.faces[craps].sum(axis=1, dtype=np.uint8))
    return _rounds(*(np.concatenate(parts) for parts in zip(by_log, by_totals, strict=True)))


def _rounds(lengths: Ints, finished: NDArray[np.bool_]) -> Rounds:
    """Sum up rounds that were watched for some rolls (n,) each, and whether their decision was seen, (n,)."""
    shown = np.bincount(np.minimum(lengths, LONGEST + 1), minlength=LONGEST + 2)
    reached = shown[::-1].cumsum()[::-1][1 : LONGEST + 1]
    decided = np.bincount(np.minimum(lengths[finished], LONGEST + 1), minlength=LONGEST + 2)[1 : LONGEST + 1]
    return Rounds(int(finished.sum()), int(lengths.sum()), reached, decided, _test(reached, decided))


def _test(reached: Ints, decided: Ints) -> ChiSquare | None:
    """Test each roll number by itself where enough is expected: independent of each other, one degree each."""
    chance = decision_chances()
    enough = np.flatnonzero(np.minimum(reached * chance, reached * (1 - chance)) >= LEAST_EXPECTED)
    if not len(enough):
        return None
    n, p = reached[enough], chance[enough]
    statistic = float(((decided[enough] - n * p) ** 2 / (n * p * (1 - p))).sum())
    return ChiSquare(statistic, len(enough), float(chi2.sf(statistic, len(enough))))


def _by_come_outs(session: Ints, come_out: NDArray[np.bool_]) -> tuple[Ints, NDArray[np.bool_]]:
    """Measure from one come-out to the next of the same session.

    Nobody has seen whether a session's last roll decided its round: that round was watched up to the roll before.
    """
    begun = np.flatnonzero(come_out | (np.append(True, np.diff(session) != 0)[: len(session)]))
    ends = np.append(begun[1:], len(session))
    finished = np.append(session[begun[1:]] == session[begun[:-1]], False)[: len(begun)]
    whole = come_out[begun]  # a session that is taken up in the middle of a round says nothing about its length
    lengths = ends - begun - ~finished
    return lengths[whole], finished[whole]


def _by_totals(session: Ints, totals: NDArray[np.uint8]) -> tuple[Ints, NDArray[np.bool_]]:
    """Play craps with the totals, each session from a come-out."""
    decided, last = _decided_at(totals), _ends_of_runs(session)
    begun = np.fromiter(_round_starts(decided, last), np.int32)
    stop = np.minimum(decided[begun], last[begun])
    return stop - begun + 1, decided[begun] == stop


def _decided_at(totals: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Give for each roll, were it a come-out, the roll that decides its round; beyond the end where none does."""
    decided = np.arange(len(totals), dtype=np.int32)
    for point in POINTS:
        ends = np.flatnonzero((totals == point) | (totals == SEVEN)).astype(np.int32)
        begun = np.flatnonzero(totals == point)
        found = np.searchsorted(ends, begun, side="right")
        decided[begun] = np.append(ends, np.int32(len(totals)))[found]
    return decided


def _ends_of_runs(session: Ints) -> NDArray[np.int32]:
    """Give for each roll the last of the run of equal sessions that it stands in."""
    changes = np.flatnonzero(np.diff(session))
    ends = np.append(changes, len(session) - 1).astype(np.int32)
    return np.repeat(ends, np.diff(ends, prepend=-1))


def _round_starts(decided: Ints, last: Ints) -> Iterator[int]:
    """Go from round to round."""
    then = (np.minimum(decided, last) + 1).data
    begun = 0
    while begun < len(then):
        yield begun
        begun = then[begun]

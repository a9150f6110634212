"""Compares readings with labels, die by die: what was right, asked or wrong. Pure; the sums are in `tally`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from math import dist

from vision.accuracy.assign import assign
from vision.accuracy.labels import Labelled, TrueDie
from vision.reading import DieReading, DieState, TableReading

NEAR_MM = 14.0
NEAR_EDGES = 0.75
"""How far a die may be read from where it is, and a reason may point beside the die it means."""

_LEAST_EDGE_PX = 12.0
_UNLIKE = 0.4
_PLACE = re.compile(r"(?P<bracket>\()?(?P<x>-?\d+), (?P<y>-?\d+)(?(bracket)\))(?P<mm> mm)?")
_NUMBER = re.compile(r"\d+")
Point = tuple[float, float]


class Grade(StrEnum):
    """How well something was read. WRONG: shown as sure and not so, the one thing that must not happen."""

    RIGHT = "right"
    ASKED = "asked"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Pair:
    """A real die and the one that was read in its place; either is None where the other has no partner.

    `named`: a reason of the answer points at it. `sure`: the whole picture was.
    """

    true: TrueDie | None
    read: DieReading | None
    named: bool
    sure: bool

    @property
    def right(self) -> bool:
        """Whether value and state are right; of dice that do not lie flat the state alone counts."""
        if self.true is None or self.read is None or self.true.flat is not (self.read.state is DieState.FLAT):
            return False
        if not self.true.flat:
            return self.read.state in (DieState.COCKED, DieState.STACKED)
        return self.read.value == self.true.value

    @property
    def grade(self) -> Grade:
        """Asked is a die that a reason names; a die that is not right in a picture that is asked is not sure either."""
        if self.named:
            return Grade.ASKED
        if self.right or (self.read is None and self.true is not None and self.true.hidden):
            return Grade.RIGHT
        return Grade.WRONG if self.sure else Grade.ASKED


@dataclass(frozen=True, slots=True)
class Compared:
    """One picture read and compared with its label. `error` says why it could not be read."""

    labelled: Labelled
    reading: TableReading
    pairs: tuple[Pair, ...]
    ms: float = 0.0
    error: str = ""

    @property
    def grade(self) -> Grade:
        """Grade the whole picture: one wrong die makes it wrong, a person sees it where it is not `ok`."""
        if not self.reading.ok:
            return Grade.ASKED
        wrong = any(pair.grade is Grade.WRONG for pair in self.pairs)
        return Grade.WRONG if wrong else Grade.RIGHT


def compare(labelled: Labelled, reading: TableReading, ms: float = 0.0) -> Compared:
    """Pair the dice of a label with those of a reading: by place where the label has places, else by value.

    By value, equal ones are paired first and what is left in order, so that a single misreading is exact. What lies
    off the board is left out: its value matters to nobody.
    """
    dice = [die for die in labelled.dice if die.state is not DieState.OFF_BOARD]
    seen = [die for die in reading.dice if die.state is not DieState.OFF_BOARD]
    partners = _by_place if any(_placed(die) for die in dice) else _by_value
    pairs = (Pair(true, read, _is_named(true, read, reading), reading.ok) for true, read in partners(dice, seen))
    return Compared(labelled, reading, tuple(pairs), ms)


def kind_of(reason: str) -> str:
    """Give a reason without its places and numbers, so that reasons of one kind can be counted."""
    return _NUMBER.sub("#", _PLACE.sub("…", reason))


_Partners = Iterator[tuple[TrueDie | None, DieReading | None]]


def _placed(die: TrueDie) -> bool:
    return die.centre_mm is not None or die.centre_px is not None


def _by_place(true: Sequence[TrueDie], read: Sequence[DieReading]) -> _Partners:
    """Pair what lies in one place; the sum of distances, in units of what is near, is least.

    Of dice in one place, such as stacked ones, those that are alike belong together.
    """
    chosen = assign([[_cost(t, r) for r in read] for t in true], 1.0)
    for die, column in zip(true, chosen, strict=True):
        yield die, None if column is None else read[column]
    taken = set(chosen)
    yield from ((None, die) for k, die in enumerate(read) if k not in taken)


def _cost(true: TrueDie, read: DieReading) -> float:
    apart = _apart(true, read)
    return apart if apart >= 1.0 else (1.0 - _UNLIKE) * apart + _UNLIKE * (not _alike(true, read))


def _apart(true: TrueDie, read: DieReading) -> float:
    if true.centre_mm is not None and read.centre_mm is not None:
        return dist(true.centre_mm, read.centre_mm) / NEAR_MM
    if true.centre_px is None:
        return 1.0
    return dist(true.centre_px, read.centre_px) / _near_px(read)


def _near_px(read: DieReading) -> float:
    return NEAR_EDGES * max(read.edge_px or 0.0, _LEAST_EDGE_PX)


def _by_value(true: Sequence[TrueDie], read: Sequence[DieReading]) -> _Partners:
    rest, spare = list(true), list(read)
    for die in true:
        same = next((r for r in spare if _alike(die, r)), None)
        if same is not None:
            rest.remove(die)
            spare.remove(same)
            yield die, same
    rest.sort(key=lambda die: die.value)
    spare.sort(key=lambda die: die.value or 0)
    yield from zip_longest(rest, spare)


def _alike(true: TrueDie, read: DieReading) -> bool:
    return Pair(true, read, named=False, sure=True).right


def _is_named(true: TrueDie | None, read: DieReading | None, reading: TableReading) -> bool:
    """Say whether a reason points at a die, or the reading itself says that this die is not read."""
    if reading.ok:
        return False
    if read is not None and read.state in (DieState.UNREADABLE, DieState.MOVING):
        return True
    return any(_points_at(reason, true, read) for reason in reading.reasons)


def _points_at(reason: str, true: TrueDie | None, read: DieReading | None) -> bool:
    for found in _PLACE.finditer(reason):
        place = (float(found["x"]), float(found["y"]))
        in_mm = found["mm"] is not None
        places = [die.centre_mm if in_mm else die.centre_px for die in (true, read) if die is not None]
        near = NEAR_MM if in_mm else _near_px(read) if read is not None else NEAR_EDGES * _LEAST_EDGE_PX
        if any(at is not None and dist(at, place) <= near for at in places):
            return True
    return False

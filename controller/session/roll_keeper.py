"""Keeps the log of rolls up with the journal while a table plays, and reads it afterwards."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from controller.errors import JournalError
from controller.journal import Entry, Journal
from controller.rolls.columns import joined, table_of
from controller.rolls.log import VERSION, Mark, RollLog
from controller.rolls.roll import Roll
from controller.rolls.table import RollTable
from controller.session.fold import Games
from controller.session.roll_fold import DiceInPlay, RollFold
from controller.session.roll_imports import imported, read_import


class RollKeeper:
    """Follows a journal that this program writes. What could not be kept is kept with what comes next."""

    def __init__(self, journal: Journal, games: Games) -> None:
        """Bring the log up to the journal. Raises JournalError."""
        self._journal = journal
        self._log = RollLog.open(journal.path)
        self._unkept: dict[int, Roll] = {}
        start = _Start.of(journal, self._log, games)
        self._fold = start.fold
        self._log.keep(start.changed, self._mark, afresh=start.afresh)
        self._upto = self._kept = journal.end[0]

    def follow(self) -> tuple[Roll, ...]:
        """Take in what the journal has got since; give the rolls that are new or changed. Raises JournalError."""
        changed: dict[int, Roll] = {}
        for entry in self._journal.newest(self._upto):
            changed.update((roll.entry, roll) for roll in self._fold.take(entry))
            self._upto = entry.id
        self._unkept.update(changed)
        if self._kept != self._upto:
            self._log.keep(self._unkept.values(), self._mark)
            self._unkept.clear()
            self._kept = self._upto
        return tuple(changed.values())

    def corrected(self) -> set[int]:
        """Give the entries of rolls that a person changed."""
        return self._log.corrected()

    def close(self) -> None:
        """Close the log."""
        self._log.close()

    def _mark(self) -> Mark:
        return mark_of(self._journal, self._fold)


@dataclass(frozen=True)
class _Start:
    """Where to go on from: the rolls of `changed` are to be kept, `afresh` instead of all others or beside them.

    `fold` has come to the journal's end when all of `changed` were taken.
    """

    fold: RollFold
    changed: Iterator[Roll]
    afresh: bool

    @classmethod
    def of(cls, journal: Journal, log: RollLog, games: Games) -> Self:
        """Go on with a log that fits the journal, from the beginning of the game that was played then; else anew."""
        mark = log.mark()
        if mark is None or mark.version != VERSION or journal.link(mark.entry) != mark.chain:
            fold = RollFold(games)
            return cls(fold, _changed(fold, journal.entries(), 0), afresh=True)
        fold = RollFold(games, DiceInPlay(mark.dice_set, mark.dice_set_name))
        return cls(fold, _changed(fold, journal.newest(mark.began - 1), mark.entry), afresh=False)


def _changed(fold: RollFold, entries: Iterable[Entry], known: int) -> Iterator[Roll]:
    """Fold entries; give what those after entry `known` bring or change, a roll as often as it changes."""
    for entry in entries:
        rolls = fold.take(entry)
        if entry.id > known:
            yield from rolls


def mark_of(journal: Journal, fold: RollFold) -> Mark:
    """Mark a log that was kept up to the journal's end, as the fold has come to it."""
    return Mark(VERSION, *journal.end, fold.began, *fold.dice_at_begin)


def rebuild_log(path: Path, games: Games) -> int:
    """Derive a journal's log anew; give how many rolls it has. Raises JournalError."""
    with Journal.open(path) as journal, RollLog.open(path) as log:
        fold = RollFold(games)
        rolls = _derived(fold, journal.entries())
        log.keep(rolls.values(), lambda: mark_of(journal, fold), afresh=True)
        return len(rolls)


def read_rolls(path: Path, games: Games) -> list[Roll]:
    """Give the rolls of a journal, which another program may be writing, in its order. Raises JournalError.

    What the log does not hold yet is derived from the entries; so is everything where the log cannot be read.
    """
    with Journal.open(path, read_only=True) as journal:
        try:
            rolls = _logged(journal, games)
        except JournalError:
            rolls = _derived(RollFold(games), journal.entries())
    return [rolls[entry] for entry in sorted(rolls)]


def _logged(journal: Journal, games: Games) -> dict[int, Roll]:
    with RollLog.open(journal.path, read_only=True) as log:
        start = _Start.of(journal, log, games)
        rolls = {} if start.afresh else {roll.entry: roll for roll in log.rolls()}
        return rolls | {roll.entry: roll for roll in start.changed}


def _derived(fold: RollFold, entries: Iterable[Entry]) -> dict[int, Roll]:
    return {roll.entry: roll for roll in _changed(fold, entries, 0)}


def read_table(path: Path, games: Games) -> RollTable:
    """Give all rolls of a journal in columns, its imports where they came in. Raises JournalError."""
    return joined([part if isinstance(part, RollTable) else table_of(part) for _, part in read_parts(path, games)])


def read_parts(path: Path, games: Games) -> Iterator[tuple[int, list[Roll] | RollTable]]:
    """Give the rolls of a journal in its order: those thrown between two imports, and each import with its entry."""
    with Journal.open(path, read_only=True) as journal:
        imports = list(imported(journal.entries()))
    rolls = deque(read_rolls(path, games))
    for entry, body in imports:
        yield 0, _before(rolls, entry.id)
        yield entry.id, read_import(path, body)
    yield 0, list(rolls)


def _before(rolls: deque[Roll], entry: int) -> list[Roll]:
    taken = []
    while rolls and rolls[0].entry < entry:
        taken.append(rolls.popleft())
    return taken

"""Keeps the log of rolls up with the journal while a table plays, and reads it afterwards."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path

from controller.journal import Journal
from controller.rolls.columns import joined, table_of
from controller.rolls.log import Mark, RollLog
from controller.rolls.roll import Roll
from controller.rolls.table import RollTable
from controller.session.fold import Games
from controller.session.roll_fold import RollFold, fold_rolls
from controller.session.roll_imports import imported, read_import


class RollKeeper:
    """Follows a journal that this program writes. What could not be kept is kept with what comes next."""

    def __init__(self, journal: Journal, games: Games) -> None:
        """Read the journal, and bring the log up to it. Raises JournalError."""
        self._journal = journal
        self._log = RollLog.open(journal.path)
        self._fold = RollFold(games)
        self._unkept: dict[int, Roll] = {}
        self._upto = journal.end[0]
        changed = (roll for entry in journal.entries() for roll in self._fold.take(entry))
        if self._log.mark() == journal.end:
            deque(changed, maxlen=0)
        else:
            self._log.keep(changed, journal.end, afresh=True)

    def follow(self) -> tuple[Roll, ...]:
        """Take in what the journal has got since; give the rolls that are new or changed. Raises JournalError."""
        changed: dict[int, Roll] = {}
        for entry in self._journal.newest(self._upto):
            changed.update((roll.entry, roll) for roll in self._fold.take(entry))
            self._upto = entry.id
        self._unkept.update(changed)
        mark = self._journal.end
        if self._unkept or self._log.mark() != mark:
            self._log.keep(self._unkept.values(), mark)
            self._unkept.clear()
        return tuple(changed.values())

    def corrected(self) -> set[int]:
        """Give the entries of rolls that a person changed."""
        return self._log.corrected()

    def close(self) -> None:
        """Close the log."""
        self._log.close()


def rebuild_log(path: Path, games: Games) -> int:
    """Derive a journal's log anew; give how many rolls it has. Raises JournalError."""
    with Journal.open(path) as journal, RollLog.open(path) as log:
        return log.keep(fold_rolls(journal.entries(), games), journal.end, afresh=True)


def read_rolls(path: Path, games: Games) -> Iterator[Roll]:
    """Give the rolls of a journal, which another program may be writing, in its order. Raises JournalError.

    The log is taken where it is up to date; else they are derived from the entries.
    """
    with Journal.open(path, read_only=True) as journal, RollLog.open(path, read_only=True) as log:
        if _is_current(log.mark(), journal):
            yield from log.rolls()
        else:
            yield from fold_rolls(journal.entries(), games)


def _is_current(mark: Mark | None, journal: Journal) -> bool:
    return mark is not None and mark == journal.end


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

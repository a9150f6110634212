"""The log's table `roll`, in the journal's own file: derived from the entries, so never the truth and never lost."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import quote

import msgspec

from controller.errors import JournalError
from controller.rolls.roll import Roll

VERSION = 2
"""Of how rolls are derived: a table of another version is derived anew."""


class Mark(NamedTuple):
    """Up to which entry the table was kept: its number and its link of the chain, which stands for all before it.

    `began`: the entry that began the game at that moment, 0 for none; `dice_set`, `dice_set_name`: the dice then.
    """

    version: int
    entry: int
    chain: bytes
    began: int
    dice_set: int
    dice_set_name: str


class RollLog:
    """The kept rolls of a journal that `Journal.open` has made ready. One program writes, any number may read."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        """Use `RollLog.open`."""
        self._path = path
        self._database = database

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Open the table beside the entries. Raises JournalError."""
        address = f"file:{quote(str(path.absolute()))}?mode={'ro' if read_only else 'rw'}"
        with _explained(path):
            database = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
            # What a power cut takes away here is derived again: no need to wait for the disk.
            database.execute("PRAGMA synchronous = NORMAL")
        return cls(path, database)

    def mark(self) -> Mark | None:
        """Give up to where the table was kept; None for one that was never filled."""
        with _explained(self._path):
            if not self._database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'roll_mark'").fetchone():
                return None
            row = self._database.execute(f"SELECT {', '.join(Mark._fields)} FROM roll_mark").fetchone()
        return Mark(*row) if row else None

    def keep(self, rolls: Iterable[Roll], mark: Callable[[], Mark], *, afresh: bool = False) -> None:
        """Keep rolls, new or changed, wholly or not at all; `afresh` forgets all others. `mark` is asked at the end."""
        with _explained(self._path), self._together():
            if afresh:
                self._database.execute("DELETE FROM roll")
            self._database.executemany(_KEEP, (_row(roll) for roll in rolls))
            self._database.execute("INSERT OR REPLACE INTO roll_mark VALUES (1, ?, ?, ?, ?, ?, ?)", mark())

    def rolls(self) -> Iterator[Roll]:
        """Give the rolls in the journal's order."""
        decoder = msgspec.json.Decoder(Roll)
        with _explained(self._path), closing(self._database.cursor()) as cursor:
            for (body,) in cursor.execute("SELECT body FROM roll ORDER BY entry"):
                yield decoder.decode(body)

    def corrected(self) -> set[int]:
        """Give the entries of the rolls that a person changed."""
        return {roll.entry for roll in self.rolls() if roll.corrected}

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        """Give the log itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close it."""
        self.close()

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Make one transaction of what is done inside; none stays open, for it would keep the journal from writing."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")


_KEEP = "INSERT OR REPLACE INTO roll VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def _row(roll: Roll) -> tuple[object, ...]:
    faces = " ".join("?" if face is None else str(face) for face in roll.faces)
    body = msgspec.json.encode(roll).decode()
    return (
        roll.entry, roll.time, roll.session, roll.shooter, roll.game, roll.dice_set, faces, str(roll.standing), body
    )  # fmt: skip


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(
            f"the rolls of journal {path} cannot be kept or read ({error}). The journal itself is not touched; "
            "make room on the disk, then run `stickman rolls rebuild`."
        ) from error
    except msgspec.MsgspecError as error:
        raise JournalError(
            f"the rolls of journal {path} were written by another version ({error}). Run `stickman rolls rebuild`."
        ) from error

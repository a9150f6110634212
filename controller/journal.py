"""The journal: one SQLite file per table, append only; everything a table knows is the fold of its entries."""

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import msgspec

from controller.errors import JournalError

try:
    import fcntl
except ImportError:  # pragma: no cover - a table runs on Linux; elsewhere a journal is only read
    fcntl = None  # type: ignore[assignment]

APPLICATION_ID = 0x53544B4D  # "STKM" in the file's header
START_OF_CHAIN = b"\0" * 32
MIGRATIONS = (
    """
    CREATE TABLE entry (
        id INTEGER PRIMARY KEY,
        t_ns INTEGER NOT NULL,
        utc TEXT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        chain BLOB NOT NULL CHECK (length(chain) = 32)
    ) STRICT;
    CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
    BEGIN SELECT raise(ABORT, 'the journal is append only'); END;
    CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry
    BEGIN SELECT raise(ABORT, 'the journal is append only'); END;
    CREATE TRIGGER entry_follows_the_last BEFORE INSERT ON entry
    WHEN NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM entry)
    BEGIN SELECT raise(ABORT, 'an entry must follow the last one'); END;
    """,
    # Derived from the entries up to the mark (controller.rolls.log); may be emptied and rebuilt at any time.
    """
    CREATE TABLE roll (
        entry INTEGER PRIMARY KEY,
        time TEXT NOT NULL,
        session TEXT NOT NULL,
        shooter TEXT NOT NULL,
        game TEXT NOT NULL,
        dice_set INTEGER NOT NULL,
        faces TEXT NOT NULL,
        standing TEXT NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE TABLE roll_mark (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        version INTEGER NOT NULL,
        entry INTEGER NOT NULL,
        chain BLOB NOT NULL,
        began INTEGER NOT NULL,
        dice_set INTEGER NOT NULL,
        dice_set_name TEXT NOT NULL
    ) STRICT;
    """,
)
VERSION = len(MIGRATIONS)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. `t_ns` is the event's own time; `utc` the wall clock, for people only."""

    id: int
    t_ns: int
    utc: str
    kind: str
    body: Mapping[str, Any]


def utc_now() -> str:
    """Give the wall-clock time as ISO 8601 text in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Journal:
    """An open journal. One program writes, any number may read; used by one thread at a time."""

    def __init__(self, path: Path, database: sqlite3.Connection, lock: int | None, wall_clock: Callable[[], str]):
        """Use `Journal.open`."""
        self.path = path
        self._database = database
        self._lock = lock
        self._wall_clock = wall_clock
        self._last, self._chain = self._end()

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, wall_clock: Callable[[], str] = utc_now) -> Self:
        """Open or create a journal, and bring one of an older version up to date.

        Raises JournalError where it is missing (read only), damaged, of a newer version (left untouched), no
        journal at all, or being written by another program.
        """
        if path.is_dir():
            raise JournalError(f"journal {path} is a folder. Name a file in it.")
        if not path.exists():
            _check_may_be_made(path, read_only)
        lock = None if read_only else _lock(path)
        try:
            with _explained(path, "open"):
                _check_is_ours(path)
                database = _ready(path, read_only)
            with _closed_on_error(database):
                return cls(path, database, lock, wall_clock)
        except JournalError:
            _unlock(lock)
            raise

    def append(self, kind: str, body: Mapping[str, Any], t_ns: int) -> int:
        """Keep one entry and give its number; it is on the disk when this returns.

        Raises JournalError when it could not be kept; then nothing was, and the call may be made again.
        """
        text = msgspec.json.encode(body).decode()
        utc = self._wall_clock()
        entry_id = self._last + 1
        chain = _link(self._chain, entry_id, t_ns, utc, kind, text)
        with _explained(self.path, "write"):
            self._database.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", (entry_id, t_ns, utc, kind, text, chain)
            )
        self._last, self._chain = entry_id, chain
        return entry_id

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """Give the entries with numbers above `after`, oldest first, checking the chain from the first to the last.

        Raises JournalError for an entry that is damaged or was changed by other means.
        """
        chain = START_OF_CHAIN
        with _explained(self.path, "read"):
            rows = self._database.execute("SELECT id, t_ns, utc, kind, body, chain FROM entry ORDER BY id")
            for number, (entry_id, t_ns, utc, kind, text, kept_chain) in enumerate(rows, start=1):
                chain = _link(chain, entry_id, t_ns, utc, kind, text)
                if entry_id != number or chain != kept_chain:
                    raise JournalError(
                        f"journal {self.path}: entry {number} is not what was written. Bring back a copy of the file."
                    )
                if entry_id > after:
                    yield Entry(entry_id, t_ns, utc, kind, msgspec.json.decode(text))

    def newest(self, after: int) -> Iterator[Entry]:
        """Give the entries above `after` without checking the chain, for one who follows what is written here."""
        with _explained(self.path, "read"):
            rows = self._database.execute(
                "SELECT id, t_ns, utc, kind, body FROM entry WHERE id > ? ORDER BY id", (after,)
            )
            for entry_id, t_ns, utc, kind, text in rows:
                yield Entry(entry_id, t_ns, utc, kind, msgspec.json.decode(text))

    def link(self, entry: int) -> bytes | None:
        """Give an entry's link of the chain, None where there is no such entry."""
        with _explained(self.path, "read"):
            row = self._database.execute("SELECT chain FROM entry WHERE id = ?", (entry,)).fetchone()
        return row[0] if row else None

    @property
    def end(self) -> tuple[int, bytes]:
        """Give the last entry's number and its link of the chain, which stands for all entries up to it."""
        return self._end()

    def __len__(self) -> int:
        """Count the entries."""
        return self._end()[0]

    def close(self) -> None:
        """Close the file and let another program write it."""
        try:
            with _explained(self.path, "close"):
                self._database.close()
        finally:
            _unlock(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        """Give the journal itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close it."""
        self.close()

    def _end(self) -> tuple[int, bytes]:
        with _explained(self.path, "read"):
            row = self._database.execute("SELECT id, chain FROM entry ORDER BY id DESC LIMIT 1").fetchone()
        return (row[0], row[1]) if row else (0, START_OF_CHAIN)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # Statements commit by themselves: each entry is one transaction, whole or not there.
    address = f"file:{quote(str(path.absolute()))}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=5)


def _ready(path: Path, read_only: bool) -> sqlite3.Connection:
    database = _connect(path, "ro" if read_only else "rwc")
    if not read_only:
        with _closed_on_error(database):
            _prepare(database)
    return database


@contextmanager
def _closed_on_error(database: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, JournalError):
        database.close()
        raise


def _check_is_ours(path: Path) -> None:
    """Look at a file without changing it: is it a journal, and of a version this program knows?"""
    if not path.exists() or path.stat().st_size == 0:
        return
    database = _connect(path, "ro")
    try:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        owner = database.execute("PRAGMA application_id").fetchone()[0]
        tables = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        damage = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    finally:
        database.close()
    if owner != APPLICATION_ID and (owner, tables) != (0, 0):
        raise JournalError(f"{path} is a database of another program, not a journal. Name another file.")
    if version > VERSION:
        raise JournalError(
            f"journal {path} is of version {version}, this program knows up to {VERSION}. "
            "It was left as it is; use the newer program, or name another file."
        )
    if damage != "ok":
        raise sqlite3.DatabaseError(damage)


def _prepare(database: sqlite3.Connection) -> None:
    """Set up durable writing and apply the migrations that are missing, each whole or not at all."""
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    version = database.execute("PRAGMA user_version").fetchone()[0]
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        stamps = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number};"
        database.executescript(f"BEGIN IMMEDIATE; {script} {stamps} COMMIT;")


def _link(chain: bytes, entry_id: int, t_ns: int, utc: str, kind: str, text: str) -> bytes:
    fields = msgspec.json.encode([entry_id, t_ns, utc, kind, text])
    return hashlib.sha256(chain + fields).digest()


def _check_may_be_made(path: Path, read_only: bool) -> None:
    if read_only:
        raise JournalError(f"journal {path} does not exist. Check the name.")
    if not path.parent.is_dir():
        raise JournalError(f"journal {path} cannot be made: the folder {path.parent} does not exist. Make it first.")


def _lock(path: Path) -> int:
    """Take the writer's lock, a file beside the journal; the system frees it when the program dies."""
    if fcntl is None:
        raise JournalError(f"journal {path} can only be written where files can be locked (Linux, macOS).")
    beside = path.with_name(path.name + ".lock")
    try:
        lock = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(f"journal {path} cannot be written: {beside}: {error.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalError(
            f"journal {path} is being written by another program. Stop that one first, or name another journal."
        ) from None
    return lock


def _unlock(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)


@contextmanager
def _explained(path: Path, action: str) -> Iterator[None]:
    """Turn SQLite's errors into sentences that say what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(f"journal {path}: {_sentence(error, action)}") from error


def _sentence(error: sqlite3.Error, action: str) -> str:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return "the disk is full. Nothing kept so far is lost; free some space and go on."
    if name.startswith("SQLITE_IOERR"):
        return f"the disk failed to {action} ({name}). Nothing kept so far is changed; check the disk and its space."
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")):
        return f"it cannot be opened for that ({error}). Check the rights of the file and its folder."
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "another program holds the file. Close that one and try again."
    if name.startswith("SQLITE_CONSTRAINT"):
        return f"it went out of step with this program ({error}). Start again: it goes on from what was kept."
    return f"the file is damaged or no journal ({error}). Bring back a copy, or move it away to begin a new one."

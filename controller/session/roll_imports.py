"""Rolls from elsewhere: one entry in the journal, and the file itself beside it, so that a rebuild has both."""

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from controller.errors import JournalError, RollsError
from controller.journal import Entry, Journal
from controller.rolls.csv_in import CsvRolls, read_csv
from controller.rolls.table import RollTable
from controller.session.records import Imported, body_of

BESIDE = ".rolls"
"""Ending of the folder beside a journal: it holds imported files and pictures."""

IMPORTS = "imports"
BLOCK_BYTES = 1 << 20


def folder_of(journal: Path) -> Path:
    """Give the folder beside a journal."""
    return journal.with_name(journal.name + BESIDE)


def imported(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Imported]]:
    """Give a journal's imports."""
    for entry in entries:
        if entry.kind == "import":
            body = body_of(entry)
            if isinstance(body, Imported):
                yield entry, body


def verify_new(journal: Path, sha256: str) -> None:
    """Refuse a file that was imported before. Raises RollsError."""
    if not journal.exists():
        return
    with Journal.open(journal, read_only=True) as kept:
        for entry, body in imported(kept.entries()):
            if body.sha256 == sha256:
                raise RollsError(
                    f"This file was imported before, as {body.name} on {entry.utc[:10]}, entry {entry.id}: "
                    f"its rolls are in the log of {journal} already; nothing was changed."
                )


def keep_import(journal: Path, found: CsvRolls, sha256: str, by: str = "dealer") -> int:
    """Copy a file that was read without a problem beside the journal, and enter it; give the entry's number.

    Raises RollsError for a file with wrong lines, without a roll, imported before or changed meanwhile, JournalError
    where it cannot be kept. Then nothing is changed.
    """
    rolls = found.checked()
    if not len(rolls):
        raise RollsError(f"{found.path} has no rolls after its first line; nothing was changed.")
    with Journal.open(journal) as kept:
        verify_new(journal, sha256)
        copy = _copied(found.path, folder_of(journal) / IMPORTS, sha256)
        body = Imported(
            name=found.path.name,
            file=f"{IMPORTS}/{copy.name}",
            sha256=sha256,
            size_bytes=copy.stat().st_size,
            rolls=len(rolls),
            by=by,
        )
        try:
            return kept.append("import", msgspec.to_builtins(body), 0)
        except JournalError:
            copy.unlink(missing_ok=True)
            raise


def sha256_of(path: Path) -> str:
    """Give a file's checksum. Raises RollsError."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise RollsError(f"{path} cannot be read: {error.strerror or error}.") from None


def read_import(journal: Path, body: Imported) -> RollTable:
    """Read the rolls of an import again. Raises JournalError where its file is missing or is not what was imported."""
    path = folder_of(journal) / body.file
    if not path.exists():
        raise JournalError(
            f"{path} is missing: it holds the {body.rolls} rolls imported from {body.name}. Bring back a copy."
        )
    if sha256_of(path) != body.sha256:
        raise JournalError(f"{path} is not the file that was imported from {body.name}. Bring back a copy.")
    return read_csv(path, body.name.removesuffix(".gz").removesuffix(".csv")).checked()


def _copied(path: Path, folder: Path, sha256: str) -> Path:
    """Copy a file to the disk for good, under its checksum. Raises RollsError, JournalError."""
    target = folder / f"{sha256}.csv{'.gz' if path.suffix == '.gz' else ''}"
    part = target.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as source, part.open("wb") as copy:
            shutil.copyfileobj(source, copy, BLOCK_BYTES)
            copy.flush()
            os.fsync(copy.fileno())
        if sha256_of(part) != sha256:
            part.unlink()
            raise RollsError(f"{path} changed while it was read; nothing was kept. Try again.")
        part.replace(target)
    except RollsError:
        raise
    except OSError as error:
        part.unlink(missing_ok=True)
        raise JournalError(
            f"{path} cannot be kept in {folder}: {error.strerror or error}. Nothing was changed."
        ) from None
    return target

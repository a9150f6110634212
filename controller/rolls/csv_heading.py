"""The columns of a CSV file of rolls: session,time,shooter,d1,d2,...,counts; only d1 must be there."""

import csv
import difflib
import gzip
import io
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from controller.errors import RollsError

MOST_DICE = 20
NAMED = ("session", "time", "shooter", "counts")
_SEPARATORS = {";": "semicolons", "\t": "tabs"}
_DIE = re.compile(r"d([1-9]\d?)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A file's first line: its columns as they stand, those of them that are not used, and how many dice there are."""

    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    dice: int

    def place(self, column: str) -> int | None:
        """Tell where a column stands; None where there is none."""
        return self.columns.index(column) if column in self.columns else None


def open_csv(path: Path) -> IO[bytes]:
    """Open a file, packed where its name ends in .gz. Raises RollsError."""
    try:
        return io.BufferedReader(gzip.open(path)) if path.suffix == ".gz" else path.open("rb")
    except OSError as error:
        raise RollsError(f"{path} cannot be read: {error.strerror or error}.") from None


def read_heading(path: Path) -> Heading:
    """Read the first line of a file. Raises RollsError that says what it must be."""
    with open_csv(path) as file:
        try:
            first = file.readline(1 << 16).decode("utf-8-sig")
        except (OSError, EOFError, zlib.error) as error:
            raise RollsError(f"{path} cannot be read: {error}.") from None
        except UnicodeDecodeError:
            raise RollsError(f"{path}, line 1: this is no text in UTF-8. Save the table as CSV.") from None
    try:
        cells = next(csv.reader([first.rstrip("\r\n")]), [])
    except csv.Error:  # a CR within the line: an old Mac's line ends
        raise RollsError(f"{path}, line 1: lines must end in LF or CR LF. Save the table as CSV anew.") from None
    return _checked(tuple(cell.strip().lower() for cell in cells), f"{path}, line 1", _hint(first))


def _hint(first: str) -> str:
    """Say what the first line looks like, where it is no list of columns with commas."""
    if first.startswith(("{", "PAR1")):
        return " This is no CSV: `stickman stats` reads it by its ending .jsonl or .parquet, an import takes CSV."
    other = next((name for sign, name in _SEPARATORS.items() if sign in first and "," not in first), "")
    return f" The columns are parted by {other} here: save the table with commas." if other else ""


def _checked(columns: Sequence[str], where: str, hint: str) -> Heading:
    dice = sorted(int(found[1]) for column in columns if (found := _DIE.fullmatch(column)))
    if not dice or dice[0] != 1:
        raise RollsError(
            f"{where}: no column is called d1. The first line names the columns: session,time,shooter,d1,d2,counts; "
            f"only d1 must be there.{hint}"
        )
    twice = sorted({column for column in columns if columns.count(column) > 1})
    if twice:
        raise RollsError(f"{where}: the column {twice[0]!r} stands there more than once.")
    if dice != list(range(1, len(dice) + 1)) or len(dice) > MOST_DICE:
        raise RollsError(f"{where}: dice are numbered d1, d2 and so on without a gap, up to d{MOST_DICE}.")
    ignored = tuple(column for column in columns if column not in NAMED and not _DIE.fullmatch(column))
    for column in ignored:
        near = difflib.get_close_matches(column, NAMED, n=1, cutoff=0.7)
        if near and near[0] not in columns:
            raise RollsError(f"{where}: unknown column {column!r}; did you mean {near[0]!r}?")
    return Heading(tuple(columns), ignored, len(dice))

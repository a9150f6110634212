"""Reads CSV line by line in plain Python: slower than csv_blocks, but it says of each wrong line what is wrong."""

import csv
import io
import zlib
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.errors import RollsError
from controller.rolls.columns import Codes
from controller.rolls.csv_heading import Heading, open_csv
from controller.rolls.roll import time_ms
from controller.rolls.table import NO, NO_TIME, NOBODY, UNKNOWN, YES

MOST_PROBLEMS = 20
"""So many wrong lines are named; a file with more is wrong as a whole."""

CHUNK = 100_000
FACES = {"": 0, **{str(face): face for face in range(1, 7)}}
COUNTS = {"1": YES, "0": NO, "": UNKNOWN}


class Problem(NamedTuple):
    """A wrong line of a file, and what is wrong with it."""

    line: int
    what: str


class Chunk(NamedTuple):
    """Some rows in columns: faces (n, d), and (n,) counts, codes of session and shooter, and time in ms."""

    faces: NDArray[np.uint8]
    counts: NDArray[np.int8]
    session: NDArray[np.int32]
    shooter: NDArray[np.int32]
    time_ms: NDArray[np.int64]


class _CellError(ValueError):
    """A cell that cannot be read; the message says why."""


def read_rows(path: Path, heading: Heading, session: Codes, shooter: Codes) -> Iterator[Chunk | Problem]:
    """Give the rows in chunks, and each line that is wrong. Raises RollsError for a file that cannot be read at all."""
    reader = _Rows(heading, session, shooter)
    rows: list[tuple[object, ...]] = []
    for line, cells in _lines(path):
        try:
            rows.append(reader.row(cells))
        except _CellError as error:
            yield Problem(line, str(error))
        if len(rows) == CHUNK:
            yield _chunk(rows)
            rows.clear()
    if rows:
        yield _chunk(rows)


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Give each row after the heading with the number of the line on which it begins; blank lines are passed over."""
    with open_csv(path) as raw, io.TextIOWrapper(raw, "utf-8-sig", errors="surrogateescape", newline="") as text:
        reader = csv.reader(text, strict=True)
        for _ in count():
            begins = reader.line_num + 1
            try:
                cells = next(reader, None)
            except csv.Error as error:
                yield begins, [f"\0{error}"]
                continue
            except (OSError, EOFError, zlib.error) as error:
                raise RollsError(f"{path} cannot be read to its end: {error}.") from None
            if cells is None:
                return
            if cells and begins > 1:
                yield begins, cells


class _Rows:
    """Turns cells into a row: faces, counts, session, shooter, time."""

    def __init__(self, heading: Heading, session: Codes, shooter: Codes) -> None:
        self._width = len(heading.columns)
        self._dice = [heading.columns.index(f"d{k + 1}") for k in range(heading.dice)]
        self._counts, self._time = heading.place("counts"), heading.place("time")
        self._session, self._shooter = heading.place("session"), heading.place("shooter")
        self._sessions, self._shooters = session, shooter

    def row(self, cells: Sequence[str]) -> tuple[object, ...]:
        """Read one row. Raises _CellError."""
        if len(cells) != self._width:
            raise _CellError(_wrong_width(cells, self._width))
        faces = tuple(_face(cells[place], k) for k, place in enumerate(self._dice, start=1))
        counts = UNKNOWN if self._counts is None else _counts(cells[self._counts])
        if not faces[0] and counts != NO:
            raise _CellError("d1 is empty; only a throw that does not count (counts 0) may lack its first die.")
        when = NO_TIME if self._time is None else _time(cells[self._time])
        session = _code(self._session, self._sessions, cells)
        return faces, counts, session, _code(self._shooter, self._shooters, cells), when


def _wrong_width(cells: Sequence[str], width: int) -> str:
    if len(cells) == 1 and cells[0].startswith("\0"):
        return f"the quotes are wrong ({cells[0][1:]})."
    values = "1 value" if len(cells) == 1 else f"{len(cells)} values"
    return f"{values} where the first line names {width} columns."


def _code(place: int | None, names: Codes, cells: Sequence[str]) -> int:
    if place is None:
        return NOBODY
    name = cells[place]
    if not name.isprintable():
        shown = name[:40].encode(errors="surrogateescape").decode(errors="replace")
        raise _CellError(
            f"{shown!r} is no name: it has signs that cannot be printed or are no UTF-8. Save the table as UTF-8."
        )
    return names(name)


def _face(cell: str, die: int) -> int:
    face = FACES.get(cell.strip())
    if face is None:
        raise _CellError(f"d{die} is {cell[:40]!r}; a die shows 1 to 6.")
    return face


def _counts(cell: str) -> int:
    counts = COUNTS.get(cell.strip())
    if counts is None:
        raise _CellError(f"counts is {cell[:40]!r}; it must be 1, 0 or empty.")
    return counts


def _time(cell: str) -> int:
    text = cell.strip()
    try:
        return time_ms(text) if text else NO_TIME
    except (ValueError, OverflowError):
        raise _CellError(f"time is {cell[:40]!r}; it must be ISO 8601 in UTC, such as 2026-11-21T20:15:00Z.") from None


def _chunk(rows: Sequence[tuple[object, ...]]) -> Chunk:
    faces, counts, session, shooter, when = zip(*rows, strict=True)
    return Chunk(
        np.array(faces, np.uint8),
        np.array(counts, np.int8),
        np.array(session, np.int32),
        np.array(shooter, np.int32),
        np.array(when, np.int64),
    )

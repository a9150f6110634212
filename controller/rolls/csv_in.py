"""Rolls from a CSV file: the whole table, or the lines that are wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from controller.errors import RollsError
from controller.rolls.columns import Codes
from controller.rolls.csv_blocks import NotPlainError, read_blocks
from controller.rolls.csv_heading import Heading, read_heading
from controller.rolls.csv_rows import MOST_PROBLEMS, Chunk, Problem, read_rows
from controller.rolls.table import DiceSet, RollTable, columns_told_apart


@dataclass(frozen=True)
class CsvRolls:
    """What a file holds: its rolls, or, where lines are wrong, no rolls and the first MOST_PROBLEMS of them."""

    path: Path
    heading: Heading
    rolls: RollTable
    problems: tuple[Problem, ...] = ()

    def checked(self) -> RollTable:
        """Give the rolls. Raises RollsError that names the wrong lines."""
        if not self.problems:
            return self.rolls
        more = "" if len(self.problems) < MOST_PROBLEMS else "\nThere may be more; the rest was not looked at."
        lines = "\n".join(f"  line {problem.line}: {problem.what}" for problem in self.problems)
        raise RollsError(
            f"{self.path} cannot be taken as it is; nothing was changed. Correct these lines:\n{lines}{more}"
        )


class _Columns:
    """Collects chunks; the whole is put together column by column, so that little stands there twice."""

    def __init__(self, dice: int) -> None:
        self.session, self.shooter = Codes(), Codes()
        self._dice = dice
        self._parts: dict[str, list[Any]] = {name: [] for name in Chunk._fields}

    def add(self, chunk: Chunk) -> None:
        for name, part in chunk._asdict().items():
            self._parts[name].append(part)

    def whole(self, label: str) -> RollTable:
        columns = {name: self._joined(name) for name in Chunk._fields}
        faces = columns.pop("faces")
        apart = columns_told_apart(faces) if len(faces) else ()
        return RollTable.of(
            faces,
            sessions=self.session.names,
            shooters=self.shooter.names,
            dice_sets=(DiceSet(label, apart),),
            **columns,
        )

    def _joined(self, name: str) -> Any:
        parts = self._parts.pop(name)
        return np.concatenate(parts) if parts else np.zeros((0, self._dice) if name == "faces" else 0, np.int64)


def read_csv(path: Path, label: str = "") -> CsvRolls:
    """Read a file; `label` names its dice set, else the file's name does. Raises RollsError where it is no such table.

    pyarrow reads what is plain; without it, or where anything is unusual or wrong, plain Python reads line by line.
    """
    heading = read_heading(path)
    named = label or path.name.removesuffix(".gz").removesuffix(".csv")
    columns = _Columns(heading.dice)
    try:
        for chunk in read_blocks(path, heading, columns.session, columns.shooter):
            columns.add(chunk)
    except (NotPlainError, ImportError):
        columns = _Columns(heading.dice)
        problems = tuple(_collected(path, heading, columns))
        if problems:
            return CsvRolls(path, heading, _Columns(heading.dice).whole(named), problems)
    return CsvRolls(path, heading, columns.whole(named))


def _collected(path: Path, heading: Heading, columns: _Columns) -> Iterator[Problem]:
    """Collect the rows of a file; give what is wrong, and stop where that is too much."""
    found = 0
    for part in read_rows(path, heading, columns.session, columns.shooter):
        if isinstance(part, Chunk):
            columns.add(part)
            continue
        yield part
        found += 1
        if found == MOST_PROBLEMS:
            return

"""Rolls from a file of any kind that the log is exported as: CSV, JSON Lines, Parquet."""

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from controller.errors import RollsError
from controller.rolls.columns import joined, table_of
from controller.rolls.csv_in import read_csv
from controller.rolls.parquet_in import read_parquet
from controller.rolls.roll import Roll, Standing, time_ms
from controller.rolls.table import FACES, RollTable

CHUNK = 50_000
_STANDINGS = {
    **dict.fromkeys(("1", "True"), Standing.COUNTED),
    **dict.fromkeys(("0", "False"), Standing.VOID),
    **dict.fromkeys(("", "None"), Standing.UNKNOWN),
}
_MOST_DICE = 20


def read_file(path: Path) -> RollTable:
    """Read a file by its name's ending; what is neither .jsonl nor .parquet is taken as CSV.

    Raises RollsError that names the wrong lines.
    """
    if path.suffix in (".jsonl", ".ndjson"):
        return _read_jsonl(path)
    table = read_parquet(path) if path.suffix == ".parquet" else read_csv(path).checked()
    _give_memory_back()
    return table


def _give_memory_back() -> None:
    """Let go of what pyarrow holds in reserve: after a long file that is as much as the rolls themselves."""
    if "pyarrow" in sys.modules:
        sys.modules["pyarrow"].default_memory_pool().release_unused()


def _read_jsonl(path: Path) -> RollTable:
    try:
        with path.open("rb") as file:
            lines = ((number, line.removeprefix(BOM_UTF8).strip()) for number, line in enumerate(file, start=1))
            rolls = (_roll(line, f"{path}, line {number}") for number, line in lines if line)
            return joined(list(_tables(rolls)))
    except OSError as error:
        raise RollsError(f"{path} cannot be read: {error.strerror or error}.") from None


def _tables(rolls: Iterator[Roll]) -> Iterator[RollTable]:
    while chunk := list(islice(rolls, CHUNK)):
        yield table_of(chunk)


def _roll(line: bytes, where: str) -> Roll:
    """Read one record: an exported one, or one with nothing but the columns of the CSV file."""
    try:
        record = msgspec.json.decode(line, type=dict[str, Any])
        roll = msgspec.convert(record if "dice" in record else _from_columns(record), Roll)
        if roll.time:
            time_ms(roll.time)
    except (msgspec.DecodeError, ValueError) as error:
        raise RollsError(f"{where}: this is no roll: {error}. Each line must be one JSON object with d1.") from None
    if any(die.value is not None and not 1 <= die.value <= FACES for die in roll.dice):
        raise RollsError(f"{where}: a die shows 1 to {FACES}.")
    return roll


def _from_columns(record: dict[str, Any]) -> dict[str, Any]:
    """Make a record of session, time, shooter, d1, d2 ... and counts one of a roll; the dice are its columns."""
    names = [name for k in range(1, _MOST_DICE + 1) if (name := f"d{k}") in record]
    counts = str(record.get("counts", ""))
    if "d1" not in names:
        raise ValueError("it has no d1")
    if counts not in _STANDINGS:
        raise ValueError(f"counts is {counts[:40]!r}, not 1, 0 or null")
    return {
        **{name: record[name] for name in ("session", "time", "shooter") if record.get(name) is not None},
        "standing": _STANDINGS[counts],
        "by": "import",
        "dice": [{"value": record[name], "name": name} for name in names],
    }

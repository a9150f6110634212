"""Rolls from a Parquet file, column by column: an export of the log, or any table with the columns of the CSV file."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from controller.errors import RollsError
from controller.rolls.columns import Codes, joined
from controller.rolls.roll import Roll
from controller.rolls.table import FACES, NO, NO_TIME, NOBODY, UNKNOWN, YES, DiceSet, RollTable, columns_told_apart

_DIE = re.compile(r"d[1-9]\d?")
_WANTED = ("session", "time", "shooter", "counts", "game", "dice_set", "dice_set_name", "come_out", "hand")
_BATCH = 250_000
_NO_DIE = -2
"""A code where a roll has fewer dice than others."""
_OF_DICE = ("name", "read", "rest_mm", "tilt_deg", "area", "zones", "confidence")


def read_parquet(path: Path) -> RollTable:
    """Read a file. Raises RollsError where it is no such table or pyarrow is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise RollsError("Parquet needs pyarrow, which is not installed: pip install 'stickman[stats]'.") from None
    try:
        with parquet.ParquetFile(path) as file:
            there = file.schema_arrow.names
            dice = sorted((name for name in there if _DIE.fullmatch(name)), key=lambda name: int(name[1:]))
            if not dice or dice[0] != "d1":
                raise RollsError(f"{path}: no column is called d1, so there are no rolls in it.")
            nested = [f"dice.list.element.{name}" for name in _OF_DICE] if "dice" in there else []
            wanted = [*(name for name in (*_WANTED, "corrections") if name in there), *dice, *nested]
            batches = file.iter_batches(batch_size=_BATCH, columns=wanted)
            tables = [
                _Columns(pa.Table.from_batches([batch])).rolls(dice, k * _BATCH) for k, batch in enumerate(batches)
            ]
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OSError) as error:
        raise RollsError(f"{path} cannot be read: {str(error).rstrip('.')}.") from None
    whole = joined(tables) if tables else RollTable.of(np.zeros((0, len(dice))))
    if "dice_set" in there and "dice" in there:
        return whole
    apart = columns_told_apart(whole.faces) if len(whole) else ()
    return replace(whole, dice_sets=(DiceSet(path.stem, apart),))


class _Columns:
    """A Parquet table's columns as numpy arrays."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._there = set(table.column_names)
        self._n = table.num_rows

    def rolls(self, dice: list[str], before: int) -> RollTable:
        """Give the rolls of a table that stands after `before` rows of its file."""
        faces = self._faces(dice, before)
        named = {column: self._codes(column) for column in ("session", "shooter", "game", "hand")}
        listed = _DiceLists(self._table["dice"], len(dice)) if "dice" in self._there else None
        return RollTable.of(
            faces,
            counts=self._flags("counts"),
            come_out=self._flags("come_out"),
            corrected=self._misread(),
            time_ms=self._times(),
            **{column: codes for column, (codes, _names) in named.items()},
            **{f"{column}s": names for column, (_codes, names) in named.items()},
            **(self._dice_sets(listed) if listed and "dice_set" in self._there else {}),
            **(listed.columns() if listed else {}),
        )

    def _numbers(self, column: str, missing: int) -> NDArray[np.int64]:
        import pyarrow as pa

        values = self._table[column].combine_chunks().cast(pa.int64())
        return np.asarray(values.fill_null(missing).to_numpy(zero_copy_only=False))

    def _faces(self, dice: list[str], before: int) -> NDArray[np.int64]:
        faces = np.stack([self._numbers(name, 0) for name in dice], axis=1)
        wrong = np.flatnonzero(((faces < 0) | (faces > FACES)).any(axis=1))
        if len(wrong):
            row, face = before + wrong[0] + 1, faces[wrong[0]].max()
            raise RollsError(f"row {row}: a die shows 1 to {FACES}; this one has {face}.")
        return faces

    def _flags(self, column: str) -> NDArray[np.int8]:
        if column not in self._there:
            return np.full(self._n, UNKNOWN, np.int8)
        values = self._numbers(column, UNKNOWN)
        return np.where(values == UNKNOWN, UNKNOWN, np.where(values > 0, YES, NO)).astype(np.int8)

    def _times(self) -> NDArray[np.int64]:
        import pyarrow as pa

        if "time" not in self._there:
            return np.full(self._n, NO_TIME)
        moments = self._table["time"].combine_chunks().cast(pa.timestamp("ms", tz="UTC"))
        return np.asarray(moments.cast(pa.int64()).fill_null(NO_TIME).to_numpy(zero_copy_only=False))

    def _codes(self, column: str) -> tuple[NDArray[np.int64], tuple[str, ...]]:
        return _coded(self._table[column]) if column in self._there else (np.full(self._n, NOBODY), ())

    def _misread(self) -> NDArray[np.bool_]:
        """Tell which rolls were misread; the few that were corrected are looked at one by one."""
        import pyarrow.compute as pc

        misread = np.zeros(self._n, np.bool_)
        if "corrections" not in self._there:
            return misread
        lengths = pc.fill_null(pc.list_value_length(self._table["corrections"]), 0).to_numpy()
        rows = np.flatnonzero(lengths)
        faces = self._table.select([name for name in self._there if _DIE.fullmatch(name)] + ["corrections"])
        for row, record in zip(rows, faces.take(rows).to_pylist(), strict=True):
            values = [record[name] for name in sorted(record, key=lambda n: (len(n), n)) if _DIE.fullmatch(name)]
            told = {"corrections": record["corrections"], "dice": [{"value": value} for value in values]}
            misread[row] = msgspec.convert(told, Roll).misread
        return misread

    def _dice_sets(self, listed: "_DiceLists") -> dict[str, Any]:
        """Tell the dice sets apart by name or number, and within one those rolls whose dice have names."""
        numbers = self._numbers("dice_set", 0)
        set_codes, set_names = _coded(self._table["dice_set_name"])
        codes, known = listed.codes("name", _NO_DIE)
        keys = np.column_stack([set_codes, np.where(set_codes < 0, numbers, 0), codes])
        kinds, dice_set = np.unique(keys, axis=0, return_inverse=True)
        code = Codes()
        renamed = np.array([code(_dice_set(kind, set_names, known)) for kind in kinds.tolist()], np.int64)
        return {"dice_set": renamed[dice_set.ravel()], "dice_sets": code.names}


class _DiceLists:
    """The list of dice of each roll, spread over columns (n, d); None where nothing is known of any die."""

    def __init__(self, column: Any, dice: int) -> None:
        listed = column.combine_chunks()
        lengths = _lengths(listed)
        rows = np.repeat(np.arange(len(listed)), lengths)
        places = np.arange(len(rows)) - np.repeat(lengths.cumsum() - lengths, lengths)
        self._kept = places < dice
        self._where = rows[self._kept], places[self._kept]
        self._shape = (len(listed), dice)
        self._values = listed.flatten()

    def columns(self) -> dict[str, Any]:
        """Give the columns of a RollTable that are about single dice."""
        areas, area_names = self.codes("area")
        zones, zone_names = self.codes("zones")
        along, across = (self._numbers(_at(self._values.field("rest_mm"), k), np.nan) for k in (0, 1))
        first = np.argmax(areas >= 0, axis=1)
        return {
            "read": self._numbers(self._values.field("read"), 0),
            "rest_mm": None if along is None or across is None else np.stack([along, across], axis=2),
            "tilt_deg": self._numbers(self._values.field("tilt_deg"), np.nan),
            "confidence": self._numbers(self._values.field("confidence"), np.nan),
            "wall_zone": zones if zone_names else None,
            "zones": zone_names,
            "landing": areas[np.arange(len(areas)), first] if area_names else None,
            "landings": area_names,
        }

    def codes(self, field: str, missing: int = NOBODY) -> tuple[NDArray[np.int64], tuple[str, ...]]:
        """Give codes (n, d) into the names of a field of text, of the first one where it is a list."""
        values = self._values.field(field)
        codes, names = _coded(_at(values, 0) if field == "zones" else values)
        spread = np.full(self._shape, missing)
        spread[self._where] = codes[self._kept]
        return spread, names

    def _numbers(self, values: Any, missing: float) -> NDArray[np.float32] | None:
        if values.null_count == len(values):
            return None
        spread = np.full(self._shape, missing, np.float32)
        filled = values.cast("float64").fill_null(float(missing)).to_numpy(zero_copy_only=False)
        spread[self._where] = filled[self._kept]
        return spread


def _dice_set(kind: list[int], set_names: tuple[str, ...], names: tuple[str, ...]) -> DiceSet:
    """Name a dice set; its dice only where all of them can be told apart."""
    set_code, number, *codes = kind
    dice = tuple(names[code] for code in codes if code >= 0)
    apart = NOBODY not in codes and len(dice) == len(set(dice))
    return DiceSet(set_names[set_code] if set_code >= 0 else f"dice {number}", dice if apart else ())


def _coded(column: Any) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Number texts in the order in which they come; an empty one, or none, is NOBODY."""
    import pyarrow as pa

    column = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    encoded = column.cast(pa.string()).fill_null("").dictionary_encode()
    code = Codes()
    numbers = np.array([code(name) for name in encoded.dictionary.to_pylist()], np.int64)
    return numbers[encoded.indices.to_numpy()], code.names


def _lengths(lists: Any) -> NDArray[np.int64]:
    import pyarrow.compute as pc

    return np.asarray(pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False), np.int64)


def _at(lists: Any, place: int) -> Any:
    """Give each list's value at a place, nothing where a list is shorter."""
    import pyarrow as pa

    lengths = _lengths(lists)
    starts = lengths.cumsum() - lengths
    at = pa.array(np.where(lengths > place, starts + place, 0), mask=lengths <= place)
    return lists.flatten().take(at)

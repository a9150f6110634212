"""Rolls from a Parquet file, column by column: an export of the log, or any table with the columns of the CSV file."""

import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from controller.errors import RollsError
from controller.rolls.columns import Codes
from controller.rolls.roll import Roll
from controller.rolls.table import FACES, NO, NO_TIME, NOBODY, UNKNOWN, YES, DiceSet, RollTable, columns_told_apart

_DIE = re.compile(r"d[1-9]\d?")
_WANTED = ("session", "time", "shooter", "counts", "game", "dice_set", "dice_set_name", "come_out", "hand")
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
            nested = [f"dice.list.element.{name}" for name in _OF_DICE] if "dice" in there else []
            wanted = [*(name for name in (*_WANTED, "corrections") if name in there), *dice, *nested]
            table = file.read(columns=wanted).combine_chunks()
    except (OSError, pa.ArrowInvalid) as error:
        raise RollsError(f"{path} cannot be read: {error}.") from None
    if not dice or dice[0] != "d1":
        raise RollsError(f"{path}: no column is called d1, so there are no rolls in it.")
    try:
        return _Columns(table).rolls(dice, path.stem)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise RollsError(f"{path}: a column is not of the kind that it must be: {error}.") from None


class _Columns:
    """A Parquet table's columns as numpy arrays."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._there = set(table.column_names)
        self._n = table.num_rows

    def rolls(self, dice: list[str], label: str) -> RollTable:
        faces = self._faces(dice)
        named = {column: self._codes(column) for column in ("session", "shooter", "game", "hand")}
        per_die = self._per_die(len(dice)) if "dice" in self._there else {}
        sets = self._dice_sets(faces, per_die.pop("name", None), label)
        return RollTable.of(
            faces,
            counts=self._flags("counts"),
            come_out=self._flags("come_out"),
            corrected=self._misread(),
            time_ms=self._times(),
            **{column: codes for column, (codes, _names) in named.items()},
            **{f"{column}s": names for column, (_codes, names) in named.items()},
            **sets,
            **per_die,
        )

    def _numbers(self, column: str, missing: int) -> NDArray[np.int64]:
        import pyarrow as pa

        values = self._table[column].combine_chunks().cast(pa.int64())
        return np.asarray(values.fill_null(missing).to_numpy(zero_copy_only=False))

    def _faces(self, dice: list[str]) -> NDArray[np.int64]:
        faces = np.stack([self._numbers(name, 0) for name in dice], axis=1)
        wrong = np.flatnonzero(((faces < 0) | (faces > FACES)).any(axis=1))
        if len(wrong):
            raise RollsError(f"row {wrong[0] + 1}: a die shows 1 to {FACES}; this one has {faces[wrong[0]].max()}.")
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

    def _per_die(self, dice: int) -> dict[str, Any]:
        """Spread the list of dice of each roll over columns, (n, d)."""
        import pyarrow.compute as pc

        listed = self._table["dice"].combine_chunks()
        lengths = pc.fill_null(pc.list_value_length(listed), 0).to_numpy(zero_copy_only=False).astype(np.int64)
        rows = np.repeat(np.arange(self._n), lengths)
        places = np.arange(len(rows)) - np.repeat(lengths.cumsum() - lengths, lengths)
        kept = places < dice
        values = listed.flatten()
        spread = {name: (values.field(name), (rows[kept], places[kept]), kept) for name in _OF_DICE}
        names = spread.pop("name")
        areas, area_names = _spread_codes(*spread.pop("area"), (self._n, dice))
        zones, zone_names = _spread_codes(_first(spread["zones"][0]), *spread.pop("zones")[1:], (self._n, dice))
        return {
            "name": _spread_codes(*names, (self._n, dice), _NO_DIE),
            "read": _spread(*spread["read"], (self._n, dice), 0),
            "rest_mm": np.stack([_spread(_at(spread["rest_mm"][0], k), *spread["rest_mm"][1:], (self._n, dice), np.nan)
                                 for k in (0, 1)], axis=2),
            "tilt_deg": _spread(*spread["tilt_deg"], (self._n, dice), np.nan),
            "confidence": _spread(*spread["confidence"], (self._n, dice), np.nan),
            "wall_zone": zones,
            "zones": zone_names,
            "landing": np.where(areas[:, 0] >= 0, areas[:, 0], areas.max(axis=1, initial=NOBODY)),
            "landings": area_names,
        }  # fmt: skip

    def _dice_sets(self, faces: NDArray[np.int64], names: Any, label: str) -> dict[str, Any]:
        """Tell the dice sets apart by name or number, and within one those rolls whose dice have names."""
        if "dice_set" not in self._there or names is None:
            return {"dice_sets": (DiceSet(label, columns_told_apart(faces.astype(np.uint8)) if self._n else ()),)}
        numbers = self._numbers("dice_set", 0)
        set_codes, set_names = _coded(self._table["dice_set_name"])
        codes, known = names
        keys = np.column_stack([set_codes, np.where(set_codes < 0, numbers, 0), codes])
        kinds, dice_set = np.unique(keys, axis=0, return_inverse=True)
        code = Codes()
        renamed = np.array([code(_dice_set(kind, set_names, known)) for kind in kinds.tolist()], np.int64)
        return {"dice_set": renamed[dice_set.ravel()], "dice_sets": code.names}


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


def _spread_codes(
    values: Any, where: Any, kept: NDArray[np.bool_], shape: tuple[int, int], missing: int = NOBODY
) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    codes, names = _coded(values)
    spread = np.full(shape, missing)
    spread[where] = codes[kept]
    return spread, names


def _spread(values: Any, where: Any, kept: NDArray[np.bool_], shape: tuple[int, int], missing: float) -> Any:
    spread = np.full(shape, missing)
    filled = values.cast("float64").fill_null(float(missing)).to_numpy(zero_copy_only=False)
    spread[where] = filled[kept]
    return spread


def _first(lists: Any) -> Any:
    """Give each list's first value, nothing for an empty one."""
    return _at(lists, 0)


def _at(lists: Any, place: int) -> Any:
    """Give each list's value at a place, nothing where a list is shorter."""
    import pyarrow as pa
    import pyarrow.compute as pc

    lengths = pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False).astype(np.int64)
    starts = lengths.cumsum() - lengths
    at = pa.array(np.where(lengths > place, starts + place, 0), mask=lengths <= place)
    return lists.flatten().take(at)

"""The log as Parquet, with the fields of its JSON Lines; `time` becomes a time stamp. Needs pyarrow."""

import types
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import IO, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import numpy as np

from controller.errors import RollsError
from controller.rolls.export import FIRST, STANDINGS, records
from controller.rolls.roll import Roll, RolledDie, time_ms
from controller.rolls.table import NO_TIME, UNKNOWN, RollTable

CHUNK = 50_000


def write_parquet(parts: Iterable[tuple[int, Sequence[Roll] | RollTable]], out: IO[bytes], dice: int) -> None:
    """Write rolls, and imports in columns with the number of their entry. Raises RollsError without pyarrow."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise RollsError(
            "Parquet needs pyarrow, which is not installed: pip install 'stickman[stats]'. CSV and JSON Lines do not."
        ) from None
    schema = _schema(dice)
    with parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        for entry, part in parts:
            chunks = _imported(part, entry, schema) if isinstance(part, RollTable) else _thrown(part, dice, schema)
            for chunk in chunks:
                writer.write_table(chunk)


def _thrown(rolls: Sequence[Roll], dice: int, schema: Any) -> Iterator[Any]:
    """Give rolls as Arrow tables."""
    import pyarrow as pa

    waiting = records(rolls, dice)
    while chunk := list(islice(waiting, CHUNK)):
        for record in chunk:
            record["time"] = time_ms(record["time"]) if record["time"] else None
        yield pa.Table.from_pylist(chunk, schema)


def _imported(table: RollTable, entry: int, schema: Any) -> Iterator[Any]:
    """Give an import as Arrow tables, column by column: what its file did not say is as in a roll without it."""
    import pyarrow as pa

    plain = Roll(entry=entry, by="import", dice_set_name=table.dice_sets[0].name)
    unsaid = next(records([plain], 0)) | {"time": None}
    for start in range(0, len(table), CHUNK):
        some = table.take(slice(start, start + CHUNK))
        known = _known(some, start)
        columns = [
            known[field.name].cast(field.type)
            if field.name in known
            else _dice(some, field.type)
            if field.name == "dice"
            else pa.array([unsaid.get(field.name)] * len(some), field.type)
            for field in schema
        ]
        yield pa.Table.from_arrays(columns, schema=schema)


def _known(table: RollTable, start: int) -> dict[str, Any]:
    """Give the columns that an import's file had, as Arrow arrays."""
    import pyarrow as pa

    standings = np.array([str(STANDINGS[count]) for count in range(UNKNOWN, 2)])
    faces = {
        f"d{k + 1}": pa.array(table.faces[:, k].astype(np.int8), mask=table.faces[:, k] == 0) for k in range(table.dice)
    }
    return faces | {
        "session": _named(table.session, table.sessions),
        "shooter": _named(table.shooter, table.shooters),
        "time": pa.array(table.time_ms, mask=table.time_ms == NO_TIME),
        "counts": pa.array(table.counts, mask=table.counts == UNKNOWN),
        "line": pa.array(np.arange(start + 1, start + 1 + len(table))),
        "standing": pa.array(standings[table.counts - UNKNOWN]),
    }


def _named(codes: Any, names: tuple[str, ...]) -> Any:
    """Give the names of codes, "" for nobody."""
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(codes + 1), pa.array(["", *names], pa.string())).cast(pa.string())


def _dice(table: RollTable, kind: Any) -> Any:
    """Give the lists of dice, of which only the faces are known."""
    import pyarrow as pa

    faces = table.faces.ravel()
    unsaid = msgspec.to_builtins(RolledDie())
    fields = [
        pa.array(faces, field.type, mask=faces == 0)
        if field.name == "value"
        else pa.array([unsaid[field.name]] * len(faces), field.type)
        for field in kind.value_type
    ]
    offsets = pa.array(np.arange(len(table) + 1) * table.dice, pa.int32())
    return pa.ListArray.from_arrays(offsets, pa.StructArray.from_arrays(fields, fields=list(kind.value_type)))


def _schema(dice: int) -> Any:
    import pyarrow as pa

    kinds = {name: _arrow(pa, kind) for name, kind in get_type_hints(Roll).items()}
    kinds["time"] = pa.timestamp("ms", tz="UTC")
    first = [(name, kinds.pop(name)) for name in FIRST]
    small = [(name, pa.int8()) for name in (*(f"d{k + 1}" for k in range(dice)), "counts")]
    return pa.schema([*first, *small, *kinds.items()])


def _arrow(pa: Any, kind: Any) -> Any:
    """Give the Arrow type of a field."""
    simple = {int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    if kind in simple:
        return simple[kind]
    if get_origin(kind) in (Union, types.UnionType):
        return _arrow(pa, next(part for part in get_args(kind) if part is not type(None)))
    if get_origin(kind) is tuple:
        return pa.list_(_arrow(pa, get_args(kind)[0]))
    if issubclass(kind, msgspec.Struct):
        return pa.struct([(name, _arrow(pa, part)) for name, part in get_type_hints(kind).items()])
    return pa.string()

"""Reads CSV in blocks with pyarrow, quickly; a file that is not plain and right is left to csv_rows."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from controller.rolls.columns import Codes
from controller.rolls.csv_heading import Heading
from controller.rolls.csv_rows import COUNTS, FACES, Chunk
from controller.rolls.table import NO, NO_TIME, NOBODY, UNKNOWN

BLOCK_BYTES = 16 << 20
BAD = 99
"""Stands for a cell that is not exactly as it should be."""


class NotPlainError(ValueError):
    """This file is for csv_rows: it is wrong somewhere, or right in an unusual way."""


def read_blocks(path: Path, heading: Heading, session: Codes, shooter: Codes) -> Iterator[Chunk]:
    """Give the rows in chunks. Raises NotPlainError, also after some chunks; ImportError without pyarrow."""
    import pyarrow as pa

    for kind in _time_kinds(heading, pa):
        try:
            first = next(_batches(path, heading, kind), None)
        except (pa.ArrowInvalid, OSError):
            continue
        if first is not None:
            break
    else:
        raise NotPlainError
    try:
        for batch in _batches(path, heading, kind):
            yield _chunk(batch, heading, session, shooter)
    except (pa.ArrowInvalid, OSError) as error:
        raise NotPlainError from error


def _time_kinds(heading: Heading, pa: Any) -> list[Any]:
    """Give the ways in which times may be written: with their zone, or without one, which is UTC."""
    return [pa.timestamp("ms", tz="UTC"), pa.timestamp("ms")] if "time" in heading.columns else [None]


def _batches(path: Path, heading: Heading, time_kind: Any) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import csv

    word = pa.dictionary(pa.int32(), pa.string())
    used = [column for column in heading.columns if column not in heading.ignored]
    kinds = {column: time_kind if column == "time" else word for column in used}
    reading = csv.ReadOptions(column_names=list(heading.columns), skip_rows=1, block_size=BLOCK_BYTES)
    parsing = csv.ParseOptions(newlines_in_values=False, ignore_empty_lines=True)
    converting = csv.ConvertOptions(
        column_types=kinds, include_columns=used, null_values=[""], strings_can_be_null=False
    )
    with csv.open_csv(str(path), reading, parsing, converting) as reader:
        yield from reader


def _chunk(batch: Any, heading: Heading, session: Codes, shooter: Codes) -> Chunk:
    n = batch.num_rows
    faces = np.column_stack([_small(batch.column(f"d{k + 1}"), FACES) for k in range(heading.dice)])
    counts = np.full(n, UNKNOWN, np.int8)
    if "counts" in heading.columns:
        counts = _small(batch.column("counts"), COUNTS).astype(np.int8)
    if (faces == BAD).any() or (counts == BAD).any() or ((faces[:, 0] == 0) & (counts != NO)).any():
        raise NotPlainError
    when = _times(batch.column("time")) if "time" in heading.columns else np.full(n, NO_TIME, np.int64)
    return Chunk(
        faces.astype(np.uint8), counts, _codes(batch, "session", session), _codes(batch, "shooter", shooter), when
    )


def _small(column: Any, meanings: Mapping[str, int]) -> NDArray[np.int8]:
    """Read a column of few different words."""
    words = [meanings.get(word, BAD) for word in column.dictionary.to_pylist()]
    read: NDArray[np.int8] = np.array(words, np.int8)[column.indices.to_numpy()]
    return read


def _codes(batch: Any, name: str, codes: Codes) -> NDArray[np.int32]:
    """Number a column of names."""
    if name not in batch.schema.names:
        return np.full(batch.num_rows, NOBODY, np.int32)
    column = batch.column(name)
    words = column.dictionary.to_pylist()
    if not all(word.isprintable() for word in words):
        raise NotPlainError
    read: NDArray[np.int32] = np.array([codes(word) for word in words], np.int32)[column.indices.to_numpy()]
    return read


def _times(column: Any) -> NDArray[np.int64]:
    import pyarrow as pa

    whole: NDArray[np.int64] = column.cast(pa.int64()).fill_null(NO_TIME).to_numpy(zero_copy_only=False)
    return whole

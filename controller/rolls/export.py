"""The log for other programs: CSV with the columns that an import takes, JSON Lines and Parquet with everything."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any, TextIO

import msgspec
import numpy as np
from numpy.typing import NDArray

from controller.rolls.columns import LEAST_DICE
from controller.rolls.roll import Roll, RolledDie, Standing, time_text
from controller.rolls.table import NO, NO_TIME, UNKNOWN, YES, RollTable, name_of

CHUNK = 50_000
FIRST = ("session", "time", "shooter")
STANDINGS = {YES: Standing.COUNTED, UNKNOWN: Standing.UNKNOWN, NO: Standing.VOID}


def write_csv(table: RollTable, out: TextIO) -> None:
    """Write session,time,shooter,d1,d2,...,counts, one line a roll."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*FIRST, *(f"d{k + 1}" for k in range(table.dice)), "counts"])
    for start in range(0, len(table), CHUNK):
        writer.writerows(_cells(table.take(slice(start, start + CHUNK))))


def _cells(table: RollTable) -> Iterator[tuple[object, ...]]:
    """Give the cells of some rolls. A throw that nobody has decided does not count, as far as a file can say it."""
    undecided = (table.counts == UNKNOWN) & (table.faces[:, 0] == 0)
    counts = np.where(undecided, NO, table.counts)
    columns = [
        [name_of(table.sessions, code) for code in table.session.tolist()],
        _time_texts(table.time_ms),
        [name_of(table.shooters, code) for code in table.shooter.tolist()],
        *([face or "" for face in table.faces[:, k].tolist()] for k in range(table.dice)),
        ["" if count == UNKNOWN else count for count in counts.tolist()],
    ]
    return zip(*columns, strict=True)


def _time_texts(time_ms: NDArray[np.int64]) -> list[str]:
    """Write times as `time_text` does, many at once."""
    texts = np.datetime_as_string(time_ms.view("M8[ms]")).tolist()
    return ["" if text == "NaT" else f"{text.removesuffix('.000')}Z" for text in texts]


def records(rolls: Iterable[Roll], dice: int = LEAST_DICE) -> Iterator[dict[str, Any]]:
    """Give rolls as flat records: the columns of the CSV file by their names, then every other field of a roll."""
    for roll in rolls:
        fields = msgspec.to_builtins(roll)
        first = {name: fields.pop(name) for name in FIRST}
        faces = {f"d{k + 1}": roll.faces[k] if k < len(roll.dice) else None for k in range(dice)}
        yield first | faces | {"counts": None if roll.counts is None else int(roll.counts)} | fields


def write_jsonl(rolls: Iterable[Roll], out: IO[bytes], dice: int = LEAST_DICE) -> None:
    """Write one JSON object a roll."""
    encoder = msgspec.json.Encoder()
    for record in records(rolls, dice):
        out.write(encoder.encode(record) + b"\n")


def rolls_of(table: RollTable, entry: int = 0) -> Iterator[Roll]:
    """Give the rolls of an import, which entry `entry` brought, in the form of the log's own."""
    rows: Sequence[Any] = (table.faces, table.counts, table.session, table.shooter, table.time_ms)
    for start in range(0, len(table), CHUNK):
        some = zip(*(column[start : start + CHUNK].tolist() for column in rows), strict=True)
        for line, (faces, counts, session, shooter, moment) in enumerate(some, start=start + 1):
            yield Roll(
                session=name_of(table.sessions, session),
                time="" if moment == NO_TIME else time_text(moment),
                shooter=name_of(table.shooters, shooter),
                entry=entry,
                line=line,
                dice_set_name=table.dice_sets[0].name,
                standing=STANDINGS[counts],
                by="import",
                dice=tuple(RolledDie(value=face or None) for face in faces),
            )

"""From rolls to columns, and several tables to one."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from controller.rolls.roll import Roll, RolledDie, time_ms
from controller.rolls.table import NO, NO_TIME, NOBODY, UNKNOWN, YES, DiceSet, RollTable
from controller.throws.verdict import Reason

NAMES = {
    "session": "sessions",
    "shooter": "shooters",
    "dice_set": "dice_sets",
    "game": "games",
    "wall_zone": "zones",
    "hand": "hands",
    "landing": "landings",
}
"""Columns of codes, and the names that the codes stand for."""

LEAST_DICE = 2


class Codes:
    """Numbers names in the order in which they come; a name that is empty is nobody's."""

    def __init__(self) -> None:
        self._codes: dict[Any, int] = {}

    def __call__(self, name: Any) -> int:
        """Give a name's code."""
        return NOBODY if not name else self._codes.setdefault(name, len(self._codes))

    @property
    def names(self) -> tuple[Any, ...]:
        """Give the names in the order of their codes."""
        return tuple(self._codes)


def table_of(rolls: Iterable[Roll]) -> RollTable:
    """Put rolls into columns, in the order given."""
    kept = list(rolls)
    width = max([LEAST_DICE, *(len(roll.dice) for roll in kept)])
    codes = {column: Codes() for column in NAMES}
    return RollTable.of(
        np.array([[_die(roll, k).value or 0 for k in range(width)] for roll in kept], np.uint8).reshape(-1, width),
        counts=[_flag(roll.counts) for roll in kept],
        session=[codes["session"](roll.session) for roll in kept],
        shooter=[codes["shooter"](roll.shooter) for roll in kept],
        dice_set=[codes["dice_set"](_dice_set(roll)) for roll in kept],
        game=[codes["game"](roll.game) for roll in kept],
        hand=[codes["hand"](roll.hand) for roll in kept],
        landing=[codes["landing"](_landing(roll)) for roll in kept],
        time_ms=[time_ms(roll.time) if roll.time else NO_TIME for roll in kept],
        come_out=[_flag(roll.come_out) for roll in kept],
        corrected=[roll.misread for roll in kept],
        reasons=[_reasons(roll) for roll in kept],
        read=_per_die(kept, width, lambda die: die.read or 0, np.uint8),
        rest_mm=_if_known(_per_die(kept, width, lambda die: die.rest_mm or (np.nan, np.nan), np.float32, (2,))),
        tilt_deg=_if_known(_per_die(kept, width, lambda die: _or_nan(die.tilt_deg), np.float32)),
        confidence=_if_known(_per_die(kept, width, lambda die: _or_nan(die.confidence), np.float32)),
        wall_zone=_per_die(kept, width, lambda die: codes["wall_zone"](next(iter(die.zones), "")), np.int16),
        **{NAMES[column]: known.names for column, known in codes.items()},
    )


def joined(tables: Sequence[RollTable]) -> RollTable:
    """Put tables one after the other, their names together. One table alone is given as it is."""
    kept = [table for table in tables if len(table)] or list(tables[:1])
    if not kept:
        return RollTable.of(np.zeros((0, LEAST_DICE), np.uint8))
    if len(kept) == 1:
        return kept[0]
    width = max(table.dice for table in kept)
    codes = {column: Codes() for column in NAMES}
    columns = {
        field.name: _one_after_the_other(kept, field.name, width, codes.get(field.name))
        for field in fields(RollTable)
        if any(isinstance(getattr(table, field.name), np.ndarray) for table in kept)
    }
    parts: dict[str, Any] = columns | {NAMES[column]: known.names for column, known in codes.items()}
    return RollTable(**parts)


_UNKNOWN: dict[str, float] = {
    "reasons": 0,
    "read": 0,
    "faces": 0,
    "wall_zone": NOBODY,
    "hand": NOBODY,
    "landing": NOBODY,
}


def _one_after_the_other(tables: Sequence[RollTable], name: str, width: int, codes: Codes | None) -> NDArray[Any]:
    """Join one column; where a table does not have it, nothing is known."""
    like = next(column for table in tables if (column := getattr(table, name)) is not None)
    shape = (width, *like.shape[2:]) if like.ndim > 1 else ()
    whole = np.full(
        (sum(map(len, tables)), *shape), _UNKNOWN.get(name, np.nan if like.dtype.kind == "f" else 0), like.dtype
    )
    start = 0
    for table in tables:
        column = getattr(table, name)
        rows = whole[start : start + len(table)]
        start += len(table)
        if column is not None:
            target = rows[:, : column.shape[1]] if column.ndim > 1 else rows
            target[...] = column if codes is None else _recoded(column, getattr(table, NAMES[name]), codes)
    return whole


def _recoded(column: NDArray[Any], names: Sequence[Any], codes: Codes) -> NDArray[Any]:
    """Give a column of codes in the numbering of the whole."""
    known = np.array([*(codes(name) for name in names), NOBODY], column.dtype)
    recoded: NDArray[Any] = known[column]
    return recoded


def _per_die(rolls: Sequence[Roll], width: int, value: Any, kind: type, shape: tuple[int, ...] = ()) -> NDArray[Any]:
    cells = [value(_die(roll, k)) for roll in rolls for k in range(width)]
    return np.array(cells, kind).reshape(len(rolls), width, *shape)


def _if_known(column: NDArray[Any]) -> NDArray[Any] | None:
    """Give a column of measures, or None where nothing was measured at all."""
    return None if np.isnan(column).all() else column


def _die(roll: Roll, k: int) -> RolledDie:
    return roll.dice[k] if k < len(roll.dice) else _NO_DIE


_NO_DIE = RolledDie()


def _flag(value: bool | None) -> int:
    return UNKNOWN if value is None else YES if value else NO


def _or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def _dice_set(roll: Roll) -> DiceSet:
    """Give the dice in play: rolls in which they could not be told apart stand under a set of their own."""
    names = tuple(die.name for die in roll.dice)
    apart = all(names) and len(set(names)) == len(names)
    return DiceSet(roll.dice_set_name or f"dice {roll.dice_set}", names if apart else ())


def _landing(roll: Roll) -> str:
    """Say where the first die lies that lies on the board: what `landing` is for a whole roll."""
    return next((die.area for die in roll.dice if die.area), "")


def _reasons(roll: Roll) -> int:
    return sum(1 << bit for bit, reason in enumerate(Reason) if reason in roll.reasons)

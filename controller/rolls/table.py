"""Rolls in columns: the one shape in which a log, an import and the statistics hand rolls to each other."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.errors import RollsError

YES, NO, UNKNOWN = 1, 0, -1
"""`counts`: a void throw is NO; UNKNOWN where nobody said."""
NO_TIME = np.iinfo(np.int64).min
NOBODY = -1
"""A code that stands for no name: no shooter, zone, hand or landing place is known."""
FACES = 6
Rows = NDArray[Any] | slice


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The dice in play from one box up to the next.

    `dice` names each column of `faces` where the dice can be told apart (by colour, say); it is empty where they
    look alike: then a column says nothing about which die it was.
    """

    name: str = ""
    dice: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class RollTable:
    """n rolls of up to d dice, oldest first in the order in which they happened, whatever a clock said.

    `faces` (n, d) uint8, 0 = not known or no such die; a throw that nobody has decided yet has zeros. `counts` (n,)
    int8 YES, NO or UNKNOWN. `session`, `shooter`, `dice_set`, `game` (n,) integer codes into the tuples of names,
    NOBODY where not known. `time_ms` (n,) int64, UTC since 1970, NO_TIME where not known. `come_out` (n,) int8 YES, NO
    or UNKNOWN: the roll began a round. `corrected` (n,) bool: a person said that the eye had misread the faces.
    `read` (n, d) uint8: the faces as the eye had read them, 0 where it read none. None where nothing is known:
    `rest_mm` (n, d, 2) float32 in the board frame, `tilt_deg` and `confidence` (n, d) float32, NaN = not known;
    `wall_zone` (n, d) int16, the sensor zone that the die hit first; `reasons` (n,) uint16, bit k set for the k-th
    `Reason`; `hand`, `landing` (n,) int16.
    """

    faces: NDArray[np.uint8]
    counts: NDArray[np.int8]
    session: NDArray[np.int32]
    shooter: NDArray[np.int32]
    dice_set: NDArray[np.int32]
    game: NDArray[np.int16]
    time_ms: NDArray[np.int64]
    come_out: NDArray[np.int8]
    corrected: NDArray[np.bool_]
    read: NDArray[np.uint8] | None = None
    rest_mm: NDArray[np.float32] | None = None
    tilt_deg: NDArray[np.float32] | None = None
    confidence: NDArray[np.float32] | None = None
    wall_zone: NDArray[np.int16] | None = None
    reasons: NDArray[np.uint16] | None = None
    hand: NDArray[np.int16] | None = None
    landing: NDArray[np.int16] | None = None
    sessions: tuple[str, ...] = ("",)
    shooters: tuple[str, ...] = ()
    dice_sets: tuple[DiceSet, ...] = (DiceSet(),)
    games: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    landings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that the columns fit. Raises RollsError."""
        if self.faces.ndim != 2:
            raise RollsError(f"faces must be rolls by dice, not of shape {self.faces.shape}.")
        for name, column in self.columns().items():
            if len(column) != len(self.faces):
                raise RollsError(f"column {name} has {len(column)} rows where there are {len(self.faces)} rolls.")
        for name, names in _NAMED.items():
            column, known = getattr(self, name), len(getattr(self, names))
            if column is not None and column.size and not NOBODY <= column.min() <= column.max() < known:
                raise RollsError(f"column {name} holds a code outside the {known} names in {names}.")
        if self.faces.size and self.faces.max() > FACES:
            raise RollsError(f"a die cannot show {self.faces.max()}: faces are 1 to {FACES}, 0 where not known.")

    @classmethod
    def of(cls, faces: ArrayLike, **columns: Any) -> Self:
        """Make a table from faces (n, d), or (n,) for one die, and the columns and names that are known."""
        shown = np.asarray(faces)
        if shown.size and (shown.min() < 0 or shown.max() > FACES):
            raise RollsError(f"faces are 1 to {FACES}, 0 where not known; here are {shown.min()} to {shown.max()}.")
        shown = shown.astype(np.uint8, copy=False)
        shown = shown[:, None] if shown.ndim == 1 else shown
        n = len(shown)
        given: dict[str, Any] = {
            k: np.asarray(v, _TYPES[k]) if k in _TYPES and v is not None else v for k, v in columns.items()
        }
        missing = _BLANK.keys() - given.keys()
        blank: dict[str, Any] = {name: np.full(n, _BLANK[name], _TYPES[name]) for name in missing}
        return cls(shown, **blank, **given)

    def __len__(self) -> int:
        """Count the rolls."""
        return len(self.faces)

    @property
    def dice(self) -> int:
        """How many dice a roll has at most."""
        return int(self.faces.shape[1])

    def columns(self) -> dict[str, NDArray[Any]]:
        """Give the columns that are there, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}

    def take(self, rows: Rows) -> Self:
        """Give some rows (a mask, indices or a slice) as a table with the same names."""
        taken: dict[str, Any] = {name: column[rows] for name, column in self.columns().items()}
        return replace(self, **taken)

    def counted(self) -> NDArray[np.bool_]:
        """Say which rolls the statistics use, (n,): not void, at least one die known."""
        return np.asarray((self.counts != NO) & self.faces.any(axis=1), dtype=np.bool_)


_TYPES: dict[str, type] = {
    "counts": np.int8,
    "session": np.int32,
    "shooter": np.int32,
    "dice_set": np.int32,
    "game": np.int16,
    "time_ms": np.int64,
    "come_out": np.int8,
    "corrected": np.bool_,
    "read": np.uint8,
    "rest_mm": np.float32,
    "tilt_deg": np.float32,
    "confidence": np.float32,
    "wall_zone": np.int16,
    "reasons": np.uint16,
    "hand": np.int16,
    "landing": np.int16,
}
_BLANK: dict[str, int] = {
    "counts": UNKNOWN,
    "session": 0,
    "shooter": NOBODY,
    "dice_set": 0,
    "game": NOBODY,
    "time_ms": NO_TIME,
    "come_out": UNKNOWN,
    "corrected": False,
}
_NAMED = {
    "session": "sessions",
    "shooter": "shooters",
    "dice_set": "dice_sets",
    "game": "games",
    "wall_zone": "zones",
    "hand": "hands",
    "landing": "landings",
}


def columns_told_apart(faces: NDArray[np.uint8]) -> tuple[str, ...]:
    """Name the columns d1, d2 ... of rolls (n, d) from elsewhere, or give () where they were sorted by value.

    Columns in any order that does not depend on the faces may be tested one by one; sorted ones may not, since the
    first column would hold the low faces of fair dice.
    """
    d = faces.shape[1]
    several = (faces > 0).all(axis=1)
    if d > 1 and several.any() and bool((faces[several, :-1] <= faces[several, 1:]).all()):
        return ()
    return tuple(f"d{k + 1}" for k in range(d))


def rows_of(mask: NDArray[np.bool_]) -> Rows:
    """Give the rows of a mask (n,) for taking them; where it is all of them, in a way that copies nothing."""
    return slice(None) if mask.all() else np.flatnonzero(mask)


def name_of(names: Sequence[str], code: int) -> str:
    """Give a code's name, "" for NOBODY."""
    return names[code] if code >= 0 else ""

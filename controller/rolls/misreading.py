"""How often the eye misreads a die, at most: from what people corrected and from readings that were checked."""

from dataclasses import dataclass

import numpy as np

from controller.rolls.intervals import rate_sequence
from controller.rolls.table import FACES, RollTable

LEVEL = 0.01
"""The chance that the bound is ever wrong; it is taken from the level of the tests."""
_USUAL_SHARE, _USUAL_WEIGHT = 0.01, 100.0
"""Where the bound is sharpest: about 1 misread die in 100."""


@dataclass(frozen=True, slots=True)
class Misreading:
    """Of `dice` faces that the eye read, `wrong` were misread; `bound` is the most that the true share can be.

    `bound` is 0 where no eye read any: then the rolls are taken as they stand.
    """

    dice: int = 0
    wrong: int = 0
    bound: float = 0.0


def misreading_bound(table: RollTable, checked: int = 0, wrong: int = 0) -> Misreading:
    """Bound the share of misread dice in a table's rolls, with `wrong` of `checked` dice from `calibrate check`.

    A misreading that nobody noticed stays in the log. The bound is therefore that of the eye before people corrected
    it, as if the corrections had repaired nothing.
    """
    read, misread = _corrections(table)
    if read == 0:
        return Misreading()
    dice, errors = read + checked, misread + wrong
    bound = rate_sequence(errors, dice, LEVEL, _USUAL_SHARE, _USUAL_WEIGHT)[1]
    return Misreading(dice, errors, bound)


def _corrections(table: RollTable) -> tuple[int, int]:
    """Count the faces that the eye read, and those of them that a person changed."""
    if table.read is None:
        return 0, 0
    used = table.counted()
    read = int(np.count_nonzero(table.read[used]))
    rows = np.flatnonzero(used & table.corrected)
    said, shown = _per_face(table.read[rows]), _per_face(table.faces[rows])
    return read, int(np.maximum(said - shown, 0).sum())


def _per_face(faces: np.ndarray) -> np.ndarray:
    """Count each roll's faces 1..6, whichever die is which, (n, 6)."""
    return np.stack([(faces == face).sum(axis=1) for face in range(1, FACES + 1)], axis=1)

"""How often the eye misreads a die, at most: from what people corrected and from readings that were checked."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from controller.rolls.intervals import rate_sequence
from controller.rolls.table import FACES, RollTable

LEVEL = 0.01
"""The chance that the bound is ever wrong; it is taken from the level of the tests."""
_USUAL_SHARE, _USUAL_WEIGHT = 0.01, 100.0
"""Where the bound is sharpest: about 1 misread die in 100."""


@dataclass(frozen=True, slots=True)
class Misreading:
    """Of `dice` faces in the log that the eye read, `wrong` were corrected; of `checked` others, `checked_wrong`.

    `bound` is the most that the true share of misread dice can be; 0 where the eye read none in the log: then the
    rolls are taken as they stand.
    """

    dice: int = 0
    wrong: int = 0
    checked: int = 0
    checked_wrong: int = 0
    bound: float = 0.0


def misreading_bound(table: RollTable, checked: int = 0, wrong: int = 0) -> Misreading:
    """Bound the share of misread dice in a table's rolls; a check of the eye misread `wrong` of `checked` dice.

    A check sees every misreading and decides alone, unless more was corrected at the table. Without one, the share of
    those that people corrected is bounded, as if the corrections had repaired nothing: as many again may have gone
    unnoticed and stand in the log.
    """
    dice, errors = _corrections(table)
    if dice == 0:
        return Misreading()
    trials, hits = (checked, wrong) if checked else (dice, errors)
    bound = rate_sequence(hits, trials, LEVEL, _USUAL_SHARE, _USUAL_WEIGHT)[1]
    return Misreading(dice, errors, checked, wrong, max(bound, errors / dice))


def _corrections(table: RollTable) -> tuple[int, int]:
    """Count the faces that the eye read, and those of them that a person changed."""
    if table.read is None:
        return 0, 0
    used = table.counted()
    read = int(np.count_nonzero(table.read[used]))
    rows = np.flatnonzero(used & table.corrected)
    said, shown = _per_face(table.read[rows]), _per_face(table.faces[rows])
    return read, int(np.maximum(said - shown, 0).sum())


def _per_face(faces: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count each roll's faces 1..6, whichever die is which, (n, 6)."""
    return np.stack([(faces == face).sum(axis=1) for face in range(1, FACES + 1)], axis=1)

"""The 48 ways in which the faces of a die may look: which value along which axis, on either kind of dice.

Opposite values add up to seven; 1, 2 and 3 run one way about their corner or the other. On dice of one maker the pips
of the 2, the 3 and the 6 are turned alike, so that each of these faces says more than its value.
"""

from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from vision.faces.pips import FIRST_LAYOUT, OPPOSITE_SUM, TURNS
from vision.geometry import DieModel

WAYS = np.array(
    [
        [low if way > 0 else OPPOSITE_SUM - low for low, way in zip(order, ways, strict=True)]
        for order in permutations((1, 2, 3))
        for ways in product((1, -1), repeat=3)
    ]
)
"""The values that look along the axes of a die, (48, 3)."""

_EVEN = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
_ORDER = np.minimum(WAYS, OPPOSITE_SUM - WAYS) - 1
RUNS = np.where((_ORDER[:, None] == _EVEN).all(axis=2).any(axis=1), 1, -1) * np.where(WAYS <= 3, 1, -1).prod(axis=1)
"""How 1, 2 and 3 run about their corner: counter-clockwise, 1, as on right-handed dice, or clockwise, -1, (48,)."""

VALUES = np.arange(1, 7)
_TURNS, _UNKNOWN = np.array(list(TURNS.values())), -1


def seen(axis: int, way: int) -> NDArray[np.intp]:
    """Give the value that looks along an axis, or against it where `way` is negative, in each way, (48,)."""
    return WAYS[:, axis] if way > 0 else OPPOSITE_SUM - WAYS[:, axis]


def layouts_seen(axis: int, way: int, model: DieModel) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Give the layouts that a face may show in each way, two of `LAYOUTS`, alike where only one can be, (48,) each."""
    value = seen(axis, way)
    first, turned = FIRST_LAYOUT[value - 1], _TURNS[value - 1] > 1
    straight = _straight(value, WAYS[:, (axis + 1) % 3], WAYS[:, (axis + 2) % 3])
    known = _known_turns(model)[value]
    either = known == _UNKNOWN
    return first + (turned & ~either & (known != straight)), first + (turned & (either | (known != straight)))


def explained(turned: NDArray[np.float32], axis: int, way: int, model: DieModel) -> NDArray[np.float32]:
    """Give what the layout that a face shows in each way explains of it, (48,), by what all `turned` ones do, (9,)."""
    one, other = layouts_seen(axis, way, model)
    return np.asarray(np.maximum(turned[one], turned[other]))


def _known_turns(model: DieModel) -> NDArray[np.intp]:
    """Give what is known of the turn of each value, (7,): 1 or 0 as the model says."""
    known = {2: model.two_at_corner, 3: model.three_at_corner, 6: model.six_beside_two}
    return np.array([_UNKNOWN if (turn := known.get(value)) is None else int(turn) for value in range(7)])


def _straight(value: NDArray[np.intp], along: NDArray[np.intp], across: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Say whether the first layout of a 2 or a 3 runs to the corner of 1, 2 and 3, and that of a 6 lies beside the 2.

    Between the values that look along the first axis of its grid and `across`, along the second.
    """
    beside_two = (along == 2) | (along == 5)
    return np.asarray(np.where(value == 6, beside_two, (along <= 3) == (across <= 3)))

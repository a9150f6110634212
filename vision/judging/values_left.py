"""Values that a flat die may still show: neither a clear side nor what a lamp leaves of its upper face rules them out.

A side that shows its value rules out this and the opposite one; what is left of the upper face those whose pips are
missing there, or that have none where it shows one.
"""

import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight
from vision.cubes.cube_faces import shown_of
from vision.faces.pips import OPPOSITE_SUM
from vision.faces.topface import RADII
from vision.glare.upper_face import values_left
from vision.judging.together import Judged

LEAST_SIDE, CLEAR_SIDE, SIDE_LEAD = 0.15, 0.55, 0.2
"""How much of a side must be seen, in areas of a top face; what part of it a value's pips must explain, and how much
more than any other's, to rule out values: 1,019 such sides ruled out no true one."""


def left_of(whole: Sight, at: Attitude, judged: Judged) -> NDArray[np.bool_]:
    """Say of each value whether neither a side nor what is seen of the upper face rules it out, (6,)."""
    model = judged.kind.model
    radius = model.pip_radius_mm / model.edge_mm if model.pip_radius_mm else RADII[len(RADII) // 2]
    return values_left(whole, at, radius) & ~_beside(whole, at)


def clear_side(shares: NDArray[np.float32], area: float) -> int | None:
    """Give the value that a side shows clearly, `area` of it in areas of a top face; None where it shows none so.

    `shares` (6,): what each value's pips explain of it.
    """
    second, first = np.sort(shares)[-2:]
    clear = area >= LEAST_SIDE and first >= CLEAR_SIDE and first - second >= SIDE_LEAD
    return int(shares.argmax()) + 1 if clear else None


def _beside(whole: Sight, at: Attitude) -> NDArray[np.bool_]:
    """Mark the values that clear sides show, and the opposite ones, (6,)."""
    shown, found = shown_of(whole, at), np.zeros(6, dtype=bool)
    for axis in {0, 1, 2} - {at.top_axis}:
        value = clear_side(shown.shares[axis], float(shown.areas[axis]))
        if value is not None:
            found[[value - 1, OPPOSITE_SUM - value - 1]] = True
    return found

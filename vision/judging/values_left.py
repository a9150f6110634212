"""Values that a flat die may still show: neither a clear side nor what a lamp leaves of its upper face rules them out.

A side that shows its value rules out this and the opposite one, and where it is known how pips are turned on these dice
perhaps two more. What is left of the upper face rules out those whose pips are missing there, or that have none where
it shows one.
"""

import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight
from vision.cubes.cube_faces import shown_of
from vision.faces.pips import FIRST_LAYOUT
from vision.faces.whole_die import RUNS, VALUES, explained, layouts_seen, seen
from vision.geometry import DieModel
from vision.glare.upper_face import values_left
from vision.judging.together import Judged

LEAST_SIDE, LEAST_SIDE_PX = 0.15, 6.5
"""How much of a side must be seen to rule out values, in areas of a top face; and how wide it must be in the picture:
of 825 sides of dice of all sizes 33 up to 6.3 px wide showed another value than they had, the rows of a 4 and a 6 in
one blur, and of 728 wider ones none."""

CLEAR_SIDE, SIDE_LEAD = 0.55, 0.2
"""What part of such a side a value's pips must explain, and how much more than any other's, or than in the other turn.
"""

Ways = NDArray[np.bool_]


def left_of(whole: Sight, at: Attitude, judged: Judged) -> NDArray[np.bool_]:
    """Say of each value whether neither a side nor what is seen of the upper face rules it out, (6,)."""
    return values_left(whole, at, _turns_left(whole, at, judged.kind.model))


def left_by_sides(whole: Sight, at: Attitude, judged: Judged) -> NDArray[np.bool_]:
    """Say of each value whether no side rules it out, whatever is seen of the upper face, (6,)."""
    return np.array([bool(turns) for turns in _turns_left(whole, at, judged.kind.model)])


def _turns_left(whole: Sight, at: Attitude, model: DieModel) -> list[list[int]]:
    """Give the turns in which an upper face may show each value beside the sides: none for one that they rule out."""
    ways = _ways_left(whole, at, model)
    return [_turns(at.top_axis, ways & (seen(at.top_axis, 1) == value), model) for value in VALUES]


def clear_ways(shares: NDArray[np.float32], values: NDArray[np.intp], area: float, edge_px: float) -> Ways:
    """Say of each way a die may look whether it fits a clear side, `area` of it in areas of a top face, (48,).

    All do where the side is not clear. `shares`: what is explained of it in each way, by these `values`, (48,) each.
    `edge_px`: of the top face, in the picture.
    """
    best = shares.max()
    fits = np.asarray(shares > best - SIDE_LEAD)
    clear = is_wide(area, edge_px) and best >= CLEAR_SIDE and np.ptp(values[fits]) == 0
    return fits if clear else np.ones_like(fits)


def is_wide(area: float, edge_px: float) -> bool:
    """Say whether so much of a side is seen, in areas of a top face with such an edge in the picture, that it tells."""
    return area >= LEAST_SIDE and area * edge_px >= LEAST_SIDE_PX


def _ways_left(whole: Sight, at: Attitude, model: DieModel) -> Ways:
    """Say of each way a die may look whether 1, 2 and 3 run so on it and its clear sides show it, (48,)."""
    shown = shown_of(whole, at)
    left = np.full(len(RUNS), True) if model.right_handed is None else model.right_handed == (RUNS > 0)
    for axis in {0, 1, 2} - {at.top_axis}:
        way = int(shown.ways[axis])
        shares = explained(shown.turned[axis], axis, way, model)
        left = left & clear_ways(shares, seen(axis, way), float(shown.areas[axis]), whole.edge_px)
    return np.asarray(left)


def _turns(axis: int, ways: Ways, model: DieModel) -> list[int]:
    """Give the turns in which an upper face shows its value in these ways (48,), as `PatternSet.pips_of` gives them."""
    value = seen(axis, 1)
    turns = [layouts[ways] - FIRST_LAYOUT[value[ways] - 1] for layouts in layouts_seen(axis, 1, model)]
    return sorted(set(np.concatenate(turns).tolist()))

"""Upper faces that a lamp's mirror image hides in part, told by what rules out all other values.

A side that shows its value rules out this and the opposite one; what is left of the upper face those whose pips are
missing there, or that have none where it shows one.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight
from vision.cubes.cube_faces import shown_of
from vision.faces.pips import OPPOSITE_SUM
from vision.faces.told_by import ToldBy
from vision.faces.topface import RADII
from vision.glare.pips import relief_of, values_left
from vision.judging.by_sides import lying, nothing_else, told_by_top
from vision.judging.together import Judged
from vision.ways.resting import Rest

LEAST_SIDE, CLEAR_SIDE, SIDE_LEAD = 0.15, 0.55, 0.2
"""How much of a side must be seen, in areas of a top face; what part of it a value's pips must explain, and how much
more than any other's, to rule out values: 1,019 such sides ruled out no true one."""


def told_by_what_is_left(judged: list[Judged]) -> list[Judged]:
    """Read the flat dice whose upper faces, and two sides together, tell too little."""
    if all(told_by_top(rest) for each in judged for rest in each.rests):
        return judged
    return [replace(each, rests=[_told(rest, each) for rest in each.rests]) for each in judged]


def _told(rest: Rest, judged: Judged) -> Rest:
    """Read a die by the values that are left; as it was where these do not tell, or not all of it is understood."""
    if told_by_top(rest) or judged.whole is None:
        return rest
    if rest.doubt is not None and not nothing_else(judged.whole, rest, judged):
        return rest
    told = _by_rest(rest, judged.whole, _left(judged.whole, lying(rest), judged))
    return told if told.readable else rest


def _by_rest(rest: Rest, whole: Sight, left: NDArray[np.bool_]) -> Rest:
    """Read a die by the only value that is left, or by what shows of its pips, or in relief, of those that are."""
    if left.sum() == 1:
        return replace(rest, evidence=tuple(map(float, left)), told_by=ToldBy.LEFT, doubt=None)
    shares = relief_of(whole, lying(rest)) if rest.told_by is ToldBy.RELIEF else rest.evidence
    told_by = ToldBy.LEFT if rest.told_by is ToldBy.RELIEF else rest.told_by
    evidence = tuple(map(float, np.where(left, shares, 0.0)))
    return replace(rest, evidence=evidence, told_by=told_by, doubt=None)


def _left(whole: Sight, at: Attitude, judged: Judged) -> NDArray[np.bool_]:
    """Say of each value whether neither a side nor what is seen of the upper face rules it out, (6,)."""
    model = judged.kind.model
    radius = model.pip_radius_mm / model.edge_mm if model.pip_radius_mm else RADII[len(RADII) // 2]
    return values_left(whole, at, radius) & ~_beside(whole, at)


def _beside(whole: Sight, at: Attitude) -> NDArray[np.bool_]:
    """Mark the values that clear sides show, and the opposite ones, (6,)."""
    shown, found = shown_of(whole, at), np.zeros(6, dtype=bool)
    for axis in {0, 1, 2} - {at.top_axis}:
        shares = shown.shares[axis]
        second, first = np.sort(shares)[-2:]
        if shown.areas[axis] >= LEAST_SIDE and first >= CLEAR_SIDE and first - second >= SIDE_LEAD:
            value = int(shares.argmax()) + 1
            found[[value - 1, OPPOSITE_SUM - value - 1]] = True
    return found

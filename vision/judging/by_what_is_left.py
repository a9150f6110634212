"""Upper faces that a lamp's mirror image hides in part, told by what rules out all other values."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Sight
from vision.faces.told_by import ToldBy
from vision.glare.upper_face import relief_of
from vision.judging.by_sides import lying, only_top_untold, told_by_top
from vision.judging.together import Judged
from vision.judging.values_left import left_by_sides, left_of
from vision.ways.resting import Rest


def told_by_what_is_left(judged: list[Judged]) -> list[Judged]:
    """Read the flat dice whose upper faces, and two sides together, tell too little."""
    if all(told_by_top(rest) for each in judged for rest in each.rests):
        return judged
    return [replace(each, rests=[_told(rest, each) for rest in each.rests]) for each in judged]


def _told(rest: Rest, judged: Judged) -> Rest:
    """Read a die by the values that are left; as it was where these do not tell, or not all of it is understood."""
    if judged.whole is None or not only_top_untold(judged.whole, rest, judged):
        return rest
    told = _by_rest(rest, judged.whole, _left(rest, judged.whole, judged))
    return told if told.readable else rest


def _left(rest: Rest, whole: Sight, judged: Judged) -> NDArray[np.bool_]:
    """Say which values are left, (6,): those that the sides leave where what is seen of a clear upper face leaves none.

    No lamp hides pips there: something else that is bright was taken for one.
    """
    left = left_of(whole, lying(rest), judged)
    return left if left.any() or rest.doubt else left_by_sides(whole, lying(rest), judged)


def _by_rest(rest: Rest, whole: Sight, left: NDArray[np.bool_]) -> Rest:
    """Read a die by the only value that is left, or by what shows of its pips, or in relief, of those that are."""
    if left.sum() == 1:
        return replace(rest, evidence=tuple(map(float, left)), told_by=ToldBy.LEFT, doubt=None)
    shares = relief_of(whole, lying(rest)) if rest.told_by is ToldBy.RELIEF else rest.evidence
    told_by = ToldBy.LEFT if rest.told_by is ToldBy.RELIEF else rest.told_by
    evidence = tuple(map(float, np.where(left, shares, 0.0)))
    return replace(rest, evidence=evidence, told_by=told_by, doubt=None)

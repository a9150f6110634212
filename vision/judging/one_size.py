"""Judges dice of several sizes: what shows no face may be of any, and is taken for the one that leaves least open."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.geometry import Board
from vision.judging.in_turn import judged_in_turn
from vision.judging.sizes import Looked, same_thing
from vision.judging.strange import strange_in
from vision.judging.together import Judged


def judged_by_size(looks: list[Looked], board: Board) -> list[Judged]:
    """Judge what lies on the table; what may be a die of several sizes is taken for the one that leaves least open."""
    if len(looks) == 1:
        return judged_in_turn(looks[0].bodies, looks[0].kind, board)
    judged = [each for look in looks for each in judged_in_turn(look.bodies, look.kind, board, look.beside)]
    return [each for group in _groups(judged) for each in _of_one_size(group, looks)]


def _groups(judged: list[Judged]) -> list[list[Judged]]:
    """Put together what was seen for several sizes and is one thing."""
    groups: list[list[Judged]] = []
    for each in judged:
        joined = [group for group in groups if any(_same(each, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*(other for group in joined for other in group), each])
    return groups


def _same(one: Judged, two: Judged) -> bool:
    return same_thing((one.kind, one.body), (two.kind, two.body))


def _of_one_size(group: list[Judged], looks: Sequence[Looked]) -> list[Judged]:
    """Take a thing for dice of the size that leaves least open, but for those that show another size by their faces."""
    sizes = [(look, [each for each in group if each.kind is look.kind]) for look in looks]
    present = [(look, parts) for look, parts in sizes if parts]
    best, chosen = min(present, key=lambda one: _left_open(one[1]))
    others = (_only_own(each, look) for look, parts in present if look is not best for each in parts)
    return [*chosen, *(each for each in others if each.rests)]


def _left_open(judged: list[Judged]) -> tuple[int, float]:
    """Count what is asked of bodies, and give how much of them is explained, mm2, with a minus."""
    asked = sum(rest.doubt is not None for each in judged for rest in each.rests)
    asked += sum(strange_in(each, missing=False) is not None for each in judged)
    told = (each.merit * each.kind.model.edge_mm**2 - _unexplained_mm2(each) for each in judged)
    return asked, -sum(told)


def _unexplained_mm2(judged: Judged) -> float:
    return float(cv2.countNonZero(judged.unexplained) / judged.kind.plane.scale**2)


def _only_own(judged: Judged, look: Looked) -> Judged:
    """Keep of a body the dice that lie where faces of their size were seen."""
    nothing = np.zeros_like(judged.unexplained)
    return replace(judged, rests=[rest for rest in judged.rests if look.holds(rest)], unexplained=nothing, fewer=None)

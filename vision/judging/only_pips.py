"""Dice of which only pips are seen, judged once more beside what all others turned out to be."""

from dataclasses import replace

import numpy as np

from vision.bodies.dark import dark_all_over
from vision.cubes.cube import upright
from vision.doubts.asked import HARDLY_SEEN
from vision.doubts.drawn_beside import HOLDS
from vision.doubts.lies_flat import SURE_ONE
from vision.geometry import Board
from vision.judging.count import Count, dice_in
from vision.judging.faint import is_level_as_drawn
from vision.judging.once import LEAST_APART, near_any
from vision.judging.together import Judged, judge_body, of_other_sizes, place_of
from vision.reading import DieState, Support
from vision.ways.all_faces import by_all_faces
from vision.ways.resting import Rest


def judged_beside_leaning(judged: list[Judged], board: Board) -> list[Judged]:
    """Judge those in doubt anew beside dice that surely lean: other pips beside them are these dice's.

    And on a die that leans itself none leans.
    """
    leaning = [r for each in judged for r in each.rests if r.state is DieState.COCKED and r.doubt is None]
    return [_beside(each, judged, leaning, board) for each in judged]


def _beside(one: Judged, judged: list[Judged], leaning: list[Rest], board: Board) -> Judged:
    near = [other for other in leaning if any(near_any(rest, [other]) for rest in one.rests)]
    if not near or not one.body.faint or all(rest.doubt != HARDLY_SEEN for rest in one.rests):
        return one
    bodies = [each.body for each in judged if each is not one and each.kind is one.kind]
    anew = judge_body(one.body, one.kind, board, bodies, [*of_other_sizes(one.kind, judged), *map(place_of, near)])
    held = [replace(r, doubt=None) if _holds_any(r, near) and _is_one(r, anew) else r for r in anew.rests]
    return replace(anew, rests=held)


def _holds_any(rest: Rest, leaning: list[Rest]) -> bool:
    """Say whether a die is what one beside it must lean on, which nothing else holds."""
    held = (r for r in leaning if r.support in (None, Support.DIE))
    return any(np.hypot(rest.x_mm - r.x_mm, rest.y_mm - r.y_mm) < HOLDS * r.edge_mm for r in held)


def _is_one(rest: Rest, judged: Judged) -> bool:
    """Say whether a dark die surely shows a 1, of which nothing else is in doubt than what holds it: no other pip."""
    whole = judged.whole
    if rest.doubt != HARDLY_SEEN or rest.likeliest != 1 or max(rest.evidence) < SURE_ONE or whole is None:
        return False
    at = upright(rest.x_mm, rest.y_mm, rest.turn)
    return dark_all_over(judged.body) and by_all_faces(whole, at).one_of_more is None


def rather_by_pips(judged: list[Judged], count: Count) -> list[Judged]:
    """Leave out a body's dice, some in doubt, where pips surely show others in their place, and so all of a throw."""
    if not any(map(_is_doubtful, judged)):
        return judged
    sure = [rest for each in judged if _surely_level(each) for rest in each.rests]
    left = [each.without_dice() if _is_doubtful(each) and _all_told(each, sure) else each for each in judged]
    return left if dice_in(rest for each in left for rest in each.rests) == count.dice else judged


def _surely_level(judged: Judged) -> bool:
    """Say whether only pips are seen of a body, and these surely show a die that lies flat."""
    if not judged.body.faint or judged.whole is None:
        return False
    return all(rest.doubt is None and is_level_as_drawn(judged.whole, rest) for rest in judged.rests)


def _is_doubtful(judged: Judged) -> bool:
    """Say whether more than pips is seen of a body, and a die of it is in doubt."""
    return not judged.body.faint and any(rest.doubt for rest in judged.rests)


def _all_told(judged: Judged, others: list[Rest]) -> bool:
    return all(_is_told(rest, others) for rest in judged.rests)


def _is_told(rest: Rest, others: list[Rest]) -> bool:
    """Say whether one of these is nearer to a die than two can lie beside each other, and what is sure of it agrees."""
    at = (o for o in others if np.hypot(rest.x_mm - o.x_mm, rest.y_mm - o.y_mm) < LEAST_APART * o.edge_mm)
    return any(rest.doubt or rest.likeliest == other.likeliest for other in at)

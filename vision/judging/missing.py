"""Where a die that is missing may be: under another, behind a wall, in what little nothing explains, or overlooked."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.doubts.asked import MAY_BE_UPPER
from vision.doubts.under import Suspicion, suspicions_of
from vision.faces.explain import depth_of
from vision.finding.bodies import SHALLOW
from vision.judging.count import Count, dice_in, lies_flat
from vision.judging.hiding_chips import chips_may_hide_one
from vision.judging.once import seen_once
from vision.judging.strange import Strange, behind_wall, beside_any, little_in
from vision.judging.together import Judged
from vision.ways.resting import Rest, doubted

HALF_HIDDEN = "is half behind a wall"

BEHIND_WALL = (
    "Fewer dice are seen than a throw has, and a wall may hide one; look behind it and under the dice beside it."
)

AT_CHIPS = "Fewer dice are seen than a throw has, and one may lie on or at the chips, or behind a wall; look there."

OVERLOOKED = "Fewer dice are seen than a throw has, and dark ones may be overlooked on so dark a board; look for them."


def each_once(
    judged: list[Judged], asked: Sequence[tuple[Judged, Strange]], others: list[Judged], count: Count
) -> tuple[list[Rest], list[Strange]]:
    """Give every die once, and what is asked about bodies; where a die is missing, say where it may be as well.

    It is under dice whose pips tell that they lie on others; where something is `asked` already also under those that
    may, if they are beside that, and nowhere else. `others`: no hands.
    """
    once = seen_once([each.rests for each in judged], [each.body.faint for each in judged])
    rests = count.none_hidden(list(chain(*once)))
    strange = [entry for _, entry in asked]
    if count.dice is None or not count.exceeds(dice_in(rests)):
        return rests, strange
    faint = [each.body.faint and any(map(lies_flat, rests)) for each, rests in zip(judged, once, strict=True)]
    suspicions = suspicions_of(once, [each.whole for each in judged], faint, [each.kind for each in judged])
    upper = _suspected(once, suspicions, Suspicion.SURE)
    if upper or asked or any(rest.doubt for rest in rests):
        may = _suspected(once, suspicions, Suspicion.MAY)
        upper += [rest for rest in may if any(beside_any(each, [rest]) for each, _ in asked)]
        return _uppers(rests, upper), [entry for each, entry in asked if not beside_any(each, upper)]
    suspected, hidden = _where_missing(once, suspicions, any(faint), others)
    if hidden or not suspected:
        return rests, hidden
    return _uppers(chain(*once), suspected), []


def _suspected(once: list[list[Rest]], suspicions: list[Suspicion], how: Suspicion) -> list[Rest]:
    """Give the dice that are suspected so far to lie on others."""
    return [rest for each, found in zip(once, suspicions, strict=True) if found is how for rest in each]


def _uppers(rests: Iterable[Rest], suspected: list[Rest]) -> list[Rest]:
    """Doubt those dice that are suspected to lie on others."""
    return [doubted(rest, MAY_BE_UPPER) if rest in suspected else rest for rest in rests]


def _where_missing(
    once: list[list[Rest]], suspicions: list[Suspicion], faint: bool, others: list[Judged]
) -> tuple[list[Rest], list[Strange]]:
    """Say under which dice, or else where, one that is missing may be; nowhere, or at chips, which is asked for all.

    Where it may lie under a single 1, whose pip does not tell, it is rather there than at chips. A body that a wall
    hides for the greater part is likelier, and whatever little nothing explains: then look at that, and at none of the
    dice. Beside `faint` dice, of which hardly more than pips is seen, may lie another of which not even that is; and a
    wall hides whole dice as well.
    """
    strongest = max(suspicions, default=Suspicion.NONE)
    suspected = _suspected(once, suspicions, strongest)
    vague = strongest is Suspicion.WALL or [rest.likeliest for rest in suspected] != [1]
    if (strongest is Suspicion.NONE and not faint) or (vague and chips_may_hide_one(others)):
        return [], []
    hidden = [entry for each in others if (entry := behind_wall(each))]
    hidden = hidden or little_in([each for each in others if not beside_any(each, suspected)])
    if not hidden and faint and (len(suspected) > 1 or strongest is Suspicion.NONE):
        hidden = [(None, OVERLOOKED)]
    if not hidden and strongest is Suspicion.WALL:
        hidden = [(None, BEHIND_WALL)]
    return suspected, hidden


def doubted_half_hidden(judged: list[Judged], count: Count) -> list[Judged]:
    """Doubt dice that walls hide up to the middle, where one is missing: it may lie under them, unseen.

    The pips of large ones tell how high they lie.
    """
    if not count.exceeds(dice_in(chain(*(each.rests for each in judged)))):
        return judged
    return [each if each.kind.native_px >= LEAST_EXACT_PX else _doubted_at_rim(each) for each in judged]


def _doubted_at_rim(judged: Judged) -> Judged:
    return replace(judged, rests=[_at_rim(rest, judged) for rest in judged.rests])


def _at_rim(rest: Rest, judged: Judged) -> Rest:
    """Doubt a flat die the middle of whose upper face lies at a wall's rim."""
    kind, window = judged.kind, judged.body.seen.window
    top = kind.plane.appear(np.array([[rest.x_mm, rest.y_mm, rest.z_mm + rest.edge_mm / 2]]))[0]
    column, row = (round(float(v)) for v in top - (window.left, window.top))
    deep = depth_of(judged.body.seen.open_view, SHALLOW * kind.edge_px)
    inside = 0 <= row < deep.shape[0] and 0 <= column < deep.shape[1]
    at_rim = inside and deep[row, column] == 0
    return doubted(rest, HALF_HIDDEN) if at_rim and lies_flat(rest) else rest

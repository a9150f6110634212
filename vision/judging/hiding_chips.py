"""Whether a die that is not seen may lie on or at chips: those that show its colours, or mirror a lamp, may hide it."""

from itertools import chain

import cv2
import numpy as np

from vision.bodies.body import Body
from vision.bodies.disc import STRANGE_STEP
from vision.bodies.rounds import gaps_in_chips, left_over, white_label
from vision.colours.highlight import DieColours, blinded
from vision.colours.tint import DARKEST_SIDE, TINTED, unlike_bodies
from vision.judging.clear_colours import with_clear_colours
from vision.judging.together import Judged

BARE = 0.1
"""The part of a top face's area of the dice's colours that a die on or at chips shows at least."""


def chips_may_hide_one(judged: list[Judged]) -> bool:
    """Say whether a die that is not seen may lie on or at chips; any die that is seen well shows the dice's colours."""
    kinds = {id(each.kind): each.kind for each in judged}.values()
    known = [with_clear_colours(kind, [e.body for e in judged if e.kind is kind], TINTED).colours for kind in kinds]
    colours = tuple(chain(*known)) if all(known) else ()
    return any(_may_hide_one(each.body, colours, each.kind.edge_px) for each in judged)


def _may_hide_one(body: Body, known: tuple[DieColours, ...], edge_px: float) -> bool:
    """Say whether a die that is not seen may lie on or at the chips of a body.

    Rings of one colour tell nothing of dice so dark that neither sides nor top would stand out from a dark chip.
    """
    told = all(colours.body.max() * (1.0 - DARKEST_SIDE) >= STRANGE_STEP for colours in known)
    hiding = any(not disc.uncovered or not (disc.plain and told) for disc in body.discs)
    return hiding and not (known and _bare(body, known, edge_px))


def _bare(body: Body, known: tuple[DieColours, ...], edge_px: float) -> bool:
    """Say whether chips show neither the dice's known colours nor what may mirror a lamp.

    A dark die on one may be taken for shadow: it is where the chip is not seen.
    """
    free = left_over(body.seen.mask | gaps_in_chips(body), body.explanation.outlines, edge_px)
    white = np.where(blinded(body.seen.patch), free, 0).astype(np.uint8)
    for disc in body.discs:
        free[white_label(white, disc) > 0] = 0
    like = cv2.subtract(free, unlike_bodies(body.seen.planes, free, known))
    like = cv2.bitwise_or(like, cv2.bitwise_and(white, free))
    return cv2.countNonZero(like) < BARE * edge_px**2

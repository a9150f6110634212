"""Values that a face cannot have: what a lamp or a wall leaves of it their pips explain far less than others'.

However little is left: where only one value is not ruled out, it is told.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from vision.colours.highlight import DieColours, own_colours
from vision.frame import Image
from vision.geometry import Floats
from vision.glare.lit_face import LitFace
from vision.glare.lit_pips import Fit, Layout, least
from vision.glare.marks import Marks, grown

LEAST_COVERED = 0.08
"""The part of a face that a mirror image covers at least: what hides light pips elsewhere looks like their body."""

LEAST_HIDDEN, MOST_HIDDEN, NEAR_WALL = 0.04, 0.6, 0.08
"""What part of a face a wall hides at least to hide a pip, and at most; and how near to it, in edges, nothing is told.
"""

LEADING = 3
"""So many values that explain most say where the mirror image is: all others are fitted beside it as well."""

NEAR = 0.06
"""How much more, in the same measure, a value leaves at most in a few places that is fitted in others nearby."""

MORE = 0.014
"""How much more of a face, as a part of its edge squared, a value leaves that is ruled out: a pip is 0.031. Of 104
faces with a lamp the true value left most by 0.006 more than another; of 78 one value was left, each the true one."""

MOST = 0.2
"""How much the likeliest value leaves at most: else something else than lamps is on the face, or it is none."""


def possible(
    face: Image,
    part: float,
    learned: Sequence[DieColours],
    layouts: Sequence[Sequence[Floats]],
    radius: float,
    hidden: Marks | None = None,
    turns: Sequence[Sequence[int]] | None = None,
) -> Marks:
    """Say of each value whether a face (n, n, 3), `part` of its edge, may have it, (6,).

    `layouts` of each value: its pips (k, 2) in each turn, in edges about the middle; `radius`: theirs. `turns` of each
    value: in which of them it may be; none of a value that the sides rule out. `hidden` (n, n): what a wall hides.
    """
    allowed = [range(len(each)) for each in layouts] if turns is None else turns
    hidden = np.zeros(face.shape[:2], dtype=bool) if hidden is None else hidden
    looks = _looks(face, part, learned, hidden) if learned and hidden.mean() <= MOST_HIDDEN else []
    left = min((unexplained(lit, layouts, radius) for lit in looks), key=_least, default=[])
    if not left or _least(left) >= MOST:
        return np.array([bool(each) for each in allowed])
    most = _least(left) + MORE
    return np.array([any(each[turn] < most for turn in may) for each, may in zip(left, allowed, strict=True)])


def _looks(face: Image, part: float, learned: Sequence[DieColours], hidden: Marks) -> list[LitFace]:
    """Look at what is seen of a face; none where neither a wall nor, in whatever light the die is, a lamp hides any."""
    own, near = own_colours(face[~hidden], learned), grown(hidden, NEAR_WALL * len(face) / part)
    looks = LitFace.of(face, part, own, near)
    if hidden.mean() >= LEAST_HIDDEN:
        return looks
    in_usual_light = LitFace.of(face, part, min(learned, key=own.off), near)
    return looks if min(lit.lit_share for lit in [*looks, *in_usual_light]) >= LEAST_COVERED else []


def unexplained(lit: LitFace, layouts: Sequence[Sequence[Floats]], radius: float) -> list[list[float]]:
    """Give what the pips of each value leave of a face in each turn, as a part of its edge squared.

    The mirror image, and where pips are off, may be as those values say that explain most.
    """
    every = [[Layout(lit, pips, radius) for pips in turns] for turns in layouts]
    fits = {layout: layout.rough() for turns in every for layout in turns}
    near = min(fit.left for fit in fits.values()) + NEAR
    fits |= {layout: layout.fine(fit) for layout, fit in fits.items() if fit.left < near}
    leading = sorted((min((fits[layout] for layout in turns), key=least) for turns in every), key=least)
    fits |= {layout: _beside(layout, fit, leading[:LEADING]) for layout, fit in fits.items()}
    return [[fits[layout].left for layout in turns] for turns in every]


def _least(left: Iterable[Iterable[float]]) -> float:
    return min(min(each) for each in left)


def _beside(layout: Layout, fit: Fit, leading: Sequence[Fit]) -> Fit:
    return min([fit, *(layout.beside(fit, other) for other in leading)], key=least)

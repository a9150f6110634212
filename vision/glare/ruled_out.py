"""Values that a face cannot have: what a mirror image leaves of it shows a pip where they have none, or none of theirs.

However little is left: where only one value is not ruled out, it is told.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours, own_colours
from vision.frame import Image
from vision.geometry import Floats
from vision.glare.blown import PALER, WHITE, wide

BODY, PIP, OTHER_COLOUR = 0.4, 0.6, 60.0
"""Up to where, on the way from a body's colour to its pips', a pixel is the body's, and from where on a pip's; and how
far off that way, in grey levels, it is neither."""

RIM, FLAT_PART = 0.03, 0.84
"""How near, in edges, to the rim of a pip its colour and the body's mix; and the part of the edge up to which a face is
flat."""

SHIFTS = (-0.04, -0.02, 0.0, 0.02, 0.04)
"""How far, in edges, the pips of a face may be off."""

MOST_UNLIKE = 0.012
"""What part of a face is at least otherwise than a value would have it, to rule it out: of 206 faces with a mirror
image none was so unlike its own value by 0.007 already. A pip is 0.031."""


def possible(
    face: Image, part: float, learned: Sequence[DieColours], layouts: Sequence[Sequence[Floats]], radius: float
) -> NDArray[np.bool_]:
    """Say of each value whether a face (n, n, 3), `part` of its edge, may have it, (6,).

    `layouts` of each value: its pips (k, 2) in each turn, in edges about the middle; `radius`: theirs.
    """
    if not learned:
        return np.ones(6, dtype=bool)
    steps = ((np.arange(len(face)) + 0.5) / len(face) - 0.5) * part
    places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    pip, body = (mask.ravel() & (np.abs(places) < FLAT_PART / 2).all(axis=1) for mask in _told(face, part, learned))
    unlike = [min(_unlike(places, pip, body, pips, radius) for pips in turns) for turns in layouts]
    return np.array(unlike) * (part / len(face)) ** 2 < MOST_UNLIKE


def _told(face: Image, part: float, learned: Sequence[DieColours]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Mark what of a face is surely a pip's, and what its body's, (n, n); nothing of what a mirror image covers."""
    own = own_colours(face.reshape(-1, 3), learned)
    way, here = own.pip - own.body, face.astype(np.float32) - own.body
    along = here @ way / max(float(way @ way), 1.0)
    off = np.linalg.norm(here - np.clip(along, 0.0, 1.0)[..., None] * way, axis=2)
    darkest = face.min(axis=2)
    covers = (darkest >= WHITE, darkest > float(own.body.min()) + PALER)
    covered = np.bitwise_or.reduce([wide(np.asarray(mask, np.uint8) * np.uint8(255), part) for mask in covers])
    told = (covered == 0) & (off <= OTHER_COLOUR)
    return told & (along >= PIP), told & (along <= BODY)


def _unlike(places: Floats, pip: NDArray[np.bool_], body: NDArray[np.bool_], pips: Floats, radius: float) -> int:
    """Count the pixels at places (m, 2) that are otherwise than with pips (k, 2), where these fit best."""
    shown, plain = places[pip].astype(np.float32), places[body].astype(np.float32)
    each = []
    for shift in product(SHIFTS, SHIFTS):
        beyond = (_nearest(shown, pips + shift) > radius + RIM).sum()
        each.append(int(beyond + (_nearest(plain, pips + shift) < radius - RIM).sum()))
    return min(each)


def _nearest(places: NDArray[np.float32], pips: Floats) -> NDArray[np.float32]:
    """Give how far places (m, 2) are from the nearest pip (k, 2), (m,)."""
    away = places[:, None] - pips.astype(np.float32)
    return np.asarray(np.sqrt((away * away).sum(axis=2).min(axis=1)), dtype=np.float32)

"""Values that a face cannot have: what a mirror image leaves of it shows a pip where they have none, or none of theirs.

However little is left: where only one value is not ruled out, it is told.
"""

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import FULL, DieColours, own_colours
from vision.frame import Image
from vision.geometry import Floats
from vision.glare.blown import PALER, WHITE, wide
from vision.glare.dark_pips import dark_told
from vision.glare.pip_or_body import BODY, PIP, Marks, by_colour, grown, lit_as
from vision.glare.shifted import places_in
from vision.pictures.channels import darkest_of

BRIGHTER, AS_BRIGHT = 10.0, 5.0
"""How much brighter than the body beside it a light pip is at least in a mirror image that is not white, in grey levels
of the channel that tells most; and how much more the body may be."""

LEAST_COVERED = 0.12
"""The part of a face that a mirror image covers at least: what hides light pips elsewhere looks like their body."""

NEAR_WHITE = 0.08
"""How near, in edges, to what is white nothing is told of a mirror image that is not: its edge smears."""

MOST_HIDDEN, NEAR_WALL = 0.6, 0.08
"""What part of a face a wall may hide, and how near to it, in edges, nothing is told."""

RIM, FLAT_PART = 0.03, 0.84
"""How near, in edges, to the rim of a pip its colour and the body's mix; and the part of the edge up to which a face is
flat."""

SHIFTS = (-0.04, -0.02, 0.0, 0.02, 0.04)
"""How far, in edges, the pips of a face may be off."""

MOST_UNLIKE = 0.008
"""What part of a face is at least otherwise than a value would have it, to rule it out. A pip is 0.031. Of 939
faces with something brighter in them, 795 of them with dark pips, 881 left one value, each the true one; of 27 that was
ruled out, and but for one nothing was left. Since a lamp is told from the white of white dice it was of none of 34 of
theirs."""


def possible(
    face: Image,
    part: float,
    learned: Sequence[DieColours],
    layouts: Sequence[Sequence[Floats]],
    radius: float,
    hidden: Marks | None = None,
) -> Marks:
    """Say of each value whether a face (n, n, 3), `part` of its edge, may have it, (6,).

    `layouts` of each value: its pips (k, 2) in each turn that may be, in edges about the middle; `radius`: theirs.
    `hidden` (n, n): what a wall hides of it.
    """
    told = _told_in_view(face, part, learned, hidden) if learned else None
    if told is None:
        return np.array([bool(turns) for turns in layouts])
    places = places_in(len(face), part).astype(np.float32)
    flat = (np.abs(places) < FLAT_PART / 2).all(axis=2)
    shown, plain = (places[mask & flat] for mask in told)
    unlike = [min((_unlike(shown, plain, pips, radius) for pips in turns), default=np.inf) for turns in layouts]
    return np.array(unlike) * (part / len(face)) ** 2 < MOST_UNLIKE


def _told_in_view(
    face: Image, part: float, learned: Sequence[DieColours], hidden: Marks | None
) -> tuple[Marks, Marks] | None:
    """Mark pips and body of a face (n, n, 3), (n, n), where no wall is near; None where no mirror image is in view."""
    if hidden is None or not hidden.any():
        return _told(face, part, own_colours(face.reshape(-1, 3), learned))
    if hidden.mean() > MOST_HIDDEN:
        return None
    own = own_colours(face[~hidden], learned)
    told = _told(np.where(hidden[..., None], own.body, face).astype(np.uint8), part, own)
    away = ~grown(hidden, NEAR_WALL * len(face) / part)
    return told and (told[0] & away, told[1] & away)


def _told(face: Image, part: float, own: DieColours) -> tuple[Marks, Marks] | None:
    """Mark pips and body of a face (n, n, 3), (n, n); None where no mirror image covers enough of it."""
    if own.pip.sum() <= own.body.sum():
        return dark_told(face, part, own)
    covers = _covers(face, part, own)
    return _light_told(face, part, own, *covers) if np.bitwise_or(*covers).mean() >= LEAST_COVERED else None


def _covers(face: Image, part: float, own: DieColours) -> list[Marks]:
    """Mark where a mirror image of a face (n, n, 3) is white, and where it is pale at least, (n, n)."""
    darkest = darkest_of(face)
    masks = (darkest >= WHITE, darkest > float(own.body.min()) + PALER)
    return [np.asarray(wide(mask.astype(np.uint8) * np.uint8(255), part) > 0) for mask in masks]


def _light_told(face: Image, part: float, own: DieColours, blown: Marks, pale: Marks) -> tuple[Marks, Marks]:
    """Mark light pips and body, where nothing is mirrored, and in what is mirrored there and is not white."""
    plain_pip, plain_body = by_colour(face, own, ~blown & ~pale)
    pip, body = _in_mirror(face, pale & ~grown(blown, NEAR_WHITE * len(face) / part), own)
    return pip | plain_pip, body | plain_body


def _in_mirror(face: Image, where: Marks, own: DieColours) -> tuple[Marks, Marks]:
    """Tell light pips from the body within a mirror image that is not white, (n, n)."""
    if not where.any():
        return where, where
    levels = np.median(face[where], axis=0)
    channel = int(levels.argmin())
    level = float(levels[channel])
    brighter = min(lit_as(level, float(own.body[channel]), float(own.pip[channel])), FULL) - level
    tone = cv2.blur(face[..., channel], (3, 3)).astype(np.float32) - level
    pip = tone >= max(BRIGHTER, PIP * brighter)
    return where & pip, where & (np.abs(tone) <= max(AS_BRIGHT, BODY * brighter))


def _unlike(shown: NDArray[np.float32], plain: NDArray[np.float32], pips: Floats, radius: float) -> int:
    """Count the places of pips (m, 2) and of body that are otherwise than with pips (k, 2), where these fit best."""
    each = []
    for shift in product(SHIFTS, SHIFTS):
        beyond = (_nearest(shown, pips + shift) > radius + RIM).sum()
        each.append(int(beyond + (_nearest(plain, pips + shift) < radius - RIM).sum()))
    return min(each)


def _nearest(places: NDArray[np.float32], pips: Floats) -> NDArray[np.float32]:
    """Give how far places (m, 2) are from the nearest pip (k, 2), (m,)."""
    away = places[:, None] - pips.astype(np.float32)
    return np.asarray(np.sqrt((away * away).sum(axis=2).min(axis=1)), dtype=np.float32)

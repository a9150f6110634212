"""The sides of stacks of chips: below the upper chip, and in its colours though darker."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bodies.body import Seen
from vision.bodies.disc import Disc, colours_of, light_on
from vision.bodies.overhang import off_palette
from vision.colours.highlight import DieColours, blinded
from vision.colours.tint import unlike_bodies
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.segment import Mask

HIGHEST_MM = 45.0
"""How far below the upper chip a stack's foot is looked for."""

ROOM_MM = 3.0
"""How far off chips of a stack may lie from each other."""

SIDE_LIGHT = (0.25, 1.1)
"""How bright a stack's side is, as parts of its upper chip."""

LIKE_TOP, LIKE_PART = 28.0, 0.85
"""How near, in grey levels of good light, a side's colour must be to one of the upper chip's, and how much of it."""

BOARD_LIGHT, LIKE_BOARD, BOARD_PART = (0.75, 1.25), 26.0, 0.06
"""The same for the board's colour, and the part of an upper chip that must have it."""

MOST_OUTSIDE = 0.1
"""The part of a side that may seem to lie beside the stack; of a die at one lies more there."""

MOST_BLINDED = 0.15
"""The part of a side that may mirror a lamp: a die that does shows no colour of its own."""

MOST_COLOURS = 150
"""So many of an upper chip's colours are looked at."""


def stack_side(seen: Seen, rest: Mask, disc: Disc, scale: float, drift: Floats, dice: Sequence[DieColours]) -> Mask:
    """Mark what of the unexplained part `rest` (h, w) of a body is the side of the stack under a disc.

    Only chips that have the board's colour in part need this: their sides are seen in pieces. What may be a die
    of the known colours is none. `drift` (2,) is where, in px per mm of height, things appear to move as they rise.
    """
    if not cv2.countNonZero(rest):
        return rest
    below = _below(rest, disc, scale, drift)
    if not cv2.countNonZero(cv2.bitwise_and(rest, below)):
        return np.zeros_like(rest)
    side = _mostly_within(rest, below)
    count = cv2.countNonZero(side)
    if not count:
        return side
    palette = _palette(seen.patch, disc)
    light = light_on(palette)
    if not _like_board(palette, seen, light) or blinded(seen.patch)[side > 0].mean() > MOST_BLINDED:
        return np.zeros_like(side)
    like = off_palette(seen.patch[side > 0].astype(np.float32), palette, *SIDE_LIGHT) <= LIKE_TOP * light
    no_die = not dice or cv2.countNonZero(unlike_bodies(seen.planes, side, dice)) >= LIKE_PART * count
    return side if no_die and like.mean() >= LIKE_PART else np.zeros_like(side)


def _mostly_within(rest: Mask, area: Mask) -> Mask:
    """Give what of a mask lies in an area (h, w), of such connected parts as lie there for the most part."""
    count, labels = cv2.connectedComponents(rest, connectivity=8)
    inside = np.bincount(labels[area > 0], minlength=count)
    outside = np.bincount(labels[area == 0], minlength=count)
    kept = outside <= MOST_OUTSIDE * (inside + outside)
    kept[0] = False
    return np.asarray(kept[labels] * area, dtype=np.uint8)


def _like_board(palette: NDArray[np.float32], seen: Seen, light: float) -> bool:
    """Say whether a part of a palette (n, 3) has the colour of the board around a body."""
    board = np.asarray(cv2.mean(seen.patch, mask=cv2.bitwise_not(seen.mask))[:3], dtype=np.float32)
    return bool((off_palette(palette, board[None], *BOARD_LIGHT) <= LIKE_BOARD * light).mean() >= BOARD_PART)


def _below(rest: Mask, disc: Disc, scale: float, drift: Floats) -> Mask:
    """Mark where the chips under a disc may appear."""
    angles = np.linspace(0.0, 2 * np.pi, 48, endpoint=False)
    rim = np.array([disc.column, disc.row]) + (disc.radius + ROOM_MM * scale) * np.column_stack(
        [np.cos(angles), np.sin(angles)]
    )
    both = np.concatenate([rim, rim - HIGHEST_MM * drift])
    area = np.zeros_like(rest)
    cv2.fillConvexPoly(area, cv2.convexHull(np.round(both).astype(np.int32)), 255)
    return area


def _palette(patch: Image, disc: Disc) -> NDArray[np.float32]:
    """Give colours (n, 3) of a disc, evenly spread."""
    inside = colours_of(patch, disc)
    return inside[:: 1 + len(inside) // MOST_COLOURS].astype(np.float32)

"""Where no pips are seen no die lies, if pips are light: each of its faces shows some, however dark the die is itself.

A dark die's shadow looks like a part of it, so that a body leaves room for another die that no outline tells from it.
"""

from collections.abc import Sequence
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight, outline_of
from vision.cubes.cube_faces import top_places
from vision.faces.topface import look
from vision.frame import Image
from vision.pictures.channels import brightest_of
from vision.pictures.kernels import square
from vision.pictures.segment import Mask

LEAST_LIGHT, NOISE_STEPS = 40.0, 4.0
"""How much lighter, in grey levels, pips are than a die that shows them beyond doubt; and how many times the noise what
shines of them in the shade is at least."""

IN_SHADE = 0.2
"""The part of that by which the pips of sides in the shade shine from what is around them at least."""

DAZZLES = 0.5
"""The same from which on a part of a body may mirror a lamp, which hides pips."""

PIP_PERCENT = 98.0
"""From what part of a face's points on they show its pips, in percent: of a 1 it is one in twenty."""

LEAST_PIP, LARGER_THAN_PIP = 0.003, 0.18
"""What shines of a pip at least, in areas of a top face: a side's that is seen aslant shows as little; and how far, in
edges, what shines reaches from its middle where it is no pip."""

LEAST_EDGE_PX = 30.0
"""The edge, in pixels of the picture, from which on pips of sides stand out so: those of a smaller lower die blur."""

LEAST_ASLANT = 0.4
"""How wide, in edges, the side of a die on the board must be seen for its pips to stand out so."""

WHITENED = 250.0
"""From so many grey levels on a face shows no pip, be it a lamp's mirror image or white itself."""

SOFT, BLURRED = (3, 3), 3
REACH = 0.2
"""How far, in edges, beside a part of a body the pips of a die may lie that shows there."""


def holds_no_die(whole: Sight, part: Mask, dice: Sequence[Attitude], taken: Sequence[Mask] = ()) -> bool:
    """Say whether no pip is seen in and beside a part (h, w) of a body, though those of all dice are far lighter.

    Of its own `dice`, and of the table's where their colours were learned. What these and others have `taken` (h, w)
    tells nothing; where a wall hides some of the part, or dice are small, there may be others.
    """
    if not dice or whole.face_px**0.5 < LEAST_EDGE_PX * whole.pixel:
        return False
    beside = cv2.dilate(part, _square(REACH, whole))
    if cv2.countNonZero(cv2.subtract(beside, whole.view)):
        return False
    grey = _grey(whole.patch)
    levels = _levels(whole, grey, dice)
    lighter = min((pip - body for body, pip in levels), default=0.0)
    if lighter < LEAST_LIGHT:
        return False
    spots, bright = _beyond_board(whole, grey)
    dazzles = (bright >= max(body for body, _ in levels) + DAZZLES * lighter) & (part > 0)
    shines = ((spots >= max(IN_SHADE * lighter, NOISE_STEPS * whole.noise)) | dazzles) * np.uint8(255)
    shapes = reduce(np.bitwise_or, [*(outline_of(whole, at) for at in dice), *taken])
    away = cv2.subtract(beside, _smeared(whole, shapes))
    return cv2.countNonZero(cv2.bitwise_and(away, shines)) < LEAST_PIP * whole.face_px


def shows_sides(whole: Sight, at: Attitude) -> bool:
    """Say whether one looks so far aslant at a place that a die under the one there would show the pips of a side."""
    eye = whole.plane.camera.position_mm
    return bool(np.hypot(at.x_mm - eye[0], at.y_mm - eye[1]) >= LEAST_ASLANT * (eye[2] - whole.edge_mm))


def _square(width: float, whole: Sight) -> Mask:
    """Give a square that reaches so far to all sides of its middle, in edges of a die."""
    return square(2 * round(width * whole.face_px**0.5) + 1)


def _beyond_board(whole: Sight, grey: Mask) -> tuple[Mask, Mask]:
    """Give what shines in spots, and all that is bright, but for what the empty board shows there, each (h, w)."""
    size = _square(LARGER_THAN_PIP, whole)
    spots = np.asarray(cv2.morphologyEx(grey, cv2.MORPH_TOPHAT, size), dtype=np.uint8)
    if whole.empty is None:
        return spots, grey
    board = _grey(whole.empty)
    printed = cv2.dilate(cv2.morphologyEx(board, cv2.MORPH_TOPHAT, size), square(BLURRED))
    brighter = grey > cv2.dilate(board, square(BLURRED)) + NOISE_STEPS * whole.noise
    return np.asarray(cv2.subtract(spots, printed), dtype=np.uint8), np.where(brighter, grey, np.uint8(0))


def _grey(patch: Image) -> Mask:
    """Give how light a patch (h, w, 3) is in its lightest channel, without the finest noise, (h, w)."""
    return np.asarray(cv2.blur(brightest_of(patch), SOFT), dtype=np.uint8)


def _levels(whole: Sight, grey: Mask, dice: Sequence[Attitude]) -> list[tuple[float, float]]:
    """Give how light bodies and pips are, in grey levels: of faces that no lamp whitens, and of the table's dice."""
    faces = [face for face in (_levels_of(whole, grey, at) for at in dice) if face[0] < WHITENED]
    return faces + [(float(die.body.max()), float(die.pip.max())) for die in whole.colours]


def _levels_of(whole: Sight, grey: Mask, at: Attitude) -> tuple[float, float]:
    """Give how light a die's upper face is and its pips are, in grey levels."""
    places: NDArray[np.float32] = top_places(whole, at, whole.patterns.grid).astype(np.float32)[None]
    shades = look(grey, places[..., 0], places[..., 1])
    return float(np.median(shades)), float(np.percentile(shades, PIP_PERCENT))


def _smeared(whole: Sight, shapes: Mask) -> Mask:
    """Draw outlines (h, w) with what the camera smears over them."""
    return np.asarray(cv2.dilate(shapes, square(2 * round(whole.pixel) + 1)), dtype=np.uint8)

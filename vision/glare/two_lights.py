"""Faces of which a lamp's mirror image covers a part, and not so brightly that their pips are lost in it.

Where it lies every colour is lighter by as much; elsewhere the face is as ever. Each part shows its own pips.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.faces.topface import Patterns, by_value, look, told_where
from vision.frame import Image
from vision.glare.blown import SHIFTS, WHITE, clear_shares, wide
from vision.glare.shifted import shifted
from vision.pictures.channels import darkest_of
from vision.pictures.kernels import ellipse, square

LEAST_STEP = 30.0
"""How much lighter, in grey levels, the one part must be than the other."""

LEAST_PART, LEAST_SEEN = 0.075, 0.4
"""Parts of a face that are no larger are pips; and how much of the face must be seen, edges between the parts aside."""

EDGE, PIP, LEAST_ODD = 0.05, 0.27, 0.006
"""How far, in edges, the edge of a mirror image blurs; what is narrower than a pip; and what of a part that is so
narrow is a pip at its edge, as a part of the face."""

LEAST_WHOLE = 0.7
"""The part of a part that must be wider than pips, to tell pips at its edge."""

DIMMEST, BRIGHTEST, OWN_COLOUR = 0.65, 1.4, 24.0
"""In what light, as parts of that in which its colours were seen, a die's body is beside the mirror image; and how far
off, in grey levels, the colour may be there."""

CLEAR_LEAD = 0.15
"""How much more than the next a value must explain."""

_HIDDEN, _PLAIN, _LIT = 0, 1, 2


def evidence_in_two_lights(
    face: Image, patterns: Patterns, part: float, learned: Sequence[DieColours]
) -> tuple[float, ...] | None:
    """Give the evidence (6,) of the values of a face (n, n, 3), `part` of its edge; None where they are not clear.

    `learned` are the colours of dice without a mirror image: the part beside it must have one of them.
    """
    parts = _parts(face, part)
    if parts is None or not is_body(face[parts == _PLAIN], learned):
        return None
    places = shifted(patterns, SHIFTS, part, len(face))
    where = np.asarray(cv2.remap(parts, *places, cv2.INTER_NEAREST), dtype=np.uint8)
    return clear_shares(*_shares(look(face, *places), where, patterns), CLEAR_LEAD)


def _parts(face: Image, part: float) -> NDArray[np.uint8] | None:
    """Tell a face (n, n, 3) in a mirror image from what is beside it, (n, n): what is neither, or hidden, is 0."""
    darkest = darkest_of(face)
    level, _ = cv2.threshold(darkest, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    least_px, edge_px = LEAST_PART * darkest.size, len(face) / part
    lit = 1 - _larger(1 - _larger(np.asarray(darkest > level, dtype=np.uint8), least_px), least_px)
    inside = lit > 0
    if inside.all() or not inside.any() or np.median(darkest[inside]) - np.median(darkest[~inside]) < LEAST_STEP:
        return None
    reach = square(2 * round(EDGE * edge_px) + 1)
    between = cv2.dilate(lit, reach) > cv2.erode(lit, reach)
    white = np.asarray(cv2.inRange(face, (WHITE,) * 3, (255,) * 3), dtype=np.uint8)
    found = np.where(inside, _LIT, _PLAIN).astype(np.uint8)
    found[between | (wide(white, part) > 0) | _odd(lit, edge_px) | _odd(1 - lit, edge_px)] = _HIDDEN
    return found


def _larger(mask: NDArray[np.uint8], least_px: float) -> NDArray[np.uint8]:
    """Keep what of a mask (h, w) of zeros and ones is larger."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    keep = stats[:, cv2.CC_STAT_AREA] > least_px
    keep[0] = False
    return np.asarray(keep[labels], dtype=np.uint8)


def _odd(mask: NDArray[np.uint8], edge_px: float) -> NDArray[np.bool_]:
    """Mark what stands out from the edge of a part (n, n) and may be a pip of the other."""
    size = 2 * round(PIP * edge_px / 2) + 1
    spot = ellipse(size)
    room = cv2.copyMakeBorder(mask, size, size, size, size, cv2.BORDER_REPLICATE)
    whole = cv2.morphologyEx(room, cv2.MORPH_OPEN, spot)[size:-size, size:-size]
    if whole.sum() < LEAST_WHOLE * mask.sum():
        return np.zeros(mask.shape, dtype=bool)
    return _larger(np.asarray(cv2.subtract(mask, whole), dtype=np.uint8), LEAST_ODD * mask.size) > 0


def is_body(plain: NDArray[np.uint8], learned: Sequence[DieColours]) -> bool:
    """Say whether what lies beside a mirror image, (n, 3), is a die's top, and neither a side nor what hides it."""
    if not len(plain):
        return False
    colour = np.median(plain, axis=0)
    lights = (float(np.clip(colour @ c.body / max(float(c.body @ c.body), 1.0), DIMMEST, BRIGHTEST)) for c in learned)
    off = (float(np.linalg.norm(colour - light * c.body)) for light, c in zip(lights, learned, strict=True))
    return min(off, default=np.inf) <= OWN_COLOUR


def _shares(
    faces: NDArray[np.uint8], where: NDArray[np.uint8], patterns: Patterns
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give what the values' patterns explain of both parts of faces (n, m, 3), and what is left of them, (n, 6) each.

    `where` (n, m) tells the parts. Of a face of which too little is seen nothing is told.
    """
    lights = (told_where(faces, where == light, patterns) for light in (_PLAIN, _LIT))
    told, left, total = (one + other for one, other in zip(*lights, strict=True))
    enough = (where != _HIDDEN).mean(axis=1, keepdims=True) >= LEAST_SEEN
    shares, seen = told / np.maximum(total, 1.0)[:, None], np.sqrt(left)
    return by_value(np.where(enough, shares, 0.0), patterns), by_value(np.where(enough, seen, 0.0), patterns)

"""Faces of which a sharp-edged mirror image, of a lamp or something less bright, hides a part: read by the rest."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.topface import Patterns, look
from vision.frame import Image
from vision.glare.shifted import shares_in_part, shifted
from vision.pictures.channels import darkest_of
from vision.pictures.kernels import ellipse, square

WHITE = 236
"""The darkest channel of what shows nothing but the lamp, in grey levels."""

PALER = 45
"""How much more of every channel than most of a face has shows where it mirrors something bright, in grey levels."""

LARGER, SMEAR = 0.27, 0.04
"""White that is wider than this, in edges, is no pip; and how far beyond its edge it lightens what is there."""

LEAST_LEFT, LEAST_PIPS = 0.4, 0.5
"""The part of a face, and of the pips of the value that is told, that must be left."""

SHIFTS = (-0.05, -0.025, 0.0, 0.025, 0.05)
"""How far, in edges, the pips of a face placed by its outline may be off."""

CLEAR_SHARE, CLEAR_LEAD = 0.8, 0.18
"""What a value must explain of what is left, and how much more than the next, to be clear."""

Shares = NDArray[np.float32]
"""What each value explains of a face at each of n shifts, or how much of its pips is seen, (n, 6)."""


def evidence_of_rest(face: Image, patterns: Patterns, part: float) -> tuple[float, ...] | None:
    """Give the evidence (6,) of the values of a face (n, n, 3) by what no lamp hides; None where it is not clear.

    `part` of its edge is in the picture. Values whose pips differ only where the lamp hides them explain alike.
    """
    white = np.asarray(cv2.inRange(face, (WHITE,) * 3, (255,) * 3), dtype=np.uint8)
    return _of_rest(face, wide(white, part), patterns, part)


def evidence_beside_strip(
    face: Image, patterns: Patterns, part: float, hidden: NDArray[np.uint8] | None = None
) -> tuple[float, ...] | None:
    """Do the same for a face of which a part, wider than pips, mirrors something less bright than a lamp.

    `hidden` marks what a wall hides of it, (n, n).
    """
    darkest = darkest_of(face)
    paler = np.asarray(darkest > float(np.median(darkest)) + PALER, dtype=np.uint8) * np.uint8(255)
    strip = wide(paler, part)
    return _of_rest(face, strip if hidden is None else strip | hidden, patterns, part)


def _of_rest(face: Image, blown: NDArray[np.uint8], patterns: Patterns, part: float) -> tuple[float, ...] | None:
    """Give the evidence (6,) of what is not marked (n, n); None where nothing is, or the rest is not clear."""
    if not blown.any():
        return None
    places = shifted(patterns, SHIFTS, part, len(face))
    shares, seen = shares_in_part(look(face, *places), look(blown, *places) == 0, patterns, LEAST_LEFT)
    return clear_shares(shares, seen, CLEAR_LEAD)


def clear_shares(each: Shares, seen: Shares, lead: float) -> tuple[float, ...] | None:
    """Give the best of the values' shares over all n shifts, (6,); None where the best value is not clear.

    It must explain so much, `lead` more than the next, and enough of its pips must be `seen`.
    """
    shares = each.max(axis=0)
    first, second = np.sort(shares)[:-3:-1]
    clear = first >= CLEAR_SHARE and first - second >= lead and seen.max(axis=0)[shares.argmax()] >= LEAST_PIPS
    return tuple(float(share) for share in shares) if clear else None


def wide(white: NDArray[np.uint8], part: float) -> NDArray[np.uint8]:
    """Keep of what is marked (n, n) what is wider than pips, and mark what it smears into."""
    edge_px = len(white) / part
    large, smear = (2 * round(width * edge_px / 2) + 1 for width in (LARGER, 2 * SMEAR))
    wide = cv2.copyMakeBorder(white, large, large, large, large, cv2.BORDER_REPLICATE)
    opened = cv2.morphologyEx(wide, cv2.MORPH_OPEN, ellipse(large))
    whole = cv2.dilate(opened[large:-large, large:-large], square(smear))
    return np.asarray(whole, dtype=np.uint8)

"""Dark pips and the body of a face, told beside a mirror image and within it: there both are lighter by the same light.

In it pips are about as light as the body is beside it. So where it is must be known: mirror images of lamps are convex.
Where the body is as white as can be, how light pips are is seen by these alone: all alike where the light is even.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.frame import Image
from vision.glare.pip_or_body import BODY, PIP, Marks, by_colour, grown, lit_as
from vision.pictures.channels import darkest_of
from vision.pictures.kernels import square

LEAST_COVERED = 0.06
"""The part of a face that a mirror image covers at least: it hides a pip, and goes on beside it."""

MOST_BESIDE = 0.03
"""The part of a face that may be as light beside a mirror image: of more it is not known where that one ends."""

LIT, LEAST_GAP, CLIPPED = 20.0, 25.0, 246.0
"""How much lighter than the body a mirror image is, in grey levels; how much darker pips are in it, to be told; and the
level from which on it does not tell how light they are."""

FAINT, EVEN = 10.0, 0.15
"""How much darker pips are at least than what is as white as can be, in grey levels; and how far apart their own levels
are at most, in such steps, one in ten left out at either end: from one pip to the next the light grows by less than
hides one then."""

LEAST_SEEN = 0.008
"""The part of a face that is surely pips in such light, to tell how light they are: half the middle of one."""

EDGE, RIM = 0.04, 0.03
"""How near, in edges, to the edge of a mirror image nothing is told: it smears; and how near to a pip's rim nothing of
how light it is."""


def dark_told(face: Image, part: float, own: DieColours) -> tuple[Marks, Marks] | None:
    """Mark dark pips and body of a face (n, n, 3), `part` of its edge, (n, n); None where little of it is covered."""
    tone, body, pip = darkest_of(face), float(own.body.min()), float(own.pip.min())
    lit = tone > body + LIT
    covered = _hull(lit)
    inside, beside = (~grown(~mask, EDGE * len(face) / part) for mask in (covered, ~covered))
    if covered.mean() < LEAST_COVERED or (lit & beside).mean() >= MOST_BESIDE:
        return None
    level = float(np.median(tone[lit & covered]))
    lit_pip = lit_as(level, body, pip)
    if level < CLIPPED:
        in_light = _told_in_light(tone, inside, level, lit_pip)
    else:
        in_light = _told_in_white(tone, inside & (tone >= lit_pip), level, RIM * len(face) / part)
    plain_pip, plain_body = by_colour(face, own, beside)
    return plain_pip | in_light[0], plain_body | in_light[1]


def _told_in_light(tone: NDArray[np.uint8], where: Marks, level: float, lit_pip: float) -> tuple[Marks, Marks]:
    """Mark pips, `lit_pip`, and body, `level` light, (n, n); none where these differ too little."""
    told = where & (level - lit_pip >= LEAST_GAP)
    from_pip = (tone - lit_pip) / max(level - lit_pip, 1.0)
    return told & (from_pip <= 1.0 - PIP), told & (from_pip >= 1.0 - BODY)


def _told_in_white(tone: NDArray[np.uint8], where: Marks, level: float, rim_px: float) -> tuple[Marks, Marks]:
    """Mark pips and body (n, n) where the body is as white as can be: none where no pips are seen, or not all alike."""
    calm = cv2.blur(tone, (3, 3))
    faint = where & (calm <= level - FAINT)
    middles = ~grown(~faint, rim_px)
    if middles.mean() < LEAST_SEEN:
        return middles & False, middles & False
    low, lit_pip, high = np.quantile(calm[middles], (0.1, 0.5, 0.9))
    step = level - lit_pip
    told = where & (high - low <= EVEN * step)
    return told & faint & grown(middles, rim_px), told & (calm >= level - BODY * step)


def _hull(lit: Marks) -> Marks:
    """Mark the convex hull of the largest part that is marked (n, n)."""
    opened = cv2.morphologyEx(lit.astype(np.uint8), cv2.MORPH_OPEN, square(3))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = np.zeros(lit.shape, np.uint8)
    if contours:
        largest = max(contours, key=cv2.contourArea)
        cv2.fillConvexPoly(hull, cv2.convexHull(largest), 1)
    return np.asarray(hull > 0)

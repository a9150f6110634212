"""Dark pips and the body of a face, told beside a mirror image and within it: there both are lighter by the same light.

In it pips are about as light as the body is beside it. So where it is must be known: mirror images of lamps are convex.
"""

import cv2
import numpy as np

from vision.colours.highlight import DieColours
from vision.frame import Image
from vision.glare.pip_or_body import BODY, PIP, Marks, by_colour, grown, lit_as
from vision.pictures.channels import darkest_of
from vision.pictures.kernels import square

LEAST_COVERED = 0.06
"""The part of a face that a mirror image covers at least: it hides a pip, and goes on beside it."""

LIT, LEAST_GAP, CLIPPED = 20.0, 25.0, 246.0
"""How much lighter than the body a mirror image is, in grey levels; how much darker pips are in it, to be told; and the
level from which on pips may be as white."""

EDGE = 0.04
"""How near, in edges, to the edge of a mirror image nothing is told: it smears."""


def dark_told(face: Image, part: float, own: DieColours) -> tuple[Marks, Marks] | None:
    """Mark dark pips and body of a face (n, n, 3), `part` of its edge, (n, n); None where little of it is covered."""
    tone, body, pip = darkest_of(face), float(own.body.min()), float(own.pip.min())
    lit = tone > body + LIT
    covered = _hull(lit)
    if covered.mean() < LEAST_COVERED:
        return None
    edge_px = EDGE * len(face) / part
    inside, beside = ~grown(~covered, edge_px), ~grown(covered, edge_px)
    level = float(np.median(tone[lit & covered]))
    lit_pip = lit_as(level, body, pip)
    told = inside & (level < CLIPPED) & (level - lit_pip >= LEAST_GAP)
    from_pip = (tone - lit_pip) / max(level - lit_pip, 1.0)
    plain_pip, plain_body = by_colour(face, own, beside)
    return plain_pip | (told & (from_pip <= 1.0 - PIP)), plain_body | (told & (from_pip >= 1.0 - BODY))


def _hull(lit: Marks) -> Marks:
    """Mark the convex hull of the largest part that is marked (n, n)."""
    opened = cv2.morphologyEx(lit.astype(np.uint8), cv2.MORPH_OPEN, square(3))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = np.zeros(lit.shape, np.uint8)
    if contours:
        largest = max(contours, key=cv2.contourArea)
        cv2.fillConvexPoly(hull, cv2.convexHull(largest), 1)
    return np.asarray(hull > 0)

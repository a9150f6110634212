"""Pips within a lamp's mirror image that covers an upper face but for its rim: what is beside it is left out."""

import cv2
import numpy as np

from vision.faces.topface import SPACINGS, PatternSet, look
from vision.frame import Image
from vision.glare.hidden_pips import may_hide_pips
from vision.glare.shifted import SHIFTS, shares_in_part, shifted
from vision.pictures.channels import darkest_of
from vision.pictures.kernels import square
from vision.pictures.segment import Mask

DIMMEST, EDGE_PX = 170, 3
"""The darkest channel, in grey levels, that a mirror image shows beside dark pips at least; and its edge's width."""

LEAST_COVERED = 0.55
"""What part of the points of a face it covers at least."""

CLEAR, LEAD, MOST_LEFT = 0.85, 0.25, 0.9
"""What a value's pips must explain within it, how much more than any other's, and what of them must lie in it."""


def evidence_within(face: Image, patterns: PatternSet, part: float) -> tuple[float, ...] | None:
    """Give the evidence (6,) of the values of a face (n, n, 3), `part` of its edge, by what a mirror image shows.

    None where it covers too little of the face, is not clear, or may hide more pips. The pip of a 1 may be anything.
    """
    shares = _shares(face, patterns, part)
    if shares is None:
        return None
    value = int(np.argmax(shares)) + 1
    second, first = sorted(shares)[-2:]
    if value == 1 or first < CLEAR or first - second < LEAD:
        return None
    spacing = patterns.spacing or SPACINGS[len(SPACINGS) // 2]
    return None if may_hide_pips(face, part, spacing, value) else shares


def _outline(face: Image) -> Mask:
    """Draw what a mirror image covers, its pips filled in and its edge left out, (n, n) 0/255."""
    covered = np.zeros(face.shape[:2], np.uint8)
    bright = np.asarray(darkest_of(face) >= DIMMEST, dtype=np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(bright)
    if len(stats) > 1:
        largest = labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
        points = cv2.findNonZero(largest.astype(np.uint8))
        cv2.fillConvexPoly(covered, cv2.convexHull(points), 255)
    return np.asarray(cv2.erode(covered, square(EDGE_PX)), dtype=np.uint8)


def _shares(face: Image, patterns: PatternSet, part: float) -> tuple[float, ...] | None:
    """Compare what is lit of a face with the patterns, these shifted; None where too little of it, or of them, is."""
    places = shifted(patterns, SHIFTS, part, len(face))
    within = look(_outline(face), *places) == 255
    shares, left = shares_in_part(look(face, *places), within, patterns, LEAST_COVERED)
    whole = shares[left[np.arange(len(left)), shares.argmax(axis=1)] >= MOST_LEFT]
    return tuple(map(float, whole[whole.max(axis=1).argmax()])) if len(whole) else None

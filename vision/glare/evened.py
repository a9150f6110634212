"""Faces with white pips in the mirror image of a lamp that is not quite white: the pips still stand out a little.

Whatever the light, white pips are the brightest there is. So a face is brought back to how it looks without the lamp:
pips are what is brighter than the body in the mirror image, and the body beside it is no pip either.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.topface import Patterns, look
from vision.frame import Image
from vision.glare.blown import SHIFTS, clear_shares
from vision.glare.shifted import shares_in_part, shifted
from vision.pictures.channels import darkest_of

LEAST_LIT = 0.06
"""The part of a face that must mirror the lamp."""

LEAST_STEP, DARK = 12.0, 120.0
"""How much brighter, in grey levels, pips must be than the body in the mirror image; and how dark it is beside it."""

ROOM = 5.0
"""How far, in grey levels, the body may be off its usual level."""

THROUGH, WHOLE = 0.35, 0.65
"""Parts of the step from body to pip: up to the first it is noise, or a pip of the face below that shines through a
translucent die; from the second on it is a pip."""

LEAST_PIP = 0.02
"""The part of a face that a pip beside the mirror image takes at least."""

LEAST_LEFT = 0.5
"""The part of a face that must be told to be pip or body."""

CLEAR_LEAD = 0.15
"""How much more than the next a value must explain."""


def evidence_evened(face: Image, patterns: Patterns, part: float) -> tuple[float, ...] | None:
    """Give the evidence (6,) of the values of a face (n, n, 3), `part` of its edge; None where they are not clear."""
    evened = _evened(face)
    if evened is None:
        return None
    pips, told = evened
    places = shifted(patterns, SHIFTS, part, len(face))
    left = np.asarray(cv2.remap(told, *places, cv2.INTER_NEAREST)) > 0
    shares, seen = shares_in_part(look(pips, *places)[..., None], left, patterns, LEAST_LEFT)
    return clear_shares(shares, seen, CLEAR_LEAD)


def _evened(face: Image) -> tuple[Image, NDArray[np.uint8]] | None:
    """Tell pips, white, from body, black, (n, n), and where that is told; None where no mirror image shows pips."""
    darkest = darkest_of(face)
    split, _ = cv2.threshold(darkest, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    bright = darkest > split
    if not LEAST_LIT <= bright.mean() < 1.0:
        return None
    levels = np.median(face[bright], axis=0)
    channel = int(levels.argmin())
    tone, lit = face[..., channel].astype(np.float32), float(levels[channel])
    beside = float(np.median(tone[~bright]))
    if 255.0 - lit < LEAST_STEP or beside > DARK or _pips_beside(tone, beside, lit):
        return None
    height = (tone - lit) / (255.0 - lit)
    pips = np.clip((height - THROUGH) / (WHOLE - THROUGH), 0.0, 1.0)
    told = (tone >= lit - ROOM) | (tone <= beside + ROOM)
    return np.asarray(pips * 255.0, dtype=np.uint8), np.asarray(told, dtype=np.uint8)


def _pips_beside(tone: NDArray[np.float32], beside: float, lit: float) -> bool:
    """Say whether pips are seen beside the mirror image, in less light than in it: then some may be at its edge too."""
    stands_out = np.asarray(tone > beside + THROUGH * (lit - beside), dtype=np.uint8)
    count, labels = cv2.connectedComponents(stands_out, connectivity=8)
    areas = np.bincount(np.asarray(labels).ravel(), minlength=count)
    mirrored = np.bincount(np.asarray(labels)[tone >= lit - ROOM], minlength=count) > 0
    return bool(((areas >= LEAST_PIP * tone.size) & ~mirrored)[1:].any())

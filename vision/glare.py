"""Pips in the mirror image of a lamp: hardly lighter or darker than the face there, but still of their own size."""

from itertools import product

import cv2
import numpy as np

from vision.cube import Attitude, Sight, top_places
from vision.frame import Image
from vision.topface import Patterns, by_value, explained, look

BLINDING, PALE = 248, 190
"""The brightest and the darkest channel of what mirrors a lamp, in grey levels."""

LEAST_GLARE = 0.12
"""The part of a top face from which on glare may hide its pips."""

FACE_PX, FACE_PART = 40, 0.96
"""A face is looked at in so many pixels a side, and up to this part of its edge."""

PIP_ROOM = 0.34
"""Things smaller than this, in edges, stand out in relief."""

HALF_HEIGHT = 8.0
"""The step in grey levels that is half as high in relief as the highest."""

SHIFTS = (-0.04, 0.0, 0.04)
"""How far, in edges, the pips of a face placed by its outline may be off."""


def evidence_in_glare(sight: Sight, at: Attitude) -> tuple[float, ...] | None:
    """Give the evidence (6,) of a top face's values from its relief; None for a face without glare."""
    steps = ((np.arange(FACE_PX) + 0.5) / FACE_PX - 0.5) * FACE_PART
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    places = top_places(sight, at, grid).astype(np.float32)
    face = look(sight.patch, places[None, :, 0], places[None, :, 1]).reshape(FACE_PX, FACE_PX, 3)
    if not _glares(face):
        return None
    shares = _shares(relief(face), sight.patterns)
    return tuple(float(share) for share in shares)


def _glares(face: Image) -> bool:
    blinding = (face.max(axis=2) >= BLINDING) & (face.min(axis=2) >= PALE)
    return bool(blinding.mean() >= LEAST_GLARE)


def relief(face: Image) -> Image:
    """Give what of a face is lighter or darker than around it and no larger than a pip; faint steps nearly as high as
    clear ones."""
    size = round(PIP_ROOM * FACE_PX / FACE_PART) | 1
    room = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    soft = cv2.GaussianBlur(face, (5, 5), 0, borderType=cv2.BORDER_REPLICATE)
    wide = cv2.copyMakeBorder(soft, size, size, size, size, cv2.BORDER_REPLICATE)
    light, dark = (
        cv2.morphologyEx(wide, way, room)[size:-size, size:-size].astype(np.float32)
        for way in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT)
    )
    height = light / (light + HALF_HEIGHT) - dark / (dark + HALF_HEIGHT)
    return np.asarray(128.0 + 120.0 * height, dtype=np.uint8)


def _shares(face: Image, patterns: Patterns) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Compare each channel of a face with the patterns, at small shifts: the best of all for each value, (6,)."""
    shifts = np.array(list(product(SHIFTS, SHIFTS)))
    points = (patterns.grid[None] + shifts[:, None]) / FACE_PART * FACE_PX + FACE_PX / 2 - 0.5
    maps = points.astype(np.float32)
    seen = look(face, maps[..., 0], maps[..., 1])
    each = [by_value(explained(np.ascontiguousarray(seen[..., k : k + 1]), patterns), patterns) for k in range(3)]
    return np.asarray(np.max(each, axis=(0, 1)), dtype=np.float32)

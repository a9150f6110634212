"""Pips in relief: what of a face is a little lighter or darker than around it, and no larger than they are."""

import cv2
import numpy as np

from vision.faces.topface import Patterns, by_value, explained, look
from vision.frame import Image
from vision.glare.shifted import FACE_PART, FACE_PX, SHIFTS, shifted
from vision.pictures.kernels import ellipse

PIP_ROOM, HALF_HEIGHT = 0.34, 8.0
"""Things smaller than this, in edges, stand out in relief; a step of so many grey levels is half as high as can be."""


def relief(face: Image) -> Image:
    """Give what of a face is lighter or darker than around it and no larger than a pip, faint steps nearly as high."""
    size = round(PIP_ROOM * FACE_PX / FACE_PART) | 1
    room = ellipse(size)
    soft = cv2.GaussianBlur(face, (5, 5), 0, borderType=cv2.BORDER_REPLICATE)
    wide = cv2.copyMakeBorder(soft, size, size, size, size, cv2.BORDER_REPLICATE)
    light, dark = (
        cv2.morphologyEx(wide, way, room)[size:-size, size:-size].astype(np.float32)
        for way in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT)
    )
    height = light / (light + HALF_HEIGHT) - dark / (dark + HALF_HEIGHT)
    return np.asarray(128.0 + 120.0 * height, dtype=np.uint8)


def shares_of(face: Image, patterns: Patterns, together: bool = False) -> tuple[float, ...]:
    """Compare each channel of a face (h, w, n), or all together, with the patterns at small shifts: the best, (6,)."""
    columns, rows = shifted(patterns, SHIFTS, FACE_PART, FACE_PX)
    seen = look(face, columns, rows).reshape(*columns.shape, -1)
    split = [seen] if together else np.split(seen, seen.shape[2], axis=2)
    channels = (np.ascontiguousarray(channel) for channel in split)
    each = [by_value(explained(channel, patterns), patterns) for channel in channels]
    return tuple(float(share) for share in np.max(each, axis=(0, 1)))

"""Top faces drawn as the reader cuts them out, with light pips, noise, and a lamp's mirror image on a part of them."""

import cv2
import numpy as np

from vision.faces.pips import PIPS
from vision.faces.topface import patterns_for
from vision.frame import Image
from vision.geometry import DieModel

SIDE, PART = 40, 0.96
BLACK, LIT_BY = (24, 22, 22), 150
PATTERNS = patterns_for(DieModel(16.0), 45.0)


def face(value: int, body: tuple[int, int, int] = BLACK, pips: tuple[int, int, int] = (200, 200, 200)) -> Image:
    """Draw a face with pips, light ones, at four times its size, (4 * SIDE, 4 * SIDE, 3)."""
    large = np.full((SIDE * 4, SIDE * 4, 3), body, np.uint8)
    edge = SIDE * 4 / PART
    for x, y in PIPS[value] * 0.25 * edge + SIDE * 2:
        cv2.circle(large, (round(x), round(y)), round(0.108 * edge), pips, cv2.FILLED)
    return large


def small(large: Image) -> Image:
    """Make a picture of it, with some noise."""
    soft = cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(float)
    noise = np.random.default_rng(5).normal(0, 2, soft.shape)
    return np.clip(cv2.GaussianBlur(soft, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def mirroring(large: Image, corners: list[tuple[float, float]], by: int = LIT_BY) -> Image:
    """Add light within a polygon, whose corners are parts of the face's side."""
    where = np.zeros(large.shape[:2], np.uint8)
    cv2.fillPoly(where, [np.round(np.array(corners) * len(large)).astype(np.int32)], 1)
    return np.minimum(large + where[..., None] * np.float64(by), 255).astype(np.uint8)

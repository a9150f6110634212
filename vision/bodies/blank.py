"""Bodies without readable pips: is it a die seen by its outline alone?"""

from dataclasses import dataclass
from functools import cache, partial

import cv2
import numpy as np

from vision.cubes.cube import Attitude, Sight, agreement, outline_of, upright
from vision.cubes.fitting import fit_blank
from vision.faces.explain import main_colour
from vision.faces.topface import PatternSet
from vision.frame import Image
from vision.pictures.rectify import TopPlane, Window
from vision.pictures.segment import Mask

LEAST_AREA, MOST_AREA = 0.5, 2.8
"""Areas, in top faces, that a single die's outline can have."""


@dataclass(frozen=True, eq=False)
class Block:
    """A die found by its outline: how it stands and how well outline and body agree (IoU)."""

    attitude: Attitude
    agreement: float


def find_block(
    plane: TopPlane, window: Window, patch: Image, body: Mask, hidden: Mask, patterns: PatternSet, edge_mm: float
) -> Block | None:
    """Find the die that has the outline of a body (h, w); `hidden` is not judged. None where the size is wrong."""
    area = cv2.countNonZero(body) / (edge_mm * plane.scale) ** 2
    if not LEAST_AREA < area < MOST_AREA:
        return None
    moments = cv2.moments(body, binaryImage=True)
    column, row = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    x, y = plane.lower(np.array([[column + window.left, row + window.top]]), edge_mm / 2)[0]
    other = np.asarray(cv2.bitwise_not(cv2.bitwise_or(body, hidden)), dtype=np.uint8)
    things, view = np.zeros_like(body), np.asarray(cv2.bitwise_not(hidden), dtype=np.uint8)
    tone = cache(partial(main_colour, patch, body))
    sight = Sight(plane, window, patch, body, other, things, view, tone, patterns, edge_mm)
    near = sight.near(upright(float(x), float(y), 0.0))
    attitude = fit_blank(near, float(x), float(y)).attitude
    return Block(attitude, agreement(sight, outline_of(sight, attitude)))

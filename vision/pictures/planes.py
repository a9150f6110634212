"""A picture's channels apart: as they are stored, or as planes of floats for every step that compares colours."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

Planes = NDArray[np.float32]
"""Blue, green and red, (3, h, w)."""


def planes_of(picture: Image) -> Planes:
    """Take a picture (h, w, 3) apart."""
    planes = np.empty((3, *picture.shape[:2]), np.float32)
    for plane, channel in zip(planes, channels_of(picture), strict=True):
        plane[...] = channel
    return planes


def channels_of(picture: Image) -> Sequence[Image]:
    """Take a picture (h, w, 3) apart, each channel (h, w)."""
    room = [np.empty(picture.shape[:2], np.uint8) for _ in range(3)]
    return [np.asarray(channel, dtype=np.uint8) for channel in cv2.split(picture, room)]  # without room each is copied


def strongest(picture: Image) -> Image:
    """Give the strongest channel at each pixel of a picture (h, w, 3)."""
    blue, green, red = channels_of(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)

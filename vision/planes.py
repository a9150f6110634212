"""A picture's colours as planes of floats: taken apart once for every step that compares colours."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

Planes = NDArray[np.float32]
"""Blue, green and red, (3, h, w)."""


def planes_of(picture: Image) -> Planes:
    """Take a picture (h, w, 3) apart."""
    planes = np.empty((3, *picture.shape[:2]), np.float32)
    for plane, channel in zip(planes, cv2.split(picture), strict=True):
        plane[...] = channel
    return planes

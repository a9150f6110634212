"""What is marked of a face's picture, pixel by pixel."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.kernels import square

Marks = NDArray[np.bool_]


def grown(mask: Marks, by_px: float) -> Marks:
    """Mark what lies so near to what is marked (n, n)."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), square(2 * round(by_px) + 1)) > 0)

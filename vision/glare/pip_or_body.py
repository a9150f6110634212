"""Whether a pixel of a face is a pip's or the body's: by its colour, and how light both are in a mirror image."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.frame import Image
from vision.pictures.kernels import square

Marks = NDArray[np.bool_]

BODY, PIP, OTHER_COLOUR = 0.4, 0.6, 60.0
"""Up to where, on the way from a body's colour to its pips', a pixel is the body's, and from where on a pip's; and how
far off that way, in grey levels, it is neither."""


def lit_as(level: float, body: float, pip: float) -> float:
    """Give how bright pips are where a mirror image makes the body so bright: it shows the square root of light."""
    return float(np.hypot(pip, np.sqrt(max(level**2 - body**2, 0.0))))


def by_colour(face: Image, own: DieColours, where: Marks) -> tuple[Marks, Marks]:
    """Mark pips and body of a face (n, n, 3) by their colours, where nothing is mirrored, (n, n)."""
    way, here = own.pip - own.body, face.astype(np.float32) - own.body
    along = here @ way / max(float(way @ way), 1.0)
    off = np.linalg.norm(here - np.clip(along, 0.0, 1.0)[..., None] * way, axis=2)
    plain = where & (off <= OTHER_COLOUR)
    return plain & (along >= PIP), plain & (along <= BODY)


def grown(mask: Marks, by_px: float) -> Marks:
    """Mark what lies so near to what is marked (n, n)."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), square(2 * round(by_px) + 1)) > 0)

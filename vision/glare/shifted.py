"""A face whose outline says only roughly where its pips are: looked at in several places, each a little off."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.faces.topface import Patterns, explained_in_part
from vision.geometry import Floats

Places = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Columns and rows of points in a face's picture, (n, m) each."""


FACE_PX, FACE_PART = 40, 0.96
"""A face is looked at in so many pixels a side, and up to this part of its edge."""

SHIFTS = (-0.04, 0.0, 0.04)
"""How far, in edges, the pips of a face placed by its outline may be off."""


def shifted(patterns: Patterns, shifts: Sequence[float], part: float, size_px: int) -> Places:
    """Give where patterns' points lie in a face's picture, (n, m), shifted by so many edges along either side.

    `part` of the face's edge is in the picture, of `size_px` a side.
    """
    return in_picture(patterns.grid + np.array(list(product(shifts, shifts)))[:, None], part, size_px)


def in_picture(places: Floats, part: float, size_px: int) -> Places:
    """Give where places (..., 2), in edges about the middle of a face, lie in its picture."""
    points = (places / part * size_px + size_px / 2 - 0.5).astype(np.float32)
    return np.ascontiguousarray(points[..., 0]), np.ascontiguousarray(points[..., 1])


def places_in(size_px: int, part: float) -> Floats:
    """Give where the pixels of a face's picture lie, in edges about the middle of the face, (size_px, size_px, 2)."""
    steps = ((np.arange(size_px) + 0.5) / size_px - 0.5) * part
    return np.stack(np.meshgrid(steps, steps), axis=-1)


def shares_in_part(
    faces: NDArray[np.uint8], left: NDArray[np.bool_], patterns: Patterns, least: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give what values explain (n, 6) of what is `left` (n, m) of faces (n, m, channels), and what of their pips is.

    Of a face of which less is left than the part `least` nothing is told.
    """
    enough = left.mean(axis=1) >= least
    shares, seen = np.zeros((2, len(left), 6), np.float32)
    shares[enough], seen[enough] = explained_in_part(faces[enough], left[enough], patterns)
    return shares, seen

"""Find all faces, and lay the plane of the top faces by the square grids among them."""

import numpy as np

from vision.photos.grids import Faces, find_faces
from vision.photos.pips import Pips
from vision.photos.plane import Plane, laid_by_grids, stretch_of_grids
from vision.photos.score import shape_score, squareness

_GOOD_GRID = 0.75
"""Grids of less clear pips say nothing about the plane."""


def faces_in_plane(pips: Pips, plane: Plane) -> tuple[Faces, Plane]:
    """Find all faces by their pips, and lay the plane by the grids of the 4s and 5s among them."""
    faces = find_faces(pips, plane.flattened(pips.centre))
    fit = shape_score(faces, pips, plane.lean(pips)) / squareness(faces) / faces.value
    in_six = np.isin(faces.pip, faces.pip[(faces.value == 6) & (fit > _GOOD_GRID)]) & (faces.pip >= 0)
    lone_four = (faces.value == 4) & ~in_six.any(axis=1)
    square = faces.take((lone_four | (faces.value == 5)) & (fit > _GOOD_GRID))
    stretch = stretch_of_grids(plane.stored(square.u), plane.stored(square.v))
    laid = laid_by_grids(plane, stretch, squareness(square))
    return (faces, plane) if laid is plane else (find_faces(pips, laid.flattened(pips.centre)), laid)

"""Pips as points of a grid: where they lie to a fraction of a pixel, and how well that fits one way to lie.

The pips of a 4 or a 5 are the corners of a square. Seen as if it lay flat, the face of a die that leans shows them
stretched or askew; so does that of a flat die seen as if it leaned. And a face that lies higher than it is taken to lie
shows its pips farther from each other.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight
from vision.cubes.cube_faces import top_places
from vision.faces.pips import PIPS
from vision.faces.topface import SPACINGS, look
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.kernels import square

SQUARES = (4, 5)
"""Faces whose pips show in two directions how the face lies."""

FACE_PX, ROOM, STEPS = 56, 0.15, 3
"""A face is looked at in so many pixels a side; pips lie so near, in edges, to where they are sought in some steps."""

INK, MOST_UNLIKE = 0.4, 1.3
"""What has less than this part of a pip's greatest contrast is none of it; and how much more ink one pip may have than
another: where there is more, a mirror image touches it."""

CLEAN, SQUARE, ASKEW = 0.004, 0.003, 0.007
"""How far off, in edges, pips are at most that lie on an even grid, whatever its directions, and on a square one; and
how far at least those that lie on none: flat dice of 20 px an edge show up to 0.0045, of 45 px up to 0.002."""

EXACT_PX, LEAST_EXACT_PX = 0.055, 35.0
"""How far off a square grid, in pixels of the picture, the pips of a die are that is surely level, and the edge from
which on they are found so exactly: of 28 flat dice 26 were nearer, of 124 that leaned none was nearer than 0.11."""

IN_VIEW = 255
"""What no wall hides, not even in part, in the mask of what is in view."""

PIP_REACH = 0.11
"""How far, in edges, a pip and its blur reach from its middle."""

SIX_LONG, SIX_FROM_MIDDLE = 0.38, 0.25
"""How far, in edges, the rows of a 6 reach to both sides of its middle, with their pips, and lie from it about."""

BODY_PX = 15
"""A window of so many pixels of a face shows some of the body wherever it lies: rows of pips are narrower."""

LEAST_SIX_PX = 35.0
"""The edge, in pixels of the picture, from which on the rows of a 6 do not blur into lines."""


def spots_of(whole: Sight, at: Attitude, value: int) -> Floats | None:
    """Find the pips (n, 2) of the upward face of a die that shows a 4 or a 5, in its window.

    None for other values, where a wall hides a part of the face, and where they are not all seen on an even grid.
    """
    if value not in SQUARES:
        return None
    face, view = _face(whole, at)
    if not view.all():
        return None
    each = [_centres(face, PIPS[value] * spacing) for spacing in SPACINGS]
    found = [centres for centres in each if centres is not None and _rms_even(centres, value) <= CLEAN]
    return top_places(whole, at, min(found, key=lambda c: _rms_even(c, value))) if found else None


def spacing_of(whole: Sight, at: Attitude, value: int) -> float | None:
    """Measure how far, in edges, outer pips lie from the middle of a flat die's face that is taken to lie `at`.

    None for a 1, and where the pips are not all seen on a square grid; a wall may hide what lies beside them.
    """
    if value == 1:
        return None
    face, view = _face(whole, at)
    if not view.any():
        return None
    # What a wall hides is as plain as the middle tone: a pip there lacks ink, and then they are not all seen.
    face = np.where(view, face, np.uint8(np.median(face[view]))).astype(np.uint8)
    # A 2 and a 3 lie along either diagonal, the rows of a 6 along either side.
    turned = (PIPS[value], PIPS[value][:, ::-1] * (1.0, -1.0))
    each = [_centres(face, pips * spacing) for pips in turned for spacing in SPACINGS]
    grids = [pips for pips in turned for _ in SPACINGS]
    found = [(_square_fit(p, c), c) for p, c in zip(grids, each, strict=True) if c is not None]
    # Where a wall hides some, noise must not be taken for those.
    least = 0.0 if view.all() else INK * float(np.abs(face - np.float32(np.median(face))).max())
    good = ((fit, c) for fit, c in found if fit[0] <= CLEAN and _least_contrast(face, c) >= least)
    even = [(fit, centres) for fit, centres in good if _in_view(view, centres)]
    return max(even, key=lambda one: _least_contrast(face, one[1]))[0][1] if even else None


def rows_of_six(whole: Sight, at: Attitude) -> float | None:
    """Measure how far, in edges, the rows of a flat 6 lie from its middle; their pips may blur into lines.

    None where a wall hides a part of the face, and where the rows are not alike.
    """
    face, view = _face(whole, at)
    if not view.all():
        return None
    found = [_rows(turned) for ink in narrow(face) for turned in (ink, ink.T)]
    known = [rows for rows in found if rows is not None]
    return max(known, key=lambda rows: rows[1])[0] if known else None


def _rows(ink: Image) -> tuple[float, float] | None:
    """Find two upright rows in ink (h, w): how far they lie from their middle, in edges, and how much of it they hold.

    None where one holds far more than the other.
    """
    steps = (np.arange(FACE_PX) + 0.5) / FACE_PX - 0.5
    along = ink[np.abs(steps) < SIX_LONG].mean(axis=0)
    sides = [along * (np.abs(steps - side * SIX_FROM_MIDDLE) < ROOM) for side in (-1, 1)]
    sides = [np.maximum(row - INK * row.max(), 0.0) for row in sides]
    left, right = (float(row.sum()) for row in sides)
    if min(left, right) <= 0.0 or max(left, right) > MOST_UNLIKE * min(left, right):
        return None
    places = [float(row @ steps / row.sum()) for row in sides]
    return (places[1] - places[0]) / 2, left + right


def narrow(face: Image) -> tuple[Image, Image]:
    """Give by how much what is as narrow as pips and their rows is brighter than the body around it, or darker, (h, w).

    So light that fades over a face and its rounded rims are none of the pips.
    """
    window = square(BODY_PX)
    bright, dark = (cv2.morphologyEx(face, way, window) for way in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT))
    return np.asarray(bright, np.uint8), np.asarray(dark, np.uint8)


def _face(whole: Sight, at: Attitude) -> tuple[Image, NDArray[np.bool_]]:
    """Cut out the upward face of a die in one channel, and what of it no wall hides, (FACE_PX, FACE_PX)."""
    steps = (np.arange(FACE_PX) + 0.5) / FACE_PX - 0.5
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    columns, rows = top_places(whole, at, grid).astype(np.float32).T[:, None]
    face, view = (look(picture, columns, rows).reshape(FACE_PX, FACE_PX) for picture in (whole.tone, whole.view))
    return face, view == IN_VIEW


def _in_view(view: NDArray[np.bool_], centres: Floats) -> bool:
    """Say whether no wall hides a part of the pips at these centres (n, 2)."""
    hidden = (np.argwhere(~view)[:, ::-1] + 0.5) / FACE_PX - 0.5
    return not (np.linalg.norm(hidden - centres[:, None], axis=2) < PIP_REACH).any()


def _least_contrast(face: Image, centres: Floats) -> float:
    """Give how much the faintest of the pips at these centres (n, 2) differs from the middle tone of a face (h, w)."""
    column, row = np.clip(((centres + 0.5) * FACE_PX).astype(int), 0, FACE_PX - 1).T
    return float(np.abs(face[row, column] - np.float32(np.median(face))).min())


def _square_fit(pips: Floats, centres: Floats) -> tuple[float, float]:
    """Fit the square grid of a face (n, 2) to centres (n, 2); returns how far off these are (rms), and its size."""
    system, seen = _square_system(pips), centres.T.reshape(-1, 1)
    solved, *_ = np.linalg.lstsq(system, seen, rcond=None)
    return float(np.sqrt(2.0)) * _rms(system, seen), float(np.hypot(solved[0, 0], solved[1, 0]))


def _square_system(pips: Floats) -> Floats:
    """Give the equations of a square grid of any size, turn and place: x = s a - t b + u, y = t a + s b + v."""
    a, b = pips.T
    one, none = np.ones_like(a), np.zeros_like(a)
    return np.concatenate([np.column_stack([a, -b, one, none]), np.column_stack([b, a, none, one])])


def _centres(face: Image, near: Floats) -> Floats | None:
    """Find the centres (n, 2) of pips near where they are sought, in edges about the middle of a face (h, w)."""
    contrast = face.astype(np.float32) - np.float32(np.median(face))
    strength = np.abs(contrast).ravel()
    points = (np.indices(face.shape)[::-1].reshape(2, -1).T + 0.5) / FACE_PX - 0.5
    centres = near
    for _ in range(STEPS):
        inside = np.linalg.norm(points - centres[:, None], axis=2) < ROOM
        ink = strength * inside
        ink = np.maximum(ink - INK * ink.max(axis=1, keepdims=True), 0.0)
        whole = ink.sum(axis=1, keepdims=True)
        if not whole.all() or whole.max() > MOST_UNLIKE * whole.min():
            return None
        centres = ink @ points / whole
    return np.asarray(centres, dtype=np.float64)


def _rms_even(centres: Floats, value: int) -> float:
    """Say how far, in edges, pips (n, 2) are from the nearest grid of any two directions."""
    system = np.column_stack([PIPS[value], np.ones(len(centres))])
    return _rms(system, centres)


def off_square(whole: Sight, at: Attitude, value: int, spots: Floats) -> float:
    """Say how far, in edges, pips found in a window (n, 2) are from the grid of a die that lies `at` (rms)."""
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    places = top_places(whole, at, corners).astype(np.float32)
    back = cv2.getPerspectiveTransform(places, corners.astype(np.float32))
    x, y = cv2.perspectiveTransform(spots[None], back)[0].T
    return _rms(_square_system(PIPS[value]), np.concatenate([x, y])[:, None]) * float(np.sqrt(2.0))


def surely_square(whole: Sight, off: float) -> bool:
    """Say whether pips so far off a grid, in edges, lie on it beyond doubt: those of a die that leans do not."""
    edge_px = whole.edge_px
    return bool(edge_px >= LEAST_EXACT_PX and off * edge_px <= EXACT_PX)


def _rms(system: Floats, seen: NDArray[np.float64]) -> float:
    solved, *_ = np.linalg.lstsq(system, seen, rcond=None)
    return float(np.sqrt(np.square(seen - system @ solved).sum() / len(seen)))

"""Corners to a few hundredths of a pixel: the printed pattern around them is laid over the picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats

CELL_PX = 10
"""Pixels of the drawn pattern per cell, at most; no finer than the picture shows it."""

LEAST_AGREEMENT = 0.9
"""Correlation of pattern and picture below which something lies on the marker: then the found corners stay."""

MOST_SHIFT = 0.35
"""How far, in cells, a corner may be moved."""

REACH = 0.6
"""How much of a board around one of its inner corners is compared, to each side, in squares."""

FINER, LEAST_FINE = 1.3, 2.0
"""Pixels of the flattened board per pixel of the picture; and per mm at least."""

MOST_CROSSING_PX = 2.0
"""How far, in pixels of the flattened board, a corner may be moved."""

_RIM_CELLS = 0.6
"""How much of the white paper around a marker is compared too."""

_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-6)

Picture = NDArray[np.uint8]


def refine_corners(grey: Picture, corners_px: Floats, black: NDArray[np.bool_]) -> Floats:
    """Fit a marker's cells `black` (n, n) to a picture (h, w), starting from its corners (4, 2) px; gives (4, 2).

    The corners of a black square on white are pulled inwards by blur; the fit of all edges is not (enhanced
    correlation: Evangelidis & Psarakis 2008).
    """
    patch, corner = _around(grey, corners_px)
    start = (corners_px - corner).astype(np.float32)
    cell_px = float(np.sqrt(cv2.contourArea(corners_px.astype(np.float32)))) / len(black)
    fine = int(np.clip(round(cell_px), 2, CELL_PX))
    if cell_px > 1.5 * fine:
        # Seen finer than the pattern is drawn: what lies between its pixels must not be jumped over.
        patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), 0.5 * cell_px / fine), dtype=np.float32)
    rim = max(1, round(_RIM_CELLS * fine))
    pattern = np.pad(np.kron(black, np.ones((fine, fine), bool)), rim)
    # Outlines of cells run between pixels: the pattern's own corners lie half a pixel outside of its pixels' centres.
    own = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.float32(len(black) * fine) + np.float32(rim - 0.5)
    warp = cv2.getPerspectiveTransform(own, start).astype(np.float32)
    agreement, whole = 0.0, np.full(patch.shape, 255, np.uint8)
    for _ in range(2):
        try:
            drawn = _lit(pattern, patch, warp)
            agreement, found = cv2.findTransformECC(drawn, patch, warp, cv2.MOTION_HOMOGRAPHY, _STOP, whole, 3)
        except cv2.error:
            return corners_px
        warp = np.asarray(found, dtype=np.float32)
    refined = cv2.perspectiveTransform(own.reshape(-1, 1, 2), warp).reshape(4, 2) + corner
    moved = float(np.abs(refined - corners_px).max())
    if agreement < LEAST_AGREEMENT or moved > max(1.0, MOST_SHIFT * cell_px):
        return corners_px
    return np.asarray(refined, dtype=np.float64)


def _around(grey: Picture, corners_px: Floats) -> tuple[NDArray[np.float32], Floats]:
    """Cut out a marker with room around it; gives the patch and its upper left corner (2,)."""
    room = 0.25 * np.ptp(corners_px, axis=0).max() + 4
    left, top = np.maximum(np.floor(corners_px.min(axis=0) - room), 0).astype(int)
    right, bottom = np.ceil(corners_px.max(axis=0) + room).astype(int)
    return grey[top:bottom, left:right].astype(np.float32), np.array([left, top], float)


def _lit(pattern: NDArray[np.bool_], grey: NDArray[np.float32], warp: NDArray[np.float32]) -> NDArray[np.float32]:
    """Draw a pattern (h, w) in the light that lies on it in the picture: near walls it falls off quickly."""
    height, width = pattern.shape
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = np.asarray(cv2.warpPerspective(grey, warp, (width, height), flags=flags), dtype=np.float32)
    y, x = (np.mgrid[:height, :width] / height).reshape(2, -1)
    terms = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])
    inner = np.asarray(cv2.erode(pattern.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)
    outer = np.asarray(cv2.dilate(pattern.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)
    ink, paper = (_surface(terms, seen.ravel(), where.ravel()) for where in (inner, ~outer))
    return np.asarray(np.where(pattern, ink.reshape(height, width), paper.reshape(height, width)), dtype=np.float32)


def _surface(terms: Floats, levels: NDArray[np.float32], where: NDArray[np.bool_]) -> Floats:
    """Fit a smooth surface to the levels of some pixels; gives it at all of them."""
    weights, *_ = np.linalg.lstsq(terms[where], levels[where].astype(np.float64), rcond=None)
    return np.asarray(terms @ weights, dtype=np.float64)


def refine_crossings(grey: Picture, corners_px: Floats, board_mm: Floats, printed: Picture, per_mm: float) -> Floats:
    """Fit the pattern around each inner corner of a printed board to a picture (h, w); gives the corners (n, 2) px.

    `corners_px` (n, 2) as they were found, `board_mm` (n, 3) on the board, which `printed` (h, w) shows at `per_mm`
    pixels a millimetre. A corner alone is a few pixels; the squares and markers around it are many more.
    """
    warp, _ = cv2.findHomography(board_mm[:, :2], corners_px)
    square_mm = float(np.linalg.norm(np.diff(np.unique(board_mm[:, :2], axis=0), axis=0), axis=1).min())
    seen_px = float(np.median(np.linalg.norm(np.diff(corners_px, axis=0), axis=1))) / square_mm
    fine = min(per_mm, max(LEAST_FINE, FINER * seen_px))
    small = cv2.resize(printed, None, fx=fine / per_mm, fy=fine / per_mm, interpolation=cv2.INTER_AREA)
    pattern = np.asarray(small, dtype=np.float32)
    # From pixels of the pattern to those of the picture; a pattern's pixel p lies at (p + 0.5) / fine mm.
    to_picture = warp @ np.array([[1 / fine, 0, 0.5 / fine], [0, 1 / fine, 0.5 / fine], [0, 0, 1.0]])
    flat = _flattened(grey, to_picture, pattern)
    start = _through(np.linalg.inv(to_picture), corners_px)
    own = board_mm[:, :2] * fine - 0.5
    half = round(REACH * square_mm * fine)
    found = [_crossing(pattern, flat, p, s, half) for p, s in zip(own, start, strict=True)]
    return _through(to_picture, np.array(found))


def _flattened(grey: Picture, to_picture: Floats, pattern: NDArray[np.float32]) -> NDArray[np.float32]:
    """Look at the board straight on, in the pattern's own size."""
    size, flags = (pattern.shape[1], pattern.shape[0]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(grey.astype(np.float32), to_picture, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.float32)


def _through(warp: Floats, points: Floats) -> Floats:
    """Take points (n, 2) through a projective map (3, 3)."""
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), warp).reshape(-1, 2), dtype=np.float64)


def _crossing(pattern: NDArray[np.float32], flat: NDArray[np.float32], own: Floats, start: Floats, half: int) -> Floats:
    """Fit one corner, at `own` in the pattern and about at `start` in the flattened picture; both (2,)."""
    left, top = np.round(own).astype(int) - half
    size = 2 * half + 1
    height, width = pattern.shape
    if left < 0 or top < 0 or left + size > width or top + size > height:
        return start
    part = np.s_[top : top + size, left : left + size]
    inside = own - (left, top)
    warp = np.column_stack([np.eye(2), start - own]).astype(np.float32)
    room = np.full((size, size), 255, np.uint8)
    try:
        agreement, fit = cv2.findTransformECC(pattern[part], flat[part], warp, cv2.MOTION_AFFINE, _STOP, room, 3)
    except cv2.error:
        return start
    moved = np.asarray(fit, dtype=np.float64) @ np.array([*inside, 1.0]) + (left, top)
    near = float(np.abs(moved - start).max()) < MOST_CROSSING_PX
    return np.asarray(moved if agreement > LEAST_AGREEMENT and near else start, dtype=np.float64)

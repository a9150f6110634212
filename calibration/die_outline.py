"""A lone die's outline: a cube with rounded corners laid over what differs from the empty board."""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from vision.frame import Image
from vision.geometry import Background, Camera, Floats

FINER = 4
"""Outlines are compared on a grid so much finer than the picture's pixels."""

BLUR_PX = 0.6
"""How far the camera blurs corners: the drawn outline is rounded likewise."""

BODY_LEVEL, MOST_LEVEL, LEAST_LEVEL = 0.25, 30.0, 10.0
"""The part of its contrast at which a body ends, since its sides are darker than its top; limits in grey levels."""

DARKEST_SHADOW = 0.38
"""A shadow leaves at least this part of the light; what is darker is a body."""

LEAST_IOU = 0.93
"""Bodies that a cube explains worse are no single flat dice."""

SIZES = (0.75, 1.35)
"""What a die's edge may be, as parts of the edge in the table file."""

_TURNS = np.radians(np.arange(0.0, 90.0, 15.0))
_CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))
_BALL = np.array([v for v in product((-1.0, 0.0, 1.0), repeat=3) if any(v)])
_BALL = _BALL / np.linalg.norm(_BALL, axis=1, keepdims=True)

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Outline:
    """A die as its outline says: middle in mm, turn in rad, edge and corner radius in mm, overlap (IoU) and pixels."""

    x_mm: float
    y_mm: float
    turn: float
    edge_mm: float
    corner_radius_mm: float
    iou: float
    edge_px: float


@dataclass(frozen=True, eq=False)
class _Body:
    """A body in a patch of the picture: `mask` (h, w) on the finer grid, whose first pixel is at `corner_px`.

    `level`: the part of the body's contrast at which it ends.
    """

    mask: Mask
    corner_px: Floats
    level: float


def find_outlines(image: Image, background: Background, camera: Camera, edge_mm: float) -> list[Outline]:
    """Measure every lone flat die in a picture (h, w, 3). `edge_mm`: about how large they are."""
    height, width = image.shape[:2]
    middle = camera.on_plane(np.array([[width / 2, height / 2]]), 0.0)[0]
    usual_px = edge_px(camera, middle, edge_mm)
    least = max(LEAST_LEVEL, 4.5 * background.noise)
    strength = unlike_background(image, background.image)
    found = []
    for left, top, right, bottom in _boxes(strength > least, usual_px):
        part = np.s_[max(top - 4, 0) : bottom + 4, max(left - 4, 0) : right + 4]
        body = _body(strength[part], np.array([max(left - 4, 0), max(top - 4, 0)], float), least)
        outline = _fitted(body, camera, edge_mm) if body is not None else None
        if outline is not None and outline.iou >= LEAST_IOU:
            found.append(outline)
    return found


def unlike_background(image: Image, empty: Image) -> NDArray[np.float32]:
    """Measure how little each pixel (h, w) looks like the empty board in less light, in grey levels."""
    seen, then = image.astype(np.float32), empty.astype(np.float32)
    usable = ((then > 20) & (then < 235) & (seen < 235)).all(axis=2)
    if usable.sum() > 100:
        then = then * np.clip(np.median(seen[usable] / then[usable], axis=0), 0.5, 2.0).astype(np.float32)
    power = np.einsum("ijk,ijk->ij", then, then) + 60.0
    light = np.einsum("ijk,ijk->ij", seen, then) / power
    rest = seen - np.clip(light, 0.0, 1.0)[..., None] * then
    dark = np.where(light < DARKEST_SHADOW, 0.8 * np.sqrt(power) * (1.0 - light), 0.0)
    return np.asarray(np.maximum(np.sqrt(np.einsum("ijk,ijk->ij", rest, rest)), dark), dtype=np.float32)


def _boxes(changed: NDArray[np.bool_], usual_px: float) -> list[tuple[int, int, int, int]]:
    """Give left, top, right, bottom of what may be single dice of about a size."""
    size = max(3, round(0.16 * usual_px)) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, disc)
    clean = cv2.morphologyEx(closed, cv2.MORPH_OPEN, disc)
    count, _, stats, _ = cv2.connectedComponentsWithStats(clean, connectivity=8)
    boxes = [tuple(int(n) for n in stats[i, :4]) for i in range(1, count)]
    return [
        (left, top, left + wide, top + high)
        for left, top, wide, high in boxes
        if 0.6 * usual_px < min(wide, high) and max(wide, high) < 2.4 * usual_px
    ]


def _body(strength: NDArray[np.float32], corner_px: Floats, least: float) -> _Body | None:
    """Draw the largest body of a patch without holes; low enough for its shaded sides to belong to it."""
    fine = cv2.resize(strength, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR)
    rough = np.asarray(fine > least, dtype=np.uint8)
    if not rough.any():
        return None
    contrast = float(np.median(fine[rough > 0]))
    level = float(np.clip(BODY_LEVEL * contrast, least, MOST_LEVEL))
    contours, _ = cv2.findContours(np.asarray(fine > level, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    mask = np.zeros_like(rough)
    if contours:
        cv2.drawContours(mask, [max(contours, key=cv2.contourArea)], -1, 1, cv2.FILLED)
    # Centres of fine pixels lie between those of the picture's.
    return _Body(mask, corner_px - 0.5 + 0.5 / FINER, min(level / contrast, 0.5))


def _fitted(body: _Body, camera: Camera, edge_mm: float) -> Outline | None:
    """Fit place, turn, edge and corner radius, from a few turns."""
    rows, columns = np.nonzero(body.mask)
    if not len(rows):
        return None
    seen = body.corner_px + np.array([columns.mean(), rows.mean()]) / FINER
    x, y = camera.on_plane(seen[None], edge_mm / 2)[0]
    whole = float(body.mask.sum())

    def overlap(p: Floats) -> float:
        shape = _silhouette(p, camera, body)
        both = float(cv2.countNonZero(cv2.bitwise_and(shape, body.mask)))
        return both / max(whole + cv2.countNonZero(shape) - both, 1.0)

    starts = [np.array([x, y, turn, edge_mm, 0.05 * edge_mm]) for turn in _TURNS]
    start = max(starts, key=overlap)
    steps = np.vstack([np.zeros(5), np.diag([0.6, 0.6, 0.08, 0.06 * edge_mm, 0.05 * edge_mm])])
    best = minimize(
        lambda p: 1.0 - overlap(p) if _possible(p, edge_mm) else 2.0, start, method="Nelder-Mead",
        options={"initial_simplex": start + steps, "maxfev": 260, "xatol": 5e-3, "fatol": 2e-4},
    )  # fmt: skip
    x, y, turn, edge, radius = (float(v) for v in best.x)
    return Outline(x, y, turn, edge, radius, 1.0 - float(best.fun), edge_px(camera, np.array([x, y]), edge))


def _possible(p: Floats, edge_mm: float) -> bool:
    return bool(SIZES[0] < p[3] / edge_mm < SIZES[1] and 0.0 <= p[4] < 0.3 * p[3])


def _silhouette(p: Floats, camera: Camera, body: _Body) -> Mask:
    """Draw the outline of a flat cube (x, y, turn, edge, corner radius) as the camera would show it."""
    x, y, turn, edge, radius = p
    corners = (_CORNERS * (edge / 2 - radius))[:, None] + _BALL * radius
    cos, sin = np.cos(turn), np.sin(turn)
    spin = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    points = camera.project(corners.reshape(-1, 3) @ spin + np.array([x, y, edge / 2]))
    hull = cv2.convexHull(((points - body.corner_px) * FINER).astype(np.float32))
    shape = np.zeros_like(body.mask)
    cv2.fillConvexPoly(shape, np.round(hull * 16).astype(np.int32), 255, shift=4)
    soft = cv2.GaussianBlur(shape, (0, 0), BLUR_PX * FINER)
    return np.asarray(soft > 255.0 * body.level, dtype=np.uint8)


def edge_px(camera: Camera, place_mm: Floats, edge_mm: float) -> float:
    """Give the edge of a top face at a place, in pixels of the picture."""
    x, y = place_mm
    points = camera.project(np.array([[x, y, edge_mm], [x + 1, y, edge_mm], [x, y + 1, edge_mm]]))
    a, b = points[1] - points[0], points[2] - points[0]
    return float(np.sqrt(abs(a[0] * b[1] - a[1] * b[0])) * edge_mm)

"""The part of the small picture worth looking at: what shows through the opening between the wall tops."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Image
from vision.geometry import Board, Camera, Floats, Setup
from vision.pictures.kernels import square

_FALLBACK_EDGE_MM = 16.0
_STEPS = 24
_CUBE = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)])


@dataclass(frozen=True, eq=False)
class Region:
    """The board's opening in a picture: `left`, `top` and `mask` (h, w; 255 inside), `border` its outermost ring.

    Every ray that reaches the inside of the board passes between the wall tops, so nothing outside this
    outline lies on the board. `die_px` are coefficients of a resting die's silhouette area (px) over the picture.
    """

    camera: Camera
    board: Board
    edge_mm: float
    left: int
    top: int
    mask: Image
    border: Image
    die_px: Floats

    @property
    def height(self) -> int:
        """Rows of the mask."""
        return int(self.mask.shape[0])

    @property
    def width(self) -> int:
        """Columns of the mask."""
        return int(self.mask.shape[1])

    def crop(self, image: Image) -> Image:
        """Cut the region's rectangle out of a picture, as a view."""
        return image[self.top : self.top + self.height, self.left : self.left + self.width]

    def die_area_px(self, x: float, y: float) -> float:
        """Give how many pixels a resting die's silhouette covers at a place of the picture (px)."""
        a = self.die_px
        area = a[0] + a[1] * x + a[2] * y + a[3] * x * x + a[4] * x * y + a[5] * y * y
        return float(max(area, 4.0))


def region_of(setup: Setup, width: int, height: int) -> Region:
    """Find the region in pictures of a size (px) from the calibrated camera and board."""
    camera = setup.camera.scaled(width, height)
    edge_mm = float(np.mean([d.edge_mm for d in setup.dice])) if setup.dice else _FALLBACK_EDGE_MM
    full = np.zeros((height, width), np.uint8)
    outline = camera.project(_outline_mm(setup.board))
    cv2.fillPoly(full, [np.round(outline).astype(np.int32)], 255)
    x, y, w, h = cv2.boundingRect(full)
    mask = np.ascontiguousarray(full[y : y + h, x : x + w])
    inner = cv2.erode(mask, square(5), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    border = np.asarray(cv2.subtract(mask, inner), dtype=np.uint8)
    return Region(camera, setup.board, edge_mm, x, y, mask, border, _die_area(camera, setup.board, edge_mm))


def _outline_mm(board: Board) -> Floats:
    """Walk along the inner wall tops, densely, because a lens bends straight edges."""
    corners = board.corners_mm(board.wall_height_mm)
    share = np.linspace(0.0, 1.0, _STEPS, endpoint=False)[:, None]
    return np.concatenate([a + share * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])


def _die_area(camera: Camera, board: Board, edge_mm: float) -> Floats:
    """Fit the silhouette's area over the picture as a quadratic in x and y (px)."""
    rows, areas = [], []
    for x_mm in np.linspace(0.0, board.length_mm, 7):
        for y_mm in np.linspace(0.0, board.width_mm, 5):
            points = camera.project(_CUBE * edge_mm + np.array([x_mm, y_mm, 0.0]))
            areas.append(cv2.contourArea(cv2.convexHull(points.astype(np.float32))))
            u, v = points.mean(axis=0)
            rows.append([1.0, u, v, u * u, u * v, v * v])
    return np.asarray(np.linalg.lstsq(np.array(rows), np.array(areas), rcond=None)[0], dtype=np.float64)

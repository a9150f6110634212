"""The plane of the top faces: one picture of it at a fixed scale, in which every top face is a square of known size."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.errors import CalibrationError
from vision.frame import Image
from vision.geometry import Board, Camera, Floats

GRID_PX = 16
"""Spacing of the points that go through the lens model; between them the map is linear (error under 0.01 px)."""


Box = tuple[int, int, int, int]
"""A part of a picture: left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the rectified plane: left, top, width and height in its pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def slices(self) -> tuple[slice, slice]:
        """Rows and columns, for cutting arrays."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)


class TopPlane:
    """The board plane at height `z_mm`, seen straight from above at `scale` px per mm.

    Plane pixels (column, row) are (x - x0, y - y0) * scale. What stands at another height appears shifted along
    the ray; `appear` says where.
    """

    def __init__(self, camera: Camera, board: Board, z_mm: float, scale: float, margin_mm: float) -> None:
        """Precompute the map from plane to picture over the board and what is seen `margin_mm` around it.

        Raises CalibrationError for a camera that does not see the board.
        """
        self.camera, self.z_mm, self.scale = camera, z_mm, scale
        low, high = _visible_extent(camera, board, z_mm, margin_mm)
        self.origin_mm = low
        self.width, self.height = (int(n) for n in np.ceil((high - low) * scale))
        self._map_x, self._map_y = self._lens_map()
        eye = camera.position_mm
        self._eye_px = ((eye[:2] - low) * scale).astype(np.float32)
        self._reach_px = np.float32(-(eye[2] - z_mm) * scale)

    def _lens_map(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        columns, rows = (np.arange(0, n + 2 * GRID_PX, GRID_PX) for n in (self.width, self.height))
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2) / self.scale + self.origin_mm
        points = np.column_stack([grid, np.full(len(grid), self.z_mm)])
        coarse = self.camera.project(points).astype(np.float32).reshape(len(rows), len(columns), 2)
        enlarge = np.array([[GRID_PX, 0, 0], [0, GRID_PX, 0]], float)
        fine = cv2.warpAffine(coarse, enlarge, (self.width, self.height), flags=cv2.INTER_LINEAR)
        whole, part = cv2.convertMaps(fine[..., 0], fine[..., 1], cv2.CV_16SC2)
        return np.asarray(whole, dtype=np.int16), np.asarray(part, dtype=np.uint16)

    def to_mm(self, points_px: Floats) -> Floats:
        """Give board x, y (n, 2) of plane pixels (n, 2)."""
        return np.asarray(points_px, float) / self.scale + self.origin_mm

    def to_px(self, points_mm: Floats) -> Floats:
        """Give plane pixels (n, 2) of board x, y (n, 2)."""
        return (np.asarray(points_mm, float) - self.origin_mm) * self.scale

    def appear(self, points_mm: Floats) -> Floats:
        """Give plane pixels (n, 2) at which board points (n, 3) at any height below the camera appear."""
        points = np.asarray(points_mm, float).reshape(-1, 3)
        eye = self.camera.position_mm
        reach = (eye[2] - self.z_mm) / (eye[2] - points[:, 2:])
        return self.to_px(eye[:2] + reach * (points[:, :2] - eye[:2]))

    def seen_from_camera(self, offsets_mm: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Give plane columns and rows (k, m) of points (3, k, m), mm from the camera's place."""
        across, down, away = offsets_mm
        reach = self._reach_px / away
        column, row = self._eye_px
        return reach * across + column, reach * down + row

    def lower(self, points_px: Floats, z_mm: float | Floats) -> Floats:
        """Give board x, y (..., 2) at heights `z_mm` (..., 1) of what appears at plane pixels (..., 2)."""
        eye = self.camera.position_mm
        reach = (eye[2] - z_mm) / (eye[2] - self.z_mm)
        return np.asarray(eye[:2] + reach * (self.to_mm(points_px) - eye[:2]), dtype=np.float64)

    def windows(self, boxes: Sequence[Box], pad_mm: float) -> list[Window | None]:
        """Give the windows around what lies in boxes of the picture, with room; None outside of the plane."""
        if not boxes:
            return []
        corners = [((x, y), (x + w, y), (x + w, y + h), (x, y + h)) for x, y, w, h in boxes]
        points = self.to_px(self.camera.on_plane(np.array(corners, float).reshape(-1, 2), self.z_mm))
        return [self._around(each, pad_mm * self.scale) for each in points.reshape(-1, 4, 2)]

    def _around(self, points: Floats, pad_px: float) -> Window | None:
        if not np.isfinite(points).all():
            return None
        low = np.maximum(np.floor(points.min(axis=0) - pad_px), 0).astype(int)
        high = np.minimum(np.ceil(points.max(axis=0) + pad_px), (self.width, self.height)).astype(int)
        if (high - low < 4).any():
            return None
        return Window(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))

    def cut(self, image: Image, window: Window) -> Image:
        """Rectify one window of a picture (h, w, 3); black where the picture ends."""
        part = window.slices
        return np.asarray(cv2.remap(image, self._map_x[part], self._map_y[part], cv2.INTER_LINEAR), dtype=np.uint8)


def _visible_extent(camera: Camera, board: Board, z_mm: float, margin_mm: float) -> tuple[Floats, Floats]:
    """Give the corners of the part of the plane around the board that the picture can show."""
    low = np.array([-margin_mm, -margin_mm])
    high = np.array([board.length_mm + margin_mm, board.width_mm + margin_mm])
    width, height = camera.lens.width, camera.lens.height
    along, down = np.linspace(0, width - 1, 9), np.linspace(0, height - 1, 9)
    border = np.concatenate(
        [
            np.column_stack([along, np.zeros(9)]),
            np.column_stack([along, np.full(9, height - 1)]),
            np.column_stack([np.zeros(9), down]),
            np.column_stack([np.full(9, width - 1), down]),
        ]
    )
    rays = camera.rays(border)
    if (rays[:, 2] < 0).all():
        seen = camera.on_plane(border, z_mm)
        low, high = np.maximum(low, seen.min(axis=0)), np.minimum(high, seen.max(axis=0))
    if (high - low < 50).any():
        raise CalibrationError("This camera does not see the board at all. Calibrate the board again.")
    return low, high


def pixels_per_mm(camera: Camera, board: Board, z_mm: float = 0.0) -> float:
    """Give the picture's own resolution at the middle of the board: the geometric mean over both directions."""
    x, y = board.length_mm / 2, board.width_mm / 2
    points = camera.project(np.array([[x, y, z_mm], [x + 1, y, z_mm], [x, y + 1, z_mm]]))
    a, b = points[1] - points[0], points[2] - points[0]
    return float(np.sqrt(abs(a[0] * b[1] - a[1] * b[0])))

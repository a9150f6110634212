"""Camera, board and dice as geometry: from millimetres on the board to pixels and back."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BLOWN_OUT = 235
"""Grey levels from which on a channel may show less light than there is."""


@dataclass(frozen=True, eq=False)
class Lens:
    """Intrinsics and distortion of one stream, in OpenCV's pinhole model.

    `k` (3, 3); `dist` [k1, k2, p1, p2, k3] or any length OpenCV takes; pixel centres at integer coordinates.
    """

    width: int
    height: int
    k: Floats
    dist: Floats = field(default_factory=lambda: np.zeros(5))

    def scaled(self, width: int, height: int) -> "Lens":
        """Give the same lens seen at another picture size."""
        sx, sy = width / self.width, height / self.height
        k = self.k.copy()
        k[0, :2] *= sx
        k[1, :2] *= sy
        k[0, 2] = (self.k[0, 2] + 0.5) * sx - 0.5
        k[1, 2] = (self.k[1, 2] + 0.5) * sy - 0.5
        return replace(self, width=width, height=height, k=k)


@dataclass(frozen=True, eq=False)
class Pose:
    """Where the board is, seen from the camera: X_cam = r @ X_board + t, millimetres."""

    r: Floats
    t: Floats


@dataclass(frozen=True, eq=False)
class Camera:
    """A lens at a pose: the map between the board frame (mm) and the picture (px)."""

    lens: Lens
    pose: Pose

    @cached_property
    def position_mm(self) -> Floats:
        """The camera's centre in the board frame, (3,)."""
        centre: Floats = -self.pose.r.T @ self.pose.t
        return centre

    @cached_property
    def _rvec(self) -> Floats:
        return np.asarray(cv2.Rodrigues(self.pose.r)[0], dtype=np.float64)

    def project(self, points_mm: Floats) -> Floats:
        """Project board points (n, 3) in mm to pixels (n, 2), distortion included."""
        points = np.ascontiguousarray(points_mm, dtype=np.float64).reshape(-1, 1, 3)
        px, _ = cv2.projectPoints(points, self._rvec, self.pose.t, self.lens.k, self.lens.dist)
        return np.asarray(px, dtype=np.float64).reshape(-1, 2)

    def rays(self, points_px: Floats) -> Floats:
        """Give the viewing directions (n, 3) in the board frame of pixels (n, 2); not normalised."""
        points = np.ascontiguousarray(points_px, dtype=np.float64).reshape(-1, 1, 2)
        flat = cv2.undistortPoints(points, self.lens.k, self.lens.dist).reshape(-1, 2)
        return np.column_stack([flat, np.ones(len(flat))]) @ self.pose.r

    def on_plane(self, points_px: Floats, z_mm: float) -> Floats:
        """Give where the rays of pixels (n, 2) meet the plane at height `z_mm`: board x, y (n, 2) in mm."""
        rays = self.rays(points_px)
        reach = (z_mm - self.position_mm[2]) / rays[:, 2:]
        return np.asarray(self.position_mm[:2] + reach * rays[:, :2], dtype=np.float64)

    def scaled(self, width: int, height: int) -> "Camera":
        """Give the same camera delivering another picture size."""
        return Camera(self.lens.scaled(width, height), self.pose)


@dataclass(frozen=True, slots=True)
class Board:
    """The walled board's inside, mm. Origin at the floor corner near the thrower on the right."""

    length_mm: float = 900.0
    width_mm: float = 450.0
    wall_height_mm: float = 115.0

    def corners_mm(self, z_mm: float = 0.0) -> Floats:
        """Give the inner corners (0,0), (L,0), (L,W), (0,W) at a height, (4, 3)."""
        length, width = self.length_mm, self.width_mm
        return np.array([[0, 0, z_mm], [length, 0, z_mm], [length, width, z_mm], [0, width, z_mm]], float)


@dataclass(frozen=True, slots=True)
class DieModel:
    """One kind of dice on a table. None: found while reading. Colours BGR 0..255, lengths mm.

    `pip_spacing_mm`: from the middle to the outer pips, along the sides. `six_across_mm`, `six_along_mm`: the same of a
    6, over and along its long rows, which lie closer on some dice. `right_handed`: 1, 2 and 3 run counter-clockwise
    about their corner. `two_at_corner`, `three_at_corner`: that corner is at an end of the diagonal of the 2, of the 3.
    `six_beside_two`: a long row of the 6 lies beside the 2.
    """

    edge_mm: float
    name: str = "die"
    corner_radius_mm: float | None = None
    pip_radius_mm: float | None = None
    pip_spacing_mm: float | None = None
    body_bgr: tuple[float, float, float] | None = None
    pip_bgr: tuple[float, float, float] | None = None
    six_across_mm: float | None = None
    six_along_mm: float | None = None
    right_handed: bool | None = None
    two_at_corner: bool | None = None
    three_at_corner: bool | None = None
    six_beside_two: bool | None = None


FACES = ("right_handed", "two_at_corner", "three_at_corner", "six_beside_two")
"""What of a model says how the faces of its dice stand to each other."""


def halved(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give a picture at half its size, each pixel the mean of four."""
    height, width = image.shape[:2]
    return np.asarray(cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def samples_of(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Give a picture's colours (n, 3) at the same places all over it."""
    return image[4::32, 4::32].reshape(-1, 3).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Background:
    """The empty board as the camera sees it, (h, w, 3) uint8, and its noise (standard deviation, grey levels)."""

    image: NDArray[np.uint8]
    noise: float = 2.0

    @cached_property
    def half(self) -> NDArray[np.uint8]:
        """The picture at half its size."""
        return halved(self.image)

    @cached_property
    def samples(self) -> NDArray[np.float32]:
        """Colours (n, 3) at places all over the picture."""
        return samples_of(self.image)

    @cached_property
    def told_light(self) -> NDArray[np.bool_]:
        """Which of the samples (n,) tell how bright the light is: neither dark nor blown out."""
        return np.asarray(((self.samples > 20) & (self.samples < BLOWN_OUT)).all(axis=1))


@dataclass(frozen=True, eq=False)
class Setup:
    """All that is known before reading: camera, board, dice models and, where measured, the background."""

    camera: Camera
    board: Board
    dice: tuple[DieModel, ...]
    background: Background | None = None
    dice_count: int | None = None

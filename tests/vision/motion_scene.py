"""A small painted table for the tests of motion: cubes, shadows, hands and light, through a real camera model."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frame import Frame, Image
from vision.geometry import Background, Board, Camera, DieModel, Floats, Lens, Pose, Setup

SIZE = (640, 360)
FRAME_NS = 16_666_667
_CORNERS = np.array([[x, y, z] for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]) - [0.5, 0.5, 0.5]


def overhead(tilt_deg: float = 0.0, height_mm: float = 800.0) -> Camera:
    """Give a camera over the middle of the board that looks back towards it when tilted about x."""
    lens = Lens(*SIZE, np.array([[470.0, 0, 320.0], [0, 470.0, 180.0], [0, 0, 1]]), np.array([-0.05, 0.02, 0, 0, 0]))
    c, s = np.cos(np.radians(tilt_deg)), np.sin(np.radians(tilt_deg))
    r = np.array([[1, 0, 0], [0, c, s], [0, -s, c]]) @ np.diag([1.0, -1.0, -1.0])
    place = np.array([450.0, 225.0 - height_mm * np.tan(np.radians(tilt_deg)), height_mm])
    return Camera(lens, Pose(r, -r @ place))


@dataclass
class Scene:
    """The table and its light; `picture` paints what lies on it."""

    camera: Camera = field(default_factory=overhead)
    edge_mm: float = 19.0
    felt: tuple[int, int, int] = (70, 130, 60)
    die: tuple[int, int, int] = (40, 30, 190)
    noise: float = 2.0
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))

    def __post_init__(self) -> None:
        mottle = cv2.resize(self.random.normal(0, 6, (18, 32)).astype(np.float32), SIZE)
        fields = self.random.normal(0, self.noise, (5, SIZE[1], SIZE[0], 3))
        self._noise = np.round(fields).astype(np.int16)
        self._pictures = 0
        self.empty: Image = np.clip(np.array(self.felt) + mottle[..., None], 0, 255).astype(np.uint8)
        rim = self.camera.project(Board().corners_mm(115.0)).astype(np.int32)
        cv2.polylines(self.empty, [rim], True, (20, 60, 90), 4)
        cv2.circle(self.empty, (320, 180), 40, (230, 230, 230), 2)

    def setup(self, background: bool = True) -> Setup:
        """Give what calibration would know."""
        known = Background(self.empty, self.noise) if background else None
        return Setup(self.camera, Board(), (DieModel(self.edge_mm),), known)

    def picture(self, *dice_mm: tuple[float, float], light: float = 1.0, over: Image | None = None) -> Image:
        """Paint dice (centres on the floor, mm) with shadows; `over` multiplies: 255 leaves the light as it is."""
        image = self.empty.copy()
        for x, y in dice_mm:
            self._die(image, np.array([x, y, self.edge_mm / 2]), np.radians(x + 2 * y))
        if over is not None:
            image = cv2.multiply(image, cv2.merge([over] * 3), scale=1 / 255.0)
        image = cv2.convertScaleAbs(image, alpha=light)
        self._pictures += 1
        noisy = cv2.add(image, self._noise[self._pictures % 5], dtype=cv2.CV_8U)
        return np.asarray(noisy, dtype=np.uint8)

    def chip(self, x: float, y: float) -> None:
        """Put a chip on the empty board for good (the calibrated background does not change)."""
        turn = np.linspace(0, 2 * np.pi, 40)
        circle = np.column_stack([x + 19.5 * np.cos(turn), y + 19.5 * np.sin(turn), np.full(40, 3.3)])
        cv2.fillPoly(self.empty, [np.round(self.camera.project(circle)).astype(np.int32)], (200, 200, 210))

    def with_hand(self, image: Image, reach_px: int) -> Image:
        """Reach in from the left by so many pixels, past the wall."""
        cv2.rectangle(image, (0, 150), (reach_px, 210), (120, 150, 210), -1)
        return image

    def _die(self, image: Image, centre: Floats, turn: float) -> None:
        c, s = np.cos(turn), np.sin(turn)
        body = _CORNERS @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) * self.edge_mm + centre
        shadow = np.zeros(image.shape[:2], np.uint8)
        fallen = np.concatenate([body[:4], body[4:] + np.array([8.0, 5.0, -self.edge_mm])])
        cv2.fillConvexPoly(shadow, self._outline(fallen), 255, cv2.LINE_AA)
        left, top, w, h = cv2.boundingRect(shadow)
        part = np.s_[top : top + h, left : left + w]
        image[part] = (image[part] * (1 - 0.45 * shadow[part][..., None] / 255.0)).astype(np.uint8)
        cv2.fillConvexPoly(image, self._outline(body), [int(0.6 * c) for c in self.die], cv2.LINE_AA)
        cv2.fillConvexPoly(image, self._outline(body[4:]), self.die, cv2.LINE_AA)

    def _outline(self, points: Floats) -> Image:
        return cv2.convexHull(np.round(self.camera.project(points)).astype(np.int32))


def small(image: Image, k: int) -> Frame:
    """Give picture k of a 60 fps stream."""
    return Frame(image, k * FRAME_NS, k, "small")

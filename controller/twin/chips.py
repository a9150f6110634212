"""Chips as the camera sees them: discs with edge spots, a ring and a number."""

import cv2
import numpy as np

from controller.twin.layer import Colour, Layer
from controller.twin.lighting import Lighting
from controller.twin.world import CHIP_HEIGHT_MM, CHIP_RADIUS_MM
from vision.geometry import Camera, Floats

_KINDS: tuple[tuple[Colour, Colour], ...] = (
    ((235.0, 238.0, 238.0), (180.0, 70.0, 40.0)),
    ((44.0, 40.0, 175.0), (235.0, 238.0, 238.0)),
    ((50.0, 105.0, 30.0), (120.0, 225.0, 235.0)),
    ((32.0, 30.0, 30.0), (235.0, 238.0, 238.0)),
    ((175.0, 60.0, 45.0), (235.0, 238.0, 238.0)),
    ((70.0, 215.0, 235.0), (70.0, 215.0, 235.0)),
)
_SPOTS = 8


class ChipPainter:
    """Draws chips onto layers through one camera."""

    def __init__(self, camera: Camera, lighting: Lighting) -> None:
        self.camera = camera
        self.lighting = lighting

    def outline(self, centre_mm: Floats) -> Floats:
        """Points (n, 3) around a chip."""
        return np.vstack([_ring(centre_mm, CHIP_RADIUS_MM, s * CHIP_HEIGHT_MM / 2, 40) for s in (-1, 1)])

    def draw(self, layer: Layer, centre_mm: Floats, tone: Floats) -> None:
        """Draw one chip; its kind and turn follow from its place."""
        seed = int(abs(centre_mm[0] * 7.3 + centre_mm[1] * 3.1))
        body, spot = _KINDS[seed % len(_KINDS)]
        body_lit, spot_lit = np.array(body) * tone, np.array(spot) * tone
        hull = cv2.convexHull(self.camera.project(self.outline(centre_mm)).astype(np.float32)).reshape(-1, 2)
        layer.fill(hull.astype(np.float64), _dim(body_lit, 0.6))
        top = CHIP_HEIGHT_MM / 2
        layer.ink(self._px(_ring(centre_mm, CHIP_RADIUS_MM - 0.3, top, 40)), _dim(body_lit, 0.95))
        for k in range(_SPOTS):
            layer.ink(self._px(_sector(centre_mm, top, seed + 2 * np.pi * k / _SPOTS)), _dim(spot_lit, 0.95))
        layer.ink(self._px(_ring(centre_mm, 0.66 * CHIP_RADIUS_MM, top, 32)), _dim(spot_lit, 0.9))
        layer.ink(self._px(_ring(centre_mm, 0.6 * CHIP_RADIUS_MM, top, 32)), _dim(body_lit, 1.0))

    def _px(self, points_mm: Floats) -> Floats:
        return self.camera.project(points_mm)


def _ring(centre_mm: Floats, radius_mm: float, up_mm: float, count: int) -> Floats:
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    flat = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(count)]) * radius_mm
    return np.asarray(centre_mm + flat + (0, 0, up_mm), dtype=np.float64)


def _sector(centre_mm: Floats, up_mm: float, turn: float) -> Floats:
    half = np.pi / _SPOTS * 0.45
    angles = np.array([turn - half, turn, turn + half, turn + half, turn, turn - half])
    radius = np.array([1, 1, 1, 0.72, 0.72, 0.72]) * (CHIP_RADIUS_MM - 0.4)
    flat = np.column_stack([np.cos(angles) * radius, np.sin(angles) * radius, np.full(6, up_mm)])
    return np.asarray(centre_mm + flat, dtype=np.float64)


def _dim(values: Floats, light: float) -> Colour:
    b, g, r = np.clip(values * light, 0, 255)
    return float(b), float(g), float(r)

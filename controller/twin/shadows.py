"""Soft shadows of dice, chips and hand on the felt; what stands before it, as a rim does, is not shaded."""

import cv2
import numpy as np

from controller.twin.layer import Area, Plane, area_of
from controller.twin.lighting import Lighting
from vision.frame import Image
from vision.geometry import Camera, Floats

CONTACT = 0.42
LONGEST_MM = 260.0
WALL_MM = 40.0
"""How high up a wall a shadow reaches, fading."""


class ShadowPainter:
    """Darkens a picture where a body keeps the lamps' light and the room's light from the felt."""

    def __init__(self, camera: Camera, lighting: Lighting, height_mm: Plane) -> None:
        """Take the height above the felt of what is seen of the empty table, (h, w)."""
        self.camera = camera
        self.lighting = lighting
        self.size = (camera.lens.width, camera.lens.height)
        self._height_mm = height_mm

    def cast(self, picture: Image, points_mm: Floats, ground_mm: float = 0.0) -> None:
        """Darken in place for one convex body given by points (n, 3)."""
        above = points_mm[:, 2].mean() - ground_mm
        gap = max(points_mm[:, 2].min() - ground_mm, 0.0)
        if above > LONGEST_MM:
            return
        middle = points_mm.mean(0)
        scale = self._px_per_mm(middle)
        parts = self.lighting.direct_part(middle)
        for lamp, place, part in zip(self.lighting.settings.look.lamps, self.lighting.lamps_mm, parts, strict=True):
            shade = _dropped(points_mm, place, ground_mm)
            soft = lamp.side_mm * (0.35 * (points_mm[:, 2].max() - ground_mm) + gap) / place[2] * 0.4 * scale
            self._darken(picture, shade, soft + 0.5 * scale, float(part), ground_mm)
        under = np.column_stack([points_mm[:, :2], np.full(len(points_mm), ground_mm)])
        self._darken(picture, under, (2.2 + 0.45 * gap) * scale, CONTACT * float(np.exp(-gap / 22)), ground_mm)

    def _px_per_mm(self, place_mm: Floats) -> float:
        away = float(np.linalg.norm(self.camera.position_mm - place_mm))
        return float(self.camera.lens.k[0, 0]) / away

    def _darken(self, picture: Image, points_mm: Floats, soft_px: float, strength: float, ground_mm: float) -> None:
        px = self.camera.project(points_mm)
        area = area_of(px, self.size, 2.6 * soft_px + 1)
        if area is None or strength < 0.01:
            return
        # A soft shadow needs no fine sheet: draw it small, blur it there and stretch it.
        step = max(1, int(soft_px / 1.5))
        x0, y0, x1, y1 = area
        size = (-(-(x1 - x0) // step), -(-(y1 - y0) // step))
        mask = np.zeros(size[::-1], np.uint8)
        hull = cv2.convexHull(((px - (x0, y0) + 0.5) / step - 0.5).astype(np.float32)).reshape(-1, 2)
        corners = np.asarray(np.round(np.clip(hull, -2000, 2000) * 16), np.int32).reshape(-1, 1, 2)
        cv2.fillConvexPoly(mask, corners, 255.0 * strength, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), max(soft_px / step, 0.4))
        wide = cv2.resize(soft, (size[0] * step, size[1] * step), interpolation=cv2.INTER_LINEAR)
        shade = np.asarray(wide)[: y1 - y0, : x1 - x0] * self._falls(area, ground_mm)
        part = picture[y0:y1, x0:x1]
        part[:] = (part * (1 - shade[..., None]) + 0.5).astype(np.uint8)

    def _falls(self, area: Area, ground_mm: float) -> Plane:
        """Give how far a shadow on the ground falls on what is seen in a part of the picture, (h, w)."""
        x0, y0, x1, y1 = area
        above = np.abs(self._height_mm[y0:y1, x0:x1] - np.float32(ground_mm))
        return np.asarray(np.clip(1 - above / np.float32(WALL_MM), 0, 1), np.float32)


def _dropped(points_mm: Floats, lamp_mm: Floats, ground_mm: float) -> Floats:
    """Where rays from a lamp through points meet the ground."""
    down = points_mm - lamp_mm
    reach = (ground_mm - lamp_mm[2]) / np.minimum(down[:, 2], -1.0)
    return np.asarray(lamp_mm + reach[:, None] * down, dtype=np.float64)

"""A hand and forearm over the board: one shaded picture, laid over the frame as a plane at the hand's height."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.twin.layer import area_of, lay_over
from vision.frame import Image
from vision.geometry import Camera, Floats

_SCALE = 1.5
_LOW = np.array([-1000.0, -110.0])
_HIGH = np.array([110.0, 110.0])
_SKINS = ((120.0, 152.0, 205.0), (96.0, 130.0, 184.0), (52.0, 78.0, 122.0), (140.0, 170.0, 216.0))
_SLEEVES = ((92.0, 70.0, 48.0), (46.0, 44.0, 46.0), (140.0, 128.0, 120.0), (60.0, 52.0, 128.0))
# Rods (from, to, radius at both ends) in mm: x towards the fingertips, y to the thumb's side.
_ARM = ((-1000, 0, -150, 0, 50, 37),)
_HAND = (
    (-165, 0, -60, 0, 29, 33),
    (-62, -14, -20, -16, 30, 26),
    (-62, 14, -18, 16, 30, 26),
    (-30, -32, 34, -40, 10.5, 8.0),
    (-20, -13, 58, -17, 11.0, 8.5),
    (-18, 8, 64, 7, 11.0, 8.5),
    (-22, 28, 50, 30, 10.5, 8.5),
    (-70, 36, -8, 58, 13.0, 9.5),
)


@dataclass(frozen=True, slots=True)
class HandPose:
    """Where the palm is: mm in the board frame, and the arm's direction about the vertical."""

    place_mm: tuple[float, float, float]
    turn_deg: float = 0.0


class Hand:
    """One person's hand. Draws itself through any camera."""

    def __init__(self, rng: np.random.Generator) -> None:
        skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))])
        sleeve = np.array(_SLEEVES[int(rng.integers(len(_SLEEVES)))])
        wide, high = ((_HIGH - _LOW) * _SCALE).astype(int)
        x, y = np.meshgrid(np.arange(wide) / _SCALE + _LOW[0], np.arange(high) / _SCALE + _LOW[1])
        self._colour = np.zeros((high, wide, 3), np.float32)
        self._cover = np.zeros((high, wide), np.float32)
        grain = np.asarray(cv2.GaussianBlur(rng.normal(size=(high, wide)).astype(np.float32), (0, 0), 2.5), np.float32)
        for rods, colour, rough in ((_HAND, skin, 0.10), (_ARM, sleeve, 0.35)):
            for rod in rods:
                self._rod(x, y, rod, colour, 1 + rough * grain)

    def _rod(self, x: Floats, y: Floats, rod: tuple[float, ...], colour: Floats, grain: NDArray[np.float32]) -> None:
        ax, ay, bx, by, ra, rb = rod
        along = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2), 0, 1)
        radius = ra + (rb - ra) * along
        away = np.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) / radius
        cover = np.clip((1 - away) * radius * _SCALE / 1.5, 0, 1).astype(np.float32)
        round_light = 0.34 + 0.66 * np.sqrt(np.clip(1 - away**2, 0, 1))
        shade = (round_light * (1 + 0.10 * (y - ay) / radius) * grain)[..., None] * colour
        self._colour += cover[..., None] * (shade.astype(np.float32) - self._colour)
        self._cover = np.maximum(self._cover, cover)

    def points_mm(self, pose: HandPose) -> Floats:
        """Corners of a body around hand and wrist (n, 3), for its shadow."""
        flat = np.array([[-800, -40], [-800, 40], [-60, 40], [30, 45], [66, 8], [40, -42], [-60, -38]], float)
        return _at(flat, pose)

    def draw(self, picture: Image, camera: Camera, pose: HandPose, tone: Floats, blur_px: float) -> None:
        """Lay the hand over a picture, in place."""
        corners = np.array([_LOW, (_HIGH[0], _LOW[1]), _HIGH, (_LOW[0], _HIGH[1])])
        px = camera.project(_at(corners, pose))
        area = area_of(px, (camera.lens.width, camera.lens.height), 2)
        if area is None:
            return
        x0, y0, x1, y1 = area
        high, wide = self._cover.shape
        flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        warp = cv2.getPerspectiveTransform(flat, (px - (x0, y0)).astype(np.float32))
        size = (x1 - x0, y1 - y0)
        colour = cv2.warpPerspective(self._colour, warp, size, flags=cv2.INTER_LINEAR)
        cover = cv2.warpPerspective(self._cover, warp, size, flags=cv2.INTER_LINEAR)
        sheet = np.asarray(np.clip(colour * tone.astype(np.float32) * cover[..., None], 0, 255), np.uint8)
        lay_over(picture, [(sheet, np.asarray(cover * 255, np.uint8))], area, np.ones(size[::-1], np.float32), blur_px)


def _at(flat_mm: Floats, pose: HandPose) -> Floats:
    turn = np.radians(pose.turn_deg)
    c, s = np.cos(turn), np.sin(turn)
    flat = flat_mm @ np.array([[c, s], [-s, c]])
    x, y, z = pose.place_mm
    # The forearm comes over the near wall: it rises towards the shoulder.
    rise = np.maximum(-flat_mm[:, 0] - 60, 0) * 0.28
    return np.column_stack([flat[:, 0] + x, flat[:, 1] + y, z + rise])

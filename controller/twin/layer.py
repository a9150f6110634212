"""A small supersampled drawing sheet over part of a picture: polygons in, premultiplied colour and cover out."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Floats

Plane = NDArray[np.float32]
Colour = tuple[float, float, float]
Area = tuple[int, int, int, int]
_SHIFT = 4


class Layer:
    """A sheet over the pixels [x0, x1) x [y0, y1) of a picture, `finer` samples per pixel along each side."""

    def __init__(self, area: Area, finer: int = 3) -> None:
        self.area = area
        self.finer = finer
        x0, y0, x1, y1 = area
        self.colour: Image = np.zeros(((y1 - y0) * finer, (x1 - x0) * finer, 3), np.uint8)
        self.cover: Image = np.zeros(self.colour.shape[:2], np.uint8)

    def fill(self, points_px: Floats, colour: Colour) -> None:
        """Fill a convex polygon (n, 2) given in picture pixels."""
        corners = self._fixed(points_px)
        cv2.fillConvexPoly(self.colour, corners, colour, cv2.LINE_8, _SHIFT)
        cv2.fillConvexPoly(self.cover, corners, 255.0, cv2.LINE_8, _SHIFT)

    def ink(self, points_px: Floats, colour: Colour) -> None:
        """Fill a convex polygon on what is covered already."""
        cv2.fillConvexPoly(self.colour, self._fixed(points_px), colour, cv2.LINE_8, _SHIFT)

    def mask(self, points_px: Floats) -> Image:
        """Give a polygon as its own sheet (h, w) of 0 and 255."""
        sheet = np.zeros_like(self.cover)
        cv2.fillConvexPoly(sheet, self._fixed(points_px), 255.0, cv2.LINE_8, _SHIFT)
        return sheet

    def shrink(self) -> tuple[Image, Image]:
        """Give premultiplied colour (h, w, 3) and cover (h, w) in picture pixels, 0..255."""
        size = (self.area[2] - self.area[0], self.area[3] - self.area[1])
        colour = cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA)
        cover = cv2.resize(self.cover, size, interpolation=cv2.INTER_AREA)
        return np.asarray(colour, np.uint8), np.asarray(cover, np.uint8)

    def _fixed(self, points_px: Floats) -> NDArray[np.int32]:
        # Pixel centres are integers in the picture; its sample k of `finer` lies at (k + 0.5) / finer - 0.5.
        moved = (points_px - (self.area[0], self.area[1]) + 0.5) * self.finer - 0.5
        return np.asarray(np.round(moved * (1 << _SHIFT)), np.int32).reshape(-1, 1, 2)


def area_of(points_px: Floats, size: tuple[int, int], margin_px: float) -> Area | None:
    """Give the pixel rectangle around points, clipped to a picture (w, h); None when nothing is left."""
    low = np.floor(points_px.min(0) - margin_px)
    high = np.ceil(points_px.max(0) + margin_px) + 1
    if not (np.isfinite(low).all() and np.isfinite(high).all()):
        return None
    x0, y0 = (int(max(v, 0)) for v in np.clip(low, -1e6, 1e6))
    x1, y1 = int(min(high[0], size[0])), int(min(high[1], size[1]))
    return (x0, y0, x1, y1) if x1 - x0 > 1 and y1 - y0 > 1 else None


def lay_over(picture: Image, sheets: list[tuple[Image, Image]], area: Area, seen: Plane, blur_px: float) -> None:
    """Lay the mean of sheets over a part of a picture, in place, where `seen` (h, w) is 1; softened by the lens."""
    colour, cover = (_mean(planes, blur_px) for planes in zip(*sheets, strict=True))
    x0, y0, x1, y1 = area
    part = picture[y0:y1, x0:x1]
    shown = (1 - cover * seen / 255)[..., None]
    part[:] = np.clip(part * shown + colour * seen[..., None] + 0.5, 0, 255).astype(np.uint8)


def _mean(planes: tuple[Image, ...], blur_px: float) -> Plane:
    mean = np.asarray(np.mean(planes, axis=0, dtype=np.float32), np.float32)
    return np.asarray(cv2.GaussianBlur(mean, (0, 0), blur_px), np.float32) if blur_px > 0.2 else mean

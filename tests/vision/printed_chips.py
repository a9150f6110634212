"""Chips as people print them, drawn at random: spots on the rim, rings, and dots, numbers or squares within."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.frame import Image
from vision.geometry import Camera, Floats

HEIGHT_MM = 3.3
NUMBERS = ("1", "5", "10", "25", "100", "$", ":", "8")
Colour = tuple[int, int, int]


class ChipPrinter:
    """Prints chips into a picture (h, w, 3) of a table."""

    def __init__(self, picture: Image, camera: Camera, seed: int) -> None:
        self._picture, self._camera, self._rng = picture, camera, np.random.default_rng(seed)

    def chip(self, x_mm: float, y_mm: float) -> None:
        """Print a chip of 39 mm at a place."""
        middle, rng = np.array([x_mm, y_mm]), self._rng
        radius = 19.5
        self._disc(middle, radius, self._pale() if rng.random() < 0.4 else self._colour())
        if rng.random() < 0.7:
            self._ring_of_dots(middle, int(rng.integers(3, 10)), 0.84 * radius, 0.12 * radius)
        for part in sorted(rng.uniform(0.3, 0.75, int(rng.integers(0, 4))), reverse=True):
            self._disc(middle, part * radius, self._pale() if rng.random() < 0.5 else self._colour())
        inlays: list[Callable[[Floats], None]] = [self._dot, self._dots, self._number, self._square, self._nothing]
        inlays[int(rng.integers(len(inlays)))](middle)

    def _dot(self, middle: Floats) -> None:
        self._disc(middle + self._rng.uniform(-1.5, 1.5, 2), self._rng.uniform(0.8, 3.5), self._colour())

    def _dots(self, middle: Floats) -> None:
        self._ring_of_dots(middle, int(self._rng.integers(2, 7)), self._rng.uniform(3, 8), self._rng.uniform(0.8, 2.2))

    def _number(self, middle: Floats) -> None:
        text, size = NUMBERS[int(self._rng.integers(len(NUMBERS)))], float(self._rng.uniform(0.25, 0.8))
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
        x, y = self._px(middle[None])[0] + (-width / 2, height / 2)
        at = (round(x), round(y))
        cv2.putText(self._picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, self._colour(), 1, cv2.LINE_AA)

    def _square(self, middle: Floats) -> None:
        self._fill(middle + 9.75 * _circle(4, self._rng.uniform(0, 6)), self._colour())
        self._dot(middle)

    def _nothing(self, middle: Floats) -> None:
        """Leave the inlay bare."""

    def _ring_of_dots(self, middle: Floats, count: int, away_mm: float, radius_mm: float) -> None:
        colour = self._colour()
        for spot in middle + away_mm * _circle(count, self._rng.uniform(0, 6)):
            self._disc(spot, radius_mm, colour)

    def _disc(self, middle: Floats, radius_mm: float, colour: Colour) -> None:
        self._fill(middle + radius_mm * _circle(40), colour)

    def _fill(self, corners_mm: Floats, colour: Colour) -> None:
        cv2.fillPoly(self._picture, [np.round(self._px(corners_mm) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)

    def _px(self, places_mm: Floats) -> Floats:
        return self._camera.project(np.column_stack([places_mm, np.full(len(places_mm), HEIGHT_MM)]))

    def _colour(self) -> Colour:
        grey = [self._rng.integers(20, 250)] * 3
        b, g, r = self._rng.integers(0, 256, 3) if self._rng.random() < 0.5 else grey
        return int(b), int(g), int(r)

    def _pale(self) -> Colour:
        b, g, r = np.clip(self._rng.integers(200, 250) + self._rng.integers(-12, 12, 3), 0, 255)
        return int(b), int(g), int(r)


def _circle(count: int, begin: float = 0.0) -> Floats:
    angles = begin + np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([np.cos(angles), np.sin(angles)])

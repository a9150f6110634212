"""Words in pictures: measured, wrapped, on dark plates, placed where they cover nothing that matters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Image

Colour = tuple[int, int, int]
INK: Colour = (245, 245, 245)
PLATE: Colour = (28, 24, 22)

_FONT = cv2.FONT_HERSHEY_SIMPLEX
LINE_PX = 33.0
"""Height of a line of letters of scale 1."""

_STEPS = ((0.0, -1.0), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (0.8, -0.8), (-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8))
_FAR = (1.0, 1.7, 2.6, 3.8)
_FAR_COST = 0.12


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in pixels; right and bottom lie outside."""

    left: float
    top: float
    right: float
    bottom: float

    @staticmethod
    def around(x: float, y: float, width: float, height: float) -> "Rect":
        """Give the rectangle of a size with its middle at a place."""
        return Rect(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def area(self) -> float:
        """Its area in square pixels."""
        return max(self.right - self.left, 0.0) * max(self.bottom - self.top, 0.0)

    def overlap(self, other: "Rect") -> float:
        """Give the area that two rectangles share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(width, 0.0) * max(height, 0.0)

    def inside(self, width: float, height: float) -> "Rect":
        """Give it moved into a picture of a size."""
        x = min(max(self.left, 0.0), max(width - (self.right - self.left), 0.0)) - self.left
        y = min(max(self.top, 0.0), max(height - (self.bottom - self.top), 0.0)) - self.top
        return Rect(self.left + x, self.top + y, self.right + x, self.bottom + y)


def plain(text: str) -> str:
    """Give a text in signs that OpenCV of every version can draw."""
    return text.replace("°", " deg").encode("ascii", "replace").decode()


def text_size(text: str, scale: float) -> tuple[float, float]:
    """Give width and line height of a text in pixels."""
    (width, _), _ = cv2.getTextSize(plain(text), _FONT, scale, _thick(scale))
    return float(width), LINE_PX * scale


def wrapped(text: str, scale: float, most_px: float) -> list[str]:
    """Break a sentence into lines no wider than `most_px` where its words allow it."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_size(longer, scale)[0] > most_px:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def write(drawn: Image, text: str, at: tuple[float, float], scale: float, colour: Colour = INK) -> None:
    """Write one line, `at` its left end and middle of height."""
    place = (round(at[0]), round(at[1] + 10.5 * scale))
    cv2.putText(drawn, plain(text), place, _FONT, scale, colour, _thick(scale), cv2.LINE_AA)


def plate(drawn: Image, where: Rect, colour: Colour | None = None, cover: float = 0.78, line: int = 1) -> None:
    """Darken a part of a picture so that words stand out on it; `colour` frames it."""
    height, width = drawn.shape[:2]
    left, top = max(round(where.left), 0), max(round(where.top), 0)
    right, bottom = min(round(where.right), width), min(round(where.bottom), height)
    if right - left < 1 or bottom - top < 1:
        return
    part = drawn[top:bottom, left:right]
    part[:] = np.clip(part * (1 - cover) + np.array(PLATE) * cover, 0, 255).astype(np.uint8)
    if colour is not None:
        cv2.rectangle(drawn, (left, top), (right - 1, bottom - 1), colour, line, cv2.LINE_AA)


def placed(size: tuple[float, float], around: Rect, taken: Iterable[Rect], picture: tuple[int, int]) -> Rect:
    """Find a place for a label of `size` beside a thing: near it, in the picture (w, h), over nothing that is taken."""
    x, y = (around.left + around.right) / 2, (around.top + around.bottom) / 2
    reach_x = (around.right - around.left + size[0]) / 2
    reach_y = (around.bottom - around.top + size[1]) / 2
    busy = list(taken)
    best, least = Rect.around(x, y - reach_y, *size).inside(*picture), float("inf")
    for far in _FAR:
        for dx, dy in _STEPS:
            spot = Rect.around(x + dx * far * reach_x, y + dy * far * reach_y, *size).inside(*picture)
            cost = (spot.overlap(around) * 2 + sum(spot.overlap(one) for one in busy)) / spot.area + _FAR_COST * far
            if cost < least - 1e-9:
                best, least = spot, cost
    return best


def free(spots: Sequence[Rect], taken: Iterable[Rect]) -> Rect | None:
    """Give the first of some places that covers nothing that is taken."""
    busy = list(taken)
    return next((spot for spot in spots if not any(spot.overlap(one) for one in busy)), None)


def _thick(scale: float) -> int:
    return max(1, round(1.9 * scale))

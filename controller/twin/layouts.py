"""What is printed on the felt: lines, words, boxes, markers and, if wanted, pictures of dice."""

import cv2
import numpy as np

from controller.twin.settings import Layout, TwinSettings
from vision.faces.pips import PIPS
from vision.frame import Image
from vision.geometry import Board

SCALE = 2.0
"""Texture pixels per mm."""

YELLOW = (60, 205, 235)
WHITE = (225, 232, 232)
# cv2.aruco's DICT_4X4_50, ids 0 to 3: rows of four bits, 1 is white.
_MARKS = (0b1011010100110010, 0b0000111110011010, 0b0011001100101101, 0b1001100101000110)
MARKER_MM = 40.0
_MARKER_INSET_MM = 24.0


def marker_corners_mm(board: Board) -> dict[int, list[tuple[float, float, float]]]:
    """Give the printed markers' corners in OpenCV's order (top-left, top-right, bottom-right, bottom-left)."""
    size, inset = MARKER_MM, _MARKER_INSET_MM
    far, left = board.length_mm - inset - size - 12, board.width_mm - inset - size
    places = ((inset, inset), (far, inset), (far, left), (inset, left))
    return {
        i: [(x, y + size, 0.0), (x + size, y + size, 0.0), (x + size, y, 0.0), (x, y, 0.0)]
        for i, (x, y) in enumerate(places)
    }


def printed(cloth: Image, settings: TwinSettings, rng: np.random.Generator) -> Image:
    """Print the layout over a felt texture (h, w, 3) whose first row is the left wall (y = width)."""
    ink = cloth.copy()
    pen = _Pen(ink, settings.board)
    _DRAW[settings.look.layout](pen)
    if settings.look.printed_dice:
        _print_dice(pen, rng)
    soft = np.asarray(cv2.addWeighted(ink, 0.9, cloth, 0.1, 0), dtype=np.uint8)
    if settings.look.markers:
        _print_markers(_Pen(soft, settings.board))
    return soft


class _Pen:
    """Draws on a felt texture in board millimetres."""

    def __init__(self, image: Image, board: Board) -> None:
        self.image = image
        self.board = board

    def at(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        """Give a board point in sixteenths of texture pixels."""
        return round((x_mm * SCALE - 0.5) * 16), round(((self.board.width_mm - y_mm) * SCALE - 0.5) * 16)

    def line(self, a: tuple[float, float], b: tuple[float, float], colour: tuple[int, int, int], wide: int = 6) -> None:
        """Draw a straight line."""
        cv2.line(self.image, self.at(*a), self.at(*b), colour, wide, cv2.LINE_AA, 4)

    def box(self, a: tuple[float, float], b: tuple[float, float], colour: tuple[int, int, int], wide: int = 6) -> None:
        """Draw a rectangle, filled when `wide` is negative."""
        (x0, y0), (x1, y1) = self.at(*a), self.at(*b)
        if wide < 0:
            # A filled shape covers half a pixel beyond its outline.
            (x0, x1), (y0, y1) = (min(x0, x1) + 8, max(x0, x1) - 8), (min(y0, y1) + 8, max(y0, y1) - 8)
        cv2.rectangle(self.image, (x0, y0), (x1, y1), colour, wide, cv2.LINE_AA, 4)

    def ring(self, a: tuple[float, float], radius_mm: float, colour: tuple[int, int, int], wide: int = 5) -> None:
        """Draw a circle, filled when `wide` is negative."""
        # OpenCV's own circle is a coarse polygon at this size.
        turn = np.linspace(0, 2 * np.pi, 180, endpoint=False)
        rim = np.column_stack([np.cos(turn), np.sin(turn)]) * radius_mm * SCALE * 16 + self.at(*a)
        points = np.asarray(np.round(rim), np.int32).reshape(-1, 1, 2)
        if wide < 0:
            cv2.fillPoly(self.image, [points], colour, cv2.LINE_AA, 4)
        else:
            cv2.polylines(self.image, [points], True, colour, wide, cv2.LINE_AA, 4)

    def word(self, text: str, a: tuple[float, float], size_mm: float, colour: tuple[int, int, int]) -> None:
        """Print a word centred on a point."""
        font, scale, wide = cv2.FONT_HERSHEY_TRIPLEX, size_mm * SCALE / 22, max(2, round(size_mm / 8))
        (w, h), _ = cv2.getTextSize(text, font, scale, wide)
        x, y = self.at(*a)
        cv2.putText(self.image, text, (x // 16 - w // 2, y // 16 + h // 2), font, scale, colour, wide, cv2.LINE_AA)


def _lines(pen: _Pen) -> None:
    length, width = pen.board.length_mm, pen.board.width_mm
    pen.box((34, 34), (length - 46, width - 34), YELLOW)
    pen.line((length * 0.44, 34), (length * 0.44, width - 34), YELLOW)
    pen.ring((length * 0.7, width / 2), 68, WHITE)
    pen.word("LUCKY 7", (length * 0.7, width / 2), 22, WHITE)
    pen.word("SHOOTER", (length * 0.22, width / 2), 18, YELLOW)


def _boxes(pen: _Pen) -> None:
    length, width = pen.board.length_mm, pen.board.width_mm
    for k, word in enumerate(("4", "5", "SIX", "8", "NINE", "10")):
        x = length * (0.12 + 0.125 * k)
        pen.box((x, width * 0.62), (x + length * 0.115, width * 0.9), WHITE)
        pen.word(word, (x + length * 0.0575, width * 0.76), 24, YELLOW)
    pen.box((length * 0.12, width * 0.1), (length * 0.86, width * 0.3), YELLOW)
    pen.word("PASS LINE", (length * 0.49, width * 0.2), 28, WHITE)


def _craps(pen: _Pen) -> None:
    _boxes(pen)
    length, width = pen.board.length_mm, pen.board.width_mm
    pen.box((length * 0.12, width * 0.34), (length * 0.5, width * 0.56), WHITE)
    pen.word("FIELD 3 4 9 10 11", (length * 0.31, width * 0.45), 15, YELLOW)
    for k in range(4):
        pen.ring((length * (0.57 + 0.09 * k), width * 0.45), 26, (40, 40, 190), -1)
        pen.ring((length * (0.57 + 0.09 * k), width * 0.45), 26, WHITE, 4)


def _plain(pen: _Pen) -> None:
    """Nothing but cloth."""


_DRAW = {Layout.PLAIN: _plain, Layout.LINES: _lines, Layout.BOXES: _boxes, Layout.CRAPS: _craps}


def _print_dice(pen: _Pen, rng: np.random.Generator) -> None:
    """Print pairs of dice, as the centre of a craps layout shows them."""
    for value in (2, 3, 5):
        x, y = rng.uniform(0.3, 0.8) * pen.board.length_mm, rng.uniform(0.15, 0.85) * pen.board.width_mm
        for k in range(2):
            left = x + k * 24
            pen.box((left, y), (left + 20, y + 20), (60, 50, 185), -1)
            for u, v in PIPS[value]:
                pen.ring((left + 10 + 5.2 * float(u), y + 10 + 5.2 * float(v)), 2.0, WHITE, -1)


def _print_markers(pen: _Pen) -> None:
    cell = MARKER_MM / 6
    for i, corners in marker_corners_mm(pen.board).items():
        x, y = corners[0][0], corners[0][1]
        pen.box((x - cell, y + cell), (x + MARKER_MM + cell, y - MARKER_MM - cell), WHITE, -1)
        pen.box((x, y), (x + MARKER_MM, y - MARKER_MM), (22, 22, 24), -1)
        for k in range(16):
            if _MARKS[i] >> (15 - k) & 1:
                column, row = 1 + k % 4, 1 + k // 4
                pen.box((x + column * cell, y - row * cell), (x + (column + 1) * cell, y - (row + 1) * cell), WHITE, -1)

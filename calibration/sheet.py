"""What stands on a printed sheet: filled areas, lines and words in millimetres, origin at the lower left corner."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from controller.errors import CalibrationError
from vision.geometry import Floats

RULER_MM = 100
MARGIN_MM = 9.0
"""What a printer may leave blank at the paper's edges."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def lying(self) -> "Paper":
        """The same paper lying on its side."""
        return Paper(self.name, self.height_mm, self.width_mm)


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


@dataclass(frozen=True, eq=False)
class Area:
    """An area within closed outlines (n, 2) mm, in a grey from 0 (black) to 1; holes run the other way round."""

    outlines: tuple[Floats, ...]
    grey: float = 0.0


@dataclass(frozen=True, eq=False)
class Stroke:
    """A line through points (n, 2) mm."""

    points: Floats
    width_mm: float = 0.2
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text, centred on or starting at a place; `turn_deg` counter-clockwise."""

    text: str
    x_mm: float
    y_mm: float
    height_mm: float = 3.2
    centred: bool = True
    turn_deg: float = 0.0


@dataclass(frozen=True, eq=False)
class Sheet:
    """One printed page."""

    paper: Paper
    areas: tuple[Area, ...]
    strokes: tuple[Stroke, ...] = ()
    words: tuple[Words, ...] = ()


def rectangle(x_mm: float, y_mm: float, width_mm: float, height_mm: float) -> Floats:
    """Give the outline of a rectangle from its lower left corner."""
    return np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * (width_mm, height_mm) + (x_mm, y_mm)


def turned_square(x_mm: float, y_mm: float, side_mm: float, turn_deg: float) -> Floats:
    """Give the outline of a square about its middle, turned counter-clockwise."""
    cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    corners = rectangle(-side_mm / 2, -side_mm / 2, side_mm, side_mm)
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + (x_mm, y_mm), dtype=np.float64)


def cells_area(black: NDArray[np.bool_], x_mm: float, y_mm: float, side_mm: float) -> Area:
    """Give the black cells (n, n) of a marker, first row on top, as one area: no seams where cells meet."""
    count = len(black)
    loops = [np.array(loop, float) * (side_mm / count) for loop in _outlines(black)]
    return Area(tuple(np.column_stack([x_mm + p[:, 0], y_mm + side_mm - p[:, 1]]) for p in loops))


def _outlines(black: NDArray[np.bool_]) -> list[list[tuple[int, int]]]:
    """Walk around black cells; each side that two of them share is left out."""
    sides: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for row, column in np.argwhere(black).tolist():
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            if (end, start) in sides:
                sides.remove((end, start))
            else:
                sides.add((start, end))
    loops = []
    while sides:
        start, end = min(sides)
        loop = [start]
        sides.remove((start, end))
        while end != loop[0]:
            loop.append(end)
            step = min(side for side in sides if side[0] == end)
            sides.remove(step)
            end = step[1]
        loops.append(loop)
    return loops


def ruler(x_mm: float, y_mm: float) -> tuple[tuple[Stroke, ...], tuple[Words, ...]]:
    """Draw a ruler to the right of a place, and what it is for."""
    ticks = [
        Stroke(np.array([[x_mm + at, y_mm], [x_mm + at, y_mm + (5.0 if at % 10 == 0 else 2.5)]]))
        for at in range(0, RULER_MM + 1, 5)
    ]
    line = Stroke(np.array([[x_mm, y_mm], [x_mm + RULER_MM, y_mm]]))
    numbers = [Words(str(at), x_mm + at, y_mm + 7.5, 2.4) for at in range(0, RULER_MM + 1, 20)]
    advice = Words(
        f"Print at 100 %, never 'fit to page'. This ruler must measure {RULER_MM} mm.",
        x_mm + RULER_MM / 2, y_mm - 4.0, 2.8,
    )  # fmt: skip
    return (line, *ticks), (*numbers, advice)


def fitting(paper: Paper, width_mm: float, height_mm: float, what: str) -> Paper:
    """Choose how the paper lies so that something fits on it. Raises CalibrationError where it does not."""
    for way in (paper, paper.lying):
        if width_mm <= way.width_mm - 2 * MARGIN_MM and height_mm <= way.height_mm - 2 * MARGIN_MM:
            return way
    raise CalibrationError(
        f"{what} takes {width_mm:g} x {height_mm:g} mm and does not fit on {paper.name} with its margins of "
        f"{MARGIN_MM:g} mm. Choose smaller squares or fewer of them, or larger paper."
    )

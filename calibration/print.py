"""What is printed for calibrating: the ChArUco board, the board's corner markers, and the sheets of marked places."""

from collections.abc import Iterator, Mapping

import numpy as np

from calibration.markers import CharucoBoard, marker_cells
from calibration.places import DICTIONARY, MARKER_MM, PAGES, PLACES, face_at, marker_middles
from calibration.sheet import (
    MARGIN_MM,
    RULER_MM,
    Area,
    Paper,
    Sheet,
    Stroke,
    Words,
    cells_area,
    fitting,
    rectangle,
    ruler,
    turned_square,
)
from controller.errors import CalibrationError
from vision.geometry import Floats

RULER_ROOM_MM = 24.0
PAD_GREY = 0.62
"""Dark and light dice both show on it."""

PAD_EDGES, MOST_PAD_MM, LARGEST_DIE_MM = 2.4, 46.0, 25.0
"""The side of the grey pad around a place, in edges of the die; what fits on the sheet."""

_LINE_MM = 0.25

_MARKER_MM, _INSET_MM, _RUBBER_MM = 40.0, 24.0, 12.0
"""Markers for a table file that names none: their size, how far from the walls, and what the rubber takes more."""


def charuco_text(board: CharucoBoard) -> str:
    """Give what `--charuco` takes for a board."""
    return f"{board.columns}x{board.rows},{board.square_mm:g},{board.marker_mm:g},{board.dictionary}"


def charuco_sheet(board: CharucoBoard, paper: Paper) -> Sheet:
    """Lay out a ChArUco board with a ruler and its definition. Raises CalibrationError where it does not fit."""
    width, height = board.columns * board.square_mm, board.rows * board.square_mm
    page = fitting(paper, max(width, RULER_MM + 10), height + RULER_ROOM_MM, f"A board {charuco_text(board)}")
    left = (page.width_mm - width) / 2
    bottom = (page.height_mm - height + RULER_ROOM_MM) / 2
    strokes, words = ruler((page.width_mm - RULER_MM) / 2, bottom - 14.0)
    order = f"stickman calibrate lens VIEWS... --charuco {charuco_text(board)} --table table.toml"
    return Sheet(
        page,
        tuple(_board_areas(board, left, bottom)),
        strokes,
        (*words, Words(order, page.width_mm / 2, bottom - 22.0, 2.6)),
    )


def _board_areas(board: CharucoBoard, left: float, bottom: float) -> Iterator[Area]:
    """Draw the squares, black first from the upper left, and the markers in the white ones in reading order."""
    square, inset = board.square_mm, (board.square_mm - board.marker_mm) / 2
    number = 0
    for row in range(board.rows):
        for column in range(board.columns):
            x, y = left + column * square, bottom + (board.rows - 1 - row) * square
            if (row + column) % 2 == 0:
                yield Area((rectangle(x, y, square, square),))
            else:
                yield cells_area(marker_cells(board.dictionary, number), x + inset, y + inset, board.marker_mm)
                number += 1


def usual_markers(length_mm: float, width_mm: float) -> dict[int, Floats]:
    """Give corners (4, 3) for four markers on the floor of a board, one near each of its corners, by number."""
    near, right = _INSET_MM, _INSET_MM
    far, left = length_mm - _INSET_MM - _RUBBER_MM - _MARKER_MM, width_mm - _INSET_MM - _MARKER_MM
    square = np.array([[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]], float) * _MARKER_MM
    places = ((near, right), (far, right), (far, left), (near, left))
    return {number: square + np.array([x, y, 0.0]) for number, (x, y) in enumerate(places)}


def marker_sheets(dictionary: str, corners_mm: Mapping[int, Floats], paper: Paper) -> list[Sheet]:
    """Lay out the markers that a table file names, with lines to cut along, as many on a page as fit.

    `corners_mm`: (4, 3) by marker number. Raises CalibrationError where markers are of several sizes or too large.
    """
    sizes = {number: _side_mm(number, np.asarray(corners, float)) for number, corners in corners_mm.items()}
    if not sizes or max(sizes.values()) - min(sizes.values()) > 0.1:
        raise CalibrationError(
            f"[board.markers]: only markers of one size can be printed, not of {sorted(sizes.values())} mm."
        )
    size = round(max(sizes.values()), 2)
    room = size * 1.5 + 8.0
    page = fitting(paper, max(room, RULER_MM), room + RULER_ROOM_MM, f"A marker of {size:g} mm")
    columns = int((page.width_mm - 2 * MARGIN_MM) // room)
    rows = int((page.height_mm - 2 * MARGIN_MM - RULER_ROOM_MM) // room)
    numbers, each = sorted(corners_mm), columns * rows
    return [
        _marker_sheet(dictionary, {n: np.asarray(corners_mm[n], float) for n in numbers[at : at + each]}, size, page)
        for at in range(0, len(numbers), each)
    ]


def _side_mm(number: int, corners: Floats) -> float:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    if corners.shape != (4, 3) or np.ptp(sides) > 0.5:
        raise CalibrationError(f"[board.markers] marker {number} is no square: its sides are {np.round(sides, 1)} mm.")
    return float(sides.mean())


def _marker_sheet(dictionary: str, corners_mm: Mapping[int, Floats], size: float, page: Paper) -> Sheet:
    room = size * 1.5 + 8.0
    columns = int((page.width_mm - 2 * MARGIN_MM) // room)
    strokes, words = ruler((page.width_mm - RULER_MM) / 2, MARGIN_MM + 9.0)
    areas: list[Area] = []
    lines, texts = list(strokes), [*words, Words(dictionary, page.width_mm / 2, MARGIN_MM, 2.4)]
    for index, (number, corners) in enumerate(corners_mm.items()):
        x = (page.width_mm - columns * room) / 2 + (index % columns + 0.5) * room
        y = page.height_mm - MARGIN_MM - (index // columns + 0.5) * room + 4.0
        areas.append(cells_area(marker_cells(dictionary, number), x - size / 2, y - size / 2, size))
        cut = size * 1.5
        lines.append(Stroke(_closed(rectangle(x - cut / 2, y - cut / 2, cut, cut)), 0.1, 0.5))
        texts += _beside(number, corners, x, y, size)
    return Sheet(page, tuple(areas), tuple(lines), tuple(texts))


def _beside(number: int, corners: Floats, x: float, y: float, size: float) -> list[Words]:
    """Say which marker it is and, where it lies straight, which of its sides looks to the far wall."""
    first = ", ".join(f"{c:g}" for c in corners[0])
    name = Words(f"marker {number}, upper left at {first}", x, y - size * 0.75 - 3.0, 2.0)
    forward = corners[:, 0] - corners[:, 0].mean()
    sides = (forward + np.roll(forward, -1)) / 2
    top_right_bottom_left = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)], float)
    ahead = int(np.argmax(sides))
    if sides[ahead] < 0.45 * size:
        return [name]
    out_x, out_y = top_right_bottom_left[ahead] * size * 0.66
    return [name, Words("far wall", x + out_x, y + out_y, 2.2, turn_deg=90.0 if ahead in (1, 3) else 0.0)]


def _closed(points: Floats) -> Floats:
    return np.vstack([points, points[:1]])


def place_sheets(edge_mm: float, paper: Paper) -> list[Sheet]:
    """Lay out the sheets of marked places for dice of one size. Raises CalibrationError for dice too large."""
    if edge_mm > LARGEST_DIE_MM:
        raise CalibrationError(
            f"Dice of {edge_mm:g} mm are too large for the sheet of places; up to {LARGEST_DIE_MM:g} mm fit."
        )
    return [_place_sheet(page, edge_mm, paper.lying) for page in range(PAGES)]


def _place_sheet(page: int, edge_mm: float, paper: Paper) -> Sheet:
    centre = np.array([paper.width_mm / 2, paper.height_mm / 2])
    areas: list[Area] = []
    lines: list[Stroke] = []
    words: list[Words] = []
    for number, (x, y) in marker_middles(page).items():
        corner = centre + np.array([x, y]) - MARKER_MM / 2
        areas.append(cells_area(marker_cells(DICTIONARY, number), float(corner[0]), float(corner[1]), MARKER_MM))
    for index, place in enumerate(PLACES):
        x, y = (float(c) for c in centre + np.array([place.x_mm, place.y_mm]))
        pad = min(PAD_EDGES * edge_mm, MOST_PAD_MM)
        areas.append(Area((rectangle(x - pad / 2, y - pad / 2, pad, pad),), PAD_GREY))
        lines.append(Stroke(_closed(turned_square(x, y, edge_mm, place.turn_deg)), _LINE_MM))
        words.append(Words(f"{place.name}: lay {face_at(page, index)} up", x, y + pad / 2 + 4.0, 3.4))
    strokes, texts = ruler(float(centre[0]) - RULER_MM / 2, float(centre[1]) - 3.0)
    title = f"Marked places for dice of {edge_mm:g} mm, page {page + 1} of {PAGES} - stickman calibrate check"
    words.append(Words(title, float(centre[0]), float(centre[1]) + 92.0, 3.0))
    return Sheet(paper, tuple(areas), (*lines, *strokes), (*words, *texts))

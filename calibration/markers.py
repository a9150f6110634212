"""Printed markers and ChArUco boards in pictures: the only caller of cv2.aruco, for OpenCV 4.10 to 5.x."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.refine import refine_corners, refine_crossings
from controller.errors import CalibrationError
from vision.frame import Image
from vision.geometry import Floats

LEAST_CORNERS = 8
"""A view with fewer corners of the ChArUco board says too little about its pose."""

BLURRED_PX, SOFT_PX = 5.0, 4.0
"""Edges wider than this, in pictures 1280 wide, are refused; and are the reason where corners are not found."""

MOST_PRINTED_PX = 3000
"""The longer side of a board that is drawn to be compared with pictures."""

LEAST_STEP = 40.0
"""Grey levels from one side of an edge to the other, for its width to be measured."""

OTHER_SIZE = 0.07
"""How far the markers' size may be from the definition, as a part of it."""

SURE_MARKERS, LEAST_BEYOND = 6, 2
"""So many markers of another dictionary, or of higher numbers than the board's, are no chance."""

USUAL_DICTIONARIES = ("DICT_4X4_1000", "DICT_5X5_1000", "DICT_6X6_1000", "DICT_7X7_1000", "DICT_ARUCO_ORIGINAL")


@dataclass(frozen=True, slots=True)
class CharucoBoard:
    """A printed ChArUco board: columns x rows of squares, lengths in mm, and its dictionary."""

    columns: int
    rows: int
    square_mm: float
    marker_mm: float
    dictionary: str


@dataclass(frozen=True, eq=False)
class View:
    """Corners of a flat target in one picture: `target_mm` (n, 3) on it, `image_px` (n, 2) in the picture."""

    name: str
    target_mm: Floats
    image_px: Floats


def parse_charuco(text: str) -> CharucoBoard:
    """Read "11x8,15,11,DICT_5X5_100". Raises CalibrationError that says what is missing."""
    how = "Write columns x rows, square mm, marker mm, dictionary, as in 11x8,15,11,DICT_5X5_100."
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 4:
        raise CalibrationError(f"The board {text!r} is not understood. {how}")
    try:
        columns, rows = (int(n) for n in parts[0].lower().split("x"))
        square, marker = float(parts[1]), float(parts[2])
    except ValueError:
        raise CalibrationError(f"The board {text!r} is not understood. {how}") from None
    if not (2 <= columns <= 100 and 2 <= rows <= 100 and 0 < marker < square <= 1000):
        raise CalibrationError(f"The board {text!r} cannot exist: the marker must be smaller than its square. {how}")
    _dictionary(parts[3])
    return CharucoBoard(columns, rows, square, marker, parts[3])


def _dictionary(name: str) -> cv2.aruco.Dictionary:
    known = sorted(n for n in dir(cv2.aruco) if n.startswith("DICT_"))
    if name not in known:
        usual = [n for n in known if n.startswith(("DICT_4X4", "DICT_5X5"))]
        raise CalibrationError(f"There is no marker dictionary {name!r}. Known are {', '.join(usual)} and others.")
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))


def marker_cells(dictionary: str, number: int) -> NDArray[np.bool_]:
    """Give the black cells (n, n) of a marker with its border. Raises CalibrationError where there is no such one."""
    known = _dictionary(dictionary)
    if not 0 <= number < len(known.bytesList):
        raise CalibrationError(f"{dictionary} has markers 0 to {len(known.bytesList) - 1}, there is no {number} in it.")
    return np.asarray(known.generateImageMarker(number, known.markerSize + 2) < 128)


def find_markers(image: Image, dictionary: str) -> dict[int, Floats]:
    """Find printed markers: corners (4, 2) px by id, top-left first, in the printed marker's own order."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 4
    grey = _grey(image)
    corners, ids, _ = cv2.aruco.ArucoDetector(_dictionary(dictionary), parameters).detectMarkers(grey)
    found = {int(n): np.asarray(c, dtype=np.float64).reshape(4, 2) for n, c in zip(_numbers(ids), corners, strict=True)}
    return {n: refine_corners(grey, outline, marker_cells(dictionary, n)) for n, outline in found.items()}


def find_charuco(image: Image, board: CharucoBoard, name: str) -> View:
    """Find the corners of a ChArUco board. Raises CalibrationError that says why a picture is of no use."""
    grey = _grey(image)
    seen = _detect(grey, board)
    soft = edge_width_px(grey) / max(1.0, grey.shape[1] / 1280)
    if len(seen.numbers) < LEAST_CORNERS:
        raise CalibrationError(_why_too_few(grey, board, seen, soft))
    if soft > BLURRED_PX:
        raise CalibrationError(_blurred(soft))
    places_mm = board_corners_mm(board)[seen.numbers]
    _refuse_other_sizes(board, View(name, places_mm, seen.corners_px), seen)
    _refuse_more_rows(grey, board)
    printed, per_mm = _printed(board)
    return View(name, places_mm, refine_crossings(grey, seen.corners_px, places_mm, printed, per_mm))


def board_corners_mm(board: CharucoBoard) -> Floats:
    """Give all inner corners (n, 3) of a board, row by row from the upper left."""
    x, y = np.meshgrid(np.arange(1, board.columns), np.arange(1, board.rows))
    corners = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    return np.asarray(corners * board.square_mm, dtype=np.float64)


@lru_cache(maxsize=2)
def _printed(board: CharucoBoard) -> tuple[NDArray[np.uint8], float]:
    """Draw a board without a rim, (h, w), and give its pixels per mm."""
    square_px = int(np.clip(MOST_PRINTED_PX // max(board.columns, board.rows), 20, 150))
    size = (board.columns * square_px, board.rows * square_px)
    return np.asarray(_target(board).generateImage(size), dtype=np.uint8), square_px / board.square_mm


def _target(board: CharucoBoard) -> cv2.aruco.CharucoBoard:
    size = (board.columns, board.rows)
    return cv2.aruco.CharucoBoard(size, board.square_mm, board.marker_mm, _dictionary(board.dictionary))


@dataclass(frozen=True, eq=False)
class _Seen:
    """What a detection found: corners (n, 2) px with their numbers, and markers (m, 4, 2) px with theirs."""

    corners_px: Floats
    numbers: NDArray[np.int64]
    markers_px: Floats
    ids: NDArray[np.int64]


def _detect(grey: NDArray[np.uint8], board: CharucoBoard, legacy: bool = False) -> _Seen:
    target = _target(board)
    target.setLegacyPattern(legacy)
    corners, numbers, markers, ids = cv2.aruco.CharucoDetector(target).detectBoard(grey)
    return _Seen(_points(corners).reshape(-1, 2), _numbers(numbers), _points(markers).reshape(-1, 4, 2), _numbers(ids))


def _points(found: object) -> Floats:
    return np.zeros(0) if found is None else np.asarray(found, dtype=np.float64)


def _numbers(ids: object) -> NDArray[np.int64]:
    """Flatten ids; the detectors give None where they find nothing."""
    return np.zeros(0, np.int64) if ids is None else np.asarray(ids, dtype=np.int64).reshape(-1)


def edge_width_px(grey: NDArray[np.uint8]) -> float:
    """Measure how wide the sharpest edges of a picture (h, w) are: about 3 px in focus; 0 where there are none."""
    calm = cv2.GaussianBlur(grey, (3, 3), 0.0).astype(np.float32)
    across, down = (cv2.Sobel(calm, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
    slope = np.hypot(across, down)
    around = np.ones((25, 25), np.uint8)
    step = np.asarray(cv2.dilate(calm, around) - cv2.erode(calm, around))
    edges = (slope >= np.percentile(slope, 99.5)) & (step > LEAST_STEP)
    return float(np.median(step[edges] / slope[edges])) if edges.sum() > 20 else 0.0


def _refuse_other_sizes(board: CharucoBoard, view: View, seen: _Seen) -> None:
    """Compare the markers' sides with the squares': only their ratio shows in a picture."""
    known = np.isin(seen.ids, np.arange(board.columns * board.rows // 2))
    if not known.any():
        return
    to_mm, _ = cv2.findHomography(view.image_px, view.target_mm[:, :2])
    outlines = cv2.perspectiveTransform(seen.markers_px[known].reshape(-1, 1, 2), to_mm).reshape(-1, 4, 2)
    sides = np.linalg.norm(outlines - np.roll(outlines, -1, axis=1), axis=2)
    side_mm = float(np.median(sides))
    if abs(side_mm / board.marker_mm - 1) > OTHER_SIZE:
        raise CalibrationError(
            f"markers of {side_mm / board.square_mm:.2f} of a square, where {board.marker_mm:g} mm in "
            f"{board.square_mm:g} mm would be {board.marker_mm / board.square_mm:.2f}: measure both"
        )


def _refuse_more_rows(grey: NDArray[np.uint8], board: CharucoBoard) -> None:
    """Refuse a board with markers beyond the last one of its definition."""
    count = board.columns * board.rows // 2
    _, ids, _ = cv2.aruco.ArucoDetector(_dictionary(board.dictionary)).detectMarkers(grey)
    numbers = _numbers(ids)
    if (numbers >= count).sum() >= LEAST_BEYOND:
        raise CalibrationError(f"markers beyond the {count} of this board: it has more rows than {board.rows}")


def _why_too_few(grey: NDArray[np.uint8], board: CharucoBoard, seen: _Seen, soft: float) -> str:
    """Say what is wrong, by trying what else it could be."""
    if len(_detect(np.ascontiguousarray(grey[:, ::-1]), board).numbers) >= LEAST_CORNERS:
        return "mirrored: switch off the camera's mirroring"
    other = _other_definition(grey, board)
    if other:
        return f"another board: {other}"
    if soft > SOFT_PX:
        return _blurred(soft)
    if len(seen.ids) >= 4:
        return (
            f"{len(seen.ids)} markers but {len(seen.numbers)} corners found: columns, rows or sizes of the board "
            "are other ones, or most of it is hidden"
        )
    return f"{len(seen.ids)} markers found: the board is hidden, too small, too dark or out of focus"


def _blurred(soft: float) -> str:
    return f"blurred (edges are {soft:.1f} pixels wide, 3 are sharp): focus, and hold the board still"


def _other_definition(grey: NDArray[np.uint8], board: CharucoBoard) -> str | None:
    """Find a board of another kind in the picture: turned by a quarter, of the old pattern, of another dictionary."""
    others = [(board.rows, board.columns), *((board.columns + more, board.rows) for more in (-1, 1, -2, 2))]
    for columns, rows in others:
        other = replace(board, columns=columns, rows=rows)
        if columns >= 2 and other != board and len(_detect(grey, other).numbers) >= LEAST_CORNERS:
            return f"of {columns} columns, not {board.columns}"
    if len(_detect(grey, board, legacy=True).numbers) >= LEAST_CORNERS:
        return "its upper left square is white, as OpenCV before 4.6 printed them; use stickman calibrate print"
    for name in USUAL_DICTIONARIES:
        if name.split("_")[1] == board.dictionary.split("_")[1]:
            continue
        _, ids, _ = cv2.aruco.ArucoDetector(_dictionary(name)).detectMarkers(grey)
        if len(_numbers(ids)) >= SURE_MARKERS:
            return f"its markers are of {name.rsplit('_', 1)[0]}, not of {board.dictionary}"
    return None


def _grey(image: Image) -> NDArray[np.uint8]:
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)

"""Printed markers and ChArUco boards in pictures: the only caller of cv2.aruco, for OpenCV 4.10 to 5.x."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.errors import CalibrationError
from vision.frame import Image
from vision.geometry import Floats

LEAST_CORNERS = 8
"""A view with fewer corners of the ChArUco board says too little about its pose."""


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
    corners, ids, _ = cv2.aruco.ArucoDetector(_dictionary(dictionary), parameters).detectMarkers(_grey(image))
    return {int(n): np.asarray(c, dtype=np.float64).reshape(4, 2) for n, c in zip(_numbers(ids), corners, strict=True)}


def find_charuco(image: Image, board: CharucoBoard, name: str) -> View:
    """Find the corners of a ChArUco board. Raises CalibrationError that says why a picture is of no use."""
    target = cv2.aruco.CharucoBoard(
        (board.columns, board.rows), board.square_mm, board.marker_mm, _dictionary(board.dictionary)
    )
    corners, ids, _, marker_ids = cv2.aruco.CharucoDetector(target).detectBoard(_grey(image))
    seen, numbers = len(_numbers(marker_ids)), _numbers(ids)
    if len(numbers) < LEAST_CORNERS:
        raise CalibrationError(_why_too_few(image, seen, len(numbers)))
    points = np.asarray(target.getChessboardCorners(), dtype=np.float64).reshape(-1, 3)[numbers]
    return View(name, points, np.asarray(corners, dtype=np.float64).reshape(-1, 2))


def _numbers(ids: object) -> NDArray[np.int64]:
    """Flatten ids; the detectors give None where they find nothing."""
    return np.zeros(0, np.int64) if ids is None else np.asarray(ids, dtype=np.int64).reshape(-1)


def _why_too_few(image: Image, markers: int, corners: int) -> str:
    if markers >= 4:
        return f"{markers} markers but {corners} corners found: columns, rows or sizes of the board are other ones"
    sharpness = float(cv2.Laplacian(_grey(image), cv2.CV_64F).var())
    if sharpness < 20:
        return f"blurred (sharpness {sharpness:.0f}): focus, and hold the board still"
    return f"{markers} markers found: wrong dictionary, a mirrored picture, or the board is hidden or too small"


def _grey(image: Image) -> NDArray[np.uint8]:
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)

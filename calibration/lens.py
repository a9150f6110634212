"""The lens from views of a ChArUco board: intrinsics and distortion, and how far they can be trusted."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.distinct import distinct_views, normals_apart_deg
from calibration.markers import LEAST_CORNERS, CharucoBoard, View
from calibration.report import Findings, Report
from controller.errors import CalibrationError
from vision.geometry import Floats, Lens

LEAST_VIEWS = 5
WHOLE_VIEWS, LINE_SEEN = 3, 0.8
"""So many pictures in which a board ends before it should, and this part of its last line is seen, are no chance."""

WILD = 5.0
"""Corners that lie so many times the median error off are left out."""

LEAST_APART_DEG = 8.0
"""Planes of the board that lie closer together, in all views, say nothing of the focal length."""

MORE = "Take more pictures: near, far, in every corner of the picture, tilted in every direction."
CORRECT = "Correct --charuco so that it says what was printed, or print what it says."
REMEDIES = {
    "mirrored": "Switch off the camera's mirroring, and take the pictures again.",
    "blurred": "Focus the camera, lock the focus, and hold the board still in more light.",
    "the board is where": "Move the board between pictures, and tilt it in every direction.",
    "another board": CORRECT,
    "of a square": CORRECT,
    "markers beyond": CORRECT,
    "are other ones": "See that --charuco says what was printed, and that the whole board is in the picture.",
    "markers found": "Let the whole board be seen, near enough, in good light and in focus.",
    "the others are": "Take all pictures at one size.",
}
"""What to do about pictures of no use, by a word of what they lack."""

COVERAGE_CELLS = (8, 5)
"""The picture is divided in so many columns and rows; coverage is the part of them with a corner in it."""


@dataclass(frozen=True, eq=False)
class _Fit:
    rms_px: float
    k: Floats
    dist: Floats
    rotations: tuple[Floats, ...]
    places_mm: tuple[Floats, ...]
    focal_sigma_px: float
    view_errors_px: Floats


def calibrate_lens(
    views: list[View], size: tuple[int, int], failed: dict[str, str], board: CharucoBoard | None = None
) -> tuple[Lens | None, Report]:
    """Calibrate from views of one flat target in pictures of `size` (width, height) px.

    `failed` names the pictures of no use and why; it goes into the report. `board` is what the target is said to be.
    There is no lens, and the report says why, when there are too few views, or they show another board.
    """
    distinct, repeated = distinct_views(views, size[0])
    failed = {**failed, **repeated}
    try:
        if board is not None:
            _refuse_larger_board(views, size, board)
        if len(distinct) < LEAST_VIEWS:
            raise CalibrationError(_too_few(len(distinct), failed))
        return _calibrated(distinct, size, failed)
    except CalibrationError as error:
        return None, _refused(str(error), len(distinct), failed)


def _calibrated(views: list[View], size: tuple[int, int], failed: dict[str, str]) -> tuple[Lens, Report]:
    fit = _best_model(views, size)
    kept = [v for v, error in zip(views, fit.view_errors_px, strict=True) if not _outlier(error, fit.view_errors_px)]
    dropped = {v.name: "does not fit the other views" for v in views if v not in kept}
    if len(kept) < LEAST_VIEWS:
        dropped = {}
    elif dropped:
        views, fit = kept, _best_model(kept, size)
    calm = _without_wild_corners(views, fit)
    left_out = sum(len(view.image_px) for view in views) - sum(len(view.image_px) for view in calm)
    fit = _best_model(calm, size)
    lens = Lens(size[0], size[1], fit.k, fit.dist)
    return lens, _report(fit, calm, size, {**failed, **dropped}, left_out)


def _refused(reason: str, count: int, failed: dict[str, str]) -> Report:
    """Report that there is no lens."""
    found = Findings()
    found.bad_if(True, reason)
    return found.report("lens", {"views_used": count, "views_failed": failed}, "")


def _too_few(count: int, failed: dict[str, str]) -> str:
    """Say what most pictures lack."""
    lacking = Counter(_remedy(why) for why in failed.values())
    remedy = lacking.most_common(1)[0][0] if lacking else MORE
    return f"The board is seen in {count} different places; at least {LEAST_VIEWS} are needed. {remedy}"


def _remedy(why: str) -> str:
    return next((advice for word, advice in REMEDIES.items() if word in why), MORE)


def _refuse_larger_board(views: list[View], size: tuple[int, int], board: CharucoBoard) -> None:
    """Refuse a board whose outer rows or columns are in no picture, though the pictures go on there: it has fewer."""
    if not views:
        return
    corners = np.round(np.concatenate([view.target_mm[:, :2] for view in views]) / board.square_mm)
    first, last = corners.min(axis=0), corners.max(axis=0)
    columns, rows = (int(n) for n in last - first + 2)
    ends = [(axis, first[axis], -1) for axis in (0, 1) if first[axis] > 1]
    ends += [(axis, last[axis], 1) for axis, n in enumerate((board.columns, board.rows)) if last[axis] < n - 1]
    for axis, line, step in ends:
        long = LINE_SEEN * (last - first + 1)[1 - axis]
        if sum(_goes_on(view, size, board.square_mm, (axis, line, step), long) for view in views) >= WHOLE_VIEWS:
            raise CalibrationError(
                f"The pictures show a board of {columns}x{rows} squares, not of {board.columns}x{board.rows}. "
                "Count its squares again and correct --charuco."
            )


def _goes_on(view: View, size: tuple[int, int], square_mm: float, end: tuple[int, float, int], least: float) -> bool:
    """Say whether a view shows the last seen line of corners, `least` of them or more, and two squares beyond it."""
    axis, line, step = end
    on_line = np.round(view.target_mm[:, axis] / square_mm) == line
    if on_line.sum() < least:
        return False
    beyond = view.target_mm[on_line, :2].copy()
    beyond[:, axis] += 2 * step * square_mm
    to_px, _ = cv2.findHomography(view.target_mm[:, :2], view.image_px)
    places = cv2.perspectiveTransform(beyond.reshape(-1, 1, 2), to_px).reshape(-1, 2)
    return bool(((places > 0) & (places < size)).all())


def _outlier(error: float, errors: Floats) -> bool:
    return bool(error > max(1.0, 3.0 * float(np.median(errors))))


def _without_wild_corners(views: list[View], fit: _Fit) -> list[View]:
    """Leave out single corners that lie far off: at the picture's border, or pulled away by a marker beside them."""
    errors = [_errors_px(view, fit, index) for index, view in enumerate(views)]
    limit = WILD * float(np.median(np.concatenate(errors)))
    calm = [error <= limit for error in errors]
    return [
        View(view.name, view.target_mm[good], view.image_px[good]) if good.sum() >= LEAST_CORNERS else view
        for view, good in zip(views, calm, strict=True)
    ]


def _errors_px(view: View, fit: _Fit, index: int) -> Floats:
    rvec = np.asarray(cv2.Rodrigues(fit.rotations[index])[0], dtype=np.float64)
    seen, _ = cv2.projectPoints(view.target_mm, rvec, fit.places_mm[index], fit.k, fit.dist)
    return np.asarray(np.linalg.norm(np.reshape(seen, (-1, 2)) - view.image_px, axis=1), dtype=np.float64)


def _best_model(views: list[View], size: tuple[int, int]) -> _Fit:
    """Fit with two radial terms; a third only where it explains something."""
    plain = _fit(views, size, cv2.CALIB_FIX_K3)
    if len(views) < 8:
        return plain
    full = _fit(views, size, 0)
    return full if full.rms_px < 0.97 * plain.rms_px else plain


def _fit(views: list[View], size: tuple[int, int], flags: int) -> _Fit:
    focal = 0.9 * max(size)
    guess = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]], dtype=np.float64)
    targets = [v.target_mm.astype(np.float32).reshape(-1, 1, 3) for v in views]
    images = [v.image_px.astype(np.float32).reshape(-1, 1, 2) for v in views]
    try:
        rms, k, dist, rvecs, tvecs, deviations, _, errors = cv2.calibrateCameraExtended(
            targets, images, size, guess, np.zeros((5, 1)), flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS
        )
    except cv2.error as error:
        raise CalibrationError(f"No lens fits these views ({error.err}). Check the board's definition.") from error
    rotations = tuple(_floats(cv2.Rodrigues(_floats(r))[0]).reshape(3, 3) for r in rvecs)
    places = tuple(_floats(t) for t in tvecs)
    sigma = float(np.asarray(deviations).reshape(-1)[:2].mean())
    return _Fit(float(rms), _floats(k).reshape(3, 3), _floats(dist)[:5], rotations, places, sigma, _floats(errors))


def _floats(values: object) -> Floats:
    return np.asarray(values, dtype=np.float64).reshape(-1)


def _report(fit: _Fit, views: list[View], size: tuple[int, int], failed: dict[str, str], left_out: int) -> Report:
    tilts = np.degrees([np.arccos(min(1.0, abs(float(r[2, 2])))) for r in fit.rotations])
    focal = float(fit.k[0, 0] + fit.k[1, 1]) / 2
    figures: dict[str, Any] = {
        "rms_px": round(fit.rms_px, 4),
        "views_used": len(views),
        "views_failed": failed,
        "view_errors_px": {v.name: round(float(e), 3) for v, e in zip(views, fit.view_errors_px, strict=True)},
        "corners_left_out": left_out,
        "coverage": round(_coverage(views, size), 3),
        "largest_tilt_deg": round(float(tilts.max()), 1),
        "tilt_spread_deg": round(float(tilts.std()), 1),
        "planes_apart_deg": round(normals_apart_deg(fit.rotations), 1),
        "focal_px": round(focal, 2),
        "focal_sigma_percent": round(100 * fit.focal_sigma_px / focal, 3),
        "field_of_view_deg": round(float(np.degrees(2 * np.arctan(size[0] / 2 / fit.k[0, 0]))), 1),
    }
    return _judged(fit, figures, size)


def _judged(fit: _Fit, figures: dict[str, Any], size: tuple[int, int]) -> Report:
    found, unit = Findings(), size[0] / 1280
    rms = fit.rms_px / max(unit, 0.5)
    squeeze = abs(fit.k[0, 0] / fit.k[1, 1] - 1)
    off_centre = float(np.abs(fit.k[:2, 2] / (np.array(size) - 1) - 0.5).max())
    found.bad_if(not rms <= 1.5, "The corners do not fit a lens: check the board's sizes, flatness and sharpness.")
    found.bad_if(not 15 < figures["field_of_view_deg"] < 150, "The field of view cannot be right: check the sizes.")
    found.bad_if(
        not squeeze <= 0.05, "Pixels are not square: the pictures were stretched, or the board's sizes are wrong."
    )
    found.bad_if(not off_centre <= 0.2, "The optical axis is far from the middle: use whole pictures, not cut ones.")
    found.bad_if(
        not figures["planes_apart_deg"] >= LEAST_APART_DEG,
        "The board was held the same way in all pictures: tilt it by 20 to 45 degrees in every direction.",
    )
    found.bad_if(
        not figures["focal_sigma_percent"] <= 2, "The focal length is uncertain: tilt the board more, come closer."
    )
    found.usable_if(rms > 0.5, "Sharper pictures and a flatter board would help.")
    found.usable_if(figures["views_used"] < 10, "Ten or more views are better.")
    found.usable_if(figures["coverage"] < 0.6, "Hold the board into the corners of the picture, too.")
    found.usable_if(figures["largest_tilt_deg"] < 20, "Tilt the board by 20 to 45 degrees in some views.")
    found.usable_if(figures["tilt_spread_deg"] < 5, "Tilt the board in some views and lay it flat in others.")
    found.usable_if(figures["focal_sigma_percent"] > 0.3, "More tilted views would make the focal length surer.")
    return found.report("lens", figures, "Next: stickman calibrate board IMAGE --table ...")


def _coverage(views: list[View], size: tuple[int, int]) -> float:
    columns, rows = COVERAGE_CELLS
    hit: NDArray[np.bool_] = np.zeros((rows, columns), dtype=bool)
    for view in views:
        cells = np.clip(view.image_px / size * (columns, rows), 0, (columns - 1, rows - 1)).astype(int)
        hit[cells[:, 1], cells[:, 0]] = True
    return float(hit.mean())

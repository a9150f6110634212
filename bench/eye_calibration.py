"""How well calibration finds the simulated table's camera again: part of `make bench-eye`."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from eye_scenes import behind_wall
from eye_set_ups import set_up

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "calibration"))

from charuco_scene import paint, poses, texture

from calibration.lens import calibrate_lens
from calibration.markers import View, find_charuco, find_markers, parse_charuco
from calibration.plane import marker_landmarks, solve_board
from calibration.report import Verdict
from controller.errors import CalibrationError
from controller.twin.layouts import marker_corners_mm
from controller.twin.lens import camera_of
from controller.twin.settings import LookSettings, TwinSettings
from controller.twin.twin import Twin
from vision.frame import Image
from vision.geometry import Camera, Floats, Lens

PRINTED = "11x8,15,11,DICT_5X5_100"
OTHER = "11x8,15,11,DICT_4X4_100"
VIEWS = 15
MIDDLE_MM = (82.5, 60.0)
MOST_SIGNS = 110
MOST_FOCAL_PERCENT, MOST_PLACE_MM, MOST_TURN_DEG = 0.3, 0.5, 0.1


def recovery(cameras: int) -> bool:
    """Calibrate simulated cameras from 15 painted pictures each; print the errors, tell whether the aims are met."""
    cv2.setNumThreads(1)
    numbers, hidden = _seeing(cameras)
    errors = np.array([_recovered(number) for number in numbers])
    focal, place, turn = errors.max(axis=0)
    met = focal <= MOST_FOCAL_PERCENT and place <= MOST_PLACE_MM and turn <= MOST_TURN_DEG
    print(f"\nCalibration from {VIEWS} pictures, {cameras} cameras, the worst: focal length {focal:.3f} % off "
          f"(aim {MOST_FOCAL_PERCENT:g}), board {place:.2f} mm (aim {MOST_PLACE_MM:g}) and {turn:.3f} degrees "
          f"(aim {MOST_TURN_DEG:g}): {'met' if met else 'MISSED'}")  # fmt: skip
    print(f"  {hidden} tilted cameras from which a wall hides a marker are left out: there markers go on the rims")
    return _refusals() and bool(met)


def _seeing(count: int) -> tuple[list[int], int]:
    """Give the numbers of so many tables whose camera sees all four markers, and how many others came between."""
    seeing = [number for number in range(4 * count) if _sees_markers(_table(number))][:count]
    return seeing, seeing[-1] + 1 - count


def _sees_markers(table: TwinSettings) -> bool:
    """Say whether the way from every corner of every marker to the camera goes over the walls."""
    eye = camera_of(table).position_mm
    corners = np.vstack([np.array(c, float) for c in marker_corners_mm(table.board).values()])
    return not behind_wall(corners, eye, table.board).any()


def _table(number: int) -> TwinSettings:
    drawn = set_up(number, "small")
    look = replace(LookSettings(), noise=drawn.look.noise, markers=True)
    return replace(drawn, look=look, main_size=(1280, 720))


def _recovered(number: int) -> tuple[float, float, float]:
    """Give how far off focal length (%), the board's places (mm, worst of its floor) and its turn (degrees) are."""
    twin = Twin(_table(number), number)
    true = twin.camera
    rng = np.random.default_rng(number)
    board = texture(11, 8, 15, 11, "DICT_5X5_100")
    painted = [paint(board, true.lens, pose, rng) for pose in poses(VIEWS, true.lens, MIDDLE_MM, rng)]
    lens = _lens(painted, PRINTED)[0]
    if lens is None:
        raise CalibrationError("Too few of the painted views were of use.")
    known = {str(k): np.array(corners, float) for k, corners in marker_corners_mm(twin.settings.board).items()}
    seen = find_markers(twin.empty_pictures(1)[0], "DICT_4X4_50")
    pose, _ = solve_board(lens, marker_landmarks(known, seen), twin.settings.board, 19.05)
    focal = abs(lens.k[0, 0] / true.lens.k[0, 0] - 1) * 100
    turn = np.degrees(np.arccos(min(1.0, (np.trace(pose.r @ true.pose.r.T) - 1) / 2)))
    return float(focal), _worst_mm(Camera(lens, pose), true, twin.settings.board.corners_mm()), float(turn)


def _worst_mm(found: Camera, true: Camera, floor_mm: Floats) -> float:
    """Give how far from its place a point of the floor seems to be at worst."""
    middle = floor_mm.mean(axis=0)
    points = np.vstack([middle, *(middle + share * (floor_mm - middle) for share in (0.4, 0.8))])
    seen = found.on_plane(true.project(points), 0.0)
    return float(np.linalg.norm(seen - points[:, :2], axis=1).max())


def _lens(painted: list[Image], printed: str) -> tuple[Lens | None, Verdict]:
    """Do what `stickman calibrate lens` does."""
    board = parse_charuco(printed)
    views: list[View] = []
    failed: dict[str, str] = {}
    for number, picture in enumerate(painted):
        try:
            views.append(find_charuco(picture, board, f"view-{number}"))
        except CalibrationError as error:
            failed[f"view-{number}"] = str(error)
    size = (painted[0].shape[1], painted[0].shape[0])
    lens, report = calibrate_lens(views, size, failed, board)
    return lens, report.verdict


def _refusals() -> bool:
    """Feed what must be refused; print what was said."""
    twin = Twin(_table(1), 1)
    lens, rng = twin.camera.lens, np.random.default_rng(1)
    board = texture(11, 8, 15, 11, "DICT_5X5_100")
    good = [paint(board, lens, pose, rng) for pose in poses(VIEWS, lens, MIDDLE_MM, rng)]
    cases: dict[str, tuple[list[Image], str]] = {
        "another board definition": (good, OTHER),
        "mirrored pictures": ([np.ascontiguousarray(p[:, ::-1]) for p in good], PRINTED),
        "blurred pictures": ([np.asarray(cv2.GaussianBlur(p, (0, 0), 9), np.uint8) for p in good], PRINTED),
        "too few views": (good[:3], PRINTED),
    }
    refused = [_refused(name, lambda case=case: _lens(*case)[1]) for name, case in cases.items()]
    return all(refused)


def _refused(name: str, calibrate: Callable[[], Verdict]) -> bool:
    try:
        verdict = calibrate()
    except CalibrationError as error:
        print(f"  {name}: refused. {str(error)[:MOST_SIGNS]}...")
        return True
    print(f"  {name}: {'refused, bad' if verdict is Verdict.BAD else f'TAKEN as {verdict}'}")
    return verdict is Verdict.BAD

"""Pictures of a ChArUco board, painted through the twin's camera: what they give, and what is refused and why."""

from collections.abc import Callable
from dataclasses import replace

import charuco_scene as scene
import cv2
import numpy as np
import pytest

from calibration.lens import calibrate_lens
from calibration.markers import View, find_charuco, find_markers, parse_charuco
from calibration.plane import marker_landmarks, solve_board
from calibration.report import Verdict
from controller.errors import CalibrationError
from controller.twin.lens import camera_of
from controller.twin.settings import TwinSettings
from vision.geometry import Camera

BOARD = parse_charuco("11x8,15,11,DICT_5X5_100")
MIDDLE_MM = (82.5, 60.0)


@pytest.fixture(scope="module")
def camera() -> Camera:
    return camera_of(TwinSettings())


@pytest.fixture(scope="module")
def print_of_board() -> np.ndarray:
    return scene.texture(11, 8, 15, 11, "DICT_5X5_100")


@pytest.fixture(scope="module")
def pictures(camera: Camera, print_of_board: np.ndarray) -> list[np.ndarray]:
    rng = np.random.default_rng(4)
    return [scene.paint(print_of_board, camera.lens, p, rng) for p in scene.poses(15, camera.lens, MIDDLE_MM, rng)]


@pytest.fixture(scope="module")
def views(pictures: list[np.ndarray]) -> list[View]:
    return [find_charuco(picture, BOARD, f"{n}.jpg") for n, picture in enumerate(pictures)]


def test_fifteen_pictures_give_the_twins_focal_length_and_the_boards_pose(camera: Camera, views: list[View]) -> None:
    truth = camera.lens
    lens, report = calibrate_lens(views, (truth.width, truth.height), {}, BOARD)
    assert lens is not None
    assert abs(lens.k[0, 0] / truth.k[0, 0] - 1) < 0.0005
    assert abs(lens.k[1, 1] / truth.k[1, 1] - 1) < 0.0005
    assert report.verdict is Verdict.GOOD and report.figures["rms_px"] < 0.03
    settings = TwinSettings()
    picture = scene.paint_markers(camera, settings.board, np.random.default_rng(1))
    known = {str(n): corners for n, corners in scene.floor_markers(settings.board).items()}
    pose, placed = solve_board(lens, marker_landmarks(known, find_markers(picture, "DICT_4X4_50")), settings.board, 19)
    grid = np.array([[x, y, 0.0] for x in np.linspace(0, 900, 7) for y in np.linspace(0, 450, 5)])
    seen = Camera(lens, pose).on_plane(camera.project(grid), 0.0)
    assert np.linalg.norm(seen - grid[:, :2], axis=1).max() < 0.5
    assert np.linalg.norm(pose.t - camera.pose.t) < 0.5
    assert np.degrees(np.linalg.norm(cv2.Rodrigues(pose.r @ camera.pose.r.T)[0])) < 0.1
    assert placed.verdict is Verdict.GOOD and placed.figures["residual_mm"] < 0.2


def test_markers_are_found_to_a_twentieth_of_a_pixel(camera: Camera) -> None:
    board = TwinSettings().board
    picture = scene.paint_markers(camera, board, np.random.default_rng(2))
    seen = find_markers(picture, "DICT_4X4_50")
    errors = [seen[n] - camera.project(corners) for n, corners in scene.floor_markers(board).items()]
    assert np.abs(np.concatenate(errors)).max() < 0.05


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda p: np.ascontiguousarray(p[:, ::-1]), "mirrored"),
        (lambda p: cv2.GaussianBlur(p, (0, 0), 3), "blurred"),
        (lambda p: cv2.blur(p, (13, 1)), "blurred|hidden"),
        (lambda p: cv2.rectangle(p.copy(), (0, 0), (1280, 720), (90, 90, 90), -1), "0 markers found"),
    ],
    ids=["mirrored", "blurred", "shaken", "hidden"],
)
def test_pictures_of_no_use_say_why(pictures: list[np.ndarray], change: Callable, says: str) -> None:  # type: ignore[type-arg]
    for picture in pictures[:2]:
        with pytest.raises(CalibrationError, match=says):
            find_charuco(change(picture), BOARD, "x")


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("8x11,15,11,DICT_5X5_100", "of 11 columns, not 8"),
        ("10x8,15,11,DICT_5X5_100", "of 11 columns, not 10"),
        ("11x8,15,11,DICT_4X4_50", "markers are of DICT_5X5, not of DICT_4X4_50"),
        ("11x8,15,13,DICT_5X5_100", "0.7. of a square, where 13 mm in 15 mm would be 0.87"),
        ("11x8,20,11,DICT_5X5_100", "0.7. of a square, where 11 mm in 20 mm would be 0.55"),
        ("11x7,15,11,DICT_5X5_100", "more rows than 7"),
    ],
)
def test_a_wrong_definition_is_refused_with_what_is_seen(pictures: list[np.ndarray], said: str, says: str) -> None:
    with pytest.raises(CalibrationError, match=says):
        find_charuco(pictures[0], parse_charuco(said), "x")


def test_a_definition_with_a_row_too_many_is_refused(camera: Camera, pictures: list[np.ndarray]) -> None:
    said = parse_charuco("11x9,15,11,DICT_5X5_100")
    views = [find_charuco(picture, said, f"{n}") for n, picture in enumerate(pictures[:6])]
    lens, report = calibrate_lens(views, (camera.lens.width, camera.lens.height), {}, said)
    assert lens is None and report.verdict is Verdict.BAD
    assert "11x8 squares, not of 11x9" in report.advice[0]


def test_an_old_pattern_is_named(camera: Camera) -> None:
    rng = np.random.default_rng(4)
    (pose,) = scene.poses(1, camera.lens, MIDDLE_MM, rng)
    picture = scene.paint(scene.texture(11, 8, 15, 11, "DICT_5X5_100", legacy=True), camera.lens, pose, rng)
    with pytest.raises(CalibrationError, match="upper left square is white"):
        find_charuco(picture, BOARD, "x")


def test_single_wild_corners_do_no_harm(camera: Camera, views: list[View]) -> None:
    size = (camera.lens.width, camera.lens.height)
    wild = []
    for view in views:
        shifted = view.image_px.copy()
        shifted[0] += (2.0, -1.5)
        wild.append(replace(view, image_px=shifted))
    lens, report = calibrate_lens(wild, size, {})
    assert lens is not None
    assert abs(lens.k[0, 0] / camera.lens.k[0, 0] - 1) < 0.001
    assert report.figures["corners_left_out"] >= len(views)

"""The lens from projected corners: what goes in comes out, and what cannot be is said."""

import json
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.lens import calibrate_lens
from calibration.markers import View, find_charuco, find_markers, parse_charuco
from calibration.report import Report, Verdict
from controller.errors import CalibrationError
from vision.geometry import Lens

SIZE = (1280, 720)
K = np.array([[950.0, 0, 640.5], [0, 951.0, 355.0], [0, 0, 1]])
DIST = np.array([-0.12, 0.05, 0.0004, -0.0003, 0.0])
TARGET = np.array([[x * 15.0, y * 15.0, 0.0] for y in range(7) for x in range(10)])


def views(count: int, noise_px: float = 0.1, tilt_deg: float = 40.0, stretch: float = 1.0) -> list[View]:
    rng = np.random.default_rng(3)
    found = []
    while len(found) < count:
        turn = np.deg2rad(rng.uniform(-tilt_deg, tilt_deg, 3) * (1, 1, 0.5))
        place = np.array([rng.uniform(-330, 190), rng.uniform(-190, 90), rng.uniform(420, 620)])
        pixels = cv2.projectPoints(TARGET, turn, place, K, DIST)[0].reshape(-1, 2)
        inside = ((pixels > 2) & (pixels < (SIZE[0] - 2, SIZE[1] - 2))).all(axis=1)
        if inside.sum() >= 30:
            seen = pixels[inside] * (1.0, stretch) + rng.normal(0, noise_px, (inside.sum(), 2))
            found.append(View(f"view-{len(found)}", TARGET[inside], seen))
    return found


def found(*arguments: Any) -> tuple[Lens, Report]:
    lens, report = calibrate_lens(*arguments)
    assert lens is not None
    return lens, report


def test_fifteen_views_give_the_focal_length_within_three_permille() -> None:
    lens, report = found(views(15), SIZE, {})
    assert abs(lens.k[0, 0] / K[0, 0] - 1) < 0.003
    assert abs(lens.k[1, 1] / K[1, 1] - 1) < 0.003
    assert np.abs(lens.k[:2, 2] - K[:2, 2]).max() < 4
    assert report.verdict is Verdict.GOOD
    assert report.figures["rms_px"] < 0.2
    assert report.figures["views_used"] == 15


def test_a_view_that_does_not_fit_is_left_out_and_named() -> None:
    good = views(12)
    wild = View("smeared.jpg", good[0].target_mm, np.roll(good[0].image_px, 3, axis=0))
    lens, report = found([*good, wild], SIZE, {"blurred.jpg": "blurred"})
    assert abs(lens.k[0, 0] / K[0, 0] - 1) < 0.01
    assert set(report.figures["views_failed"]) == {"smeared.jpg", "blurred.jpg"}


@pytest.mark.parametrize(
    ("failed", "says"),
    [
        ({}, "Take more pictures"),
        ({"dark.jpg": "blurred (edges are 9.0 pixels wide, 3 are sharp): focus"}, "Focus the camera"),
        ({"a": "mirrored: switch off", "b": "blurred (", "c": "mirrored: switch off"}, "mirroring"),
        ({"a": "another board: of 11 columns, not 8"}, "Correct --charuco"),
        ({"a": "0 markers found: the board is hidden"}, "whole board be seen"),
    ],
)
def test_too_few_views_are_bad_with_all_that_failed_and_what_most_lack(failed: dict[str, str], says: str) -> None:
    lens, report = calibrate_lens(views(3), SIZE, failed)
    assert lens is None and report.verdict is Verdict.BAD
    assert report.figures == {"views_used": 3, "views_failed": failed}
    assert "in 3 different places; at least 5" in report.advice[0] and says in report.advice[0]


def test_no_view_at_all_is_bad() -> None:
    lens, report = calibrate_lens([], (0, 0), {}, parse_charuco("11x8,15,11,DICT_5X5_100"))
    assert lens is None and report.verdict is Verdict.BAD


def shots(count: int, turn_deg: tuple[float, float, float], spread_mm: float = 0.0) -> list[View]:
    """Noisy views of a board that is held in one way, perhaps in other places."""
    rng = np.random.default_rng(4)
    found = []
    for number in range(count):
        place = np.array([-70.0, -50.0, 520.0]) + rng.uniform(-spread_mm, spread_mm, 3)
        pixels = cv2.projectPoints(TARGET, np.deg2rad(turn_deg), place, K, DIST)[0].reshape(-1, 2)
        found.append(View(f"shot-{number}", TARGET, pixels + rng.normal(0, 0.1, pixels.shape)))
    return found


def test_many_pictures_of_one_pose_count_once() -> None:
    lens, report = calibrate_lens(shots(15, (25.0, 10.0, 0.0)), SIZE, {})
    assert lens is None and report.verdict is Verdict.BAD
    assert "in 1 different places" in report.advice[0] and "Move the board" in report.advice[0]
    assert len(report.figures["views_failed"]) == 14
    assert "the board is where it is in shot-0" in report.figures["views_failed"]["shot-1"]


def test_repeated_pictures_among_good_ones_are_named_and_change_nothing() -> None:
    good = views(12)
    again = [View(f"again-{n}", view.target_mm, view.image_px + 0.2) for n, view in enumerate(good[:4])]
    lens, report = found([*good, *again], SIZE, {})
    assert set(report.figures["views_failed"]) == {view.name for view in again}
    assert np.allclose(lens.k, found(good, SIZE, {})[0].k)


@pytest.mark.parametrize("turn_deg", [(0.0, 0.0, 0.0), (25.0, 15.0, 0.0)])
def test_a_board_held_one_way_only_is_bad(turn_deg: tuple[float, float, float]) -> None:
    _, report = found(shots(15, turn_deg, spread_mm=100.0), SIZE, {})
    assert report.verdict is Verdict.BAD and report.figures["planes_apart_deg"] < 8
    assert any("tilt it" in advice for advice in report.advice)


def test_a_figure_that_is_no_number_is_bad_and_no_json(monkeypatch: pytest.MonkeyPatch) -> None:
    fit = cv2.calibrateCameraExtended

    def unsure(*arguments: object, **options: object) -> tuple[object, ...]:
        rms, k, dist, turns, places, deviations, *others = fit(*arguments, **options)  # type: ignore[call-overload]
        return rms, k, dist, turns, places, np.full_like(deviations, np.nan), *others

    monkeypatch.setattr(cv2, "calibrateCameraExtended", unsure)
    _, report = calibrate_lens(views(12), SIZE, {})
    assert report.verdict is Verdict.BAD and any("uncertain" in advice for advice in report.advice)
    assert json.loads(json.dumps(report.figures, allow_nan=False))["focal_sigma_percent"] is None


def test_stretched_pictures_are_bad() -> None:
    _, report = calibrate_lens(views(12, stretch=0.9), SIZE, {})
    assert report.verdict is Verdict.BAD
    assert any("stretched" in advice for advice in report.advice)


def test_flat_views_are_not_called_good() -> None:
    _, report = calibrate_lens(views(8, tilt_deg=4.0), SIZE, {})
    assert report.verdict is not Verdict.GOOD


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("11x8,15,11", "is not understood"),
        ("11by8,15,11,DICT_5X5_100", "is not understood"),
        ("11x8,11,15,DICT_5X5_100", "marker must be smaller"),
        ("11x8,15,11,DICT_9X9_100", "no marker dictionary 'DICT_9X9_100'"),
    ],
)
def test_a_board_that_cannot_be_is_refused(text: str, says: str) -> None:
    with pytest.raises(CalibrationError, match=says):
        parse_charuco(text)


def printed_board() -> np.ndarray:
    board = cv2.aruco.CharucoBoard((11, 8), 15, 11, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100))
    return cv2.cvtColor(board.generateImage((1100, 800), marginSize=40), cv2.COLOR_GRAY2BGR)


def test_a_printed_board_is_found_in_its_own_units() -> None:
    view = find_charuco(printed_board(), parse_charuco("11x8,15,11,DICT_5X5_100"), "print")
    assert len(view.target_mm) == 70
    steps = np.linalg.norm(np.diff(view.target_mm[:10], axis=0), axis=1)
    assert np.allclose(steps, 15.0)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda p: p[:, ::-1].copy(), "mirrored"),
        (lambda p: np.full_like(p, 128), "0 markers found"),
        (lambda p: cv2.GaussianBlur(p, (0, 0), 9), "blurred"),
    ],
)
def test_useless_pictures_say_why(change: object, says: str) -> None:
    with pytest.raises(CalibrationError, match=says):
        find_charuco(change(printed_board()), parse_charuco("11x8,15,11,DICT_5X5_100"), "x")  # type: ignore[operator]


def test_markers_are_found_by_number_with_the_first_corner_top_left() -> None:
    picture = np.full((400, 400, 3), 255, np.uint8)
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 7, 120)
    picture[100:220, 150:270] = marker[..., None]
    found = find_markers(picture, "DICT_4X4_50")
    assert list(found) == [7]
    assert np.abs(found[7] - [[150, 100], [270, 100], [270, 220], [150, 220]]).max() < 1.5


def cut_views(count: int) -> list[View]:
    """Views of a board of 11x9 squares whose lowest corners are always below the picture."""
    target = np.array([[x * 15.0, y * 15.0, 0.0] for y in range(1, 9) for x in range(1, 11)])
    rng = np.random.default_rng(5)
    found: list[View] = []
    while len(found) < count:
        turn = np.deg2rad(rng.uniform(-35, 35, 3) * (1, 1, 0.1))
        place = np.array([rng.uniform(-200, 50), rng.uniform(0, 120), rng.uniform(320, 520)])
        pixels = cv2.projectPoints(target, turn, place, K, DIST)[0].reshape(-1, 2)
        inside = ((pixels > 2) & (pixels < (SIZE[0] - 2, SIZE[1] - 2))).all(axis=1)
        if inside[:70].all() and not inside[70:].any():
            found.append(View(f"cut-{len(found)}", target[inside], pixels[inside]))
    return found


@pytest.mark.parametrize("said", ["11x9", "11x12", "12x8"])
def test_a_board_that_ends_before_it_should_is_refused_though_no_view_shows_all_of_it(said: str) -> None:
    partly = [View(v.name, np.delete(v.target_mm, n, 0), np.delete(v.image_px, n, 0)) for n, v in enumerate(views(12))]
    placed = [View(v.name, v.target_mm + np.array([15.0, 15.0, 0.0]), v.image_px) for v in partly]
    lens, report = calibrate_lens(placed, SIZE, {}, parse_charuco(f"{said},15,11,DICT_5X5_100"))
    assert lens is None and report.verdict is Verdict.BAD
    assert f"11x8 squares, not of {said}" in report.advice[0]
    assert calibrate_lens(placed, SIZE, {}, parse_charuco("11x8,15,11,DICT_5X5_100"))[0] is not None


def test_a_row_that_is_always_below_the_picture_is_no_reason_to_refuse() -> None:
    lens, _ = calibrate_lens(cut_views(8), SIZE, {}, parse_charuco("11x9,15,11,DICT_5X5_100"))
    assert lens is not None

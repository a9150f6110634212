"""The board's pose from markers and corners, and the empty board's light."""

import cv2
import numpy as np
import pytest

from calibration.light import measure_empty
from calibration.plane import corner_landmarks, marker_landmarks, solve_board
from calibration.profile import Profile, load_profile, profile_path, save_background, save_section
from calibration.report import Verdict
from controller.errors import CalibrationError
from vision.geometry import Background, Board, Camera, Lens, Pose

BOARD = Board()
LENS = Lens(1280, 720, np.array([[950.0, 0, 640], [0, 950.0, 360], [0, 0, 1]]), np.array([-0.1, 0.03, 0, 0, 0]))


def true_camera() -> Camera:
    turn = cv2.Rodrigues(np.array([np.pi - 0.25, 0.02, 0.01]))[0]
    eye = np.array([455.0, 20.0, 860.0])
    return Camera(LENS, Pose(turn, -turn @ eye))


def known_markers(z: float = 0.0) -> dict[str, np.ndarray]:
    spots = [(24, 24), (836, 24), (836, 386), (24, 386)]
    square = np.array([[0, 40, z], [40, 40, z], [40, 0, z], [0, 0, z]], float)
    return {str(n): square + np.array([x, y, 0.0]) for n, (x, y) in enumerate(spots)}


def seen_markers(noise_px: float = 0.05, z: float = 0.0) -> dict[int, np.ndarray]:
    rng = np.random.default_rng(5)
    camera = true_camera()
    return {int(n): camera.project(c) + rng.normal(0, noise_px, (4, 2)) for n, c in known_markers(z).items()}


@pytest.mark.parametrize("z", [0.0, 105.0])
def test_the_pose_is_found_within_half_a_millimetre_and_a_tenth_of_a_degree(z: float) -> None:
    pose, report = solve_board(LENS, marker_landmarks(known_markers(z), seen_markers(z=z)), BOARD, 19.05)
    truth = true_camera()
    assert np.linalg.norm(Camera(LENS, pose).position_mm - truth.position_mm) < 1.5
    turn = np.degrees(np.arccos((np.trace(pose.r @ truth.pose.r.T) - 1) / 2))
    assert turn < 0.1
    middle = np.array([[450.0, 225.0, 0.0]])
    seen = Camera(LENS, pose).on_plane(truth.project(middle), 0.0)
    assert np.linalg.norm(seen - middle[:, :2]) < 0.5
    assert report.figures["residual_mm"] < 0.2


def test_four_corners_are_enough() -> None:
    pixels = true_camera().project(BOARD.corners_mm())
    pose, report = solve_board(LENS, corner_landmarks(BOARD, pixels), BOARD, 19.05)
    assert np.linalg.norm(Camera(LENS, pose).position_mm - true_camera().position_mm) < 1
    assert report.verdict is not Verdict.BAD


def test_a_marker_that_was_moved_is_named() -> None:
    known = known_markers()
    known["2"] = known["2"] + (25.0, 0.0, 0.0)
    _, report = solve_board(LENS, marker_landmarks(known, seen_markers()), BOARD, 19.05)
    assert report.verdict is Verdict.BAD
    assert any("marker 2" in advice for advice in report.advice)


def test_mirrored_corners_are_refused() -> None:
    pixels = true_camera().project(BOARD.corners_mm())[[1, 0, 3, 2]]
    with pytest.raises(CalibrationError, match="mirrored"):
        solve_board(LENS, corner_landmarks(BOARD, pixels), BOARD, 19.05)


def test_too_few_markers_are_refused_with_how_many_were_found() -> None:
    with pytest.raises(CalibrationError, match="1 of the 4 markers"):
        marker_landmarks(known_markers(), {2: np.zeros((4, 2)), 9: np.zeros((4, 2))})


def grey(level: float, noise: float, seed: int) -> np.ndarray:
    clean = np.full((720, 1280, 3), level)
    return np.clip(clean + np.random.default_rng(seed).normal(0, noise, clean.shape), 0, 255).astype(np.uint8)


def test_the_empty_boards_noise_is_measured_from_two_pictures_or_one() -> None:
    pair, report = measure_empty([grey(110, 3, 1), grey(110, 3, 2)], true_camera(), BOARD)
    assert abs(pair.noise - 3) < 0.3
    assert report.verdict is Verdict.GOOD
    single, report = measure_empty([grey(110, 3, 1)], true_camera(), BOARD)
    assert abs(single.noise - 3) < 0.8
    assert report.verdict is Verdict.USABLE


def test_darkness_flicker_and_glare_are_said() -> None:
    _, dark = measure_empty([grey(3, 1, 1), grey(3, 1, 2)], true_camera(), BOARD)
    assert dark.verdict is Verdict.BAD
    _, flicker = measure_empty([grey(110, 2, 1), grey(120, 2, 2)], true_camera(), BOARD)
    assert flicker.verdict is Verdict.USABLE and any("flicker" in a for a in flicker.advice)
    lamp = grey(110, 2, 1)
    cv2.circle(lamp, (640, 360), 40, (255, 255, 255), -1)
    _, glare = measure_empty([lamp, lamp], true_camera(), BOARD)
    assert glare.figures["glare_spots"] == 1
    assert any("mirror" in advice for advice in glare.advice)


def felt(light: np.ndarray) -> np.ndarray:
    """A green felt under light (h, w), with noise."""
    clean = np.array([50.0, 120.0, 45.0]) * light[..., None]
    return np.clip(clean + np.random.default_rng(1).normal(0, 2, clean.shape), 0, 255).astype(np.uint8)


def test_even_light_is_good_and_the_light_along_each_wall_is_told() -> None:
    picture = felt(np.ones((720, 1280)))
    _, report = measure_empty([picture, picture], true_camera(), BOARD)
    assert report.verdict is Verdict.GOOD
    assert report.figures["evenness"] == pytest.approx(1.0, abs=0.03)
    assert report.figures["light_at_wall"] == pytest.approx(
        dict.fromkeys(("near", "far", "right", "left"), 1.0), abs=0.03
    )


def test_a_wall_that_shadows_the_floor_is_named() -> None:
    light = np.ones((720, 1280))
    shadow = true_camera().project(np.array([[0, 410, 0], [900, 410, 0], [900, 450, 0], [0, 450, 0]], float))
    cv2.fillPoly(light, [np.round(shadow).astype(np.int32)], 0.25)
    _, report = measure_empty([felt(light), felt(light)], true_camera(), BOARD)
    assert report.verdict is Verdict.USABLE
    assert any("along the left wall" in advice for advice in report.advice)


def test_a_lamp_over_one_end_is_uneven() -> None:
    light = np.tile(np.linspace(0.2, 1.4, 1280), (720, 1))
    _, report = measure_empty([felt(light), felt(light)], true_camera(), BOARD)
    assert report.figures["evenness"] < 0.4
    assert any("unevenly" in advice for advice in report.advice)


def test_a_layout_is_no_shadow() -> None:
    picture = felt(np.ones((720, 1280)))
    picture[200:400, 300:900] = (200, 205, 210)
    _, report = measure_empty([picture, picture], true_camera(), BOARD)
    assert report.figures["evenness"] > 0.9


def test_pictures_of_two_sizes_are_refused() -> None:
    with pytest.raises(CalibrationError, match="differ in size"):
        measure_empty([grey(100, 1, 1), np.zeros((10, 10, 3), np.uint8)], None, BOARD)


def test_what_is_saved_is_loaded_and_other_sections_stay(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = profile_path(tmp_path / "table.toml")
    (tmp_path / "in.jpg").write_bytes(b"x")
    save_section(path, "camera", {"width": 1280, "height": 720, "k": LENS.k.tolist()}, [tmp_path / "in.jpg"], "0")
    pose = true_camera().pose
    save_section(path, "board", {"r": pose.r.tolist(), "t": pose.t.tolist()}, [], "0")
    picture = grey(90, 1, 1)
    save_background(path, Background(picture, 1.0))
    save_section(path, "background", {"image": "background.png", "noise": 1.5}, [], "0")
    profile = load_profile(path)
    assert profile.camera is not None and profile.background is not None
    assert np.allclose(profile.camera.position_mm, true_camera().position_mm)
    assert (profile.background.image == picture).all() and profile.background.noise == 1.5
    assert list(profile.raw["camera"]["provenance"]["inputs_sha256"]) == ["in.jpg"]
    assert not list(tmp_path.glob(".*.new"))


@pytest.mark.parametrize(
    ("camera", "board", "background", "says"),
    [
        ("2026-01-01T10:00:00+00:00", "2026-01-01T10:00:00+00:00", "2026-01-02T10:00:00+00:00", None),
        (
            "2026-01-03T10:00:00+00:00",
            "2026-01-01T10:00:00",
            "2026-01-04T10:00:00+00:00",
            "calibrate board again",
        ),
        (
            "2026-01-01T10:00:00+00:00",
            "2026-01-03T10:00:00+00:00",
            "2026-01-02T10:00:00+00:00",
            "calibrate empty again",
        ),
        ("long ago", "2026-01-03T10:00:00+00:00", "2026-01-04T10:00:00+00:00", None),
    ],
)
def test_a_step_older_than_one_it_builds_on_is_named(
    camera: str, board: str, background: str, says: str | None
) -> None:
    whens = {"camera": camera, "board": board, "background": background}
    stale = Profile({name: {"provenance": {"when": when}} for name, when in whens.items()}).stale
    assert (stale is None) if says is None else (stale is not None and says in stale)
    assert Profile({"camera": {}, "board": {"provenance": 3}}).stale is None

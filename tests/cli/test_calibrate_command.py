"""`stickman calibrate`: reports, exit codes and sentences."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile import load_profile
from controller.cli import main

TABLE = """
[board]
length_mm = 900
width_mm = 450
[board.markers]
dictionary = "DICT_4X4_50"
[board.markers.corners_mm]
0 = [[24,64,0],[64,64,0],[64,24,0],[24,24,0]]
1 = [[836,64,0],[876,64,0],[876,24,0],[836,24,0]]
2 = [[836,426,0],[876,426,0],[876,386,0],[836,386,0]]
[[dice.model]]
edge_mm = 19.05
"""
CAMERA = """
[camera]
width = 1280
height = 720
k = [[950.0, 0.0, 640.0], [0.0, 950.0, 360.0], [0.0, 0.0, 1.0]]
"""
RENDERS = Path(__file__).parents[2].parent / "shared" / "renders" / "stills" / "S01"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(["calibrate", *(str(a) for a in arguments)])
    out = capsys.readouterr()
    return int(done.value.code or 0), out.out, out.err


def picture(folder: Path, image: np.ndarray, name: str = "a.png") -> Path:
    path = folder / name
    cv2.imwrite(str(path), image)
    return path


def grey(level: float = 100, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(level, 2, (720, 1280, 3)), 0, 255).astype(np.uint8)


def painted_board() -> np.ndarray:
    """Look straight down from 800 mm at three markers."""
    image = np.full((720, 1280, 3), 90, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, left, top in ((0, 24, 64), (1, 836, 64), (2, 836, 426)):
        marker = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, number, 240), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255
        )
        size = 320 / 240 * 40
        x, y = left - (size - 40) / 2, top + (size - 40) / 2
        board = np.array([[x, y], [x + size, y], [x + size, y - size], [x, y - size]])
        pixels = np.column_stack([640 + (board[:, 0] - 450) * 950 / 800, 360 - (board[:, 1] - 225) * 950 / 800])
        corners = np.array([[0, 0], [319, 0], [319, 319], [0, 319]], np.float32)
        warp = cv2.getPerspectiveTransform(corners, pixels.astype(np.float32))
        seen = cv2.warpPerspective(marker, warp, (1280, 720), flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full_like(marker, 255), warp, (1280, 720)) > 127
        image[mask] = seen[mask][:, None]
    return cv2.GaussianBlur(image, (0, 0), 0.6)


def test_the_board_is_found_from_its_markers(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table.parent / "calibration.toml").write_text(CAMERA)
    code, out, _ = run(capsys, "board", picture(table.parent, painted_board()), "--table", table, "--json")
    report = json.loads(out)
    assert code == 0 and report["verdict"] in ("good", "usable") and report["saved"]
    assert np.allclose(report["figures"]["camera_mm"], [450, 225, 800], atol=6)
    profile = load_profile(table.parent / "calibration.toml")
    assert profile.camera is not None
    assert profile.raw["board"]["provenance"]["inputs_sha256"]["a.png"]


def test_the_board_is_found_from_four_corners(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table.parent / "calibration.toml").write_text(CAMERA)
    corners = ["105.6,627.2", "1174.4,627.2", "1174.4,92.8", "105.6,92.8"]
    code, out, _ = run(capsys, "board", picture(table.parent, grey()), "--table", table, "--corners", *corners)
    assert code == 0
    assert out.startswith("board: good") and "residual_mm" in out and "Next:" in out


def test_the_empty_board_is_kept_beside_the_calibration(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table.parent / "calibration.toml").write_text(CAMERA)
    pictures = [picture(table.parent, grey(seed=s), f"{s}.png") for s in (1, 2)]
    code, out, _ = run(capsys, "empty", *pictures, "--table", table, "--json")
    assert (code, json.loads(out)["verdict"]) == (0, "good")
    background = load_profile(table.parent / "calibration.toml").background
    assert background is not None and abs(float(background.image.mean()) - 100) < 1


def test_a_black_picture_is_bad_and_not_saved(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "empty", picture(table.parent, grey(2)), "--table", table, "--json")
    report = json.loads(out)
    assert code == 1 and report["verdict"] == "bad" and not report["saved"]
    assert "light" in report["next"][0]
    assert not (table.parent / "calibration.toml").exists()


def test_bad_input_is_one_sentence_and_exit_code_2(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blank = picture(table.parent, grey())
    text = table.parent / "notes.txt"
    text.write_text("no picture")
    cases: list[tuple[list[Any], str]] = [
        (["lens", table.parent / "none.jpg", "--charuco", "11x8,15,11,DICT_5X5_100"], "does not exist"),
        (["lens", text, "--charuco", "11x8,15,11,DICT_5X5_100"], "not a picture"),
        (["lens", blank, "--charuco", "11x8,15"], "is not understood"),
        (["board", blank], "lens"),
    ]
    for arguments, says in cases:
        code, out, err = run(capsys, *arguments, "--table", table)
        assert (code, out) == (2, ""), arguments
        assert err.startswith("error: ") and says in err, err
        assert err.count("\n") == 1


def jpeg(folder: Path, image: np.ndarray, orientation: int = 1) -> bytes:
    """The file of a picture that a camera says is to be turned."""
    cv2.imwrite(str(folder / "plain.jpg"), image)
    data = (folder / "plain.jpg").read_bytes()
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0" + bytes([orientation]) + b"\0\0\0\0\0\0"
    return data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:]


def test_pictures_are_not_turned_as_reading_does_not(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table.parent / "calibration.toml").write_text(CAMERA)
    path = table.parent / "turned.jpg"
    path.write_bytes(jpeg(table.parent, painted_board(), orientation=6))
    code, out, err = run(capsys, "board", path, "--table", table, "--json")
    assert code == 0, err
    assert np.allclose(json.loads(out)["figures"]["camera_mm"], [450, 225, 800], atol=6)
    assert run(capsys, "empty", path, path, "--table", table)[0] == 0


def test_a_truncated_picture_is_refused(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = table.parent / "half.jpg"
    data = jpeg(table.parent, grey())
    path.write_bytes(data[: len(data) // 2])
    for arguments in (["board", path], ["empty", path, path]):
        (table.parent / "calibration.toml").write_text(CAMERA)
        code, out, err = run(capsys, *arguments, "--table", table)
        assert (code, out) == (2, "") and "truncated" in err, arguments


def test_a_missing_table_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "empty", tmp_path / "a.png", "--table", tmp_path / "no.toml")
    assert code == 2 and "no.toml does not exist" in err


def test_corners_that_are_no_points_are_refused(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table.parent / "calibration.toml").write_text(CAMERA)
    code, _, err = run(
        capsys, "board", picture(table.parent, grey()), "--table", table, "--corners", "1,2", "x", "3,4", "5,6"
    )
    assert code == 2 and "'x' is no point" in err


def test_a_picture_of_another_size_is_refused(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table.parent / "calibration.toml").write_text(CAMERA)
    code, _, err = run(capsys, "board", picture(table.parent, grey()[:360, :640]), "--table", table)
    assert code == 2 and "640x360" in err and "1280x720" in err


@pytest.mark.shared
@pytest.mark.skipif(not RENDERS.exists(), reason="the path-traced stills are not beside the project")
def test_path_traced_views_give_the_true_lens(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = json.loads((RENDERS / "truth.json").read_text())["camera"]
    pictures = sorted((RENDERS / "calib").glob("*.jpg"))[::2]
    code, out, _ = run(capsys, "lens", *pictures, "--charuco", "11x8,15,11,DICT_5X5_100", "--table", table, "--json")
    assert code == 0
    assert abs(json.loads(out)["figures"]["focal_px"] / truth["K"][0][0] - 1) < 0.003

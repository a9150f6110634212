"""`stickman calibrate lens`: what is said of pictures of no use, alone and among good ones."""

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "calibration"))
import charuco_scene as scene

from calibration.profile import load_profile
from controller.cli import main
from vision.geometry import Lens

LENS = Lens(1280, 720, np.array([[950.0, 0, 640], [0, 950, 360], [0, 0, 1]]))
COUNT = 7


@pytest.fixture(scope="module")
def painted() -> list[np.ndarray]:
    rng = np.random.default_rng(7)
    board = scene.texture(11, 8, 15, 11, "DICT_5X5_100")
    return [scene.paint(board, LENS, pose, rng) for pose in scene.poses(COUNT, LENS, (82.5, 60.0), rng)]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text("[[dice.model]]\nedge_mm = 19.05\n")
    return path


def saved(folder: Path, pictures: list[np.ndarray]) -> list[Path]:
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{number}.png" for number in range(len(pictures))]
    for path, picture in zip(paths, pictures, strict=True):
        cv2.imwrite(str(path), picture)
    return paths


def run(capsys: pytest.CaptureFixture[str], table: Path, *images: Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(
            [
                "calibrate",
                "lens",
                *map(str, images),
                "--charuco",
                "11x8,15,11,DICT_5X5_100",
                "--table",
                str(table),
                "--json",
            ]
        )
    out, err = capsys.readouterr()
    return int(done.value.code or 0), out, err


def report_of(found: tuple[int, str, str], code: int) -> dict[str, Any]:
    assert found[0] == code, found[2]
    report: dict[str, Any] = json.loads(found[1])
    return report


def test_pictures_of_no_use_among_good_ones_are_named(
    painted: list[np.ndarray], table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = saved(table.parent / "views", painted)
    small = saved(table.parent / "small", [painted[0][::2, ::2]])[0].rename(table.parent / "small.png")
    missing = table.parent / "missing.png"
    report = report_of(run(capsys, table, small, missing, *good), 0)
    assert report["figures"]["views_used"] == COUNT and report["saved"]
    failed = report["figures"]["views_failed"]
    assert "does not exist" in failed["missing.png"] and "is 640x360, the others are 1280x720" in failed["small.png"]
    kept = load_profile(table.parent / "calibration.toml")
    assert kept.lens is not None and abs(kept.lens.k[0, 0] / 950 - 1) < 0.003
    assert "missing.png" not in kept.raw["camera"]["provenance"]["inputs_sha256"]


def test_with_too_few_others_a_missing_picture_or_one_of_another_size_is_wrong_use(
    painted: list[np.ndarray], table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = saved(table.parent / "views", [*painted[:3], painted[3][::2, ::2]])
    code, out, err = run(capsys, table, table.parent / "missing.png", *few[:3])
    assert (code, out) == (2, "") and "missing.png does not exist" in err
    code, out, err = run(capsys, table, *few)
    assert (code, out) == (2, "") and "640x360" in err


def test_mirrored_pictures_are_bad_with_each_of_them_named(
    painted: list[np.ndarray], table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mirrored = saved(table.parent / "views", [np.ascontiguousarray(picture[:, ::-1]) for picture in painted])
    report = report_of(run(capsys, table, *mirrored), 1)
    assert report["verdict"] == "bad" and not report["saved"]
    assert set(report["figures"]["views_failed"]) == {path.name for path in mirrored}
    assert "mirroring" in report["next"][0]
    assert not (table.parent / "calibration.toml").exists()


def test_a_picture_without_a_board_is_bad(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (blank,) = saved(table.parent / "views", [np.full((720, 1280, 3), 90, np.uint8)])
    report = report_of(run(capsys, table, blank), 1)
    assert "0 markers found" in report["figures"]["views_failed"]["0.png"]
    assert "at least 5" in report["next"][0]


def test_equal_names_in_two_folders_stay_apart(
    painted: list[np.ndarray], table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = saved(table.parent / "a", painted[:4]), saved(table.parent / "b", painted[4:])
    report = report_of(run(capsys, table, *one, *other), 0)
    assert set(report["figures"]["view_errors_px"]) == {str(p) for p in one[:3] + other} | {"3.png"}
    kept = load_profile(table.parent / "calibration.toml").raw["camera"]["provenance"]["inputs_sha256"]
    assert len(kept) == len(set(kept.values())) == COUNT

"""A broken `calibration.toml` is refused, and the step that mends it is named; nothing is read with it."""

import errno
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import tomli_w

from calibration.profile import load_profile, save_background, save_section
from controller.errors import CalibrationError, JournalError
from vision.geometry import Background

K = [[950.0, 0.0, 640.0], [0.0, 950.0, 360.0], [0.0, 0.0, 1.0]]
R = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]
NAN = float("nan")


def whole() -> dict[str, Any]:
    return {
        "camera": {"width": 1280, "height": 720, "k": K, "dist": [0.0] * 5},
        "board": {"r": R, "t": [-450.0, 225.0, 800.0]},
        "background": {"image": "background.png", "noise": 1.5},
        "dice": {"model": [{"name": "red", "edge_mm": 19.05, "body_bgr": [20.0, 30.0, 200.0]}]},
        "walls": {"latency_ms": 12.0},
    }


def saved(folder: Path, raw: dict[str, Any]) -> Path:
    cv2.imwrite(str(folder / "background.png"), np.full((720, 1280, 3), 90, np.uint8))
    path = folder / "calibration.toml"
    path.write_text(tomli_w.dumps(raw))
    return path


def test_a_whole_calibration_is_read(tmp_path: Path) -> None:
    profile = load_profile(saved(tmp_path, whole()))
    assert profile.camera is not None and profile.background is not None
    assert [die.name for die in profile.dice] == ["red"]


def test_distortion_may_be_left_out_and_a_rotation_be_rounded(tmp_path: Path) -> None:
    raw = whole()
    del raw["camera"]["dist"]
    raw["board"]["r"] = [[0.8, -0.6001, 0.0], [-0.6, -0.8, 0.0], [0.0, 0.0, -1.0]]
    assert load_profile(saved(tmp_path, raw)).camera is not None


@pytest.mark.parametrize(
    ("section", "entry", "value", "says"),
    [
        ("board", "r", [[0.0] * 3] * 3, r"r is no rotation.*stickman calibrate board again"),
        ("board", "r", [[2 * x for x in row] for row in R], "r is no rotation"),
        ("board", "r", [[-x for x in row] for row in R], "r is no rotation"),
        ("board", "r", [[NAN] * 3] * 3, "r holds what is no number"),
        ("board", "r", [1.0, 0.0], "board"),
        ("board", "t", [NAN, 0.0, 800.0], "t holds what is no number"),
        ("board", "t", 800.0, "board"),
        ("camera", "k", [[NAN, *K[0][1:]], *K[1:]], r"k holds what is no number.*stickman calibrate lens again"),
        ("camera", "k", [[0.0, *K[0][1:]], *K[1:]], "focal lengths"),
        ("camera", "k", [*K[:2], [0.0] * 3], "last row of k"),
        ("camera", "k", "sharp", "camera"),
        ("camera", "dist", [0.1, 0.2, 0.3], "dist has 3 numbers"),
        ("camera", "dist", [float("inf")] * 5, "dist holds what is no number"),
        ("camera", "width", 0, "width and height"),
        ("camera", "height", float("inf"), "camera"),
        ("camera", "height", [720], "camera"),
        ("background", "image", 3, "stickman calibrate empty again"),
        ("background", "image", "none.png", "does not exist"),
        ("background", "noise", NAN, "noise"),
        ("dice", "model", 3, r"Take \[dice\] out of it and run stickman calibrate dice again"),
        ("dice", "model", [{"name": "red", "edge_mm": NAN}], "edge_mm must be over 0"),
        ("dice", "model", [{"edge_mm": 16.0}], "'name' is missing"),
        ("dice", "model", [{"name": "red", "edge_mm": 16.0, "pip_bgr": [1.0]}], "dice"),
        ("dice", "model", [{"name": "red", "edge_mm": 16.0, "right_handed": 1}], "right_handed must be true or false"),
        (
            "dice",
            "model",
            [{"name": "red", "edge_mm": 16.0, "six_beside_two": 1}],
            "six_beside_two must be true or false",
        ),
    ],
)
def test_a_broken_entry_is_refused_and_its_step_named(
    tmp_path: Path, section: str, entry: str, value: object, says: str
) -> None:
    raw = whole()
    raw[section][entry] = value
    with pytest.raises(CalibrationError, match=says) as caught:
        load_profile(saved(tmp_path, raw))
    assert f"[{section}] of" in str(caught.value)


@pytest.mark.parametrize("section", ["camera", "dice", "check"])
def test_a_section_that_is_none_is_refused(tmp_path: Path, section: str) -> None:
    with pytest.raises(CalibrationError, match=f"{section} is no section"):
        load_profile(saved(tmp_path, {section: 3}))


def test_a_broken_section_can_be_measured_again(tmp_path: Path) -> None:
    raw = whole()
    raw["board"]["r"] = [[0.0] * 3] * 3
    path = saved(tmp_path, raw)
    assert load_profile(path, replacing="board").lens is not None
    save_section(path, "board", whole()["board"], [], "0")
    assert load_profile(path).camera is not None


def test_a_full_disk_leaves_what_was_there_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path, whole())
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(JournalError, match=r"calibration\.toml cannot be written: No space left.*Make room") as caught:
        save_section(path, "board", whole()["board"], [], "0")
    assert caught.value.exit_code == 4
    with pytest.raises(JournalError, match=r"background\.png cannot be written"):
        save_background(path, Background(np.zeros((9, 9, 3), np.uint8), 1.0))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_folder_in_the_place_of_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "background.png").mkdir()
    path = tmp_path / "calibration.toml"
    with pytest.raises(JournalError, match="Is a directory"):
        save_background(path, Background(np.zeros((9, 9, 3), np.uint8), 1.0))
    assert [file.name for file in tmp_path.iterdir()] == ["background.png"]
    path.mkdir()
    with pytest.raises(CalibrationError, match="cannot be read: Is a directory"):
        load_profile(path)

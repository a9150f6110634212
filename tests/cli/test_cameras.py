"""The camera that a table file names: opened, locked as calibrated, and replaced by a film."""

import json
import queue
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "vision"))
from fake_picamera2 import World

from calibration.profile import load_profile, profile_path
from controller.cli import main
from controller.cli.calibrate_camera import watched
from controller.cli.cameras import camera_for
from controller.config import load_table
from controller.errors import CalibrationError, ConfigError, HardwareError
from vision.cameras.pi_camera import PiCamera
from vision.frame import Frame
from vision.sources import ImageFolderSource, VideoFileSource

CONTROLS = '[controls]\ndriver = "{}"\nexposure_us = 7000\ngain = 2.0\nred_gain = 1.9\nblue_gain = 1.5\n'


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    plugged = World()
    plugged.stamp_offset_ns = -(10**15)  # of no known clock: the time of arrival counts, which is real here
    for name, module in plugged.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    return plugged


def table(folder: Path, camera: str) -> Path:
    path = folder / "table.toml"
    path.write_text(f'[table]\nname = "home"\n{camera}\n')
    return path


def opened(path: Path) -> object:
    return camera_for(load_table(path), path)


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["calibrate", *arguments])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def test_a_table_without_a_camera_says_what_to_add(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"names no camera. Add \[camera\]"):
        opened(table(tmp_path, ""))


def test_a_usb_camera_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="No camera at /dev/v4l/by-id/none"):
        opened(table(tmp_path, '[camera]\ndevice = "/dev/v4l/by-id/none"'))


def test_a_pi_camera_gets_its_controls_from_the_calibration(tmp_path: Path, world: World) -> None:
    path = table(tmp_path, '[camera]\ndriver = "picamera2"\nwidth = 2304\nheight = 1296\nfps = 50')
    profile_path(path).write_text(CONTROLS.format("picamera2"))
    camera = opened(path)
    assert isinstance(camera, PiCamera)
    camera.start(lambda _frame: None)
    camera.stop()
    config = world.opened[0].config
    assert config["main"]["size"] == (2304, 1296)
    assert config["controls"]["ExposureTime"] == 7000 and config["controls"]["ColourGains"] == (1.9, 1.5)
    assert config["controls"]["FrameDurationLimits"] == (20000, 20000)


def test_controls_of_another_camera_are_refused(tmp_path: Path, world: World) -> None:
    path = table(tmp_path, '[camera]\ndriver = "picamera2"')
    profile_path(path).write_text(CONTROLS.format("usb"))
    with pytest.raises(CalibrationError, match=r"of a usb camera.*names picamera2.*calibrate camera"):
        opened(path)


def test_a_pi_camera_has_a_number(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="must be a number"):
        opened(table(tmp_path, '[camera]\ndriver = "picamera2"\ndevice = "/dev/video0"'))


def test_a_film_or_a_folder_can_stand_in_for_a_camera(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.zeros((72, 128, 3), np.uint8))
    assert isinstance(opened(table(tmp_path, '[camera]\ndriver = "film"\npath = "."')), ImageFolderSource)
    writer = cv2.VideoWriter(str(tmp_path / "t.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 30.0, (128, 72))
    writer.write(np.zeros((72, 128, 3), np.uint8))
    writer.release()
    assert isinstance(opened(table(tmp_path, '[camera]\ndriver = "film"\npath = "t.mp4"')), VideoFileSource)
    with pytest.raises(ConfigError, match="film without path"):
        opened(table(tmp_path, '[camera]\ndriver = "film"'))


def test_calibrate_camera_locks_what_the_camera_chose(
    tmp_path: Path, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(tmp_path, '[camera]\ndriver = "picamera2"')
    code, out, _ = call(capsys, "camera", "--table", str(path), "--settle-s", "0.1", "--json")
    said = json.loads(out)
    assert code == 0 and said["saved"]
    assert said["figures"]["exposure_us"] == 8000 and said["figures"]["gain"] == 2.5
    assert said["figures"]["fps"] > 0
    part = load_profile(profile_path(path)).raw["controls"]
    assert (part["driver"], part["red_gain"], part["focus_dioptres"]) == ("picamera2", 1.8, 1.2)
    assert "AeEnable" not in world.opened[0].controls


def test_rate_and_delay_are_those_of_the_exposures() -> None:
    frames: queue.Queue[tuple[int, Frame]] = queue.Queue()
    for k in range(40):
        exposed_ns = 1_000_000_000 + k * 40_000_000
        frames.put((exposed_ns + 25_000_000, Frame(np.zeros((2, 2, 3), np.uint8), exposed_ns, k)))
    late_ms, fps = watched(frames, 1.0)
    assert (late_ms, fps) == (25.0, pytest.approx(50.0))


def test_shoot_takes_pictures_with_the_locked_camera(
    tmp_path: Path, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(tmp_path, '[camera]\ndriver = "picamera2"')
    profile_path(path).write_text(CONTROLS.format("picamera2"))
    for _ in range(2):
        code, out, _ = call(
            capsys, "shoot", str(tmp_path / "views"), "--count", "2", "--every-s", "0", "--table", str(path)
        )
        assert code == 0 and "2 pictures" in out
    assert [p.name for p in sorted((tmp_path / "views").iterdir())] == [f"shot-{k:03d}.png" for k in range(4)]
    assert world.opened[0].controls["ExposureTime"] == 7000
    assert cv2.imread(str(tmp_path / "views" / "shot-003.png")).shape == (720, 1280, 3)


def test_a_film_has_nothing_to_lock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = table(tmp_path, '[camera]\ndriver = "film"\npath = "t.mp4"')
    code, _, err = call(capsys, "camera", "--table", str(path))
    assert code == 2 and "no exposure to measure" in err

"""Sources that play files and the USB camera: order, times, errors, coming back."""

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.errors import HardwareError, ImageError
from vision.cameras.usb_camera import Locked, UsbCamera, UsbMode
from vision.frame import Frame, Image
from vision.sources import ImageFolderSource, VideoFileSource


def picture(level: int, width: int = 1280, height: int = 720) -> Image:
    return np.full((height, width, 3), level, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{k:03d}.png" for k in range(4)]
    for k, path in enumerate(paths):
        cv2.imwrite(str(path), picture(10 * k))
    return paths


def played(source: ImageFolderSource | VideoFileSource) -> list[Frame]:
    frames: list[Frame] = []
    source.start(frames.append)
    assert source.wait(20.0)
    return frames


def test_exif_turns_no_picture_of_a_folder(tmp_path: Path) -> None:
    data = cv2.imencode(".jpg", picture(90, 1280, 720))[1].tobytes()
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    path = tmp_path / "turned.jpg"
    path.write_bytes(data[:2] + b"\xff\xe1" + (len(turned) + 2).to_bytes(2, "big") + turned + data[2:])
    assert [image.shape for image in ImageFolderSource([path]).pictures()] == [(720, 1280, 3)]


def test_a_folder_gives_both_streams_in_order_with_times(folder: list[Path]) -> None:
    frames = played(ImageFolderSource(folder, fps=50.0, begin_ns=7))
    for stream, shape in (("small", (360, 640, 3)), ("main", (720, 1280, 3))):
        mine = [f for f in frames if f.stream == stream]
        assert [f.index for f in mine] == [0, 1, 2, 3]
        assert [f.exposed_ns for f in mine] == [7 + k * 20_000_000 for k in range(4)]
        assert {f.image.shape for f in mine} == {shape}
        assert [int(f.image[5, 5, 0]) for f in mine] == [0, 10, 20, 30]


def test_a_folder_can_be_played_twice(folder: list[Path]) -> None:
    source = ImageFolderSource(folder)
    assert len(played(source)) == len(played(source)) == 8


@pytest.mark.parametrize(("name", "codec"), [("film.avi", "MJPG"), ("film.mp4", "mp4v")])
def test_a_film_gives_its_pictures_at_its_own_rate(tmp_path: Path, name: str, codec: str) -> None:
    path = tmp_path / name
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), 25.0, (320, 180))
    for k in range(5):
        writer.write(picture(40 * k, 320, 180))
    writer.release()
    mine = [f for f in played(VideoFileSource(path)) if f.stream == "main"]
    assert [f.exposed_ns for f in mine] == [k * 40_000_000 for k in range(5)]
    assert [round(float(f.image.mean()) / 40) for f in mine] == [0, 1, 2, 3, 4]


def test_a_film_that_stops_in_the_middle_gives_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (320, 180))
    for k in range(40):
        writer.write(picture(k, 320, 180))
    writer.release()
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    mine = [f for f in played(VideoFileSource(path)) if f.stream == "main"]
    assert 10 < len(mine) < 40


def test_files_that_cannot_be_played_are_named(tmp_path: Path, folder: list[Path]) -> None:
    with pytest.raises(ImageError, match="no pictures to play"):
        ImageFolderSource([])
    with pytest.raises(ImageError, match="is no film that can be played"):
        VideoFileSource(tmp_path / "none.mp4")
    with pytest.raises(ImageError, match="rate above 0"):
        ImageFolderSource(folder, fps=0.0)
    folder[2].write_bytes(b"no picture")
    source = ImageFolderSource(folder)
    frames: list[Frame] = []
    source.start(frames.append)
    with pytest.raises(ImageError, match=r"002\.png is no picture"):
        source.wait(20.0)
    assert len(frames) == 4


def test_nothing_is_handed_over_after_stop(folder: list[Path]) -> None:
    source = ImageFolderSource(folder * 500, paced=True)
    first = threading.Event()
    frames: list[Frame] = []

    def put(frame: Frame) -> None:
        frames.append(frame)
        first.set()

    source.start(put)
    assert first.wait(20.0)
    source.stop()
    count = len(frames)
    assert source.wait(0.0)
    assert len(frames) == count < 4000


class Device:
    """A camera that gives pictures until it is pulled out."""

    def __init__(self, good: int, there: bool = True, stamps_ms: Iterator[float] | None = None) -> None:
        self.good, self.there, self.stamps_ms, self.released = good, there, stamps_ms, False

    def isOpened(self) -> bool:
        return self.there

    def read(self) -> tuple[bool, Image | None]:
        self.good -= 1
        return (True, picture(50)) if self.good >= 0 else (False, None)

    def get(self, prop: int) -> float:
        return next(self.stamps_ms) if self.stamps_ms and prop == cv2.CAP_PROP_POS_MSEC else 0.0

    def release(self) -> None:
        self.released = True


class Clock:
    """Ten milliseconds pass between any two looks at it."""

    def __init__(self) -> None:
        self.now_ns = 5_000_000_000

    def __call__(self) -> int:
        self.now_ns += 10_000_000
        return self.now_ns


def frames_of(camera: UsbCamera, count: int) -> list[Frame]:
    frames: list[Frame] = []
    enough = threading.Event()

    def put(frame: Frame) -> None:
        frames.append(frame)
        if len(frames) >= count:
            enough.set()

    camera.start(put)
    assert enough.wait(20.0)
    camera.stop()
    return frames[:count]


def test_a_usb_camera_gives_every_picture_small_and_every_second_full() -> None:
    frames = frames_of(UsbCamera(0, UsbMode(main_every=2), lambda: Device(1000), Clock()), 9)
    assert [f.stream for f in frames] == ["small", "main", "small"] * 3
    assert [f.index for f in frames if f.stream == "main"] == [0, 1, 2]
    assert [f.index for f in frames if f.stream == "small"] == [0, 1, 2, 3, 4, 5]


def test_the_drivers_time_counts_where_it_is_on_the_same_clock() -> None:
    stamped = Device(1000, stamps_ms=(5000.0 + 10 * k for k in range(2000)))
    frames = frames_of(UsbCamera(0, open_device=lambda: stamped, clock_ns=Clock()), 3)
    assert frames[0].exposed_ns == 5_000_000_000
    arrived = frames_of(UsbCamera(0, open_device=lambda: Device(1000), clock_ns=Clock()), 3)
    assert arrived[0].exposed_ns == 5_010_000_000


def test_a_camera_that_was_unplugged_comes_back_without_a_restart() -> None:
    devices = [Device(2), Device(0, there=False), Device(1000)]
    opened: list[Device] = []

    def open_device() -> Device:
        opened.append(devices[len(opened)])
        return opened[-1]

    camera = UsbCamera(0, UsbMode(main_every=1), open_device, Clock())
    frames = frames_of(camera, 8)
    assert opened == devices
    assert [f.index for f in frames if f.stream == "small"] == [0, 1, 2, 3]
    assert camera.trouble is None
    assert all(d.released for d in devices)


def test_what_a_usb_camera_chose_itself_is_known_after_it_stopped() -> None:
    class Chosen(Device):
        def get(self, prop: int) -> float:
            return {cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_GAIN: 20.0}.get(prop, -1.0)

    camera = UsbCamera(0, open_device=lambda: Chosen(1000), clock_ns=Clock())
    frames_of(camera, 3)
    assert camera.settings == Locked(exposure=156.0, gain=20.0)


def test_a_camera_that_is_not_there_is_said_at_the_start() -> None:
    camera = UsbCamera(3, open_device=lambda: Device(0, there=False))
    with pytest.raises(HardwareError, match=r"Camera 3 cannot be opened: plug it in.*list-devices"):
        camera.start(lambda _frame: None)

"""The Raspberry Pi camera through a stand-in for picamera2: streams, times, locked controls, coming back."""

import sys
import threading
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from fake_picamera2 import HQ, MODULE_3, World

from controller.errors import HardwareError
from vision.cameras import pi_camera
from vision.cameras.pi_camera import PiCamera, PiLocked, PiMode, best_sensor_mode
from vision.frame import Frame


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    plugged = World()
    for name, module in plugged.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(pi_camera, "_RETRY_S", 0.01)
    return plugged


def camera_on(world: World, mode: PiMode | None = None) -> PiCamera:
    return PiCamera(0, mode, clock_ns=world.clock_ns, boot_clock_ns=world.boot_clock_ns)


def frames_of(camera: PiCamera, count: int, on_frame: Callable[[int], None] = lambda _count: None) -> list[Frame]:
    frames: list[Frame] = []
    enough = threading.Event()

    def put(frame: Frame) -> None:
        frames.append(frame)
        on_frame(len(frames))
        if len(frames) >= count:
            enough.set()

    camera.start(put)
    assert enough.wait(20.0)
    camera.stop()
    return frames[:count]


def once_said(camera: PiCamera, words: str, then: Callable[[], None]) -> threading.Thread:
    """Do something as soon as the camera says what is wrong with it."""

    def wait() -> None:
        for _ in range(2000):
            if words in (camera.trouble or ""):
                break
            threading.Event().wait(0.005)
        then()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_both_streams_come_from_one_exposure_and_every_second_main_one_is_taken(world: World) -> None:
    frames = frames_of(camera_on(world), 9)
    assert [f.stream for f in frames] == ["small", "main", "small"] * 3
    assert [f.index for f in frames if f.stream == "main"] == [0, 1, 2]
    assert frames[0].exposed_ns == frames[1].exposed_ns
    assert {f.image.shape for f in frames} == {(360, 640, 3), (720, 1280, 3)}


def test_the_small_stream_shows_the_colours_of_the_main_one(world: World) -> None:
    small, main = frames_of(camera_on(world), 2)
    for row, column in ((0.2, 0.2), (0.8, 0.9)):
        a, b = (f.image[int(row * f.image.shape[0]), int(column * f.image.shape[1])].astype(int) for f in (small, main))
        assert np.abs(a - b).max() <= 4


def test_the_camera_is_asked_for_two_streams_at_a_fixed_rate(world: World) -> None:
    frames_of(camera_on(world, PiMode(2304, 1296, fps=50.0)), 1)
    config = world.opened[0].config
    assert config["main"] == {"size": (2304, 1296), "format": "RGB888"}
    assert config["lores"] == {"size": (640, 360), "format": "YUV420"}
    assert config["controls"] == {"FrameDurationLimits": (20000, 20000)}
    assert config["colour_space"] == "Smpte170m"


def test_locked_controls_turn_their_automatics_off(world: World) -> None:
    locked = PiLocked(6000, 3.0, 1.5, 1.7, 1.1)
    camera = camera_on(world, PiMode(locked=locked))
    frames_of(camera, 1)
    controls = world.opened[0].controls
    assert controls["AeEnable"] is False and controls["ExposureTime"] == 6000 and controls["AnalogueGain"] == 3.0
    assert controls["AwbEnable"] is False and controls["ColourGains"] == (1.5, 1.7)
    assert (controls["AfMode"], controls["LensPosition"]) == (0, 1.1)
    assert camera.settings == locked


def test_what_the_camera_chose_itself_can_be_locked(world: World) -> None:
    camera = camera_on(world)
    frames_of(camera, 1)
    assert camera.settings == PiLocked(8000, 2.5, 1.8, 1.6, 1.2)


@pytest.mark.parametrize(("stamp", "boot"), [(0, 0), (0, 7_000_000_000), (7_000_000_000, 7_000_000_000)])
def test_stamps_of_either_clock_give_the_begin_of_the_exposure(world: World, stamp: int, boot: int) -> None:
    world.stamp_offset_ns, world.boot_offset_ns = stamp, boot
    frame = frames_of(camera_on(world, PiMode(locked=PiLocked(exposure_us=5000, gain=1.0))), 1)[0]
    assert frame.exposed_ns == 50_000_000_000 + 16_667_000 - 5_000_000


def test_a_stamp_of_no_known_clock_gives_way_to_the_arrival(world: World) -> None:
    world.stamp_offset_ns = -(10**15)
    frame = frames_of(camera_on(world), 1)[0]
    assert frame.exposed_ns == 50_000_000_000 + 16_667_000 - 8_000_000


def test_buffers_go_back_to_the_camera_at_once(world: World) -> None:
    assert len(frames_of(camera_on(world), 60)) == 60


def test_a_stalled_camera_is_opened_again(world: World) -> None:
    camera = camera_on(world)

    def on_frame(count: int) -> None:
        if count == 6:
            world.stalled = True
            once_said(camera, "gives no pictures", lambda: setattr(world, "stalled", False))

    frames = frames_of(camera, 12, on_frame)
    assert len(world.opened) >= 2
    assert camera.trouble is None
    small = [f for f in frames if f.stream == "small"]
    assert [f.index for f in small] == list(range(len(small)))
    assert all(a.exposed_ns < b.exposed_ns for a, b in pairwise(small))


def test_an_unplugged_camera_says_so_and_comes_back_without_a_restart(world: World) -> None:
    camera = camera_on(world)
    said: list[str | None] = []

    def back() -> None:
        said.append(camera.trouble)
        world.there = True

    def on_frame(count: int) -> None:
        if count == 6:
            world.there = False
            once_said(camera, "cannot be opened", back)

    frames_of(camera, 12, on_frame)
    assert said[0] is not None and "check its cable" in said[0]
    assert camera.trouble is None


def test_a_driver_that_hangs_while_closing_hangs_nobody_else(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi_camera, "_CLOSED_WITHIN_S", 0.05)
    camera, said = camera_on(world), []

    def later() -> None:
        said.append(camera.trouble)
        world.stalled = world.closing_hangs = False
        world.hung.set()

    def on_frame(count: int) -> None:
        if count == 6:
            world.stalled = world.closing_hangs = True
            once_said(camera, "driver hangs", later)

    frames_of(camera, 12, on_frame)
    assert said[0] is not None and "driver hangs" in said[0]
    assert len(world.opened) == 2


def test_a_camera_that_is_not_there_or_in_use_is_said_at_the_start(world: World) -> None:
    world.there = False
    with pytest.raises(HardwareError, match=r"Camera 0 cannot be opened.*check its cable.*list-cameras"):
        camera_on(world).start(lambda _frame: None)
    world.there = True
    frames_of(camera_on(world), 1)
    other = camera_on(world)
    other.start(lambda _frame: None)
    with pytest.raises(HardwareError, match="busy"):
        camera_on(world).start(lambda _frame: None)
    other.stop()


def test_a_control_that_the_camera_has_not_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fake_picamera2.CONTROLS", frozenset({"FrameDurationLimits"}))
    with pytest.raises(HardwareError, match=r"Control (LensPosition|AfMode) is not advertised"):
        camera_on(world, PiMode(locked=PiLocked(focus_dioptres=1.0))).start(lambda _frame: None)
    assert world.owner is None


def test_without_picamera2_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "libcamera", None)
    with pytest.raises(HardwareError, match="sudo apt install python3-picamera2"):
        PiCamera().start(lambda _frame: None)


@pytest.mark.parametrize(
    ("modes", "mode", "size"),
    [
        (MODULE_3, PiMode(), (2304, 1296)),
        (MODULE_3, PiMode(2304, 1296), (2304, 1296)),
        (MODULE_3, PiMode(4608, 2592, fps=10.0), (4608, 2592)),
        (HQ, PiMode(), (2028, 1080)),
        (HQ, PiMode(4056, 2160, fps=10.0), (4056, 3040)),
    ],
)
def test_the_sensor_is_read_out_whole_and_quickly(modes: tuple, mode: PiMode, size: tuple[int, int]) -> None:
    assert best_sensor_mode(modes, mode)["size"] == size


def test_a_camera_without_sensor_modes_is_no_pi_camera() -> None:
    with pytest.raises(RuntimeError, match="USB camera"):
        best_sensor_mode([{"format": "MJPEG"}], PiMode())


def test_the_small_stream_keeps_the_ratio_of_sides_and_is_even() -> None:
    assert PiMode(1456, 1088).small == (640, 478)
    assert PiMode(480, 270).small == (480, 270)

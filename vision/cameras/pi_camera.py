"""A Raspberry Pi camera through picamera2, and back by itself after it was lost. No other file imports picamera2.

Written from picamera2's documentation and source, and tested with a stand-in: not yet run on a Raspberry Pi.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from controller.errors import HardwareError
from vision.frame import Frame, Image
from vision.sources import SMALL, ThreadedSource

_log = logging.getLogger(__name__)

_FIRST_WITHIN_S = 3.0
_NEXT_WITHIN_S = 1.0
_CLOSED_WITHIN_S = 2.0
_RETRY_S = 0.5
_PLAUSIBLE_NS = 1_000_000_000
_QUICK_SHARE = 0.6
_WHOLE_SHARE = 0.9
_LOST = (RuntimeError, OSError)
"""What picamera2 raises for every failure of camera and driver."""


class Request(Protocol):
    """The part of picamera2's CompletedRequest that is used. It holds buffers of the camera until it is released."""

    def get_metadata(self) -> Mapping[str, Any]: ...
    def make_array(self, name: str) -> Any: ...
    def release(self) -> None: ...


class Job(Protocol):
    """A request to come."""

    def get_result(self, timeout: float | None = None) -> Request: ...


class Device(Protocol):
    """The part of picamera2's Picamera2 that is used, configured for two streams."""

    def start(self) -> None: ...
    def capture_request(self, wait: bool) -> Job: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class PiLocked:
    """Controls to hold still after calibration; None leaves the camera's own choice.

    `exposure_us`: µs. `gain`: analogue. `red_gain`, `blue_gain`: white balance. `focus_dioptres`: 1 / m; 0 is infinity.
    """

    exposure_us: int | None = None
    gain: float | None = None
    red_gain: float | None = None
    blue_gain: float | None = None
    focus_dioptres: float | None = None

    def controls(self) -> dict[str, Any]:
        """Give them as libcamera's controls, with the automatic of each turned off; focus is set elsewhere."""
        found: dict[str, Any] = {}
        if self.exposure_us is not None:
            found |= {"AeEnable": False, "ExposureTime": self.exposure_us}
        if self.gain is not None:
            found |= {"AeEnable": False, "AnalogueGain": self.gain}
        if self.red_gain is not None and self.blue_gain is not None:
            found |= {"AwbEnable": False, "ColourGains": (self.red_gain, self.blue_gain)}
        return found

    @staticmethod
    def from_metadata(metadata: Mapping[str, Any]) -> "PiLocked":
        """Give what a picture was taken with."""
        red, blue = metadata.get("ColourGains") or (None, None)
        exposure_us, focus = metadata.get("ExposureTime"), metadata.get("LensPosition")
        return PiLocked(exposure_us, metadata.get("AnalogueGain"), red, blue, focus)


@dataclass(frozen=True, slots=True)
class PiMode:
    """What to ask the camera for. Every `main_every`th picture is also handed over in full size."""

    width: int = 1280
    height: int = 720
    fps: float = 60.0
    main_every: int = 2
    locked: PiLocked = PiLocked()

    @property
    def small(self) -> tuple[int, int]:
        """The small stream's size: sides in the ratio of the main one, even as YUV wants them."""
        width = min(SMALL[0], self.width)
        return width, round(width * self.height / self.width / 2) * 2


class PiCamera(ThreadedSource):
    """Frames of the CSI camera `number`, both streams from the sensor at once.

    `trouble` says why none are coming just now; `settings` what the newest picture was taken with. Raises
    HardwareError from `start` if the camera is not there; one that is lost later is opened again as soon as it is
    back. `open_device` and the clocks (monotonic, and boot's for stamps of that clock) are for tests.
    """

    def __init__(
        self,
        number: int = 0,
        mode: PiMode | None = None,
        open_device: Callable[[int, PiMode], Device] | None = None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
        boot_clock_ns: Callable[[], int] | None = None,
    ) -> None:
        super().__init__()
        self._number = number
        self._mode = mode or PiMode()
        self._open_device = open_device or open_picamera2
        self._clock_ns = clock_ns
        self._boot_clock_ns = boot_clock_ns or _boot_clock_ns
        self._device: Device | None = None
        self._closing: threading.Thread | None = None
        self._patience_s = _FIRST_WITHIN_S
        self.trouble: str | None = None
        self.settings = PiLocked()

    def start(self, put: Callable[[Frame], None]) -> None:
        """Open the camera and begin to hand frames over."""
        if not self._connect():
            raise HardwareError(f"{self.trouble} 'rpicam-hello --list-cameras' shows the cameras there are.")
        super().start(put)

    def frames(self) -> Iterator[Frame]:
        """Yield both streams; waits for the camera while it is away."""
        index, last_ns = 0, -1
        try:
            while not self.stopped_within(0.0):
                request = self._next_request()
                if request is None:
                    continue
                taken = self._taken(request, index)
                if taken and taken[0].exposed_ns > last_ns:
                    yield from taken
                    index, last_ns = index + 1, taken[0].exposed_ns
        finally:
            self._disconnect()

    def _next_request(self) -> Request | None:
        """Wait for one exposure, or None after losing the camera or failing to get it back."""
        if self._device is None:
            if not self.stopped_within(_RETRY_S):
                self._connect()
            return None
        try:
            request = self._device.capture_request(wait=False).get_result(timeout=self._patience_s)
        except (TimeoutError, *_LOST):
            self._lose()
            return None
        self.trouble, self._patience_s = None, _NEXT_WITHIN_S
        return request

    def _taken(self, request: Request, index: int) -> list[Frame]:
        """Copy the pictures out and give the buffers back at once: the camera has but a few."""
        try:
            metadata = request.get_metadata()
            exposed_ns = self._exposed_ns(metadata)
            frames = [Frame(_bgr(request.make_array("lores"), self._mode.small), exposed_ns, index, "small")]
            if index % self._mode.main_every == 0:
                image = np.asarray(request.make_array("main"), dtype=np.uint8)
                frames.append(Frame(image, exposed_ns, index // self._mode.main_every, "main"))
        except _LOST:
            self._lose()
            return []
        finally:
            with contextlib.suppress(*_LOST):  # of a camera that was closed meanwhile
                request.release()
        self.settings = PiLocked.from_metadata(metadata)
        return frames

    def _exposed_ns(self, metadata: Mapping[str, Any]) -> int:
        """When the exposure began, on the monotonic clock.

        SensorTimestamp is when the first row is read out, which is when its exposure ends (picamera2, issue 821). By
        libcamera's documentation it runs on the boot clock, by report on the monotonic one: they differ after a
        suspend. A stamp that fits neither gives way to the time of arrival.
        """
        now_ns = self._clock_ns()
        exposure_ns = int(metadata.get("ExposureTime", 0)) * 1000
        stamp_ns = int(metadata.get("SensorTimestamp", -1))
        for read_ns in (stamp_ns, stamp_ns - (self._boot_clock_ns() - now_ns)):
            if 0 <= now_ns - read_ns < _PLAUSIBLE_NS:
                return read_ns - exposure_ns
        return now_ns - exposure_ns

    def _connect(self) -> bool:
        if self._closing is not None and self._closing.is_alive():
            self.trouble = (
                f"Camera {self._number} was lost and its driver hangs: restart the Raspberry Pi if it stays so."
            )
            return False
        try:
            self._device = self._open_device(self._number, self._mode)
            self._device.start()
        except HardwareError:
            raise
        except _LOST as error:
            self.trouble = (
                f"Camera {self._number} cannot be opened ({error}): check its cable, and that nobody else uses it."
            )
            self._disconnect()
            return False
        self._patience_s = _FIRST_WITHIN_S
        return True

    def _lose(self) -> None:
        self.trouble = f"Camera {self._number} gives no pictures: check its cable."
        self._disconnect()

    def _disconnect(self) -> None:
        """Close the camera in a thread of its own: with a cable pulled out closing may never return."""
        device, self._device = self._device, None
        if device is not None:
            self._closing = threading.Thread(target=_close, args=(device,), name="close camera", daemon=True)
            self._closing.start()
            self._closing.join(_CLOSED_WITHIN_S)


def _close(device: Device) -> None:
    try:
        device.close()
    except _LOST as error:
        _log.warning("The camera could not be closed: %s", error)


def _bgr(planes: Any, size: tuple[int, int]) -> Image:
    """Turn YUV 4:2:0 planes (h * 3 / 2, stride) into a picture (h, w, 3) BGR; the stride may be wider."""
    picture = cv2.cvtColor(np.asarray(planes, dtype=np.uint8), cv2.COLOR_YUV2BGR_I420)
    return np.ascontiguousarray(picture[: size[1], : size[0]])


def _boot_clock_ns() -> int:
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def open_picamera2(number: int, mode: PiMode) -> Device:
    """Open a camera with picamera2 and configure both streams. Raises HardwareError where picamera2 is missing.

    Raises RuntimeError where the camera is missing or used by another program.
    """
    try:
        import libcamera
        import picamera2
    except (ImportError, ValueError) as error:
        raise HardwareError(
            f"picamera2 cannot be used here ({error}). On a Raspberry Pi: sudo apt install python3-picamera2, and make "
            "the environment with --system-site-packages; numpy and OpenCV must be apt's too (docs/camera.md)."
        ) from None
    camera = picamera2.Picamera2(number)
    try:
        camera.configure(_configuration(camera, mode, libcamera))
    except _LOST:
        camera.close()
        raise
    device: Device = camera
    return device


def _configuration(camera: Any, mode: PiMode, libcamera: Any) -> Any:
    """Give the configuration of both streams.

    "RGB888" is blue, green, red in memory. OpenCV turns YUV into BGR by BT.601, limited range: Smpte170m is just
    that, while the default for large pictures is another, and the small stream's colours would be off.
    """
    frame_us = round(1e6 / mode.fps)
    controls = {"FrameDurationLimits": (frame_us, frame_us), **mode.locked.controls()}
    sensor = best_sensor_mode(camera.sensor_modes, mode)
    if mode.locked.focus_dioptres is not None:
        controls |= {"AfMode": libcamera.controls.AfModeEnum.Manual, "LensPosition": mode.locked.focus_dioptres}
    return camera.create_video_configuration(
        main={"size": (mode.width, mode.height), "format": "RGB888"},
        lores={"size": mode.small, "format": "YUV420"},
        sensor={"output_size": sensor["size"], "bit_depth": sensor["bit_depth"]},
        colour_space=libcamera.ColorSpace.Smpte170m(),
        controls=controls,
    )


def best_sensor_mode(modes: Sequence[Mapping[str, Any]], mode: PiMode) -> Mapping[str, Any]:
    """Choose how the sensor is read out: large enough, the whole view, then the quickest.

    Left to itself picamera2 takes the mode nearest in size, which on several sensors sees the middle only (a
    Camera Module 3 at 1280x720: two thirds). Raises RuntimeError for a camera that names no modes.
    """
    known = [m for m in modes if "size" in m and "crop_limits" in m]
    if not known:
        raise RuntimeError("it names no sensor modes; is it a USB camera?")
    large = [m for m in known if m["size"][0] >= mode.width and m["size"][1] >= mode.height] or known
    quick = [m for m in large if m["fps"] >= _QUICK_SHARE * mode.fps] or [max(large, key=lambda m: float(m["fps"]))]
    widest = max(_view(m, mode) for m in quick)
    whole = [m for m in quick if _view(m, mode) >= _WHOLE_SHARE * widest]
    return min(whole, key=lambda m: (-min(float(m["fps"]), mode.fps), m["size"]))


def _view(sensor: Mapping[str, Any], mode: PiMode) -> float:
    """How wide a sensor mode sees once it is cut to the picture's ratio of sides, in pixels of the whole sensor."""
    _, _, width, height = sensor["crop_limits"]
    return float(min(width, height * mode.width / mode.height))

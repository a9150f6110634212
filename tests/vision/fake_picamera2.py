"""A stand-in for picamera2 and libcamera with what their documentation promises of the parts that are used."""

import queue
import threading
from collections.abc import Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np

BUFFERS = 6
MODULE_3 = (
    {"size": (1536, 864), "bit_depth": 10, "fps": 120.13, "crop_limits": (768, 432, 3072, 1728), "format": "S10"},
    {"size": (2304, 1296), "bit_depth": 10, "fps": 56.03, "crop_limits": (0, 0, 4608, 2592), "format": "S10"},
    {"size": (4608, 2592), "bit_depth": 10, "fps": 14.35, "crop_limits": (0, 0, 4608, 2592), "format": "S10"},
)
HQ = (
    {"size": (1332, 990), "bit_depth": 10, "fps": 120.05, "crop_limits": (696, 528, 2664, 1980)},
    {"size": (2028, 1080), "bit_depth": 12, "fps": 50.03, "crop_limits": (0, 440, 4056, 2160)},
    {"size": (2028, 1520), "bit_depth": 12, "fps": 40.01, "crop_limits": (0, 0, 4056, 3040)},
    {"size": (4056, 3040), "bit_depth": 12, "fps": 10.0, "crop_limits": (0, 0, 4056, 3040)},
)
CONTROLS = frozenset(
    {
        "FrameDurationLimits",
        "AeEnable",
        "ExposureTime",
        "AnalogueGain",
        "AwbEnable",
        "ColourGains",
        "AfMode",
        "LensPosition",
    }
)


class World:
    """What is plugged in, and the clock: each exposure is as long after the last as was asked for."""

    def __init__(self, modes: tuple[Mapping[str, Any], ...] = MODULE_3) -> None:
        self.modes = modes
        self.there = True
        self.stalled = False
        self.closing_hangs = False
        self.hung = threading.Event()
        self.now_ns = 50_000_000_000
        self.boot_offset_ns = 0
        self.stamp_offset_ns = 0
        self.owner: Picamera2 | None = None
        self.opened: list[Picamera2] = []
        self.stalls_after: int | None = None

    def clock_ns(self) -> int:
        return self.now_ns

    def boot_clock_ns(self) -> int:
        return self.now_ns + self.boot_offset_ns

    def modules(self) -> dict[str, ModuleType]:
        """What goes into sys.modules."""
        picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
        picamera2.Picamera2 = lambda number=0: Picamera2(self, number)  # type: ignore[attr-defined]
        libcamera.ColorSpace = SimpleNamespace(Smpte170m=lambda: "Smpte170m")  # type: ignore[attr-defined]
        manual = SimpleNamespace(AfModeEnum=SimpleNamespace(Manual=0))
        libcamera.controls = manual  # type: ignore[attr-defined]
        return {"picamera2": picamera2, "libcamera": libcamera}


class Job:
    """A request to come; it comes at once, or never while the camera is stalled."""

    def __init__(self, camera: "Picamera2") -> None:
        self._camera = camera

    def get_result(self, timeout: float | None = None) -> "Request":
        if timeout is None:
            raise AssertionError("waiting without end would hang the program with the camera")
        request = self._camera.complete()
        if request is None:
            raise TimeoutError
        return request


class Request:
    """One exposure in both streams, until it is released."""

    def __init__(self, camera: "Picamera2", number: int) -> None:
        self._camera, self._number, self._released = camera, number, False
        world = camera.world
        self._stamp_ns = world.now_ns + world.stamp_offset_ns

    def get_metadata(self) -> dict[str, Any]:
        return {
            "SensorTimestamp": self._stamp_ns,
            "ExposureTime": self._camera.controls.get("ExposureTime", 8000),
            "AnalogueGain": self._camera.controls.get("AnalogueGain", 2.5),
            "ColourGains": self._camera.controls.get("ColourGains", (1.8, 1.6)),
            "LensPosition": self._camera.controls.get("LensPosition", 1.2),
        }

    def make_array(self, name: str) -> np.ndarray:
        width, height = self._camera.config[name]["size"]
        picture = np.full((height, width, 3), (40, 90, 160), np.uint8)
        cv2.rectangle(picture, (0, 0), (width // 2, height // 2), (10 * (self._number % 20), 200, 30), -1)
        if name == "main":
            return picture
        padded = cv2.copyMakeBorder(picture, 0, 0, 0, self._camera.padding, cv2.BORDER_REPLICATE)
        return cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420)

    def release(self) -> None:
        if self._released:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._released = True
        self._camera.free.put(None)


class Picamera2:
    """One opened camera."""

    padding = 64

    def __init__(self, world: World, number: int) -> None:
        if not world.there or number != 0:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        if world.owner is not None:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.world = world
        world.owner = self
        world.opened.append(self)
        self.config: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        self.started = False
        self.free: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._count = 0

    @property
    def sensor_modes(self) -> list[Mapping[str, Any]]:
        return list(self.world.modes)

    def create_video_configuration(
        self, main: dict, lores: dict, sensor: dict, colour_space: object, controls: dict
    ) -> dict[str, Any]:
        for stream in (main, lores):
            if set(stream) != {"size", "format"} or any(side % 2 for side in stream["size"]):
                raise ValueError(f"bad stream {stream}")
        if lores["format"] != "YUV420" or any(a > b for a, b in zip(lores["size"], main["size"], strict=True)):
            raise RuntimeError("lores stream must be YUV and not larger than main")
        return {"main": main, "lores": lores, "sensor": sensor, "colour_space": colour_space, "controls": controls}

    def configure(self, config: dict[str, Any]) -> None:
        for name in config["controls"]:
            if name not in CONTROLS:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.config, self.controls = config, config["controls"]
        for _ in range(BUFFERS):
            self.free.put(None)

    def start(self) -> None:
        self.started = True

    def capture_request(self, wait: bool = True) -> Job:
        if wait:
            raise AssertionError("a lost camera would never answer")
        if not self.started or not self.world.there:
            raise RuntimeError("Camera is not running")
        return Job(self)

    def complete(self) -> Request | None:
        world = self.world
        if world.stalls_after == self._count:
            world.stalled, world.stalls_after = True, None
        if world.stalled or not world.there:
            return None
        self.free.get(timeout=5.0)  # a driver without free buffers delivers nothing
        world.now_ns += self.controls["FrameDurationLimits"][0] * 1000
        self._count += 1
        return Request(self, self._count)

    def close(self) -> None:
        if self.world.closing_hangs:
            self.world.hung.wait(20.0)
        self.started = False
        self.world.owner = None

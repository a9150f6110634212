"""A USB camera through V4L2: both streams from one device, and back by itself after it was unplugged."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Protocol

import cv2
import numpy as np

from controller.errors import HardwareError
from vision.frame import Frame, Image
from vision.sources import ThreadedSource, both_streams

_SELECT_TIMEOUT = "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"
_RETRY_S = 0.5
_PLAUSIBLE_NS = 1_000_000_000


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802
    def read(self) -> tuple[bool, Any]: ...
    def get(self, propId: int) -> float: ...  # noqa: N803
    def release(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Locked:
    """Controls to hold still after calibration, in the driver's units; None leaves the camera's own choice."""

    exposure: float | None = None
    gain: float | None = None
    white_balance: float | None = None
    focus: float | None = None


@dataclass(frozen=True, slots=True)
class UsbMode:
    """What to ask the camera for. Every `main_every`th picture is also handed over in full size."""

    width: int = 1280
    height: int = 720
    fps: float = 60.0
    main_every: int = 2
    locked: Locked = Locked()


# Each control: the switch that turns its automatic off, the value for off, and the control itself.
_CONTROLS: Mapping[str, tuple[int | None, float, int]] = {
    "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0, cv2.CAP_PROP_EXPOSURE),
    "gain": (None, 0.0, cv2.CAP_PROP_GAIN),
    "white_balance": (cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
}


class UsbCamera(ThreadedSource):
    """Frames of `device` (a number or a path such as /dev/video0).

    `trouble` says why none are coming just now; after `stop` `settings` is what the last pictures were taken with.
    Raises HardwareError from `start` if the camera is not there; one that is lost later is opened again as soon as it
    is back. `open_device` is for tests and other drivers.
    """

    def __init__(
        self,
        device: int | str = 0,
        mode: UsbMode | None = None,
        open_device: Callable[[], Capture] | None = None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        super().__init__()
        self._device = device
        self._mode = mode or UsbMode()
        self._open_device = open_device or self._open_v4l
        self._clock_ns = clock_ns
        self._capture: Capture | None = None
        self.trouble: str | None = None
        self.settings = Locked()

    def start(self, put: Callable[[Frame], None]) -> None:
        """Open the camera and begin to hand frames over."""
        if not self._connect():
            raise HardwareError(f"{self.trouble} 'v4l2-ctl --list-devices' shows the cameras there are.")
        super().start(put)

    def frames(self) -> Iterator[Frame]:
        """Yield both streams; waits for the camera while it is away."""
        index, last_ns = 0, -1
        try:
            while not self.stopped_within(0.0):
                image = self._next_picture()
                if image is None:
                    continue
                exposed_ns = self._exposed_ns()
                if exposed_ns > last_ns:
                    yield from both_streams(image, exposed_ns, index, self._mode.main_every)
                    index, last_ns = index + 1, exposed_ns
        finally:
            self._note_settings()
            self._disconnect()

    def _next_picture(self) -> Image | None:
        """Read one picture, or None after losing the camera or failing to get it back."""
        if self._capture is None:
            if not self.stopped_within(_RETRY_S):
                self._connect()
            return None
        good, image = self._capture.read()
        if good and image is not None:
            self.trouble = None
            return np.asarray(image, dtype=np.uint8)
        self.trouble = f"Camera {self._device} gives no pictures: check its cable."
        self._disconnect()
        return None

    def _connect(self) -> bool:
        capture = self._open_device()
        if capture.isOpened():
            self._capture = capture
            return True
        capture.release()
        self.trouble = f"Camera {self._device} cannot be opened: plug it in, or close the program that uses it."
        return False

    def _disconnect(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _note_settings(self) -> None:
        """Ask the driver for its controls; one that it does not know is -1 there, and None here."""
        if self._capture is not None:
            found = {name: self._capture.get(prop) for name, (_, _, prop) in _CONTROLS.items()}
            self.settings = Locked(**{name: value if value >= 0 else None for name, value in found.items()})

    def _exposed_ns(self) -> int:
        """The driver's time of the picture where it is on the monotonic clock, else the time of arrival."""
        now_ns = self._clock_ns()
        if self._capture is None:
            return now_ns
        stamped_ns = round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6)
        return stamped_ns if 0 <= now_ns - stamped_ns < _PLAUSIBLE_NS else now_ns

    def _open_v4l(self) -> Capture:
        os.environ.setdefault(_SELECT_TIMEOUT, "1")  # seconds; the default blocks a read for ten
        capture = cv2.VideoCapture(self._device, cv2.CAP_V4L2) if isinstance(self._device, int) else None
        capture = capture or cv2.VideoCapture(str(self._device), cv2.CAP_V4L2)
        fourcc = cv2.VideoWriter.fourcc(*"MJPG")  # raw pictures of this size do not fit through USB 2 at 60 a second
        capture.set(cv2.CAP_PROP_FOURCC, fourcc)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._mode.width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._mode.height)
        capture.set(cv2.CAP_PROP_FPS, self._mode.fps)
        self._lock(capture)
        return capture

    def _lock(self, capture: cv2.VideoCapture) -> None:
        for control in fields(self._mode.locked):
            value = getattr(self._mode.locked, control.name)
            switch, off, prop = _CONTROLS[control.name]
            if value is None:
                continue
            if switch is not None:
                capture.set(switch, off)
            capture.set(prop, value)

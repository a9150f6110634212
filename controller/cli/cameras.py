"""Opens the camera that a table file names: USB, a Raspberry Pi's own, or a film."""

import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from calibration.profile import load_profile, profile_path
from controller.config import CameraPart, TableFile
from controller.errors import CalibrationError, ConfigError, HardwareError
from vision.sources import FrameSource, ImageFolderSource, VideoFileSource

if TYPE_CHECKING:
    from vision.cameras.pi_camera import PiCamera
    from vision.cameras.usb_camera import UsbCamera

SECTION = "controls"
"""Where calibration.toml keeps exposure, gain, white balance and focus, with the driver they belong to."""

PICTURES = "*.jpg", "*.jpeg", "*.png"
Locked = TypeVar("Locked")


def camera_for(table: TableFile, path: Path) -> FrameSource:
    """Give a table's camera, its controls locked as calibrated. Raises ConfigError, CalibrationError, HardwareError."""
    camera = _named(table, path)
    return _film(camera, path) if camera.driver == "film" else live_camera(table, path, locked=True)


def live_camera(table: TableFile, path: Path, locked: bool) -> "UsbCamera | PiCamera":
    """Give a table's camera if it is a real one; not `locked` it chooses exposure and colours itself."""
    camera = _named(table, path)
    if camera.driver == "film":
        raise ConfigError(f"[camera] of {path} is a film: it has no exposure to measure.")
    part = load_profile(profile_path(path)).raw.get(SECTION, {}) if locked else {}
    if part and part.get("driver") != camera.driver:
        raise CalibrationError(
            f"{profile_path(path)} holds the controls of a {part.get('driver')} camera, {path} names {camera.driver}. "
            f"Run `stickman calibrate camera --table {path}` again."
        )
    return _USES[camera.driver](camera, path, part)


def _named(table: TableFile, path: Path) -> CameraPart:
    if table.camera is None:
        raise ConfigError(
            f'{path} names no camera. Add [camera] with device = 0 (/dev/video0), or driver = "picamera2" for a '
            "Raspberry Pi's own."
        )
    return table.camera


def _usb(camera: CameraPart, path: Path, part: Mapping[str, Any]) -> "UsbCamera":
    from vision.cameras.usb_camera import Locked, UsbCamera, UsbMode

    device = Path(camera.device) if isinstance(camera.device, str) else Path(f"/dev/video{camera.device}")
    if not device.exists():
        raise HardwareError(f"No camera at {device}. Plug it in, or correct [camera] device in {path}.")
    mode = UsbMode(camera.width, camera.height, camera.fps, locked=_locked(Locked, part))
    return UsbCamera(camera.device, mode)


def _pi(camera: CameraPart, path: Path, part: Mapping[str, Any]) -> "PiCamera":
    from vision.cameras.pi_camera import PiCamera, PiLocked, PiMode

    if isinstance(camera.device, str):
        raise ConfigError(f"[camera] device of {path} must be a number for picamera2: 0 is the first camera.")
    return PiCamera(camera.device, PiMode(camera.width, camera.height, camera.fps, locked=_locked(PiLocked, part)))


_USES: Mapping[str, "Callable[[CameraPart, Path, Mapping[str, Any]], UsbCamera | PiCamera]"] = {
    "usb": _usb,
    "picamera2": _pi,
}


def _locked(kind: type[Locked], part: Mapping[str, Any]) -> Locked:
    """Take the controls that a driver knows out of a section; what is not there stays the camera's choice."""
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: value for name, value in part.items() if name in names})


def _film(camera: CameraPart, path: Path) -> FrameSource:
    """Play a film or a folder of pictures as if it were happening now."""
    if not camera.path:
        raise ConfigError(
            f'[camera] of {path} is a film without path. Add path = "throw.mp4", or a folder of pictures.'
        )
    place = path.parent / camera.path
    begin_ns = time.monotonic_ns()
    if not place.is_dir():
        return VideoFileSource(place, begin_ns=begin_ns, paced=True)
    pictures = sorted(found for pattern in PICTURES for found in place.glob(pattern))
    return ImageFolderSource(pictures, camera.fps, begin_ns, paced=True)

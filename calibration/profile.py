"""The saved calibration: read from and written to `calibration.toml` beside the table file, atomically."""

import hashlib
import os
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tomli_w

from controller.errors import CalibrationError
from vision.geometry import Background, Camera, Lens, Pose

FILE_NAME = "calibration.toml"
BACKGROUND_NAME = "background.png"


@dataclass(frozen=True, eq=False)
class Profile:
    """What has been calibrated so far; None for what has not. `raw` keeps every section of the file."""

    raw: dict[str, Any]
    lens: Lens | None = None
    pose: Pose | None = None
    background: Background | None = None

    @property
    def camera(self) -> Camera | None:
        """The lens at its pose, once both are known."""
        return Camera(self.lens, self.pose) if self.lens and self.pose else None


def profile_path(table: Path) -> Path:
    """Give the calibration file that belongs to a table file."""
    return table.parent / FILE_NAME


def load_profile(path: Path) -> Profile:
    """Read a calibration; a missing file is an empty profile. Raises CalibrationError for a damaged one."""
    try:
        raw = tomllib.loads(path.read_text()) if path.exists() else {}
        return Profile(raw, _lens(raw), _pose(raw), _background(raw, path.parent))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise CalibrationError(f"{path} is damaged ({error}). Calibrate again, or bring back a copy.") from error


def save_section(path: Path, name: str, parameters: dict[str, Any], inputs: list[Path], version: str) -> None:
    """Write one section with its provenance into the calibration file: temporary file, sync, rename."""
    raw = load_profile(path).raw
    provenance = {
        "when": datetime.now(UTC).replace(microsecond=0).isoformat(),
        "program": version,
        "inputs_sha256": {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in inputs},
    }
    raw[name] = {**parameters, "provenance": provenance}
    write_atomically(path, tomli_w.dumps(raw).encode())


def save_background(path: Path, background: Background) -> None:
    """Save the picture of the empty board, lossless, beside the calibration file `path`."""
    done, data = cv2.imencode(".png", background.image)
    if not done:
        raise CalibrationError("The picture of the empty board cannot be encoded. Take it again.")
    write_atomically(path.with_name(BACKGROUND_NAME), data.tobytes())


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file so that after a power cut it is either the old one or the new one."""
    temporary = path.with_name(f".{path.name}.new")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _lens(raw: dict[str, Any]) -> Lens | None:
    part = raw.get("camera")
    if part is None:
        return None
    k = np.asarray(part["k"], dtype=np.float64).reshape(3, 3)
    return Lens(int(part["width"]), int(part["height"]), k, np.asarray(part.get("dist", [0.0] * 5), dtype=np.float64))


def _pose(raw: dict[str, Any]) -> Pose | None:
    part = raw.get("board")
    if part is None:
        return None
    r = np.asarray(part["r"], dtype=np.float64).reshape(3, 3)
    return Pose(r, np.asarray(part["t"], dtype=np.float64).reshape(3))


def _background(raw: dict[str, Any], folder: Path) -> Background | None:
    part = raw.get("background")
    if part is None:
        return None
    image = cv2.imread(str(folder / part["image"]), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"background picture {part['image']} is missing")
    return Background(np.asarray(image, dtype=np.uint8), float(part.get("noise", 2.0)))

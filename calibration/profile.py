"""The saved calibration: read from and written to `calibration.toml` beside the table file, atomically."""

import hashlib
import os
import tomllib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tomli_w

from controller.errors import CalibrationError
from vision.geometry import Background, Camera, DieModel, Lens, Pose

FILE_NAME = "calibration.toml"
BACKGROUND_NAME = "background.png"
OTHER_EDGE = 0.02
"""Dice learned with an edge that differs by more, as a part of it, are not those of the table file any more."""

_ORDER = (("camera", "board"), ("board", "background"))
_STEPS = {"board": "board", "background": "empty"}
"""Each step builds on the one before; the sections and what writes them."""

_LENGTHS = ("corner_radius_mm", "pip_radius_mm", "pip_spacing_mm", "six_across_mm", "six_along_mm")
_COLOURS = ("body_bgr", "pip_bgr")
_LEARNED = (*_LENGTHS, *_COLOURS)


@dataclass(frozen=True, eq=False)
class Profile:
    """What has been calibrated so far; None for what has not. `raw` keeps every section of the file."""

    raw: dict[str, Any]
    lens: Lens | None = None
    pose: Pose | None = None
    background: Background | None = None
    dice: tuple[DieModel, ...] = ()

    @property
    def camera(self) -> Camera | None:
        """The lens at its pose, once both are known."""
        return Camera(self.lens, self.pose) if self.lens and self.pose else None

    @property
    def stale(self) -> str | None:
        """Which step is older than one that it builds on, as a sentence; None where all are in order, or undated."""
        for earlier, later in _ORDER:
            first, second = self._when(earlier), self._when(later)
            if first is not None and second is not None and second < first:
                return (
                    f"[{later}] in {FILE_NAME} is older than [{earlier}], on which it builds: "
                    f"run stickman calibrate {_STEPS[later]} again."
                )
        return None

    def _when(self, section: str) -> datetime | None:
        """Give when a section was measured."""
        try:
            when = datetime.fromisoformat(self.raw[section]["provenance"]["when"])
            return when if when.tzinfo else when.replace(tzinfo=UTC)
        except (KeyError, TypeError, ValueError):
            return None

    def completed(self, model: DieModel) -> DieModel:
        """Fill in what a table file leaves open about a kind of dice with what was learned under its name."""
        learned = next((die for die in self.dice if die.name == model.name), None)
        if learned is None or abs(learned.edge_mm / model.edge_mm - 1) > OTHER_EDGE:
            return model
        return replace(model, **{name: getattr(learned, name) for name in _LEARNED if getattr(model, name) is None})


def profile_path(table: Path) -> Path:
    """Give the calibration file that belongs to a table file."""
    return table.parent / FILE_NAME


def load_profile(path: Path) -> Profile:
    """Read a calibration; a missing file is an empty profile. Raises CalibrationError for a damaged one."""
    try:
        raw = tomllib.loads(path.read_text()) if path.exists() else {}
        return Profile(raw, _lens(raw), _pose(raw), _background(raw, path.parent), _dice(raw))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise CalibrationError(f"{path} is damaged ({error}). Calibrate again, or bring back a copy.") from error


def save_section(path: Path, name: str, parameters: dict[str, Any], inputs: list[Path], version: str) -> None:
    """Write one section with its provenance into the calibration file: temporary file, sync, rename."""
    raw = load_profile(path).raw
    raw[name] = {**parameters, "provenance": _provenance(inputs, version)}
    write_atomically(path, tomli_w.dumps(raw).encode())


def save_die_model(path: Path, model: DieModel, findings: dict[str, Any], inputs: list[Path], version: str) -> None:
    """Write one kind of dice with its provenance into the calibration file, in the place of what had its name."""
    raw = load_profile(path).raw
    known = {name: getattr(model, name) for name in _LEARNED if getattr(model, name) is not None}
    entry = {"name": model.name, "edge_mm": model.edge_mm, **known, **findings}
    others = [part for part in raw.get("dice", {}).get("model", []) if part["name"] != model.name]
    raw["dice"] = {"model": [*others, {**entry, "provenance": _provenance(inputs, version)}]}
    write_atomically(path, tomli_w.dumps(raw).encode())


def _provenance(inputs: list[Path], version: str) -> dict[str, Any]:
    return {
        "when": datetime.now(UTC).replace(microsecond=0).isoformat(),
        "program": version,
        "inputs_sha256": {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in inputs},
    }


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


def _dice(raw: dict[str, Any]) -> tuple[DieModel, ...]:
    return tuple(_die(part) for part in raw.get("dice", {}).get("model", []))


def _die(part: dict[str, Any]) -> DieModel:
    known: dict[str, Any] = {name: float(part[name]) for name in _LENGTHS if name in part}
    known |= {name: tuple(float(level) for level in part[name]) for name in _COLOURS if name in part}
    return DieModel(float(part["edge_mm"]), str(part["name"]), **known)

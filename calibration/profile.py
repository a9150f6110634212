"""The saved calibration: read from and written to `calibration.toml` beside the table file, atomically."""

import hashlib
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import cv2
import tomli_w

from calibration.sections import (
    BROKEN,
    COLOURS,
    LENGTHS,
    read_background,
    read_dice,
    read_lens,
    read_pose,
    why,
)
from controller.errors import CalibrationError, JournalError
from vision.geometry import FACES, Background, Camera, DieModel, Lens, Pose

FILE_NAME = "calibration.toml"
BACKGROUND_NAME = "background.png"
OTHER_EDGE = 0.02
"""Dice learned with an edge that differs by more, as a part of it, are not those of the table file any more."""

_ORDER = (("camera", "board"), ("board", "background"))
_STEPS = {"camera": "lens", "board": "board", "background": "empty", "controls": "camera"}
"""Each step builds on the one before; the sections and what writes them, where that has another name."""

WALLS = "walls"
"""The times of this section are looked at where they are used (calibration.walls)."""

_KEPT_ON = ("dice", WALLS)
"""A step keeps parts of what these sections held before."""

_LEARNED = (*LENGTHS, *COLOURS, *FACES)
Part = TypeVar("Part")


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


def load_profile(path: Path, replacing: str | None = None) -> Profile:
    """Read a calibration; a missing file is an empty profile.

    `replacing` names a section that is measured anew, whatever it holds. Raises CalibrationError for a damaged file.
    """
    raw = _raw(path)

    def part(name: str, read: Callable[[dict[str, Any]], Part]) -> Part | None:
        return None if name == replacing or name not in raw else _checked(path, name, raw[name], read)

    return Profile(
        raw,
        part("camera", read_lens),
        part("board", read_pose),
        part("background", lambda found: read_background(found, path.parent)),
        part("dice", read_dice) or (),
    )


def _raw(path: Path) -> dict[str, Any]:
    """Read the sections as they are."""
    try:
        raw = tomllib.loads(path.read_text()) if path.exists() else {}
    except OSError as error:
        raise CalibrationError(
            f"{path} cannot be read: {error.strerror}. Make it readable, or bring back a copy."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{path} is damaged ({error}). Calibrate again, or bring back a copy.") from error
    for name, part in raw.items():
        if not isinstance(part, dict) and name != WALLS:
            raise CalibrationError(f"{path} is damaged: {name} is no section. Take that line out, or calibrate again.")
    return raw


def _checked(path: Path, name: str, part: dict[str, Any], read: Callable[[dict[str, Any]], Part]) -> Part:
    try:
        return read(part)
    except BROKEN as error:
        raise CalibrationError(
            f"[{name}] of {path} is damaged: {why(error)}. {_again(name)}, or bring back a copy."
        ) from error


def _again(name: str) -> str:
    """Say how a section is made anew."""
    first = f"Take [{name}] out of it and run" if name in _KEPT_ON else "Run"
    return f"{first} stickman calibrate {_STEPS.get(name, name)} again"


def save_section(path: Path, name: str, parameters: dict[str, Any], inputs: list[Path], version: str) -> None:
    """Write one section with its provenance into the calibration file: temporary file, sync, rename."""
    raw = _raw(path)
    raw[name] = {**parameters, "provenance": _provenance(inputs, version)}
    _keep(path, tomli_w.dumps(raw).encode())


def save_die_model(path: Path, model: DieModel, findings: dict[str, Any], inputs: list[Path], version: str) -> None:
    """Write one kind of dice with its provenance into the calibration file, in the place of what had its name."""
    raw = _raw(path)
    known = {name: getattr(model, name) for name in _LEARNED if getattr(model, name) is not None}
    entry = {"name": model.name, "edge_mm": model.edge_mm, **known, **findings}
    others = [part for part in raw.get("dice", {}).get("model", []) if part["name"] != model.name]
    raw["dice"] = {"model": [*others, {**entry, "provenance": _provenance(inputs, version)}]}
    _keep(path, tomli_w.dumps(raw).encode())


def _provenance(inputs: list[Path], version: str) -> dict[str, Any]:
    return {
        "when": datetime.now(UTC).replace(microsecond=0).isoformat(),
        "program": version,
        "inputs_sha256": {n: hashlib.sha256(p.read_bytes()).hexdigest() for p, n in names_of(inputs).items()},
    }


def names_of(paths: Sequence[Path]) -> dict[Path, str]:
    """Give files the names they are reported by: their own, or the whole path where two folders have the same one."""
    count = Counter(path.name for path in dict.fromkeys(paths))
    return {path: path.name if count[path.name] == 1 else str(path) for path in paths}


def save_background(path: Path, background: Background) -> None:
    """Save the picture of the empty board, lossless, beside the calibration file `path`."""
    done, data = cv2.imencode(".png", background.image)
    if not done:
        raise CalibrationError("The picture of the empty board cannot be encoded. Take it again.")
    _keep(path.with_name(BACKGROUND_NAME), data.tobytes())


def _keep(path: Path, data: bytes) -> None:
    """Write a file of the calibration. Raises JournalError where that fails; what was there is still there."""
    try:
        write_atomically(path, data)
    except OSError as error:
        raise JournalError(
            f"{path} cannot be written: {error.strerror or error}. What was there is kept. Make room on the disk, or "
            "see whether you may write there, and run this again."
        ) from error


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file so that after a power cut it is either the old one or the new one. Raises OSError."""
    temporary = path.with_name(f".{path.name}.new")
    try:
        _write_through(temporary, data)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _write_through(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())

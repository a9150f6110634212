"""The sections of `calibration.toml`, checked: a broken one would let dice be overlooked."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vision.geometry import FACES, Background, DieModel, Floats, Lens, Pose
from vision.load import load_image

BROKEN = (KeyError, IndexError, TypeError, ValueError, OverflowError, AttributeError)
"""What reading a section raises where something in it is missing or wrong."""

LENGTHS = ("corner_radius_mm", "pip_radius_mm", "pip_spacing_mm", "six_across_mm", "six_along_mm")
COLOURS = ("body_bgr", "pip_bgr")

DISTORTIONS = (4, 5, 8, 12, 14)
"""How many numbers OpenCV's distortion may have."""

NO_ROTATION = 1e-3
"""How far a rotation's columns may be from unit length and from right angles."""


def why(error: BaseException) -> str:
    """Say what is wrong with a section."""
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def read_lens(part: Mapping[str, Any]) -> Lens:
    """Read [camera]; raises one of `BROKEN`."""
    width, height = int(part["width"]), int(part["height"])
    k, dist = _numbers(part, "k").reshape(3, 3), _numbers(part, "dist") if "dist" in part else np.zeros(5)
    _demand(min(width, height) > 0, "width and height must be over 0")
    _demand(min(k[0, 0], k[1, 1]) > 0, "the focal lengths in k must be over 0")
    _demand(bool(np.allclose(k[2], (0, 0, 1))), "the last row of k must be 0, 0, 1")
    _demand(len(dist) in DISTORTIONS, f"dist has {len(dist)} numbers, not {', '.join(map(str, DISTORTIONS))}")
    return Lens(width, height, k, dist)


def read_pose(part: Mapping[str, Any]) -> Pose:
    """Read [board]; raises one of `BROKEN`."""
    r, t = _numbers(part, "r").reshape(3, 3), _numbers(part, "t").reshape(3)
    turned = np.abs(r @ r.T - np.eye(3)).max() < NO_ROTATION and np.linalg.det(r) > 0
    _demand(bool(turned), "r is no rotation")
    return Pose(r, t)


def read_background(part: Mapping[str, Any], folder: Path) -> Background:
    """Read [background] and its picture; raises one of `BROKEN`."""
    noise = float(part.get("noise", 2.0))
    _demand(0 <= noise < np.inf, "noise must be 0 or more")
    return Background(load_image(folder / part["image"]), noise)


def read_dice(part: Mapping[str, Any]) -> tuple[DieModel, ...]:
    """Read [dice]; raises one of `BROKEN`."""
    return tuple(_die(model) for model in part.get("model", []))


def _die(part: Mapping[str, Any]) -> DieModel:
    known: dict[str, Any] = {name: _length_mm(part, name) for name in LENGTHS if name in part}
    known |= {name: tuple(_numbers(part, name).reshape(3).tolist()) for name in COLOURS if name in part}
    for name in FACES:
        _demand(isinstance(part.get(name, True), bool), f"{name} must be true or false")
    known |= {name: part[name] for name in FACES if name in part}
    return DieModel(_length_mm(part, "edge_mm"), str(part["name"]), **known)


def _length_mm(part: Mapping[str, Any], name: str) -> float:
    length = float(part[name])
    _demand(0 < length < np.inf, f"{name} must be over 0")
    return length


def _numbers(part: Mapping[str, Any], name: str) -> Floats:
    numbers = np.asarray(part[name], dtype=np.float64).reshape(-1)
    _demand(bool(np.isfinite(numbers).all()), f"{name} holds what is no number")
    return numbers


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)

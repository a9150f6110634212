"""How evenly the felt is lit: dark parts of the floor, and the shadows of the walls on it."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Board, Camera, Floats

STRIP_MM = (4.0, 30.0)
"""The strip of floor along a wall in which its shadow is looked for."""

LEAST_PIXELS = 60
FELT_COSINE = 0.985
"""How alike in colour, whatever the light, pixels of the felt are; printing and markers are left out."""

_TILES = (9, 5)


@dataclass(frozen=True, slots=True)
class Shade:
    """`evenness`: the light of the darker parts of the felt as a part of the brighter's (10th to 90th percentile).

    `at_walls`: by wall, the light along it as a part of the middle's.
    """

    evenness: float
    at_walls: Mapping[str, float]


def measure_shade(picture: Image, floor: NDArray[np.bool_], camera: Camera, board: Board) -> Shade | None:
    """Measure the light on the felt of an empty board's picture (h, w, 3); None where no felt is seen.

    `floor` (h, w) marks the floor without markers.
    """
    colours = picture.astype(np.float32)
    usual = np.median(colours[floor], axis=0) if floor.any() else np.zeros(3)
    level = np.linalg.norm(colours, axis=2)
    alike = (colours @ usual) / np.maximum(level * np.linalg.norm(usual), 1.0)
    felt = floor & (alike > FELT_COSINE)
    length, width = board.length_mm, board.width_mm
    columns, rows = np.linspace(0, length, _TILES[0] + 1), np.linspace(0, width, _TILES[1] + 1)
    tiles = [
        _light(level, felt, camera, (columns[i], rows[j], columns[i + 1], rows[j + 1]))
        for i in range(_TILES[0])
        for j in range(_TILES[1])
    ]
    known = [light for light in tiles if light is not None]
    middle = _light(level, felt, camera, (0.25 * length, 0.25 * width, 0.75 * length, 0.75 * width))
    if len(known) < 2 or not middle:
        return None
    dark, bright = np.percentile(known, (10, 90))
    low, high = STRIP_MM
    strips = {
        "near": (low, 0.2 * width, high, 0.8 * width),
        "far": (length - high, 0.2 * width, length - low, 0.8 * width),
        "right": (0.2 * length, low, 0.8 * length, high),
        "left": (0.2 * length, width - high, 0.8 * length, width - low),
    }
    seen = {name: _light(level, felt, camera, strip) for name, strip in strips.items()}
    return Shade(float(dark / bright), {name: light / middle for name, light in seen.items() if light is not None})


def _light(
    level: NDArray[np.float32], felt: NDArray[np.bool_], camera: Camera, area_mm: tuple[float, float, float, float]
) -> float | None:
    """Give the median level of the felt in a rectangle x0, y0, x1, y1 of the floor; None where none of it is seen."""
    x0, y0, x1, y1 = area_mm
    outline: Floats = np.array([[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]])
    mask = np.zeros(felt.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(camera.project(outline)).astype(np.int32)], 1)
    chosen = (mask > 0) & felt
    return float(np.median(level[chosen])) if chosen.sum() >= LEAST_PIXELS else None

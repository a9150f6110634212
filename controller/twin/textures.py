"""Cloth, wood and table tops as grey-level patterns, made from seeded noise."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats

Pattern = NDArray[np.float32]


_ROW = 4096


def sample(table: NDArray[Any], x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    """Read a table (h, w) or (h, w, 3) at fractional places (n,), mirrored beyond its edges: (n,) or (n, 3)."""
    count = np.size(x)
    rows = max(1, -(-count // _ROW))
    # OpenCV's remap takes no side over 32767, so the points are folded into rows.
    u, v = (np.resize(np.asarray(a, np.float32).ravel(), rows * _ROW).reshape(rows, _ROW) for a in (x, y))
    picked = cv2.remap(np.asarray(table), u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(picked).reshape(rows * _ROW, *table.shape[2:])[:count]


def clouds(size: tuple[int, int], coarse: int, rng: np.random.Generator, octaves: int = 4) -> Pattern:
    """Make smooth noise (h, w) of zero mean and about unit spread; `coarse` is the number of blobs across."""
    high, wide = size
    total = np.zeros(size, np.float32)
    for octave in range(octaves):
        cells = max(2, coarse * 2**octave)
        rows = max(2, cells * high // max(wide, 1))
        grid = rng.normal(size=(rows, cells)).astype(np.float32)
        total += np.asarray(cv2.resize(grid, (wide, high), interpolation=cv2.INTER_CUBIC), np.float32) * 0.6**octave
    return np.asarray((total - total.mean()) / (total.std() + 1e-6), dtype=np.float32)


def felt(size: tuple[int, int], rng: np.random.Generator) -> Pattern:
    """Cloth (h, w), factor about 1: broad wear, fine nap, a few bright lint fibres."""
    nap = rng.normal(size=size).astype(np.float32)
    nap = np.asarray(cv2.GaussianBlur(nap, (0, 0), 0.8), np.float32)
    cloth = 1 + 0.045 * clouds(size, 6, rng) + 0.03 * clouds(size, 40, rng, 2) + 0.09 * nap
    return np.asarray(_lint(cloth, 26, rng), dtype=np.float32)


def _lint(cloth: Pattern, count: int, rng: np.random.Generator) -> Pattern:
    layer = np.zeros(cloth.shape, np.float32)
    for _ in range(count):
        start = rng.uniform((0, 0), cloth.shape[::-1])
        bends = np.cumsum(rng.normal(0, 3, (4, 2)), axis=0)
        line = np.vstack([start, start + bends]).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(layer, [line], False, float(rng.uniform(0.15, 0.6)), 1, cv2.LINE_AA)
    return np.asarray(cloth + layer, dtype=np.float32)


def wood(along_mm: Floats, across_mm: Floats, rng: np.random.Generator) -> Pattern:
    """Grain, factor about 1, at points given along and across the plank (any equal shapes)."""
    table = clouds((256, 1024), 5, rng, 5)
    grain = sample(table, np.mod(along_mm * 0.35, 1020), np.mod(across_mm * 5.5, 250))
    rings = np.sin(across_mm * 0.5 + grain * 1.6 + along_mm * 0.006)
    return np.asarray(1 + 0.07 * grain + 0.035 * rings, dtype=np.float32)

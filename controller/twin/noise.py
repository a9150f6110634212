"""Sensor noise from a bank made once: every frame takes another window of it."""

import cv2
import numpy as np

from vision.frame import Image

_SLACK = 96


class Noise:
    """Adds noise of a given standard deviation (grey levels) to pictures of one size (w, h)."""

    def __init__(self, size: tuple[int, int], sigma: float, rng: np.random.Generator) -> None:
        wide, high = size[0] + _SLACK, size[1] + _SLACK
        fine = rng.standard_normal((high, wide, 3), dtype=np.float32)
        shared = rng.standard_normal((high, wide, 1), dtype=np.float32)
        # Demosaicing and denoising leave noise that is correlated over neighbours and between colours.
        mixed = np.asarray(cv2.GaussianBlur(0.75 * fine + 0.65 * shared, (0, 0), 0.6), np.float32)
        mixed *= sigma / float(mixed.std())
        rounded = np.floor(mixed + rng.random(mixed.shape, dtype=np.float32))
        self._plus: Image = np.clip(rounded, 0, 255).astype(np.uint8)
        self._minus: Image = np.clip(-rounded, 0, 255).astype(np.uint8)
        self._size = size

    def on(self, clean: Image, rng: np.random.Generator) -> Image:
        """Give a new picture: `clean` with noise."""
        x, y = (int(v) for v in rng.integers(0, _SLACK, 2))
        window = np.s_[y : y + self._size[1], x : x + self._size[0]]
        brighter = cv2.add(clean, self._plus[window])
        return np.asarray(cv2.subtract(brighter, self._minus[window], dst=brighter), dtype=np.uint8)

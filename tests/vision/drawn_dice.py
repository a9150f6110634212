"""Draw dice from above on a plain table, for tests of photos without calibration."""

import cv2
import numpy as np

from vision.faces.pips import PIPS

Colour = tuple[int, int, int]
FELT: Colour = (70, 100, 40)


def table(felt: Colour = FELT, size: int = 640) -> np.ndarray:
    rng = np.random.default_rng(3)
    noise = rng.normal(0, 4, (size, size, 1))
    return np.clip(np.array(felt) + noise, 0, 255).astype(np.uint8)


def put(
    picture: np.ndarray, value: int, at: tuple[float, float], edge: float = 60, turn_deg: float = 0,
    body: Colour = (230, 235, 235), ink: Colour = (25, 25, 25), missing: int = 0,
    pip_step: float = 0.25, pip_radius: float = 0.095, pip_squeeze: float = 1.0,
) -> None:  # fmt: skip
    """Draw a die's top face at four times the size and blend it in.

    `pip_step` and `pip_radius` are shares of the edge; `pip_squeeze` makes pips lower than wide.
    """
    h, w = picture.shape[:2]
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2 @ spin.T + at
    pips = PIPS[value][missing:] * pip_step * edge @ spin.T + at
    layer = cv2.resize(picture, (4 * w, 4 * h), interpolation=cv2.INTER_NEAREST)
    cv2.fillPoly(layer, [np.round(4 * corners).astype(np.int32)], body)
    for x, y in pips:
        axes = (round(4 * pip_radius * edge), round(4 * pip_radius * edge * pip_squeeze))
        cv2.ellipse(layer, (round(4 * x), round(4 * y)), axes, 0, 0, 360, ink, -1)
    picture[:] = cv2.resize(layer, (w, h), interpolation=cv2.INTER_AREA)

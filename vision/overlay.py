"""Draw into a picture what was seen and why, for people."""

import cv2
import numpy as np

from vision.frame import Image
from vision.reading import DieReading, DieState, TableReading

_SURE = (80, 220, 80)
_ASK = (60, 160, 255)
_VOID = (80, 80, 255)
_INK = (255, 255, 255)
_RIM = (0, 0, 0)
_SURE_FROM = 0.85
_LEAST_UNIT = 0.9
"""Letters do not shrink with small pictures beyond this."""


def draw_overlay(image: Image, reading: TableReading) -> Image:
    """Give a copy of the picture with each die's square, value and confidence, and the verdict on top."""
    drawn = image.copy()
    unit = max(max(image.shape[:2]) / 1000, _LEAST_UNIT)
    for die in reading.dice:
        _draw_die(drawn, die, unit)
    lines = [_verdict(reading), *reading.reasons[:6]]
    for row, line in enumerate(lines):
        _write(drawn, line, (12 * unit, (28 + 26 * row) * unit), 0.7 * unit, _INK)
    return drawn


def _verdict(reading: TableReading) -> str:
    values = " ".join(map(str, reading.values)) or "no dice"
    return values if reading.ok else f"asks a person; likely {values}"


def _draw_die(drawn: Image, die: DieReading, unit: float) -> None:
    colour = _SURE if die.confidence >= _SURE_FROM else _ASK
    colour = colour if die.state is DieState.FLAT else _VOID
    edge = die.edge_px or 40 * unit
    box = cv2.boxPoints((die.centre_px, (edge, edge), die.angle_deg or 0.0))
    thick = max(1, round(2 * unit))
    cv2.polylines(drawn, [np.round(box).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    label = "?" if die.value is None else str(die.value)
    if die.state is not DieState.FLAT:
        label += f" {die.state.value}"
    x, y = die.centre_px
    _write(drawn, f"{label} {100 * die.confidence:.0f}%", (x - edge / 2, y - 0.6 * edge), 0.7 * unit, colour)


def _write(drawn: Image, text: str, at: tuple[float, float], scale: float, colour: tuple[int, int, int]) -> None:
    """Write with a dark rim, so that it reads on any ground; signs outside ASCII cannot be drawn."""
    plain = text.encode("ascii", "replace").decode()
    place = (max(2, round(at[0])), max(round(24 * scale), round(at[1])))
    width = max(1, round(2 * scale))
    rim = max(1, round(1.5 * scale))
    around = [(x, y) for x in (-rim, 0, rim) for y in (-rim, 0, rim) if x or y]
    for x, y, shade in [*((x, y, _RIM) for x, y in around), (0, 0, colour)]:  # one width: wider letters run longer
        at_px = (place[0] + x, place[1] + y)
        cv2.putText(drawn, plain, at_px, cv2.FONT_HERSHEY_SIMPLEX, scale, shade, width, cv2.LINE_AA)

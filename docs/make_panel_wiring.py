"""Makes docs/panel-wiring.svg: how the panel's parts are connected. Pins are those of firmware/settings.py."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from firmware import lamps, settings

mpl.rcParams.update({"svg.fonttype": "none", "font.family": "sans-serif", "svg.hashsalt": "stickman"})
INK, POWER, GROUND, DATA, BUS, BUTTON = "#222222", "#c62828", "#444444", "#1565c0", "#2e7d32", "#6a1b9a"
SIZE = (13.0, 8.2)


def main() -> None:
    """Draw the diagram and write it beside this file."""
    figure = Figure(figsize=SIZE)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, 130)
    axes.set_ylim(0, 82)
    axes.axis("off")
    _parts(axes)
    _signals(axes)
    _buttons(axes)
    _power(axes)
    axes.text(3, 79, "Panel wiring", size=17, weight="bold", color=INK, va="center")
    figure.savefig(Path(__file__).with_name("panel-wiring.svg"), metadata={"Date": None})


def _parts(axes: Axes) -> None:
    _box(axes, 3, 37, 15, 13, "Raspberry Pi\nor PC", "#eceff1")
    _box(axes, 31, 24, 20, 40, "Raspberry Pi\nPico", "#e3f2fd", title_y=60)
    _box(axes, 63, 30, 16, 34, "74AHCT125", "#fff8e1", title_y=61.5)
    _box(axes, 98, 52, 28, 12, f"WS2812 chain, {lamps.PIXELS} LEDs:\nOFF, ON, boxes,\npostillon, buttons", "#fce4ec")
    _box(axes, 98, 30, 28, 16, f"MAX7219, {settings.MODULES} modules of 8 digits\nchained DOUT → DIN", "#e8f5e9")
    _box(axes, 3, 66, 22, 9, "5 V supply, 4–5 A\nof its own", "#ffebee")
    axes.text(71, 32, "OE 1–4 to GND", size=8.5, ha="center", color=INK)


def _signals(axes: Axes) -> None:
    _wire(axes, [(18, 43.5), (31, 43.5)], INK)
    axes.text(24.5, 45, "USB", size=10, ha="center", color=INK)
    rows = (
        (57, settings.PIXELS_PIN, "1", DATA, "DIN", 57),
        (50, settings.SCK_PIN, "2", BUS, "CLK", 43),
        (44, settings.MOSI_PIN, "3", BUS, "DIN", 38.5),
        (38, settings.CS_PIN, "4", BUS, "CS", 34),
    )
    for number, (y, pin, gate, colour, name, end_y) in enumerate(rows):
        axes.text(50, y, f"GP{pin}", size=10, ha="right", va="center", color=INK)
        axes.text(64, y, f"{gate}A", size=9, va="center", color=INK)
        axes.text(78, y, f"{gate}Y", size=9, ha="right", va="center", color=INK)
        _wire(axes, [(51, y), (63, y)], colour)
        bend = 95 - 3 * number
        _wire(axes, [(79, y), (bend, y), (bend, end_y), (98, end_y)], colour)
        axes.text(98.8, end_y, name, size=9, va="center", color=INK)
    axes.add_patch(Rectangle((83, 55.9), 7, 2.2, facecolor="white", edgecolor=INK, zorder=3))
    axes.text(86.5, 59.3, "330 Ω", size=9, ha="center", color=INK)
    axes.text(86.5, 53.6, "at the first LED", size=8.5, ha="center", color=INK)


def _buttons(axes: Axes) -> None:
    for number, (name, pin) in enumerate(settings.BUTTONS):
        x = 34 + 7 * number
        axes.text(x, 25.5, f"GP{pin}", size=9, ha="center", color=INK)
        _wire(axes, [(x, 24), (x, 19)], BUTTON)
        _wire(axes, [(x, 19), (x + 1.8, 15.6)], BUTTON)
        _wire(axes, [(x, 15), (x, 8)], BUTTON)
        for y in (19, 15):
            axes.plot([x], [y], "o", color=BUTTON, markersize=4)
        axes.text(x - 0.9, 17, name.replace("_", " "), size=8.5, ha="right", va="center", rotation=90, color=INK)
    axes.text(55.5, 17, "buttons close\nto ground; pull-\nups in the Pico", size=8.5, va="center", color=INK)


def _power(axes: Axes) -> None:
    _wire(axes, [(25, 72), (128, 72)], POWER, 2.4)
    axes.text(66, 73.2, "+5 V", size=10, color=POWER, weight="bold", ha="center")
    for x, y, name in ((71, 64, "VCC"), (112, 64, "5 V")):
        _wire(axes, [(x, 72), (x, y)], POWER)
        axes.text(x + 0.8, y + 1, name, size=9, color=POWER)
    _wire(axes, [(128, 72), (128, 42), (126, 42)], POWER)
    _wire(axes, [(3, 8), (128, 8)], GROUND, 2.4)
    axes.text(93, 9.2, "GND, common to all", size=10, color=GROUND, weight="bold")
    _wire(axes, [(8, 66), (8, 52)], GROUND)
    _wire(axes, [(8, 52), (1.5, 52), (1.5, 8), (3, 8)], GROUND)
    for x, top in ((53.5, 28), (71, 30), (112, 30)):
        _wire(axes, [(x, top), (x, 8)], GROUND)
    _wire(axes, [(51, 28), (53.5, 28)], GROUND)
    axes.text(50, 28, "GND", size=9, ha="right", va="center", color=INK)
    _wire(axes, [(126, 55), (129, 55), (129, 8), (128, 8)], GROUND)
    _capacitor(axes, 120)
    note = "The Pico lives on USB alone: do not join its VBUS or VSYS to the +5 V rail."
    axes.text(3, 3, note, size=10, color=POWER, va="center")


def _capacitor(axes: Axes, x: float) -> None:
    _wire(axes, [(x, 72), (x, 69.4)], POWER)
    for y in (69.4, 68.4):
        axes.plot([x - 2.2, x + 2.2], [y, y], color=INK, lw=2.4)
    _wire(axes, [(x, 68.4), (x, 66.4), (129, 66.4), (129, 55)], GROUND)
    axes.text(x - 2.8, 68.9, "1000 µF", size=9, ha="right", va="center", color=INK)


def _box(
    axes: Axes, x: float, y: float, width: float, height: float, text: str, colour: str, title_y: float | None = None
) -> None:
    style = "round,pad=0,rounding_size=1.2"
    axes.add_patch(FancyBboxPatch((x, y), width, height, boxstyle=style, facecolor=colour, edgecolor=INK, lw=1.4))
    middle = y + height / 2 if title_y is None else title_y
    axes.text(x + width / 2 + (1.5 if x > 90 else 0), middle, text, size=10, ha="center", va="center", color=INK)


def _wire(axes: Axes, points: Sequence[tuple[float, float]], colour: str, width: float = 1.6) -> None:
    axes.plot([x for x, _ in points], [y for _, y in points], color=colour, lw=width, solid_joinstyle="round", zorder=1)


if __name__ == "__main__":
    main()

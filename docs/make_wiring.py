"""Makes docs/wiring.svg: one wall sensor's circuit, and which pins the zones take."""

from pathlib import Path

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Polygon

from controller.config import RIM_GPIO, WALL_GPIO

INK, PALE = "#222222", "#f2efe6"
HEADER_PIN = {5: 29, 6: 31, 13: 33, 19: 35, 26: 37, 16: 36, 20: 38, 21: 40}
"""Where the lines come out on the 40-pin header."""


def wire(ax: Axes, *points: tuple[float, float]) -> None:
    """Draw a wire along points."""
    ax.plot(*zip(*points, strict=True), color=INK, lw=1.6, solid_capstyle="round")


def part(ax: Axes, x: float, y: float, wide: float, high: float, text: str) -> None:
    """Draw a part as a box with its name."""
    ax.add_patch(FancyBboxPatch((x, y), wide, high, "round,pad=0.02", fc=PALE, ec=INK, lw=1.4, zorder=3))
    ax.text(x + wide / 2, y + high / 2, text, ha="center", va="center", fontsize=9, zorder=4)


def ground(ax: Axes, x: float, y: float) -> None:
    """Draw a ground symbol below a wire's end."""
    for k, half in enumerate((0.16, 0.1, 0.04)):
        ax.plot([x - half, x + half], [y - 0.07 * k] * 2, color=INK, lw=1.6)


def diode(ax: Axes, x: float, y: float) -> None:
    """Draw a diode that lets current upwards."""
    ax.add_patch(Polygon([(x - 0.12, y), (x + 0.12, y), (x, y + 0.2)], fc="white", ec=INK, lw=1.4, zorder=3))
    ax.plot([x - 0.12, x + 0.12], [y + 0.2] * 2, color=INK, lw=1.8, zorder=4)


def circuit(ax: Axes) -> None:
    """Draw one sensor from the piezo disc to the pin."""
    wire(ax, (0.9, 2.0), (3.4, 2.0))
    wire(ax, (0.9, 1.2), (0.9, 0.9))
    part(ax, 0.4, 1.2, 1.0, 0.8, "piezo disc\n27–35 mm")
    ground(ax, 0.9, 0.9)
    wire(ax, (1.9, 0.9), (1.9, 3.2))
    part(ax, 1.62, 1.2, 0.56, 0.5, "1 MΩ")
    ground(ax, 1.9, 0.9)
    ax.text(1.9, 3.27, "3.3 V", ha="center", fontsize=9)
    diode(ax, 1.9, 2.5)
    wire(ax, (2.6, 2.0), (2.6, 0.9))
    diode(ax, 2.6, 1.35)
    ground(ax, 2.6, 0.9)
    ax.text(2.26, 0.55, "clamps: 2 × BAT85", ha="center", fontsize=8)
    part(ax, 3.4, 1.55, 1.3, 0.9, "LM393\n10 ms hold\nthreshold ⟲")
    wire(ax, (4.7, 2.0), (5.5, 2.0))
    ax.text(5.1, 2.1, "open\ncollector", ha="center", fontsize=8)
    part(ax, 5.5, 1.8, 0.8, 0.4, "1 kΩ")
    wire(ax, (6.3, 2.0), (7.5, 2.0))
    wire(ax, (6.75, 2.0), (6.75, 0.9))
    part(ax, 6.45, 1.2, 0.6, 0.4, "100 nF")
    ground(ax, 6.75, 0.9)
    part(ax, 7.5, 1.35, 1.5, 1.3, "Raspberry Pi\nGPIO\n(its own pull-up\nto 3.3 V)")
    wire(ax, (4.05, 1.55), (4.05, 0.9))
    ground(ax, 4.05, 0.9)
    wire(ax, (4.05, 2.45), (4.05, 3.0))
    ax.text(4.05, 3.07, "3.3 V", ha="center", fontsize=9)
    ax.text(5.0, 3.55, "One wall sensor. Active is low: a hit pulls the pin to ground.", ha="center", fontsize=11)


def zones(ax: Axes) -> None:
    """Draw the far wall as the thrower sees it, with the pins of a table with three zones and with five."""
    for row, count in enumerate((3, 5)):
        y, wide = -0.55 - 0.8 * row, 7.0 / count
        ax.text(1.35, y + 0.22, f"{count} zones", ha="right", va="center", fontsize=9)
        for k in range(count):
            gpio = WALL_GPIO[count - 1 - k]
            name = f"far-{count - k}: GPIO {gpio}\npin {HEADER_PIN[gpio]}"
            part(ax, 1.5 + k * wide, y, wide - 0.08, 0.45, name)
    part(ax, 1.5, 0.02, 6.92, 0.3, f"far-rim, on the wood of the top: GPIO {RIM_GPIO}, pin {HEADER_PIN[RIM_GPIO]}")
    ax.text(1.35, 0.17, "the rim", ha="right", va="center", fontsize=9)
    seen = "The far wall from the thrower's side: left wall left, far-1 at the right. Ground: pins 30, 34, 39."
    ax.text(5.0, -1.75, seen, ha="center", fontsize=9)


def main() -> None:
    """Write the drawing."""
    figure = Figure(figsize=(9.2, 5.6))
    ax = figure.add_subplot()
    circuit(ax)
    zones(ax)
    ax.set_xlim(0.2, 9.2)
    ax.set_ylim(-1.95, 3.8)
    ax.set_aspect("equal")
    ax.axis("off")
    with rc_context({"svg.hashsalt": "stickman"}):
        figure.savefig(Path(__file__).with_name("wiring.svg"), bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    main()

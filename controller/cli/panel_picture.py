"""A panel's LEDs and digits drawn in a terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from firmware.digits import DOT, WIDTH
from firmware.lamps import BOX_LEDS, BOXES, FIRST_BOX, FIRST_BUTTON, OFF, ON, POSTILLON

BUTTONS = ("undo", "no roll", "new shooter")
MODULES = ("point · dice · total", "bank")
A, B, C, D, E, F, G = (1 << bit for bit in (6, 5, 4, 3, 2, 1, 0))
DARK_DIGIT = "grey19"
Colour = tuple[int, int, int]


def draw_lit(rgb: Sequence[Colour], segments: bytes | bytearray) -> RenderableType:
    """Draw the lamps in a row, and the digit modules below in three rows of strokes."""
    lamps = Text("  ")
    lamps.append_text(_plate("OFF", rgb[OFF[0]]))
    lamps.append_text(_plate("ON", rgb[ON[0]]))
    for number, box in enumerate(BOXES):
        lamps.append_text(_plate(f"{box:^4}", rgb[FIRST_BOX + BOX_LEDS * number]))
    lamps.append_text(_plate("POSTILLON", rgb[POSTILLON[0]]))
    buttons = Text("  ")
    for number, name in enumerate(BUTTONS):
        buttons.append_text(_plate(f"({name})", rgb[FIRST_BUTTON + number]))
    modules = [_module(number, segments[first : first + WIDTH])
               for number, first in enumerate(range(0, len(segments), WIDTH))]  # fmt: skip
    return Panel(Group(lamps, Text(), *modules, Text(), buttons), title="panel", width=76)


def _plate(text: str, colour: Colour) -> Text:
    """Draw a lit plate; LEDs look brighter than a screen of the same numbers."""
    level = max(colour)
    if level == 0:
        return Text(f" {text} ", "grey39 on grey11").append(" ")
    lift = (80 + 175 * level / 255) / level
    red, green, blue = (min(255, round(channel * lift)) for channel in colour)
    return Text(f" {text} ", f"bold black on rgb({red},{green},{blue})").append(" ")


def _module(number: int, cells: bytes | bytearray) -> Text:
    name = MODULES[number] if number < len(MODULES) else f"seat module {number - 1}"
    rows = [Text(f"{'':22}"), Text(f"{name:>20}  "), Text(f"{'':22}")]
    for bits in cells:
        for row, part in zip(rows, _digit_rows(bits), strict=True):
            row.append(part, "bold red")
    return Text("\n").join(rows)


def _digit_rows(bits: int) -> tuple[str, str, str]:
    """Give the three rows of strokes of one digit, four columns wide."""

    def stroke(bit: int, sign: str) -> str:
        return sign if bits & bit else " "

    return (
        f" {stroke(A, '_')}  ",
        f"{stroke(F, '|')}{stroke(G, '_')}{stroke(B, '|')} ",
        f"{stroke(E, '|')}{stroke(D, '_')}{stroke(C, '|')}{stroke(DOT, '.')}",
    )

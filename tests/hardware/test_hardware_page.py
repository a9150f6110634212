"""hardware.md says what the program does: the pins of the zones, and the labels of the header's chips."""

import re
from pathlib import Path

from controller.config import RIM_GPIO, WALL_GPIO
from controller.hardware.gpiod_factory import ANY_PI, LABELS

PAGE = (Path(__file__).resolve().parents[2] / "hardware.md").read_text()
ROWS = re.findall(r"^\| far-(\d)[^|]*\| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
(RIM,) = re.findall(r"^\| far-(rim)[^|]*\| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)


def test_the_pin_table_is_the_configurations():
    assert [int(number) for number, _, _ in ROWS] == list(range(1, len(WALL_GPIO) + 1))
    assert tuple(int(gpio) for _, gpio, _ in ROWS) == WALL_GPIO
    assert int(RIM[1]) == RIM_GPIO


def test_each_line_is_at_the_header_pin_that_the_page_names():
    from gpiozero.pins.pi import PiBoardInfo

    board = PiBoardInfo.from_revision(ANY_PI)
    for _, gpio, pin in (*ROWS, RIM):
        assert {info.number for _, info in board.find_pin(f"GPIO{gpio}")} == {int(pin)}


def test_the_pins_stay_clear_of_i2c_spi0_and_the_console():
    assert not {*WALL_GPIO, RIM_GPIO} & {2, 3, 7, 8, 9, 10, 11, 14, 15}


def test_the_page_names_the_labels_that_are_looked_for():
    assert all(f"`{label}`" in PAGE for label in LABELS)

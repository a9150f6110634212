"""What is printed on chips is no die: two dice among six chips are read as they lie, or a person is asked.

The dice are red, green or blue, so that hardly any print has their colours.
"""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import PaintedTable, camera, turned
from printed_chips import ChipPrinter

from vision.frame import Image
from vision.reader import TableReader

DICE = ((30, 20, 190), (50, 140, 40), (150, 60, 30))
WHITE_PIPS = (240, 240, 240)
FELTS = ((70, 90, 20), (40, 40, 40), (120, 60, 20), (30, 26, 150))
CHIPS = [(390, 110), (390, 350), (510, 230), (630, 110), (630, 350), (750, 230)]


def printed_table(seed: int, values: tuple[int, int]) -> tuple[PaintedTable, Image]:
    """Lay two dice and six chips, printed at random; the table and its picture."""
    table = PaintedTable(view=camera(5.0 * (seed % 6)), felt=FELTS[seed % len(FELTS)])
    for k, value in enumerate(values):
        table.die(
            (170.0 + 100 * k, 150.0 + 130 * k), turned(value, 37.0 * seed % 90), DICE[seed % len(DICE)], WHITE_PIPS
        )
    picture = table.picture().copy()
    printer = ChipPrinter(picture, table.setup().camera, seed)
    for place in CHIPS:
        printer.chip(*place)
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return table, np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("seed", range(16))
def test_what_is_printed_on_chips_is_never_surely_a_die(seed: int) -> None:
    values = (1 + seed % 6, 1 + seed * 5 % 6)
    table, picture = printed_table(seed, values)
    reading = TableReader(table.setup(count=2)).read(picture)
    assert not reading.ok or (sorted(reading.values) == sorted(values) and len(reading.dice) == 2)


@pytest.mark.parametrize("seed", [1, 4, 7, 10, 13, 16])
def test_what_is_printed_on_chips_is_no_die_of_learned_colours(seed: int) -> None:
    values = (1 + seed % 6, 1 + seed * 5 % 6)
    table, picture = printed_table(seed, values)
    setup = table.setup(count=2)
    learned = replace(setup.dice[0], body_bgr=DICE[seed % len(DICE)], pip_bgr=WHITE_PIPS)
    reading = TableReader(replace(setup, dice=(learned,))).read(picture)
    assert not reading.ok or sorted(reading.values) == sorted(values)

"""Dice beside coins and over chips' rims: told by what coins and chips look like, and flat or leaning."""

import cv2
import numpy as np
import pytest
from painted_table import EDGE, RED, WHITE, PaintedTable, turned

from vision.bodies.disc import Disc
from vision.bodies.overhang import hanging_over
from vision.reader import TableReader
from vision.reading import DieState, Support


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable()


@pytest.fixture(scope="module")
def reader(table: PaintedTable) -> TableReader:
    return TableReader(table.setup(count=1))


@pytest.mark.parametrize("value", [2, 3, 6])
def test_a_flat_die_at_a_coin_is_flat_and_sure(table: PaintedTable, reader: TableReader, value: int) -> None:
    table.clear().coin((450.0 + EDGE / 2 + 14.5, 225)).die((450, 225), turned(value))
    reading = reader.read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == (value,)


@pytest.mark.parametrize(("lean_deg", "coin_mm"), [(8.0, 428.4), (12.0, 433.0)])
@pytest.mark.parametrize("value", [2, 3, 5])
def test_a_die_leaning_on_a_coin_is_cocked(
    table: PaintedTable, reader: TableReader, value: int, lean_deg: float, coin_mm: float
) -> None:
    table.clear().coin((coin_mm, 225)).die((450, 225), turned(value, lean_deg=lean_deg))
    reading = reader.read(table.picture())
    (die,) = reading.dice
    assert reading.ok, reading.reasons
    assert die.state is DieState.COCKED
    assert die.support is Support.CHIPS
    assert die.tilt_deg == pytest.approx(lean_deg, abs=2.0)


def test_a_die_of_another_colour_beside_a_die_is_no_coin(table: PaintedTable) -> None:
    table.clear().die((450, 225), turned(5)).die((450 + EDGE + 2, 225), turned(1), WHITE, (30, 30, 30))
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert len(reading.dice) == 2 or not reading.ok
    assert set(reading.values) <= {1, 5}


BLUE, BLACK = (180, 60, 30), (30, 30, 30)


def test_printed_chips_without_the_dices_colours_hide_no_missing_die(table: PaintedTable) -> None:
    table.clear().chip((200, 120), BLUE).coin((204, 120), BLACK).die((450, 225), turned(4, 25))
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == (4,)


def test_an_unread_die_on_a_chip_is_asked(table: PaintedTable) -> None:
    table.clear().chip((200, 120), BLUE).die((200, 120), turned(3), floor=3.3, blank=True).die((450, 225), turned(4))
    assert not TableReader(table.setup(count=2)).read(table.picture()).ok


def test_printed_chips_are_asked_where_the_dices_colours_are_not_known(table: PaintedTable) -> None:
    table.clear().chip((200, 120), BLUE).coin((204, 120), BLACK)
    assert not TableReader(table.setup(count=2)).read(table.picture()).ok


def _ringed_chip() -> tuple[np.ndarray, Disc]:
    """Draw a chip with a green rim and a white middle, (100, 100, 3)."""
    patch = np.full((100, 100, 3), (60, 110, 45), np.uint8)
    cv2.circle(patch, (50, 50), 30, (40, 160, 60), cv2.FILLED)
    cv2.circle(patch, (50, 50), 18, (235, 235, 235), cv2.FILLED)
    return patch, Disc(50.0, 50.0, 30.0)


def test_what_a_chip_shows_nowhere_else_hangs_over_it() -> None:
    patch, disc = _ringed_chip()
    die = np.zeros((100, 100), np.uint8)
    cv2.rectangle(die, (70, 35), (95, 65), 255, cv2.FILLED)
    patch[40:60, 66:78] = RED
    strange = np.full_like(die, 255)
    over = hanging_over(patch, strange, [disc], [die], 24.0)
    assert over[42:58, 68:76].all()
    assert not over[25:33, 45:55].any()


def test_a_shaded_part_of_a_chip_does_not_hang_over_it() -> None:
    patch, disc = _ringed_chip()
    die = np.zeros((100, 100), np.uint8)
    cv2.rectangle(die, (76, 35), (95, 65), 255, cv2.FILLED)
    patch[40:60, 60:76] = (patch[40:60, 60:76] * 0.6).astype(np.uint8)
    assert not hanging_over(patch, np.full_like(die, 255), [disc], [die], 24.0)[42:58, 62:74].any()

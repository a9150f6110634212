"""Stacks of chips, told by the one rim that their outline shows in two halves: no dice, and none hides there unseen."""

import numpy as np
import pytest
from painted_table import BLACK, RED, PaintedTable, camera, turned

from vision.finding.bodies import find_bodies
from vision.reader import TableReader
from vision.table.kinds import kinds_of

YELLOW, PALE, GREEN, DARK = (110, 240, 245), (200, 205, 205), (40, 150, 40), (30, 90, 30)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(tilt_deg=28.0))


@pytest.mark.parametrize("place", [(200, 300), (600, 120), (330, 225)])
@pytest.mark.parametrize("height", [6.6, 13.2, 19.8])
def test_a_stack_of_chips_no_larger_than_a_dies_outline_is_no_die(
    table: PaintedTable, place: tuple[float, float], height: float
) -> None:
    table.clear().stack(place, height, 14.0, YELLOW, PALE).die((450, 225), turned(4, 25))
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == (4,)


def test_the_upper_chip_of_a_stack_is_found_where_it_is() -> None:
    """On a table of its own: whatever tests ran before, the noise is the same."""
    table = PaintedTable(view=camera(tilt_deg=28.0)).stack((200, 300), 19.8, 19.5, GREEN, DARK)
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.picture(), kind)
    (disc,) = body.chips_px
    middle = kind.plane.lower(np.array([[disc.column, disc.row]]), 19.8)[0]
    assert np.hypot(*(middle - (200, 300))) < 0.7
    assert disc.stack_mm == pytest.approx(19.8, abs=2.0)


@pytest.mark.parametrize("value", [1, 4])
def test_a_white_round_label_in_the_middle_of_a_chip_hides_no_die(table: PaintedTable, value: int) -> None:
    table.clear().chip((200, 300), GREEN).label((200, 300), 3.3, 9.0).die((450, 225), turned(value, 25))
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == (value,)


def test_a_white_square_on_a_chip_may_hide_a_die(table: PaintedTable) -> None:
    white = (255, 255, 255)
    table.clear().chip((200, 300), GREEN).die((200, 300), turned(3), white, floor=3.3, blank=True)
    table.die((450, 225), turned(4))
    assert not TableReader(table.setup(count=2)).read(table.picture()).ok


def test_a_plain_black_chip_may_hide_a_black_die_that_is_missing(table: PaintedTable) -> None:
    table.clear().stack((200, 300), 3.3, 19.5, BLACK, BLACK).die((450, 225), turned(4, 25), BLACK)
    assert not TableReader(table.setup(count=2)).read(table.picture()).ok


@pytest.mark.parametrize("die", [RED, BLACK])
def test_a_plain_chip_in_another_colour_hides_none(table: PaintedTable, die: tuple[int, int, int]) -> None:
    table.clear().stack((200, 300), 3.3, 19.5, YELLOW, YELLOW).die((450, 225), turned(4, 25), die)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons

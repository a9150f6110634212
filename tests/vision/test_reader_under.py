"""A stack straight under the camera shows its upper die only: it is asked where a die is missing, a flat die is not."""

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.reader import TableReader

UNDER = (450.0, 225.0)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(tilt_deg=0.0))


@pytest.fixture(scope="module")
def reader(table: PaintedTable) -> TableReader:
    return TableReader(table.setup(count=2))


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn_deg", [0.0, 25.0])
def test_a_die_exactly_on_another_straight_under_the_camera_is_not_flat_and_sure(
    table: PaintedTable, reader: TableReader, value: int, turn_deg: float
) -> None:
    place = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(place, turned(5, turn_deg)).die(place, turned(value, turn_deg), floor=EDGE)
    reading = reader.read(table.picture())
    assert not reading.ok or not reading.values


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("place", [(150.0, 80.0), (700.0, 380.0), (330.0, 300.0)])
def test_a_flat_die_alone_is_flat_though_another_is_missing(
    table: PaintedTable, reader: TableReader, value: int, place: tuple[float, float]
) -> None:
    table.clear().die(place, turned(value, 25.0))
    reading = reader.read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == (value,)


def test_where_all_dice_are_seen_none_lies_hidden(table: PaintedTable) -> None:
    table.clear().die(UNDER, turned(4)).die((250.0, 150.0), turned(6))
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons
    assert sorted(reading.values) == [4, 6]


def test_a_shadow_on_a_walls_rim_is_where_a_missing_die_lies(table: PaintedTable, reader: TableReader) -> None:
    upper = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(upper, turned(5)).die(upper, turned(4), floor=EDGE)
    alone = reader.read(table.picture())
    assert any("may lie on another" in reason for reason in alone.reasons)
    seen = table.picture()
    column, row = table.view.project(np.array([[640.0, 0.0, table.board.wall_height_mm]]))[0].round().astype(int)
    seen[row + 1 : row + 30, column : column + 30] //= 4
    beside = reader.read(seen)
    assert not beside.ok
    assert [reason for reason in beside.reasons if "on another" in reason] == []
    assert any(reason.startswith("Something at") for reason in beside.reasons), beside.reasons

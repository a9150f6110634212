"""Flat dice of which a wall hides a part: read by what is left of their faces, or asked."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import PaintedTable, camera, turned

from vision.body import Seen
from vision.explain import Face
from vision.frame import Image
from vision.geometry import Background, Setup
from vision.ground import Empty, steps_of
from vision.hidden import FaceEnd, beside_rim
from vision.kinds import kinds_of
from vision.planes import planes_of
from vision.reader import TableReader
from vision.reading import DieState, TableReading
from vision.rectify import Window

WOOD = (70, 100, 140)
SEEN_FROM_MM = 36.0
"""The wall hides what of top faces lies nearer to it."""


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(tilt_deg=30.0))


def behind_wall(table: PaintedTable, picture: Image) -> Image:
    """Paint the outside of the near wall over what it hides."""
    painted = picture.copy()
    painted[round(table.view.project(np.array([[430.0, 0.0, 115.0]]))[0, 1]) :] = WOOD
    return painted


@pytest.fixture(scope="module")
def reader(table: PaintedTable) -> TableReader:
    setup: Setup = table.setup(count=1)
    empty = behind_wall(table, table.clear().picture())
    return TableReader(replace(setup, background=Background(empty, table.noise)))


def read(table: PaintedTable, reader: TableReader, y_mm: float, value: int, turn_deg: float) -> TableReading:
    picture = table.clear().die((430, y_mm), turned(value, turn_deg)).picture()
    return reader.read(behind_wall(table, picture))


@pytest.mark.parametrize("turn_deg", [15.0, 30.0])
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_flat_die_is_read_by_what_a_wall_leaves_of_its_face(
    table: PaintedTable, reader: TableReader, value: int, turn_deg: float
) -> None:
    reading = read(table, reader, SEEN_FROM_MM + 5.0, value, turn_deg)
    assert reading.values in ((value,), ())
    if value > 2:
        assert reading.ok, reading.reasons
        assert [(die.value, die.state) for die in reading.dice] == [(value, DieState.FLAT)]


@pytest.mark.parametrize(
    ("face", "beyond", "expected"),
    [
        ((30, 20, 190), (20, 24, 30), FaceEnd(hidden=True, dark=False)),
        ((30, 20, 190), (34, 22, 200), FaceEnd(hidden=False, dark=False)),
        ((25, 24, 24), (28, 22, 20), FaceEnd(hidden=False, dark=True)),
    ],
)
def test_a_shadow_on_a_rim_is_told_from_a_die_by_its_colour(
    table: PaintedTable, face: tuple[int, int, int], beyond: tuple[int, int, int], expected: FaceEnd
) -> None:
    patch, view = np.full((80, 80, 3), face, np.uint8), np.full((80, 80), 255, np.uint8)
    patch[:38], view[:38] = beyond, 0
    nothing = np.zeros_like(view)
    empty = Empty(patch, planes_of(patch), steps_of(patch))
    masks = view, nothing, nothing, view
    seen = Seen(Window(0, 0, 80, 80), patch, planes_of(patch), empty, *masks, False, nothing, nothing)
    assert beside_rim(Face(40.0, 40.0, 0.3, (0.0,) * 6), seen, kinds_of(table.setup())[0]) == expected


@pytest.mark.parametrize("light", [0.15, 0.3])
@pytest.mark.parametrize("value", [3, 4, 5, 6])
def test_the_shadow_of_a_die_on_a_walls_rim_does_not_put_it_outside_of_the_board(
    table: PaintedTable, reader: TableReader, value: int, light: float
) -> None:
    picture = behind_wall(table, table.clear().die((430, SEEN_FROM_MM + 8.0), turned(value, 15.0)).picture())
    left, rim = table.view.project(np.array([[415.0, 0.0, 115.0]]))[0]
    shadow = picture[round(rim) : round(rim) + 70, round(left) : round(left) + 46]
    shadow[:] = (shadow * light).astype(np.uint8)
    reading = reader.read(picture)
    assert reading.ok, reading.reasons
    assert [(die.value, die.state) for die in reading.dice] == [(value, DieState.FLAT)]


@pytest.mark.parametrize("y_mm", [30.0, 33.0, 36.0])
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_die_that_a_wall_hides_for_the_most_part_is_right_or_asked(
    table: PaintedTable, reader: TableReader, y_mm: float, value: int
) -> None:
    reading = read(table, reader, y_mm, value, 10.0)
    assert not reading.ok or reading.values in ((value,), ())

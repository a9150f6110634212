"""Flat dice of which a wall hides a part: read by what is left of their faces, or asked."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import BLACK, PaintedTable, camera, turned

from vision.bodies.body import Seen
from vision.bodies.dark import dark_body
from vision.faces.explain import Face
from vision.frame import Image
from vision.geometry import Background, Setup
from vision.judging.missing import HALF_HIDDEN
from vision.pictures.ground import Empty, steps_of
from vision.pictures.planes import planes_of
from vision.pictures.rectify import Window
from vision.pictures.segment import Traces
from vision.reader import TableReader
from vision.reading import DieState, TableReading
from vision.table.kinds import kinds_of
from vision.ways.hidden import FaceEnd, beside_rim

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


@pytest.mark.parametrize(("count", "reasons"), [(1, []), (2, [True])])
def test_a_small_die_half_behind_a_wall_may_lie_on_another_where_one_is_missing(
    table: PaintedTable, count: int, reasons: list[bool]
) -> None:
    empty = behind_wall(table, table.clear().picture())
    reader = TableReader(replace(table.setup(count=count), background=Background(empty, table.noise)))
    reading = read(table, reader, SEEN_FROM_MM + 1.0, 4, 15.0)
    assert [die.value for die in reading.dice] == [4]
    assert [HALF_HIDDEN in reason for reason in reading.reasons] == reasons


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("turn_deg", [15.0, 30.0])
def test_a_black_die_behind_a_wall_is_more_than_its_pips(value: int, turn_deg: float) -> None:
    table = PaintedTable(view=camera(tilt_deg=30.0), felt=(40, 36, 150))
    empty = behind_wall(table, table.picture())
    reader = TableReader(replace(table.setup(count=1), background=Background(empty, table.noise)))
    table.die((430, SEEN_FROM_MM + 5.0), turned(value, turn_deg), BLACK)
    reading = reader.read(behind_wall(table, table.picture()))
    assert reading.ok, reading.reasons
    assert reading.values == (value,)


@pytest.mark.parametrize(("level", "is_dark"), [(150, False), (20, True)])
def test_how_dark_a_die_is_is_told_beside_the_wall_that_hides_it(level: int, is_dark: bool) -> None:
    kind = kinds_of(PaintedTable().setup())[0]
    edge, size = kind.edge_px, round(2 * kind.edge_px)
    empty: Image = np.full((size, size, 3), 60, np.uint8)
    hidden = np.zeros((size, size), np.uint8)
    hidden[size // 2 :] = 255
    empty[hidden > 0] = 10
    shape = np.zeros_like(hidden)
    low, high = round(0.5 * edge), round(1.5 * edge)
    shape[low:high, low:high] = 255
    picture = empty.copy()
    picture[(shape > 0) & (hidden == 0)] = level
    evidence = tuple(float(value == 1) for value in range(1, 7))
    drawn = dark_body(picture, empty, Face(edge, edge, 0.0, evidence), shape, hidden, kind.patterns, edge, 1.5)
    assert (drawn is not None) is is_dark


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
    seen = Seen(Window(0, 0, 80, 80), patch, planes_of(patch), empty, *masks, False, Traces(nothing.copy, nothing.copy))
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

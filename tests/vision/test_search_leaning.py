"""Dice that lean are found whichever way they lean, and from a few millimetres beside where they stand."""

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, sight_at, turned

from vision.cubes.cube import Attitude, outline_of, upright
from vision.cubes.cube_faces import fitted_at
from vision.cubes.fitting import fit_blank, fit_flat, fit_steeper
from vision.geometry import Board
from vision.reader import TableReader
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import LEAST_FREE_DEG, Guess, guesses_at, hardly_leans
from vision.ways.hidden import as_seen
from vision.ways.resting import Surroundings

PLACE = (400.0, 230.0)
TILT_DEG = 36.0


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable()


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(table.setup())[0]


@pytest.mark.parametrize("beside_mm", [(0.0, 0.0), (4.0, 0.0), (-3.0, 3.0), (0.0, -4.0), (-4.0, -3.0)])
@pytest.mark.parametrize("turn_deg", range(0, 360, 24))
def test_a_leaning_die_is_found_in_whatever_direction_it_leans(
    table: PaintedTable, kind: Kind, turn_deg: int, beside_mm: tuple[float, float]
) -> None:
    table.clear().die(PLACE, turned(6, turn_deg, TILT_DEG))
    start = np.add(PLACE, beside_mm)
    fitted = fit_blank(sight_at(table, kind).near(upright(*start, 0.0)), *start)
    assert fitted.value == 6
    assert abs(fitted.attitude.tilt_deg - TILT_DEG) < 4.0
    assert np.hypot(*np.subtract((fitted.attitude.x_mm, fitted.attitude.y_mm), PLACE)) < 2.0


@pytest.mark.parametrize("slight_deg", [6.0, 12.0, 18.0])
def test_a_fit_that_leans_less_than_a_die_can_is_moved_to_where_it_can(
    table: PaintedTable, kind: Kind, slight_deg: float
) -> None:
    table.clear().die(PLACE, turned(5, 30.0, 28.0))
    sight = sight_at(table, kind)
    level = fit_flat(sight, upright(*PLACE, np.deg2rad(30.0))).attitude
    start = fit_steeper(sight, _leant(level.x_mm, level.y_mm, slight_deg), LEAST_FREE_DEG)
    assert start.attitude.tilt_deg >= LEAST_FREE_DEG
    assert abs(start.attitude.tilt_deg - 28.0) < 4.0


def _leant(x_mm: float, y_mm: float, lean_deg: float) -> Attitude:
    return Attitude(x_mm, y_mm, turned(5, 30.0, lean_deg))


@pytest.mark.parametrize(("tilt_deg", "hardly"), [(20.5, True), (30.0, False)])
def test_a_die_hardly_leans_by_little_more_than_it_must(tilt_deg: float, hardly: bool) -> None:
    assert hardly_leans(_leant(*PLACE, tilt_deg)) is hardly


@pytest.mark.parametrize(("turn_deg", "beside_mm"), [(0.0, 23.5), (40.0, 26.0), (80.0, 23.5)])
def test_a_flat_die_is_sure_beside_one_that_leans_in_any_direction(turn_deg: float, beside_mm: float) -> None:
    table = PaintedTable()
    reader = TableReader(table.setup(count=2))
    table.die(PLACE, turned(3, 10.0)).die((PLACE[0] + beside_mm, PLACE[1] + 1.0), turned(6, turn_deg, TILT_DEG))
    reading = reader.read(table.picture())
    assert reading.values == (3,)
    assert [die.state for die in reading.dice].count(DieState.COCKED) == 1
    assert reading.ok, reading.reasons


@pytest.mark.parametrize(("y_mm", "inside"), [(9.0, False), (12.5, False), (5.0, True)])
def test_no_die_stands_in_a_wall(kind: Kind, y_mm: float, inside: bool) -> None:
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    assert around.in_wall(upright(400.0, y_mm, 0.0)) is inside
    assert around.in_wall(upright(400.0, kind.board.width_mm - y_mm, 0.0)) is inside


@pytest.mark.parametrize(("board", "leans"), [(Board(), True), (Board(900.0, 234.0), False)])
def test_a_die_that_would_stand_in_a_wall_does_not_lean(
    table: PaintedTable, kind: Kind, board: Board, leans: bool
) -> None:
    table.clear().die(PLACE, turned(5, 30.0, 30.0))
    around = Surroundings(kind.plane, board, (), (), EDGE)
    found = guesses_at(sight_at(table, kind), [], upright(*PLACE, np.deg2rad(30.0)), around, False)
    assert any(guess.state is DieState.COCKED for guess in found) is leans


@pytest.mark.parametrize("near_die", [True, False])
def test_a_die_leans_on_another_by_as_much_as_it_must_and_on_nothing_not_at_all(
    table: PaintedTable, kind: Kind, near_die: bool
) -> None:
    table.clear().die(PLACE, turned(5, 30.0, 14.0))
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    found = guesses_at(sight_at(table, kind), [], upright(*PLACE, np.deg2rad(30.0)), around, near_die)
    tilts = [guess.fitted.attitude.tilt_deg for guess in found if guess.state is DieState.COCKED]
    assert bool(tilts) is near_die
    assert all(tilt >= LEAST_FREE_DEG for tilt in tilts)


@pytest.mark.parametrize("too_steep_deg", [0.0, 7.0])
def test_a_fit_that_reaches_into_a_flat_die_is_moved_beside_it_and_not_upwards(
    table: PaintedTable, kind: Kind, too_steep_deg: float
) -> None:
    x_mm, y_mm = PLACE[0] + 23.5, PLACE[1] + 1.0
    table.clear().die(PLACE, turned(3, 10.0)).die((x_mm, y_mm), turned(6, 0.0, TILT_DEG))
    whole = sight_at(table, kind)
    level, leaning = (
        upright(*PLACE, np.deg2rad(10.0)),
        Attitude(x_mm - 2.5, y_mm, turned(6, 0.0, TILT_DEG + too_steep_deg)),
    )
    states = (DieState.FLAT, None), (DieState.COCKED, Support.DIE)
    guesses = tuple(
        Guess(fitted_at(whole, at), *state, outline_of(whole, at), 1.0, 0.0)
        for at, state in zip((level, leaning), states, strict=True)
    )
    _, moved = as_seen(whole, Choice(guesses, 2.0)).guesses
    assert moved.fitted.attitude.floor_mm == 0.0
    assert abs(moved.fitted.attitude.x_mm - x_mm) < 1.2

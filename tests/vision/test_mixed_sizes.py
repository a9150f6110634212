"""Dice of several sizes on one table: each is read as one of its own size, apart, touching, on chips and leaning."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from painted_table import IVORY, RED, WHITE, PaintedTable, camera, turned

from vision.geometry import DieModel
from vision.reader import TableReader
from vision.reading import DieState, TableReading

SMALL, LARGE, HUGE = DieModel(14.0, "small"), DieModel(19.0, "large"), DieModel(25.0, "huge")
BODIES = {SMALL: IVORY, LARGE: RED, HUGE: WHITE}
DARK, BRIGHT = (35, 30, 30), (245, 245, 245)
PIPS = {SMALL: DARK, LARGE: BRIGHT, HUGE: DARK}


def put(table: PaintedTable, model: DieModel, place: tuple[float, float], value: int, **how: float) -> None:
    """Put a die of a model on a table."""
    turn, lean, floor = (how.get(name, 0.0) for name in ("turn", "lean", "floor"))
    table.die(place, turned(value, turn, lean), BODIES[model], PIPS[model], floor, edge_mm=model.edge_mm)


def read(table: PaintedTable, *models: DieModel, count: int | None = 2) -> TableReading:
    """Read a table that has dice of these models."""
    return TableReader(replace(table.setup(count), dice=models)).read(table.picture())


def seen(reading: TableReading, near: tuple[float, float]) -> tuple[int | None, DieState]:
    """Give value and state of the die that was read nearest to a place."""

    def off(place: tuple[float, float] | None) -> float:
        return float(np.hypot(*np.subtract(place, near))) if place else np.inf

    die = min(reading.dice, key=lambda each: off(each.centre_mm))
    assert off(die.centre_mm) < 2.0
    return die.value, die.state


@pytest.mark.parametrize("models", list(permutations((SMALL, LARGE, HUGE), 2)))
@pytest.mark.parametrize("value", [1, 2, 4, 6])
def test_dice_of_two_sizes_are_read_whatever_size_comes_first(models: tuple[DieModel, DieModel], value: int) -> None:
    table = PaintedTable()
    put(table, models[0], (300.0, 150.0), value, turn=20.0)
    put(table, models[1], (560.0, 300.0), 7 - value, turn=50.0)
    reading = read(table, *models)
    assert reading.ok, reading.reasons
    assert seen(reading, (300.0, 150.0)) == (value, DieState.FLAT)
    assert seen(reading, (560.0, 300.0)) == (7 - value, DieState.FLAT)


def test_a_die_says_how_large_it_is() -> None:
    table = PaintedTable()
    put(table, SMALL, (430.0, 220.0), 5)
    put(table, HUGE, (480.0, 220.0), 3)
    small, huge = sorted(read(table, SMALL, HUGE).dice, key=lambda die: die.edge_px or 0.0)
    assert (small.value, huge.value) == (5, 3)
    assert huge.edge_px is not None
    assert small.edge_px == pytest.approx(huge.edge_px * SMALL.edge_mm / HUGE.edge_mm, rel=0.05)


@pytest.mark.parametrize(("one", "two"), [(SMALL, LARGE), (LARGE, SMALL), (LARGE, HUGE)])
@pytest.mark.parametrize("value", [2, 5, 6])
def test_touching_dice_of_two_sizes_are_told_apart(one: DieModel, two: DieModel, value: int) -> None:
    table, gap = PaintedTable(camera(14.0)), (one.edge_mm + two.edge_mm) / 2
    places = (400.0, 200.0), (400.0 + gap, 203.0)
    put(table, one, places[0], value)
    put(table, two, places[1], 4)
    reading = read(table, SMALL, LARGE, HUGE)
    assert seen(reading, places[0]) == (value, DieState.FLAT)
    assert seen(reading, places[1]) == (4, DieState.FLAT)
    assert reading.ok, reading.reasons


def test_three_sizes_of_dice_lie_beside_chips() -> None:
    table = PaintedTable().chip((500.0, 100.0)).chip((250.0, 330.0))
    for model, place, value in ((SMALL, (300.0, 150.0), 6), (LARGE, (560.0, 300.0), 2), (HUGE, (700.0, 120.0), 5)):
        put(table, model, place, value, turn=value * 11.0)
    reading = read(table, SMALL, LARGE, HUGE, count=3)
    assert reading.ok, reading.reasons
    assert reading.values == (2, 5, 6)


@pytest.mark.parametrize("leaning", [SMALL, LARGE])
def test_a_die_of_any_size_that_leans_at_a_wall_is_cocked(leaning: DieModel) -> None:
    lean, table = 35.0, PaintedTable()
    reach = leaning.edge_mm / 2 * (np.cos(np.deg2rad(lean)) + np.sin(np.deg2rad(lean)))
    put(table, leaning, (float(reach), 220.0), 3, lean=lean)
    put(table, LARGE if leaning is SMALL else SMALL, (520.0, 250.0), 4, turn=30.0)
    reading = read(table, SMALL, LARGE)
    assert seen(reading, (520.0, 250.0)) == (4, DieState.FLAT)
    assert not [die for die in reading.dice if die.state is DieState.FLAT and die.value != 4 and reading.ok]
    assert any(die.state is DieState.COCKED for die in reading.dice) or not reading.ok


def test_a_table_of_one_size_shows_no_die_of_another() -> None:
    table = PaintedTable()
    put(table, LARGE, (300.0, 150.0), 6, turn=10.0)
    put(table, LARGE, (560.0, 300.0), 3, turn=40.0)
    reading = read(table, SMALL, LARGE, HUGE)
    assert reading.ok, reading.reasons
    assert reading.values == (3, 6)

"""A die that leans on a flat one is sought beside it, on all sides."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, sight_at, turned

from vision.cubes.cube import upright
from vision.cubes.fitting import fit_beside
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.guesses import guess_beside
from vision.ways.resting import Surroundings

PLACE = (400.0, 230.0)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    """Look at a table in a picture of four times the pixels: dice of 45 px, of which tilts are told exactly."""
    near = camera()
    k = near.lens.k * np.array([[2.0], [2.0], [1.0]])
    return PaintedTable(view=replace(near, lens=replace(near.lens, width=2560, height=1440, k=k)))


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(table.setup())[0]


@pytest.mark.parametrize("lean_deg", [24.0, 38.0])
@pytest.mark.parametrize("way_deg", [0.0, 70.0, 155.0, 280.0])
@pytest.mark.parametrize("turn_deg", [0.0, 30.0])
def test_it_is_found_wherever_it_stands_and_however_the_flat_one_is_turned(
    table: PaintedTable, kind: Kind, lean_deg: float, way_deg: float, turn_deg: float
) -> None:
    lean, way, turn = np.deg2rad((lean_deg, way_deg, turn_deg))
    reach = abs(np.cos(way - turn)) + abs(np.sin(way - turn))
    away = EDGE / 2 * (reach + np.cos(lean) + np.sin(lean))
    there = PLACE[0] + away * np.cos(way), PLACE[1] + away * np.sin(way)
    table.clear().die(PLACE, turned(3, turn_deg)).die(there, turned(6, way_deg, lean_deg))
    whole, flat = sight_at(table, kind), upright(*PLACE, turn)
    found = fit_beside(whole, flat)
    assert found.value == 6
    assert np.hypot(found.attitude.x_mm - there[0], found.attitude.y_mm - there[1]) < 1.5
    assert abs(found.attitude.tilt_deg - lean_deg) < 3.0
    (guess,) = guess_beside(whole, flat, Surroundings(kind.plane, kind.board, (), (), EDGE))
    assert (guess.state, guess.support, guess.answer) == (DieState.COCKED, Support.DIE, ("void", 0))

"""Dice that lean on flat ones hide a part of those, and lie higher than on the board; walls hide parts of dice."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import PaintedTable, camera, turned

from vision.cubes.cube import upright
from vision.cubes.cube_faces import fitted_at
from vision.cubes.fitting import fit_tilted
from vision.finding.bodies import find_bodies
from vision.reader import TableReader
from vision.reading import DieState, Support
from vision.table.kinds import kinds_of
from vision.ways.sighting import sight_of


@pytest.mark.parametrize("value", [2, 3, 6])
@pytest.mark.parametrize(("y_mm", "held"), [(421.0, True), (225.0, False)], ids=["and on a wall", "on nothing else"])
def test_a_flat_die_under_a_leaning_one_is_read_by_what_is_seen_of_it(value: int, y_mm: float, held: bool) -> None:
    table = PaintedTable(view=camera(tilt_deg=8.0))
    table.die((450, y_mm), turned(value)).die((451, y_mm + 14.2), turned(4, 90.0, 30.0), floor=14.3)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.values == (value,)
    assert reading.ok == held, reading.reasons


def test_a_die_that_leans_on_a_flat_one_is_found_on_it() -> None:
    table = PaintedTable()
    table.die((450, 225), turned(6)).die((451, 239.2), turned(4, 90.0, 30.0), floor=14.3)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    (leaning,) = (die for die in reading.dice if die.state is DieState.COCKED)
    assert leaning.centre_mm == pytest.approx((451, 239.2), abs=1.5)
    assert leaning.support is Support.DIE
    assert leaning.tilt_deg == pytest.approx(30.0, abs=2.5)


def test_a_die_on_others_that_would_be_more_than_a_throw_has_is_asked() -> None:
    table = PaintedTable(view=camera(tilt_deg=0.0))
    table.die((450, 225), turned(6)).die((451, 239.2), turned(4, 90.0, 30.0), floor=14.3)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert not reading.ok or reading.values == (6,)


def test_what_a_wall_hides_of_a_die_is_not_expected_to_show_pips() -> None:
    table = PaintedTable()
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.die((450, 225), turned(4, 20.0, 30.0)).picture(), kind)
    whole = sight_of(body, kind)
    fitted = fit_tilted(whole, upright(450.0, 225.0, np.deg2rad(20.0)))
    view = np.full_like(whole.own, 255)
    view[:, : view.shape[1] // 3] = 0
    behind = fitted_at(replace(whole, view=view), fitted.attitude)
    assert fitted.shown == pytest.approx(1.36, abs=0.1)
    assert 0.2 < behind.shown / fitted.shown < 0.95
    assert behind.value == fitted.value
    assert max(behind.evidence) >= max(fitted.evidence) - 0.1
    nothing = fitted_at(replace(whole, view=np.zeros_like(view)), fitted.attitude)
    assert nothing.shown == nothing.pips == 0.0

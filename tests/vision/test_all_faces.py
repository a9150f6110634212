"""How dice lie by the pips of all their faces, where their outlines do not tell it."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.cubes.cube import Attitude, Fitted, Sight, outline_of, upright
from vision.doubts.asked import rests_of
from vision.finding.bodies import find_bodies
from vision.reading import DieState
from vision.table.kinds import kinds_of
from vision.ways.all_faces import lies_by_all
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess
from vision.ways.resting import Surroundings
from vision.ways.sighting import sight_of

PLACE, TURN = (400.0, 230.0), float(np.deg2rad(20.0))


def sight_of_one(value: int, lean_deg: float = 0.0) -> Sight:
    """Look at a die that lies or leans there, 40 px an edge, seen aslant."""
    table = PaintedTable(view=camera(30.0)).clear()
    table.die(PLACE, turned(value, 20.0, lean_deg))
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.picture(), kind)
    return sight_of(body, kind)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_the_pips_of_all_faces_show_that_a_level_die_lies(value: int) -> None:
    assert lies_by_all(sight_of_one(value), upright(*PLACE, TURN), value)


@pytest.mark.parametrize("value", [1, 2, 6])
@pytest.mark.parametrize("lean_deg", [-28.0, -14.0, 14.0, 28.0])
def test_no_pips_of_a_leaning_die_show_that_it_lies(value: int, lean_deg: float) -> None:
    assert not lies_by_all(sight_of_one(value, lean_deg), upright(*PLACE, TURN), value)


def test_a_level_die_of_another_value_is_none_of_this_one() -> None:
    assert not lies_by_all(sight_of_one(3), upright(*PLACE, TURN), 5)


def guess(sight: Sight, at: Attitude, state: DieState, clear: float) -> Guess:
    evidence = (0.0, 0.0, clear, 0.0, 0.0, 0.0)
    fitted = Fitted(at, evidence, clear, 1.0, 0.0)
    return Guess(fitted, state, None, outline_of(sight, at), 0.0, 0.0)


@pytest.mark.parametrize(("lean_deg", "doubt"), [(0.0, None), (14.0, "may be cocked"), (-14.0, "may be cocked")])
def test_a_die_that_may_lean_by_its_outline_lies_where_the_pips_of_all_its_faces_do(
    lean_deg: float, doubt: str | None
) -> None:
    """A lean explains it nearly as well, and the body is both: what a die's own shadow adds to it, for one."""
    sight = sight_of_one(3, lean_deg)
    flat = guess(sight, upright(*PLACE, TURN), DieState.FLAT, 0.95)
    slight = guess(sight, Attitude(*PLACE, turned(3, np.rad2deg(TURN), 8.0)), DieState.COCKED, 0.93)
    own = flat.shape | slight.shape
    seen = replace(sight, own=own, other=np.bitwise_not(own))
    kind = kinds_of(PaintedTable(view=camera(30.0)).setup())[0]
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    (rest,) = rests_of(seen, [Choice((flat,), 2.0), Choice((slight,), 1.95)], around)
    assert rest.doubt == doubt

"""What may hold a leaning die: another die, or a thing beside it; not the die itself seen otherwise."""

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable

from vision.cube import Sight, outline_of, upright
from vision.guesses import beside_things
from vision.kinds import Kind, kinds_of
from vision.rectify import Window
from vision.resting import Surroundings
from vision.together import near_another

PLACE = (400.0, 230.0)


@pytest.fixture(scope="module")
def kind() -> Kind:
    return kinds_of(PaintedTable().setup())[0]


def sight(kind: Kind, shift_mm: float, size_mm: float) -> Sight:
    """Look at a die beside, or in, whose middle a thing lies."""
    column, row = kind.plane.to_px(np.array([PLACE]))[0]
    window = Window(int(column) - 60, int(row) - 60, 120, 120)
    patch, nothing = np.zeros((120, 120, 3), np.uint8), np.zeros((120, 120), np.uint8)
    things = nothing.copy()
    left, half = 60 + round(shift_mm * kind.plane.scale), round(size_mm / 2 * kind.plane.scale)
    things[60 - half : 60 + half, left - half : left + half] = 255
    return Sight(kind.plane, window, patch, nothing, nothing, things, ~nothing, nothing, kind.patterns, EDGE)


def test_what_lies_inside_of_a_dies_outline_does_not_hold_it(kind: Kind) -> None:
    at = upright(*PLACE, 0.0)
    inside = sight(kind, 0.0, 8.0)
    assert not (inside.things & ~outline_of(inside, at)).any()
    assert not beside_things(inside, at)


def test_a_thing_beside_a_die_may_hold_it(kind: Kind) -> None:
    assert beside_things(sight(kind, 17.0, 14.0), upright(*PLACE, 0.0))


def test_two_faces_of_one_die_do_not_hold_each_other(kind: Kind) -> None:
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    here, side, other = (upright(PLACE[0] + away, PLACE[1], 0.0) for away in (0.0, 0.6 * EDGE, 1.2 * EDGE))
    assert not near_another([here, side], here, around)
    assert near_another([here, other], here, around)

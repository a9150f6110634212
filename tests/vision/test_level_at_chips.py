"""A die seen from straight above, beside a chip: as its pips appear it may lean, but there it would hang in the air."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.bodies.disc import Disc
from vision.cubes.cube import Fitted, Sight, outline_of, upright
from vision.cubes.drawn_die import drawn_die
from vision.doubts.as_drawn import lies_as_drawn
from vision.finding.bodies import find_bodies
from vision.geometry import DieModel
from vision.reading import DieState
from vision.table.kinds import Kind, kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess
from vision.ways.resting import CHIP_MM, Surroundings
from vision.ways.sighting import sight_of

PLACE, TURN = (400.0, 230.0), np.deg2rad(25.0)
FLAT = upright(*PLACE, TURN)
LEARNED = DieModel(EDGE, pip_spacing_mm=0.25 * EDGE, six_across_mm=0.25 * EDGE, pip_radius_mm=0.108 * EDGE)
CHIP_RADIUS_MM, GAP_MM = 19.5, 0.5
UNDER_RAISED, ELSEWHERE = (90.0, 135.0, 180.0), (0.0, 45.0, 225.0, 270.0, 315.0)
"""Where a chip lies under the edge that the leaning die would raise, and where not, degrees."""


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    """Look nearly straight down, in a picture of four times the pixels: dice of 45 px without sides."""
    above = camera(4.0)
    k = np.diag([2.0, 2.0, 1.0]) @ above.lens.k
    return PaintedTable(view=replace(above, lens=replace(above.lens, width=2560, height=1440, k=k)))


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]


@pytest.fixture(scope="module")
def sight(table: PaintedTable, kind: Kind) -> Sight:
    picture = table.clear().die(PLACE, turned(5, 25.0)).picture()
    return sight_of(find_bodies(picture, kind)[0], kind)


def best(sight: Sight) -> Choice:
    fitted = Fitted(FLAT, (0.0, 0.0, 0.0, 0.0, 0.95, 0.0), 0.95, 1.0, 0.0)
    return Choice((Guess(fitted, DieState.FLAT, None, outline_of(sight, FLAT), 2.0, 0.0),), 2.0)


def beside_chip(kind: Kind, towards_deg: float) -> Surroundings:
    """Give the surroundings of a die that a chip touches from one side."""
    towards, along = np.deg2rad(towards_deg), np.deg2rad(towards_deg) - TURN
    away = EDGE / 2 * (abs(np.cos(along)) + abs(np.sin(along))) + CHIP_RADIUS_MM + GAP_MM
    middle = np.array([[PLACE[0] + away * np.cos(towards), PLACE[1] + away * np.sin(towards), CHIP_MM]])
    column, row = kind.plane.appear(middle)[0]
    chip = Disc(float(column), float(row), CHIP_RADIUS_MM * kind.plane.scale)
    return Surroundings(kind.plane, kind.board, (chip,), (), EDGE)


def test_its_pips_alone_do_not_tell_that_it_lies(sight: Sight) -> None:
    one = best(sight)
    drawn = drawn_die(sight, FLAT, 5)
    assert drawn is not None
    assert drawn.looks_level
    assert not drawn.level
    assert not lies_as_drawn(sight, one.guesses[0], one)


@pytest.mark.parametrize(
    ("towards_deg", "lies"), [(way, way in ELSEWHERE) for way in sorted((*UNDER_RAISED, *ELSEWHERE))]
)
def test_a_chip_says_so_on_which_the_leaning_one_would_not_lie(
    sight: Sight, kind: Kind, towards_deg: float, lies: bool
) -> None:
    one = best(sight)
    assert lies_as_drawn(sight, one.guesses[0], one, beside_chip(kind, towards_deg)) is lies


def test_nothing_does_where_a_wall_may_hold_it_or_no_chip_lies(sight: Sight, kind: Kind) -> None:
    one, chip = best(sight), beside_chip(kind, ELSEWHERE[0])
    at_wall = replace(chip, board=replace(kind.board, width_mm=PLACE[1] + 0.7 * EDGE + 3.0))
    for around in (at_wall, replace(chip, chips=())):
        assert not lies_as_drawn(sight, one.guesses[0], one, around)


@pytest.mark.parametrize(("least_deg", "lies"), [(20.0, True), (5.0, False)])
def test_nothing_does_where_it_would_lean_on_a_die_by_as_much_as_one_does(
    monkeypatch: pytest.MonkeyPatch, sight: Sight, kind: Kind, least_deg: float, lies: bool
) -> None:
    """It would lean by 11 degrees."""
    monkeypatch.setattr("vision.doubts.as_drawn.LEAST_FREE_DEG", least_deg)
    one, chip = best(sight), beside_chip(kind, ELSEWHERE[0])
    two = Choice((*one.guesses, replace(one.guesses[0], shape=np.zeros_like(one.guesses[0].shape))), 2.0)
    near = replace(chip, dice=((PLACE[0], PLACE[1] + 1.3 * EDGE),))
    assert lies_as_drawn(sight, one.guesses[0], one, near) is lies
    assert lies_as_drawn(sight, one.guesses[0], two, chip) is lies


def test_where_something_may_hold_it_more_of_its_pips_must_be_explained(
    monkeypatch: pytest.MonkeyPatch, sight: Sight, kind: Kind
) -> None:
    one = best(sight)
    monkeypatch.setattr("vision.doubts.as_drawn.HELD_OFF", 0.0001)
    assert not lies_as_drawn(sight, one.guesses[0], one, beside_chip(kind, ELSEWHERE[0]))

"""How far apart the pips of dice appear whose spacing was learned tells on what they lie."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, sight_at, turned

from vision.bodies.disc import Disc
from vision.cubes.cube import Attitude, Fitted, Sight, outline_of, upright
from vision.cubes.storeys import ON_ANOTHER, ON_BOARD, storeys_up
from vision.doubts.upper_of_two import lies_lower, lies_on_board, may_be_upper
from vision.finding.bodies import find_bodies
from vision.geometry import DieModel, Setup
from vision.reader import TableReader
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess, raised
from vision.ways.resting import Surroundings
from vision.ways.sighting import sight_of

PLACE, TURN_DEG = (400.0, 230.0), 25.0
LEARNED = DieModel(EDGE, pip_spacing_mm=0.25 * EDGE, six_across_mm=0.25 * EDGE)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(20.0))


def learned(setup: Setup) -> Setup:
    return replace(setup, dice=(LEARNED,))


def kind_of(table: PaintedTable) -> Kind:
    return kinds_of(learned(table.setup()))[0]


def seen(table: PaintedTable, value: int, floor: float = 0.0) -> Sight:
    """Look at a die on the board, or so high above it that its face appears at the same place."""
    kind = kind_of(table)
    there = kind.plane.lower(kind.plane.appear(np.array([[*PLACE, EDGE]])), EDGE + floor)[0]
    picture = table.clear().die((there[0], there[1]), turned(value, TURN_DEG), floor=floor).picture()
    return sight_of(find_bodies(picture, kind)[0], kind)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_pips_tell_whether_a_die_lies_on_the_board_or_on_another(table: PaintedTable, value: int) -> None:
    flat = upright(*PLACE, np.deg2rad(TURN_DEG))
    low, high = (storeys_up(seen(table, value, floor), flat, value) for floor in (0.0, EDGE))
    assert low is not None
    assert high is not None
    assert ON_BOARD[0] <= low <= ON_BOARD[1]
    assert high >= ON_ANOTHER


def test_neither_a_one_nor_dice_that_were_not_learned_tell(table: PaintedTable) -> None:
    flat = upright(*PLACE, np.deg2rad(TURN_DEG))
    assert storeys_up(seen(table, 1), flat, 1) is None
    unknown = table.clear().die(PLACE, turned(4, TURN_DEG))
    assert storeys_up(sight_at(unknown, kinds_of(table.setup())[0]), flat, 4) is None


def test_what_lies_farther_apart_than_pips_of_a_stack_is_none(table: PaintedTable) -> None:
    flat = upright(*PLACE, np.deg2rad(TURN_DEG))
    assert storeys_up(seen(table, 4, 2.2 * EDGE), flat, 4) is None


def lying(sight: Sight, value: int) -> Guess:
    at = upright(*PLACE, np.deg2rad(TURN_DEG))
    evidence = tuple(0.95 if value == each else 0.0 for each in range(1, 7))
    return Guess(Fitted(at, evidence, 0.95, 1.0, 0.0), DieState.FLAT, None, outline_of(sight, at), 0.0, 0.0)


@pytest.mark.parametrize(("floor", "low"), [(0.0, True), (EDGE, False)])
def test_a_die_whose_pips_are_those_of_one_on_the_board_lies_there(
    table: PaintedTable, floor: float, low: bool
) -> None:
    sight = seen(table, 4, floor)
    assert lies_on_board(sight, lying(sight, 4)) == low


@pytest.mark.parametrize(
    ("value", "floor", "edge_px", "beside_leaning", "upper"),
    [
        (4, 0.0, 40.0, True, False), (1, 0.0, 40.0, True, True), (4, EDGE, 40.0, False, True),
        (4, 0.0, 40.0, False, False), (4, EDGE, 23.0, False, False), (6, EDGE, 40.0, False, False),
        (2, EDGE, 40.0, False, False),
    ],
    ids=["pips as on the board", "1", "pips as on another", "alone on the board", "small", "a 6 tells less", "and a 2"],
)  # fmt: skip
def test_pips_tell_more_of_what_a_die_lies_on_than_how_the_one_beside_it_leans(
    table: PaintedTable, value: int, floor: float, edge_px: float, beside_leaning: bool, upper: bool
) -> None:
    sight, kind = seen(table, value, floor), kind_of(table)
    sight = replace(sight, pixel=kind.edge_px / edge_px)
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    hardly = Attitude(PLACE[0] + 24.0, PLACE[1], turned(2, 0.0, 21.0))
    fitted = Fitted(hardly, (0.0, 0.9, 0.0, 0.0, 0.0, 0.0), 0.9, 1.0, 0.0)
    leaning = Guess(fitted, DieState.COCKED, Support.DIE, outline_of(sight, hardly), 0.0, 0.0)
    flat = lying(sight, value)
    dice = (flat, leaning) if beside_leaning else (flat,)
    assert may_be_upper(sight, flat, [Choice(dice, 3.0)], around) == upper


def beside_chip(table: PaintedTable) -> Surroundings:
    """Give a chip that may lift the die."""
    kind = kind_of(table)
    column, row = (float(v) for v in kind.plane.appear(np.array([[PLACE[0] + 28.0, PLACE[1], 3.3]]))[0])
    return Surroundings(kind.plane, kind.board, (Disc(column, row, 19.5 * kind.plane.scale),), (), EDGE)


def with_one_beside(flat: Guess) -> list[Choice]:
    beside = replace(flat.fitted, attitude=upright(PLACE[0] + 24.0, PLACE[1], 0.0))
    return [Choice((flat, replace(flat, fitted=beside)), 3.0)]


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("floor", "upper"), [(0.0, False), (EDGE, True)])
def test_any_pips_tell_which_of_two_dice_in_a_body_lies_on_the_other(
    table: PaintedTable, value: int, floor: float, upper: bool
) -> None:
    sight = replace(seen(table, value, floor), pixel=kind_of(table).edge_px / 40.0)
    flat = lying(sight, value)
    assert may_be_upper(sight, flat, with_one_beside(flat), beside_chip(table)) is upper


@pytest.mark.parametrize(
    ("storeys", "chip", "upper"), [(0.6, False, False), (0.7, False, True), (0.7, True, False), (0.85, True, True)]
)
def test_a_chip_beside_a_die_may_lift_it_but_not_as_high_as_another_die(
    monkeypatch: pytest.MonkeyPatch, table: PaintedTable, storeys: float, chip: bool, upper: bool
) -> None:
    monkeypatch.setattr("vision.doubts.upper_of_two.storeys_up", lambda *_: storeys)
    sight = replace(seen(table, 6), pixel=kind_of(table).edge_px / 40.0)
    flat, near = lying(sight, 6), beside_chip(table)
    assert near.near_chip(flat.fitted.attitude)
    around = near if chip else replace(near, chips=())
    assert may_be_upper(sight, flat, with_one_beside(flat), around) is upper


@pytest.mark.parametrize("drawn_lower", [True, False])
def test_a_die_whose_drawn_pips_are_not_those_of_an_upper_one_lies_on_the_board_though_few_seem_far_apart(
    monkeypatch: pytest.MonkeyPatch, table: PaintedTable, drawn_lower: bool
) -> None:
    monkeypatch.setattr("vision.doubts.upper_of_two.storeys_up", lambda *_: 0.7)
    monkeypatch.setattr("vision.doubts.upper_of_two.not_up_as_drawn", lambda *_: drawn_lower)
    sight = replace(seen(table, 4), pixel=kind_of(table).edge_px / 40.0)
    flat, around = lying(sight, 4), replace(beside_chip(table), chips=())
    assert may_be_upper(sight, flat, with_one_beside(flat), around) is not drawn_lower


@pytest.mark.parametrize(("floor", "lower"), [(0.0, True), (EDGE, False)])
def test_an_upper_die_of_two_whose_pips_are_those_of_one_on_the_board_is_none(
    table: PaintedTable, floor: float, lower: bool
) -> None:
    sight = seen(table, 4, floor)
    flat = lying(sight, 4)
    there = raised(sight, flat.fitted.attitude, EDGE)
    upper = replace(flat, state=DieState.STACKED, fitted=replace(flat.fitted, attitude=there))
    assert lies_lower(sight, upper) == lower


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("stacked", [False, True])
def test_where_a_die_is_missing_learned_pips_tell_which_one_lies_on_it(value: int, stacked: bool) -> None:
    straight = PaintedTable(view=camera(0.0))
    upper = (453.0, 223.0)
    straight.die(upper, turned(1))
    if stacked:
        straight.die(upper, turned(value), floor=EDGE)
    else:
        straight.clear().die(upper, turned(value))
    # The other die shows a 1, with which no spacing can be compared.
    straight.die((600.0, 330.0), turned(1, 25.0))
    reading = TableReader(learned(straight.setup(count=3))).read(straight.picture())
    assert any("may lie on another" in reason and "at 45" in reason for reason in reading.reasons) == stacked

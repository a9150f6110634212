"""Dice whose faces were not found are sought in what is left out: in as many parts as that is large."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import EDGE, RED, PaintedTable, camera, sight_at, turned

from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.cube_faces import fitted_at
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.agreeing import outlined
from vision.ways.choosing import MOST_SETS, choices_of
from vision.ways.guesses import Guess, guess_blank, guesses_at
from vision.ways.left_out import beside_clearest, parted, with_blank
from vision.ways.resting import Surroundings

PLACE = (400.0, 230.0)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable()


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(table.setup())[0]


def alone(kind: Kind) -> Surroundings:
    return Surroundings(kind.plane, kind.board, (), (), EDGE)


def pair(table: PaintedTable, turn_deg: float, lean_deg: float) -> PaintedTable:
    """Put a flat 3 on the board, and a 6 beside it that may lean."""
    across = EDGE * (1.08 if lean_deg == 0.0 else 1.24)
    there = PLACE[0] + across * np.cos(np.deg2rad(turn_deg)), PLACE[1] + across * np.sin(np.deg2rad(turn_deg))
    return table.clear().die(PLACE, turned(3, turn_deg)).die(there, turned(6, turn_deg, lean_deg))


@pytest.mark.parametrize("lean_deg", [0.0, 36.0])
@pytest.mark.parametrize("turn_deg", [0.0, 50.0, 90.0, 160.0])
def test_two_dice_of_which_no_face_was_found_are_found_at_both_ends(
    table: PaintedTable, kind: Kind, turn_deg: float, lean_deg: float
) -> None:
    whole = sight_at(pair(table, turn_deg, lean_deg), kind)
    ways = with_blank(whole, [], alone(kind))
    best = choices_of(whole, ways)[0]
    assert sorted(guess.fitted.value for guess in best.guesses) == [3, 6]
    leaning = DieState.FLAT if lean_deg == 0.0 else DieState.COCKED
    assert {guess.fitted.value: guess.state for guess in best.guesses} == {3: DieState.FLAT, 6: leaning}


@pytest.mark.parametrize(("lean_deg", "found"), [(36.0, True), (0.0, False)])
def test_what_seems_to_be_the_lower_of_two_dice_is_sought_as_one_that_leans_on_a_flat_one(
    table: PaintedTable, kind: Kind, lean_deg: float, found: bool
) -> None:
    whole = sight_at(pair(table, 0.0, lean_deg), kind)
    flat = next(g for g in guesses_at(whole, [], upright(*PLACE, 0.0), alone(kind), False) if g.state is DieState.FLAT)
    stack = replace(flat, state=DieState.STACKED, support=Support.DIE, merit=flat.merit + 9.0)
    way, *more = with_blank(whole, [[flat, stack]], alone(kind))
    assert way == [flat, stack]
    assert {guess.state for each in more for guess in each} <= {DieState.COCKED}
    assert any(guess.fitted.value == 6 for each in more for guess in each) is found


@pytest.mark.parametrize(("clear", "found"), [(0.8, True), (0.95, False)])
def test_beside_a_die_that_is_far_clearer_than_the_chosen_one_another_is_sought(
    table: PaintedTable, kind: Kind, clear: float, found: bool
) -> None:
    whole = sight_at(pair(table, 90.0, 36.0), kind)
    flat = next(g for g in guesses_at(whole, [], upright(*PLACE, np.pi / 2), alone(kind), False) if g.cost == 0.0)
    sides = replace(flat.fitted, shown=1.5, pips=flat.fitted.pips + 0.4)
    there = upright(PLACE[0], PLACE[1] + 0.6 * EDGE, np.pi / 2)
    wrong = a_guess(whole, there)
    across = replace(wrong.fitted, evidence=(clear, 0.0, 0.0, 0.0, 0.0, 0.0))
    ways = [[replace(flat, fitted=sides)], [replace(wrong, fitted=across, merit=flat.merit + 1.0)]]
    more = beside_clearest(whole, ways, alone(kind))[2:]
    assert any(guess.fitted.value == 6 for way in more for guess in way) is found


@pytest.mark.parametrize(("edges", "turn_deg", "both"), [(1.08, 0.0, True), (1.08, 45.0, False), (1.15, 45.0, True)])
def test_two_level_dice_do_not_stand_in_each_other(
    table: PaintedTable, kind: Kind, edges: float, turn_deg: float, both: bool
) -> None:
    whole = sight_at(pair(table, 0.0, 0.0), kind)
    one = a_guess(whole, upright(*PLACE, 0.0))
    other = a_guess(whole, upright(PLACE[0] + edges * EDGE, PLACE[1], np.deg2rad(turn_deg)))
    choices = choices_of(whole, [[one], [other]])
    pair_of_dice = next(choice for choice in choices if len(choice.guesses) == 2)
    assert pair_of_dice.apart is both
    assert (choices[0] is pair_of_dice) is both
    assert pair_of_dice.merit == max(choice.merit for choice in choices)


@pytest.mark.parametrize("turn_deg", [30.0, 120.0])
def test_a_face_that_lies_across_two_dice_gives_way_to_both(table: PaintedTable, kind: Kind, turn_deg: float) -> None:
    whole = sight_at(pair(table, turn_deg, 36.0), kind)
    across = upright(PLACE[0] + 0.6 * EDGE * np.cos(np.deg2rad(turn_deg)), PLACE[1] + 5.0, np.deg2rad(turn_deg))
    wrong = a_guess(whole, across)
    ways = parted(whole, [[wrong]], alone(kind))
    assert [wrong] in ways
    assert sorted(guess.fitted.value for guess in choices_of(whole, ways)[0].guesses) == [3, 6]


def test_dice_that_explain_a_body_stay_as_they_are(table: PaintedTable, kind: Kind) -> None:
    whole = sight_at(table.clear().die(PLACE, turned(3, 20.0)), kind)
    ways = [[a_guess(whole, upright(*PLACE, np.deg2rad(20.0)))]]
    assert parted(whole, ways, alone(kind)) == ways


def test_what_is_larger_than_some_dice_is_sought_for_one_only(table: PaintedTable, kind: Kind) -> None:
    whole = sight_at(pair(table, 0.0, 0.0), kind)
    hand = replace(whole, own=np.full_like(whole.own, 255), other=np.zeros_like(whole.other))
    assert len(with_blank(replace(hand, view=hand.own), [], alone(kind))) <= 1


def test_however_many_ways_there_are_only_so_many_sets_are_compared(table: PaintedTable, kind: Kind) -> None:
    whole = sight_at(table.clear().die(PLACE, turned(3, 20.0)), kind)
    guess = a_guess(whole, upright(*PLACE, 0.0))
    assert len(choices_of(whole, [[guess] * 6 for _ in range(12)])) <= MOST_SETS


def a_guess(whole: Sight, at: Attitude) -> Guess:
    """Take a die to lie flat there."""
    fitted = fitted_at(whole, at)
    shape = outline_of(whole, at)
    worth = float(cv2.mean(whole.weights, mask=shape)[0]) * cv2.countNonZero(shape) / whole.face_px
    return Guess(fitted, DieState.FLAT, None, shape, fitted.pips + worth, 0.0)


def test_what_shows_no_clear_face_is_not_parted(table: PaintedTable, kind: Kind) -> None:
    table.clear().die(PLACE, turned(3, 0.0), blank=True)
    table.die((PLACE[0] + 1.08 * EDGE, PLACE[1]), turned(6, 0.0), blank=True)
    assert with_blank(sight_at(table, kind), [], alone(kind)) == []


@pytest.mark.parametrize("value", range(1, 5))
def test_dice_that_only_mirror_lamps_are_told_by_their_outlines(kind: Kind, value: int) -> None:
    """Of some a side that the other die hides in part makes the outline less sharp; these stay unknown."""
    table = PaintedTable().clear()
    for place in (PLACE, (PLACE[0] + 1.08 * EDGE, PLACE[1])):
        table.die(place, turned(value, 0.0)).lamp(place, 1.0, 255)
    assert len(with_blank(sight_at(table, kind), [], alone(kind))) == 2


@pytest.mark.parametrize("fallen_deg", [0.0, 45.0, 65.0])
def test_a_flat_die_is_found_by_its_outline_however_one_that_leans_there_would_fall(
    monkeypatch: pytest.MonkeyPatch, fallen_deg: float
) -> None:
    """A lamp's mirror image covers its face: where the free search ends at a lean says nothing of how it is turned."""
    table = PaintedTable(view=camera(30.0)).clear()
    kind, lying = kinds_of(table.setup())[0], upright(*PLACE, np.deg2rad(20.0))
    sight = sight_at(table.die(PLACE, turned(3, 20.0), pips=RED), kind)
    own = outline_of(sight, lying)
    bare = replace(sight, own=own, other=np.bitwise_not(own))
    leaning = fitted_at(bare, Attitude(PLACE[0], PLACE[1] + 8.0, turned(3, fallen_deg, 40.0)))
    monkeypatch.setattr("vision.ways.guesses.fit_blank", lambda *_: leaning)
    flat = [guess for guess in guess_blank(bare, [], *PLACE, alone(kind)) if guess.state is DieState.FLAT]
    assert max(outlined(bare, guess.fitted.attitude) for guess in flat) >= 0.97


@pytest.mark.parametrize("value", [2, 4, 5])
@pytest.mark.parametrize("hidden", [0.4, 0.55])
def test_a_die_half_behind_a_wall_is_sought_where_its_middle_lies_behind_it(
    table: PaintedTable, kind: Kind, value: int, hidden: float
) -> None:
    table.clear().die(PLACE, turned(value, 20.0))
    whole = behind_wall(sight_at(table, kind), hidden)
    found = [guess for way in with_blank(whole, [], alone(kind)) for guess in way if guess.state is DieState.FLAT]
    assert any(
        guess.fitted.value == value
        and np.hypot(guess.fitted.attitude.x_mm - PLACE[0], guess.fitted.attitude.y_mm - PLACE[1]) < 1.0
        for guess in found
    )


def behind_wall(whole: Sight, hidden: float) -> Sight:
    """Let a wall hide so much of what is seen, from below."""
    view = np.full_like(whole.own, 255)
    rows = np.flatnonzero(whole.own.any(axis=1))
    view[round(rows[-1] - hidden * (rows[-1] - rows[0])) :] = 0
    return replace(whole, view=view, own=cv2.bitwise_and(whole.own, view))


def test_the_clearest_die_is_in_the_best_set_however_many_other_ways_there_are(table: PaintedTable, kind: Kind) -> None:
    """Twelve ways in which one die may lie, each of its pips taken for a 1, hide neither it nor the one beside it."""
    whole = sight_at(pair(table, 0.0, 0.0), kind)
    clear, beside = a_guess(whole, upright(*PLACE, 0.0)), a_guess(whole, upright(PLACE[0] + 1.08 * EDGE, PLACE[1], 0.0))
    clear, beside = replace(clear, merit=4.0), replace(beside, merit=3.0)
    pips = [replace(clear, merit=2.0 + 0.01 * k) for k in range(24)]
    ways = [[clear], *([one, other] for one, other in zip(pips[::2], pips[1::2], strict=True)), [beside]]
    assert choices_of(whole, ways)[0].guesses == (clear, beside)

"""Dice that may lean a little: flat where both their pips and their outline say so, and not where one of them does."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, sight_at, turned

from vision.cubes.cube import Attitude, Fitted, Sight, outline_of, upright
from vision.cubes.fitting import fit_allowed, fit_flat
from vision.doubts.may_lie import may_lie_flat
from vision.doubts.slight import UNHELD_CLEARER, leans_less_clearly, lies_clearly, lies_unheld, rather_flat
from vision.doubts.surely_leans import ALONE_LEAD, leans_by_outline, surely_leans
from vision.reading import DieState, Support
from vision.table.kinds import kinds_of
from vision.ways.choosing import Choice, choices_of
from vision.ways.guesses import FREE_COST, Guess, on_nothing

PLACE, TURN_DEG, LEAN_DEG = (400.0, 230.0), 25.0, 9.0


def both(lean_deg: float, value: int = 4) -> tuple[Sight, Guess, Guess]:
    """Paint a die that leans by so much; give what is seen of it, and the best flat and leaning guesses."""
    table = PaintedTable(view=camera(20.0)).die(PLACE, turned(value, TURN_DEG, lean_deg))
    whole = sight_at(table, kinds_of(table.setup())[0])
    flat = fit_flat(whole, upright(*PLACE, np.deg2rad(TURN_DEG)))
    start = Attitude(*PLACE, turned(value, TURN_DEG, max(lean_deg, LEAN_DEG)))
    leaning = fit_allowed(whole, [start], lambda at: at.tilt_deg >= 7.0)
    guesses = [
        Guess(fitted, state, Support.CHIPS, outline_of(whole, fitted.attitude), fitted.merit, 0.0)
        for fitted, state in ((flat, DieState.FLAT), (leaning, DieState.COCKED))
    ]
    return whole, guesses[0], guesses[1]


def moved(guess: Guess, edges: float) -> Fitted:
    """Give a guess's die so many edges farther along the board."""
    at = guess.fitted.attitude
    return replace(guess.fitted, attitude=replace(at, x_mm=at.x_mm + edges * EDGE))


@pytest.mark.parametrize("value", [2, 4, 5, 6])
def test_a_flat_die_agrees_better_with_pips_and_outline_than_one_that_leans(value: int) -> None:
    whole, flat, leaning = both(0.0, value)
    assert lies_clearly(whole, flat, leaning)
    assert leans_less_clearly(whole, leaning, flat)


@pytest.mark.parametrize("value", [2, 4, 5, 6])
def test_a_die_that_leans_a_little_is_not_flat(value: int) -> None:
    whole, flat, leaning = both(LEAN_DEG, value)
    assert not lies_clearly(whole, flat, leaning)


@pytest.mark.parametrize(("lean_deg", "lies"), [(0.0, True), (LEAN_DEG, False)])
def test_the_one_pip_of_a_die_tells_little_of_a_tilt_where_its_outline_denies_it(lean_deg: float, lies: bool) -> None:
    whole, flat, leaning = both(lean_deg, 1)
    unclear = tuple(e - 0.06 for e in flat.fitted.evidence)
    leaning = replace(leaning, fitted=replace(leaning.fitted, evidence=unclear, pips=flat.fitted.pips - 0.06))
    assert leaning.fitted.value == flat.fitted.value == 1
    assert lies_clearly(whole, flat, leaning) is lies
    assert leans_less_clearly(whole, leaning, flat) is lies


def test_what_a_wall_hides_tells_nothing_of_the_rest() -> None:
    whole, flat, leaning = both(0.0)
    view = whole.view.copy()
    view[: int(np.nonzero(flat.shape)[0].mean())] = 0
    assert not lies_clearly(replace(whole, view=view), flat, leaning)


def test_a_flat_die_comes_first_where_one_that_leans_explains_hardly_more() -> None:
    whole, flat, leaning = both(0.0)
    lies, leans = Choice((flat,), 2.0), Choice((leaning,), 2.05)
    assert rather_flat(whole, [leans, lies]) == [lies, leans]
    much_better = Choice((leaning,), 2.5)
    assert rather_flat(whole, [much_better, lies]) == [much_better, lies]


def test_a_die_alone_does_not_lean_on_a_die_that_is_not_there() -> None:
    whole, _, leaning = both(25.0)
    on_die = replace(leaning, support=Support.DIE, cost=0.05)
    alone = on_nothing(on_die)
    assert alone.support is None
    assert alone.merit == pytest.approx(on_die.merit + on_die.cost - FREE_COST)
    assert on_nothing(leaning) is leaning
    assert [g.support for choice in choices_of(whole, [[on_die]]) for g in choice.guesses] == [None]


def test_dice_do_not_lean_on_each_other_unless_one_of_them_lies() -> None:
    whole, flat, leaning = both(25.0)
    one, other = (replace(leaning, support=Support.DIE, fitted=moved(leaning, edges)) for edges in (0.0, 1.2))
    lying = replace(flat, support=None, fitted=moved(flat, 1.2))
    pairs = [choice.guesses for choice in choices_of(whole, [[one], [other, lying]]) if len(choice.guesses) == 2]
    assert {tuple(guess.support for guess in pair) for pair in pairs} == {(Support.DIE, None), (None, None)}


@pytest.mark.parametrize("value", [2, 4, 5, 6])
def test_a_die_that_nothing_holds_lies_flat_where_its_face_is_clearer_so(value: int) -> None:
    _, flat, leaning = both(0.0, value)
    unclear = replace(leaning.fitted, evidence=tuple(0.8 * e for e in leaning.fitted.evidence))
    unheld = replace(leaning, support=None, fitted=unclear)
    assert lies_unheld(flat, unheld)
    assert not lies_unheld(flat, replace(unheld, support=Support.CHIPS))
    for less, lies in ((UNHELD_CLEARER - 0.005, False), (UNHELD_CLEARER + 0.005, True)):
        nearly = replace(leaning.fitted, evidence=tuple(e - less for e in flat.fitted.evidence))
        assert lies_unheld(flat, replace(unheld, fitted=nearly)) is lies


@pytest.mark.parametrize("value", [1, 2, 6])
def test_a_die_leans_whose_outline_agrees_far_better_so(value: int) -> None:
    whole, flat, leaning = both(30.0, value)
    assert leans_by_outline(whole, leaning, [Choice((leaning,), 2.0), Choice((flat,), 1.9)])


@pytest.mark.parametrize("value", [1, 2, 6])
def test_the_outline_of_a_flat_die_does_not_show_that_it_leans(value: int) -> None:
    whole, flat, leaning = both(0.0, value)
    assert not leans_by_outline(whole, leaning, [Choice((leaning,), 2.0), Choice((flat,), 1.9)])


@pytest.mark.parametrize(
    ("lean_deg", "lead", "clearer", "doubted"),
    [(28.0, 0.2, 0.01, True), (28.0, 0.2, -0.01, False), (28.0, 0.4, 0.01, False), (17.0, 0.2, 0.01, False)],
)
def test_a_die_that_leans_steeply_may_lie_flat_where_its_face_is_clearer_so(
    lean_deg: float, lead: float, clearer: float, doubted: bool
) -> None:
    whole, flat, leaning = both(lean_deg, 6)
    share = max(leaning.fitted.evidence) + clearer
    evidence = tuple(share * (value == 6) for value in range(1, 7))
    level = replace(flat, fitted=replace(flat.fitted, evidence=evidence))
    assert may_lie_flat(whole, leaning, [Choice((leaning,), 2.0), Choice((level,), 2.0 - lead)]) is doubted


@pytest.mark.parametrize(("lead", "beside", "leans"), [(0.1, 0, True), (-0.1, 0, False), (0.1, 1, False)])
def test_a_die_alone_in_its_body_leans_where_any_other_answer_explains_far_less(
    lead: float, beside: int, leans: bool
) -> None:
    whole, flat, leaning = both(30.0)
    unclear = replace(leaning, fitted=replace(leaning.fitted, evidence=tuple(0.5 * e for e in leaning.fitted.evidence)))
    hidden = replace(whole, other=np.zeros_like(whole.other))
    another = (replace(flat, fitted=moved(flat, 1.2)),) * beside
    choices = [Choice((unclear, *another), 2.0), Choice((flat,), 2.0 - ALONE_LEAD - lead)]
    assert surely_leans(hidden, unclear, choices) is leans


@pytest.mark.parametrize(("value", "of_sides", "leans"), [(1, 0.2, False), (1, 0.35, True), (2, 0.2, True)])
def test_a_1_alone_in_its_body_leans_surely_only_where_its_sides_show(value: int, of_sides: float, leans: bool) -> None:
    """Any pip looks like a 1: a flat die of which the board hides all but its pips was taken for one."""
    whole, flat, leaning = both(30.0)
    evidence = tuple(0.6 * (k == value) for k in range(1, 7))
    one = replace(leaning.fitted, evidence=evidence, shown=1.5, pips=0.6 + 0.5 * of_sides)
    alone, hidden = replace(leaning, fitted=one), replace(whole, other=np.zeros_like(whole.other))
    choices = [Choice((alone,), 2.0), Choice((flat,), 1.9 - ALONE_LEAD)]
    assert surely_leans(hidden, alone, choices) is leans


@pytest.mark.parametrize(
    ("lower", "on_board", "first"), [(True, True, "flat"), (True, False, "stack"), (False, True, "stack")]
)
def test_two_dice_on_each_other_are_one_on_the_board_where_its_pips_tell(
    monkeypatch: pytest.MonkeyPatch, lower: bool, on_board: bool, first: str
) -> None:
    whole, flat, _ = both(0.0)
    stack = replace(flat, state=DieState.STACKED, support=Support.DIE)
    monkeypatch.setattr("vision.doubts.slight.lies_lower", lambda _, guess: lower and guess is stack)
    monkeypatch.setattr("vision.doubts.slight.lies_on_board", lambda _, guess: on_board and guess is flat)
    ranked = rather_flat(whole, [Choice((stack,), 3.0), Choice((flat,), 2.8)])
    assert ranked[0].guesses == ((flat,) if first == "flat" else (stack,))


@pytest.mark.parametrize(
    ("upper", "more", "lies"), [(0.0, 0.05, True), (0.035, 0.0, True), (0.0, 0.02, False), (0.035, -0.02, False)]
)
def test_a_die_lies_flat_where_the_pips_of_all_its_faces_explain_more_so(upper: float, more: float, lies: bool) -> None:
    """However its outline agrees, which a chip beside it makes unsure."""
    whole, flat, leaning = both(LEAN_DEG)
    clear = max(leaning.fitted.evidence) + upper
    evidence = tuple(clear if k == flat.fitted.value else 0.2 for k in range(1, 7))
    flat = replace(flat, fitted=replace(flat.fitted, evidence=evidence, pips=leaning.fitted.pips + more))
    assert lies_clearly(whole, flat, leaning) is lies


@pytest.mark.parametrize(("sides", "lies"), [(0.08, True), (0.22, False)])
def test_sides_of_which_more_are_in_view_but_hardly_any_pips_do_not_show_that_a_die_lies(
    sides: float, lies: bool
) -> None:
    whole, flat, leaning = both(LEAN_DEG)
    evidence, upper = leaning.fitted.evidence, max(leaning.fitted.evidence)
    leaning = replace(leaning, fitted=replace(leaning.fitted, pips=upper + 0.01))
    flat = replace(flat, fitted=replace(flat.fitted, evidence=evidence, pips=upper + 0.06, shown=1.0 + sides))
    assert lies_clearly(whole, flat, leaning) is lies

"""Which of several answers is right, told by the pips of all faces, drawn as they would appear."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.cubes.cube import Attitude, Fitted, Sight, outline_of, upright
from vision.doubts.as_drawn import may_lie_as_drawn, slopes_as_drawn, unlike_as_drawn
from vision.doubts.asked import MAY_BE_UPPER, doubted_as_drawn, rests_as_drawn
from vision.doubts.redrawn import _Drawn, redrawn
from vision.finding.bodies import find_bodies
from vision.geometry import DieModel, Floats
from vision.reading import DieState
from vision.table.kinds import Kind, kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess
from vision.ways.resting import Rest, Surroundings
from vision.ways.sighting import sight_of

PLACE, TURN_DEG = (400.0, 230.0), 25.0
FLAT = upright(*PLACE, np.deg2rad(TURN_DEG))
LEARNED = DieModel(EDGE, pip_spacing_mm=0.25 * EDGE, six_across_mm=0.25 * EDGE, pip_radius_mm=0.108 * EDGE)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    """Look aslant at a table in a picture of four times the pixels: dice of 40 px."""
    afar = camera(25.0)
    k = afar.lens.k * np.array([[2.0], [2.0], [1.0]])
    return PaintedTable(view=replace(afar, lens=replace(afar.lens, width=2560, height=1440, k=k)))


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]


@pytest.fixture
def around(kind: Kind) -> Surroundings:
    return Surroundings(kind.plane, kind.board, (), (), EDGE)


def looked_at(table: PaintedTable, kind: Kind, value: int, lean_deg: float = 0.0) -> Sight:
    picture = table.clear().die(PLACE, turned(value, TURN_DEG, lean_deg)).picture()
    return sight_of(find_bodies(picture, kind)[0], kind)


def alike(kind: Kind, true_deg: float, value: int, lean_deg: float) -> Attitude:
    """Give a die that leans by so much and whose upper face appears where that of the true one does."""
    true = Attitude(*PLACE, turned(value, TURN_DEG, true_deg))
    at = Attitude(*PLACE, turned(value, TURN_DEG, lean_deg))
    up = up_from_middle(at)
    height = at.middle_mm(EDGE)[2] + up[2]
    top = kind.plane.appear((true.middle_mm(EDGE) + up_from_middle(true))[None])
    x, y = kind.plane.lower(top, height)[0] - up[:2]
    return replace(at, x_mm=float(x), y_mm=float(y))


def up_from_middle(at: Attitude) -> Floats:
    """Give how far the upper face's middle lies from the die's, (3,) mm."""
    return EDGE / 2 * at.r[:, at.top_axis] * np.sign(at.r[2, at.top_axis])


def guess(sight: Sight, at: Attitude, value: int, state: DieState) -> Guess:
    evidence = tuple(0.95 if each == value else 0.0 for each in range(1, 7))
    fitted = Fitted(at, evidence, 0.95, 1.0, 0.0)
    return Guess(fitted, state, None, outline_of(sight, at), 2.0, 0.0)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("lean_deg", [0.0, 27.0])
def test_the_answer_whose_drawn_pips_are_the_pictures_is_right_though_another_seemed_to_explain_more(
    table: PaintedTable, kind: Kind, around: Surroundings, value: int, lean_deg: float
) -> None:
    sight = looked_at(table, kind, value, lean_deg)
    leaning = guess(sight, alike(kind, lean_deg, value, 25.0), value, DieState.COCKED)
    flat = guess(sight, alike(kind, lean_deg, value, 0.0), value, DieState.FLAT)
    wrong, right = (flat, leaning) if lean_deg else (leaning, flat)
    best = redrawn(sight, [Choice((wrong,), 2.0), Choice((right,), 1.9)], around)
    assert best is not None
    (told,) = best.guesses
    assert told.state is (DieState.COCKED if lean_deg else DieState.FLAT)
    assert told.fitted.value == value


@pytest.mark.parametrize("value", [1, 4, 5])
def test_a_die_that_seems_to_lean_lies_where_its_drawn_pips_do_though_nothing_took_it_for_flat(
    table: PaintedTable, kind: Kind, around: Surroundings, value: int
) -> None:
    sight = looked_at(table, kind, value)
    leaning = guess(sight, alike(kind, 0.0, value, 22.0), value, DieState.COCKED)
    best = redrawn(sight, [Choice((leaning,), 2.0)], around)
    assert best is not None
    rests = rests_as_drawn(sight, best, around)
    assert rests is not None
    assert [(rest.state, rest.likeliest, rest.doubt) for rest in rests] == [(DieState.FLAT, value, None)]


def seems_to_slope(table: PaintedTable, kind: Kind, value: int, lean_deg: float) -> bool:
    """Say whether the drawn pips of a die that is taken for a flat one lean."""
    sight = looked_at(table, kind, value, lean_deg)
    flat = guess(sight, alike(kind, lean_deg, value, 0.0), value, DieState.FLAT)
    return slopes_as_drawn(sight, flat, Choice((flat,), 2.0))


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("lean_deg", [-10.0, 10.0])
def test_a_slightly_leaning_die_is_not_taken_for_a_flat_one_where_its_drawn_pips_lean(
    table: PaintedTable, kind: Kind, value: int, lean_deg: float
) -> None:
    assert seems_to_slope(table, kind, value, lean_deg)


@pytest.mark.parametrize(("value", "lean_deg"), [(3, 14.0), (2, 10.0), (2, 14.0)])
def test_nor_is_one_whose_upper_face_looks_at_the_camera(
    table: PaintedTable, kind: Kind, value: int, lean_deg: float
) -> None:
    """From its level place no small tilt helps: larger ones are tried."""
    true = Attitude(*PLACE, turned(value, 315.0, lean_deg))
    sight = sight_of(find_bodies(table.clear().die(PLACE, true.r).picture(), kind)[0], kind)
    x, y = kind.plane.lower(kind.plane.appear((true.middle_mm(EDGE) + up_from_middle(true))[None]), EDGE)[0]
    flat = guess(sight, upright(float(x), float(y), true.turn), value, DieState.FLAT)
    assert slopes_as_drawn(sight, flat, Choice((flat,), 2.0))


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_the_drawn_pips_of_a_flat_die_do_not_lean(table: PaintedTable, kind: Kind, value: int) -> None:
    assert not seems_to_slope(table, kind, value, 0.0)


def test_drawn_pips_do_not_tell_that_a_1_leans_any_pip_looks_like_it(table: PaintedTable, kind: Kind) -> None:
    assert not seems_to_slope(table, kind, 1, 10.0)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("lean_deg", [0.0, 22.0])
def test_a_die_that_seems_to_lean_may_lie_where_its_drawn_pips_agree_as_well(
    table: PaintedTable, kind: Kind, value: int, lean_deg: float
) -> None:
    sight = looked_at(table, kind, value, lean_deg)
    leaning = guess(sight, alike(kind, lean_deg, value, 22.0), value, DieState.COCKED)
    assert may_lie_as_drawn(sight, leaning, Choice((leaning,), 2.0)) is (lean_deg == 0.0)


@pytest.mark.parametrize(("said", "asked"), [(None, "may lie flat"), ("may hide another", "may hide another")])
def test_a_die_that_only_its_drawn_pips_make_doubtful_is_asked_and_any_other_doubt_stays(
    table: PaintedTable, kind: Kind, around: Surroundings, said: str | None, asked: str
) -> None:
    sight = looked_at(table, kind, 5)
    leaning = guess(sight, alike(kind, 0.0, 5, 22.0), 5, DieState.COCKED)
    rest = Rest(*PLACE, EDGE / 2, FLAT.turn, EDGE, leaning.fitted.evidence, state=DieState.COCKED, doubt=said)
    (told,) = doubted_as_drawn(sight, [rest], Choice((leaning,), 2.0), around)
    assert told.doubt == asked


@pytest.mark.parametrize(
    ("gap_mm", "shown", "asked"), [(3.0, 0.95, "may be cocked"), (60.0, 0.95, None), (60.0, 0.85, "may be cocked")]
)
def test_drawn_pips_make_a_flat_die_doubtful_where_something_holds_it_or_its_face_is_less_plain(
    table: PaintedTable, kind: Kind, around: Surroundings, gap_mm: float, shown: float, asked: str | None
) -> None:
    """What holds it may not be seen: a chip in the shade of a wall."""
    sight = looked_at(table, kind, 5, 10.0)
    flat = guess(sight, alike(kind, 10.0, 5, 0.0), 5, DieState.FLAT)
    flat = replace(flat, fitted=replace(flat.fitted, evidence=(0.0, 0.0, 0.0, 0.0, shown, 0.0)))
    rest = Rest(*PLACE, EDGE / 2, FLAT.turn, EDGE, flat.fitted.evidence)
    near = replace(around, board=replace(kind.board, width_mm=PLACE[1] + 0.7 * EDGE + gap_mm))
    (told,) = doubted_as_drawn(sight, [rest], Choice((flat,), 2.0), near)
    assert told.doubt == asked


@pytest.mark.parametrize(("lean_deg", "asked"), [(10.0, "may be cocked"), (0.0, MAY_BE_UPPER)])
def test_a_flat_die_that_may_lie_on_another_is_asked_for_its_slope_first(
    table: PaintedTable, kind: Kind, around: Surroundings, lean_deg: float, asked: str
) -> None:
    """That it may lie on another is dropped where all dice are seen: it may lean on one of them all the same."""
    sight = looked_at(table, kind, 5, lean_deg)
    flat = guess(sight, alike(kind, lean_deg, 5, 0.0), 5, DieState.FLAT)
    flat = replace(flat, fitted=replace(flat.fitted, evidence=(0.0, 0.0, 0.0, 0.0, 0.85, 0.0)))
    rest = Rest(*PLACE, EDGE / 2, FLAT.turn, EDGE, flat.fitted.evidence, doubt=MAY_BE_UPPER)
    (told,) = doubted_as_drawn(sight, [rest], Choice((flat,), 2.0), around)
    assert told.doubt == asked


@pytest.mark.parametrize(("hidden_mm", "asked"), [(-EDGE, None), (0.3 * EDGE, "may be cocked")])
def test_a_flat_die_whose_drawn_pips_slope_is_asked_where_a_wall_may_hide_what_holds_it(
    table: PaintedTable, kind: Kind, around: Surroundings, hidden_mm: float, asked: str | None
) -> None:
    sight = looked_at(table, kind, 5, 10.0)
    flat = guess(sight, alike(kind, 10.0, 5, 0.0), 5, DieState.FLAT)
    lowest = int(np.nonzero(flat.shape.any(axis=1))[0].max()) - round(hidden_mm * kind.edge_px / EDGE)
    view = sight.view.copy()
    view[lowest:] = 0
    rest = Rest(*PLACE, EDGE / 2, FLAT.turn, EDGE, flat.fitted.evidence)
    (told,) = doubted_as_drawn(replace(sight, view=view), [rest], Choice((flat,), 2.0), around)
    assert told.doubt == asked


def test_a_die_beyond_the_walls_is_not_judged_by_its_pips(table: PaintedTable, kind: Kind) -> None:
    sight = looked_at(table, kind, 5)
    small = Surroundings(kind.plane, replace(kind.board, length_mm=PLACE[0] - 60.0), (), (), EDGE)
    assert rests_as_drawn(sight, Choice((guess(sight, FLAT, 5, DieState.FLAT),), 2.0), small) is None


def test_no_answer_is_told_where_none_has_a_die_for_the_pips(
    table: PaintedTable, kind: Kind, around: Surroundings
) -> None:
    sight = looked_at(table, kind, 5)
    aside = guess(sight, upright(PLACE[0] + 0.5 * EDGE, PLACE[1], 0.0), 5, DieState.FLAT)
    assert redrawn(sight, [Choice((aside,), 2.0)], around) is None


@pytest.mark.parametrize(("value", "told"), [(5, True), (4, False)])
def test_an_unclear_face_speaks_against_other_answers_only(
    monkeypatch: pytest.MonkeyPatch, table: PaintedTable, kind: Kind, around: Surroundings, value: int, told: bool
) -> None:
    sight = looked_at(table, kind, 5)
    clear, right = (guess(sight, FLAT, each, DieState.FLAT) for each in (value, 5))
    unclear = replace(right, fitted=replace(right.fitted, evidence=(0.0, 0.0, 0.0, 0.0, 0.3, 0.0)))
    drawn = [_Drawn(Choice((one,), 2.0), off) for one, off in ((unclear, 0.10), (clear, 0.11))]
    monkeypatch.setattr("vision.doubts.redrawn._drawn_all", lambda *_: drawn)
    assert (redrawn(sight, [one.choice for one in drawn], around) is drawn[1].choice) is told


def test_dice_whose_pips_were_not_learned_are_not_drawn(table: PaintedTable, kind: Kind, around: Surroundings) -> None:
    sight = looked_at(table, kind, 5)
    unknown = replace(sight, patterns=kinds_of(table.setup())[0].patterns)
    assert redrawn(unknown, [Choice((guess(sight, FLAT, 5, DieState.FLAT),), 2.0)], around) is None


@pytest.mark.parametrize(
    ("value", "turn_deg", "shown", "asked"),
    [
        (5, TURN_DEG, 0.85, None),
        (2, TURN_DEG + 40.0, 0.85, "is not wholly understood"),
        (2, TURN_DEG + 40.0, 0.95, None),
    ],
)
def test_a_face_that_is_less_plain_is_asked_where_its_drawn_pips_are_none_that_are_seen(
    table: PaintedTable, kind: Kind, around: Surroundings, value: int, turn_deg: float, shown: float, asked: str | None
) -> None:
    sight = looked_at(table, kind, 5)
    flat = guess(sight, upright(*PLACE, np.deg2rad(turn_deg)), value, DieState.FLAT)
    flat = replace(flat, fitted=replace(flat.fitted, evidence=tuple(shown * (v == value) for v in range(1, 7))))
    best = Choice((flat,), 2.0)
    assert unlike_as_drawn(sight, flat, best) is (value != 5)
    rest = Rest(*PLACE, EDGE / 2, FLAT.turn, EDGE, flat.fitted.evidence)
    (told,) = doubted_as_drawn(sight, [rest], best, around)
    assert told.doubt == asked


@pytest.mark.parametrize(("most_off", "worse", "told"), [(0.2, 1.3, True), (0.2, 500.0, False), (0.0001, 1.3, False)])
def test_how_much_less_another_answer_may_explain_is_given(
    table: PaintedTable, kind: Kind, around: Surroundings, most_off: float, worse: float, told: bool
) -> None:
    sight = looked_at(table, kind, 5)
    right, wrong = (guess(sight, FLAT, value, DieState.FLAT) for value in (5, 4))
    best = redrawn(sight, [Choice((one,), 2.0) for one in (right, wrong)], around, most_off, worse)
    assert (best is not None) is told

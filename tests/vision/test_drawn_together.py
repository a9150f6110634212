"""Dice that lean on others in the dark: their bodies are one shadow, and all their pips together tell how they lie."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import BLACK, EDGE, PaintedTable, camera, turned

from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.cube_faces import fitted_at
from vision.doubts.drawn_beside import holds_leaning, rests_together
from vision.finding.bodies import find_bodies
from vision.geometry import DieModel
from vision.judging.count import Count
from vision.judging.drawn_together import _joined, _left_over, _places, told_as_drawn
from vision.judging.together import Judged
from vision.reader import TableReader
from vision.reading import DieState, TableReading
from vision.table.kinds import kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess
from vision.ways.resting import Rest, Surroundings
from vision.ways.sighting import sight_by_pips

PLACE = (400.0, 230.0)
LEARNED = DieModel(EDGE, pip_spacing_mm=0.25 * EDGE, six_across_mm=0.25 * EDGE, pip_radius_mm=0.108 * EDGE)
FELT = (56, 54, 52)
LEAN_DEG = 36.0


def dark_table() -> PaintedTable:
    """Look aslant at a dark table in a picture of four times the pixels: dice of 40 px."""
    afar = camera(14.0)
    k = afar.lens.k * np.array([[2.0], [2.0], [1.0]])
    view = replace(afar, lens=replace(afar.lens, width=2560, height=1440, k=k))
    return PaintedTable(view=view, felt=FELT, noise=2.2)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return dark_table()


@pytest.fixture(scope="module")
def reader(table: PaintedTable) -> TableReader:
    return TableReader(replace(table.setup(count=2), dice=(LEARNED,)))


def read(table: PaintedTable, reader: TableReader, flat: int, leaning: int, turn_deg: float) -> TableReading:
    """Read a die that leans on a flat one, both in one shadow."""
    way = np.deg2rad(turn_deg)
    there = PLACE[0] + 1.14 * EDGE * np.cos(way), PLACE[1] + 1.14 * EDGE * np.sin(way)
    middle = (PLACE[0] + there[0]) / 2, (PLACE[1] + there[1]) / 2
    table.clear().shadow(middle, 2.2 * EDGE, 0.5)
    table.die(PLACE, turned(flat, turn_deg), BLACK).die(there, turned(leaning, turn_deg, LEAN_DEG), BLACK)
    return reader.read(table.picture())


@pytest.mark.parametrize(
    ("flat", "leaning", "turn_deg"), [(5, 2, 20.0), (6, 3, 110.0), (1, 6, 200.0), (3, 3, 20.0), (3, 3, 290.0)]
)
def test_a_die_that_leans_on_another_in_the_dark_is_told_and_so_is_that_one(
    table: PaintedTable, reader: TableReader, flat: int, leaning: int, turn_deg: float
) -> None:
    reading = read(table, reader, flat, leaning, turn_deg)
    assert reading.ok, reading.reasons
    assert {die.state: die.value for die in reading.dice} == {DieState.FLAT: flat, DieState.COCKED: leaning}


@pytest.fixture
def asked(reader: TableReader, monkeypatch: pytest.MonkeyPatch) -> list[Judged]:
    """Give what was judged of a 3 that leans on a 6 before pips are drawn together: something is in doubt."""
    table = dark_table()  # another one's noise goes on from test to test
    seen: list[list[Judged]] = []

    def note(judged: list[Judged], *_: object) -> list[Judged]:
        seen.append(judged)
        return judged

    monkeypatch.setattr("vision.reader.told_as_drawn", note)
    assert not read(table, reader, 6, 3, 20.0).ok
    return seen[0]


@pytest.mark.parametrize("count", [2, 3])
def test_what_pips_tell_replaces_all_that_was_told_there(table: PaintedTable, asked: list[Judged], count: int) -> None:
    told = told_as_drawn(asked, Count(count), table.board)
    assert sorted((rest.likeliest, rest.state) for each in told for rest in each.rests) == [
        (3, DieState.COCKED),
        (6, DieState.FLAT),
    ]
    assert all(rest.doubt is None for each in told for rest in each.rests)


@pytest.mark.parametrize("count", [None, 1])
def test_no_more_dice_are_told_by_their_pips_than_a_throw_has(
    table: PaintedTable, asked: list[Judged], count: int | None
) -> None:
    assert told_as_drawn(asked, Count(count), table.board) is asked


FLAT = Rest(*PLACE, EDGE / 2, 0.0, EDGE, (0.0, 0.0, 0.0, 0.0, 0.95, 0.0))


@pytest.mark.parametrize(
    ("state", "count", "told"),
    [(DieState.FLAT, 2, True), (DieState.FLAT, 3, False), (DieState.COCKED, 3, True), (DieState.COCKED, 1, False)],
)
def test_where_a_die_is_still_missing_pips_tell_only_dice_that_one_leans_on(
    monkeypatch: pytest.MonkeyPatch,
    table: PaintedTable,
    asked: list[Judged],
    state: DieState,
    count: int,
    told: bool,
) -> None:
    """It may lie under one that seems to lie flat on the board; on a die that another leans on there lies none."""
    two = [FLAT, replace(FLAT, x_mm=PLACE[0] + EDGE, state=state)]
    windows = iter([two])
    monkeypatch.setattr("vision.judging.drawn_together._rests", lambda *_: next(windows, []))
    rests = [rest for each in told_as_drawn(asked, Count(count), table.board) for rest in each.rests]
    assert (rests == two) is told


def test_a_die_that_seemed_to_lie_on_another_is_sought_where_its_face_would_lie_on_the_board(
    table: PaintedTable, asked: list[Judged]
) -> None:
    """The same upper face appears nearer to the camera's foot the higher it is."""
    plane = asked[0].kind.plane
    upper = replace(FLAT, z_mm=1.5 * EDGE, state=DieState.STACKED)
    (place,) = _places([replace(asked[0], rests=[upper])])
    tops = np.array([[upper.x_mm, upper.y_mm, 2 * EDGE], [place.x_mm, place.y_mm, EDGE]])
    assert np.allclose(*plane.appear(tops), atol=0.01)
    assert np.hypot(place.x_mm - upper.x_mm, place.y_mm - upper.y_mm) > 1.0


def test_dice_whose_pips_run_together_are_not_told_so(table: PaintedTable, asked: list[Judged]) -> None:
    small = [replace(each, kind=replace(each.kind, native_px=14.0)) for each in asked]
    told = told_as_drawn(small, Count(2), table.board)
    assert [each.rests for each in told] == [each.rests for each in asked]


@pytest.mark.parametrize(("wide", "sought"), [(0.7, True), (0.2, False)])
def test_a_die_is_sought_too_where_enough_is_seen_that_nothing_explains(
    asked: list[Judged], wide: float, sought: bool
) -> None:
    one, size = asked[0], round(wide * asked[0].kind.edge_px)
    unexplained = np.zeros_like(one.unexplained)
    unexplained[20 : 20 + size, 30 : 30 + size] = 255
    places = list(_left_over([replace(one, unexplained=unexplained)]))
    middle = np.array([30, 20]) + (size - 1) / 2 + (one.body.seen.window.left, one.body.seen.window.top)
    appears = [one.kind.plane.appear(np.array([[at.x_mm, at.y_mm, EDGE / 2]]))[0] for at in places]
    assert len(appears) == sought
    assert np.allclose(appears, [middle] * sought, atol=0.01)


@pytest.mark.parametrize(
    ("lean_deg", "apart_mm", "state"),
    [
        (LEAN_DEG, 0.0, DieState.COCKED),
        (0.0, 0.0, DieState.FLAT),
        (14.0, 0.0, None),
        (LEAN_DEG, 9.0, None),
    ],
)
def test_a_die_that_surely_leans_on_one_beside_it_says_that_this_one_lies_and_flat_ones_say_so_each(
    table: PaintedTable, lean_deg: float, apart_mm: float, state: DieState | None
) -> None:
    kind = kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]
    there = PLACE[0] + 1.16 * EDGE + apart_mm, PLACE[1]
    table.clear().die(PLACE, turned(5), BLACK).die(there, turned(2, 0.0, lean_deg), BLACK)
    whole = sight_by_pips(_joined(find_bodies(table.picture(), kind)), kind)
    guesses = (
        a_guess(whole, upright(*PLACE, 0.0), DieState.FLAT),
        a_guess(whole, Attitude(*there, turned(2, 0.0, lean_deg)), state or DieState.COCKED),
    )
    rests = rests_together(whole, Choice(guesses, 0.0), Surroundings(kind.plane, kind.board, (), (), EDGE))
    told = [(5, DieState.FLAT), (2, state)] if state else None
    assert (rests and [(rest.likeliest, rest.state) for rest in rests]) == told


def test_flat_ones_at_a_wall_do_not_say_so_by_their_drawn_pips_alone(table: PaintedTable) -> None:
    """A die that leans there by little is not told from them surely enough."""
    kind = kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]
    whole = sight_by_pips(_joined(find_bodies(table.clear().die(PLACE, turned(5), BLACK).picture(), kind)), kind)
    best = Choice((a_guess(whole, upright(*PLACE, 0.0), DieState.FLAT),), 0.0)
    far = Surroundings(kind.plane, kind.board, (), (), EDGE)
    near = replace(far, board=replace(kind.board, width_mm=PLACE[1] + 0.5 * EDGE + 4.0))
    assert rests_together(whole, best, far) is not None
    assert rests_together(whole, best, near) is None


@pytest.mark.parametrize(
    ("lean_deg", "near", "holds"),
    [(LEAN_DEG, {}, True), (14.0, {}, False), (LEAN_DEG, {"dice": ((PLACE[0] - EDGE, PLACE[1]),)}, False)],
)
def test_what_others_surely_lean_on_leans_on_none_of_them_where_nothing_else_is_near(
    table: PaintedTable, lean_deg: float, near: dict[str, tuple[tuple[float, float]]], holds: bool
) -> None:
    kind = kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]
    there = PLACE[0] + 1.16 * EDGE, PLACE[1]
    table.clear().die(PLACE, turned(1), BLACK).die(there, turned(2, 0.0, lean_deg), BLACK)
    whole = sight_by_pips(_joined(find_bodies(table.picture(), kind)), kind)
    flat = a_guess(whole, upright(*PLACE, 0.0), DieState.FLAT)
    leaning = a_guess(whole, Attitude(*there, turned(2, 0.0, lean_deg)), DieState.COCKED)
    around = replace(Surroundings(kind.plane, kind.board, (), (), EDGE), **near)
    assert holds_leaning(whole, flat, Choice((flat, leaning), 0.0), around) is holds
    assert not holds_leaning(whole, flat, Choice((flat,), 0.0), around)


def a_guess(whole: Sight, at: Attitude, state: DieState) -> Guess:
    return Guess(fitted_at(whole, at), state, None, outline_of(whole, at), 0.0, 0.0)

"""Pips drawn as they would appear tell how a large die stands, also where its sides are narrow."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from painted_table import BLACK, EDGE, PaintedTable, camera, turned

from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.drawn_die import DrawnDie, drawn_die
from vision.cubes.drawn_fit import ALL, fit_drawn
from vision.cubes.standing import standing_of
from vision.doubts.under import Suspicion, suspicions_of
from vision.finding.bodies import find_bodies
from vision.geometry import DieModel
from vision.table.kinds import Kind, kinds_of
from vision.ways.resting import Rest
from vision.ways.sighting import sight_of

PLACE, TURN_DEG = (400.0, 230.0), 25.0
FLAT = upright(*PLACE, np.deg2rad(TURN_DEG))
LEARNED = DieModel(EDGE, pip_spacing_mm=0.25 * EDGE, six_across_mm=0.25 * EDGE, pip_radius_mm=0.108 * EDGE)
ASLANT_DEG = 12.0

Look = Callable[..., Sight]


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    """Look a little aslant at a table in a picture of four times the pixels: dice of 45 px, whose sides are narrow."""
    near = camera(ASLANT_DEG)
    k = near.lens.k * np.array([[2.0], [2.0], [1.0]])
    return PaintedTable(view=replace(near, lens=replace(near.lens, width=2560, height=1440, k=k)))


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]


@pytest.fixture
def look(table: PaintedTable, kind: Kind) -> Look:
    """Look at a die of a value that leans, or whose top face appears at the same place, but higher."""

    def seen(value: int, lean_deg: float = 0.0, floor: float = 0.0, lean_turn: float = TURN_DEG) -> Sight:
        there = kind.plane.lower(kind.plane.appear(np.array([[*PLACE, EDGE]])), EDGE + floor)[0]
        die = table.clear().die((there[0], there[1]), turned(value, lean_turn, lean_deg), floor=floor)
        return sight_of(find_bodies(die.picture(), kind)[0], kind)

    return seen


def drawn(sight: Sight, value: int, at: Attitude = FLAT) -> DrawnDie:
    die = drawn_die(sight, at, value)
    assert die is not None
    return die


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_level_die_of_which_hardly_more_than_the_top_is_seen_is_told_to_be(look: Look, value: int) -> None:
    die = drawn(look(value), value)
    assert die.level
    assert die.up != 1.0


@pytest.mark.parametrize("value", [1, 2])
def test_that_is_told_where_too_few_pips_are_found_one_by_one(look: Look, value: int) -> None:
    assert standing_of(look(value), FLAT, value) is None


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("lean_deg", [-25.0, -12.0, -7.0, 7.0, 12.0, 25.0])
def test_a_die_that_leans_is_not_told_to_be_level(look: Look, value: int, lean_deg: float) -> None:
    assert not drawn(look(value, lean_deg), value).level


@pytest.mark.parametrize(
    ("value", "turn_deg", "lean_deg"),
    [
        (3, 90.0, 10.0),
        (3, 90.0, 14.0),
        (3, 135.0, 14.0),
        (2, 90.0, 7.0),
        (2, 90.0, 14.0),
        (2, 135.0, 10.0),
        (4, 90.0, 7.0),
    ],
)
def test_nor_is_one_from_whose_level_place_no_small_tilt_helps(
    table: PaintedTable, kind: Kind, value: int, turn_deg: float, lean_deg: float
) -> None:
    """Its upper face looks at the camera."""
    true = Attitude(*PLACE, turned(value, turn_deg, lean_deg))
    sight = sight_of(find_bodies(table.clear().die(PLACE, true.r).picture(), kind)[0], kind)
    middle = true.middle_mm(EDGE) + EDGE / 2 * true.r[:, true.top_axis] * np.sign(true.r[2, true.top_axis])
    x, y = kind.plane.lower(kind.plane.appear(middle[None]), EDGE)[0]
    die = drawn(sight, value, upright(float(x), float(y), true.turn))
    assert not die.level
    assert die.tilted.tilt_deg > 4.0


@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_a_die_that_leans_as_far_beyond_the_line_of_sight_is_not_taken_for_a_level_one(
    kind: Kind, look: Look, value: int
) -> None:
    """Its top face appears alike: only the sides tell."""
    r = turned(value, -90.0, 2.0 * ASLANT_DEG)
    leaning = Attitude(*PLACE, r)
    top = leaning.middle_mm(EDGE) + EDGE / 2 * r[:, leaning.top_axis] * np.sign(r[2, leaning.top_axis])
    x, y = kind.plane.lower(kind.plane.appear(top[None]), EDGE)[0]
    die = drawn(look(value, 2.0 * ASLANT_DEG, lean_turn=-90.0), value, upright(x, y, leaning.turn))
    assert die.mirrored.off < die.lying.off
    assert not die.level


@pytest.mark.parametrize("value", [2, 4, 5, 6])
def test_a_level_die_on_another_is_told_to_lie_there(look: Look, value: int) -> None:
    low, high = (drawn(look(value, floor=floor), value).up for floor in (0.0, EDGE))
    assert low in (0.0, None)
    assert high in (1.0, None)
    assert (low, high) != (None, None)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_an_upper_die_is_not_told_to_lie_no_higher(look: Look, value: int) -> None:
    assert not drawn(look(value, floor=EDGE), value).not_higher


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_die_on_the_board_is_told_to_lie_no_higher_by_what_lower_and_higher_ones_leave(
    look: Look, value: int
) -> None:
    assert drawn(look(value), value).not_higher


@pytest.mark.parametrize("faint", [False, True])
@pytest.mark.parametrize("value", [1, 4])
@pytest.mark.parametrize(("floor", "suspected"), [(0.0, Suspicion.NONE), (EDGE, Suspicion.MAY)])
def test_a_die_whose_outline_may_hide_the_missing_one_does_not_where_its_drawn_pips_are_those_of_the_lower(
    monkeypatch: pytest.MonkeyPatch,
    kind: Kind,
    look: Look,
    value: int,
    floor: float,
    suspected: Suspicion,
    faint: bool,
) -> None:
    monkeypatch.setattr("vision.doubts.under._by_outline", lambda *_: Suspicion.MAY)
    monkeypatch.setattr("vision.doubts.under._by_spacing", lambda *_: None)
    evidence = tuple(0.9 if each == value else 0.0 for each in range(1, 7))
    flat = Rest(*PLACE, EDGE / 2, FLAT.turn, EDGE, evidence)
    assert suspicions_of([[flat]], [look(value, floor=floor)], [faint], [kind]) == [suspected]


def test_they_tell_that_though_they_do_not_tell_that_it_is_level(
    monkeypatch: pytest.MonkeyPatch, kind: Kind, look: Look
) -> None:
    """A wall may hide what would: a die that leans lies on no other either."""
    monkeypatch.setattr("vision.doubts.under._by_outline", lambda *_: Suspicion.WALL)
    monkeypatch.setattr("vision.doubts.under._by_spacing", lambda *_: None)
    monkeypatch.setattr(DrawnDie, "level", False)
    flat = Rest(*PLACE, EDGE / 2, FLAT.turn, EDGE, (0.0, 0.0, 0.0, 0.9, 0.0, 0.0))
    assert suspicions_of([[flat]], [look(4)], [False], [kind]) == [Suspicion.NONE]


@pytest.mark.parametrize("lean_deg", [12.0, 25.0])
def test_a_leaning_die_is_found_from_a_few_degrees_off(look: Look, lean_deg: float) -> None:
    start = Attitude(*PLACE, turned(5, TURN_DEG + 4.0, lean_deg + 5.0))
    fit = fit_drawn(look(5, lean_deg), start, 5, [], ALL)
    assert fit is not None
    assert fit.tilt_deg == pytest.approx(lean_deg, abs=0.7)
    assert fit.tilt_error_deg < 1.0


def test_what_other_dice_cover_does_not_count(table: PaintedTable, kind: Kind, look: Look) -> None:
    alone = drawn(look(5), 5)
    beside = (PLACE[0] + 1.02 * EDGE, PLACE[1] + 0.2 * EDGE)
    two = table.clear().die(PLACE, turned(5, TURN_DEG)).die(beside, turned(6, TURN_DEG))
    sight = sight_of(find_bodies(two.picture(), kind)[0], kind)
    other = outline_of(sight, upright(*beside, np.deg2rad(TURN_DEG)))
    without = drawn_die(sight, FLAT, 5, [other])
    assert without is not None
    assert without.lying.off < 3.0 * alone.lying.off + 0.02


def test_a_face_of_another_value_leaves_much_unexplained(look: Look) -> None:
    assert drawn(look(5), 6).lying.off > 0.3


@pytest.mark.parametrize("model", [replace(LEARNED, pip_radius_mm=None), replace(LEARNED, pip_spacing_mm=None)])
def test_dice_whose_pips_were_not_learned_are_not_drawn(table: PaintedTable, look: Look, model: DieModel) -> None:
    known = kinds_of(replace(table.setup(), dice=(model,)))[0]
    assert drawn_die(replace(look(5), patterns=known.patterns), FLAT, 5) is None


@pytest.mark.parametrize("value", [2, 4, 5, 6])
def test_what_mirrors_a_lamp_tells_nothing_of_pips_and_the_rest_of_them_do(
    table: PaintedTable, kind: Kind, value: int
) -> None:
    """Its corners are as small and as bright as pips."""
    level, turned_by = upright(*PLACE, 0.0), np.pi / 4
    picture = table.clear().die(PLACE, turned(value), body=BLACK).lamp(PLACE, 0.45, light=255).picture()
    sight = sight_of(find_bodies(picture, kind)[0], kind)
    assert drawn(sight, value, level).explains
    assert not drawn(sight, value, upright(*PLACE, turned_by)).explains

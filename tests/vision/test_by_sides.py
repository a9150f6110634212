"""An upper face that only mirrors a lamp is told by two sides, where it is known which way 1, 2 and 3 run."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from painted_table import EDGE, RED, PaintedTable, camera, turned

from vision.cubes.cube import Sight
from vision.doubts.asked import MAY_HIDE, NOT_UNDERSTOOD
from vision.faces.told_by import ToldBy
from vision.faces.whole_die import explained, seen
from vision.geometry import DieModel, Lens, Setup
from vision.judging import by_sides
from vision.judging.by_sides import (
    CLEAR_RUN,
    LEAST_NARROW,
    LEAST_OF_TWO,
    LEAST_OF_TWO_PX,
    SOME_RUN,
    Sides,
    agreed,
    only_top_untold,
)
from vision.judging.together import Judged
from vision.judging.values_left import LEAST_SIDE_PX
from vision.reader import TableReader
from vision.reading import DieState
from vision.ways.resting import Rest

LAMP, CLEAR, AHEAD = (150.0, 120.0), (720.0, 150.0), (450.0, 225.0)
NEARLY_AHEAD = (320.0, 120.0)


def aslant(left_handed: bool = False) -> PaintedTable:
    """A table seen so near and so aslant that dice away from its middle show two sides."""
    view = camera(30.0)
    lens = Lens(2 * view.lens.width, 2 * view.lens.height, np.diag([2.0, 2.0, 1.0]) @ view.lens.k, view.lens.dist)
    return PaintedTable(view=replace(view, lens=lens), left_handed=left_handed)


def shown(
    table: PaintedTable,
    value: int,
    place: tuple[float, float],
    turn_deg: float = 0.0,
    body: tuple[int, int, int] = RED,
) -> None:
    """Lay a die that shows a value on either kind of dice."""
    up = 7 - value if table.left_handed and value in (3, 4) else value
    table.die(place, turned(value=up, turn_deg=turn_deg), body)


def handed(setup: Setup, right_handed: bool | None) -> Setup:
    """Know which way 1, 2 and 3 run."""
    return replace(setup, dice=tuple(replace(die, right_handed=right_handed) for die in setup.dice))


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("value", range(1, 7))
def test_an_upper_face_that_mirrors_a_lamp_is_told_by_the_sides(value: int, left_handed: bool) -> None:
    table = aslant(left_handed)
    shown(table, value, LAMP)
    table.lamp(LAMP, 1.0, 255)
    shown(table, 2, CLEAR, 25.0)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == tuple(sorted((2, value)))


@pytest.mark.parametrize("value", range(1, 7))
def test_a_calibrated_die_is_told_alone(value: int) -> None:
    table = aslant()
    shown(table, value, LAMP)
    picture = table.lamp(LAMP, 1.0, 255).picture()
    unknown, right, left = (
        TableReader(handed(table.setup(count=1), known)).read(picture) for known in (None, True, False)
    )
    assert not unknown.ok
    assert right.ok and right.values == (value,)
    assert left.values != (value,)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_of_another_colour_does_not_say_how_this_one_runs(value: int) -> None:
    table = aslant()
    shown(table, value, LAMP)
    table.lamp(LAMP, 1.0, 255)
    table.left_handed = True
    shown(table, 2, CLEAR, 25.0, body=(150, 60, 30))
    assert not TableReader(table.setup(count=2)).read(table.picture()).ok


def test_a_die_of_which_one_side_is_seen_is_asked() -> None:
    table = aslant()
    shown(table, 3, AHEAD)
    table.lamp(AHEAD, 1.0, 255)
    assert not TableReader(handed(table.setup(count=1), True)).read(table.picture()).ok


@pytest.mark.parametrize("value", [1, 6])
def test_a_narrow_side_tells_which_of_those_it_is_that_a_wide_one_leaves(value: int) -> None:
    table = aslant()
    shown(table, value, NEARLY_AHEAD)
    table.lamp(NEARLY_AHEAD, 1.0, 255)
    reading = TableReader(handed(table.setup(count=1), True)).read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == (value,)


@pytest.mark.parametrize("value", [1, 6])
def test_sides_do_not_tell_what_is_ruled_out_nor_then_the_next_best(
    monkeypatch: pytest.MonkeyPatch, value: int
) -> None:
    table = aslant()
    shown(table, value, LAMP)
    picture = table.lamp(LAMP, 1.0, 255).picture()
    others = np.arange(1, 7) != value
    monkeypatch.setattr("vision.judging.by_sides.left_of", lambda *_: others)
    monkeypatch.setattr("vision.judging.by_what_is_left.left_of", lambda *_: others)
    assert not TableReader(handed(table.setup(count=1), True)).read(picture).ok


def learned(setup: Setup) -> Setup:
    """Know how dice look, and how their values lie to each other."""
    turns = {"two_at_corner": True, "three_at_corner": True, "six_beside_two": True}
    pips = {"pip_spacing_mm": 0.25 * EDGE, "six_across_mm": 0.25 * EDGE, "pip_radius_mm": 0.108 * EDGE}
    return replace(setup, dice=(DieModel(EDGE, **pips, right_handed=True, **turns),))


@pytest.mark.parametrize("value", range(1, 7))
def test_sides_of_dice_whose_pips_were_learned_tell_drawn_together(monkeypatch: pytest.MonkeyPatch, value: int) -> None:
    """Though each in turn told nothing, nor ruled out any value."""
    monkeypatch.setattr("vision.judging.by_sides._in_turn", lambda *_: [])
    for module in ("by_sides", "by_what_is_left"):
        monkeypatch.setattr(f"vision.judging.{module}.left_of", lambda *_: np.ones(6, bool))
    table = aslant()
    shown(table, value, LAMP)
    picture = table.lamp(LAMP, 1.0, 255).picture()
    reading = TableReader(learned(table.setup(count=1))).read(picture)
    assert reading.ok, reading.reasons
    assert reading.values == (value,)
    assert not TableReader(handed(learned(table.setup(count=1)), None)).read(picture).ok


@pytest.mark.parametrize(("left", "told"), [((0.3, 0.6), True), ((0.6, 0.99), False), ((0.3, 0.38), False)])
def test_sides_drawn_together_must_leave_little_and_lead(left: tuple[float, float], told: bool) -> None:
    evidence = [(1.0 - min(left)) * min(left) / each for each in left]
    assert ToldBy.DRAWN_SIDES.name_one((*evidence, 0.0, 0.0, 0.0, 0.0)) is told


@pytest.mark.parametrize(("first", "second", "told"), [(0.73, 0.63, True), (0.6, 0.5, False), (0.73, 0.67, False)])
def test_sides_that_show_their_pips_clearly_need_not_lead_as_far(
    monkeypatch: pytest.MonkeyPatch, first: float, second: float, told: bool
) -> None:
    table = aslant()
    shown(table, 4, LAMP)
    picture = table.lamp(LAMP, 1.0, 255).picture()
    monkeypatch.setattr("vision.judging.by_sides.left_of", lambda *_: np.ones(6, bool))
    monkeypatch.setattr(Sides, "best", lambda *_: np.array([0.4, second, first, 0.4, 0.4, 0.4]))
    reading = TableReader(handed(table.setup(count=1), True)).read(picture)
    assert (reading.values == (3,)) is told


@pytest.mark.parametrize(
    ("leads", "runs"),
    [
        ([], 0),
        ([CLEAR_RUN], 1),
        ([-CLEAR_RUN, 0.0], -1),
        ([SOME_RUN], 0),
        ([2 * CLEAR_RUN, -SOME_RUN], 0),
        ([-2 * CLEAR_RUN, 2 * CLEAR_RUN], 0),
    ],
)
def test_dice_that_do_not_agree_do_not_say_which_way_they_run(leads: list[float], runs: int) -> None:
    assert agreed(leads) == runs


def two_sides(wide: list[float], narrow: list[float], area: float, ways: tuple[int, int], model: DieModel) -> Sides:
    """A level die that shows so much of two sides, first a wide one; `ways` they look along x and y."""
    each = [explained(np.array(side, np.float32), k, ways[k], model) for k, side in enumerate((wide, narrow))]
    values = np.stack([seen(k, ways[k]) for k in (0, 1)])
    return Sides(np.stack(each), values, seen(2, 1), np.array([0.5, area], np.float32), np.ones(3), EDGE_PX)


def either_turn(*shares: float) -> list[float]:
    """What six values explain, those of 2, 3 and 6 in either turn."""
    one, two, three, four, five, six = shares
    return [one, two, two, three, three, four, five, six, six]


PLAIN, TURNED = DieModel(19.05), DieModel(19.05, right_handed=True, six_beside_two=True)
EDGE_PX = 45.0
SIX, NO_SIX = either_turn(0.1, 0.1, 0.0, 0.4, 0.2, 0.85), either_turn(0.1, 0.1, 0.0, 0.4, 0.2, 0.5)
NARROW = either_turn(0.0, 0.36, 0.15, 0.14, 0.05, 0.4)
SIX_UPRIGHT, SIX_LYING = [*SIX[:7], 0.85, 0.2], [*SIX[:7], 0.2, 0.85]


@pytest.mark.parametrize(
    ("wide", "area", "told"),
    [
        (SIX, LEAST_NARROW, [0.0, 0.14, 0.36, 0.05, 0.15, 0.0]),
        (SIX, LEAST_NARROW / 2, None),
        (NO_SIX, LEAST_NARROW, None),
    ],
)
def test_a_narrow_side_is_compared_with_the_values_that_a_clear_one_leaves(
    wide: list[float], area: float, told: list[float] | None
) -> None:
    """Beside a 6 no 6 shows, however much of the narrow side one would explain."""
    sides = two_sides(wide, NARROW, area, (-1, 1), PLAIN)
    other_way_round = replace(two_sides(NARROW, wide, area, (1, 1), PLAIN), areas=np.array([area, 0.5], np.float32))
    for each in (sides, other_way_round):
        found = each.beside_clear(1)
        assert (found is None) is (told is None)
        assert found is None or (found[0].tolist() == pytest.approx(told) and found[1] is ToldBy.NARROW_SIDE)


@pytest.mark.parametrize(
    ("wide", "told"),
    [(SIX_UPRIGHT, [0.0, 0.0, 0.36, 0.05, 0.0, 0.0]), (SIX_LYING, [0.0, 0.14, 0.0, 0.0, 0.15, 0.0])],
)
def test_where_it_is_known_how_pips_are_turned_a_narrower_side_tells_one_of_two(
    wide: list[float], told: list[float]
) -> None:
    sides = two_sides(wide, NARROW, 1.01 * LEAST_OF_TWO, (-1, 1), TURNED)
    found = sides.beside_clear(1)
    assert found and found[0].tolist() == pytest.approx(told) and found[1] is ToldBy.ONE_OF_TWO
    assert two_sides(wide, NARROW, 1.01 * LEAST_OF_TWO, (-1, 1), PLAIN).beside_clear(1) is None
    assert two_sides(wide, NARROW, LEAST_OF_TWO / 2, (-1, 1), TURNED).beside_clear(1) is None
    assert two_sides(SIX, NARROW, 1.01 * LEAST_OF_TWO, (-1, 1), TURNED).beside_clear(1) is None
    for too_small in (0.9 * LEAST_SIDE_PX / 0.5, 0.9 * LEAST_OF_TWO_PX / LEAST_OF_TWO):
        assert replace(sides, edge_px=too_small).beside_clear(1) is None


@pytest.mark.parametrize(
    ("evidence", "named"),
    [((0, 0.14, 0.36, 0, 0, 0), True), ((0, 0.3, 0.36, 0, 0, 0), False), ((0, 0.05, 0.2, 0, 0, 0), False)],
)
def test_what_a_narrow_side_names_leads(evidence: tuple[float, ...], named: bool) -> None:
    assert ToldBy.NARROW_SIDE.name_one(evidence) is named


@pytest.mark.parametrize(("leads", "named"), [((0.16, 0.05), True), ((0.16, 0.1), False), ((0.13, 0.0), False)])
def test_what_a_narrow_side_names_of_two_needs_less_and_leads_as_far(leads: tuple[float, float], named: bool) -> None:
    assert ToldBy.ONE_OF_TWO.name_one((0.0, 0.0, *leads, 0.0, 0.0)) is named


@pytest.mark.parametrize(
    ("doubt", "lacks_pips", "alone", "told"),
    [
        (None, True, False, True),
        (None, False, True, True),
        (None, False, False, False),
        (NOT_UNDERSTOOD, True, True, True),
        (NOT_UNDERSTOOD, True, False, False),
        (MAY_HIDE, True, True, False),
    ],
)
def test_beside_others_a_face_without_its_pips_is_told_by_sides_only_where_a_lamp_or_a_wall_hides_them(
    monkeypatch: pytest.MonkeyPatch, doubt: str | None, lacks_pips: bool, alone: bool, told: bool
) -> None:
    """Else something lies over it: it is the lower die of a stack."""
    monkeypatch.setattr("vision.judging.by_sides.may_lack_pips", lambda *_: lacks_pips)
    monkeypatch.setattr("vision.judging.by_sides.nothing_else", lambda *_: alone)
    unclear = Rest(*LAMP, 8.0, 0.0, 16.0, (0.0, 0.1, 0.0, 0.47, 0.2, 0.0), doubt=doubt)
    assert only_top_untold(cast(Sight, None), unclear, cast(Judged, None)) is told


@pytest.mark.parametrize(
    ("beside", "outline", "more", "told"),
    [
        ({}, 0.9, False, True),
        ({}, 0.8, False, False),
        ({}, 0.9, True, False),
        ({"doubt": MAY_HIDE}, 0.9, False, False),
        ({"state": DieState.COCKED}, 0.9, False, False),
        ({"evidence": (0.0, 0.0, 0.4, 0.3, 0.0, 0.0)}, 0.9, False, False),
    ],
)
def test_beside_flat_dice_that_are_clear_a_hidden_face_is_told_by_its_sides_as_they_are_drawn(
    monkeypatch: pytest.MonkeyPatch, beside: dict[str, Any], outline: float, more: bool, told: bool
) -> None:
    """Together their outlines say where it lies; its sides are not compared one by one, which others may hide."""
    drawn, hidden = (np.eye(6)[2], ToldBy.DRAWN_SIDES), Rest(*LAMP, 8.0, 0.0, 16.0, (0.0,) * 6, doubt=NOT_UNDERSTOOD)
    other = replace(Rest(*CLEAR, 8.0, 0.0, 16.0, (0.0, 0.0, 0.0, 0.9, 0.0, 0.0)), **beside)
    monkeypatch.setattr(by_sides, "only_top_untold", lambda *_: False)
    monkeypatch.setattr(by_sides, "_as_drawn", lambda *_: [drawn])
    monkeypatch.setattr(by_sides, "_more", lambda *_: more)
    monkeypatch.setattr(by_sides, "outline_of", lambda *_: None)
    monkeypatch.setattr(by_sides, "outlined", lambda *_: outline)
    monkeypatch.setattr(by_sides, "left_of", lambda *_: np.ones(6, bool))
    whole = cast(Sight, SimpleNamespace(without=lambda _: None))
    judged = cast(Judged, SimpleNamespace(rests=[hidden, other], whole=whole, kind=None))
    assert by_sides._told(hidden, judged, []).readable is told

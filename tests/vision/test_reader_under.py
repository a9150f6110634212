"""A stack straight under the camera shows its upper die only: it is asked where a die is missing, a flat die is not."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, sight_at, turned

from vision.doubts.under import Suspicion, suspicions_of
from vision.judging.missing import AT_CHIPS, BEHIND_WALL
from vision.reader import TableReader
from vision.table.kinds import kinds_of
from vision.ways.resting import Rest

UNDER = (450.0, 225.0)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(tilt_deg=0.0))


@pytest.fixture(scope="module")
def reader(table: PaintedTable) -> TableReader:
    return TableReader(table.setup(count=2))


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn_deg", [0.0, 25.0])
def test_a_die_exactly_on_another_straight_under_the_camera_is_not_flat_and_sure(
    table: PaintedTable, reader: TableReader, value: int, turn_deg: float
) -> None:
    place = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(place, turned(5, turn_deg)).die(place, turned(value, turn_deg), floor=EDGE)
    reading = reader.read(table.picture())
    assert not reading.ok or not reading.values


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("place", [(150.0, 80.0), (700.0, 380.0), (330.0, 300.0)])
def test_a_flat_die_alone_is_flat_though_another_is_missing(
    table: PaintedTable, reader: TableReader, value: int, place: tuple[float, float]
) -> None:
    table.clear().die(place, turned(value, 25.0))
    reading = reader.read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == (value,)


def test_where_all_dice_are_seen_none_lies_hidden(table: PaintedTable) -> None:
    table.clear().die(UNDER, turned(4)).die((250.0, 150.0), turned(6))
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons
    assert sorted(reading.values) == [4, 6]


def test_a_shadow_on_a_walls_rim_is_where_a_missing_die_lies(table: PaintedTable, reader: TableReader) -> None:
    upper = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(upper, turned(5)).die(upper, turned(4), floor=EDGE)
    alone = reader.read(table.picture())
    assert any("may lie on another" in reason for reason in alone.reasons)
    seen = table.picture()
    column, row = table.view.project(np.array([[640.0, 0.0, table.board.wall_height_mm]]))[0].round().astype(int)
    seen[row + 1 : row + 30, column : column + 30] //= 4
    beside = reader.read(seen)
    assert not beside.ok
    assert [reason for reason in beside.reasons if "on another" in reason] == []
    assert any(reason.startswith("Something at") for reason in beside.reasons), beside.reasons


@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_only_the_die_whose_pips_lie_farther_apart_is_doubted(table: PaintedTable, value: int) -> None:
    upper = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(upper, turned(1)).die(upper, turned(value), floor=EDGE)
    table.die((420.0, 120.0), turned(5, 25.0)).die((500.0, 330.0), turned(4, 70.0))
    reading = TableReader(table.setup(count=4)).read(table.picture())
    doubts = [reason for reason in reading.reasons if "may lie on another" in reason]
    assert len(doubts) == len(reading.reasons) == 1
    assert "45" in doubts[0].split(",")[0]


def test_a_die_behind_a_rim_that_may_hide_another_lies_flat_where_its_pips_lie_as_near_as_the_others() -> None:
    table = PaintedTable(view=camera(tilt_deg=32.0))
    beside_rim, free = (300.0, 55.0), (600.0, 200.0)
    reader = TableReader(table.setup(count=3))
    table.clear().die(beside_rim, turned(4, 25.0)).die(free, turned(5, 60.0))
    reading = reader.read(table.picture())
    assert reading.ok, reading.reasons
    assert sorted(reading.values) == [4, 5]
    table.clear().die(beside_rim, turned(1, 25.0)).die(free, turned(5, 60.0))
    told_by_nothing = reader.read(table.picture())
    assert told_by_nothing.reasons == (BEHIND_WALL,)


@pytest.mark.parametrize(
    ("count", "reasons"), [(1, ()), (2, ("The die at 400, 230 mm may hide another; look again.",))]
)
def test_what_a_body_has_beyond_a_lone_die_is_no_other_where_all_are_seen(count: int, reasons: tuple[str, ...]) -> None:
    table = PaintedTable(view=camera(12.0))
    x, y = 400.0 + EDGE / 2, (230.0 - EDGE / 2, 230.0 + EDGE / 2)
    table.patch([(x - 2, y[0]), (x + 4, y[0]), (x + 4, y[1]), (x - 2, y[1])], (18, 12, 114))
    reading = TableReader(table.setup(count=count)).read(table.die((400, 230), turned(3)).picture())
    assert reading.values == (3,)
    assert reading.reasons == reasons


@pytest.mark.parametrize(("count", "asked"), [(1, False), (2, True)])
def test_where_a_die_is_missing_little_that_nothing_explains_is_a_reason_to_look_there(count: int, asked: bool) -> None:
    table = PaintedTable(view=camera(12.0))
    table.die((400, 230), turned(3)).patch([(600, 300), (612, 300), (612, 311), (600, 311)], (200, 60, 120))
    reading = TableReader(table.setup(count=count)).read(table.picture())
    assert reading.values == (3,)
    assert ("Something at" in "".join(reading.reasons)) is asked


@pytest.mark.parametrize("spacings", [(0.2396, 0.2382, 0.22), (0.2382, 0.2396, 0.26)])
def test_a_spacing_that_no_stack_explains_says_nothing_of_the_others(
    monkeypatch: pytest.MonkeyPatch, spacings: tuple[float, ...]
) -> None:
    measured = iter(spacings)
    monkeypatch.setattr("vision.doubts.under.spacing_of", lambda *_: next(measured))
    table = PaintedTable(view=camera(tilt_deg=8.0))
    table.die((200, 120), turned(4, 25)).die((450, 330), turned(5, 70)).die((700, 150), turned(4, 10))
    reading = TableReader(table.setup(count=4)).read(table.picture())
    assert reading.ok, reading.reasons


def test_where_chips_may_hide_the_missing_die_no_other_is_doubted() -> None:
    table = PaintedTable(view=camera(tilt_deg=32.0))
    table.die((300.0, 55.0), turned(1, 25.0)).die((600.0, 200.0), turned(5, 60.0))
    alone = TableReader(table.setup(count=3)).read(table.picture())
    assert alone.reasons == (BEHIND_WALL,)
    table.chip((450, 300)).die((450, 300), turned(3), (235, 235, 235), floor=3.3, blank=True)
    beside = TableReader(table.setup(count=3)).read(table.picture())
    assert not beside.ok
    assert [reason for reason in beside.reasons if "on another" in reason or reason == BEHIND_WALL] == []


@pytest.mark.parametrize(("count", "asked"), [(1, True), (2, False)])
def test_dice_that_lean_on_others_are_asked_where_they_are_more_than_a_throw_has(count: int, asked: bool) -> None:
    table = PaintedTable().die((400.0, 230.0), turned(3, 10.0)).die((423.5, 231.0), turned(6, 0.0, 36.0))
    reading = TableReader(table.setup(count=count)).read(table.picture())
    assert reading.ok is not asked, reading.reasons


@pytest.mark.parametrize(("away_mm", "looked_at"), [(120.0, True), (17.0, False)])
def test_what_little_nothing_explains_is_looked_at_before_a_die_that_may_hide_one(
    table: PaintedTable, reader: TableReader, away_mm: float, looked_at: bool
) -> None:
    upper = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(upper, turned(5)).die(upper, turned(4), floor=EDGE)
    x_mm, y_mm = upper[0] + away_mm, upper[1]
    table.patch(
        [(x_mm - 5, y_mm - 4), (x_mm + 5, y_mm - 4), (x_mm + 5, y_mm + 4), (x_mm - 5, y_mm + 4)], (200, 60, 200)
    )
    reading = reader.read(table.picture())
    assert not reading.ok
    assert any(reason.startswith("Something at") for reason in reading.reasons) is looked_at


def test_a_shadow_of_which_only_the_rim_is_seen_is_where_a_missing_die_lies(
    table: PaintedTable, reader: TableReader
) -> None:
    upper = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(upper, turned(5)).die(upper, turned(4), floor=EDGE)
    seen = table.picture()
    column, row = table.view.project(np.array([[640.0, 0.0, table.board.wall_height_mm]]))[0].round().astype(int)
    seen[row + 10 : row + 36, column : column + 30] //= 4
    reasons = reader.read(seen).reasons
    assert [reason.startswith("Something at") for reason in reasons] == [True]


@pytest.mark.parametrize("value", [2, 5, 6])
@pytest.mark.parametrize("off_mm", [4.0, 6.0, 8.0, 9.5])
def test_where_one_looks_aslant_a_die_that_stands_off_under_another_makes_its_outline_larger(
    value: int, off_mm: float
) -> None:
    table = PaintedTable(view=camera(tilt_deg=33.0))
    table.die((400.0, 230.0 + off_mm), turned(3, 0.0)).die((400.0, 230.0), turned(value, 15.0), floor=EDGE)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert not reading.ok or not reading.values


@pytest.mark.parametrize(("away_mm", "half_mm", "also"), [(120.0, 14.0, True), (20.0, 9.0, False)])
def test_pips_tell_of_a_die_on_another_though_something_else_is_asked(
    table: PaintedTable, away_mm: float, half_mm: float, also: bool
) -> None:
    upper = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(upper, turned(5)).die(upper, turned(4), floor=EDGE)
    table.die((650.0, 120.0), turned(5, 70.0)).die((250.0, 120.0), turned(4, 30.0))
    left, right = upper[0] + away_mm - half_mm, upper[0] + away_mm + half_mm
    near, far = upper[1] - half_mm, upper[1] + half_mm
    table.patch([(left, near), (right, near), (right, far), (left, far)], (200, 60, 200))
    reading = TableReader(table.setup(count=4)).read(table.picture())
    assert "The die at 453, 223 mm may lie on another; look again." in reading.reasons
    assert any(reason.startswith("Something at") for reason in reading.reasons) is also


@pytest.mark.parametrize(("value", "named"), [(1, True), (4, False)])
def test_a_1_that_alone_may_hide_the_missing_die_is_named_though_chips_may_hide_it_too(
    monkeypatch: pytest.MonkeyPatch, table: PaintedTable, value: int, named: bool
) -> None:
    monkeypatch.setattr("vision.doubts.under.spacing_of", lambda *_: None)
    upper = UNDER[0] + 3.0, UNDER[1] - 2.0
    table.clear().die(upper, turned(5)).die(upper, turned(value), floor=EDGE)
    table.chip((150, 300)).die((150, 300), turned(3), (235, 235, 235), floor=3.3, blank=True)
    reading = TableReader(table.setup(count=3)).read(table.picture())
    assert any("may lie on another" in reason for reason in reading.reasons) is named
    assert AT_CHIPS in reading.reasons


@pytest.mark.parametrize(("count", "also_at_chips"), [(2, False), (3, True)])
def test_chips_are_pointed_out_only_for_more_dice_than_what_is_strange_may_be(
    table: PaintedTable, count: int, also_at_chips: bool
) -> None:
    table.clear().die(UNDER, turned(5)).chip((150, 300))
    table.die((150, 300), turned(3), (235, 235, 235), floor=3.3, blank=True)
    table.patch([(620, 140), (650, 140), (650, 170), (620, 170)], (200, 60, 200))
    reading = TableReader(table.setup(count=count)).read(table.picture())
    assert any(reason.startswith("Something at 63") for reason in reading.reasons)
    assert (AT_CHIPS in reading.reasons) is also_at_chips


@pytest.mark.parametrize(("told", "suspicion"), [(True, Suspicion.NONE), (False, Suspicion.MAY)])
def test_a_die_beside_which_neither_die_nor_board_is_told_may_lie_on_another(
    table: PaintedTable, told: bool, suspicion: Suspicion
) -> None:
    place = (700.0, 380.0)
    table.clear().die(place, turned(1, 25.0))
    (kind,) = kinds_of(table.setup(count=2))
    sight = sight_at(table, kind)
    sight = sight if told else replace(sight, other=np.zeros_like(sight.other))
    lying = Rest(*place, EDGE / 2, np.deg2rad(25.0), EDGE, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert suspicions_of([[lying]], [sight], [False], [kind]) == [suspicion]


@pytest.mark.parametrize(
    ("suspicion", "doubted"), [(Suspicion.SURE, True), (Suspicion.MAY, False), (Suspicion.WALL, False)]
)
def test_a_die_that_surely_lies_on_another_is_named_whatever_lies_behind_a_wall(
    monkeypatch: pytest.MonkeyPatch, table: PaintedTable, reader: TableReader, suspicion: Suspicion, doubted: bool
) -> None:
    monkeypatch.setattr(
        "vision.judging.missing.suspicions_of",
        lambda rests, *_: [suspicion if each else Suspicion.NONE for each in rests],
    )
    seen = table.clear().die((300.0, 150.0), turned(4, 25.0)).picture()
    column, row = table.view.project(np.array([[640.0, 0.0, table.board.wall_height_mm]]))[0].round().astype(int)
    seen[row + 1 : row + 30, column : column + 30] //= 4
    reasons = reader.read(seen).reasons
    assert any("may lie on another" in reason for reason in reasons) is doubted
    assert any(reason.startswith("Something at") for reason in reasons) is not doubted


@pytest.mark.parametrize(
    ("suspicion", "away_mm", "half_mm", "named"),
    [(Suspicion.MAY, 20.0, 9.0, True), (Suspicion.MAY, 120.0, 14.0, False), (Suspicion.WALL, 20.0, 9.0, False)],
)
def test_what_lies_beside_a_die_that_may_lie_on_another_is_that_one(
    monkeypatch: pytest.MonkeyPatch,
    table: PaintedTable,
    suspicion: Suspicion,
    away_mm: float,
    half_mm: float,
    named: bool,
) -> None:
    monkeypatch.setattr(
        "vision.judging.missing.suspicions_of",
        lambda rests, *_: [suspicion if each else Suspicion.NONE for each in rests],
    )
    left, right, near, far = 300.0 + away_mm - half_mm, 300.0 + away_mm + half_mm, 150.0 - half_mm, 150.0 + half_mm
    table.clear().die((300.0, 150.0), turned(4, 25.0))
    table.patch([(left, near), (right, near), (right, far), (left, far)], (200, 60, 200))
    reasons = TableReader(table.setup(count=2)).read(table.picture()).reasons
    assert any("may lie on another" in reason for reason in reasons) is named
    assert any(reason.startswith("Something at") for reason in reasons) is not named

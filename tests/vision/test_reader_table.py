"""The calibrated reader on a painted table: right, or it asks."""

import re
from itertools import product

import cv2
import numpy as np
import pytest
from painted_table import BLACK, IVORY, RED, WHITE, PaintedTable, camera, turned

from vision.reader import TableReader
from vision.reading import DieState, Support, TableReading


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable()


@pytest.fixture(scope="module")
def reader(table: PaintedTable) -> TableReader:
    return TableReader(table.setup(count=2))


def values(reading: TableReading) -> list[int | None]:
    return sorted(die.value or 0 for die in reading.dice if die.state is DieState.FLAT)


def test_an_empty_board_has_no_dice_and_no_doubts(table: PaintedTable, reader: TableReader) -> None:
    reading = reader.read(table.clear().picture(), exposed_ns=5, frame=3)
    assert reading == TableReading(exposed_ns=5, frame=3)


@pytest.mark.parametrize("turn", [0.0, 17.0, 45.0, 71.0])
def test_every_value_is_read_at_its_place(table: PaintedTable, reader: TableReader, turn: float) -> None:
    table.clear()
    places = {value: (130.0 * value, 90.0 + 55.0 * value) for value in range(1, 7)}
    for value, place in places.items():
        table.die(place, turned(value, turn + 3 * value))
    reading = reader.read(table.picture())
    assert reading.ok, reading.reasons
    assert len(reading.dice) == 6
    for die in reading.dice:
        assert die.value is not None and die.centre_mm is not None and die.tilt_deg == 0.0
        assert np.hypot(*np.subtract(die.centre_mm, places[die.value])) < 0.8
        assert die.confidence > 0.95


@pytest.mark.parametrize(
    ("body", "pips"), [(WHITE, (20, 20, 20)), (BLACK, (240, 240, 240)), (IVORY, (35, 30, 30)), (RED, (245, 245, 245))]
)
def test_pips_of_either_polarity_are_read(
    table: PaintedTable, reader: TableReader, body: tuple[int, int, int], pips: tuple[int, int, int]
) -> None:
    table.clear().die((300, 200), turned(4, 20), body, pips).die((500, 120), turned(3, 50), body, pips)
    reading = reader.read(table.picture())
    assert (values(reading), reading.ok) == ([3, 4], True), reading.reasons


def test_dice_that_touch_each_other_or_a_wall_are_flat(table: PaintedTable, reader: TableReader) -> None:
    table.clear().die((300, 200), turned(5)).die((319.1, 203), turned(6)).die((890.4, 300), turned(2))
    reading = reader.read(table.picture())
    assert (values(reading), reading.ok) == ([2, 5, 6], True), reading.reasons
    at_wall = max(reading.dice, key=lambda die: die.centre_px[0])
    assert at_wall.support is Support.WALL


@pytest.mark.parametrize("lean", [20.0, 30.0, 40.0])
def test_a_leaning_die_is_not_called_flat(table: PaintedTable, reader: TableReader, lean: float) -> None:
    table.clear().die((400, 150), turned(5, 30, lean)).die((700, 150), turned(2, 30))
    reading = reader.read(table.picture())
    assert values(reading) == [2] or not reading.ok
    cocked = [die for die in reading.dice if die.state is DieState.COCKED]
    assert all(abs((die.tilt_deg or 0) - lean) < 15 for die in cocked)


def test_a_die_on_a_die_is_not_called_flat(table: PaintedTable, reader: TableReader) -> None:
    table.clear().die((150, 350), turned(4, 10)).die((151, 351), turned(6, 14), floor=19.0)
    reading = reader.read(table.picture())
    assert [die.state for die in reading.dice] == [DieState.STACKED] or not reading.ok


def test_chips_are_no_dice_and_no_reason_to_ask(table: PaintedTable, reader: TableReader) -> None:
    table.clear().chip((200, 120)).chip((700, 300), (180, 60, 30)).die((450, 225), turned(1, 25))
    reading = reader.read(table.picture())
    assert (values(reading), reading.ok) == ([1], True), reading.reasons


def test_a_die_without_pips_is_asked_by_its_place(table: PaintedTable, reader: TableReader) -> None:
    table.clear().die((300, 200), turned(4, 20), blank=True).die((500, 120), turned(3, 50))
    reading = reader.read(table.picture())
    assert not reading.ok
    assert values(reading) == [3]
    (place,) = (re.search(r"at (-?\d+), (-?\d+) mm", reason) for reason in reading.reasons)
    assert place is not None
    assert [int(each) for each in place.groups()] == pytest.approx((300, 200), abs=1)


def test_shadows_and_other_light_are_no_bodies(table: PaintedTable, reader: TableReader) -> None:
    table.clear().shadow((300, 250), 70).shadow((640, 120), 30, 0.5).die((480, 300), turned(6, 33))
    for light in (0.85, 1.0, 1.12):
        reading = reader.read(table.picture(light))
        assert (values(reading), reading.ok) == ([6], True), (light, reading.reasons)


def test_a_die_that_mirrors_a_lamp_is_read_by_the_colour_of_the_other(table: PaintedTable, reader: TableReader) -> None:
    asked = 0
    for value, part in product(range(1, 7), (0.4, 0.6, 0.8)):
        table.clear().die((300, 200), turned(value)).lamp((300, 200), part).die((500, 120), turned(3, 50))
        reading = reader.read(table.picture())
        assert not reading.ok or values(reading) == sorted([3, value]), (value, part)
        asked += not reading.ok
    assert asked <= 4


def test_a_1_among_the_pips_of_a_clear_face_is_none(table: PaintedTable, reader: TableReader) -> None:
    table.clear().die((300, 200), turned(4, 20), BLACK, (240, 240, 240)).shadow((300, 200), 30, 0.3).chip((332, 205))
    table.die((300, 200), turned(4, 20), BLACK, (240, 240, 240))
    reading = reader.read(table.picture())
    assert not reading.ok or values(reading) == [4]


def test_a_hand_is_seen_and_may_hide_dice(table: PaintedTable, reader: TableReader) -> None:
    one = reader.read(table.clear().die((700, 150), turned(5, 30)).hand(250).picture())
    assert one.hand and not one.ok
    assert any("hand" in reason for reason in one.reasons)
    both = reader.read(table.die((600, 350), turned(2, 10)).picture())
    assert both.hand and both.ok
    assert values(both) == [2, 5]


def test_a_hand_outside_of_the_walls_hides_no_dice(table: PaintedTable, reader: TableReader) -> None:
    reading = reader.read(table.clear().die((700, 150), turned(5, 30)).hand(-48).picture())
    assert not reading.hand
    assert reading.ok, reading.reasons


@pytest.mark.parametrize("all_seen", [True, False])
def test_a_fingertip_over_the_wall_is_looked_at_only_where_a_die_is_missing(
    table: PaintedTable, reader: TableReader, all_seen: bool
) -> None:
    table.clear().die((700, 150), turned(5, 30)).finger(5)
    reading = reader.read((table.die((600, 350), turned(2, 10)) if all_seen else table).picture())
    assert reading.ok == all_seen, reading.reasons


def test_a_die_beyond_the_wall_is_off_the_board(table: PaintedTable, reader: TableReader) -> None:
    reading = reader.read(table.clear().die((450, 464), turned(3, 15), floor=115.0).picture())
    assert [die.state for die in reading.dice] == [DieState.OFF_BOARD]
    assert reading.values == ()


def test_a_picture_of_another_size_is_refused_with_the_reason(reader: TableReader) -> None:
    reading = reader.read(np.zeros((360, 640, 3), np.uint8))
    assert not reading.ok
    assert "640x360" in reading.reasons[0] and "1280x720" in reading.reasons[0]


def test_dice_are_read_without_a_picture_of_the_empty_board() -> None:
    table = PaintedTable()
    table.die((300, 200), turned(4, 20)).die((480, 120), turned(3, 50))
    reading = TableReader(table.setup(count=2, background=False)).read(table.picture())
    assert set(values(reading)) >= {3, 4} or not reading.ok


def test_a_slanting_camera_reads_as_well() -> None:
    table = PaintedTable(view=camera(28.0))
    table.die((250, 200), turned(5, 40)).die((640, 260), turned(6, 12))
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert (values(reading), reading.ok) == ([5, 6], True), reading.reasons


def test_a_die_that_cannot_be_read_offers_its_likeliest_value_first(table: PaintedTable, reader: TableReader) -> None:
    table.clear().die((300, 200), turned(3, 20)).die((500, 120), turned(4, 50))
    image = table.picture()
    image[:] = cv2.GaussianBlur(image, (0, 0), 3.2)
    unread = [die for die in reader.read(image).dice if die.value is None]
    assert unread
    for die in unread:
        assert die.confidence == 0.0
        shares = [share for _, share in die.alternatives]
        assert len(shares) == 3 and shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(("thrown", "sure"), [(2, True), (3, False), (None, False)])
def test_what_is_no_die_is_asked_about_unless_all_dice_of_the_throw_are_seen(thrown: int | None, sure: bool) -> None:
    table = PaintedTable().die((300, 200), turned(4, 20)).die((520, 120), turned(3, 50))
    table.patch([(640, 250), (690, 262), (672, 300), (628, 290)], (190, 160, 30))
    reading = TableReader(table.setup(count=thrown)).read(table.picture())
    assert (sorted(filter(None, values(reading))), reading.ok) == ([3, 4], sure), reading.reasons

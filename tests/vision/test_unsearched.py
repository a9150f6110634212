"""So much may lie on a board that not all of it is searched for dice: then a person is asked to look there."""

import cv2
import numpy as np
import pytest
from painted_table import PaintedTable, camera, turned

from vision.finding import bodies as bodies_of_table
from vision.finding.bodies import find_bodies
from vision.finding.unsearched import MOST_DARK, MOST_THINGS, likest_to_dice
from vision.judging import together
from vision.judging.in_turn import MOST_TRIED
from vision.reader import TableReader
from vision.table.kinds import kinds_of

PLACES = [(x, y) for x in range(60, 860, 58) for y in (60, 140, 310, 390)]


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(8.0))


def blanks(table: PaintedTable, count: int) -> PaintedTable:
    """Lay so many blank cubes onto an otherwise empty board."""
    table.clear()
    for number, (x, y) in enumerate(PLACES[:count]):
        table.die((float(x), float(y)), turned(1, 20.0 * number), blank=True)
    return table


def test_of_many_things_those_like_dice_are_searched_in_the_order_they_have() -> None:
    masks = [np.zeros((60, 60), np.uint8) for _ in range(4)]
    for mask, side in zip(masks, (4, 13, 50, 12), strict=True):
        mask[:side, :side] = 255
    searched, others = likest_to_dice(masks, 2, 10.0)
    assert searched == [masks[1], masks[3]] and others == [masks[0], masks[2]]
    assert likest_to_dice(masks, 4, 10.0) == (masks, [])
    assert likest_to_dice(masks, -1, 10.0) == ([], masks)


def test_no_more_things_are_explained_than_a_table_has(table: PaintedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    explained = []
    before = bodies_of_table.body_of
    monkeypatch.setattr(bodies_of_table, "body_of", lambda *args: explained.append(args) or before(*args))
    kind = kinds_of(table.setup())[0]
    found = find_bodies(blanks(table, 40).picture(), kind)
    assert len(explained) == MOST_THINGS
    assert sum(body.unsearched for body in found) == 40 - MOST_THINGS


def test_only_so_many_ways_to_lie_are_fitted_and_what_is_left_is_named(
    table: PaintedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    before = together._judged

    def counted(*args):  # type: ignore[no-untyped-def]
        judged = before(*args)
        tried.append(judged.tried)
        return judged

    monkeypatch.setattr(together, "_judged", counted)
    reading = TableReader(table.setup()).read(blanks(table, 40).picture())
    assert sum(tried[:-1]) < MOST_TRIED
    assert not reading.ok
    assert sum("Too much lies on the board" in reason for reason in reading.reasons) == 40 - len(tried)


def test_dice_that_are_clear_are_read_whatever_else_lies_there(table: PaintedTable) -> None:
    picture = blanks(table, 20).die((450.0, 225.0), turned(5, 30.0)).die((520.0, 225.0), turned(3, 10.0)).picture()
    reading = TableReader(table.setup()).read(picture)
    assert reading.values == (3, 5)
    assert not reading.ok


def test_no_picture_is_sure_of_which_a_part_was_not_looked_at(
    table: PaintedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = table.clear().die((450.0, 225.0), turned(5, 30.0)).die((700.0, 300.0), turned(3)).picture()
    reader = TableReader(table.setup(2))
    assert reader.read(picture).ok
    monkeypatch.setattr(bodies_of_table, "MOST_THINGS", 1)
    reading = reader.read(picture)
    assert not reading.ok and len(reading.dice) == 1
    assert any("Too much lies on the board" in reason for reason in reading.reasons)


def test_in_what_is_as_large_as_a_cloth_no_dark_dice_are_sought(
    table: PaintedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = []
    before = bodies_of_table.find_faces

    def seen(patch, tone, inner, patterns, edge_px):  # type: ignore[no-untyped-def]
        searched.append(cv2.countNonZero(inner) / edge_px**2)
        return before(patch, tone, inner, patterns, edge_px)

    monkeypatch.setattr(bodies_of_table, "find_faces", seen)
    corners = [(150.0, 60.0), (750.0, 60.0), (750.0, 390.0), (150.0, 390.0)]
    reading = TableReader(table.setup(1)).read(table.clear().patch(corners, (200, 150, 40)).picture())
    assert max(searched, default=0.0) <= MOST_DARK
    assert not reading.ok

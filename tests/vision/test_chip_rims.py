"""Where a chip beside a die ends: at its rim, not where its shadow does; and a leaning die is no chip."""

import cv2
import numpy as np
import pytest
from painted_table import RED, WHITE, PaintedTable, turned

from vision.bodies.body import Seen
from vision.bodies.disc import Disc
from vision.bodies.rims import sharpened, with_sharp_rims
from vision.finding.bodies import find_bodies
from vision.frame import Image
from vision.pictures.ground import Empty
from vision.pictures.planes import planes_of
from vision.pictures.rectify import Window
from vision.pictures.segment import Traces
from vision.reader import TableReader
from vision.reading import DieState, TableReading
from vision.table.kinds import Kind, kinds_of

SIDE, RADIUS = 140, 40.0
LEAST_PX = 25.0
BLUE = (150, 60, 30)


def chip_in_shadow(middle: tuple[float, float] = (70.0, 70.0)) -> Image:
    """Draw a chip with a printed ring and a soft, deep shadow to its upper left on felt with a printed line."""
    picture = np.full((SIDE, SIDE, 3), (60, 120, 50), np.uint8)
    picture[:, 100:106] = (210, 215, 220)
    shadow = np.zeros((SIDE, SIDE), np.uint8)
    cv2.circle(shadow, (round(middle[0] - 5), round(middle[1] - 5)), round(RADIUS + 1), 255, cv2.FILLED)
    light = 1.0 - 0.7 * cv2.GaussianBlur(shadow, (0, 0), 3.0)[..., None] / 255.0
    picture = (picture * light).astype(np.uint8)
    for radius, colour in ((RADIUS, (40, 60, 160)), (0.7 * RADIUS, (200, 200, 200)), (0.66 * RADIUS, (40, 60, 160))):
        cv2.circle(picture, (round(middle[0]), round(middle[1])), round(radius), colour, cv2.FILLED)
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), dtype=np.uint8)


@pytest.mark.parametrize(("radius", "column", "row"), [(44.5, 66.5, 66.5), (42.0, 67.0, 69.0), (37.0, 72.0, 66.0)])
def test_a_chip_is_found_at_its_rim_not_at_its_shadows(radius: float, column: float, row: float) -> None:
    found = sharpened(chip_in_shadow(), Disc(column, row, radius), [], LEAST_PX)
    assert found.radius == pytest.approx(RADIUS, abs=1.2)
    assert np.hypot(found.column - 70, found.row - 70) < 1.5


def chip_beside_print() -> tuple[Seen, Disc]:
    """Give a red chip on dark felt, as little of it stands out, within a printed circle that does far more."""
    empty = np.full((SIDE, SIDE, 3), (50, 60, 60), np.uint8)
    cv2.circle(empty, (70, 70), round(RADIUS) + 10, (235, 240, 245), 12, cv2.LINE_AA)
    picture = empty.copy()
    cv2.circle(picture, (70, 70), round(RADIUS), (50, 60, 120), cv2.FILLED, cv2.LINE_AA)
    mask, nothing = np.zeros((SIDE, SIDE), np.uint8), np.zeros((SIDE, SIDE), np.uint8)
    cv2.circle(mask, (71, 71), round(RADIUS) + 1, 255, cv2.FILLED)
    open_view = np.full_like(mask, 255)
    ground = Empty(empty, planes_of(empty), np.zeros((SIDE, SIDE), np.float32))
    window = Window(0, 0, SIDE, SIDE)
    traces = Traces(nothing.copy, nothing.copy)
    seen = Seen(window, picture, planes_of(picture), ground, mask, nothing, nothing, open_view, False, traces)
    return seen, Disc(71.0, 71.0, RADIUS + 1)


def test_a_printed_circle_around_a_chip_is_no_rim_of_it() -> None:
    seen, disc = chip_beside_print()
    _, (found,) = with_sharp_rims(seen, [disc], [], LEAST_PX, 2.0, np.array([0.1, 0.1]))
    assert found.radius == pytest.approx(RADIUS, abs=1.2)
    assert sharpened(seen.patch, disc, [], LEAST_PX).radius > RADIUS + 2


def test_what_may_be_a_die_is_not_drawn_anew() -> None:
    seen, disc = chip_beside_print()
    again, discs = with_sharp_rims(seen, [disc], [], RADIUS + 2, 2.0, np.array([0.1, 0.1]))
    assert again is seen
    assert discs == [disc]


def test_a_chip_found_at_its_rim_stays() -> None:
    disc = Disc(70.0, 70.0, RADIUS)
    assert sharpened(chip_in_shadow(), disc, [], LEAST_PX) == disc


def test_a_rim_that_dice_hide_tells_nothing() -> None:
    disc, dice = Disc(66.5, 66.5, 44.5), np.zeros((SIDE, SIDE), np.uint8)
    dice[:, :85] = 255
    assert sharpened(chip_in_shadow(), disc, [dice], LEAST_PX) == disc


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable()


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(table.setup())[0]


def read(table: PaintedTable) -> TableReading:
    return TableReader(table.setup(count=2)).read(table.picture())


def test_a_die_that_leans_on_another_of_its_colour_is_no_chip(table: PaintedTable, kind: Kind) -> None:
    table.clear().die((400, 230), turned(4, 0)).die((425, 236), turned(5, 10, 38))
    assert not any(body.discs for body in find_bodies(table.picture(), kind))
    reading = read(table)
    assert not reading.ok or {die.state for die in reading.dice} == {DieState.FLAT, DieState.COCKED}


@pytest.mark.parametrize("colour", [BLUE, WHITE])
def test_a_chip_of_another_colour_than_the_die_beside_it_stays_a_chip(
    table: PaintedTable, kind: Kind, colour: tuple[int, int, int]
) -> None:
    table.clear().chip((400, 230), colour).die((430, 232), turned(4, 20), RED)
    assert [len(body.discs) for body in find_bodies(table.picture(), kind)] == [1]

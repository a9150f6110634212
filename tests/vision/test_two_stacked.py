"""Two dice on each other: the pips of the lower one tell them from a flat die with another that leans on it."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import BLACK, EDGE, IVORY, RED, PaintedTable, camera, sight_at, turned

from vision.cubes.cube import upright
from vision.cubes.fitting import fit_flat
from vision.reader import TableReader
from vision.reading import DieState, Support
from vision.table.kinds import kinds_of
from vision.ways.choosing import choices_of
from vision.ways.guesses import guesses_at, raised
from vision.ways.resting import Surroundings

PLACE = (400.0, 230.0)
BRIGHT_BLUE, GREEN, BROWN = (170, 100, 30), (60, 110, 45), (90, 60, 40)

Colour = tuple[int, int, int]
Lying = tuple[int, float]
"""A value and a turn in degrees."""


@pytest.mark.parametrize(
    ("tilt_deg", "colours", "upper", "lower", "off"),
    [
        (20.0, (RED, GREEN), (2, 43.0), (2, 66.0), (2.7, -3.4)),
        (28.0, (IVORY, BROWN), (1, 67.0), (2, 49.0), (2.5, -5.4)),
        (28.0, (RED, GREEN), (2, 78.0), (5, 7.0), (-4.0, 0.2)),
        (28.0, (BLACK, BRIGHT_BLUE), (2, 81.0), (6, 78.0), (5.5, -4.4)),
        (12.0, (IVORY, BROWN), (6, 57.0), (2, 37.0), (2.6, 2.9)),
    ],
)
def test_the_lower_dies_pips_show_that_two_dice_are_stacked(
    tilt_deg: float, colours: tuple[Colour, Colour], upper: Lying, lower: Lying, off: tuple[float, float]
) -> None:
    body, felt = colours
    pips = (20, 20, 20) if body is IVORY else (240, 240, 240)
    table = PaintedTable(view=camera(tilt_deg), felt=felt)
    table.die((PLACE[0] + off[0], PLACE[1] + off[1]), turned(*lower), body, pips)
    table.die(PLACE, turned(*upper), body, pips, floor=EDGE)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons
    assert [(die.value, die.state) for die in reading.dice] == [(upper[0], DieState.STACKED)]


def test_a_stack_is_worth_as_much_where_it_is_seen_again() -> None:
    table = PaintedTable(view=camera(28.0), felt=BROWN)
    table.die((PLACE[0] + 2.5, PLACE[1] - 5.4), turned(2, 49.0), IVORY, (20, 20, 20))
    table.die(PLACE, turned(1, 67.0), IVORY, (20, 20, 20), floor=EDGE)
    kind = kinds_of(table.setup())[0]
    whole = sight_at(table, kind)
    around = Surroundings(kind.plane, table.board, (), (), EDGE)
    seems = whole.plane.lower(whole.plane.appear(np.array([[*PLACE, 2 * EDGE]])), EDGE)[0]
    guesses = guesses_at(whole, [], upright(*map(float, seems), np.deg2rad(67.0)), around, near_die=False)
    (stack,) = (guess for guess in guesses if guess.state is DieState.STACKED)
    assert stack.below > 0.0
    assert stack.seen_again(whole).merit == pytest.approx(stack.merit)


def test_one_face_is_not_taken_for_two_dice_at_two_heights() -> None:
    table = PaintedTable(view=camera(28.0)).die(PLACE, turned(4, 25.0))
    kind = kinds_of(table.setup())[0]
    whole = sight_at(table, kind)
    around = Surroundings(kind.plane, table.board, (), (), EDGE)
    flat = next(g for g in guesses_at(whole, [], upright(*PLACE, 0.4), around, near_die=False))
    higher = fit_flat(whole, raised(whole, flat.fitted.attitude, EDGE))
    upper = replace(flat, fitted=higher, state=DieState.STACKED, support=Support.DIE)
    together = [choice for choice in choices_of(whole, [[flat], [upper]]) if len(choice.guesses) == 2]
    assert together == []


@pytest.mark.parametrize("turn_deg", [56.0, 58.0, 60.0])
def test_a_shadow_is_no_lower_die_where_all_dice_of_a_throw_are_seen(turn_deg: float) -> None:
    table = PaintedTable(view=camera(28.0), felt=(75, 68, 60), noise=2.5).shadow((396.9, 230.2), 16.5, 0.35)
    table.die(PLACE, turned(2, turn_deg), BLACK, (200, 200, 200))
    table.die((600.0, 130.0), turned(1, 55.0), BLACK, (200, 200, 200))
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.ok, reading.reasons
    assert sorted(reading.values) == [1, 2]

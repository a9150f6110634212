"""Small dice beside others: drawn pips tell that one is something else than a flat die, or slopes."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.cubes.cube import Attitude, Fitted, Sight, outline_of, upright
from vision.doubts.as_drawn import small_beside
from vision.doubts.asked import MAY_BE_UPPER, doubted_as_drawn
from vision.finding.bodies import find_bodies
from vision.geometry import DieModel
from vision.reading import DieState
from vision.table.kinds import Kind, kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess
from vision.ways.resting import Rest, Surroundings
from vision.ways.sighting import sight_of

PLACE, ELSEWHERE, TURN_DEG = (400.0, 230.0), (440.0, 230.0), 25.0
LEARNED = DieModel(EDGE, pip_spacing_mm=0.25 * EDGE, six_across_mm=0.25 * EDGE, pip_radius_mm=0.108 * EDGE)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    """Look aslant at dice of 20 px."""
    return PaintedTable(view=camera(25.0))


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]


def looked_at(table: PaintedTable, kind: Kind, value: int, lean_deg: float = 0.0) -> Sight:
    picture = table.clear().die(PLACE, turned(value, TURN_DEG, lean_deg)).picture()
    return sight_of(find_bodies(picture, kind)[0], kind)


def flat(sight: Sight, value: int, turn_deg: float = TURN_DEG, shown: float = 0.95) -> Guess:
    at = upright(*PLACE, np.deg2rad(turn_deg))
    evidence = tuple(shown if each == value else 0.0 for each in range(1, 7))
    return Guess(Fitted(at, evidence, shown, 1.0, 0.0), DieState.FLAT, None, outline_of(sight, at), 2.0, 0.0)


def beside(sight: Sight, guess: Guess) -> Choice:
    """Give an answer with another die, which covers nothing of this one."""
    at = Attitude(*ELSEWHERE, guess.fitted.attitude.r)
    return Choice((guess, replace(guess, fitted=replace(guess.fitted, attitude=at), shape=0 * sight.own)), 4.0)


def doubt(kind: Kind, sight: Sight, guess: Guess, said: str | None = None) -> str | None:
    """Give what is in doubt about the first of two dice, of which so much was said before."""
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    rest = Rest(*PLACE, EDGE / 2, 0.0, EDGE, guess.fitted.evidence, doubt=said)
    other = Rest(*ELSEWHERE, EDGE / 2, 0.0, EDGE, guess.fitted.evidence, doubt="may hide another")
    return doubted_as_drawn(sight, [rest, other], beside(sight, guess), around)[0].doubt


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_a_small_flat_die_beside_another_stays_beyond_doubt(table: PaintedTable, kind: Kind, value: int) -> None:
    sight = looked_at(table, kind, value)
    guess = flat(sight, value, shown=0.85)
    assert small_beside(sight, guess, beside(sight, guess))
    assert doubt(kind, sight, guess) is None


@pytest.mark.parametrize("said", [None, MAY_BE_UPPER])
def test_one_that_leaves_much_unexplained_is_not_understood_however_plain(
    table: PaintedTable, kind: Kind, said: str | None
) -> None:
    """Pips of two faces of a die that leans may look like those of one."""
    sight = looked_at(table, kind, 5)
    guess = flat(sight, 2, TURN_DEG + 40.0)
    assert doubt(kind, sight, guess, said) == "is not wholly understood"


@pytest.mark.parametrize(("shown", "asked"), [(0.85, "may be cocked"), (0.95, None)])
def test_a_less_plain_one_whose_drawn_pips_slope_may_be_cocked(
    table: PaintedTable, kind: Kind, shown: float, asked: str | None
) -> None:
    sight = looked_at(table, kind, 4, 12.0)
    guess = flat(sight, 4, shown=shown)
    assert doubt(kind, sight, guess) == asked


@pytest.mark.parametrize(("value", "alone"), [(1, False), (5, True)])
def test_dice_alone_and_ones_are_not_drawn(table: PaintedTable, kind: Kind, value: int, alone: bool) -> None:
    """Any pip looks like a 1's."""
    sight = looked_at(table, kind, value)
    guess = flat(sight, value)
    best = Choice((guess,), 2.0) if alone else beside(sight, guess)
    assert small_beside(sight, guess, best) is None


def test_a_die_whose_sides_show_how_it_lies_is_not_drawn(table: PaintedTable, kind: Kind) -> None:
    sight = looked_at(table, kind, 5)
    guess = flat(sight, 5)
    shown = replace(guess, fitted=replace(guess.fitted, pips=1.3, shown=1.4))
    assert small_beside(sight, shown, beside(sight, shown)) is None

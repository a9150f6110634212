"""Which dice are sought anew, at any tilt and turn, because what explains them may be pips of two faces of one."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import PaintedTable, sight_at, turned

from vision.cubes.cube import Sight, outline_of, upright
from vision.cubes.cube_faces import fitted_at
from vision.reading import DieState
from vision.table.kinds import Kind, kinds_of
from vision.ways.guesses import Guess
from vision.ways.sought_anew import CLEAR_BESIDE, to_seek_anew

PLACE, BESIDE = (400.0, 230.0), (419.5, 230.0)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable().die(PLACE, turned(4)).die(BESIDE, turned(3))


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(table.setup())[0]


@pytest.fixture(scope="module")
def whole(table: PaintedTable, kind: Kind) -> Sight:
    return sight_at(table, kind)


def flat(whole: Sight, place: tuple[float, float], clear: float) -> Guess:
    """Give a die that lies flat, whose pips explain so much of its upper face."""
    at = upright(*place, 0.0)
    fitted = fitted_at(whole, at)
    evidence = tuple(clear if value == fitted.value else 0.0 for value in range(1, 7))
    pips = fitted.pips - max(fitted.evidence) + clear
    return Guess(replace(fitted, evidence=evidence, pips=pips), DieState.FLAT, None, outline_of(whole, at), 0.0, 0.0)


@pytest.mark.parametrize(("clear", "anew"), [(0.97, False), (CLEAR_BESIDE - 0.02, True)])
def test_a_die_beside_another_is_sought_anew_where_its_pips_do_not_wholly_explain_its_face(
    whole: Sight, clear: float, anew: bool
) -> None:
    other = outline_of(whole, upright(*BESIDE, 0.0))
    assert to_seek_anew(whole, flat(whole, PLACE, clear), [other]) is anew


def test_one_that_lies_alone_is_not() -> None:
    alone = PaintedTable().die(PLACE, turned(4))
    sight = sight_at(alone, kinds_of(alone.setup())[0])
    assert not to_seek_anew(sight, flat(sight, PLACE, CLEAR_BESIDE - 0.02), [])


def test_a_die_of_whose_outline_a_part_shows_none_is_sought_anew(whole: Sight) -> None:
    other = outline_of(whole, upright(*BESIDE, 0.0))
    guess = flat(whole, PLACE, 0.97)
    left, top, width, height = cv2.boundingRect(guess.shape)
    own = whole.own.copy()
    own[top : top + height, left : left + width // 4] = 0
    assert to_seek_anew(replace(whole, own=np.ascontiguousarray(own)), guess, [other])

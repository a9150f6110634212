"""Whether a die that seems flat beside another may lean on it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import EDGE, PaintedTable

from vision.cubes.cube import Attitude, Fitted, Sight, outline_of, upright
from vision.doubts.lean_on_die import may_lean_on_die
from vision.pictures.rectify import Window
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess
from vision.ways.resting import Surroundings

PLACE, BESIDE = (400.0, 230.0), (421.0, 230.0)
SIZE = 160


@pytest.fixture(scope="module")
def kind() -> Kind:
    return kinds_of(PaintedTable().setup())[0]


@pytest.fixture
def around(kind: Kind) -> Surroundings:
    return Surroundings(kind.plane, kind.board, (), (), EDGE)


def seen(kind: Kind, dice: list[Attitude], told: bool) -> Sight:
    """Look at dice side by side; `told`: what lies around them is surely none."""
    column, row = kind.plane.to_px(np.array([[dice[0].x_mm, dice[0].y_mm]]))[0]
    window = Window(int(column) - SIZE // 2, int(row) - SIZE // 2, SIZE, SIZE)
    patch, nothing = np.zeros((SIZE, SIZE, 3), np.uint8), np.zeros((SIZE, SIZE), np.uint8)
    sight = Sight(kind.plane, window, patch, nothing, nothing, nothing, ~nothing, lambda: nothing, kind.patterns, EDGE)
    own = np.bitwise_or.reduce([outline_of(sight, at) for at in dice])
    return replace(sight, own=own, other=np.asarray(cv2.bitwise_not(own), np.uint8) if told else nothing)


def die(sight: Sight, at: Attitude, value: int, clear: float, sides: float, side_pips: float) -> Guess:
    evidence = tuple(clear if value == each else 0.0 for each in range(1, 7))
    fitted = Fitted(at, evidence, clear + side_pips, 1.0 + sides, 0.0)
    return Guess(fitted, DieState.FLAT, None, outline_of(sight, at), 0.0, 0.0)


def leaning(flat: Guess) -> Guess:
    return replace(flat, state=DieState.COCKED, support=Support.DIE)


@pytest.mark.parametrize(
    ("sides", "side_pips", "told", "leans"),
    [(0.37, 0.0, False, True), (0.37, 0.1, False, False), (0.37, 0.0, True, False), (0.25, 0.0, False, False)],
    ids=[
        "no pips where a flat die's sides are",
        "some pips there",
        "the rim around it is told",
        "narrow, well outlined",
    ],
)
def test_a_die_in_the_dark_without_the_sides_of_a_flat_one_may_lean(
    kind: Kind, around: Surroundings, sides: float, side_pips: float, told: bool, leans: bool
) -> None:
    places = [upright(*PLACE, 0.0), upright(*BESIDE, 0.0)]
    sight = seen(kind, places, told)
    one = die(sight, places[0], 6, 0.95, sides, side_pips)
    two = die(sight, places[1], 2, 0.95, 0.39, 0.18)
    choices = [Choice((one, two), 6.0), Choice((two,), 4.0)]
    assert may_lean_on_die(sight, one, choices, around, lies=True) == leans


@pytest.mark.parametrize(
    ("value", "clear", "lead", "leans"),
    [(4, 0.89, 0.12, True), (4, 0.89, 0.3, False), (4, 0.95, 0.12, False), (1, 0.89, 0.12, False)],
    ids=["a part of its face unexplained", "it leads by more", "its face wholly explained", "a 1"],
)
def test_a_face_that_is_not_wholly_explained_must_lead_by_more(
    kind: Kind, around: Surroundings, value: int, clear: float, lead: float, leans: bool
) -> None:
    places = [upright(*PLACE, 0.0), upright(*BESIDE, 0.0)]
    sight = seen(kind, places, told=True)
    one, two = die(sight, places[0], value, clear, 0.75, 0.24), die(sight, places[1], 5, 0.97, 0.39, 0.3)
    choices = [Choice((one, two), 6.0), Choice((leaning(one), two), 6.0 - lead)]
    assert may_lean_on_die(sight, one, choices, around, lies=False) == leans


@pytest.mark.parametrize(("lead", "leans"), [(0.4, True), (0.6, False)])
def test_a_1_beside_another_die_lies_where_any_lean_explains_far_less(
    kind: Kind, around: Surroundings, lead: float, leans: bool
) -> None:
    places = [upright(*PLACE, 0.0), upright(*BESIDE, 0.0)]
    sight = seen(kind, places, told=True)
    shape = outline_of(sight, places[0])
    hidden = np.cumsum(shape > 0).reshape(shape.shape) > 0.9 * np.count_nonzero(shape)
    own = np.where(hidden & (shape > 0), 0, sight.own).astype(np.uint8)
    sight = replace(sight, own=own, other=np.asarray(cv2.bitwise_not(own), np.uint8))
    one = die(sight, places[0], 1, 0.89, 0.44, 0.04)
    two = die(sight, places[1], 2, 0.95, 0.39, 0.18)
    choices = [Choice((one, two), 6.0), Choice((leaning(one), two), 6.0 - lead)]
    assert may_lean_on_die(sight, one, choices, around, lies=False) == leans


@pytest.mark.parametrize(
    ("mirrored", "gap", "leans"),
    [(True, 0.0, False), (True, 0.1, True), (False, 0.0, True)],
    ids=["a lamp hides its face", "and some of its outline is not seen", "nothing hides its face"],
)
def test_a_die_whose_face_a_lamp_hides_lies_by_its_outline_alone(
    kind: Kind, around: Surroundings, mirrored: bool, gap: float, leans: bool
) -> None:
    at = upright(*PLACE, 0.0)
    sight = seen(kind, [at], told=True)
    shape = outline_of(sight, at)
    hidden = (np.cumsum(shape > 0).reshape(shape.shape) <= gap * np.count_nonzero(shape)) & (shape > 0)
    own = np.where(hidden, 0, sight.own).astype(np.uint8)
    sight = replace(sight, own=own, other=np.asarray(cv2.bitwise_not(own), np.uint8))
    one = replace(die(sight, at, 5, 0.3, 0.46, 0.3), mirrored=mirrored)
    beside = replace(around, dice=(BESIDE,))
    assert may_lean_on_die(sight, one, [Choice((one,), 3.3)], beside, lies=False) == leans

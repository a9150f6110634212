"""A die beside others that mirrors a lamp: what that leaves of its upper face tells its value, and is its own."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest
from drawn_faces import BLACK, PATTERNS, SIDE, face, mirroring, small

from vision.colours.highlight import DieColours
from vision.cubes.cube import Attitude, Fitted, Sight, upright
from vision.faces.told_by import ToldBy
from vision.frame import Image
from vision.glare import upper_face
from vision.pictures.rectify import TopPlane, Window
from vision.pictures.segment import Mask
from vision.reading import DieState
from vision.ways import in_lamp
from vision.ways.agreeing import with_lamp
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess

COLOURS = DieColours(np.array(BLACK, np.float32), np.array((200, 200, 200), np.float32))
SIGHT = cast(Sight, SimpleNamespace(colours=(COLOURS,), patterns=PATTERNS, edge_mm=16.0))
AT = cast(Attitude, None)
CORNER = [(-1.0, 0.6), (0.4, 0.6), (0.4, 2.0), (-1.0, 2.0)]


def mirroring_in_a_corner(monkeypatch: pytest.MonkeyPatch, value: int, by: int) -> None:
    """Let an upper face show a value and a lamp over its lower left corner."""
    shown = small(mirroring(face(value), CORNER, by=by)), np.zeros((SIDE, SIDE), bool)
    monkeypatch.setattr(upper_face, "_face", lambda *_: shown)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 6])
def test_a_lamp_over_one_corner_leaves_a_value_that_no_other_explains(
    monkeypatch: pytest.MonkeyPatch, value: int
) -> None:
    mirroring_in_a_corner(monkeypatch, value, 255)
    assert upper_face.value_in_lamp(SIGHT, AT) == value


def test_without_a_lamp_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    mirroring_in_a_corner(monkeypatch, 6, 0)
    assert upper_face.value_in_lamp(SIGHT, AT) is None


@pytest.mark.parametrize(("edge_px", "left"), [(24.0, [1, 2, 3, 4, 5, 6]), (45.0, [6])])
def test_only_of_large_dice_traces_in_a_white_face_tell(
    monkeypatch: pytest.MonkeyPatch, edge_px: float, left: list[int]
) -> None:
    """Smeared edges of small ones look like pips."""
    white = np.full((SIDE, SIDE, 3), 255, np.uint8), np.zeros((SIDE, SIDE), bool)
    monkeypatch.setattr(upper_face, "_face", lambda *_: white)
    monkeypatch.setattr(upper_face, "possible_by_traces", lambda *_: np.arange(6) == 5)
    sight = SimpleNamespace(colours=(COLOURS,), patterns=PATTERNS, noise=1.5, edge_px=edge_px)
    every = [range(len(PATTERNS.pips_of(value))) for value in range(1, 7)]
    found = upper_face.values_left(cast(Sight, sight), AT, every)
    assert [k + 1 for k in np.flatnonzero(found)] == left


def sight(patch: Image, own: Mask, other: Mask) -> Sight:
    nothing = np.zeros_like(own)
    plane, window = cast(TopPlane, None), Window(0, 0, *own.shape[::-1])
    return Sight(plane, window, patch, own, other, other, ~nothing, lambda: nothing, PATTERNS, 16.0)


def test_a_lamp_within_a_dies_outline_is_its_own_and_no_chip() -> None:
    """What is as white beside the die stays what it was."""
    patch, die, white = np.full((40, 60, 3), 30, np.uint8), *np.zeros((2, 40, 60), np.uint8)
    cv2.rectangle(die, (10, 10), (30, 30), 255, cv2.FILLED)
    cv2.rectangle(white, (20, 15), (45, 25), 255, cv2.FILLED)
    patch[white > 0] = 255
    whole = sight(patch, cv2.subtract(die, white), white)
    told = with_lamp(whole, die)
    assert np.array_equal(told.own, die)
    assert np.array_equal(told.things, cv2.subtract(white, die))
    assert np.array_equal(told.other, told.things)


def guess(evidence: tuple[float, ...], state: DieState = DieState.FLAT) -> Guess:
    return Guess(Fitted(AT, evidence, 1.0, 1.5, 1.0), state, None, np.zeros((1, 1), np.uint8), 1.0, 0.0, mirrored=True)


NAMED, UNNAMED = (0.0, 0.0, 0.9, 0.0, 0.0, 0.0), (0.3, 0.0, 0.0, 0.0, 0.0, 0.3)


def test_a_die_beside_others_is_told_in_each_answer_that_explains_about_as_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the same die, untold, would leave it in doubt."""
    monkeypatch.setattr(in_lamp, "value_in_lamp", lambda *_: 1)
    one, other, leaning = guess(UNNAMED), guess(NAMED), guess(UNNAMED, DieState.COCKED)
    best, next_best, poor = Choice((one, other), 4.0), Choice((one, leaning), 3.8), Choice((one, other), 3.0)
    told = in_lamp.told_in_lamp(SIGHT, [best, next_best, poor])
    assert [each.answer for each in told[:2]] == [(("flat", 1), ("flat", 3)), (("flat", 1), ("void", 0))]
    assert told[0].guesses[1] is other
    assert told[1].guesses[1] is leaning
    assert ToldBy.PIPS.name_one(told[0].guesses[0].fitted.evidence)
    assert not told[0].guesses[0].mirrored


def test_what_a_lamp_does_not_tell_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_lamp, "value_in_lamp", lambda *_: None)
    one, other = guess(UNNAMED), guess(NAMED)
    (told,) = in_lamp.told_in_lamp(SIGHT, [Choice((one, other), 4.0)])
    assert told.guesses == (one, other)


def test_a_die_that_lies_alone_is_left_to_its_sides_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_lamp, "value_in_lamp", lambda *_: 1)
    alone = [Choice((guess(UNNAMED),), 4.0)]
    assert in_lamp.told_in_lamp(SIGHT, alone) == alone


def test_what_several_answers_say_of_one_die_is_told_once_and_elsewhere_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    at = [upright(400.0, 230.0, 0.0), upright(401.0, 230.0, np.pi / 2 + 0.05), upright(406.0, 230.0, 0.0)]
    looked: list[Attitude] = []

    def value(_: Sight, where: Attitude) -> int:
        looked.append(where)
        return 4 + len(looked)

    monkeypatch.setattr(in_lamp, "value_in_lamp", value)
    placed = [replace(guess(UNNAMED), fitted=Fitted(where, UNNAMED, 1.0, 1.5, 1.0)) for where in at]
    answers = [Choice((one, guess(NAMED)), 4.0 - 0.1 * k) for k, one in enumerate(placed)]
    told = in_lamp.told_in_lamp(SIGHT, answers)
    assert looked == [at[0], at[2]]
    assert [each.guesses[0].fitted.value for each in told] == [5, 5, 6]

"""A die beside others that mirrors a lamp: what that leaves of its upper face tells its value, and is its own."""

from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest
from drawn_faces import BLACK, PATTERNS, SIDE, face, mirroring, small

from vision.colours.highlight import DieColours
from vision.cubes.cube import Attitude, Sight
from vision.frame import Image
from vision.glare import upper_face
from vision.pictures.rectify import TopPlane, Window
from vision.pictures.segment import Mask
from vision.ways.agreeing import with_lamp

COLOURS = DieColours(np.array(BLACK, np.float32), np.array((200, 200, 200), np.float32))
SIGHT = cast(Sight, SimpleNamespace(colours=(COLOURS,), patterns=PATTERNS))
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
    assert upper_face.lamp_leaves_only(SIGHT, AT, value)


def test_another_value_than_it_leaves_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    mirroring_in_a_corner(monkeypatch, 6, 255)
    assert not upper_face.lamp_leaves_only(SIGHT, AT, 4)


def test_without_a_lamp_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    mirroring_in_a_corner(monkeypatch, 6, 0)
    assert not upper_face.lamp_leaves_only(SIGHT, AT, 6)


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

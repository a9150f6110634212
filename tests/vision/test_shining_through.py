"""Ones of clear dice through which the 6 of the far side shines."""

import numpy as np
import pytest
from drawn_faces import PART, PATTERNS, SIDE, face, small
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.doubts.shining_through import CLEAR_ALONE, is_clear_one
from vision.faces.topface import by_value, explained, look

RED, WHITE, SHINING = (36, 24, 182), (245, 245, 245), (50, 40, 252)


def looked_at(value: int, body: tuple[int, int, int], behind: tuple[int, int, int] | None) -> NDArray[np.uint8]:
    """Draw a face whose far side's pips, those of the opposite value, show in a colour; look at it, (1, m, 3)."""
    large = face(7 - value, body, body if behind is None else behind)
    pips = np.abs(face(value, body, WHITE).astype(int) - body).sum(axis=2) > 0
    large[pips] = WHITE
    places = (PATTERNS.grid / PART * SIDE + SIDE / 2 - 0.5).astype(np.float32)
    return look(small(large), places[None, :, 0], places[None, :, 1])


def known(body: tuple[int, int, int]) -> list[DieColours]:
    return [DieColours(np.array(body, np.float32), np.array(WHITE, np.float32))]


def test_a_1_through_which_a_6_shines_is_clear_by_the_colours_of_its_pips() -> None:
    seen = looked_at(1, RED, SHINING)
    assert by_value(explained(seen, PATTERNS), PATTERNS)[0, 0] < CLEAR_ALONE
    assert is_clear_one(seen, known(RED), PATTERNS)


@pytest.mark.parametrize("value", [2, 3, 5])
def test_a_face_of_more_pips_is_no_1(value: int) -> None:
    assert not is_clear_one(looked_at(value, RED, SHINING), known(RED), PATTERNS)


def test_pips_of_its_own_beside_it_are_not_the_far_sides() -> None:
    assert not is_clear_one(looked_at(1, RED, WHITE), known(RED), PATTERNS)


def test_of_grey_dice_nothing_is_said() -> None:
    assert not is_clear_one(looked_at(1, (24, 22, 22), None), known((24, 22, 22)), PATTERNS)

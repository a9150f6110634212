"""Dark dice on a printed layout: what the empty board shows as well is print, what lies on a line is not."""

import cv2
import numpy as np
import pytest

from vision.bodies.dark import _shares_of, dark_body
from vision.faces.explain import Face
from vision.faces.pips import PIPS
from vision.faces.topface import patterns_for
from vision.frame import Image
from vision.geometry import DieModel

SIDE, EDGE_PX, NOISE = 90, 36.0, 1.0
FELT, DARK, PALE = (76, 72, 70), (30, 30, 32), (205, 205, 205)
PATTERNS = patterns_for(DieModel(16.0), EDGE_PX)
MIDDLE = SIDE // 2


def felt() -> Image:
    return np.full((SIDE, SIDE, 3), FELT, np.uint8)


def with_die(picture: Image, value: int, body: tuple[int, int, int] = DARK) -> Image:
    """Draw a die's upper face in the middle of a picture (h, w, 3)."""
    half = round(EDGE_PX / 2)
    shown = picture.copy()
    cv2.rectangle(shown, (MIDDLE - half, MIDDLE - half), (MIDDLE + half, MIDDLE + half), body, cv2.FILLED)
    for x, y in PIPS[value] * 0.25 * EDGE_PX + MIDDLE:
        cv2.circle(shown, (round(x), round(y)), round(0.11 * EDGE_PX), PALE, cv2.FILLED, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(shown, (0, 0), 0.7), np.uint8)


def lined(value: int) -> Image:
    """Print two short lines on the felt, each where a pip of a value lies, and a little longer."""
    board = felt()
    for x, y in PIPS[value] * 0.25 * EDGE_PX + MIDDLE:
        cv2.line(board, (round(x) - 5, round(y)), (round(x) + 5, round(y)), PALE, 4)
    return board


def seen_on(board: Image, picture: Image, value: int, score: float) -> bool:
    """Say whether a dark die is found where a face was read in a picture, on such a board."""
    shape = np.zeros((SIDE, SIDE), np.uint8)
    shape[27:64, 27:64] = 255
    face = Face(float(MIDDLE), float(MIDDLE), 0.0, tuple(score * (v == value) for v in range(1, 7)))
    hidden = np.zeros_like(shape)
    return dark_body(picture, board, face, shape, hidden, PATTERNS, EDGE_PX, NOISE) is not None


@pytest.mark.parametrize("value", [2, 3])
def test_a_dark_die_on_lines_that_look_a_little_like_its_pips_is_no_print(value: int) -> None:
    board = lined(value)
    face = Face(float(MIDDLE), float(MIDDLE), 0.0, (0.0,) * 6)
    share = _shares_of(board, face, PATTERNS, EDGE_PX)[value - 1]
    assert 0.5 < share < 0.75
    assert seen_on(board, with_die(board, value), value, 0.96)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_that_the_empty_board_shows_as_well_is_printed(value: int) -> None:
    board = with_die(felt(), value)
    assert not seen_on(board, board, value, 0.9)


@pytest.mark.parametrize("value", range(1, 7))
def test_what_is_brighter_than_the_board_is_no_dark_die(value: int) -> None:
    assert not seen_on(felt(), with_die(felt(), value, (120, 120, 120)), value, 0.9)

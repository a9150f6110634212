"""Whether what seems to be the upper one of two dice may lie on the board, the other half behind a wall."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import EDGE, PaintedTable

from vision.cubes.cube import Attitude, Fitted, Sight, outline_of, upright
from vision.doubts.upper_of_two import may_lie_before_wall
from vision.pictures.rectify import Window
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess

PLACE, BESIDE = (400.0, 230.0), (400.0, 210.0)
SIZE = 160


@pytest.fixture(scope="module")
def kind() -> Kind:
    return kinds_of(PaintedTable().setup())[0]


def seen(kind: Kind, wall: bool) -> Sight:
    """Look at a die beside which lies another, that a wall hides in part where there is one."""
    column, row = kind.plane.to_px(np.array([PLACE]))[0]
    window = Window(int(column) - SIZE // 2, int(row) - SIZE // 2, SIZE, SIZE)
    patch, nothing = np.zeros((SIZE, SIZE, 3), np.uint8), np.zeros((SIZE, SIZE), np.uint8)
    sight = Sight(kind.plane, window, patch, nothing, nothing, nothing, ~nothing, lambda: nothing, kind.patterns, EDGE)
    own = outline_of(sight, upright(*PLACE, 0.0)) | outline_of(sight, upright(*BESIDE, 0.0))
    view = np.full((SIZE, SIZE), 255, np.uint8)
    if wall:
        hidden = outline_of(sight, upright(BESIDE[0], BESIDE[1] - EDGE / 2, 0.0))
        view[hidden > 0] = 0
    own = np.asarray(cv2.bitwise_and(own, view), np.uint8)
    return replace(sight, own=own, other=np.asarray(cv2.bitwise_and(~own, view), np.uint8), view=view)


def guess(sight: Sight, at: Attitude, clear: float, state: DieState) -> Guess:
    evidence = (0.0, 0.0, 0.0, 0.0, 0.0, clear)
    support = Support.DIE if state is DieState.STACKED else None
    return Guess(Fitted(at, evidence, clear, 1.5, 0.0), state, support, outline_of(sight, at), 0.0, 0.0)


@pytest.mark.parametrize(
    ("wall", "clear", "lead", "asked"),
    [(True, 0.95, 0.6, True), (False, 0.95, 0.6, False), (True, 0.93, 0.6, False), (True, 0.95, 0.8, False)],
    ids=["a wall hides the rest", "no wall is near", "its face shows better above", "it leads by more"],
)
def test_the_upper_one_of_two_may_lie_before_a_wall(
    kind: Kind, wall: bool, clear: float, lead: float, asked: bool
) -> None:
    sight = seen(kind, wall)
    upper = guess(sight, upright(*PLACE, 0.0, EDGE), 0.945, DieState.STACKED)
    level = guess(sight, upright(*PLACE, 0.0), clear, DieState.FLAT)
    choices = [Choice((upper,), 4.0), Choice((level,), 4.0 - lead)]
    assert may_lie_before_wall(sight, upper, choices) == asked

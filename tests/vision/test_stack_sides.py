"""Sides of stacks whose chips have the board's colour in part: seen in pieces, but never beside the stack."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import PaintedTable, turned

from vision.bodies.body import Seen
from vision.bodies.disc import Disc
from vision.bodies.stacks import stack_side
from vision.finding.bodies import find_bodies
from vision.table.kinds import kinds_of

SIZE, FELT, SPOT = 160, (60, 110, 45), (215, 222, 228)
DISC = Disc(80.0, 60.0, 40.0, 0.7)
DRIFT = np.array([0.0, -1.0])
"""A stack's foot lies below its upper chip."""


@pytest.fixture(scope="module")
def seen() -> Seen:
    """A chip in the board's colour with pale spots, and something pale below it."""
    table = PaintedTable()
    (body,) = find_bodies(table.die((400.0, 230.0), turned(4)).picture(), kinds_of(table.setup())[0])
    patch = np.full((SIZE, SIZE, 3), FELT, np.uint8)
    for angle in np.linspace(0, 2 * np.pi, 8, endpoint=False):
        at = (round(80 + 34 * np.cos(angle)), round(60 + 34 * np.sin(angle)))
        cv2.circle(patch, at, 8, SPOT, cv2.FILLED)
    patch[102:126, 50:150] = np.array(SPOT) * 0.8
    return replace(body.seen, patch=patch, mask=np.zeros((SIZE, SIZE), np.uint8))


def side(seen: Seen, left: int, right: int) -> int:
    """Give how much of what nothing explains, between two columns below the chip, is taken for the stack's side."""
    rest = np.zeros((SIZE, SIZE), np.uint8)
    rest[102:126, left:right] = 255
    return cv2.countNonZero(stack_side(seen, rest, DISC, 1.0, DRIFT, [])) // 24


def test_what_lies_below_a_chip_is_the_side_of_its_stack(seen: Seen) -> None:
    assert side(seen, 60, 100) == 40


@pytest.mark.parametrize("right", [140, 150])
def test_what_reaches_far_beside_a_stack_is_not_its_side(seen: Seen, right: int) -> None:
    assert side(seen, 100, right) == 0

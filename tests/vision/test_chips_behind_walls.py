"""Chips of which a wall hides the most are told by their rims; dice have corners."""

import cv2
import numpy as np
import pytest

from vision.bodies.chips import find_discs
from vision.bodies.disc import Disc
from vision.frame import Image
from vision.pictures.segment import Mask

SCALE = 2.0
RADIUS = 39.0
"""Of a chip of 19.5 mm, in pixels."""

DRIFT = np.array([0.0, 0.4])
LEAST_MM, NO_DIE_MM = 11.0, 17.0
"""The least radius of a chip, and one that the outline of no die of 20 mm has."""


def scene(shape: Mask, wall_row: int) -> tuple[Image, Mask, Mask]:
    """Give a picture of something pale (h, w), what is seen of it above a row, and what lies beyond."""
    hidden = np.zeros_like(shape)
    hidden[wall_row:] = 255
    body = np.asarray(cv2.subtract(shape, hidden), np.uint8)
    picture = np.full((*shape.shape, 3), 70, np.uint8)
    picture[body > 0] = 200
    return picture, body, hidden


def found(shape: Mask, wall_row: int, least_mm: float) -> list[Disc]:
    picture, body, hidden = scene(shape, wall_row)
    return find_discs(picture, body, body, SCALE, DRIFT, least_mm, hidden)


@pytest.mark.parametrize("seen", [0.2, 0.3, 0.45, 0.7])
def test_a_chip_behind_a_wall_is_told_by_its_rim(seen: float) -> None:
    shape = np.zeros((160, 160), np.uint8)
    cv2.circle(shape, (80, 90), round(RADIUS), 255, cv2.FILLED)
    (disc,) = found(shape, round(90 - RADIUS + seen * 2 * RADIUS), LEAST_MM)
    assert (disc.column, disc.row) == pytest.approx((80, 90), abs=4.0)
    assert disc.radius == pytest.approx(RADIUS, abs=4.0)


@pytest.mark.parametrize("seen", [0.2, 0.3, 0.45, 0.7])
@pytest.mark.parametrize("turn_deg", [0.0, 20.0, 45.0])
def test_a_die_behind_a_wall_is_no_chip(seen: float, turn_deg: float) -> None:
    shape, edge = np.zeros((160, 160), np.uint8), 40.0
    corners = cv2.boxPoints(((80.0, 90.0), (edge, edge), turn_deg))
    cv2.fillConvexPoly(shape, np.round(corners).astype(np.int32), 255)
    top = float(corners[:, 1].min())
    assert not found(shape, round(top + seen * (float(corners[:, 1].max()) - top)), NO_DIE_MM)


@pytest.mark.parametrize("turn_deg", [0.0, 30.0, 60.0])
def test_two_dice_behind_a_wall_are_no_chip(turn_deg: float) -> None:
    shape = np.zeros((160, 160), np.uint8)
    for column, turn in ((58.0, turn_deg), (98.0, turn_deg + 25.0)):
        cv2.fillConvexPoly(shape, np.round(cv2.boxPoints(((column, 90.0), (40.0, 40.0), turn))).astype(np.int32), 255)
    assert not found(shape, 95, NO_DIE_MM)

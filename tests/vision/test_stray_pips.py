"""Pips that no die explains: of a dark die in the dark, or behind a wall, nothing else may be seen."""

from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from vision.bodies.body import Body, Seen
from vision.finding.stray_pips import stray_pips
from vision.pictures.ground import Empty
from vision.pictures.planes import planes_of
from vision.pictures.rectify import Window
from vision.pictures.segment import Mask, Traces

SIDE, EDGE_PX, NOISE = 90, 40.0, 2.0
WALL_ROWS = 24
FELT, DARK, WALL, PALE = (92, 96, 100), (28, 26, 26), (70, 90, 130), (230, 230, 230)
AT_WALL, IN_THE_MIDDLE = 32, 60


def found(pips: list[tuple[int, int]], dark: bool, radius_px: int = 4) -> list[Body]:
    """Look at a window with a wall along its upper side and pips at columns and rows, in something dark or on felt."""
    picture = np.full((SIDE, SIDE, 3), FELT, np.uint8)
    open_view = np.full((SIDE, SIDE), 255, np.uint8)
    picture[:WALL_ROWS], open_view[:WALL_ROWS] = WALL, 0
    bare = Empty(picture.copy(), planes_of(picture), np.zeros((SIDE, SIDE), np.float32))
    shade, nothing = np.zeros((SIDE, SIDE), np.uint8), np.zeros((SIDE, SIDE), np.uint8)
    if dark:
        for _, row in pips:
            shade[max(row - 12, WALL_ROWS) : row + 7, 20:70] = 255
        picture[shade > 0] = DARK
    for pip in pips:
        cv2.circle(picture, pip, radius_px, PALE, cv2.FILLED)
    place = Seen(
        Window(0, 0, SIDE, SIDE), picture, planes_of(picture), bare, nothing, shade, nothing, open_view, False,
        cast(Traces, None),
    )  # fmt: skip
    return stray_pips(place, [], cast(Any, SimpleNamespace(edge_px=EDGE_PX)), NOISE)


def test_one_pip_in_something_dark_that_a_wall_hides_is_looked_at() -> None:
    (body,) = found([(45, AT_WALL)], dark=True)
    assert body.only_pips
    assert shows(body.rest, 45, AT_WALL)


@pytest.mark.parametrize(("row", "dark"), [(AT_WALL, False), (IN_THE_MIDDLE, True)])
def test_one_bright_spot_on_the_felt_or_away_from_walls_is_none(row: int, dark: bool) -> None:
    assert found([(45, row)], dark) == []


@pytest.mark.parametrize("radius_px", [3, 4, 5])
def test_three_pips_beside_each_other_are_looked_at_anywhere(radius_px: int) -> None:
    (body,) = found([(33, IN_THE_MIDDLE), (46, IN_THE_MIDDLE), (59, IN_THE_MIDDLE)], True, radius_px)
    assert all(shows(body.rest, column, IN_THE_MIDDLE) for column in (33, 46, 59))


def shows(mask: Mask, column: int, row: int) -> bool:
    """Say whether a mask marks a pixel."""
    return bool(mask[row, column])

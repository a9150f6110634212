"""What is worked out in a part of a window, or for its marked pixels only, is what the whole of it would give."""

import cv2
import numpy as np
import pytest

from vision.colours.highlight import DieColours
from vision.colours.tint import PIP_SIZE, larger_than_pips, unlike_bodies
from vision.finding.printed import REACHES, SAME_COLOUR, WAYS, bridged
from vision.geometry import Background
from vision.pictures.planes import planes_of
from vision.pictures.segment import changed_boxes, light_gain

EDGE_PX = 36.0


def test_a_body_that_crosses_print_of_its_own_colour_is_closed_there() -> None:
    patch = np.full((60, 60, 3), 80, np.uint8)
    patch[15:45, 15:45] = 220
    seen = np.zeros((60, 60), np.uint8)
    seen[15:45, 15:45] = 255
    seen[27:33, 15:45] = 0
    assert np.array_equal(bridged(patch, seen, EDGE_PX)[27:33, 15:45], np.full((6, 30), 255))
    patch[27:33, 15:45] = 80
    assert not bridged(patch, seen, EDGE_PX).any()


def test_things_too_far_apart_are_not_closed() -> None:
    patch = np.full((80, 80, 3), 200, np.uint8)
    seen = np.zeros((80, 80), np.uint8)
    seen[:, :10] = seen[:, 60:] = 255
    assert not bridged(patch, seen, EDGE_PX).any()


@pytest.mark.parametrize("seed", range(4))
def test_gaps_are_closed_where_a_way_leads_to_the_body_on_both_sides(seed: int) -> None:
    rng = np.random.default_rng(seed)
    patch = cv2.resize(rng.integers(60, 120, (6, 6, 3), dtype=np.uint8), (50, 50))
    seen = (cv2.resize(rng.integers(0, 256, (10, 10), dtype=np.uint8), (50, 50)) > 140).astype(np.uint8) * np.uint8(255)
    marked = bridged(patch, seen, EDGE_PX)
    size = round(2 * max(REACHES) * EDGE_PX) | 1
    gaps = cv2.subtract(cv2.morphologyEx(seen, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)), seen)
    assert gaps.any()

    def goes_on(row: int, column: int, way: tuple[float, float], sign: int) -> bool:
        for reach in REACHES:
            y, x = (at + sign * round(part * reach * EDGE_PX) for at, part in zip((row, column), way, strict=True))
            alike = (
                0 <= y < 50 and 0 <= x < 50 and abs(patch[y, x].astype(int) - patch[row, column]).max() <= SAME_COLOUR
            )
            if alike and seen[y, x]:
                return True
        return False

    for row, column in np.argwhere(gaps):
        wanted = any(goes_on(row, column, way, 1) and goes_on(row, column, way, -1) for way in WAYS)
        assert bool(marked[row, column]) is wanted


@pytest.mark.parametrize("place", [(0, 0), (30, 30), (0, 50), (47, 20)])
def test_what_is_larger_than_pips_is_kept_at_the_border_too(place: tuple[int, int]) -> None:
    strange = np.zeros((60, 70), np.uint8)
    row, column = place
    strange[row : row + 13, column : column + 20] = 255
    strange[row : row + 2, :] = 255
    size = round(PIP_SIZE * EDGE_PX) | 1
    spot = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    assert np.array_equal(larger_than_pips(strange, EDGE_PX), cv2.morphologyEx(strange, cv2.MORPH_OPEN, spot))
    assert not larger_than_pips(np.zeros_like(strange), EDGE_PX).any()


def test_only_pixels_of_the_mask_are_strange() -> None:
    picture = np.full((20, 20, 3), (30, 30, 200), np.uint8)
    picture[5:10, 5:10] = (40, 200, 40)
    mask = np.zeros((20, 20), np.uint8)
    mask[8:18, 8:18] = 255
    red = DieColours(np.array([30, 30, 200], np.float32), np.array([250, 250, 250], np.float32))
    wanted = np.zeros_like(mask)
    wanted[8:10, 8:10] = 255
    assert np.array_equal(unlike_bodies(planes_of(picture), mask, [red]), wanted)


def test_every_change_has_its_box_and_the_light_its_gain() -> None:
    empty = np.full((360, 640, 3), 100, np.uint8)
    seen = np.full_like(empty, 110)
    seen[40:80, 80:120] = 250
    seen[200:240, 400:480] = 20
    background = Background(empty)
    assert changed_boxes(seen, background, 20.0, 100.0, 12.0) == [(76, 36, 48, 48), (396, 196, 88, 48)]
    assert light_gain(seen, background) == pytest.approx([1.1, 1.1, 1.1])

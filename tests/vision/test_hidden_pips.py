"""White dice under a lamp: where its mirror image leaves nothing of dark pips, there may be more than are seen."""

import cv2
import numpy as np
import pytest
from drawn_faces import PART, SIDE, face, mirroring, small

from vision.frame import Image
from vision.glare.hidden_pips import leaves_traces, may_hide_pips

SPACING = 0.25
MIDDLE = [(0.38, -1.0), (0.62, -1.0), (0.62, 2.0), (0.38, 2.0)]
"""A strip across the middle of a face, from side to side."""


def white(value: int, body: int = 225) -> Image:
    """Draw a white face with dark pips at four times its size."""
    light_pips = face(value, (0, 0, 0)).astype(float) / 200.0
    return np.asarray(body - light_pips * (body - 35), dtype=np.uint8)


def under_lamp(value: int, body: int = 225) -> Image:
    """Let a lamp's mirror image hide everything in the strip."""
    strip = np.zeros((SIDE * 4, SIDE * 4), np.uint8)
    cv2.fillPoly(strip, [np.round(np.array(MIDDLE) * SIDE * 4).astype(np.int32)], 1)
    return small(np.where(strip[..., None] > 0, np.uint8(255), white(value, body)))


@pytest.mark.parametrize(("value", "seen"), [(4, 4), (5, 4), (2, 2), (3, 2)])
def test_a_face_may_have_pips_where_a_lamp_leaves_nothing(value: int, seen: int) -> None:
    assert may_hide_pips(under_lamp(value), PART, SPACING, seen)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_in_even_light_hides_no_pips(value: int) -> None:
    assert not may_hide_pips(small(white(value)), PART, SPACING, value)


@pytest.mark.parametrize("value", range(1, 7))
def test_white_dice_may_be_as_bright_all_over(value: int) -> None:
    assert not may_hide_pips(small(white(value, 255)), PART, SPACING, value)


@pytest.mark.parametrize("value", [2, 3, 5])
def test_a_lamp_that_hides_one_pip_of_those_that_were_told_may_hide_more(value: int) -> None:
    told = {2: 2, 3: 2, 5: 4}[value]
    lit = mirroring(white(value), [(0.38, -1.0), (2.0, -1.0), (2.0, 2.0), (0.38, 2.0)], by=255)
    assert may_hide_pips(small(lit), PART, SPACING, told)


def test_a_6_hides_none_since_there_is_no_face_with_more() -> None:
    assert not may_hide_pips(under_lamp(6), PART, SPACING, 6)


def test_where_some_pips_are_seen_in_the_mirror_image_all_are() -> None:
    half = mirroring(white(4), [(0.4, -1.0), (2.0, -1.0), (2.0, 2.0), (0.4, 2.0)], by=60)
    assert not may_hide_pips(small(half), PART, SPACING, 4)


@pytest.mark.parametrize("value", range(1, 7))
def test_light_pips_are_no_mirror_image(value: int) -> None:
    bright = np.minimum(face(value).astype(float) * 1.27, 255).astype(np.uint8)
    assert not may_hide_pips(small(bright), PART, SPACING, value)


@pytest.mark.parametrize("value", range(1, 7))
def test_light_that_is_smeared_with_small_pips_is_no_darker_body(value: int) -> None:
    soft = cv2.GaussianBlur(white(value, 252), (0, 0), 0.06 * SIDE * 4)
    assert not may_hide_pips(small(np.asarray(soft, np.uint8)), PART, SPACING, value)


TO_THE_MIDDLE = [(0.42, -1.0), (2.0, -1.0), (2.0, 0.7), (0.42, 0.7)]
"""A mirror image that leaves a sliver of a pip in the middle, and nothing of one at the upper right."""


@pytest.mark.parametrize(("value", "seen", "traces"), [(3, 2, True), (5, 4, True), (2, 2, False), (4, 4, False)])
def test_what_a_lamp_leaves_of_a_pip_on_a_white_die_is_a_trace_of_more(value: int, seen: int, traces: bool) -> None:
    lit = small(mirroring(white(value, 255), TO_THE_MIDDLE, by=255))
    assert leaves_traces(lit, PART, SPACING, seen) is traces


@pytest.mark.parametrize("value", range(1, 7))
def test_a_white_face_shows_no_traces_of_more_pips(value: int) -> None:
    assert not leaves_traces(small(white(value, 255)), PART, SPACING, value)


@pytest.mark.parametrize("value", [2, 4])
def test_a_white_body_beside_a_lamp_is_no_trace_of_pips(value: int) -> None:
    """In less light it is darker, around the places of pips as in them."""
    half = [(-1.0, -1.0), (2.0, -1.0), (2.0, 0.62), (-1.0, 0.62)]
    lit = small(mirroring(white(value, 234), half, by=30))
    assert not leaves_traces(lit, PART, SPACING, value)


def test_where_pips_lie_so_close_that_their_rims_are_everywhere_nothing_is_a_trace() -> None:
    assert not leaves_traces(small(white(6, 255)), PART, 0.15, 6)


@pytest.mark.parametrize("value", [1, 3, 5])
@pytest.mark.parametrize("by", [0.03, 0.035, 0.04])
def test_smeared_rims_of_pips_are_no_traces_of_more(value: int, by: float) -> None:
    soft = cv2.GaussianBlur(white(value, 255), (0, 0), by * SIDE * 4)
    assert not leaves_traces(small(np.asarray(soft, np.uint8)), PART, SPACING, value)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("body", [243, 236, 225])
def test_a_white_die_in_less_light_than_it_was_learned_in_shows_no_traces(value: int, body: int) -> None:
    assert not leaves_traces(small(white(value, body)), PART, SPACING, value)

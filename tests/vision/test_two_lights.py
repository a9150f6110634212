"""Faces of which a mirror image covers a part without hiding the pips: read in both lights."""

import cv2
import numpy as np
import pytest

from vision.faces import PIPS
from vision.frame import Image
from vision.geometry import DieModel
from vision.highlight import DieColours
from vision.topface import patterns_for
from vision.two_lights import evidence_in_two_lights

SIDE, PART = 40, 0.96
BLACK, LIT_BY = (24, 22, 22), 150
COLOURS = [DieColours(np.array(BLACK, np.float32), np.array((200, 200, 200), np.float32))]
PATTERNS = patterns_for(DieModel(16.0), 45.0)


def face(value: int, body: tuple[int, int, int] = BLACK) -> Image:
    """Draw a face with light pips at four times its size, (4 * SIDE, 4 * SIDE, 3)."""
    large = np.full((SIDE * 4, SIDE * 4, 3), body, np.uint8)
    edge = SIDE * 4 / PART
    for x, y in PIPS[value] * 0.25 * edge + SIDE * 2:
        cv2.circle(large, (round(x), round(y)), round(0.108 * edge), (200, 200, 200), cv2.FILLED)
    return large


def small(large: Image) -> Image:
    """Make a picture of it, with some noise."""
    soft = cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(float)
    noise = np.random.default_rng(5).normal(0, 2, soft.shape)
    return np.clip(cv2.GaussianBlur(soft, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def mirroring(large: Image, corners: list[tuple[float, float]]) -> Image:
    """Add light within a polygon, whose corners are parts of the face's side."""
    where = np.zeros(large.shape[:2], np.uint8)
    cv2.fillPoly(where, [np.round(np.array(corners) * len(large)).astype(np.int32)], 1)
    return np.minimum(large + where[..., None] * np.float64(LIT_BY), 255).astype(np.uint8)


CORNER = [(-0.1, -0.1), (0.8, -0.1), (0.55, 1.1), (-0.1, 1.1)]
STRIP = [(0.12, -0.1), (0.32, -0.1), (0.3, 1.1), (0.1, 1.1)]


@pytest.mark.parametrize("corners", [CORNER, STRIP])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_is_read_in_both_lights_or_asked(value: int, corners: list[tuple[float, float]]) -> None:
    evidence = evidence_in_two_lights(small(mirroring(face(value), corners)), PATTERNS, PART, COLOURS)
    assert evidence is None or int(np.argmax(evidence)) + 1 == value


@pytest.mark.parametrize("value", [1, 2, 3, 4, 6])
def test_a_mirror_image_that_covers_a_corner_is_seen_through(value: int) -> None:
    evidence = evidence_in_two_lights(small(mirroring(face(value), CORNER)), PATTERNS, PART, COLOURS)
    assert evidence is not None
    assert int(np.argmax(evidence)) + 1 == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_in_one_light_is_left_alone(value: int) -> None:
    assert evidence_in_two_lights(small(face(value)), PATTERNS, PART, COLOURS) is None


@pytest.mark.parametrize("value", [2, 4])
def test_a_side_in_the_shade_is_no_face_beside_a_mirror_image(value: int) -> None:
    white = [DieColours(np.array((200, 205, 205), np.float32), np.array((20, 20, 20), np.float32))]
    seen = mirroring(face(value, (50, 52, 52)), CORNER)
    assert evidence_in_two_lights(small(seen), PATTERNS, PART, white) is None


def test_without_known_colours_nothing_is_said() -> None:
    assert evidence_in_two_lights(small(mirroring(face(4), CORNER)), PATTERNS, PART, ()) is None

"""An upper face that a lamp's mirror image covers but for its rim is read within it; where it may hide pips, not."""

import cv2
import numpy as np
import pytest
from drawn_faces import PART, PATTERNS, SIDE, face, mirroring, small

from vision.faces.pips import PIPS
from vision.frame import Image
from vision.glare.mirror_image import evidence_within

IVORY, INK = (140, 165, 172), (30, 30, 34)
BUT_THE_RIM = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]


def ivory(value: int) -> Image:
    """Draw an ivory face with dark pips, four times its size."""
    large = np.full((SIDE * 4, SIDE * 4, 3), IVORY, np.uint8)
    edge = SIDE * 4 / PART
    for x, y in PIPS[value] * 0.25 * edge + SIDE * 2:
        cv2.circle(large, (round(x), round(y)), round(0.108 * edge), INK, cv2.FILLED)
    return large


def read(large: Image) -> int | None:
    evidence = evidence_within(small(large), PATTERNS, PART)
    return int(np.argmax(evidence)) + 1 if evidence else None


@pytest.mark.parametrize("value", range(2, 7))
@pytest.mark.parametrize("by", [90, 150, 185])
def test_dark_pips_are_read_within_the_mirror_image(value: int, by: int) -> None:
    assert read(mirroring(ivory(value), BUT_THE_RIM, by)) == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_mirror_image_that_leaves_nothing_of_pips_tells_nothing(value: int) -> None:
    assert read(mirroring(ivory(value), BUT_THE_RIM, 255)) is None


@pytest.mark.parametrize("value", [3, 5])
def test_the_brighter_middle_of_a_mirror_image_may_hide_a_pip(value: int) -> None:
    bright = mirroring(ivory(value), [(0.36, 0.36), (0.64, 0.36), (0.64, 0.64), (0.36, 0.64)], 255)
    assert read(mirroring(bright, BUT_THE_RIM, 60)) is None


@pytest.mark.parametrize("value", range(1, 7))
def test_a_mirror_image_on_half_of_a_face_is_read_in_other_ways(value: int) -> None:
    assert read(mirroring(ivory(value), [(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)])) is None


def test_one_spot_within_may_be_anything_and_dark_faces_mirror_nothing() -> None:
    assert read(mirroring(ivory(1), BUT_THE_RIM)) is None
    assert read(face(4)) is None

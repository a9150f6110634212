"""White pips that stand out a little only in a lamp's mirror image: read as if it were not there, or not at all."""

import cv2
import numpy as np
import pytest
from drawn_faces import PART, PATTERNS, face, mirroring, small

from vision.frame import Image
from vision.glare.evened import evidence_evened

RED, LAMP, DIM_LAMP = (45, 30, 200), 208, 120
WHOLE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
CORNER = [(-0.1, 0.35), (0.62, 0.35), (0.62, 1.1), (-0.1, 1.1)]
WIDE = [(-0.1, -0.1), (1.1, -0.1), (1.1, 0.9), (-0.1, 0.8)]
STRIP = [(0.2, -0.1), (1.1, -0.1), (1.1, 1.1), (0.28, 1.1)]


def shining_through(large: Image, value: int, by: int = 10) -> Image:
    """Let the pips of the face below shine through a little."""
    lighter = face(value, (0, 0, 0)).max(axis=2, keepdims=True) > 0
    return np.minimum(large.astype(int) + by * lighter, 255).astype(np.uint8)


@pytest.mark.parametrize("corners", [STRIP, WIDE])
@pytest.mark.parametrize("value", range(1, 7))
def test_white_pips_are_read_in_a_lamps_mirror_image(value: int, corners: list[tuple[float, float]]) -> None:
    evidence = evidence_evened(small(mirroring(face(value, RED), corners, LAMP)), PATTERNS, PART)
    assert evidence is not None
    assert int(np.argmax(evidence)) + 1 == value


@pytest.mark.parametrize("corners", [WHOLE, STRIP, CORNER])
@pytest.mark.parametrize("below", range(1, 7))
def test_pips_that_shine_through_from_below_are_none_of_the_face(
    below: int, corners: list[tuple[float, float]]
) -> None:
    seen = shining_through(mirroring(face(7 - below, RED), corners, LAMP), below)
    evidence = evidence_evened(small(seen), PATTERNS, PART)
    assert evidence is None or int(np.argmax(evidence)) + 1 == 7 - below


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_that_mirrors_no_lamp_or_one_of_plain_white_says_nothing_wrong(value: int) -> None:
    for seen in (face(value, RED), mirroring(face(value, RED), WHOLE, 255)):
        evidence = evidence_evened(small(seen), PATTERNS, PART)
        assert evidence is None or int(np.argmax(evidence)) + 1 == value


@pytest.mark.parametrize("value", range(1, 7))
def test_dark_pips_are_not_read_so(value: int) -> None:
    seen = small((255 - face(value, (25, 25, 30))).astype(np.uint8))
    assert evidence_evened(seen, PATTERNS, PART) is None


@pytest.mark.parametrize(("value", "by"), [(4, 170), (4, 190), (5, 170), (5, 190)])
def test_pips_beside_a_mirror_image_that_fades_are_not_left_out(value: int, by: int) -> None:
    """Neither body nor lit, they told nothing, and what was told looked like a 2."""
    dim = (face(value, RED).astype(int) * 6 // 10).astype(np.uint8)
    light = np.zeros(dim.shape[:2], np.uint8)
    cv2.fillPoly(light, [np.array([(-48, 56), (64, 56), (64, 208), (-48, 208)])], by)
    seen = cv2.add(dim, cv2.merge([cv2.GaussianBlur(light, (0, 0), 14)] * 3))
    assert evidence_evened(small(seen), PATTERNS, PART) is None


@pytest.mark.parametrize("level", [0, 120, 255])
def test_a_face_of_one_colour_tells_nothing(level: int) -> None:
    assert evidence_evened(np.full((48, 48, 3), level, np.uint8), PATTERNS, PART) is None

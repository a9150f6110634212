"""Faces of which a mirror image covers a part without hiding the pips: read in both lights."""

import numpy as np
import pytest
from drawn_faces import BLACK, PART, PATTERNS, face, mirroring, small

from vision.colours.highlight import DieColours
from vision.glare.two_lights import evidence_in_two_lights

COLOURS = [DieColours(np.array(BLACK, np.float32), np.array((200, 200, 200), np.float32))]

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

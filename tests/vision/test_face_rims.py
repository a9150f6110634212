"""Faces whose rounded edges are darker or lighter than their middle: no pip pattern has to explain that."""

import cv2
import numpy as np
import pytest

from vision.faces.pips import PIPS
from vision.faces.told_by import ToldBy
from vision.faces.topface import by_value, explained, patterns_for, sample_faces
from vision.frame import Image
from vision.geometry import DieModel

SIDE, EDGE_PX = 60, 40.0
PATTERNS = patterns_for(DieModel(16.0), 45.0)


def face(value: int | None, middle: int, rim: int, pip: int) -> Image:
    """Draw a face on dark felt whose flat part ends before its edges, soft as a small picture of it."""
    large = np.full((SIDE * 4, SIDE * 4), 60, np.uint8)
    for half, level in ((0.5, rim), (0.385, middle)):
        low, high = (round(SIDE * 2 + sign * half * EDGE_PX * 4) for sign in (-1, 1))
        large[low:high, low:high] = level
    for x, y in () if value is None else PIPS[value] * 0.235 * EDGE_PX * 4 + SIDE * 2:
        cv2.circle(large, (round(x), round(y)), round(0.1 * EDGE_PX * 4), pip, cv2.FILLED)
    grey = cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def evidence(picture: Image) -> np.ndarray:
    pose = np.array([[SIDE / 2 - 0.5, SIDE / 2 - 0.5, 0.0]])
    return by_value(explained(sample_faces(picture, pose, PATTERNS.points, EDGE_PX), PATTERNS), PATTERNS)[0]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(("middle", "rim", "pip"), [(250, 170, 120), (160, 25, 230), (120, 235, 30)])
def test_a_face_that_is_brighter_or_darker_than_its_rounded_rim_is_read(
    value: int, middle: int, rim: int, pip: int
) -> None:
    shares = evidence(face(value, middle, rim, pip))
    first, second = np.sort(shares)[:-3:-1]
    assert int(np.argmax(shares)) + 1 == value
    least, lead = ToldBy.PIPS.value
    assert first >= least
    assert first - second >= lead


@pytest.mark.parametrize(("middle", "rim"), [(250, 170), (160, 25), (120, 235)])
def test_a_rim_alone_is_no_face(middle: int, rim: int) -> None:
    assert evidence(face(None, middle, rim, 0)).max() < 0.5

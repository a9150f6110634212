"""Faces are searched on a lattice of places and turns: none may slip through it."""

from itertools import product

import cv2
import numpy as np
import pytest

from vision.faces.explain import find_faces
from vision.faces.pips import PIPS
from vision.faces.topface import patterns_for
from vision.frame import Image
from vision.geometry import DieModel

EDGE_PX, MIDDLE, TIMES = 40.0, 60.0, 8
PATTERNS = patterns_for(DieModel(16.0), EDGE_PX)


def black_die(value: int, place: tuple[float, float], turn: float) -> Image:
    """Draw a black face with light pips on grey felt at eight times its size, (120, 120, 3)."""
    large = np.full((round(2 * MIDDLE) * TIMES,) * 2, 90, np.uint8)
    square = cv2.boxPoints((place, (EDGE_PX, EDGE_PX), float(np.degrees(turn))))
    cv2.fillConvexPoly(large, np.round(square * TIMES).astype(np.int32), 45)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for x, y in PIPS[value] * 0.25 * EDGE_PX @ spin.T + place:
        cv2.circle(large, (round(x * TIMES), round(y * TIMES)), round(0.1 * EDGE_PX * TIMES), 230, cv2.FILLED)
    grey = cv2.resize(large, None, fx=1 / TIMES, fy=1 / TIMES, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(grey, (0, 0), 1.0)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("turn_deg", [0.0, 7.5, 22.5, 38.0])
def test_a_clear_face_is_found_wherever_it_lies_and_however_it_is_turned(value: int, turn_deg: float) -> None:
    for along, across in product((0.0, 0.7, 1.4, 2.1), repeat=2):
        place = MIDDLE + along, MIDDLE + across
        picture = black_die(value, place, np.deg2rad(turn_deg))
        inner = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(inner, (round(MIDDLE), round(MIDDLE)), round(0.7 * EDGE_PX), 1, cv2.FILLED)
        first = find_faces(picture, picture[..., 0].copy(), inner, PATTERNS, EDGE_PX)[0]
        assert (first.value, first.score > 0.9) == (value, True), (along, across)
        assert np.hypot(first.column - place[0], first.row - place[1]) < 0.1 * EDGE_PX

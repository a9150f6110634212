"""Faces on which light fades from bright to dark: the pips still tell, and the highlight is no pip."""

import cv2
import numpy as np
import pytest

from vision.faces.pips import PIPS
from vision.faces.topface import patterns_for
from vision.frame import Image
from vision.geometry import DieModel
from vision.glare.shifted import FACE_PART, FACE_PX
from vision.glare.upper_face import in_soft_light

PATTERNS = patterns_for(DieModel(16.0), 45.0).bent


def shaded(value: int | None, slope: float) -> Image:
    """Draw a face with dark pips on which a highlight fades away from one corner, as the square of the distance."""
    steps = ((np.arange(FACE_PX) + 0.5) / FACE_PX - 0.5) * FACE_PART
    x, y = np.meshgrid(steps, steps)
    light = 150.0 - slope * ((x - 0.4) ** 2 + (y - 0.4) ** 2)
    for across, down in () if value is None else PIPS[value] * 0.235:
        light[np.hypot(x - across, y - down) < 0.1] -= 60.0
    soft = cv2.GaussianBlur(np.clip(light, 0, 255).astype(np.float32), (5, 5), 0)
    return np.asarray(cv2.cvtColor(soft.astype(np.uint8), cv2.COLOR_GRAY2BGR), dtype=np.uint8)


@pytest.mark.parametrize("slope", [60.0, 100.0, 140.0])
def test_the_pip_of_a_1_is_read_where_light_fades_over_the_face(slope: float) -> None:
    shares = in_soft_light(shaded(1, slope), PATTERNS)
    assert shares is not None
    assert int(np.argmax(shares)) == 0


@pytest.mark.parametrize("value", range(1, 7))
def test_no_other_value_is_read_where_light_fades_over_the_face(value: int) -> None:
    shares = in_soft_light(shaded(value, 100.0), PATTERNS)
    assert shares is None or int(np.argmax(shares)) + 1 == value


@pytest.mark.parametrize("slope", [0.0, 60.0, 120.0])
def test_a_soft_highlight_alone_is_no_pip(slope: float) -> None:
    assert in_soft_light(shaded(None, slope), PATTERNS) is None


def test_a_face_that_a_lamp_blinds_is_not_read_by_its_soft_light() -> None:
    face = shaded(1, 0.0)
    face[:, : FACE_PX // 4] = 255
    assert in_soft_light(face, PATTERNS) is None

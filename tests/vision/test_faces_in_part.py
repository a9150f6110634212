"""Faces of which walls hide parts: read by what is seen of them, and as whole ones where that is all."""

import numpy as np
import pytest
from drawn_faces import PART, PATTERNS, SIDE, face, small
from hypothesis import given
from hypothesis import strategies as st

from vision.cubes.cube_faces import LEAST_PIPS
from vision.faces.topface import by_value, explained, explained_where, sample_faces


def drawn(value: int) -> np.ndarray:
    """Draw a face as its patterns see it, (1, m, 3)."""
    pose = np.array([[SIDE / 2 - 0.5, SIDE / 2 - 0.5, 0.0]])
    return sample_faces(small(face(value)), pose, PATTERNS.points, SIDE / PART)


@given(st.integers(0, 1000))
def test_a_face_in_full_view_is_explained_as_ever(seed: int) -> None:
    faces = np.random.default_rng(seed).integers(0, 256, (2, PATTERNS.grid.shape[0], 3)).astype(np.uint8)
    shares, left = explained_where(faces, np.ones(faces.shape[:2], bool), PATTERNS)
    assert shares == pytest.approx(explained(faces, PATTERNS), abs=1e-3)
    assert left == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("hidden", [0.2, 0.3])
def test_a_face_is_as_clear_by_what_no_wall_hides_of_it(value: int, hidden: float) -> None:
    faces = drawn(value)
    seen = (PATTERNS.grid[:, 0] > PATTERNS.grid[:, 0].min() + hidden * np.ptp(PATTERNS.grid[:, 0]))[None]
    faces[~seen] = (140, 160, 210)
    shares, left = (by_value(each, PATTERNS)[0] for each in explained_where(faces, seen, PATTERNS))
    assert int(np.argmax(shares)) + 1 == value
    assert shares[value - 1] > 0.8 > by_value(explained(faces, PATTERNS), PATTERNS)[0, value - 1]
    assert left[value - 1] > LEAST_PIPS


def test_nothing_is_told_of_a_face_that_is_hidden_altogether() -> None:
    shares, left = explained_where(drawn(5), np.zeros((1, PATTERNS.grid.shape[0]), bool), PATTERNS)
    assert shares.max() == left.max() == 0.0

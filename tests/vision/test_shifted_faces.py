"""Faces are looked at in several places at once: what is told of each is what a look at that place alone tells."""

from itertools import product

import numpy as np
import pytest
from drawn_faces import PART, PATTERNS, face, small

from vision.faces.topface import explained_in_part, look
from vision.glare.shifted import in_picture, shares_in_part, shifted

SHIFTS = (-0.04, 0.0, 0.04)


def test_every_pair_of_shifts_is_looked_at_and_none_moves_the_middle() -> None:
    columns, rows = shifted(PATTERNS, SHIFTS, PART, 40)
    assert columns.shape == rows.shape == (9, len(PATTERNS.grid))
    middles = np.stack([columns.mean(axis=1), rows.mean(axis=1)], axis=1)
    expected = [
        ((across / PART + 0.5) * 40 - 0.5, (down / PART + 0.5) * 40 - 0.5) for across, down in product(SHIFTS, SHIFTS)
    ]
    assert middles == pytest.approx(np.array(expected), abs=1e-3)


def test_the_middle_of_a_face_is_the_middle_of_its_picture() -> None:
    columns, rows = in_picture(np.zeros((1, 1, 2)), PART, 40)
    assert (columns.item(), rows.item()) == (19.5, 19.5)


@pytest.mark.parametrize("value", range(1, 7))
def test_faces_seen_in_part_are_told_together_as_each_alone(value: int) -> None:
    seen = look(small(face(value)), *shifted(PATTERNS, SHIFTS, PART, 40))
    left = np.random.default_rng(value).random(seen.shape[:2]) < np.linspace(0.2, 1.0, len(seen))[:, None]
    shares, shown = shares_in_part(seen, left, PATTERNS, 0.4)
    for k in range(len(seen)):
        alone = explained_in_part(seen[k][None], left[k][None], PATTERNS)
        told = left[k].mean() >= 0.4
        assert shares[k] == pytest.approx(told * alone[0][0], abs=1e-4)
        assert shown[k] == pytest.approx(told * alone[1][0], abs=1e-4)


def test_of_faces_of_which_too_little_is_left_nothing_is_told() -> None:
    seen = look(small(face(5)), *shifted(PATTERNS, SHIFTS, PART, 40))
    shares, shown = shares_in_part(seen, np.zeros(seen.shape[:2], bool), PATTERNS, 0.4)
    assert not shares.any()
    assert not shown.any()

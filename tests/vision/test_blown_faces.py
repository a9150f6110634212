"""Faces of which a lamp hides a part behind plain white: read by the rest, or not at all."""

import cv2
import numpy as np
import pytest
from drawn_faces import face, mirroring, small

from vision.faces.pips import PIPS
from vision.faces.topface import patterns_for
from vision.frame import Image
from vision.geometry import DieModel
from vision.glare.blown import evidence_beside_strip, evidence_of_rest
from vision.glare.sites import read_sites

SIDE, PART = 40, 0.96
BLUE = (150, 70, 40)


def _face(value: int) -> Image:
    """Draw a blue face with white pips, soft as a small picture of it, (SIDE, SIDE, 3)."""
    large = np.full((SIDE * 4, SIDE * 4, 3), BLUE, np.uint8)
    edge = SIDE * 4 / PART
    for x, y in PIPS[value] * 0.25 * edge + SIDE * 2:
        cv2.circle(large, (round(x), round(y)), round(0.108 * edge), (246, 246, 246), cv2.FILLED)
    return np.asarray(cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _under_lamp(value: int, columns: int) -> Image:
    face = _face(value)
    face[:, :columns] = 255
    return face


PATTERNS = patterns_for(DieModel(19.05), 22.0)


@pytest.mark.parametrize(("value", "columns"), [(1, 13), (2, 12), (3, 14), (4, 14), (5, 14), (6, 14)])
def test_a_face_is_read_by_what_the_lamp_leaves(value: int, columns: int) -> None:
    evidence = evidence_of_rest(_under_lamp(value, columns), PATTERNS, PART)
    assert evidence is not None
    assert int(np.argmax(evidence)) + 1 == value


@pytest.mark.parametrize("value", [4, 5])
def test_values_that_differ_only_under_the_lamp_are_not_told_apart(value: int) -> None:
    assert evidence_of_rest(_under_lamp(value, 27), PATTERNS, PART) is None


@pytest.mark.parametrize("value", range(1, 7))
def test_pips_are_no_lamp(value: int) -> None:
    assert evidence_of_rest(_face(value), PATTERNS, PART) is None


def test_a_face_that_shows_nothing_but_the_lamp_is_not_read() -> None:
    assert evidence_of_rest(np.full((SIDE, SIDE, 3), 255, np.uint8), PATTERNS, PART) is None


def _beside_strip(value: int, columns: int) -> Image:
    """Draw a face in dim light that mirrors something pale along one side."""
    face = np.asarray(_face(value) // 2, dtype=np.uint8)
    face[:, :columns] = np.maximum(face[:, :columns], (150, 130, 120))
    return face


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_is_read_beside_a_pale_strip(value: int) -> None:
    evidence = evidence_beside_strip(_beside_strip(value, 11), PATTERNS, PART)
    assert evidence is not None
    assert int(np.argmax(evidence)) + 1 == value


@pytest.mark.parametrize("value", [4, 5])
def test_values_that_differ_only_in_the_strip_are_not_told_apart(value: int) -> None:
    assert evidence_beside_strip(_beside_strip(value, 27), PATTERNS, PART) is None


@pytest.mark.parametrize("value", range(1, 7))
def test_pips_are_no_strip(value: int) -> None:
    assert evidence_beside_strip(_face(value), PATTERNS, PART) is None


def test_where_a_pip_ends_at_white_there_may_be_more_of_them_under_it() -> None:
    white_with_dark_pips = (255 - face(4, (1, 1, 1))).astype(np.uint8)
    beyond = [(0.74, -2.0), (2.0, -2.0), (2.0, 2.0), (0.74, 2.0)]
    evidence = read_sites(small(mirroring(white_with_dark_pips, beyond, 250)))
    assert evidence[5 - 1] == pytest.approx(evidence[4 - 1])


def test_in_a_face_that_is_white_all_over_no_dark_corners_are_pips_of_dice_with_light_ones() -> None:
    blown = np.full((SIDE, SIDE, 3), 254, np.uint8)
    for corner in (np.s_[6:14, 6:14], np.s_[26:34, 26:34]):
        blown[corner] = 235
    assert max(read_sites(blown)) > 0.7
    assert max(read_sites(blown, [True])) < 0.6


def test_what_a_wall_hides_of_a_face_shows_no_missing_pips() -> None:
    seen = _beside_strip(5, 7)
    seen[:, -14:] = 40
    behind_wall = np.zeros((SIDE, SIDE), np.uint8)
    behind_wall[:, -14:] = 255
    told = evidence_beside_strip(seen, PATTERNS, PART, behind_wall)
    assert told is None or int(np.argmax(told)) + 1 == 5

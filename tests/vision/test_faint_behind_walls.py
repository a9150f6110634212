"""Dice of which only the pips are seen, partly behind a wall: what is left of a face may be another value's as well."""

from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from vision.faces.explain import Face
from vision.faces.pips import PIPS
from vision.faces.topface import patterns_for
from vision.geometry import DieModel
from vision.judging.faint import _maybe_another

SIDE, EDGE_PX = 60, 40.0
DARK, PALE = (24, 24, 26), (225, 225, 225)
PATTERNS = patterns_for(DieModel(19.05), EDGE_PX)


def doubted(value: int, read: int, hidden_columns: int) -> bool:
    """Draw a dark face whose right part a wall hides, and say whether it may show another value than was read."""
    patch = np.full((SIDE, SIDE, 3), DARK, np.uint8)
    for x, y in PIPS[value] * 0.25 * EDGE_PX + SIDE / 2:
        cv2.circle(patch, (round(x), round(y)), round(0.11 * EDGE_PX), PALE, cv2.FILLED, cv2.LINE_AA)
    open_view = np.full((SIDE, SIDE), 255, np.uint8)
    right = round(SIDE / 2 + EDGE_PX / 2) - hidden_columns
    patch[:, right:], open_view[:, right:] = (90, 110, 130), 0
    body = SimpleNamespace(seen=SimpleNamespace(patch=patch, open_view=open_view))
    face = Face(SIDE / 2 - 0.5, SIDE / 2 - 0.5, 0.0, tuple(float(v == read) for v in range(1, 7)))
    return _maybe_another(face, cast(Any, body), cast(Any, SimpleNamespace(patterns=PATTERNS, edge_px=EDGE_PX)))


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_in_full_view_is_no_other(value: int) -> None:
    assert not doubted(value, value, 0)


@pytest.mark.parametrize("value", [3, 5, 6])
def test_a_face_whose_pips_are_left_is_no_other(value: int) -> None:
    assert not doubted(value, value, 6)


@pytest.mark.parametrize(("value", "read"), [(4, 4), (4, 5), (5, 5), (5, 4)])
def test_half_a_face_that_two_values_share_is_asked(value: int, read: int) -> None:
    assert doubted(value, read, 26)


def test_what_is_left_of_a_face_must_be_what_was_read() -> None:
    assert doubted(6, 4, 16)

"""Sides that hardly differ from the board, and shadows as deep as a body is dark."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.judging.strange import strange_in
from vision.pictures.segment import Sensitivity, hazy_in

LIMITS = Sensitivity(change=7.0, chroma=10.0)


def strength_of(width: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Give a body's evidence with a weak band so wide beside it."""
    strength = np.zeros((40, 60), np.float32)
    strength[10:30, 10:30] = 90.0
    strength[10:30, 30 : 30 + width] = 15.0
    return strength


@pytest.mark.parametrize(("width", "found"), [(2, False), (3, False), (6, True)])
def test_a_weak_band_is_a_side_only_where_it_is_wider_than_an_edges_blur(width: int, found: bool) -> None:
    body = np.zeros((40, 60), np.uint8)
    body[10:30, 10:30] = 255
    hazy = hazy_in(strength_of(width), [body], LIMITS, 5.0)
    assert bool((hazy > 0).any()) == found
    assert not (hazy[body > 0] > 0).any()


@pytest.mark.parametrize(("dark", "missing", "asked"), [(True, False, False), (True, True, True), (False, False, True)])
def test_a_deep_shadow_is_asked_about_only_where_a_die_is_missing(dark: bool, missing: bool, asked: bool) -> None:
    left = np.zeros((60, 60), np.uint8)
    left[10:40, 10:40] = 255
    murky = left if dark else np.zeros_like(left)
    window = SimpleNamespace(left=0, top=0, width=60, height=60)
    seen = SimpleNamespace(open_view=np.full_like(left, 255), murky=murky, window=window)
    plane = SimpleNamespace(lower=lambda points, height_mm: points)
    kind: Any = SimpleNamespace(edge_px=30.0, plane=plane, model=SimpleNamespace(edge_mm=16.0))
    judged: Any = SimpleNamespace(body=SimpleNamespace(seen=seen), kind=kind, rests=[], unexplained=left)
    assert (strange_in(judged, missing) is not None) == asked

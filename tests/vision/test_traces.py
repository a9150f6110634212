"""Light pips in a mirror image that is all but white are told by what their pixels have in common."""

import numpy as np
import pytest
from drawn_faces import PART, PATTERNS, face, small

from vision.frame import Image
from vision.glare.traces import possible_by_traces

VALUES = range(1, 7)
LAYOUTS = [PATTERNS.pips_of(value) for value in VALUES]
RADIUS, NOISE = 0.108, 2.0


def all_but_white(value: int, body: float, pip: float, noise: float = NOISE, seed: int = 1) -> Image:
    """Draw a face whose body is less white than its pips, in one channel: a picture ends at 255."""
    share = small(face(value, (0, 0, 0), (255, 255, 255))) / 255.0
    levels = np.stack([np.full(share.shape[:2], 260.0), body + (pip - body) * share[..., 1], share[..., 2] + 260.0], -1)
    noisy = np.minimum(levels, 255.0) + np.random.default_rng(seed).normal(0.0, noise, share.shape)
    return np.asarray(np.clip(np.round(noisy), 0, 255), dtype=np.uint8)


def left(picture: Image, noise: float = NOISE) -> list[int]:
    possible = possible_by_traces(picture, PART, noise, LAYOUTS, RADIUS)
    return [value for value, may_be in zip(VALUES, possible, strict=True) if may_be]


@pytest.mark.parametrize("value", range(2, 7))
@pytest.mark.parametrize("seed", range(4))
def test_pips_a_few_levels_above_the_body_are_told_through_noise(value: int, seed: int) -> None:
    picture = all_but_white(value, 250.5, 258.0, seed=seed)
    assert left(np.ascontiguousarray(np.rot90(picture, seed))) == [value]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("seed", range(4))
def test_the_true_value_is_never_ruled_out_nor_any_where_body_and_pips_are_as_white_as_can_be(
    value: int, seed: int
) -> None:
    assert value in left(all_but_white(value, 253.5, 258.0, seed=seed))
    assert left(all_but_white(value, 258.0, 259.0, seed=seed)) == list(VALUES)


def test_what_varies_more_than_noise_is_no_trace_of_pips() -> None:
    assert left(all_but_white(4, 252.0, 258.0), noise=0.5) == list(VALUES)


def test_a_lamp_that_fades_over_the_face_is_no_pip() -> None:
    fading = all_but_white(4, 252.0, 252.0).astype(float)
    fading[..., 1] -= np.linspace(0.0, 6.0, fading.shape[1])
    assert left(np.asarray(np.round(fading), np.uint8)) == list(VALUES)


def test_a_face_that_is_hardly_white_shows_no_traces() -> None:
    picture = all_but_white(4, 252.0, 258.0)
    picture[:, len(picture) // 3 :] = 90
    assert left(picture) == list(VALUES)

"""The brightest and the darkest channel of colours and their sum are what numpy's own give."""

import numpy as np
import pytest

from vision.pictures.channels import brightest_of, darkest_of, sum_of


@pytest.mark.parametrize("shape", [(0, 3), (7, 3), (5, 4, 3), (2, 5, 4, 3)])
@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.float32])
def test_the_brightest_and_the_darkest_channel_of_colours(shape: tuple[int, ...], kind: type) -> None:
    colours = np.random.default_rng(1).integers(0, 256, shape).astype(kind)
    assert np.array_equal(brightest_of(colours), colours.max(axis=-1))
    assert np.array_equal(darkest_of(colours), colours.min(axis=-1))
    assert brightest_of(colours).dtype == kind


@pytest.mark.parametrize("shape", [(0, 3), (7, 3), (5, 4, 3)])
@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_the_sum_of_the_channels_does_not_run_over(shape: tuple[int, ...], kind: type) -> None:
    colours = np.random.default_rng(1).integers(200, 256, shape).astype(kind)
    assert np.array_equal(sum_of(colours), colours.sum(axis=-1, dtype=int))

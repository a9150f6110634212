"""Quantiles of few values."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from vision.pictures.quantiles import quantile


@given(st.integers(1, 40).flatmap(lambda count: arrays(np.uint8, (count, 3))), st.floats(0.0, 1.0))
def test_a_quantile_is_the_one_that_numpy_gives(values: NDArray[np.uint8], part: float) -> None:
    assert np.allclose(quantile(values, part), np.quantile(values, part, axis=0), atol=1e-6)

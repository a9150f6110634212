"""The brightest and the darkest channel of colours, and their sum: numpy's own take long along so short an axis."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Level = TypeVar("Level", np.uint8, np.int16, np.float32)

_ONES = np.ones(3, np.float32)


def brightest_of(colours: NDArray[Level]) -> NDArray[Level]:
    """Give the brightest channel of colours (..., 3), (...)."""
    blue, green, red = (colours[..., channel] for channel in range(3))
    return np.maximum(np.maximum(blue, green), red)


def darkest_of(colours: NDArray[Level]) -> NDArray[Level]:
    """Give the darkest channel of colours (..., 3), (...)."""
    blue, green, red = (colours[..., channel] for channel in range(3))
    return np.minimum(np.minimum(blue, green), red)


def sum_of(colours: NDArray[Level]) -> NDArray[np.float32]:
    """Give the sum of the channels of colours (..., 3), (...)."""
    return np.asarray(colours @ _ONES, dtype=np.float32)

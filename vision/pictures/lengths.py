"""Lengths of many short vectors: numpy's own goes along so short an axis, and takes many times as long."""

from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


def lengths(vectors: Floats) -> Floats:
    """Give the lengths of vectors along the last axis, (..., n) to (...)."""
    squares = vectors * vectors
    return np.asarray(np.sqrt(reduce(np.add, (squares[..., axis] for axis in range(squares.shape[-1])))))

"""The six faces as pip patterns, in units of the pip spacing about the face's centre, and their symmetry."""

import numpy as np
from numpy.typing import NDArray

PIPS: dict[int, NDArray[np.float64]] = {
    1: np.array([[0, 0]], float),
    2: np.array([[-1, -1], [1, 1]], float),
    3: np.array([[-1, -1], [0, 0], [1, 1]], float),
    4: np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]], float),
    5: np.array([[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], float),
    6: np.array([[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]], float),
}
"""Pip centres (n, 2) by value. The long row of a 6 runs along y; its spacing may differ from the other faces'."""

TURNS = {1: 1, 2: 2, 3: 2, 4: 1, 5: 1, 6: 2}
"""How many quarter turns look different, by value."""

OPPOSITE_SUM = 7
"""Opposite faces add up to this on every common die."""

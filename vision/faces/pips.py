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

SITES = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=float)
"""Where pips may be, (9, 2), in the same units."""


def _layouts(value: int) -> list[NDArray[np.bool_]]:
    turned = (PIPS[value][:, ::-1] * [1, -1] if turn else PIPS[value] for turn in range(TURNS[value]))
    return [np.array([(pips == site).all(axis=1).any() for site in SITES]) for pips in turned]


LAYOUTS = np.array([layout for value in PIPS for layout in _layouts(value)])
"""Which sites have a pip, (9, 9): of each value in each of its turns."""

FIRST_LAYOUT = np.cumsum([0, *(TURNS[value] for value in PIPS)])[:-1]
"""Where the layouts of each value begin, (6,)."""

"""What fair dice do: chances of totals and of pairs."""

import numpy as np
from numpy.typing import NDArray

from controller.rolls.table import FACES

Floats = NDArray[np.float64]
FAIR = np.full(FACES, 1 / FACES)
SEVEN = 7


def total_chances(dice: int) -> Floats:
    """Give the chances of the totals dice..6·dice of fair dice, (5·dice + 1,)."""
    chances = np.ones(1)
    for _ in range(dice):
        chances = np.convolve(chances, FAIR)
    return chances


def alike_pair_chances() -> Floats:
    """Give the chances of the 21 pairs of two dice that look alike, in the order of `alike_pairs`, (21,)."""
    first, second = np.triu_indices(FACES)
    return np.where(first == second, 1.0, 2.0) / FACES**2


def alike_pairs(first: NDArray[np.integer], second: NDArray[np.integer]) -> NDArray[np.int64]:
    """Number the pairs of faces 0..5 (n,), whichever die is which: (0,0), (0,1) ... (5,5) are 0..20."""
    numbers = np.zeros((FACES, FACES), np.int64)
    numbers[np.triu_indices(FACES)] = np.arange(FACES * (FACES + 1) // 2)
    return np.asarray(numbers[np.minimum(first, second), np.maximum(first, second)])

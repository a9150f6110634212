"""The 252 different falls of five dice, what may be kept of them, and how a throw goes on from there."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from controller.rules.dice import FACES
from controller.rules.general_scores import BOXES, DICE, worth

Dice = tuple[int, ...]
Values: TypeAlias = npt.NDArray[np.float64]

HANDS: tuple[Dice, ...] = tuple(combinations_with_replacement(FACES, DICE))
HAND_INDEX = {hand: index for index, hand in enumerate(HANDS)}
KEEPS: tuple[Dice, ...] = tuple(
    kept for count in range(DICE + 1) for kept in combinations_with_replacement(FACES, count)
)
KEEP_INDEX = {kept: index for index, kept in enumerate(KEEPS)}
NOTHING = KEEP_INDEX[()]


def keeps_of(hand: Dice) -> tuple[Dice, ...]:
    """Give every different choice of dice to keep, from none to all five."""
    return tuple(sorted({kept for count in range(DICE + 1) for kept in combinations(sorted(hand), count)}))


@cache
def chances() -> Values:
    """Give the chance of each hand (column) when the other dice are thrown beside those kept (row): 462 × 252."""
    table = np.zeros((len(KEEPS), len(HANDS)))
    for row, kept in enumerate(KEEPS):
        thrown = DICE - len(kept)
        for dice in combinations_with_replacement(FACES, thrown):
            ways = factorial(thrown) // prod(map(factorial, Counter(dice).values()))
            table[row, HAND_INDEX[tuple(sorted(kept + dice))]] += ways / 6**thrown
    return table


@cache
def may_keep() -> npt.NDArray[np.bool_]:
    """Tell of each hand (row) which choices (columns) can be kept of it: 252 × 462."""
    table = np.zeros((len(HANDS), len(KEEPS)), dtype=bool)
    for row, hand in enumerate(HANDS):
        table[row, [KEEP_INDEX[kept] for kept in keeps_of(hand)]] = True
    return table


@cache
def points(throw: int) -> Values:
    """Give what each hand (row) is worth in each box (column) after the throw of this number: 252 × 10."""
    return np.array([[worth(box, hand, throw) for box in BOXES] for hand in HANDS], dtype=np.float64)

"""Which guesses stand together: every set of dice that can lie there, and how much of the picture it explains."""

from dataclasses import dataclass
from itertools import combinations, islice, product

import cv2
import numpy as np

from vision.cube import Sight
from vision.guesses import Guess
from vision.segment import Mask

DIE_COST = 0.4
"""What another die must explain more than none, in areas of a top face."""

MOST_SETS = 1500

SAME_PLACE = 0.85
"""Dice whose middles are nearer, in edges, stand in each other."""


@dataclass(frozen=True, eq=False)
class Choice:
    """A set of guesses, one a die, and what they explain together."""

    guesses: tuple[Guess, ...]
    merit: float

    @property
    def answer(self) -> tuple[tuple[str, int], ...]:
        return tuple(sorted(guess.answer for guess in self.guesses))


def choices_of(whole: Sight, ways: list[list[Guess]]) -> list[Choice]:
    """Rank the sets of guesses, at most one from each list, whose dice can lie there together."""
    guesses = [guess for way in ways for guess in way]
    shared = {
        (i, j): _shared(whole, one.shape, two.shape) for (i, one), (j, two) in combinations(list(enumerate(guesses)), 2)
    }
    number = iter(range(len(guesses)))
    options = [[None, *(next(number) for _ in way)] for way in ways]
    found = []
    for picks in islice(product(*options), MOST_SETS):
        chosen = [k for k in picks if k is not None]
        pairs = list(combinations(chosen, 2))
        if all(_can_lie(guesses[i], guesses[j], whole.edge_mm) for i, j in pairs):
            merit = sum(guesses[k].merit - DIE_COST for k in chosen) - sum(shared[pair] for pair in pairs)
            found.append(Choice(tuple(guesses[k] for k in chosen), merit))
    return sorted(found, key=lambda choice: -choice.merit)


def _shared(whole: Sight, one: Mask, two: Mask) -> float:
    """Give the worth of what two silhouettes both cover; it counts once."""
    both = np.asarray(cv2.bitwise_and(one, two), dtype=np.uint8)
    count = cv2.countNonZero(both)
    return cv2.mean(whole.weights, mask=both)[0] * count / whole.face_px if count else 0.0


def _can_lie(one: Guess, two: Guess, edge_mm: float) -> bool:
    """Say whether two dice, or the dice under them, do not stand in each other."""
    ones, twos = ([g.fitted.attitude, *([g.under] if g.under else [])] for g in (one, two))
    return all(
        np.linalg.norm(a.middle_mm(edge_mm) - b.middle_mm(edge_mm)) > SAME_PLACE * edge_mm for a in ones for b in twos
    )

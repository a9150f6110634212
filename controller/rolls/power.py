"""What so many rolls could have shown: the smallest bias that would, as likely as not, have been found by now."""

import numpy as np
from scipy.optimize import brentq

from controller.rolls.chances import FAIR
from controller.rolls.evidence import group_evidence, with_one_face
from controller.rolls.fairness import Fairness
from controller.rolls.table import FACES

_MOST = 1 - 1 / FACES


def smallest_bias(values: int, level: float, eps: float = 0.0, named: int | None = None) -> float | None:
    """Give the least excess of one face, the others equal, that n values of a die would show; None: none at all.

    That is where the average run reaches the bound; about half of all runs reach it sooner (bench/stats.py). `named`:
    the face 1..6, where it was named before the first roll.
    """

    def short(excess: float) -> float:
        counts = _average(values, excess, named or FACES)
        return float(-np.log(level) - with_one_face(counts, group_evidence(counts, FAIR, eps), eps, named)[0])

    if values == 0 or short(_MOST) > 0:
        return None
    return float(brentq(short, eps, _MOST, xtol=1e-6))


def bias_shown(fairness: Fairness) -> float | None:
    """Give the least excess of one face of one die that all dice of a set would show by now; None: none at all.

    Among dice that look alike, one die's excess is spread over the faces of all.
    """
    shown = [
        smallest_bias(int(test.counts.sum()), test.evidence.level, fairness.eps, fairness.named)
        for test in fairness.of("faces")
    ]
    worst = max((1.0 if bias is None else bias for bias in shown), default=1.0) * fairness.dice_in_bag
    return worst if worst < _MOST else None


def _average(values: int, excess: float, face: int) -> np.ndarray:
    """Give the average counts of a die with one face too frequent, (1, 6)."""
    shares = np.full(FACES, (1 - 1 / FACES - excess) / (FACES - 1))
    shares[face - 1] = 1 / FACES + excess
    return np.asarray(values * shares[None, :])

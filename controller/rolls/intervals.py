"""Intervals: for shares that may be looked at any time, and for the faces of a die."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import betaln, xlogy
from scipy.stats import beta

Floats = NDArray[np.float64]
Interval = tuple[float, float]

FACE_WEIGHT = 300.0
"""The mixture behind the faces' confidence sequence: narrowest around some thousand rolls of a nearly fair die."""
_NONE, _ALL = 1e-12, 1 - 1e-12


def rate_sequence(hits: int, trials: int, level: float, centre: float = 0.5, weight: float = 1.0) -> Interval:
    """Give a confidence sequence for a share: it holds at all times together but with chance `level`.

    The shares that a beta mixture (mean `centre`, worth `weight` trials) does not beat by 1/level (Robbins 1970).
    """
    if trials == 0:
        return 0.0, 1.0
    a, b = weight * centre, weight * (1 - centre)
    bound = betaln(a + hits, b + trials - hits) - betaln(a, b) + np.log(level)

    def beaten(p: float) -> float:
        return float(xlogy(hits, p) + xlogy(trials - hits, 1 - p) - bound)

    return _around(beaten, hits / trials)


def face_sequence(counts: ArrayLike, level: float) -> list[Interval]:
    """Give the confidence sequence of each face's chance, all faces and all times together but with chance `level`.

    Each face against all others (Lindon & Malek 2022 for two categories) has an equal share of the level: that is
    narrower than what one mixture over all faces leaves to each.
    """
    seen = np.asarray(counts)
    n, k = int(seen.sum()), len(seen)
    return [rate_sequence(int(hits), n, level / k, 1 / k, FACE_WEIGHT) for hits in seen]


def _around(beaten: Callable[[float], float], best: float) -> Interval:
    """Find where a curve that is highest at `best` falls below 0 on either side."""
    low = 0.0 if best <= _NONE or beaten(_NONE) > 0 else brentq(beaten, _NONE, best)
    high = 1.0 if best >= _ALL or beaten(_ALL) > 0 else brentq(beaten, best, _ALL)
    return float(low), float(high)


def posterior_intervals(counts: ArrayLike, share: float = 0.95) -> list[Interval]:
    """Give each face's central posterior interval under the flat prior: right for one look, not for many."""
    seen = np.asarray(counts, float)
    a, b = seen + 1, seen.sum() - seen + len(seen) - 1
    tail = (1 - share) / 2
    return [(float(low), float(high)) for low, high in zip(beta.ppf(tail, a, b), beta.ppf(1 - tail, a, b), strict=True)]

"""How much a share turns on the few tables or set-ups it was measured at."""

from collections import Counter
from collections.abc import Hashable, Iterable

import numpy as np

DRAWS, SEED = 2000, 1
OUTER = 2.5, 97.5
"""Percentiles between which nineteen of twenty draws lie."""


def spread(cases: Iterable[tuple[Hashable, bool]]) -> tuple[float, float]:
    """Give between which percentages a share lies for 19 in 20 draws of as many groups from those measured.

    Each case comes with its group, a table or set-up: what lies on one table is read well or badly together (bootstrap
    over clusters, Efron and Tibshirani 1993).
    """
    total: Counter[Hashable] = Counter()
    found: Counter[Hashable] = Counter()
    for group, is_it in cases:
        total[group] += 1
        found[group] += is_it
    if not total:
        return 0.0, 0.0
    sizes, counts = (np.array([each[group] for group in total]) for each in (total, found))
    drawn = np.random.default_rng(SEED).integers(0, len(sizes), (DRAWS, len(sizes)))
    shares = 100.0 * counts[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.percentile(shares, OUTER)
    return float(low), float(high)

"""The classic tests: Pearson's chi-square, right for one look at a number of rolls that was fixed beforehand."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import chi2

Floats = NDArray[np.float64]

PEEKING = (
    "Chi-square is right for one look at a number of rolls fixed beforehand. Looked at after every roll, "
    "it calls more than half of all fair dice biased sooner or later."
)
LEAST_EXPECTED = 5.0


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """Pearson's statistic, its degrees of freedom, and the chance of as much or more from fair dice."""

    statistic: float
    df: int
    p_value: float


def chi_square(counts: ArrayLike, chances: ArrayLike) -> ChiSquare | None:
    """Test counts (K,) against chances (K,); None without any count."""
    seen, expected = _expected(counts, chances)
    return _result(seen, expected, len(seen) - 1) if seen.sum() else None


def pooled_chi_square(counts: ArrayLike, chances: ArrayLike) -> ChiSquare | None:
    """Test like `chi_square`, cells at either end pooled with their neighbours until they expect LEAST_EXPECTED."""
    seen, expected = _expected(counts, chances)
    for _ in range(2):  # the far end first, then, both turned round, the near end
        seen, expected = _pool_end(seen[::-1], expected[::-1])
    return _result(seen, expected, len(seen) - 1) if seen.sum() and len(seen) > 1 else None


def independence_chi_square(table: ArrayLike) -> ChiSquare | None:
    """Test whether rows and columns of counts (R, C) are independent; empty rows and columns do not take part."""
    seen = np.asarray(table, float)
    seen = seen[seen.sum(axis=1) > 0][:, seen.sum(axis=0) > 0]
    if min(seen.shape, default=0) < 2:
        return None
    expected = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / seen.sum()
    return _result(seen, expected, (seen.shape[0] - 1) * (seen.shape[1] - 1))


def _expected(counts: ArrayLike, chances: ArrayLike) -> tuple[Floats, Floats]:
    seen, share = np.asarray(counts, float), np.asarray(chances, float)
    return seen, seen.sum() * share / share.sum()


def _pool_end(seen: Floats, expected: Floats) -> tuple[Floats, Floats]:
    """Pool the first cells into one that expects enough."""
    enough = np.flatnonzero(expected.cumsum() >= LEAST_EXPECTED)
    cut = (int(enough[0]) if len(enough) else len(seen) - 1) + 1
    return np.append(seen[:cut].sum(), seen[cut:]), np.append(expected[:cut].sum(), expected[cut:])


def _result(seen: Floats, expected: Floats, df: int) -> ChiSquare:
    statistic = float(((seen - expected) ** 2 / expected).sum())
    return ChiSquare(statistic, df, float(chi2.sf(statistic, df)))

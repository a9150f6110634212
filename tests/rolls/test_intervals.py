"""Intervals hold the truth as often as they say, and edges of nothing and all make sense."""

import numpy as np
import pytest

from controller.rolls.classic import chi_square, independence_chi_square, pooled_chi_square
from controller.rolls.intervals import face_sequence, posterior_intervals, rate_sequence


def test_a_confidence_sequence_holds_the_truth_at_all_times() -> None:
    random = np.random.default_rng(1)
    missed = 0
    for _ in range(60):
        hits = (random.random(600) < 1 / 6).cumsum()
        at = range(0, 600, 12)
        inside = [low <= 1 / 6 <= high for low, high in (rate_sequence(int(hits[n]), n + 1, 0.05) for n in at)]
        missed += not all(inside)
    assert missed <= 6


@pytest.mark.parametrize(("hits", "trials"), [(0, 1), (1, 1), (0, 1000), (1000, 1000), (5, 10), (3, 10_000_000)])
def test_an_interval_holds_what_was_seen(hits: int, trials: int) -> None:
    low, high = rate_sequence(hits, trials, 0.05)
    assert 0 <= low <= hits / trials <= high <= 1
    narrower = rate_sequence(hits, trials, 0.5)
    assert low <= narrower[0]
    assert narrower[1] <= high


def test_nothing_seen_is_nothing_known() -> None:
    assert rate_sequence(0, 0, 0.05) == (0.0, 1.0)
    assert face_sequence([0] * 6, 0.05) == [(0.0, 1.0)] * 6


def test_posterior_intervals_of_a_flat_prior() -> None:
    low, high = posterior_intervals([0] * 6)[0]
    assert (low, high) == pytest.approx((1 - 0.975**0.2, 1 - 0.025**0.2))
    around = posterior_intervals([100] * 6)
    assert all(low < 1 / 6 < high for low, high in around)
    always = face_sequence([100] * 6, 0.05)
    assert all(a[0] < b[0] and b[1] < a[1] for a, b in zip(always, around, strict=True))


def test_classic_tests_of_nothing_are_none() -> None:
    assert chi_square([0, 0], [0.5, 0.5]) is None
    assert pooled_chi_square([0, 0], [0.5, 0.5]) is None
    assert pooled_chi_square([1, 1], [0.5, 0.5]) is None
    assert independence_chi_square([[3, 0], [0, 0]]) is None


def test_pooling_keeps_the_counts_and_pools_both_ends() -> None:
    found = pooled_chi_square([1, 2, 20, 30, 20, 2, 1], [1, 3, 20, 28, 20, 3, 1])
    assert found
    assert found.df == 2
    assert found.statistic == pytest.approx(2 * 1 / 24 + 4 / 28)

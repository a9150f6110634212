"""Evidence: fair dice cannot be expected to gain, misread fair dice neither; loaded dice are found."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rolls.chances import FAIR, alike_pair_chances, alike_pairs, total_chances
from controller.rolls.evidence import (
    category_path,
    clipped_ratios,
    counts_at,
    face_path,
    group_evidence,
    looks,
    named_face_paths,
)
from controller.rolls.pairing import pairing_path
from controller.rolls.power import smallest_bias

SHORT = 3
SEQUENCES = np.array(list(itertools.product(range(6), repeat=SHORT)))
AT = np.arange(1, SHORT + 1)
COUNTS = np.array([counts_at(sequence, 6, AT) for sequence in SEQUENCES])
SHARES = st.lists(st.floats(0.01, 1), min_size=6, max_size=6).map(lambda w: np.array(w) / sum(w))


def expected(paths: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Give the expected evidence after each roll of a die with such shares, (SHORT,), over all sequences."""
    chances = shares[SEQUENCES].prod(axis=1)
    return np.asarray(chances @ np.exp(paths))


def test_a_fair_die_is_expected_to_gain_exactly_nothing() -> None:
    faces = np.array([face_path(counts) for counts in COUNTS])
    assert expected(faces, FAIR) == pytest.approx(np.ones(SHORT))
    shapes = np.array([category_path(counts, FAIR) for counts in COUNTS])
    assert expected(shapes, FAIR) == pytest.approx(np.ones(SHORT))
    each = np.array([named_face_paths(counts)[:, 3] for counts in COUNTS])
    assert expected(each, FAIR) == pytest.approx(np.ones(SHORT))
    named = np.array([face_path(counts, named=4) for counts in COUNTS])
    assert expected(named, FAIR) == pytest.approx(np.ones(SHORT))


@settings(max_examples=25, deadline=None)
@given(SHARES, st.floats(0.001, 0.2), st.sampled_from([None, 1, 6]))
def test_no_misreading_within_its_bound_is_expected_to_gain(towards: np.ndarray, eps: float, named: int | None) -> None:
    misread = FAIR * (1 - eps) + towards * eps
    faces = np.array([face_path(counts, eps, named) for counts in COUNTS])
    assert (expected(faces, misread) <= 1 + 1e-9).all()


@given(SHARES, SHARES, st.floats(0.001, 0.3))
@settings(max_examples=50, deadline=None)
def test_a_clipped_bet_gains_nothing_from_any_misreading(bet: np.ndarray, towards: np.ndarray, eps: float) -> None:
    ratios = clipped_ratios(bet[None, :], FAIR, eps)[0]
    nearest = bet / ratios
    assert nearest.sum() == pytest.approx(1.0)
    assert np.abs(nearest - FAIR).sum() / 2 <= eps + 1e-9
    worst = FAIR.copy()  # eps moved from where the bet pays least to where it pays most
    worst[ratios.argmax()] += eps
    left = eps
    for face in np.argsort(ratios):
        taken = min(left, FAIR[face])
        worst[face] -= taken
        left -= taken
    assert worst @ ratios <= 1 + 1e-9
    assert (FAIR * (1 - eps) + towards * eps) @ ratios <= 1 + 1e-9


def test_the_path_is_the_mixture_roll_by_roll() -> None:
    random = np.random.default_rng(1)
    seen = random.integers(0, 6, 50)
    path = category_path(counts_at(seen, 6, np.arange(1, 51)), FAIR)
    mixed = []
    for concentration in (6.0, 100.0, 2000.0):
        counts, log_e = np.zeros(6), [0.0]
        for face in seen:
            bet = (concentration / 6 + counts[face]) / (concentration + counts.sum())
            log_e.append(log_e[-1] + np.log(bet * 6))
            counts[face] += 1
        mixed.append(np.exp(log_e[1:]))
    assert np.exp(path) == pytest.approx(np.mean(mixed, axis=0))


def test_groups_agree_with_the_path_and_misreadings_only_lower_them() -> None:
    counts = np.array([[30, 20, 25, 22, 28, 60], [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]])
    exact = group_evidence(counts, FAIR)
    assert exact == pytest.approx([category_path(row[None, :], FAIR)[0] for row in counts])
    assert (group_evidence(counts, FAIR, 0.01) <= exact).all()


def test_fair_dice_stay_below_the_bound_and_chi_square_does_not() -> None:
    random = np.random.default_rng(5)
    at = np.arange(1, 3001)
    crossed = chi_square = 0
    for _ in range(200):
        counts = counts_at(random.integers(0, 6, 3000), 6, at)
        crossed += face_path(counts).max() >= np.log(20)
        statistic = ((counts - at[:, None] / 6) ** 2 / (at[:, None] / 6)).sum(axis=1)
        chi_square += statistic[29:].max() >= 11.07
    assert crossed <= 14  # 5 % of 200, and two standard deviations
    assert chi_square >= 60


def test_loaded_dice_are_found_about_when_the_smallest_bias_says() -> None:
    random = np.random.default_rng(6)
    shares = np.append(np.full(5, (5 / 6 - 0.05) / 5), 1 / 6 + 0.05)
    at = np.arange(1, 2001)
    found = []
    for _ in range(100):
        over = face_path(counts_at(random.choice(6, 2000, p=shares), 6, at)) >= np.log(20)
        found.append(over.argmax() if over.any() else 10**6)
    assert 400 < np.median(found) < 650
    said = smallest_bias(int(np.median(found)), 0.05)
    assert said is not None
    assert 0.045 < said < 0.058


def test_a_face_named_beforehand_is_found_sooner_and_any_other_later() -> None:
    random = np.random.default_rng(11)
    shares = np.append(np.full(5, (5 / 6 - 0.05) / 5), 1 / 6 + 0.05)
    at = np.arange(1, 3001)
    found: dict[int | None, list[int]] = {None: [], 6: [], 1: []}
    for _ in range(60):
        counts = counts_at(random.choice(6, 3000, p=shares), 6, at)
        for named, when in found.items():
            over = face_path(counts, named=named) >= np.log(20)
            when.append(int(over.argmax()) if over.any() else 10**6)
    medians = {named: np.median(when) for named, when in found.items()}
    assert medians[6] < 0.75 * medians[None]
    assert medians[None] < medians[1]


def test_the_smallest_bias_shrinks_with_rolls_and_grows_with_misreadings() -> None:
    rolls = (30, 100, 300, 1_000, 10_000, 1_000_000)
    biases = [smallest_bias(n, 0.05) for n in rolls]
    assert all(bias is not None for bias in biases)
    assert biases == sorted(biases, reverse=True)  # type: ignore[type-var]
    for n, bias in zip(rolls, biases, strict=True):
        widened = smallest_bias(n, 0.05, 0.01)
        assert widened is not None
        assert bias is not None
        assert widened > bias
        sooner = smallest_bias(n, 0.05, named=2)
        assert sooner is not None
        assert sooner < bias or n == rolls[-1]  # of a million rolls the bets on all shapes have won
    assert smallest_bias(0, 0.05) is None
    assert smallest_bias(2, 0.05) is None


def test_the_worst_misreading_makes_no_die_look_biased() -> None:
    random = np.random.default_rng(7)
    seen = random.integers(0, 6, 100_000)
    seen[random.random(len(seen)) < 0.01 * 6 / 5] = 5  # one in a hundred dice is called a six that is none
    counts = counts_at(seen, 6, looks(len(seen)))
    assert face_path(counts).max() > np.log(20)
    assert face_path(counts, 0.012).max() < np.log(20)


@given(SHARES, SHARES)
@settings(max_examples=20, deadline=None)
def test_loaded_but_independent_dice_are_not_expected_to_gain_on_pairing(one: np.ndarray, two: np.ndarray) -> None:
    random = np.random.default_rng(8)
    first, second = random.integers(0, 6, 64), random.integers(0, 6, 64)
    second[:40] = first[:40]  # what was seen so far makes the bet a bold one
    cells = np.outer(one, two).ravel()
    pairs = np.array(list(itertools.product(range(36), repeat=2)))
    gains = [pairing_path(np.append(first, pair // 6), np.append(second, pair % 6), 6)[-1] for pair in pairs[::7]]
    swapped = [
        pairing_path(np.append(first, pair // 6), np.append(second, np.flip(pair % 6)), 6)[-1] for pair in pairs[::7]
    ]
    # The two pairings of the same faces have the same chance, and pay 2 between them.
    assert np.exp(gains) + np.exp(swapped) == pytest.approx(np.full(len(gains), 2.0))
    chances = cells[pairs[:, 0]] * cells[pairs[:, 1]]
    assert chances.sum() == pytest.approx(1.0)


def test_dice_that_hang_together_are_found_and_loaded_ones_are_not() -> None:
    random = np.random.default_rng(9)
    first = random.integers(0, 6, 5_000)
    second = np.where(random.random(5_000) < 0.15, first, random.integers(0, 6, 5_000))
    assert pairing_path(first, second, 6).max() > np.log(20)
    shares = [0.3, 0.1, 0.1, 0.1, 0.1, 0.3]
    apart = pairing_path(random.choice(6, 5_000, p=shares), random.choice(6, 5_000, p=shares), 6)
    assert apart.max() < np.log(20)


def test_chances_of_totals_and_pairs() -> None:
    assert total_chances(2) * 36 == pytest.approx([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
    assert total_chances(1) == pytest.approx(FAIR)
    assert alike_pair_chances().sum() == pytest.approx(1.0)
    one, two = np.divmod(np.arange(36), 6)
    numbers = alike_pairs(one, two)
    assert (numbers == alike_pairs(two, one)).all()
    assert np.bincount(numbers) / 36 == pytest.approx(alike_pair_chances())


@pytest.mark.parametrize("rolls", [0, 1, 5, 1 << 17, (1 << 17) + 1, 1_000_003])
def test_looks_end_with_the_last_roll(rolls: int) -> None:
    at = looks(rolls)
    assert len(at) == 0 if rolls == 0 else at[-1] == rolls
    assert (np.diff(at) > 0).all()
    assert (at[: min(rolls, 1 << 17)] == np.arange(1, min(rolls, 1 << 17) + 1)).all()

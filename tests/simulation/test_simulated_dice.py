"""Simulated dice are exactly fair, and one seed gives one result."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2

from controller.rules.dice import ALL_PAIRS, TOTALS, ways
from controller.simulation.dice import (
    FAIR_BYTES,
    MOST_BYTES,
    PAIR_OF_BYTE,
    count_pairs,
    new_entropy,
    open_stream,
    throw_pairs,
)
from controller.simulation.histogram import CHUNK_ROLLS, count_rolls


class ScriptedStream:
    """A stream of the bytes 0, 1, 2, ... 255, 0, 1, ... in words of eight."""

    def __init__(self):
        self.drawn = 0

    def random_raw(self, words):
        values = np.arange(self.drawn, self.drawn + 8 * words, dtype=np.uint64) % 256
        self.drawn += 8 * words
        return values.astype(np.uint8).view("<u8")


def test_SC_31_each_of_the_36_pairs_has_seven_bytes():
    assert Counter(PAIR_OF_BYTE[:FAIR_BYTES]) == dict.fromkeys(range(36), 7)


def test_SC_31_bytes_from_252_on_are_thrown_away():
    pairs = throw_pairs(ScriptedStream(), 252 * 4)
    assert np.bincount(pairs, minlength=36).tolist() == [28] * 36
    assert count_pairs(ScriptedStream(), 252 * 4).tolist() == [28] * 36


@pytest.mark.parametrize("rolls", [0, 1, 7, 8, 9, 1000, 123_457, MOST_BYTES, 2 * MOST_BYTES + 13])
def test_counting_and_throwing_are_the_same_dice(rolls):
    pairs = throw_pairs(open_stream(9, 3), rolls)
    assert len(pairs) == rolls
    assert np.bincount(pairs, minlength=36).tolist() == count_pairs(open_stream(9, 3), rolls).tolist()


def test_counting_more_than_is_counted_at_once_is_exact():
    rolls = 2 * MOST_BYTES + 77
    assert count_pairs(open_stream(1), rolls).sum() == rolls


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_SC_31_pairs_are_fair_and_consecutive_throws_independent(seed):
    pairs = throw_pairs(open_stream(seed), 2_000_000).astype(np.int64)
    for counts in (np.bincount(pairs), np.bincount(36 * pairs[::2] + pairs[1::2])):
        expected = counts.sum() / len(counts)
        statistic = ((counts - expected) ** 2 / expected).sum()
        assert 0.0005 < chi2.sf(statistic, len(counts) - 1) < 0.9995


def test_SC_30_totals_come_as_often_as_they_should():
    rolls = 5_000_000
    counts = count_rolls(rolls, 11)
    statistic = sum((counts[total] - rolls * ways(total) / 36) ** 2 / (rolls * ways(total) / 36) for total in TOTALS)
    assert 0.0005 < chi2.sf(statistic, 10) < 0.9995


def test_one_seed_gives_one_result_whatever_the_cores():
    rolls = 2 * CHUNK_ROLLS + 12_345
    alone = count_rolls(rolls, 5, workers=1)
    assert alone == count_rolls(rolls, 5, workers=3)
    assert sum(alone.values()) == rolls
    assert alone != count_rolls(rolls, 6)


def test_streams_of_different_numbers_differ():
    starts = {throw_pairs(open_stream(1, number), 20).tobytes() for number in range(100)}
    assert len(starts) == 100
    assert new_entropy() != new_entropy()


def test_a_seed_keeps_its_numbers_on_every_machine_and_numpy():
    assert list(count_rolls(1000, 1).values()) == [38, 58, 67, 111, 126, 186, 131, 109, 95, 60, 19]
    assert [ALL_PAIRS[pair] for pair in throw_pairs(open_stream(1, 0), 5)] == [(1, 2), (1, 1), (3, 1), (5, 5), (6, 2)]


def test_progress_is_told_in_rolls():
    told = []
    count_rolls(CHUNK_ROLLS + 5, 1, progress=told.append)
    assert told == [CHUNK_ROLLS, 5]

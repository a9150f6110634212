from fractions import Fraction

import pytest

from controller.errors import ProtocolError
from controller.rules.dice import CRAPS, NATURALS, POINTS, TOTALS, chance, is_hard, number_word, parse_pair


def test_SC_30_the_chances_of_the_totals_in_percent():
    shown = [round(float(100 * chance(total)), 1) for total in TOTALS]
    assert shown == [2.8, 5.6, 8.3, 11.1, 13.9, 16.7, 13.9, 11.1, 8.3, 5.6, 2.8]
    assert sum(chance(total) for total in TOTALS) == 1


def test_SC_30_decision_10_a_seven_is_one_sixth():
    assert chance(7) == Fraction(1, 6)


def test_every_total_is_a_natural_craps_or_a_point():
    assert sorted([*NATURALS, *CRAPS, *POINTS]) == list(TOTALS)


def test_totals_in_words():
    assert [number_word(total) for total in (2, 7, 12)] == ["two", "seven", "twelve"]
    assert is_hard((3, 3))
    assert not is_hard((2, 4))


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        "34",
        [],
        [1],
        [1, 2, 3],
        [0, 1],
        [1, 7],
        [1.0, 2],
        [True, 2],
        [10**400, 1],
        ["1", 2],
        [None, 1],
        {"1": 2},
    ],
)
def test_what_is_no_pair_of_dice_is_an_error(value):
    with pytest.raises(ProtocolError, match=r"`dice` must be|In `dice` a die shows"):
        parse_pair(value)

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import RuleError
from controller.rules.money import money_text, parse_amount, whole_units


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        (12, 1200),
        (0, 0),
        (0.1, 10),
        (0.29, 29),
        (1.15, 115),
        (59.50, 5950),
        (1e2, 10_000),
        (Decimal("0.1"), 10),
        (Decimal("59.50"), 5950),
        (Decimal("12.500"), 1250),
        (Decimal("1e2"), 10_000),
        (Decimal("1.5E+3"), 150_000),
        (Decimal("-0.0"), 0),
        (Decimal("1" + "." + "0" * 60), 100),
        (Decimal("1." + "0" * 1_000_000), 100),
        (10**9, 10**11),
        (Decimal("999999999.99"), 99_999_999_999),
    ],
)
def test_amounts_become_cents_exactly(value, cents):
    assert parse_amount(value) == cents
    assert type(parse_amount(value)) is int


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (0.001, "two decimals"),
        (Decimal("12.345"), "two decimals"),
        (Decimal("1." + "0" * 1_000_000 + "1"), "two decimals"),
        (Decimal("0.005"), "two decimals"),
        (Decimal("1e-400000"), "two decimals"),
        (1e-300, "two decimals"),
        (-1, "negative"),
        (Decimal("-0.01"), "negative"),
        (Decimal("-1e-400000"), "negative"),
        (float("nan"), "not a number"),
        (Decimal("NaN"), "not a number"),
        (Decimal("sNaN"), "not a number"),
        (float("inf"), "over the limit"),
        (Decimal("-Infinity"), "negative"),
        (Decimal("1000000000.01"), "over the limit"),
        (Decimal("1e400000"), "over the limit"),
        (10**400, "over the limit"),
        ("12", "must be a number"),
        (None, "must be a number"),
        (True, "must be a number"),
        ([12], "must be a number"),
        ({}, "must be a number"),
    ],
)
def test_bad_amounts_are_refused_with_the_reason(value, reason):
    with pytest.raises(RuleError, match=reason):
        parse_amount(value)


@given(st.integers(0, 10**11))
def test_cents_go_out_and_come_back(cents):
    shown = whole_units(cents)
    assert parse_amount(shown) == cents
    assert isinstance(shown, int) == (cents % 100 == 0)
    assert parse_amount(Decimal(repr(shown))) == cents
    assert parse_amount(Decimal(money_text(cents))) == cents


@pytest.mark.parametrize(("cents", "text"), [(11500, "115"), (5950, "59.50"), (5, "0.05"), (-5950, "-59.50"), (0, "0")])
def test_money_as_people_read_it(cents, text):
    assert money_text(cents) == text

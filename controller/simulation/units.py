"""Amounts in units of a strategy, turned into cents."""

from fractions import Fraction

from controller.errors import ConfigError
from controller.rules.money import money_text


def whole_cents(units: Fraction, unit_cents: int) -> int:
    """Give so many units in cents. Raises ConfigError where that is no whole number."""
    cents = units * unit_cents
    if cents.denominator != 1:
        raise ConfigError(f"With a unit of {money_text(unit_cents)}, {units} units do not come to whole cents.")
    return int(cents)

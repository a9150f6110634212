"""Money: whole units outside, integer cents inside (referee.md, "Amounts are numbers in whole units")."""

from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from typing import Any

from controller.errors import RuleError

MAX_UNITS = 10**9
CENTS = 100


def parse_amount(value: Any, what: str = "amount") -> int:
    """Turn an amount in whole units into cents.

    Takes int, Decimal, and float by its shortest decimal form (a journal line read back gives floats).
    Raises RuleError for a string or other type, NaN, a negative amount, a third decimal, or over 10^9.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise RuleError(f"The {what} must be a number in whole units, such as 12 or 59.50.")
    units = _decimal(value)
    if units.is_nan():
        raise RuleError(f"The {what} is not a number. Give one such as 12 or 59.50.")
    if units < 0:
        raise RuleError(f"The {what} must not be negative.")
    if units > MAX_UNITS:
        raise RuleError(f"The {what} is over the limit of {MAX_UNITS}.")
    # Without its trailing zeros a number shows its decimals in its exponent, however long a line writes it.
    shortest = units.normalize(_EXACT)
    if int(shortest.as_tuple().exponent) < -2:
        raise RuleError(f"The {what} may have two decimals at most.")
    return int(shortest.scaleb(2))


# Cuts no digit off: numbers are never longer than a line.
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)


def _decimal(value: int | float | Decimal) -> Decimal:
    if isinstance(value, Decimal):
        return value
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def whole_units(cents: int) -> int | float:
    """Give cents as a number for output: an int where whole, else the float that prints as at most two decimals."""
    return cents // CENTS if cents % CENTS == 0 else cents / CENTS


def money_text(cents: int) -> str:
    """Give cents as people read them: `115`, `59.50`."""
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    units, rest = divmod(cents, CENTS)
    return f"{sign}{units}.{rest:02d}" if rest else f"{sign}{units}"

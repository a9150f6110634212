"""Commission on buy and lay bets (CC-BUY, CC-LAY, CC-VIG-ROUND)."""

from controller.rules.casino.kinds import BoxKey
from controller.rules.casino.payouts import laid_odds
from controller.rules.casino.settings import Settings

PER_CENT = 5
UNIT_CENTS = 100


def commission_cents(key: BoxKey, settings: Settings, amount_cents: int) -> int:
    """Give the commission on a bet: 5 % of a buy bet, 5 % of a lay bet's win, rounded as the house does."""
    if key.kind == "buy":
        num, den = 1, 1
    elif key.kind == "lay" and isinstance(key.number, int):
        num, den = laid_odds(key.number)
    else:
        return 0
    rounded = _round(amount_cents * num * PER_CENT, den * 100, settings.vig_rounding)
    return max(rounded, settings.vig_min_cents)


def _round(num: int, den: int, rounding: str) -> int:
    """Round `num / den` cents: to the cent, half up, or to whole units."""
    if rounding == "none":
        return _half_up(num, den)
    den *= UNIT_CENTS
    if rounding == "floor":
        return num // den * UNIT_CENTS
    return (_half_up(num, den) if rounding == "nearest" else -(-num // den)) * UNIT_CENTS


def _half_up(num: int, den: int) -> int:
    return (2 * num + den) // (2 * den)

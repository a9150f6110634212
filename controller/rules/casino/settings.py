"""The settings of a casino table: what differs from house to house (referee.md, casino)."""

from dataclasses import dataclass

from controller.rules.casino.payouts import CRAPLESS_POINTS, THREE_FOUR_FIVE
from controller.rules.dice import POINTS

BARS = (2, 3, 12)
# What may be off on the come-out, by its name in the settings.
CALLED_BY_HOUSE = ("place", "buy", "lay", "hard", "come_odds", "dc_odds", "big", "place_lose", "put")
ON_AT_COME_OUT = frozenset({"dc_odds", "big", "put"})
UPFRONT, ON_WIN = "upfront", "on_win"
VIG_ROUNDINGS = ("none", "floor", "nearest", "ceil")
PAYOUT_UNITS_CENTS = {"cent": 1, "unit": 100}
STANDARD_ODDS = "3-4-5x"
NO_ODDS = "none"


@dataclass(frozen=True, slots=True)
class Settings:
    """A house's rules; payouts "to one". Money in cents.

    `on_at_come_out` names what works on a come-out without being called. `odds` is "3-4-5x", "Nx" or "none".
    """

    bar: int = 12
    field_two: int = 2
    field_twelve: int = 2
    odds: str = STANDARD_ODDS
    on_at_come_out: frozenset[str] = ON_AT_COME_OUT
    vig: str = UPFRONT
    vig_rounding: str = "none"
    vig_min_cents: int = 0
    hop_easy: int = 15
    hop_hard: int = 30
    small: int = 34
    tall: int = 34
    all_numbers: int = 175
    fire: tuple[int, int, int] = (24, 249, 999)
    table_min_cents: int = 1
    table_max_cents: int | None = None
    payout_rounding: str = "cent"
    crapless: bool = False

    @property
    def points(self) -> frozenset[int]:
        """The totals that become a point."""
        return CRAPLESS_POINTS if self.crapless else POINTS

    @property
    def payout_unit_cents(self) -> int:
        """The coin that a profit is rounded down to."""
        return PAYOUT_UNITS_CENTS[self.payout_rounding]

    def odds_times(self, number: int) -> int:
        """Give how many times the flat bet the odds on a number may win or, taken, be 3-4-5x (CC-ODDS-LIMIT)."""
        if self.odds == NO_ODDS:
            return 0
        return THREE_FOUR_FIVE[number] if self.odds == STANDARD_ODDS else int(self.odds.removesuffix("x"))

"""What happened at a casino table. Every action returns one of these; none can be changed.

They are named tuples because a simulation makes millions of them.
"""

from typing import NamedTuple

from controller.rules.casino.kinds import BoxKey
from controller.rules.dice import Pair


class BetMade(NamedTuple):
    """A bet was made or raised by `amount_cents`, to `total_cents`; `vig_cents` of commission were paid for that."""

    seat: str
    box: BoxKey
    amount_cents: int
    total_cents: int
    vig_cents: int = 0


class TakenDown(NamedTuple):
    """A bet was taken down or reduced.

    `returned_cents` came back from this box, `vig_cents` of commission with it, `odds_cents` from the odds behind it.
    """

    seat: str
    box: BoxKey
    returned_cents: int
    left_cents: int
    vig_cents: int = 0
    odds_cents: int = 0


class Called(NamedTuple):
    """A player called a bet on or off."""

    seat: str
    box: BoxKey
    on: bool


class Resolution(NamedTuple):
    """What a roll did to a bet: `result` is win, lose, push, returned or moved; `reason` the rule's id.

    `profit_cents` is what a win pays, minus the stake for a loss, else 0; `vig_cents` the commission that was paid up
    front and is spent now. A bet that moved names its new box.
    """

    seat: str
    box: BoxKey
    result: str
    stake_cents: int
    profit_cents: int
    vig_cents: int
    reason: str

    @property
    def net_cents(self) -> int:
        """What it did to the player's money."""
        return self.profit_cents - self.vig_cents


class RollRuled(NamedTuple):
    """A roll: natural, craps, point, pass, seven_out or no_decision; the puck before and after it."""

    dice: Pair
    result: str
    point_before: int | None
    point: int | None
    shooter: str
    resolutions: tuple[Resolution, ...]

    def net_cents(self, seat: str) -> int:
        """Winnings minus losses of a seat; stakes that came back are neither."""
        return sum(resolved.net_cents for resolved in self.resolutions if resolved.seat == seat)

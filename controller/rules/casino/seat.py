"""A seat at a casino table: a player's cash and bets."""

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from controller.rules.casino.layout import Box, Rows


class Bet(NamedTuple):
    """A bet in a box. `called`: on or off as the player called it, None where he did not.

    `rows` is what each roll does to it; `vig_cents` the commission paid up front; `tally` the memory of those that
    have one.
    """

    box: Box
    rows: Rows
    amount_cents: int
    called: bool | None = None
    vig_cents: int = 0
    tally: int = 0

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the rows, which every process works out for itself."""
        return _bet_again, (self.box, self.amount_cents, self.called, self.vig_cents, self.tally)


def _bet_again(box: Box, amount_cents: int, called: bool | None, vig_cents: int, tally: int) -> Bet:
    return Bet(box, box.rows[called], amount_cents, called, vig_cents, tally)


@dataclass(slots=True)
class Seat:
    """A player: cash in cents, and his bets in the order in which they came to their boxes."""

    name: str
    cash_cents: int
    bets: dict[Box, Bet] = field(default_factory=dict)

    @property
    def on_table_cents(self) -> int:
        """What stands on the layout."""
        return sum(bet.amount_cents for bet in self.bets.values())

    @property
    def vig_cents(self) -> int:
        """Commission paid up front for bets that are not decided."""
        return sum(bet.vig_cents for bet in self.bets.values())

    @property
    def is_out(self) -> bool:
        """Tell whether nothing is left, neither cash nor a bet."""
        return not self.cash_cents and not self.bets

    def copy(self) -> Self:
        """Give an independent copy."""
        return type(self)(self.name, self.cash_cents, dict(self.bets))

"""An evening: a game with players who follow a strategy, thrown by thrown, on the game's own engine."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Protocol, Self

from controller.errors import RuleError
from controller.rules.dice import Pair


class Evening(Protocol):
    """A game between two throws, and what its players do next. Money in cents, in the order of the seats.

    Before each throw the players `act`, all of them as their strategies say or (where one cannot pay) none; where
    nothing lies on the table then, the evening ends there.
    """

    def act(self) -> None:
        """Make the bets that are due. Raises RuleError where one cannot be paid; the evening is then of no use."""

    def throw(self, dice: Pair) -> None:
        """Throw the dice."""

    def wealth_cents(self) -> tuple[int, ...]:
        """Give what each player has, stakes on the table included."""

    def needed_cents(self) -> tuple[int, ...]:
        """Give how much each player must have for the bets that stand now to be possible."""

    def is_idle(self) -> bool:
        """Tell whether nothing lies on the table."""

    def is_over(self) -> bool:
        """Tell whether the game's rules have ended it."""

    def key(self) -> Hashable:
        """Give what decides the future, but for what the players have."""

    def copy(self) -> Self:
        """Give an independent copy."""


def after_acting(evening: Evening) -> Evening | None:
    """Give the evening with its bets made, or unchanged where one cannot be paid; None where that ends it."""
    if evening.is_over():
        return None
    acted = evening.copy()
    try:
        acted.act()
    except RuleError:
        return None if evening.is_idle() else evening.copy()
    return acted


def play_out(evening: Evening, throws: Iterable[Pair]) -> Iterator[tuple[int, ...]]:
    """Play an evening on its engine; give what each player has after every throw, the same once it has ended."""
    now: Evening | None = evening
    wealth = evening.wealth_cents()
    for dice in throws:
        now = None if now is None else after_acting(now)
        if now is not None:
            now.throw(dice)
            wealth = now.wealth_cents()
        yield wealth

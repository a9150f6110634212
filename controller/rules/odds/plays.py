"""Ways of betting: how a bet comes to the table, what is added later, and which of the bets are looked at."""

from collections.abc import Iterator
from dataclasses import dataclass

from controller.rules.casino.kinds import BoxKey
from controller.rules.casino.settings import Settings
from controller.rules.dice import Pair

UNIT_CENTS = 27_720_00
"""A stake of which no payout and no commission leaves a fraction of a whole unit."""


@dataclass(frozen=True, slots=True)
class Wager:
    """So many units on a box; bets that the house has off on the come-out are called on."""

    box: BoxKey
    units: int = 1


@dataclass(frozen=True, slots=True)
class LineOdds:
    """Odds behind a line bet as soon as there is a point: so many times the flat bet, or (None) all that is allowed."""

    parent: str
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A way of betting under one house's rules.

    `opening`: bets made and rolls thrown before the look begins, in order. `watched`: the kinds of bet that count,
    none named meaning all. The play ends when each watched bet is decided once.
    """

    settings: Settings
    opening: tuple[Wager | Pair, ...]
    watched: frozenset[str] = frozenset()
    odds: LineOdds | None = None
    unit_cents: int = UNIT_CENTS

    def watches(self, kind: str) -> bool:
        """Tell whether bets of this kind count."""
        return not self.watched or kind in self.watched


def lone(settings: Settings, kind: str, *numbers: int | Pair | None) -> Iterator[Play]:
    """Bet on each of these numbers by itself; a bet that needs a point gets one."""
    opening: tuple[Pair, ...] = (dice_making(8),) if kind in ("come", "dont_come", "put") else ()
    for number in numbers or (None,):
        yield Play(settings, (*opening, Wager(BoxKey(kind, number))))


def mixed(settings: Settings, *boxes: BoxKey) -> Iterator[Play]:
    """Bet one unit on each of these boxes at once (CC-MIX)."""
    yield Play(settings, tuple(map(Wager, boxes)))


def travelled(kind: str, number: int) -> tuple[Wager | Pair, ...]:
    """Bring a line bet to a point, or a come bet to its number."""
    opening = (dice_making(8),) if kind in ("come", "dont_come") else ()
    return (*opening, Wager(BoxKey(kind)), dice_making(number))


def dice_making(total: int) -> Pair:
    """Give two dice with this total."""
    low = max(1, total - 6)
    return low, total - low

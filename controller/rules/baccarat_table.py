"""Baccarat with a bank, seats and a night's ledger (games.md A.3). Knows nothing but rules.

For every action `verify_x` raises RuleError with a sentence, `can_x` answers, `x` does it and returns a record.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from controller.errors import RuleError
from controller.rules.actions import allows
from controller.rules.baccarat_cards import BANKER, PLAYER, RANKS, SIDES, TIE, next_card_to, winner_of
from controller.rules.money import money_text

STANDARD_COMMISSION = Fraction(1, 20)
STANDARD_TIE = Fraction(8)
STANDARD_COUPS = 40


@dataclass(frozen=True, slots=True)
class SideBet:
    """A seat put chips on a side (BA-2)."""

    seat: str
    side: str
    cents: int


@dataclass(frozen=True, slots=True)
class CoupDecided:
    """A coup is over: who won, what each seat that bet gets back with its stake, its net, the commission (BA-8, 9)."""

    winner: str
    paid_cents: dict[str, int]
    net_cents: dict[str, int]
    commission_cents: int


@dataclass(frozen=True, slots=True)
class CardOpened:
    """A card was opened for a side; `decided` where it ends the coup."""

    side: str
    rank: str
    decided: CoupDecided | None = None


@dataclass(frozen=True, slots=True)
class ShoeBook:
    """One shoe's books: the guests' net before commission (above 0 where they won), and the commission (BA-10)."""

    guests_cents: int = 0
    commission_cents: int = 0


@dataclass(slots=True)
class BaccaratTable:
    """A night. Money in cents. `coup` numbers the coups of a shoe, 0 before the first deal.

    `bets`: by seat and side, for the coming coup or the one being dealt; `dealing` from the deal to the last card.
    """

    seats_cents: dict[str, int]
    commission: Fraction = STANDARD_COMMISSION
    tie_pays: Fraction = STANDARD_TIE
    coups: int = STANDARD_COUPS
    coup: int = 0
    dealing: bool = False
    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    bets: dict[tuple[str, str], int] = field(default_factory=dict)
    decided: CoupDecided | None = None
    shoes: tuple[ShoeBook, ...] = ()

    def copy(self) -> Self:
        """Give an independent copy."""
        return replace(self, seats_cents=dict(self.seats_cents), bets=dict(self.bets))

    @property
    def next_card_to(self) -> str | None:
        """Which side the next card goes to; None while nothing is dealt."""
        return next_card_to(self.player, self.banker) if self.dealing else None

    @property
    def guests_cents(self) -> int:
        """The guests' net of the night, before commission."""
        return sum(shoe.guests_cents for shoe in self.shoes)

    @property
    def commission_cents(self) -> int:
        """The night's commission."""
        return sum(shoe.commission_cents for shoe in self.shoes)

    @property
    def house_cents(self) -> int:
        """The house's net of the night."""
        return self.commission_cents - self.guests_cents

    # -- bets ---------------------------------------------------------------------------------------------------------

    def verify_bet(self, seat: str, side: str, cents: int) -> None:
        """Raise RuleError unless this seat may bet so much more on this side now (BA-2)."""
        if seat not in self.seats_cents:
            raise RuleError(f"There is no seat {seat[:64]!r}; the seats are: {', '.join(self.seats_cents)} (BA-10).")
        if side not in SIDES:
            raise RuleError(f"There is no side {side[:40]!r} to bet on; say {', '.join(SIDES)} (BA-2, BA-9).")
        if self.dealing:
            raise RuleError("No more bets: cards are being dealt (BA-2).")
        if cents <= 0:
            raise RuleError("A bet must be more than 0 (BA-2).")
        if cents > self.seats_cents[seat]:
            raise RuleError(f"{seat} has only {money_text(self.seats_cents[seat])} left to bet (BA-2).")

    def can_bet(self, seat: str, side: str, cents: int) -> bool:
        """Tell whether `bet` would be allowed."""
        return allows(self.verify_bet, seat, side, cents)

    def bet(self, seat: str, side: str, cents: int) -> SideBet:
        """Put chips on a side for the next coup; they add to what lies there."""
        self.verify_bet(seat, side, cents)
        self._clear()
        self.seats_cents[seat] -= cents
        self.bets[seat, side] = self.bets.get((seat, side), 0) + cents
        return SideBet(seat, side, cents)

    # -- cards --------------------------------------------------------------------------------------------------------

    def verify_deal(self) -> None:
        """Raise RuleError while a coup is being dealt (BA-3)."""
        if self.dealing:
            raise RuleError(f"This coup is not over: the next card goes to the {self.next_card_to} (BA-3).")

    def can_deal(self) -> bool:
        """Tell whether `deal` would be allowed."""
        return allows(self.verify_deal)

    def deal(self) -> int:
        """Close the bets and begin the next coup, of a new shoe after the last one's; give its number (BA-10)."""
        self.verify_deal()
        self._clear()
        if not self.shoes or self.coup == self.coups:
            self.shoes, self.coup = (*self.shoes, ShoeBook()), 0
        self.coup, self.dealing = self.coup + 1, True
        return self.coup

    def verify_card(self, rank: str) -> None:
        """Raise RuleError unless a card is due (BA-3) and this is the rank of one (BA-1)."""
        if not self.dealing:
            raise RuleError("No card before the deal: take the bets, then deal (BA-2, BA-3).")
        if rank not in RANKS:
            raise RuleError(f"There is no card of rank {rank[:40]!r}; the ranks are: {', '.join(RANKS)} (BA-1).")

    def can_card(self, rank: str) -> bool:
        """Tell whether `card` would be allowed."""
        return allows(self.verify_card, rank)

    def card(self, rank: str) -> CardOpened:
        """Open a card of this rank for the side that is due, and pay where it ends the coup (BA-3 to BA-9)."""
        self.verify_card(rank)
        side = self.next_card_to
        if side == PLAYER:
            self.player += (rank,)
        else:
            self.banker += (rank,)
        if self.next_card_to is None:
            return CardOpened(side or "", rank, self._settle())
        return CardOpened(side or "", rank)

    # -- within -------------------------------------------------------------------------------------------------------

    def _clear(self) -> None:
        """Take the last coup's cards away."""
        self.player, self.banker, self.decided = (), (), None

    def _settle(self) -> CoupDecided:
        """Pay the bets and write the coup into the shoe's book."""
        winner, commission = winner_of(self.player, self.banker), 0
        paid, net = (dict.fromkeys(self._bettors(), 0) for _ in range(2))
        for (seat, side), cents in self.bets.items():
            back, taken = self._back(side, winner, cents)
            paid[seat] += back
            net[seat] += back - cents
            commission += taken
        for seat, cents in paid.items():
            self.seats_cents[seat] += cents
        self._book(sum(net.values()) + commission, commission)
        self.bets, self.dealing = {}, False
        self.decided = CoupDecided(winner, paid, net, commission)
        return self.decided

    def _book(self, guests_cents: int, commission_cents: int) -> None:
        book = self.shoes[-1]
        book = ShoeBook(book.guests_cents + guests_cents, book.commission_cents + commission_cents)
        self.shoes = (*self.shoes[:-1], book)

    def _back(self, side: str, winner: str, cents: int) -> tuple[int, int]:
        """Give what a bet gets back, stake and all, and the commission taken of it (BA-8, BA-9)."""
        if side == winner:
            win = _half_up(cents * self.tie_pays) if side == TIE else cents
            commission = _half_up(cents * self.commission) if side == BANKER else 0
            return cents + win - commission, commission
        return (cents, 0) if winner == TIE else (0, 0)

    def _bettors(self) -> list[str]:
        return [seat for seat in self.seats_cents if any(better == seat for better, _ in self.bets)]


def _half_up(cents: Fraction) -> int:
    return int(cents + Fraction(1, 2))

"""A casino craps table (games.md C): puck, hand, seats with their bets. Knows nothing but rules.

For every action `verify_x` raises RuleError with a sentence, `can_x` answers, `x` does it and returns a record.
What is made on every roll is made by `tuple.__new__`: a named tuple's own constructor takes twice as long, and a
simulation makes millions.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Self

from controller.errors import RuleError
from controller.rules.actions import allows
from controller.rules.casino.checks import (
    bet_in,
    verify_amount,
    verify_callable,
    verify_no_contract,
    verify_odds,
    verify_rest,
    why_closed,
    why_too_little,
)
from controller.rules.casino.layout import Box, Layout
from controller.rules.casino.outcomes import Outcome
from controller.rules.casino.records import BetMade, Called, Resolution, RollRuled, TakenDown
from controller.rules.casino.seat import Bet, Seat
from controller.rules.casino.settings import UPFRONT
from controller.rules.dice import ALL_PAIRS, Pair

PLACE_OF = {dice: place for place, dice in enumerate(ALL_PAIRS)}


@dataclass(slots=True)
class CrapsTable:
    """Seats around a layout. `new_hand`: the shooter has not thrown yet.

    A player's cash, bets and commission change only by what rolls pay and take; `copy` is cheap.
    """

    layout: Layout
    seats: dict[str, Seat]
    shooter: str
    point: int | None = None
    new_hand: bool = True

    @classmethod
    def begin(cls, layout: Layout, cash_cents: dict[str, int]) -> Self:
        """Seat the players in order; the first one shoots. Raises ValueError without players."""
        if not cash_cents:
            raise ValueError("A table needs at least one player.")
        seats = {name: Seat(name, cents) for name, cents in cash_cents.items()}
        return cls(layout, seats, next(iter(seats)))

    def copy(self) -> Self:
        """Give an independent copy."""
        seats = {name: seat.copy() for name, seat in self.seats.items()}
        return type(self)(self.layout, seats, self.shooter, self.point, self.new_hand)

    def state_key(self) -> Hashable:
        """Give what decides the future of the bets, without cash and names: equal keys, equal chances."""
        bets = tuple(
            tuple((bet.box.key, bet.amount_cents, bet.called, bet.vig_cents, bet.tally) for bet in seat.bets.values())
            for seat in self.seats.values()
        )
        return self.point, self.new_hand, bets

    @property
    def is_over(self) -> bool:
        """Tell whether nobody has anything left."""
        return not self.can_roll()

    def works(self, bet: Bet) -> bool:
        """Tell whether a bet works on the next roll."""
        return bet.box.works(bet.called, self.point)

    # -- making a bet -------------------------------------------------------------------------------------------------

    def verify_bet(self, seat: str, box: Box, amount_cents: int, called: bool | None = None) -> None:
        """Raise RuleError unless this player may bet so much more in this box now."""
        self._price_bet(self.seat(seat), box, amount_cents, called)

    def can_bet(self, seat: str, box: Box, amount_cents: int, called: bool | None = None) -> bool:
        """Tell whether `bet` would be allowed."""
        return allows(self.verify_bet, seat, box, amount_cents, called)

    def bet(self, seat: str, box: Box, amount_cents: int, called: bool | None = None) -> BetMade:
        """Make a bet, or add to the one that stands in the box; up-front commission is paid with it."""
        player = self.seat(seat)
        vig_cents = self._price_bet(player, box, amount_cents, called)
        called = called if box.kind.callable else None
        old = player.bets.get(box)
        if old is None:
            bet = tuple.__new__(Bet, (box, box.rows[called], amount_cents, called, vig_cents, 0))
        else:
            bet = _raised(old, amount_cents, vig_cents, called)
        player.bets[box] = bet
        player.cash_cents -= amount_cents + vig_cents
        return tuple.__new__(BetMade, (seat, box.key, amount_cents, bet.amount_cents, vig_cents))

    def _price_bet(self, player: Seat, box: Box, amount_cents: int, called: bool | None) -> int:
        """Give the commission to be paid with a bet. Raises RuleError unless the bet may be made."""
        old = player.bets.get(box)
        if self.point not in box.opens_at or (box.new_hand_only and not self.new_hand):
            raise RuleError(why_closed(box, self.point))
        total = amount_cents if old is None else old.amount_cents + amount_cents
        verify_amount(box, old, amount_cents, total)
        if box.flat is not None:
            flat = player.bets.get(box.flat)
            verify_odds(box, 0 if flat is None else flat.amount_cents, total, self.point)
        if called is not None:
            verify_callable(box, called)
        vig_cents = _vig_cents(box, total) - (0 if old is None else old.vig_cents) if box.takes_vig else 0
        if amount_cents + vig_cents > player.cash_cents:
            raise RuleError(why_too_little(player, amount_cents + vig_cents))
        return vig_cents

    def verify_press(self, seat: str, box: Box, amount_cents: int | None = None) -> None:
        """Raise RuleError unless this player may raise a bet that stands, by so much (None: by as much again)."""
        bet = bet_in(self.seat(seat), box)
        self.verify_bet(seat, box, bet.amount_cents if amount_cents is None else amount_cents)

    def can_press(self, seat: str, box: Box, amount_cents: int | None = None) -> bool:
        """Tell whether `press` would be allowed."""
        return allows(self.verify_press, seat, box, amount_cents)

    def press(self, seat: str, box: Box, amount_cents: int | None = None) -> BetMade:
        """Raise a bet that stands, by an amount or (None) by as much again."""
        self.verify_press(seat, box, amount_cents)
        standing = self.seats[seat].bets[box].amount_cents
        return self.bet(seat, box, standing if amount_cents is None else amount_cents)

    # -- taking one down ----------------------------------------------------------------------------------------------

    def verify_take_down(self, seat: str, box: Box, amount_cents: int | None = None) -> None:
        """Raise RuleError unless this player may take down so much of a bet now (None: the whole)."""
        player = self.seat(seat)
        bet = bet_in(player, box)
        verify_no_contract(box, self.point)
        if amount_cents is None or amount_cents == bet.amount_cents:
            return
        if not 0 < amount_cents < bet.amount_cents:
            raise RuleError("CC-BANK: What is taken down must be more than 0 and no more than the bet.")
        left = bet.amount_cents - amount_cents
        verify_rest(box, left)
        odds = self._odds_behind(player, box)
        if odds is not None:
            verify_odds(odds.box, left, odds.amount_cents, self.point)

    def can_take_down(self, seat: str, box: Box, amount_cents: int | None = None) -> bool:
        """Tell whether `take_down` would be allowed."""
        return allows(self.verify_take_down, seat, box, amount_cents)

    def take_down(self, seat: str, box: Box, amount_cents: int | None = None) -> TakenDown:
        """Take a bet down, wholly or partly, with its commission; odds come down with their flat bet."""
        self.verify_take_down(seat, box, amount_cents)
        player = self.seats[seat]
        bet = player.bets[box]
        left = 0 if amount_cents is None else bet.amount_cents - amount_cents
        odds = None if left else self._odds_behind(player, box)
        vig = _vig_cents(box, left) if left else 0
        if left:
            player.bets[box] = bet._replace(amount_cents=left, vig_cents=vig)
        else:
            del player.bets[box]
        if odds is not None:
            del player.bets[odds.box]
        record = TakenDown(
            seat,
            box.key,
            bet.amount_cents - left,
            left,
            bet.vig_cents - vig,
            odds.amount_cents if odds is not None else 0,
        )
        player.cash_cents += record.returned_cents + record.vig_cents + record.odds_cents
        return record

    # -- calling a bet on or off --------------------------------------------------------------------------------------

    def verify_call(self, seat: str, box: Box, on: bool) -> None:
        """Raise RuleError unless this player may call a bet on or off."""
        bet_in(self.seat(seat), box)
        verify_callable(box, on)

    def can_call(self, seat: str, box: Box, on: bool) -> bool:
        """Tell whether `call` would be allowed."""
        return allows(self.verify_call, seat, box, on)

    def call(self, seat: str, box: Box, on: bool) -> Called:
        """Call a bet on or off: it is so until it is called again or comes down."""
        self.verify_call(seat, box, on)
        bets = self.seats[seat].bets
        if box.kind.callable:
            bets[box] = bets[box]._replace(called=on, rows=box.rows[on])
        return Called(seat, box.key, on)

    # -- the roll -----------------------------------------------------------------------------------------------------

    def verify_roll(self) -> None:
        """Raise RuleError unless dice may be thrown: somebody has something left."""
        for seat in self.seats.values():
            if seat.cash_cents or seat.bets:
                return
        raise RuleError("CC-BANK: The game is over: nobody has cash or a bet left.")

    def can_roll(self) -> bool:
        """Tell whether `roll` would be allowed."""
        return allows(self.verify_roll)

    def roll(self, dice: Pair) -> RollRuled:
        """Settle every bet on a roll, then move the puck. Raises ValueError for what are no two dice."""
        self.verify_roll()
        place = PLACE_OF.get(dice)
        if place is None:
            raise ValueError(f"{dice} are no two dice; each shows 1 to 6.")
        before = self.point
        touched = []
        for seat in self.seats.values():
            for bet in seat.bets.values():
                outcome = bet.rows[before][place]
                if outcome is not None:
                    touched.append((seat, bet, outcome))
        resolutions = self._settle_all(touched, dice) if touched else ()
        result, after = self.layout.puck[before][place]
        self.point = after
        ruled = tuple.__new__(RollRuled, (dice, result, before, after, self.shooter, resolutions))
        self.new_hand = result == "seven_out"
        if self.new_hand:
            self._pass_dice()
        return ruled

    def _settle_all(self, touched: list[tuple[Seat, Bet, Outcome]], dice: Pair) -> tuple[Resolution, ...]:
        resolutions = []
        for seat, bet, outcome in touched:
            decided = outcome if outcome.result != "counts" else self._count(seat, bet, dice)
            if decided is not None:
                resolutions.append(self._settle(seat, bet, decided))
        return tuple(resolutions)

    def _count(self, seat: Seat, bet: Bet, dice: Pair) -> Outcome | None:
        """Count a roll for a bet with a memory; give what that decides."""
        tally, decided = bet.box.count(bet.tally, sum(dice))
        seat.bets[bet.box] = bet._replace(tally=tally)
        return decided

    def _settle(self, seat: Seat, bet: Bet, outcome: Outcome) -> Resolution:
        """Pay, take, return or move a bet."""
        box, _, amount, _, vig, _ = bet
        result, reason, num, den, comes_back, stays, to = outcome
        profit = amount * num // den
        if profit > 0:
            profit = profit if box.pays_to_the_cent else self._paid_cents(box, amount, profit)
            seat.cash_cents += profit
        if comes_back:
            seat.cash_cents += amount
        if not stays:
            del seat.bets[box]
        if to is not None:
            box = box.at(to)
            seat.bets[box] = Bet(box, box.rows[None], amount)
        return tuple.__new__(Resolution, (seat.name, box.key, result, amount, profit, vig, reason))

    def _paid_cents(self, box: Box, amount_cents: int, profit_cents: int) -> int:
        """Give what is paid of a profit: less commission that falls due on a win, down to the table's smallest coin."""
        settings = self.layout.settings
        if box.takes_vig and settings.vig != UPFRONT:
            profit_cents = max(profit_cents - box.commission_cents(amount_cents), 0)
        return profit_cents - profit_cents % settings.payout_unit_cents

    def _pass_dice(self) -> None:
        """Give the dice to the next player who has anything left."""
        names = list(self.seats)
        at = names.index(self.shooter)
        for name in (*names[at + 1 :], *names[: at + 1]):
            if not self.seats[name].is_out:
                self.shooter = name
                return

    # -- within -------------------------------------------------------------------------------------------------------

    def seat(self, name: str) -> Seat:
        """Find a seat. Raises RuleError for a name that nobody has."""
        seat = self.seats.get(name)
        if seat is None:
            raise RuleError(f"CC-MIX: Nobody called {name[:64]} sits here; the players are {', '.join(self.seats)}.")
        return seat

    def _odds_behind(self, player: Seat, box: Box) -> Bet | None:
        return next((bet for bet in player.bets.values() if bet.box.flat is box), None)


def _raised(bet: Bet, amount_cents: int, more_vig_cents: int, called: bool | None) -> Bet:
    """Give a bet with more on it; what it was called before stays so unless it is called anew."""
    called = bet.called if called is None else called
    return bet._replace(
        rows=bet.box.rows[called],
        amount_cents=bet.amount_cents + amount_cents,
        called=called,
        vig_cents=bet.vig_cents + more_vig_cents,
    )


def _vig_cents(box: Box, total_cents: int) -> int:
    """Give the commission that is paid up front for a bet of this size."""
    return box.commission_cents(total_cents) if box.settings.vig == UPFRONT else 0

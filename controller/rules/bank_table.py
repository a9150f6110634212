"""French bank craps (games.md A.1): banker and pontes, first jet, postillon, bands. Knows nothing but rules.

For every action `verify_x` raises RuleError with a sentence, `can_x` answers, `x` does it and returns a record.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from controller.errors import RuleError
from controller.rules.actions import allows
from controller.rules.bank_records import BankStake, BankThrow, StakeSettled
from controller.rules.dice import ALL_PAIRS, CRAPS, NATURALS, Pair, ways
from controller.rules.money import money_text

Bands = Mapping[str, frozenset[int]]

DEFAULT_BANDS: Bands = {"low": frozenset(range(2, 7)), "high": frozenset(range(8, 13))}
"""The source's picture of the layout is lost: these give the bank 1/6 each, and the 7 takes both (gap 2)."""

FIRST_JET_WINS = frozenset({"abattage", "point_made"})
FIRST_JET_LOSES = frozenset({"baraque", "seven_out"})


def band_edge(totals: frozenset[int]) -> Fraction:
    """Give the bank's edge on a band that pays evens; negative where it favours the ponte."""
    return 1 - 2 * Fraction(sum(map(ways, totals)), len(ALL_PAIRS))


@dataclass(slots=True)
class BankTable:
    """A game of any number of players, in order to the right. Money is in cents and never changes its sum.

    `term` counts the bankers there have been before this one; `held` the pontes who held and lost the dice in this
    term, or were passed over. `banker` stays the last one when the game is over.
    `settled` is what the last throw decided.
    """

    chips_cents: dict[str, int]
    banker: str
    bands: Bands = field(default_factory=lambda: DEFAULT_BANDS)
    thrower: str | None = None
    postillon: int | None = None
    first_jet: dict[str, int] = field(default_factory=dict)
    band_stakes: dict[str, dict[str, int]] = field(default_factory=dict)
    term: int = 0
    held: int = 0
    settled: tuple[StakeSettled, ...] = ()

    def __post_init__(self) -> None:
        """Lay out the bands, and hand the dice to the first ponte who has chips."""
        if not self.band_stakes:
            self.band_stakes = {band: {} for band in self.bands}
        if self.thrower is None and not self.over:
            self._find_thrower()

    def copy(self) -> Self:
        """Give an independent copy."""
        stakes = {band: dict(staked) for band, staked in self.band_stakes.items()}
        return replace(self, chips_cents=dict(self.chips_cents), first_jet=dict(self.first_jet), band_stakes=stakes)

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in order to the right."""
        return tuple(self.chips_cents)

    @property
    def over(self) -> bool:
        """Tell whether every player has been banker (FB-12)."""
        return self.term >= len(self.chips_cents)

    @property
    def staked_cents(self) -> int:
        """What lies on the layout."""
        return sum(self.first_jet.values()) + sum(sum(staked.values()) for staked in self.band_stakes.values())

    # -- stakes -------------------------------------------------------------------------------------------------------

    def verify_first(self, player: str, cents: int) -> None:
        """Raise RuleError unless this ponte may stake so much more on the first jet now (FB-4, FB-7, gap 4)."""
        self._verify_ponte(player)
        if self.postillon is not None:
            raise RuleError(f"The postillon is on {self.postillon}: first-jet stakes are closed (FB-7).")
        self._verify_stake(player, cents)

    def can_first(self, player: str, cents: int) -> bool:
        """Tell whether `first` would be allowed."""
        return allows(self.verify_first, player, cents)

    def first(self, player: str, cents: int) -> BankStake:
        """Put a stake on the band premier jet; it adds to what this ponte has there."""
        self.verify_first(player, cents)
        self.chips_cents[player] -= cents
        self.first_jet[player] = self.first_jet.get(player, 0) + cents
        return BankStake(player, cents)

    def verify_withdraw_first(self, player: str) -> None:
        """Raise RuleError unless this ponte may take the first-jet stake back: before the postillon is set (FB-7)."""
        self._verify_ponte(player)
        if self.postillon is not None:
            raise RuleError(f"The postillon is on {self.postillon}: first-jet stakes must stay (FB-7).")
        if player not in self.first_jet:
            raise RuleError(f"{player} has no first-jet stake to take back (FB-4).")

    def can_withdraw_first(self, player: str) -> bool:
        """Tell whether `withdraw_first` would be allowed."""
        return allows(self.verify_withdraw_first, player)

    def withdraw_first(self, player: str) -> BankStake:
        """Take the whole first-jet stake back."""
        self.verify_withdraw_first(player)
        cents = self.first_jet.pop(player)
        self.chips_cents[player] += cents
        return BankStake(player, -cents)

    def verify_band(self, player: str, band: str, cents: int) -> None:
        """Raise RuleError unless this ponte may bet so much more on a band now (FB-11, gap 3)."""
        self._verify_ponte(player)
        if band not in self.bands:
            known = ", ".join(self.bands) or "none"
            raise RuleError(f"There is no band {band[:40]!r} on this layout; the bands are: {known} (FB-11).")
        if self.postillon is None:
            raise RuleError("The bands are closed until the postillon is on its square (FB-11).")
        self._verify_stake(player, cents)

    def can_band(self, player: str, band: str, cents: int) -> bool:
        """Tell whether `band` would be allowed."""
        return allows(self.verify_band, player, band, cents)

    def band(self, player: str, band: str, cents: int) -> BankStake:
        """Bet on a band for the next throw; it adds to what this ponte has there."""
        self.verify_band(player, band, cents)
        self.chips_cents[player] -= cents
        staked = self.band_stakes[band]
        staked[player] = staked.get(player, 0) + cents
        return BankStake(player, cents, band)

    # -- the throw ----------------------------------------------------------------------------------------------------

    def verify_throw(self) -> None:
        """Raise RuleError unless a throw is due now: the thrower's own stake must lie on the first jet (FB-4)."""
        self._verify_playing()
        if self.thrower not in self.first_jet:
            raise RuleError(f"{self.thrower} must stake on the first jet before throwing (FB-4).")

    def can_throw(self) -> bool:
        """Tell whether `throw` would be allowed."""
        return allows(self.verify_throw)

    def throw(self, dice: Pair) -> BankThrow:
        """Rule a throw: the bands first, then the first jet (FB-5 to FB-11)."""
        self.verify_throw()
        total, thrower, banker = sum(dice), self.thrower or "", self.banker
        result = _result(total, self.postillon)
        self.settled = (*self._settle_bands(total), *self._settle_first_jet(result))
        self._move_on(result, total)
        return BankThrow(result, dice, thrower, banker, self.settled)

    def _settle_bands(self, total: int) -> list[StakeSettled]:
        """Decide every band: these are bets on one throw (FB-11)."""
        settled = []
        for band, totals in self.bands.items():
            settled += list(self._settle(self.band_stakes[band], total in totals, band))
        return settled

    def _settle_first_jet(self, result: str) -> list[StakeSettled]:
        if result not in FIRST_JET_WINS | FIRST_JET_LOSES:
            return []
        return list(self._settle(self.first_jet, result in FIRST_JET_WINS, None))

    def _settle(self, staked: dict[str, int], won: bool, band: str | None) -> Iterator[StakeSettled]:
        """Pay stakes at evens, each going back with its win, or let the banker take them."""
        for player, cents in staked.items():
            self.chips_cents[self.banker] += -cents if won else cents
            self.chips_cents[player] += 2 * cents if won else 0
            yield StakeSettled(player, cents, won, band)
        staked.clear()

    def _move_on(self, result: str, total: int) -> None:
        """Move the postillon, the dice and the bank."""
        if result == "no_decision":
            return
        self.postillon = total if result == "point" else None
        if result in FIRST_JET_LOSES:
            self.held += 1
        if result != "point":
            self._find_thrower()

    # -- within -------------------------------------------------------------------------------------------------------

    def _find_thrower(self) -> None:
        """Give the dice to the next ponte who has chips, and the bank to the right where it has made its round.

        A term ends when every ponte has held and lost the dice, or when the banker has nothing left (gaps 5, 6, 8).
        """
        while not self.over:
            if self.chips_cents[self.banker] > 0:
                for held in range(self.held, len(self.players) - 1):
                    self.held, self.thrower = held, self._right_of(self.banker, held + 1)
                    if self.chips_cents[self.thrower] > 0:
                        return
            self.term, self.held, self.thrower = self.term + 1, 0, None
            if not self.over:
                self.banker = self._right_of(self.banker, 1)

    def _right_of(self, player: str, seats: int) -> str:
        players = self.players
        return players[(players.index(player) + seats) % len(players)]

    def _verify_playing(self) -> None:
        if self.over:
            raise RuleError("The game is over: every player has been banker (FB-12).")

    def _verify_ponte(self, player: str) -> None:
        self._verify_playing()
        if player not in self.chips_cents:
            raise RuleError(
                f"Nobody called {player[:64]} plays here (FB-1); the players are {', '.join(self.players)}."
            )
        if player == self.banker:
            raise RuleError(f"{player} is the banker, and the banker does not bet (FB-4).")

    def _verify_stake(self, player: str, cents: int) -> None:
        if cents <= 0:
            raise RuleError("A stake must be more than 0 (FB-4).")
        if cents > self.chips_cents[player]:
            raise RuleError(f"{player} has only {money_text(self.chips_cents[player])} left to stake (FB-2).")
        room = self.chips_cents[self.banker] - self.staked_cents
        if cents > room:
            raise RuleError(
                f"The banker {self.banker} could not pay that: room for {money_text(room)} more on the layout (FB-6)."
            )


def _result(total: int, postillon: int | None) -> str:
    if postillon is None:
        if total in NATURALS:
            return "abattage"
        return "baraque" if total in CRAPS else "point"
    if total == postillon:
        return "point_made"
    return "seven_out" if total == 7 else "no_decision"

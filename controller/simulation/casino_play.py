"""A strategy at a casino table: rules that say which bets to have up, and a seat that follows them."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from controller.errors import ConfigError, RuleError
from controller.rules.casino.checks import most_odds_cents
from controller.rules.casino.layout import Box, layout_of
from controller.rules.casino.seat import Bet
from controller.rules.casino.settings import Settings
from controller.rules.casino.table import CrapsTable
from controller.rules.dice import Pair
from controller.simulation.units import whole_cents

ALWAYS, COME_OUT, POINT_ON = "always", "come_out", "point"
WHENS = (ALWAYS, COME_OUT, POINT_ON)
ALL_ODDS = "max"
PLAYER = "player"
Wish = tuple[Box, int]


@dataclass(frozen=True, slots=True)
class Rule:
    """Have this bet up: when it is down and can be made, it is made.

    `units` of the strategy's unit, each of `steps` times that: the next step after a loss, the first after a win.
    `when`: on come-outs only, with the point on only, or always. `not_on_point`: not on the number that is the point.
    `at_most`: so many bets of this kind at once, come bets that have travelled included. `odds`: behind each of these
    bets so many times its flat, or "max"; 0 for none.
    """

    bet: str
    number: int | Pair | None = None
    units: Fraction = Fraction(1)
    when: str = ALWAYS
    not_on_point: bool = False
    at_most: int = 1
    odds: int | str = 0
    steps: tuple[int, ...] = (1,)


@dataclass(slots=True)
class CasinoEvening:
    """One seat at a table, and its rules. `levels`: for each rule how many steps it has gone up."""

    table: CrapsTable
    rules: tuple[Rule, ...]
    unit_cents: int
    levels: tuple[int, ...]
    seat: str = PLAYER

    @classmethod
    def begin(cls, house: Settings, rules: tuple[Rule, ...], unit_cents: int, cash_cents: int) -> Self:
        """Sit down alone at a table of this house."""
        return cls(CrapsTable.begin(layout_of(house), {PLAYER: cash_cents}), rules, unit_cents, (0,) * len(rules))

    def act(self) -> None:
        """Make the bets that are due, flat bets first, then odds."""
        for index, rule in enumerate(self.rules):
            for box, cents in self._flats(rule, self.levels[index]):
                self.table.bet(self.seat, box, cents)
        for rule in self.rules:
            for box, cents in self._odds(rule):
                self.table.bet(self.seat, box, cents)

    def throw(self, dice: Pair) -> None:
        """Throw the dice at this table, and go up or down the steps."""
        resolved = self.table.roll(dice).resolutions
        if any(len(rule.steps) > 1 for rule in self.rules):
            results = {one.box.kind: one.result for one in resolved if one.seat == self.seat and one.box.kind != "odds"}
            self.levels = tuple(map(_next_level, self.rules, self.levels, (results.get(r.bet) for r in self.rules)))

    def wealth_cents(self) -> tuple[int, ...]:
        """Give what the player has."""
        seat = self.table.seats[self.seat]
        return (seat.cash_cents + seat.on_table_cents + seat.vig_cents,)

    def needed_cents(self) -> tuple[int, ...]:
        """Give what lies on the table with its commission."""
        seat = self.table.seats[self.seat]
        return (seat.on_table_cents + seat.vig_cents,)

    def is_idle(self) -> bool:
        """Tell whether this seat has no bets."""
        return not self.table.seats[self.seat].bets

    def is_over(self) -> bool:
        """Tell whether the player has nothing left."""
        return self.table.seats[self.seat].is_out

    def key(self) -> Hashable:
        """Give puck, bets in any order, and steps."""
        bets = self.table.seats[self.seat].bets
        standing = frozenset((box, bet.amount_cents, bet.called, bet.vig_cents, bet.tally) for box, bet in bets.items())
        return self.table.point, self.table.new_hand, standing, self.levels

    def copy(self) -> Self:
        """Give an independent copy."""
        return replace(self, table=self.table.copy())

    # -- what is due --------------------------------------------------------------------------------------------------

    def _flats(self, rule: Rule, level: int) -> Iterator[Wish]:
        table, point = self.table, self.table.point
        box = table.layout.find(rule.bet, rule.number)
        bets = table.seats[self.seat].bets
        if box in bets or point not in box.opens_at or (box.kind.opens == "new_hand" and not table.new_hand):
            return
        wrong_time = rule.when != ALWAYS and (rule.when == COME_OUT) != (point is None)
        if wrong_time or (rule.not_on_point and rule.number == point):
            return
        if sum(other.key.kind == rule.bet and other.key.number != rule.number for other in bets) < rule.at_most:
            yield box, whole_cents(rule.units * rule.steps[level], self.unit_cents)

    def _odds(self, rule: Rule) -> Iterator[Wish]:
        """Put odds behind every bet of this kind that can have them and has none."""
        if not rule.odds:
            return
        bets = self.table.seats[self.seat].bets
        for flat in tuple(bets.values()):
            box = self._odds_box(rule, flat)
            if box is not None and box not in bets:
                most_cents = most_odds_cents(box, flat.amount_cents, self.table.point)
                cents = most_cents if isinstance(rule.odds, str) else rule.odds * flat.amount_cents
                if cents:
                    yield box, cents

    def _odds_box(self, rule: Rule, flat: Bet) -> Box | None:
        key, point = flat.box.key, self.table.point
        on_number = key.number is not None or (key.kind in ("pass", "dont_pass") and point is not None)
        if key.kind != rule.bet or not on_number:
            return None
        return self.table.layout.find("odds", key.number, key.kind)


def _next_level(rule: Rule, level: int, result: str | None) -> int:
    """Go up after a loss, from the last step back to the first; back to the first after a win."""
    if result == "lose":
        return (level + 1) % len(rule.steps)
    return 0 if result == "win" else level


def check_rules(house: Settings, rules: tuple[Rule, ...], unit_cents: int) -> None:
    """Raise ConfigError for rules that name what this house has not, or amounts that are no whole cents."""
    for rule in rules:
        if rule.when not in WHENS:
            raise ConfigError(f"`when` is one of {', '.join(WHENS)}, not {rule.when!r}.")
        try:
            layout_of(house).find(rule.bet, rule.number)
        except RuleError as error:
            raise ConfigError(f"The strategy cannot be played here: {error}") from None
        for step in rule.steps:
            whole_cents(rule.units * step, unit_cents)

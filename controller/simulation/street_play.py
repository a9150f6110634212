"""Street craps played by rule: what the shooter stakes, how much of it is covered."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from controller.rules.dice import Pair
from controller.rules.street_table import LITERAL, STAKE, Landing, StreetTable
from controller.simulation.units import whole_cents

PLAYERS = ("A", "B")


@dataclass(frozen=True, slots=True)
class StreetHabits:
    """How both play. `stake`: units the shooter stakes; `cover`: the part of it that the fader covers (SC-3).

    `hands_over`: the shooter hands the dice on before the come-out once he has made a point (SC-13).
    """

    stake: Fraction = Fraction(1)
    cover: Fraction = Fraction(1)
    hands_over: bool = False


@dataclass(slots=True)
class StreetEvening:
    """Two players at street craps; A shoots first. `made_point`: the shooter has just made a point."""

    table: StreetTable
    stake_cents: int
    cover_cents: int
    hands_over: bool
    made_point: bool = False

    @classmethod
    def begin(
        cls, habits: StreetHabits, unit_cents: int, cash_cents: int, swap_after: frozenset[str] = LITERAL
    ) -> Self:
        """Begin with so much money each. Raises ConfigError for amounts that are no whole cents."""
        stake_cents = whole_cents(habits.stake, unit_cents)
        cover_cents = whole_cents(habits.stake * habits.cover, unit_cents)
        table = StreetTable(dict.fromkeys(PLAYERS, cash_cents), PLAYERS[0], swap_after)
        return cls(table, stake_cents, cover_cents, habits.hands_over)

    def act(self) -> None:
        """Stake and cover, where a round is to begin."""
        if self.table.phase != STAKE:
            return
        if self.hands_over and self.made_point:
            self.table.pass_dice(self.table.shooter)
        self.table.stake(self.stake_cents)
        self.table.fade(self.cover_cents)

    def throw(self, dice: Pair) -> None:
        """Throw the dice against the wall."""
        self.made_point = self.table.throw(Landing(dice)).result == "pass"

    def wealth_cents(self) -> tuple[int, ...]:
        """Give what each has, with his part of the bank."""
        return tuple(self.table.stacks_cents[name] + self._staked_cents(name) for name in PLAYERS)

    def needed_cents(self) -> tuple[int, ...]:
        """Give what of each lies in the bank."""
        return tuple(map(self._staked_cents, PLAYERS))

    def is_idle(self) -> bool:
        """Tell whether the bank is empty."""
        return not self.table.bank_cents

    def is_over(self) -> bool:
        """Tell whether somebody has nothing left."""
        return self.table.phase == "over"

    def key(self) -> Hashable:
        """Give who shoots, and the point."""
        return self.table.shooter, self.table.phase, self.table.point, self.hands_over and self.made_point

    def copy(self) -> Self:
        """Give an independent copy."""
        return replace(self, table=self.table.copy())

    def _staked_cents(self, name: str) -> int:
        return self.table.stake_cents if name == self.table.shooter else self.table.cover_cents

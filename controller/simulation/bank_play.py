"""French bank craps played by rule: what every ponte stakes on the first jet and on the bands."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from controller.rules.bank_table import BankTable
from controller.rules.dice import Pair
from controller.simulation.units import whole_cents


@dataclass(frozen=True, slots=True)
class BankHabits:
    """How every ponte plays: units on the premier jet, and on each band (FB-11) before every throw with a point."""

    first: Fraction = Fraction(1)
    bands: tuple[tuple[str, Fraction], ...] = ()


@dataclass(slots=True)
class BankEvening:
    """A game until everybody has been banker (FB-12)."""

    table: BankTable
    first_cents: int
    bands_cents: tuple[tuple[str, int], ...]

    @classmethod
    def begin(cls, habits: BankHabits, players: int, unit_cents: int, cash_cents: int) -> Self:
        """Begin with so much money each; the first player is the first banker. Raises ConfigError."""
        names = tuple(f"P{number + 1}" for number in range(players))
        table = BankTable(dict.fromkeys(names, cash_cents), names[0])
        bands = tuple((band, whole_cents(units, unit_cents)) for band, units in habits.bands)
        return cls(table, whole_cents(habits.first, unit_cents), bands)

    def act(self) -> None:
        """Stake on the first jet before the postillon is set, on the bands after it."""
        table = self.table
        for ponte in table.players:
            if ponte == table.banker:
                continue
            if table.postillon is None:
                table.first(ponte, self.first_cents)
            else:
                for band, cents in self.bands_cents:
                    table.band(ponte, band, cents)

    def throw(self, dice: Pair) -> None:
        """Throw the dice."""
        self.table.throw(dice)

    def wealth_cents(self) -> tuple[int, ...]:
        """Give what each has, stakes on the layout included."""
        return tuple(self.table.chips_cents[name] + self._staked_cents(name) for name in self.table.players)

    def needed_cents(self) -> tuple[int, ...]:
        """Give what each has staked; the banker must be able to pay all of it (gap 8)."""
        table = self.table
        return tuple(table.staked_cents if name == table.banker else self._staked_cents(name) for name in table.players)

    def is_idle(self) -> bool:
        """Tell whether the layout is empty."""
        return not self.table.staked_cents

    def is_over(self) -> bool:
        """Tell whether everybody has been banker (FB-12)."""
        return self.table.over

    def key(self) -> Hashable:
        """Give banker, thrower and postillon."""
        table = self.table
        return table.banker, table.thrower, table.postillon, table.term, table.held, self.is_idle()

    def copy(self) -> Self:
        """Give an independent copy."""
        return replace(self, table=self.table.copy())

    def _staked_cents(self, name: str) -> int:
        stakes = (self.table.first_jet, *self.table.band_stakes.values())
        return sum(staked.get(name, 0) for staked in stakes)

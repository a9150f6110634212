"""A simulation as it was asked for, and the evenings it consists of. A plan travels to whoever works on it."""

from dataclasses import dataclass
from functools import lru_cache

from controller.errors import ConfigError
from controller.rules.casino.settings import Settings
from controller.rules.street_table import LITERAL
from controller.simulation.automaton import RICH_CENTS, Automaton, compile_evening
from controller.simulation.bank_play import BankEvening, BankHabits
from controller.simulation.casino_play import CasinoEvening, Rule, check_rules
from controller.simulation.evenings import Evening
from controller.simulation.street_play import PLAYERS, StreetEvening, StreetHabits

MOST_CENTS = 10**13


@dataclass(frozen=True, slots=True)
class CasinoSeat:
    """A seat at a casino table."""

    house: Settings
    rules: tuple[Rule, ...]

    def begin(self, unit_cents: int, cash_cents: int) -> Evening:
        """Sit down."""
        check_rules(self.house, self.rules, unit_cents)
        return CasinoEvening.begin(self.house, self.rules, unit_cents, cash_cents)

    def players(self) -> tuple[str, ...]:
        """Name who plays."""
        return ("player",)


@dataclass(frozen=True, slots=True)
class StreetPair:
    """Two players at street craps."""

    habits: StreetHabits
    swap_after: frozenset[str] = LITERAL

    def begin(self, unit_cents: int, cash_cents: int) -> Evening:
        """Sit down."""
        return StreetEvening.begin(self.habits, unit_cents, cash_cents, self.swap_after)

    def players(self) -> tuple[str, ...]:
        """Name who plays; the first one shoots first."""
        return PLAYERS


@dataclass(frozen=True, slots=True)
class BankRound:
    """A round of players at bank craps."""

    habits: BankHabits
    count: int = 4

    def begin(self, unit_cents: int, cash_cents: int) -> Evening:
        """Sit down."""
        return BankEvening.begin(self.habits, self.count, unit_cents, cash_cents)

    def players(self) -> tuple[str, ...]:
        """Name who plays; the first one is banker first."""
        return tuple(f"P{number + 1}" for number in range(self.count))


Party = CasinoSeat | StreetPair | BankRound


@dataclass(frozen=True, slots=True)
class Plan:
    """So many tables, so many throws at each, everybody with the same bankroll.

    `parties` sit at the same dice: several seats of a casino table, or the one round of another game.
    """

    parties: tuple[Party, ...]
    names: tuple[str, ...]
    tables: int
    rolls: int
    unit_cents: int
    bankroll_cents: int
    entropy: int

    def automata(self) -> tuple[Automaton, ...]:
        """Work out the moves of every party. Raises ConfigError for a strategy that cannot be played."""
        if self.bankroll_cents > MOST_CENTS:
            raise ConfigError(f"A bankroll over {MOST_CENTS // 100} cannot be simulated.")
        return tuple(automaton_of(party, self.unit_cents) for party in self.parties)


@lru_cache(maxsize=32)
def automaton_of(party: Party, unit_cents: int) -> Automaton:
    """Work out the moves of a party, once a process."""
    return compile_evening(party.begin(unit_cents, RICH_CENTS))

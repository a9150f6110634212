"""A strategy turned into a table of moves, by playing it once on the game's engine in every state it can reach."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.errors import ConfigError, RuleError
from controller.rules.dice import ALL_PAIRS
from controller.simulation.dice import PAIRS
from controller.simulation.evenings import Evening

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.int64]

ROW = 2 * PAIRS
"""Moves of a state: first those without the bets that are due, for who cannot pay them, then those with them."""
ENDED = 0
"""The first row: the evening is over, and nothing changes any more."""
MOST_STATES = 20_000
RICH_CENTS = 10**12


@dataclass(frozen=True, slots=True)
class Automaton:
    """What every throw does in every state. A move is found at `row + (PAIRS if all can pay) + pair`.

    `next_row`: the row after it. `gains_cents[seat]`: what it does to what each player has. `next_needed_cents[seat]`:
    what each must have in the row after it to make the bets that are due there. `first_*`: where an evening begins.
    """

    next_row: "Column"
    gains_cents: "tuple[Column, ...]"
    next_needed_cents: "tuple[Column, ...]"
    first_row: int
    first_needed_cents: tuple[int, ...]

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.gains_cents)

    @property
    def states(self) -> int:
        """How many states there are, the end among them."""
        return len(self.next_row) // ROW


def compile_evening(rich: Evening) -> Automaton:
    """Play an evening, begun with RICH_CENTS for each player, in every state that its bets can reach.

    Raises ConfigError for a strategy that the rules do not allow, or one with too many states.
    """
    return _Compiler(rich).compile()


class _Compiler:
    """Finds the states one after the other and writes down their moves."""

    def __init__(self, start: Evening) -> None:
        self._found: list[Evening] = []
        self._numbers: dict[Hashable, int] = {}
        seats = len(start.wealth_cents())
        self._next: list[int] = [ENDED] * ROW
        self._gains: list[list[int]] = [[0] * ROW for _ in range(seats)]
        self._needed: list[tuple[int, ...]] = [(0,) * seats]
        self._start = self._number(start)

    def compile(self) -> Automaton:
        import numpy as np

        for evening in self._found:
            self._write_moves(evening)
        needed = np.array(self._needed, dtype=np.int64)
        states = np.array(self._next, dtype=np.int64)
        return Automaton(
            next_row=states * ROW,
            gains_cents=tuple(np.array(column, dtype=np.int64) for column in self._gains),
            next_needed_cents=tuple(np.ascontiguousarray(column[states]) for column in needed.T),
            first_row=self._start * ROW,
            first_needed_cents=self._needed[self._start],
        )

    def _number(self, evening: Evening) -> int:
        """Give the number of a state, a new one for a state not seen before."""
        if evening.is_over():
            return ENDED
        key = evening.key()
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._found) + 1
            self._found.append(evening)
            if number > MOST_STATES:
                raise ConfigError(f"This strategy has over {MOST_STATES} states. Leave out some of its bets.")
        return number

    def _write_moves(self, evening: Evening) -> None:
        acted = evening.copy()
        try:
            acted.act()
        except RuleError as error:
            raise ConfigError(f"The strategy cannot be played here: {error}") from None
        self._needed.append(acted.needed_cents())
        if acted.needed_cents() != evening.needed_cents() and evening.is_idle():
            self._write_end()
        else:
            self._write_throws(evening)
        self._write_throws(acted)

    def _write_throws(self, evening: Evening) -> None:
        before = evening.wealth_cents()
        for dice in ALL_PAIRS:
            after = evening.copy()
            after.throw(dice)
            self._next.append(self._number(after))
            for column, now, then in zip(self._gains, after.wealth_cents(), before, strict=True):
                column.append(now - then)

    def _write_end(self) -> None:
        self._next += [ENDED] * PAIRS
        for column in self._gains:
            column.extend([0] * PAIRS)

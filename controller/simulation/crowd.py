"""Many tables at once: the same strategy, each table with its own dice."""

from typing import TYPE_CHECKING

from controller.simulation.automaton import ENDED, Automaton
from controller.simulation.dice import PAIRS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Crowd:
    """So many tables of one automaton. `wealth_cents[seat]` holds what that player has at every table."""

    def __init__(self, automaton: Automaton, tables: int, bankroll_cents: int) -> None:
        import numpy as np

        self._automaton = automaton
        self._row = np.full(tables, automaton.first_row, dtype=np.int64)
        self._needed = [np.full(tables, needed, dtype=np.int64) for needed in automaton.first_needed_cents]
        self.wealth_cents = [np.full(tables, bankroll_cents, dtype=np.int64) for _ in range(automaton.seats)]
        self._move = np.empty(tables, dtype=np.int64)
        self._gain = np.empty(tables, dtype=np.int64)
        self._can_pay = np.empty(tables, dtype=np.bool_)
        self._also = np.empty(tables, dtype=np.bool_)

    def throw(self, pairs: "NDArray[np.uint8]") -> None:
        """Throw one pair at every table; the players bet before it what they can pay."""
        import numpy as np

        automaton, move = self._automaton, self._move
        self._ask_who_can_pay()
        np.multiply(self._can_pay, PAIRS, out=move)
        move += self._row
        move += pairs
        # Every move is a row of the table: "clip" only spares numpy a copy.
        np.take(automaton.next_row, move, out=self._row, mode="clip")
        for seat, wealth in enumerate(self.wealth_cents):
            np.take(automaton.gains_cents[seat], move, out=self._gain, mode="clip")
            np.add(wealth, self._gain, out=wealth)
            np.take(automaton.next_needed_cents[seat], move, out=self._needed[seat], mode="clip")

    def ended(self) -> "NDArray[np.bool_]":
        """Tell of every table whether its evening has ended; this is known one throw after nobody could bet."""
        ended: NDArray[np.bool_] = self._row == ENDED
        return ended

    def _ask_who_can_pay(self) -> None:
        import numpy as np

        np.greater_equal(self.wealth_cents[0], self._needed[0], out=self._can_pay)
        for wealth, needed in zip(self.wealth_cents[1:], self._needed[1:], strict=True):
            np.greater_equal(wealth, needed, out=self._also)
            np.logical_and(self._can_pay, self._also, out=self._can_pay)

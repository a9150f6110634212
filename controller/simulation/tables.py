"""Plays a plan: chunks of tables, each with its own dice, by whoever is at hand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from controller.simulation.crowd import Crowd
from controller.simulation.dice import open_stream, throw_pairs
from controller.simulation.plans import Plan
from controller.simulation.workers import open_crew, run_in_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Cents = NDArray[np.int64]

CHUNK_TABLES = 1 << 13
"""Fixed for good: each chunk has its own stream, and the numbers of a seed depend on where chunks begin."""
BLOCK_ROLLS = 32
CURVE_POINTS = 100

Chunk = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """One player at many tables. `final_cents` and `ended` are by table; the others by moment of the curve.

    `wealth_cents` holds every table of the first chunk, `wealth_sums` the sum over all tables, `ended_counts` how many
    evenings had ended.
    """

    final_cents: "Cents"
    ended: "NDArray[np.bool_]"
    wealth_sums: "Cents"
    ended_counts: "Cents"
    wealth_cents: "Cents"


def moments(rolls: int) -> list[int]:
    """Give the rolls after which the curve has a point: the beginning, and up to CURVE_POINTS more."""
    points = min(rolls, CURVE_POINTS)
    return [0, *sorted({rolls * point // points for point in range(1, points + 1)})]


def play_plan(
    plan: Plan,
    workers: int | None = None,
    dask: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[SeatOutcome]:
    """Play all tables; one outcome a player, in order. `progress` is told how many more throws are done.

    The result depends on the plan alone, not on who does the work. Raises ConfigError.
    """
    plan.automata()
    chunks: list[list[SeatOutcome]] = []
    # A cluster's workers cannot call back: their throws are told when a chunk comes home.
    play = partial(play_chunk, plan, progress=progress if dask is None else None)
    with open_crew(workers, dask) as crew:
        for outcomes in run_in_order(crew, play, _chunks(plan.tables)):
            chunks.append(outcomes)
            if progress is not None and dask is not None:
                progress(len(outcomes[0].final_cents) * plan.rolls)
    return [_joined(parts) for parts in zip(*chunks, strict=True)]


def _chunks(tables: int) -> Iterator[Chunk]:
    """Cut the tables into chunks: number and size."""
    for number, first in enumerate(range(0, tables, CHUNK_TABLES)):
        yield number, min(CHUNK_TABLES, tables - first)


def play_chunk(plan: Plan, chunk: Chunk, progress: Callable[[int], None] | None = None) -> list[SeatOutcome]:
    """Play one chunk of tables; one outcome a player."""
    number, tables = chunk
    crowds = [Crowd(automaton, tables, plan.bankroll_cents) for automaton in plan.automata()]
    curve = _Curve(crowds, moments(plan.rolls))
    curve.note(0)
    stream = open_stream(plan.entropy, number)
    for first in range(0, plan.rolls, BLOCK_ROLLS):
        rolls = min(BLOCK_ROLLS, plan.rolls - first)
        for offset, pairs in enumerate(throw_pairs(stream, rolls * tables).reshape(rolls, tables)):
            for crowd in crowds:
                crowd.throw(pairs)
            curve.note(first + offset + 1)
        if progress is not None:
            progress(rolls * tables)
    return curve.outcomes(keep=number == 0)


class _Curve:
    """Notes at its moments what every player of every crowd has."""

    def __init__(self, crowds: list[Crowd], when: list[int]) -> None:
        self._crowds = crowds
        self._when = frozenset(when)
        self._wealth: list[list[Cents]] = []
        self._ended: list[list[int]] = []

    def note(self, roll: int) -> None:
        """Note what all have after this roll, if it is a moment of the curve."""
        if roll in self._when:
            self._wealth.append([wealth.copy() for crowd in self._crowds for wealth in crowd.wealth_cents])
            self._ended.append([int(crowd.ended().sum()) for crowd in self._crowds for _ in crowd.wealth_cents])

    def outcomes(self, keep: bool) -> list[SeatOutcome]:
        """Give one outcome a player; with `keep` every table's curve, else only the sums."""
        import numpy as np

        ended = [crowd.ended() for crowd in self._crowds for _ in crowd.wealth_cents]
        found = []
        for seat, last in enumerate(self._wealth[-1]):
            curves = np.array([wealth[seat] for wealth in self._wealth])
            counts = np.array([noted[seat] for noted in self._ended])
            found.append(SeatOutcome(last, ended[seat], curves.sum(axis=1), counts, curves if keep else curves[:, :0]))
        return found


def _joined(parts: tuple[SeatOutcome, ...]) -> SeatOutcome:
    import numpy as np

    return SeatOutcome(
        np.concatenate([part.final_cents for part in parts]),
        np.concatenate([part.ended for part in parts]),
        np.sum([part.wealth_sums for part in parts], axis=0),
        np.sum([part.ended_counts for part in parts], axis=0),
        parts[0].wealth_cents,
    )

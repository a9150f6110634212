"""A histogram of simulated rolls, as the source's Monte-Carlo program prints it (SC-31)."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from controller.rules.dice import ALL_PAIRS, TOTALS
from controller.simulation.dice import count_pairs, open_stream
from controller.simulation.workers import open_crew, run_in_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK_ROLLS = 1 << 22
"""Fixed for good: each chunk has its own stream, and the numbers of a seed depend on where chunks begin."""

Chunk = tuple[int, int]


def count_rolls(
    rolls: int,
    entropy: int,
    workers: int | None = None,
    dask: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[int, int]:
    """Throw two dice so many times and count the totals 2..12; `progress` is told how many more rolls are done.

    The result depends on `rolls` and `entropy` alone, not on who does the work; memory does not grow with `rolls`.
    Raises ConfigError where no Dask scheduler answers.
    """
    totals = dict.fromkeys(TOTALS, 0)
    with open_crew(workers, dask) as crew:
        for counts in run_in_order(crew, partial(_count_chunk, entropy), _chunks(rolls)):
            for (first, second), count in zip(ALL_PAIRS, counts.tolist(), strict=True):
                totals[first + second] += count
            if progress is not None:
                progress(int(counts.sum()))
    return totals


def _chunks(rolls: int) -> Iterator[Chunk]:
    """Cut the rolls into chunks: number and size."""
    for number, first in enumerate(range(0, rolls, CHUNK_ROLLS)):
        yield number, min(CHUNK_ROLLS, rolls - first)


def _count_chunk(entropy: int, chunk: Chunk) -> "NDArray[np.int64]":
    number, rolls = chunk
    return count_pairs(open_stream(entropy, number), rolls)

"""`stickman simulate`: a histogram of simulated rolls, as the source's Monte-Carlo program prints it (SC-31)."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import click

from controller.rules.dice import TOTALS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Fixed for good: the numbers of a seed depend on it.
CHUNK_ROLLS = 1 << 20
# The largest multiple of 6 a byte can hold: bytes below it are fair dice after `% 6`, the others are drawn again.
FAIR_BYTES = 252
CHUNKS_AT_ONCE = 64
PROGRESS_AFTER_S = 2.0


@click.command(short_help="Print a histogram of simulated rolls (SC-31).")
@click.option("--rolls", type=click.IntRange(min=0), required=True, help="How many times two dice are thrown.")
@click.option("--seed", type=click.IntRange(min=0), help="The same seed gives the same numbers on any machine.")
def simulate(rolls: int, seed: int | None) -> None:
    """Throw two fair dice and print how often each total came: total, tab, count."""
    for total, count in count_rolls(rolls, seed, progress=_progress(rolls)).items():
        click.echo(f"{total}\t{count}")


def count_rolls(
    rolls: int,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[int, int]:
    """Throw two dice so many times and count the totals 2..12; without a seed the system gives one.

    Each chunk of 2^20 rolls has its own stream, so the result does not depend on the number of workers, and memory
    does not depend on the number of rolls. `progress` is told how many rolls are done.
    """
    import numpy as np

    root = np.random.SeedSequence(seed)
    counts = np.zeros(len(TOTALS), dtype=np.int64)
    done = 0
    with ThreadPoolExecutor(max_workers=workers or os.cpu_count()) as pool:
        for batch in _batches(rolls):
            for chunk_counts in pool.map(lambda chunk: _count_chunk(root, *chunk), batch):
                counts += chunk_counts
            done += sum(size for _, size in batch)
            if progress is not None:
                progress(done)
    return {total: int(count) for total, count in zip(TOTALS, counts, strict=True)}


def _batches(rolls: int) -> Iterator[list[tuple[int, int]]]:
    """Cut the rolls into chunks (index, size), so many at once."""
    chunks = -(-rolls // CHUNK_ROLLS)
    for first in range(0, chunks, CHUNKS_AT_ONCE):
        last = min(first + CHUNKS_AT_ONCE, chunks)
        yield [(index, min(CHUNK_ROLLS, rolls - index * CHUNK_ROLLS)) for index in range(first, last)]


def _count_chunk(root: "np.random.SeedSequence", index: int, rolls: int) -> "NDArray[np.int64]":
    import numpy as np

    # The raw stream of PCG64 never changes between numpy versions; the methods of Generator may (NEP 19).
    stream = np.random.PCG64(np.random.SeedSequence(root.entropy, spawn_key=(index,)))
    dice = _throw_dice(stream, 2 * rolls)
    totals = dice[:rolls] + dice[rolls:]
    return np.array([np.count_nonzero(totals == total - 2) for total in TOTALS], dtype=np.int64)


def _throw_dice(stream: "np.random.PCG64", count: int) -> "NDArray[np.uint8]":
    """Throw so many dice, faces 0..5, one byte each."""
    import numpy as np

    found = np.empty(0, dtype=np.uint8)
    while len(found) < count:
        # A little more than is missing makes up for the bytes that are thrown away (4 of 256).
        words = (count - len(found)) * 65 // 512 + 8
        drawn = stream.random_raw(words).astype("<u8").view(np.uint8)
        found = np.concatenate([found, drawn[drawn < FAIR_BYTES]])
    return found[:count] % 6


def _progress(rolls: int) -> Callable[[int], None] | None:
    """Show on a terminal how far a long run is."""
    if not sys.stderr.isatty():
        return None
    began = time.monotonic()

    def show(done: int) -> None:
        if time.monotonic() - began > PROGRESS_AFTER_S:
            click.echo(f"\r{done / rolls:6.1%} of {rolls} rolls", err=True, nl=done == rolls)

    return show

"""Do two things that are seen together depend on each other? Evidence that needs no fair dice.

Two dice may each be loaded and still be independent. Of two rolls (a, b) and (c, d) of independent dice, the pairings
a-b, c-d and a-d, c-b are equally likely, whatever the dice are loaded to; a bet on how the faces hang together, made
from earlier rolls only, pays twice its share of the two. That is an e-process for independence (betting against
exchangeability: Ramdas, Grünwald, Vovk & Shafer 2023, "Game-theoretic statistics and safe anytime-valid inference").
"""

import itertools

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

_TRUST_AFTER = 14.0
"""Pairs for each cell, after which what was seen of the cells weighs as much as what their margins say."""
_FIRST_BET = 64
_BETS_GROW = 1.05


def pairing_path(first: Ints, second: Ints, categories: int, eps: float = 0.0) -> Floats:
    """Give the log evidence, after each pair (n,), that first and second (n,), 0..K-1 each, are not independent.

    It moves with every second pair. `eps` bounds the share of readings of either that may be wrong in any manner. With
    four readings at stake, misreadings add at most 4 eps of the range between a bet's best and worst payment to what
    it is expected to pay; it is divided by 1 + that.
    """
    cells = first.astype(np.int16) * categories + second
    steps = np.zeros(len(cells))
    seen = np.zeros(categories**2)
    edges = _bet_edges(len(cells))
    seen += np.bincount(cells[: edges[0]], minlength=len(seen))
    for start, stop in itertools.pairwise(edges):
        stake = cells[start:stop]
        whole = len(stake) // 2 * 2
        gains = _gains(seen, categories)
        misread = np.log1p(4 * eps * np.ptp(np.exp(gains)))
        steps[start + 1 : start + whole : 2] = gains[stake[0:whole:2], stake[1:whole:2]] - misread
        seen += np.bincount(stake, minlength=len(seen))
    return np.asarray(steps.cumsum(out=steps))


def _bet_edges(pairs: int) -> list[int]:
    """Give after how many pairs the bets are laid anew: even numbers, since a bet is on two pairs."""
    edges = [min(_FIRST_BET, pairs)]
    while edges[-1] < pairs:
        edges.append(min(2 * int(np.ceil(edges[-1] * _BETS_GROW / 2)), pairs))
    return edges


def _gains(seen: Floats, categories: int) -> Floats:
    """Give what a bet from the counts of pairs (K*K,) pays on every two pairs, in logs, (K*K, K*K).

    It believes what was seen of each pair, drawn towards independence while little was seen.
    """
    table = seen.reshape(categories, categories)
    rows, columns = table.sum(axis=1) + 0.5, table.sum(axis=0) + 0.5
    apart = np.outer(rows / rows.sum(), columns / columns.sum())
    trust_after = _TRUST_AFTER * seen.size
    joint = (table + trust_after * apart) / (table.sum() + trust_after)
    odds = joint / apart
    as_seen = np.multiply.outer(odds, odds)
    swapped = as_seen.transpose(0, 3, 2, 1)
    return np.asarray(np.log(2 * as_seen / (as_seen + swapped)).reshape(seen.size, seen.size))

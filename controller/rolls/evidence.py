"""Evidence that may be watched: e-processes for faces and totals, which fair dice push past 1/level with chance level.

An e-process starts at 1 and is expected to stay at 1 or fall while the dice are fair, whenever one stops and looks
(Ville's inequality). Everything here is in natural logarithms, and a function of the counts at the looks.

Misreadings: where up to a share `eps` of what is seen may be wrong in any manner, fair dice give some distribution
within `eps` (total variation) of the fair one. Each bet is then laid against the one of these that is nearest to it,
which clips what it can win and lose (Huber 1965): no misreading within the bound makes evidence.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln

from controller.rolls.chances import FAIR
from controller.rolls.table import FACES

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

CONCENTRATIONS = (6.0, 100.0, 2000.0)
"""Dirichlet mixtures around fair dice: gross cheats, loaded dice (faces off by about 4 points), small faults (1)."""
EXCESSES, EXCESS_WEIGHTS = (0.03, 0.05), (0.5, 0.5)
"""Bets that one face comes 3 or 5 points too often: what loaded and worn dice do, found soonest by betting on it."""
SHARE_OF_ONE_FACE = 0.9
"""Of what is bet on a die; the rest is on the mixtures, which find every other shape and size in the long run."""
_EVERY_ROLL_UP_TO, _THEN_EVERY = 1 << 17, 1 << 7


def looks(rolls: int) -> NDArray[np.int64]:
    """Give the numbers of rolls after which a log is looked at: every roll, in very long logs every 128th."""
    dense = np.arange(1, min(rolls, _EVERY_ROLL_UP_TO) + 1)
    return np.union1d(dense, [*range(_EVERY_ROLL_UP_TO, rolls, _THEN_EVERY), rolls]) if rolls > len(dense) else dense


def counts_at(seen: Ints, categories: int, at: Ints) -> NDArray[np.int64]:
    """Count each category 0..K-1 of `seen` (n,) among its first `at` (L,) values, (L, K)."""
    places = [np.flatnonzero(seen == k) for k in range(categories)]
    return np.stack([np.searchsorted(place, at) for place in places], axis=1)


def face_path(counts: Ints, eps: float = 0.0, named: int | None = None) -> Floats:
    """Give the log evidence against a die's faces at each look, (L,), from the counts then, (L, 6).

    `named` is a face 1..6 that somebody named before the first roll, None for none.
    """
    return with_one_face(counts, category_path(counts, FAIR, eps), eps, named)


def with_one_face(counts: Ints, shapes: Floats, eps: float, named: int | None = None) -> Floats:
    """Give the bets on one face too often, the named one or whichever, together with those on all shapes, (L,)."""
    each = named_face_paths(counts, eps)
    one_face = log_mean(list(each.T)) if named is None else each[:, named - 1]
    return log_mean([one_face, shapes], [SHARE_OF_ONE_FACE, 1 - SHARE_OF_ONE_FACE])


def named_face_paths(counts: Ints, eps: float = 0.0) -> Floats:
    """Give for each face the log evidence that it comes too often, (L, 6): for a face that was named beforehand."""
    most = 1 / FACES + eps
    others = counts.sum(axis=1, keepdims=True) - counts
    bets = [most + excess for excess in EXCESSES]
    paths = [counts * np.log(bet / most) + others * np.log((1 - bet) / (1 - most)) for bet in bets if bet < 1]
    return log_mean(paths, list(EXCESS_WEIGHTS)) if len(paths) == len(EXCESSES) else np.zeros(counts.shape)


def category_path(counts: Ints, chances: ArrayLike, eps: float = 0.0) -> Floats:
    """Give the log evidence against `chances` (K,) at each look, (L,), from the counts then, (L, K).

    Dirichlet-multinomial e-processes (Lindon & Malek 2022), whatever the direction in which the chances are off.
    """
    base = np.asarray(chances, float)
    if eps:
        return log_mean([_misread_path(counts, base, size * base, eps) for size in CONCENTRATIONS])
    return log_mean([_dirichlet_path(counts, base, size * base) for size in CONCENTRATIONS])


def _dirichlet_path(counts: Ints, base: Floats, prior: Floats) -> Floats:
    """Give log (chance under the mixture / chance under `base`) of all that was seen until each look."""
    n = counts.sum(axis=1)
    mixed = gammaln(prior.sum()) - gammaln(prior.sum() + n) + (gammaln(prior + counts) - gammaln(prior)).sum(axis=1)
    return np.asarray(mixed - counts @ np.log(base))


def _misread_path(counts: Ints, base: Floats, prior: Floats, eps: float) -> Floats:
    """Give the same where readings may be wrong: the mixture's bet at one look stands until the next."""
    before = np.vstack([np.zeros((1, len(base)), np.int64), counts[:-1]])
    weights = prior + before
    gains = np.log(clipped_ratios(weights / weights.sum(axis=1, keepdims=True), base, eps))
    return np.asarray((gains * (counts - before)).sum(axis=1).cumsum())


def clipped_ratios(bets: Floats, base: Floats, eps: float) -> Floats:
    """Give bets (n, K) over the distribution within `eps` of `base` (K,) that is nearest to each, (n, K).

    It moves chance `eps` from where the bet is low to where it is high, which makes the ratio level there: at the
    greatest sum(bet) / (sum(base) + eps) over the highest j categories, and alike below. 1 where the bet is within.
    """
    ratios = bets / base
    order = np.argsort(-ratios, axis=1)
    bet, fair = np.take_along_axis(bets, order, axis=1), base[order]
    high = (bet.cumsum(axis=1) / (fair.cumsum(axis=1) + eps)).max(axis=1)
    left = fair[:, ::-1].cumsum(axis=1) - eps
    low = np.divide(bet[:, ::-1].cumsum(axis=1), left, out=np.ones_like(left), where=left > 0).min(axis=1)
    return np.clip(ratios, np.minimum(low, 1)[:, None], np.maximum(high, 1)[:, None])


def group_evidence(counts: Ints, chances: ArrayLike, eps: float = 0.0) -> Floats:
    """Give each group's log evidence (G,) against `chances` (K,), from its counts alone, (G, K).

    The mixtures over the best that misread fair dice can do for these counts ("universal inference", Wasserman, Ramdas
    & Balakrishnan 2020); without misreadings the same as `category_path`.
    """
    base = np.asarray(chances, float)
    n = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    shares = counts / n
    ratios = clipped_ratios(shares, base, eps)
    best = np.where(shares > 0, shares / np.where(shares > 0, ratios, 1), base)
    paths = [_dirichlet_path(counts, base, size * base) for size in CONCENTRATIONS]
    return np.asarray(log_mean(paths) + (counts * (np.log(base) - np.log(best))).sum(axis=1))


def log_mean(paths: list[Floats], weights: list[float] | None = None) -> Floats:
    """Give the log of the weighted mean of what `paths` are the logs of, all of one shape."""
    shares = weights or [1 / len(paths)] * len(paths)
    total = paths[0] + np.log(shares[0])
    for path, share in zip(paths[1:], shares[1:], strict=True):
        total = np.logaddexp(total, path + np.log(share))
    return np.asarray(total)

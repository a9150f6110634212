"""Do the dice fall otherwise for one shooter, wall zone or part of the board? Many questions, few false answers.

Every group has its own evidence, and e-BH (Wang & Ramdas 2022) says which stand out: of those, at most a share `level`
is expected to be there by chance, however many groups are looked at, however often, and whatever they share.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from controller.rolls.chances import FAIR, SEVEN
from controller.rolls.evidence import group_evidence, log_mean
from controller.rolls.intervals import Interval, rate_sequence
from controller.rolls.table import FACES

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

SEVEN_CHANCES = np.array([5 / 6, 1 / 6])


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """One shooter, zone or place: its faces (6,), its rolls of two known dice and how many of them were sevens.

    `sevens_share` holds the true share at all times but with chance 5 %. `evidence` is the log evidence now.
    """

    name: str
    faces: NDArray[np.int64]
    rolls: int
    sevens: int
    sevens_share: Interval
    evidence: float
    stands_out: bool


def group_faces(codes: Ints, faces: NDArray[np.uint8], groups: int) -> NDArray[np.int64]:
    """Count the known faces (n, d) of each group, (G, 6); `codes` (n,) or (n, d), below 0 for no group."""
    each = np.broadcast_to(codes if codes.ndim == 2 else codes[:, None], faces.shape)
    counts = np.zeros((groups, FACES), np.int64)
    for column in range(faces.shape[1]):
        known = (each[:, column] >= 0) & (faces[:, column] > 0)
        cells = each[known, column].astype(np.int32) * FACES + faces[known, column] - 1
        counts += np.bincount(cells, minlength=groups * FACES).reshape(groups, FACES)
    return counts


def group_sevens(codes: Ints, faces: NDArray[np.uint8], groups: int) -> NDArray[np.int64]:
    """Count each group's rolls of two known dice that were no seven and that were, (G, 2); `codes` (n,)."""
    known = (codes >= 0) & two_dice(faces)
    seven = faces[known].sum(axis=1, dtype=np.uint8) == SEVEN
    return np.bincount(codes[known].astype(np.int32) * 2 + seven, minlength=2 * groups).reshape(groups, 2)


def two_dice(faces: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell which rolls (n, d) show exactly two dice."""
    return np.asarray((faces > 0).sum(axis=1, dtype=np.uint8) == 2)


def compare_groups(
    names: tuple[str, ...],
    faces: NDArray[np.int64],
    sevens: NDArray[np.int64] | None,
    level: float,
    eps: float = 0.0,
) -> tuple[Group, ...]:
    """Compare groups by their faces (G, 6) and, where given, sevens (G, 2); those without a known die are left out.

    The largest come first. `eps` bounds the share of misread dice.
    """
    there = np.flatnonzero(faces.sum(axis=1))
    evidence = group_evidence(faces[there], FAIR, eps)
    if sevens is not None:
        evidence = log_mean([evidence, group_evidence(sevens[there], SEVEN_CHANCES, 2 * eps)])
    chosen = e_bh(evidence, level)
    order = np.argsort(-faces[there].sum(axis=1), kind="stable")
    return tuple(
        _group(names[there[k]], faces[there[k]], None if sevens is None else sevens[there[k]], evidence[k], chosen[k])
        for k in order
    )


def _group(
    name: str, faces: NDArray[np.int64], sevens: NDArray[np.int64] | None, evidence: float, chosen: bool
) -> Group:
    hits, rolls = (0, 0) if sevens is None else (int(sevens[1]), int(sevens.sum()))
    return Group(name, faces, rolls, hits, sevens_share(hits, rolls), float(evidence), bool(chosen))


def sevens_share(sevens: int, rolls: int, level: float = 0.05) -> Interval:
    """Give the confidence sequence of the share of sevens; sharpest near one in six and some hundred rolls."""
    return rate_sequence(sevens, rolls, level, centre=1 / 6, weight=30.0)


def e_bh(evidence: Floats, level: float) -> NDArray[np.bool_]:
    """Choose hypotheses by log evidence (G,) so that a share `level` at most of the chosen is expected to be false.

    The k highest are chosen for the greatest k of which each is at least G / (k · level).
    """
    groups = len(evidence)
    order = np.argsort(-evidence, kind="stable")
    bounds = np.log(groups / (level * np.arange(1, groups + 1)))
    passed = np.flatnonzero(evidence[order] >= bounds)
    chosen = np.zeros(groups, np.bool_)
    chosen[order[: passed[-1] + 1 if len(passed) else 0]] = True
    return chosen

"""Every die once: not those seen twice, in bodies whose windows overlap; and no two nearer than dice can be."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import numpy as np

from vision.doubts.asked import MAY_BE_UPPER, MAY_HIDE, WELL_SHOWN
from vision.reading import DieState
from vision.ways.resting import NEAR_DIE, Rest, doubted

MORE_THAN_SIDES = 3
"""A leaning die of so many pips is surely one: a lower die's side in shadow shows one or two."""

LEAST_APART, SAME_DIE = 0.95, 0.5
"""The least distance, in edges, between the middles of dice beside each other; and up to which one was seen twice."""


def seen_once(rests: list[list[Rest]], faint: list[bool]) -> list[list[Rest]]:
    """Keep, body by body, of dice seen twice, in bodies whose windows overlap, the one that is seen better.

    Of `faint` bodies nothing but pips is seen: those that are no farther from a clear die are pips of its sides.
    """
    kept: list[list[Rest]] = [[] for _ in rests]
    numbered = [(body, rest) for body, each in enumerate(rests) for rest in each]
    numbered = [(body, rest) for body, rest in numbered if not _is_pip(rest, (k for _, k in numbered))]
    for body, rest in sorted(numbered, key=lambda pair: (faint[pair[0]], -max(pair[1].evidence))):
        others = ((k, faint[other]) for other, each in enumerate(kept) if other != body for k in each)
        if not any(_is_same(rest, k, faint[body] and not hazy) for k, hazy in others):
            kept[body].append(rest)
    return kept


def _is_pip(rest: Rest, others: Iterable[Rest]) -> bool:
    """Say whether a 1 is a pip of a face of more pips in its place that is as clear: each of them looks like a 1."""
    if rest.state is not DieState.FLAT or np.argmax(rest.evidence) != 0:
        return False
    clearer = (other for other in others if max(other.evidence) >= max(rest.evidence) and np.argmax(other.evidence) > 0)
    return any(_is_same(rest, other, False) for other in clearer if other.state is DieState.FLAT)


def _is_same(rest: Rest, other: Rest, pips_only: bool) -> bool:
    """Say whether what was seen is a die that was seen already, or with `pips_only` a side of it."""
    clear = pips_only and other.state is DieState.FLAT and other.doubt is None
    least = LEAST_APART if clear else SAME_DIE
    return bool(np.hypot(rest.x_mm - other.x_mm, rest.y_mm - other.y_mm) <= least * _between_mm(rest, other))


def _between_mm(one: Rest, two: Rest) -> float:
    """Give how far apart the middles of dice lie that touch face to face."""
    return (one.edge_mm + two.edge_mm) / 2


def _distance_mm(one: Rest, two: Rest) -> float:
    return float(np.linalg.norm(np.subtract((one.x_mm, one.y_mm, one.z_mm), (two.x_mm, two.y_mm, two.z_mm))))


def apart(rests: list[Rest]) -> list[Rest]:
    """Doubt dice that are nearer to each other than dice beside each other can be; one on another is."""
    beside = [rest for rest in rests if rest.state is not DieState.STACKED]
    close = {
        id(rest)
        for one, two in combinations(beside, 2)
        if _distance_mm(one, two) < LEAST_APART * _between_mm(one, two)
        for rest in (one, two)
    }
    return [doubted(rest, MAY_BE_UPPER) if id(rest) in close else rest for rest in rests]


def near_any(rest: Rest, others: list[Rest]) -> bool:
    """Say whether a die is one of these or may hold one."""
    return any(np.hypot(rest.x_mm - o.x_mm, rest.y_mm - o.y_mm) < NEAR_DIE * _between_mm(rest, o) for o in others)


def hiding_none(rests: list[Rest]) -> list[Rest]:
    """Drop the doubt whether dice hide others: what is more of their bodies is shadow, or asked about at its place."""
    return [replace(rest, doubt=None) if rest.doubt == MAY_HIDE else rest for rest in rests]


def lying_on_none(rests: list[Rest]) -> list[Rest]:
    """Drop the doubt whether plain dice lie on others where all those beside them are seen beyond doubt."""
    return [replace(r, doubt=None) if r.doubt == MAY_BE_UPPER and _lies_on_none(r, rests) else r for r in rests]


def _lies_on_none(rest: Rest, rests: list[Rest]) -> bool:
    beside = (other for other in rests if other is not rest and near_any(rest, [other]))
    return max(rest.evidence) >= WELL_SHOWN and all(map(_surely_one, beside))


def _surely_one(rest: Rest) -> bool:
    """Say whether there is a die beyond doubt, and not the side of one under another, nor one that lies on others.

    The middle of one that leans on the board is lower than an edge.
    """
    if not rest.readable or rest.doubt:
        return False
    leans = rest.state is DieState.COCKED and rest.z_mm < rest.edge_mm
    return rest.state is DieState.FLAT or (leans and rest.likeliest >= MORE_THAN_SIDES)

"""Which guesses stand together: every set of dice that can lie there, and how much of the picture it explains."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import cv2
import numpy as np

from vision.cubes.cube import Attitude, Sight, upright
from vision.geometry import Floats
from vision.pictures.segment import Mask
from vision.reading import DieState, Support
from vision.ways.guesses import Guess, on_nothing

DIE_COST = 0.4
"""What another die must explain more than none, in areas of a top face."""

MOST_SETS = 1500
"""So many sets are ranked at most, of dice that can lie there together."""

SAME_PLACE = 0.85
"""Dice whose middles are nearer, in edges, stand in each other."""

LEVEL_DEG, INTO_EACH_OTHER = 1.0, 0.1
"""Dice that tilt less are level; and how deep, in edges, two of these seem to reach into each other at most: of 95
pairs beside each other by up to 0.045, two stacks that were taken for such pairs by 0.115 and 0.24."""

MOST_BESIDE = 0.9
"""Dice of which one lies higher by more, in edges, lie on each other, not beside each other."""

NEAR = 0.7
"""Guesses of different choices whose middles are nearer, in edges, are of one die."""

SAME_FACE = 0.5
"""Upper faces that appear nearer to each other, in edges, are the same face, taken to lie at two heights."""


@dataclass(frozen=True, eq=False)
class Choice:
    """A set of guesses, one a die, and what they explain together.

    `apart`: none of its dice stand in each other; a set of which some do is no answer, but leaves one in doubt.
    """

    guesses: tuple[Guess, ...]
    merit: float
    apart: bool = True

    @property
    def dice(self) -> int:
        """How many dice these are, with those under others."""
        return sum(2 if guess.under else 1 for guess in self.guesses)

    @property
    def answer(self) -> tuple[tuple[str, int], ...]:
        return tuple(sorted(guess.answer for guess in self.guesses))


def choices_of(whole: Sight, ways: list[list[Guess]]) -> list[Choice]:
    """Rank the sets of guesses, at most one from each list, whose dice can lie there together: the best of these first.

    Behind it also come those of which dice stand in each other, wherever they would rank.
    """
    guesses = [guess for way in ways for guess in way]
    shared = _shared_by_pairs(whole, guesses)
    number = iter(range(len(guesses)))
    numbered = [[next(number) for _ in way] for way in ways]
    found = []
    for chosen in islice(_together(numbered, shared), MOST_SETS):
        stand = _held([guesses[k] for k in chosen])
        merit = sum(guess.merit - DIE_COST for guess in stand) - sum(shared[pair] for pair in combinations(chosen, 2))
        found.append(Choice(tuple(stand), merit, _all_apart(stand, whole.edge_mm)))
    return apart_first(sorted(found, key=lambda choice: -choice.merit))


def _together(
    ways: Sequence[Sequence[int]], pairs: Collection[tuple[int, int]], chosen: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Give the sets of guesses, by their numbers, at most one from each way, any two of which are among `pairs`.

    Those first that have one from each of the first ways: the faces that are clearest.
    """
    if not ways:
        yield chosen
        return
    for number in ways[0]:
        if all((before, number) in pairs for before in chosen):
            yield from _together(ways[1:], pairs, (*chosen, number))
    yield from _together(ways[1:], pairs, chosen)


def apart_first(ranked: list[Choice]) -> list[Choice]:
    """Put the first choice to the front whose dice stand apart."""
    first = next((choice for choice in ranked if choice.apart), None)
    return ranked if first is None else [first, *(choice for choice in ranked if choice is not first)]


def _held(chosen: list[Guess]) -> list[Guess]:
    """Give dice as they stand together: those that all lean on each other are held by none that lies."""
    nobody_lies = all(guess.support is Support.DIE and guess.state is DieState.COCKED for guess in chosen)
    return [on_nothing(guess) for guess in chosen] if nobody_lies else chosen


def _shared_by_pairs(whole: Sight, guesses: list[Guess]) -> dict[tuple[int, int], float]:
    """Give, by their numbers, the pairs of guesses that can lie there together, and what both explain."""
    tops = whole.plane.appear(np.array([_top_mm(guess, whole.edge_mm) for guess in guesses]).reshape(-1, 3))
    return {
        (i, j): _shared(whole, guesses[i].shape, guesses[j].shape)
        for i, j in combinations(range(len(guesses)), 2)
        if np.linalg.norm(tops[i] - tops[j]) > SAME_FACE * whole.face_px**0.5
        and _can_lie(guesses[i], guesses[j], whole.edge_mm)
    }


def _top_mm(guess: Guess, edge_mm: float) -> Floats:
    """Give the middle of a die's upper face, (3,)."""
    at = guess.fitted.attitude
    up = at.r[:, at.top_axis] * np.sign(at.r[2, at.top_axis])
    return np.asarray(at.middle_mm(edge_mm) + edge_mm / 2 * up, dtype=np.float64)


def level_there(whole: Sight, guess: Guess) -> Attitude:
    """Give the die that lies flat on the board and whose upper face appears in the same place."""
    top = whole.plane.appear(_top_mm(guess, whole.edge_mm)[None])
    x, y = whole.plane.lower(top, whole.edge_mm)[0]
    return upright(float(x), float(y), guess.fitted.attitude.turn)


def _shared(whole: Sight, one: Mask, two: Mask) -> float:
    """Give the worth of what two silhouettes both cover; it counts once."""
    both = np.asarray(cv2.bitwise_and(one, two), dtype=np.uint8)
    count = cv2.countNonZero(both)
    return cv2.mean(whole.weights, mask=both)[0] * count / whole.face_px if count else 0.0


def _can_lie(one: Guess, two: Guess, edge_mm: float) -> bool:
    """Say whether the middles of two dice, or of the dice under them, are not in each other."""
    ones, twos = ([g.fitted.attitude, *([g.under] if g.under else [])] for g in (one, two))
    return all(
        np.linalg.norm(a.middle_mm(edge_mm) - b.middle_mm(edge_mm)) > SAME_PLACE * edge_mm for a in ones for b in twos
    )


def _all_apart(stand: list[Guess], edge_mm: float) -> bool:
    """Say whether no two level dice stand in each other."""
    level = [g.fitted.attitude for g in stand if g.fitted.attitude.tilt_deg < LEVEL_DEG]
    return all(_apart(one, two, edge_mm) for one, two in combinations(level, 2))


def _apart(one: Attitude, two: Attitude, edge_mm: float) -> bool:
    away = two.middle_mm(edge_mm) - one.middle_mm(edge_mm)
    beside = bool(abs(away[2]) <= MOST_BESIDE * edge_mm)
    return not beside or _into(one.turn, two.turn, away[:2] / edge_mm) <= INTO_EACH_OTHER


def _into(one: float, two: float, away: Floats) -> float:
    """Give how deep two level dice reach into each other, in edges, the shorter way out (separating axes).

    `one`, `two`: their turns in rad; `away` (2,): from one's middle to the other's, in edges.
    """
    turns = np.array([one, one + np.pi / 2, two, two + np.pi / 2])
    across = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    reach = np.abs(across @ across.T).sum(axis=1) / 2
    return float((reach - np.abs(across @ away)).min())


def same_place(guess: Guess, choice: Choice, edge_mm: float) -> list[Guess]:
    """Give what a choice has where a guess has a die."""
    return [other for other in choice.guesses if is_near(guess, other, edge_mm)]


def is_near(one: Guess, other: Guess, edge_mm: float) -> bool:
    """Say whether two guesses are of one die."""
    away = other.fitted.attitude.middle_mm(edge_mm)[:2] - one.fitted.attitude.middle_mm(edge_mm)[:2]
    return bool(np.linalg.norm(away) < NEAR * edge_mm)


def leads(guess: Guess, choices: list[Choice], edge_mm: float, lead: float) -> bool:
    """Say whether every choice with another answer for a die explains so much less.

    Pips that are told in a mirror image do not count: those of a die that leans and is not fitted exactly are not.
    """
    others = (c for c in choices if all(o.answer != guess.answer for o in same_place(guess, c, edge_mm)))
    rival = next(others, None)
    return rival is None or choices[0].merit - rival.merit >= lead + guess.evened

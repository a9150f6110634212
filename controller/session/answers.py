"""The likeliest answers to an open question, each with the command that gives it."""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.throws.verdict import Throw, ThrownDie

MOST_ANSWERS = 4
LEAST_PROBABILITY = 0.001


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as people read it, and the command line that gives it."""

    text: str
    line: Mapping[str, Any]


def likely_answers(throw: Throw, dice_count: int) -> tuple[Answer, ...]:
    """Give the answers to an undecided throw, likeliest first, "no roll" last; only that one where dice are missing."""
    no_roll = Answer("no roll", {"command": "no_roll"})
    if len(throw.dice) != dice_count:
        return (no_roll,)
    walls = _walls(throw.dice)
    answers = [_answer(values, wall) for values, _ in _values(throw.dice) for wall in walls]
    return (*answers[:MOST_ANSWERS], no_roll)


def _values(dice: tuple[ThrownDie, ...]) -> list[tuple[tuple[int, ...], float]]:
    """Combine each die's faces, most probable first."""
    faces = [_faces(die) for die in dice]
    combined = [
        (tuple(value for value, _ in choice), math.prod(p for _, p in choice)) for choice in itertools.product(*faces)
    ]
    return sorted(combined, key=lambda item: -item[1])[:MOST_ANSWERS]


def _faces(die: ThrownDie) -> list[tuple[int, float]]:
    first = [(die.value, die.confidence)] if die.value is not None else []
    others = [(value, p) for value, p in die.alternatives if p >= LEAST_PROBABILITY and value != die.value]
    return first + others


def _walls(dice: tuple[ThrownDie, ...]) -> list[tuple[bool, ...] | None]:
    """Say who may have hit the far wall: nothing to add where that is known, else all ways, most hits first."""
    if all(die.hit_wall is not None for die in dice):
        return [None]
    choices = [(True, False) if die.hit_wall is None else (die.hit_wall,) for die in dice]
    ways = sorted(itertools.product(*choices), key=sum, reverse=True)
    return list(ways)


def _answer(values: tuple[int, ...], wall: tuple[bool, ...] | None) -> Answer:
    line: dict[str, Any] = {"command": "correct", "values": list(values)}
    text = " ".join(map(str, values))
    if wall is None:
        return Answer(text, line)
    missed = [str(value) for value, hit in zip(values, wall, strict=True) if not hit]
    at_wall = f"the {' and the '.join(missed)} missed the wall" if missed else "all hit the wall"
    return Answer(f"{text}, {at_wall}", {**line, "wall": list(wall)})

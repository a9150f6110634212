"""Optimal play of General for one player (games.md A.4, decision 8): an exact dynamic programme over sets of boxes.

A General on a first throw is counted as the 60 of a small one: as a Big General it ends the game and leaves no choice.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from controller.advice.general_hands import (
    HAND_INDEX,
    HANDS,
    KEEP_INDEX,
    NOTHING,
    Dice,
    Values,
    chances,
    keeps_of,
    may_keep,
    points,
)
from controller.errors import ConfigError
from controller.rules.dice import FACES
from controller.rules.general_scores import BOXES, DICE
from controller.rules.general_table import THROWS

ALL_OPEN = (1 << len(BOXES)) - 1
"""A set of open boxes is a bit mask in the order of `BOXES`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to do now. `keep`: dice kept while the others are thrown; else fill `box` with `points`.

    `expected`: the points that this round and those after it bring from here on, with best play.
    """

    expected: float
    keep: Dice | None = None
    box: str | None = None
    points: int = 0


def expected_total(open_boxes: Collection[str] = BOXES) -> float:
    """Give the points that best play brings from the beginning of a round with these boxes open."""
    return float(_values()[_mask(open_boxes)])


def choices(dice: Sequence[int], throw: int, open_boxes: Collection[str]) -> tuple[Choice, ...]:
    """Give everything that can be done after throw 1 to 3 with five dice lying, best first.

    Raises ConfigError for dice that are not five faces, another throw, or boxes that do not exist.
    """
    hand = _verified(dice, throw)
    mask = _mask(open_boxes)
    if not mask:
        raise ConfigError("All ten boxes are filled: the game is over, and there is nothing to advise.")
    found = [*_boxes_to_fill(hand, throw, mask), *(_keeps(hand, throw, mask) if throw < THROWS else ())]
    return tuple(sorted(found, key=lambda choice: -choice.expected))


def _boxes_to_fill(hand: Dice, throw: int, mask: int) -> list[Choice]:
    worths = points(throw)[HAND_INDEX[hand]]
    return [
        Choice(float(worths[box] + _values()[mask & ~(1 << box)]), box=BOXES[box], points=int(worths[box]))
        for box in _members(mask)
    ]


def _keeps(hand: Dice, throw: int, mask: int) -> list[Choice]:
    """Give the choices of dice to keep; all five is no throw."""
    after = chances() @ _after_throw(throw + 1, mask)
    return [Choice(float(after[KEEP_INDEX[kept]]), keep=kept) for kept in keeps_of(hand) if len(kept) < DICE]


@cache
def _values() -> Values:
    """Give the expected points of a round's beginning for every set of open boxes."""
    values = np.zeros(ALL_OPEN + 1)
    for mask in sorted(range(1, ALL_OPEN + 1), key=int.bit_count):
        values[mask] = chances()[NOTHING] @ _best(1, mask, values)
    return values


def _after_throw(throw: int, mask: int) -> Values:
    return _best(throw, mask, _values())


def _best(throw: int, mask: int, values: Values) -> Values:
    """Give each hand's best expectation after a throw: fill a box, or keep some dice and throw the others again."""
    filled = np.stack([points(throw)[:, box] + values[mask & ~(1 << box)] for box in _members(mask)]).max(axis=0)
    if throw == THROWS:
        return np.asarray(filled)
    again = chances() @ _best(throw + 1, mask, values)
    best: Values = np.maximum(filled, np.where(may_keep(), again, -np.inf).max(axis=1))
    return best


def _members(mask: int) -> list[int]:
    return [box for box in range(len(BOXES)) if mask >> box & 1]


def _mask(open_boxes: Collection[str]) -> int:
    for box in open_boxes:
        if box not in BOXES:
            raise ConfigError(f"There is no box {box!r}; the boxes are: {', '.join(BOXES)}.")
    return sum(1 << BOXES.index(box) for box in set(open_boxes))


def _verified(dice: Sequence[int], throw: int) -> Dice:
    if len(dice) != DICE or not all(face in FACES for face in dice):
        raise ConfigError(f"General is played with five dice of 1 to 6, and these are: {' '.join(map(str, dice))}.")
    if throw not in range(1, THROWS + 1):
        raise ConfigError(f"A round has throws 1, 2 and 3; there is no throw {throw}.")
    return HANDS[HAND_INDEX[tuple(sorted(dice))]]

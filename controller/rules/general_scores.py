"""What five dice are worth at General, box by box (GE-7 to GE-12, games.md A.4)."""

from collections import Counter
from collections.abc import Sequence

NUMBER_BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes")
BOXES = (*NUMBER_BOXES, "straight", "full_house", "four_kind", "general")
"""The ten boxes, each used once (GE-13)."""

ROUNDS = len(BOXES)
DICE = 5

STRAIGHTS = frozenset({(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (1, 3, 4, 5, 6), (1, 1, 3, 4, 5)})
"""A 1 is a joker that stands for 2 or 6 only (GE-8, decision 1): 420 of 7,776 first throws."""

FIRST_THROW_MORE = 5
VALUES = {"straight": 20, "full_house": 30, "four_kind": 40, "general": 60}
"""Values on a second or third throw (GE-9, GE-11)."""


def is_general(dice: Sequence[int]) -> bool:
    """Tell whether five dice are equal (GE-7)."""
    return len(dice) == DICE and len(set(dice)) == 1


def worth(box: str, dice: Sequence[int], throw: int) -> int:
    """Give the points of five dice in a box after the throw of this number, 1 to 3."""
    if box in NUMBER_BOXES:
        face = NUMBER_BOXES.index(box) + 1
        return face * list(dice).count(face)
    if not _is_combination(box, dice):
        return 0
    # A General on the first throw never comes here as one: it ends the game, or its box is filled (decision 3).
    first = throw == 1 and box != "general"
    return VALUES[box] + (FIRST_THROW_MORE if first else 0)


def _is_combination(box: str, dice: Sequence[int]) -> bool:
    counts = sorted(Counter(dice).values())
    if box == "straight":
        return tuple(sorted(dice)) in STRAIGHTS
    if box == "full_house":
        return counts == [2, 3]
    return counts[-1] >= (4 if box == "four_kind" else DICE)

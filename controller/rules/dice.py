"""Two dice: totals, their chances, and dice in a line of the referee protocol."""

from fractions import Fraction
from typing import Any

from controller.errors import ProtocolError

Pair = tuple[int, int]

FACES = range(1, 7)
TOTALS = range(2, 13)
NATURALS = frozenset({7, 11})
CRAPS = frozenset({2, 3, 12})
POINTS = frozenset({4, 5, 6, 8, 9, 10})
ALL_PAIRS: tuple[Pair, ...] = tuple((a, b) for a in FACES for b in FACES)
NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def ways(total: int) -> int:
    """Count the ways in which two dice make a total."""
    return sum(a + b == total for a, b in ALL_PAIRS)


def chance(total: int) -> Fraction:
    """Give the chance of a total with two fair dice (SC-30; a seven is 6/36, which is 16.7 %, not 16.6 %)."""
    return Fraction(ways(total), len(ALL_PAIRS))


def number_word(total: int) -> str:
    """Give a total in words: `seven`."""
    return NUMBER_WORDS[total - 2]


def is_hard(dice: Pair) -> bool:
    """Tell whether both dice show the same face."""
    return dice[0] == dice[1]


def parse_pair(value: Any, field: str = "dice") -> Pair:
    """Read `dice: [d1, d2]` of a line. Raises ProtocolError for anything but two whole numbers 1..6."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise ProtocolError(f"`{field}` must be a list of two faces, such as [4, 2].")
    first, second = (parse_face(face, field) for face in value)
    return first, second


def parse_face(value: Any, field: str) -> int:
    """Read a face in a field of a line. Raises ProtocolError for anything but a whole number 1..6."""
    if isinstance(value, bool) or not isinstance(value, int) or value not in FACES:
        raise ProtocolError(f"In `{field}` a die shows a whole number from 1 to 6.")
    return value

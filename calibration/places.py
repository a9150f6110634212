"""The sheets of marked places for `stickman calibrate check`: where dice lie on them, and which face they show."""

from dataclasses import dataclass

FACES = 6


@dataclass(frozen=True, slots=True)
class Place:
    """Where a die is laid on a sheet, mm from the sheet's middle, x to the right, y up, and how it is turned."""

    name: str
    x_mm: float
    y_mm: float
    turn_deg: float


PLACES = (
    Place("A", -66.0, 42.0, 0.0),
    Place("B", 0.0, 42.0, 15.0),
    Place("C", 66.0, 42.0, 30.0),
    Place("D", -66.0, -42.0, 45.0),
    Place("E", 0.0, -42.0, 60.0),
    Place("F", 66.0, -42.0, 75.0),
)

DICTIONARY = "DICT_4X4_50"
MARKER_MM = 30.0
PAGES = 6
"""On six pages each face has its turn at each place."""

_MIDDLES_MM = ((-108.0, 74.0), (108.0, 74.0), (108.0, -74.0), (-108.0, -74.0))
_FIRST_ID = 20


def marker_middles(page: int) -> dict[int, tuple[float, float]]:
    """Give the middles of a page's four markers in its frame, mm, by marker number: every page has its own."""
    return {_FIRST_ID + 4 * page + corner: middle for corner, middle in enumerate(_MIDDLES_MM)}


def face_at(page: int, place: int) -> int:
    """Give the face that a page asks for at its n-th place."""
    return (page + place) % FACES + 1

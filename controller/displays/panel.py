"""What the panel shows of a Scene: a pure function from a Scene to the message that firmware/picture.py describes."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from controller.displays.scene import Scene
from controller.rules.game import SeatView

BOXES = (4, 5, 6, 8, 9, 10)
POSTILLON_GAMES = ("bank",)
"""Games that mark the point with a postillon instead of a puck."""
PUCK_GAMES = ("street", "casino", "practice")
OFF, ON = 1, 2
MOST_DICE = 5
ALWAYS = ("dim", "turn")
"""Fields of which 0 is not what the panel takes when they are left out."""
MOST_LINES = 4
"""Games with more kinds of bets than this show none of them by kind: there would be no end to the turns."""
MOST_CHARACTERS = 440
"""What of a message may be lists: a frame has 512 bytes, and the other fields need the rest."""


def panel_message(scene: Scene, dim: int = 100) -> dict[str, Any]:
    """Give the panel's picture of a Scene; `dim` is the brightness in percent. What is at rest is left out."""
    totals = _totals(scene)
    message: dict[str, Any] = {
        "puck": _puck(scene),
        "box": scene.point if scene.point in BOXES else 0,
        "post": int(scene.game in POSTILLON_GAMES and scene.point is not None),
        "dim": dim,
        "fx": [scene.situation, scene.throws],
        "ask": int(scene.question is not None),
        "dice": [] if totals else [die.value or 0 for die in scene.dice[:MOST_DICE]],
        "void": int(_is_void(scene)),
        "totals": totals,
        "bank": scene.bank_cents,
        "lines": _lines(scene.seats),
        "turn": next((n for n, seat in enumerate(scene.seats) if seat.name == scene.thrower), -1),
    }
    kept = {name: value for name, value in message.items() if value not in (0, []) or name in ALWAYS}
    return {**kept, "seats": _seats_that_fit(scene.seats, MOST_CHARACTERS - _length(kept))}


def _puck(scene: Scene) -> int:
    """Say ON with a point, OFF before one in a game that has a puck, else dark."""
    if scene.game in POSTILLON_GAMES:
        return 0
    if scene.puck_on:
        return ON
    return OFF if scene.game in PUCK_GAMES and not scene.over else 0


def _is_void(scene: Scene) -> bool:
    """Tell whether the dice lie there without meaning anything to the rules, and nobody is asked about them."""
    return bool(scene.dice) and not scene.situation and scene.question is None


def _totals(scene: Scene) -> list[list[Any]]:
    """Give the two sides' totals of a game of cards: rows of the sheet whose last column is a total."""
    sheet = scene.sheet
    if sheet is None or scene.dice or len(sheet.rows) != 2 or sheet.heading[-1:] != ("total",):
        return []
    return [[_letter(row[0]), int(row[-1])] for row in sheet.rows if row[-1].isdecimal()]


def _lines(seats: Sequence[SeatView]) -> list[list[Any]]:
    """Add up over the seats what lies on each line or band."""
    staked: Counter[str] = Counter()
    for seat in seats:
        staked.update(dict(seat.bets))
    return [[_letter(name), cents] for name, cents in staked.items()] if len(staked) <= MOST_LINES else []


def _letter(name: str) -> str:
    """Give the first letter of a name in the shape that seven segments can show."""
    first = name[:1]
    for shape in (first.upper(), first.lower()):
        if shape and shape in "AbCdEFHLnoPrtUy":
            return shape
    return "5" if first.upper() == "S" else "_"


def _seats_that_fit(seats: Sequence[SeatView], room: int) -> list[list[Any]]:
    fitting: list[list[Any]] = []
    for seat in seats:
        entry = [seat.stack_cents, seat.payout_cents, sum(cents for _, cents in seat.bets)]
        room -= _length(entry)
        if room < 0:
            break
        fitting.append(entry)
    return fitting


def _length(value: Any) -> int:
    """Give an upper bound of a value's length as compact JSON."""
    return len(repr(value))

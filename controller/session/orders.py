"""What a person may say besides the game's own lines: correct, answer, no roll, missed roll, undo."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.errors import ProtocolError

ORDERS: dict[str, frozenset[str]] = {
    "correct": frozenset({"values", "wall", "throw"}),
    "answer": frozenset({"answer", "throw"}),
    "no_roll": frozenset({"throw"}),
    "missed_roll": frozenset({"values"}),
    "undo": frozenset(),
}


@dataclass(frozen=True, slots=True)
class Order:
    """A checked `{"command": ...}` line. `throw` is the journal's number of the throw meant, None the last one."""

    name: str
    values: tuple[int, ...] = ()
    wall: tuple[bool, ...] | None = None
    throw: int | None = None
    answer: str = ""


def is_order(line: Mapping[str, Any]) -> bool:
    """Tell an order from a line of the referee protocol."""
    return "command" in line


def parse_order(line: Mapping[str, Any], dice_count: int) -> Order:
    """Check an order for a game of `dice_count` dice. Raises ProtocolError that says what would be right."""
    name = line["command"]
    if name not in ORDERS:
        raise ProtocolError(f"unknown command {name!r}; {_nearest(str(name), list(ORDERS))}")
    for field in line:
        if field != "command" and field not in ORDERS[name]:
            known = _nearest(str(field), sorted(ORDERS[name])) if ORDERS[name] else "it takes nothing more."
            raise ProtocolError(f"unknown field {field!r} of {name}; {known}")
    values = _values(line, name, dice_count) if "values" in ORDERS[name] else ()
    return Order(name, values, _wall(line, dice_count), _throw(line), _answer(line, name))


def _values(line: Mapping[str, Any], name: str, dice_count: int) -> tuple[int, ...]:
    values = line.get("values")
    if not isinstance(values, list | tuple) or len(values) != dice_count or not all(map(_is_face, values)):
        raise ProtocolError(f'{name} needs "values", a list of {dice_count} faces from 1 to 6, not {values!r}.')
    return tuple(values)


def _is_face(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6


def _wall(line: Mapping[str, Any], dice_count: int) -> tuple[bool, ...] | None:
    wall = line.get("wall")
    if wall is None:
        return None
    if not isinstance(wall, list | tuple) or len(wall) != dice_count or not all(isinstance(w, bool) for w in wall):
        raise ProtocolError(f'"wall" must say true or false of each of the {dice_count} dice, not {wall!r}.')
    return tuple(wall)


def _throw(line: Mapping[str, Any]) -> int | None:
    throw = line.get("throw")
    if throw is not None and (not isinstance(throw, int) or isinstance(throw, bool)):
        raise ProtocolError(f'"throw" must be the number of a throw, not {throw!r}.')
    return throw


def _answer(line: Mapping[str, Any], name: str) -> str:
    if name != "answer":
        return ""
    answer = line.get("answer")
    if not isinstance(answer, str):
        raise ProtocolError(f'answer needs "answer", one of the words the question lists, not {answer!r}.')
    return answer.strip().lower()


def _nearest(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(known)}."

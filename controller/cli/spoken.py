"""What people type at a table, turned into lines of the game's protocol or orders to the table."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.errors import ProtocolError
from controller.session.answers import Answer

HELP = """\
stake 20            the shooter puts 20 in the bank (again: another stake; 0 withdraws it)
fade 15             the fader covers 15 of it
throw               throw the dice (at the simulated table)
box up [player]     other dice, before a round's first throw
pass dice           the shooter hands the dice over
leave PLAYER        a player leaves the table
correct 3 4         the dice show 3 and 4; `correct 3 4 wall yes no`: the second one missed the wall
answer both         one of the answers shown with a question; or just type its number: 1
no roll             the throw does not count
missed 3 4          a throw that the table did not see
undo                take the last ruling back
help, quit          this list; leave the table (the journal keeps the game)"""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was typed: a `line` for the session, or an `order` to the table itself: throw, help, quit."""

    line: Mapping[str, Any] | None = None
    order: str = ""


def understand(text: str, state: Mapping[str, Any]) -> Spoken:
    """Read a typed line; `state` fills in the player who is meant. Raises ProtocolError that says what to type."""
    words = text.strip().lower().split()
    if text.strip().startswith("{"):
        return Spoken(line=_json(text))
    if words and words[0] in ("throw", "help", "quit"):
        return Spoken(order=words[0])
    for start, make in _PHRASES:
        if words[: len(start)] == start:
            return Spoken(line=make(_rest(text, len(start)), state))
    raise ProtocolError(f"I do not understand {text.strip()!r}. Type `help` for what can be said.")


def chosen(text: str, answers: Sequence[Answer]) -> Spoken | None:
    """Read the number of one of a question's answers; None where something else was typed."""
    word = text.strip()
    if not (word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= len(answers)):
        return None
    return Spoken(line=answers[int(word[:3]) - 1].line)


def _rest(text: str, words: int) -> list[str]:
    return text.split()[words:]


def _json(text: str) -> Mapping[str, Any]:
    try:
        line = json.loads(text)
    except ValueError as error:
        raise ProtocolError(f"This is not valid JSON: {error}.") from None
    if not isinstance(line, dict):
        raise ProtocolError("A JSON line must be an object.")
    return line


def _amount(verb: str) -> Callable[[list[str], Mapping[str, Any]], dict[str, Any]]:
    def make(rest: list[str], _state: Mapping[str, Any]) -> dict[str, Any]:
        if len(rest) != 1 or not re.fullmatch(r"\d+(\.\d+)?", rest[0]):
            raise ProtocolError(f"Say how much: {verb} 20")
        return {"do": verb, "amount": float(rest[0]) if "." in rest[0] else int(rest[0])}

    return make


def _player(verb: str, default: str | None) -> Callable[[list[str], Mapping[str, Any]], dict[str, Any]]:
    def make(rest: list[str], state: Mapping[str, Any]) -> dict[str, Any]:
        name = " ".join(rest) or (state.get(default) if default else None)
        if not name:
            raise ProtocolError(f"Say who: {verb} NAME")
        return {"do": verb, "player": name}

    return make


def _faces(command: str) -> Callable[[list[str], Mapping[str, Any]], dict[str, Any]]:
    def make(rest: list[str], _state: Mapping[str, Any]) -> dict[str, Any]:
        faces, wall = (rest[: rest.index("wall")], rest[rest.index("wall") + 1 :]) if "wall" in rest else (rest, [])
        line: dict[str, Any] = {"command": command, "values": [int(f) for f in faces if f.isdigit()]}
        if wall:
            line["wall"] = [word.lower() in ("yes", "y", "true") for word in wall]
        return line

    return make


def _answer(rest: list[str], _state: Mapping[str, Any]) -> dict[str, Any]:
    return {"command": "answer", "answer": " ".join(rest)}


def _plain(line: dict[str, Any]) -> Callable[[list[str], Mapping[str, Any]], dict[str, Any]]:
    return lambda _rest, _state: dict(line)


_PHRASES: tuple[tuple[list[str], Callable[[list[str], Mapping[str, Any]], dict[str, Any]]], ...] = (
    (["stake"], _amount("stake")),
    (["fade"], _amount("fade")),
    (["box", "up"], _player("box_up", "shooter")),
    (["pass", "dice"], _player("pass_dice", "shooter")),
    (["leave"], _player("leave", None)),
    (["correct"], _faces("correct")),
    (["missed"], _faces("missed_roll")),
    (["answer"], _answer),
    (["no", "roll"], _plain({"command": "no_roll"})),
    (["undo"], _plain({"command": "undo"})),
)

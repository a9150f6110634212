"""The building blocks of what people type at a table: phrases, amounts, names, faces."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.errors import ProtocolError

State = Mapping[str, Any]
Line = dict[str, Any]
Make = Callable[[list[str], State], Line]
Phrase = tuple[tuple[str, ...], Make]
"""The first words of a phrase in small letters, and what makes a line of the rest."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How people talk at one game: `help` in lines, its `phrases`, and `bare` for what begins with no known word."""

    help: str
    phrases: tuple[Phrase, ...]
    bare: Callable[[list[str], State], Sequence[Line]] | None = None


def amount_of(text: str, example: str) -> int | float:
    """Read an amount. Raises ProtocolError that shows what to type."""
    if not re.fullmatch(r"\d+(\.\d+)?", text):
        raise ProtocolError(f"Say how much: {example}")
    return float(text) if "." in text else int(text)


def faces_of(words: Sequence[str]) -> list[int]:
    """Read the faces among some words."""
    return [int(word) for word in " ".join(words).replace(",", " ").split() if word.isdecimal()]


def names_in(state: State) -> tuple[str, ...]:
    """Give the players that a game's state names."""
    for part in ("chips", "sheets", "stacks", "seats"):
        if part in state:
            return tuple(state[part])
    return ()


def named_first(words: Sequence[str], state: State) -> tuple[str | None, list[str]]:
    """Take a player's name off the beginning, whatever its case; None where the words begin with no name."""
    for count in range(len(words), 0, -1):
        said = " ".join(words[:count]).casefold()
        found = next((name for name in names_in(state) if name.casefold() == said), None)
        if found is not None:
            return found, list(words[count:])
    return None, list(words)


def amount_phrase(verb: str) -> Make:
    """Make a line of a verb and an amount."""

    def make(rest: list[str], _state: State) -> Line:
        return {"do": verb, "amount": amount_of(" ".join(rest), f"{verb} 20")}

    return make


def player_phrase(verb: str, default: str | None, example: str = "") -> Make:
    """Make a line of a verb and a player; left out, who stands in the state's field `default` is meant."""

    def make(rest: list[str], state: State) -> Line:
        name = " ".join(rest) or (state.get(default) if default else None)
        if not name:
            raise ProtocolError(f"Say who: {example or verb} NAME")
        return {"do": verb, "player": named_first([name], state)[0] or name}

    return make


def plain_phrase(line: Line) -> Make:
    """Make always the same line."""
    return lambda _rest, _state: dict(line)

"""What people type at a table, turned into lines of the game's protocol or orders to the table."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.cli.phrases import (
    Line,
    Make,
    Phrase,
    State,
    Vocabulary,
    amount_phrase,
    faces_of,
    plain_phrase,
    player_phrase,
)
from controller.cli.spoken_casino import CASINO
from controller.cli.spoken_games import BACCARAT, BANK, GENERAL
from controller.errors import ProtocolError
from controller.session.answers import Answer

STREET = Vocabulary(
    """\
stake 20            the shooter puts 20 in the bank (again: another stake; 0 withdraws it)
fade 15             the fader covers 15 of it
throw               throw the dice (at the simulated table)
box up [player]     other dice, before a round's first throw
pass dice           the shooter hands the dice over
leave PLAYER        a player leaves the table
correct 3 4         the dice show 3 and 4; `correct 3 4 wall yes no`: the second one missed the wall""",
    (
        (("stake",), amount_phrase("stake")),
        (("fade",), amount_phrase("fade")),
        (("box", "up"), player_phrase("box_up", "shooter", "box up")),
        (("pass", "dice"), player_phrase("pass_dice", "shooter", "pass dice")),
        (("leave",), player_phrase("leave", None)),
    ),
)
DECIDING_HELP = """\
answer both         one of the answers shown with a question; or just type its number: 1
no roll             the throw does not count
missed 3 4          a throw that the table did not see"""
COMMON_HELP = """\
undo                take the last ruling back
help, quit          this list; leave the table (the journal keeps the game)"""

VOCABULARIES: Mapping[str, Vocabulary] = {
    "street": STREET,
    "bank": BANK,
    "casino": CASINO,
    "general": GENERAL,
    "baccarat": BACCARAT,
}


def help_for(game: str) -> str:
    """List what can be said at a game."""
    parts = [VOCABULARIES[game].help if game in VOCABULARIES else ""]
    parts += [DECIDING_HELP] if game != "baccarat" else []
    return "\n".join(part for part in (*parts, COMMON_HELP) if part)


HELP = help_for("street")


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was typed: a `line` for the session and `more` after it, or an `order` to the table: throw, help, quit."""

    line: Mapping[str, Any] | None = None
    order: str = ""
    more: tuple[Mapping[str, Any], ...] = ()


def understand(text: str, state: State, game: str = "street") -> Spoken:
    """Read a typed line; `state` fills in the player who is meant. Raises ProtocolError that says what to type."""
    said = text.split()
    words = text.lower().split()
    if text.strip().startswith("{"):
        return Spoken(line=_json(text))
    if words and words[0] in ("throw", "help", "quit"):
        return Spoken(order=words[0])
    vocabulary = VOCABULARIES.get(game, STREET)
    for start, make in (*vocabulary.phrases, *DECIDING):
        if tuple(words[: len(start)]) == start:
            return Spoken(line=make(said[len(start) :], state))
    lines = vocabulary.bare(said, state) if vocabulary.bare else ()
    if lines:
        return Spoken(line=lines[0], more=tuple(lines[1:]))
    raise ProtocolError(f"I do not understand {text.strip()!r}. Type `help` for what can be said.")


def chosen(text: str, answers: Sequence[Answer]) -> Spoken | None:
    """Read the number of one of a question's answers; None where something else was typed."""
    word = text.strip()
    if not (word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= len(answers)):
        return None
    return Spoken(line=answers[int(word[:3]) - 1].line)


def _json(text: str) -> Mapping[str, Any]:
    try:
        line = json.loads(text)
    except ValueError as error:
        raise ProtocolError(f"This is not valid JSON: {error}.") from None
    if not isinstance(line, dict):
        raise ProtocolError("A JSON line must be an object.")
    return line


def _faces(command: str) -> Make:
    def make(rest: list[str], _state: State) -> Line:
        faces, wall = (rest[: rest.index("wall")], rest[rest.index("wall") + 1 :]) if "wall" in rest else (rest, [])
        line: Line = {"command": command, "values": faces_of(faces)}
        if wall:
            line["wall"] = [word.lower() in ("yes", "y", "true") for word in wall]
        return line

    return make


def _answer(rest: list[str], _state: State) -> Line:
    return {"command": "answer", "answer": " ".join(rest)}


DECIDING: tuple[Phrase, ...] = (
    (("correct",), _faces("correct")),
    (("missed",), _faces("missed_roll")),
    (("answer",), _answer),
    (("no", "roll"), plain_phrase({"command": "no_roll"})),
    (("undo",), plain_phrase({"command": "undo"})),
)

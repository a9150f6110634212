"""The likeliest answers to an open question, each with the command that gives it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.throws.corrections import NO_ROLL, likely_answers
from controller.throws.verdict import Throw


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as people read it, and the command line that gives it."""

    text: str
    line: Mapping[str, Any]


def answers_to(throw: Throw, dice_count: int) -> tuple[Answer, ...]:
    """Give the answers to an undecided throw, likeliest first, in the words of throws.corrections.

    Faces of more or fewer dice than the game has are no answer: the faces must then be named.
    """
    return tuple(Answer(text, _line(text)) for text in likely_answers(throw) if _fits(text, dice_count))


def _fits(text: str, dice_count: int) -> bool:
    faces = text.split()
    return not all(face.isdecimal() for face in faces) or len(faces) == dice_count


def _line(text: str) -> dict[str, Any]:
    if text == NO_ROLL:
        return {"command": "no_roll"}
    return {"command": "answer", "answer": text}

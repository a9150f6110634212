"""One roll as the log keeps it. The descriptions of the fields are the data dictionary (docs/rolls.md)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, get_args, get_type_hints

import msgspec

from controller.throws.verdict import Reason

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def _said(description: str) -> msgspec.Meta:
    return msgspec.Meta(description=description)


class Standing(StrEnum):
    """What became of a throw. UNKNOWN: it was imported, and nobody said whether it counted."""

    COUNTED = "counted"
    VOID = "void"
    ASKED = "asked"
    KEPT_OUT = "kept_out"
    UNDONE = "undone"
    UNKNOWN = "unknown"


COUNTS: dict[Standing, bool | None] = {
    Standing.COUNTED: True,
    Standing.VOID: False,
    Standing.ASKED: None,
    Standing.KEPT_OUT: False,
    Standing.UNDONE: False,
    Standing.UNKNOWN: None,
}


class RolledDie(msgspec.Struct, frozen=True, kw_only=True):
    """One die of a roll."""

    value: Annotated[int | None, _said("its face, after corrections; null: not known, or not decided")] = None
    read: Annotated[int | None, _said("face as the eye first read it; null: it read none")] = None
    name: Annotated[str, _said("which of the table's dice it is, by colour; empty where they look alike")] = ""
    state: Annotated[str, _said("how it lay: flat, cocked, stacked, moving, unreadable, off_board")] = ""
    tilt_deg: Annotated[float | None, _said("tilt of its top face")] = None
    rest_mm: Annotated[tuple[float, float] | None, _said("where it came to rest, x and y in the board frame")] = None
    area: Annotated[str, _said("the ninth of the board that is: near, middle or far; right, centre or left")] = ""
    hit_wall: Annotated[bool | None, _said("whether it hit the far wall; null: not sure")] = None
    zones: Annotated[tuple[str, ...], _said("sensor zones it hit, in order; a wall's name where none heard it")] = ()
    support: Annotated[str | None, _said("what it leaned on or lay on: wall, chips, die")] = None
    confidence: Annotated[float | None, _said("how sure the eye was of its first reading, 0 to 1")] = None


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """What a person changed about a roll; one that was taken back by undo is left out."""

    entry: Annotated[int, _said("number of the journal's entry")]
    time: Annotated[str, _said("when, by the wall clock, UTC")]
    by: Annotated[str, _said("who said it")]
    kind: Annotated[str, _said("correct, answer or no_roll")]
    faces: Annotated[tuple[int | None, ...], _said("the faces before")]
    standing: Annotated[Standing, _said("the standing before")]
    reasons: Annotated[tuple[str, ...], _said("the findings of the judge before")] = ()


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A picture of a roll. Its line stays when the file is deleted to make room."""

    file: Annotated[str, _said("its name in the folder of pictures beside the journal")]
    sha256: Annotated[str, _said("checksum of the file")]
    size_bytes: Annotated[int, _said("length of the file")]
    die: Annotated[int | None, _said("whose crop it is, 1 for the first die found; null: the full frame")] = None


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """One throw, void ones too, with all that the journal knows about it."""

    session: Annotated[str, _said("the game in which it was thrown: table and number of the entry that began it")] = ""
    time: Annotated[str, _said("when it was kept, by the wall clock, UTC; order is the order of lines, not this")] = ""
    shooter: Annotated[str, _said("who threw")] = ""
    entry: Annotated[int, _said("number of the journal's entry that brought it")] = 0
    line: Annotated[int | None, _said("for an imported roll: its number within the import")] = None
    start_ns: Annotated[int | None, _said("its first movement, by the table's own clock")] = None
    rest_ns: Annotated[int | None, _said("the dice came to rest, by the same clock")] = None
    table: Annotated[str, _said("name of the table")] = ""
    game: Annotated[str, _said("name of the game")] = ""
    policy: Annotated[str, _said("policy by which it was judged")] = ""
    phase: Annotated[str, _said("phase of the game before it, in the game's own word, else come_out or point")] = ""
    point: Annotated[int | None, _said("the point before it")] = None
    come_out: Annotated[bool | None, _said("whether it began a round; null: not known or no such game")] = None
    dice_set: Annotated[int, _said("number of the dice set, 1 at first; each box up begins another")] = 1
    dice_set_name: Annotated[str, _said("name of the dice set, where somebody gave one")] = ""
    hand: Annotated[str, _said("hand that threw, where somebody said so")] = ""
    standing: Annotated[Standing, _said("what became of it; see the list of standings")] = Standing.COUNTED
    reasons: Annotated[tuple[str, ...], _said("all findings of the judge, in the verdict's order")] = ()
    ask: Annotated[str, _said("the question that is open")] = ""
    kept_out: Annotated[str, _said("why the game was not told of it")] = ""
    confidence: Annotated[float | None, _said("the least confidence among its dice")] = None
    ruling: Annotated[str, _said("the game's word for it")] = ""
    call: Annotated[str, _said("what was called")] = ""
    by: Annotated[str, _said("who brought it: judge, a person (missed roll), or import")] = "judge"
    corrections: Annotated[tuple[Correction, ...], _said("what people changed, oldest first")] = ()
    dice: Annotated[tuple[RolledDie, ...], _said("its dice in the order of d1, d2 ...; by name if they have one")] = ()
    kept: Annotated[tuple[int, ...], _said("faces of dice that were left lying and not thrown (General)")] = ()
    pictures: Annotated[tuple[Picture, ...], _said("its pictures")] = ()

    @property
    def faces(self) -> tuple[int | None, ...]:
        """Give the faces in the order of the dice."""
        return tuple(die.value for die in self.dice)

    @property
    def counts(self) -> bool | None:
        """Tell whether it stands as a roll; None: nobody has decided yet."""
        return COUNTS[self.standing]

    @property
    def corrected(self) -> bool:
        """Tell whether a person changed anything about it."""
        return bool(self.corrections)

    @property
    def misread(self) -> bool:
        """Tell whether the eye was sure of faces that a person then changed."""
        if not self.corrections:
            return False
        before = self.corrections[0]
        asked_for_faces = before.standing is Standing.ASKED and Reason.UNREADABLE in before.reasons
        return not asked_for_faces and _shown(before.faces) != _shown(self.faces)


def descriptions(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Give each field's name and what it means: the data dictionary."""
    for name, annotated in get_type_hints(kind, include_extras=True).items():
        meta: Any = get_args(annotated)[1]
        yield name, meta.description


def _shown(faces: tuple[int | None, ...]) -> list[int]:
    """Give the faces known, without their order: naming the same dice in another order corrects nothing."""
    return sorted(face for face in faces if face)


def time_ms(text: str) -> int:
    """Read ISO 8601 text, UTC where it names no zone, as milliseconds since 1970. Raises ValueError."""
    moment = datetime.fromisoformat(text)
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return (aware - _EPOCH) // _MILLISECOND


def time_text(moment_ms: int) -> str:
    """Write milliseconds since 1970 as ISO 8601 text in UTC, whole seconds without a fraction."""
    fraction = "milliseconds" if moment_ms % 1000 else "seconds"
    return (_EPOCH + moment_ms * _MILLISECOND).isoformat(timespec=fraction).replace("+00:00", "Z")

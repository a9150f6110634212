"""What the journal's entries say: one structure a kind. What the game was told stands in the entry itself."""

from typing import Any, TypeVar

import msgspec

from controller.errors import JournalError
from controller.journal import Entry
from controller.rolls.roll import Picture
from controller.throws.verdict import Throw

Line = dict[str, Any]
Body = TypeVar("Body", bound="Record")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The body of an entry; `by` is who said it."""


class Begun(Record, frozen=True, kw_only=True):
    """A game began: its name, the referee's set-up line, the ruling policy, the table, the program's version.

    `board_mm`: the board's length and width.
    """

    game: str
    set_up: Line
    policy: str
    table: str = "home"
    program: str = ""
    board_mm: tuple[float, float] | None = None


class Resumed(Record, frozen=True, kw_only=True):
    """The program started again in the middle of a game; its clock may have started again too."""

    program: str = ""


class Ruled(Record, frozen=True, kw_only=True):
    """What the game was told (`line`; None: nothing), how it ruled, and what was called."""

    line: Line | None
    ruling: str = ""
    call: str = ""
    by: str = "judge"


class Said(Ruled, frozen=True, kw_only=True):
    """A referee line that a person said: a stake, a fade, box up, leaving."""


class Thrown(Ruled, frozen=True, kw_only=True):
    """A throw with its verdict and evidence. `kept_out` says why the game was not told of it, else empty."""

    throw: Throw
    kept_out: str = ""


class Answered(Ruled, frozen=True, kw_only=True):
    """A person decided throw number `of` (the entry that brought it): `throw` is what it is now."""

    of: int
    throw: Throw


class Undone(Record, frozen=True, kw_only=True):
    """The newest ruling that stood, entry `of`, was taken back."""

    of: int
    by: str = "dealer"


class Aside(Record, frozen=True, kw_only=True):
    """What is kept beside the games: it changes nothing in them and cannot be undone."""


class Imported(Aside, frozen=True, kw_only=True):
    """Rolls from elsewhere came into the log: the file `name`, kept as `file` beside the journal."""

    name: str
    file: str
    sha256: str
    size_bytes: int
    rolls: int
    by: str = "dealer"


class Pictured(Aside, frozen=True, kw_only=True):
    """Pictures of throw `of`, and `dice`: which of the table's dice each die of it is, "" where not known."""

    of: int
    pictures: tuple[Picture, ...] = ()
    dice: tuple[str, ...] = ()


KINDS: dict[str, type[Record]] = {
    "begun": Begun,
    "resumed": Resumed,
    "line": Said,
    "throw": Thrown,
    "correct": Answered,
    "answer": Answered,
    "no_roll": Answered,
    "missed_roll": Thrown,
    "undo": Undone,
    "import": Imported,
    "pictures": Pictured,
}


def body_of(entry: Entry) -> Record:
    """Read an entry's body. Raises JournalError for an unknown kind or a body that does not fit it."""
    kind = KINDS.get(entry.kind)
    if kind is None:
        raise JournalError(f"journal entry {entry.id} is of the unknown kind {entry.kind!r}. Use a newer program.")
    try:
        return msgspec.convert(entry.body, kind)
    except msgspec.ValidationError as error:
        raise JournalError(f"journal entry {entry.id} ({entry.kind}) cannot be understood: {error}.") from None

"""State is the fold of the journal: a pure function from a state and an entry to the next state."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce

from controller.errors import JournalError, ProtocolError, RuleError, StickmanError
from controller.journal import Entry
from controller.rules.game import Game, Ruling
from controller.session.records import (
    KINDS,
    Answered,
    Aside,
    Begun,
    Line,
    Resumed,
    Ruled,
    Said,
    Thrown,
    Undone,
    body_of,
)
from controller.throws.verdict import Throw

Games = Mapping[str, type[Game]]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One thing that stands: what the game was told, and the game after it, which nobody changes any more.

    `entry` is the journal's number of what brought it; a corrected throw keeps the number of the throw.
    """

    entry: int
    game: Game
    before: "Step | None" = None
    line: Line | None = None
    ruling: Ruling | None = None
    call: str = ""
    throw: Throw | None = None
    kept_out: str = ""
    throws: int = 0

    @property
    def open_question(self) -> bool:
        """Whether a person must still decide this throw."""
        return self.throw is not None and self.throw.verdict.counts is None and not self.kept_out

    def back(self) -> "Iterator[Step]":
        """Give this step and those before it, newest first."""
        step: Step | None = self
        while step is not None:
            yield step
            step = step.before


@dataclass(frozen=True, slots=True, eq=False)
class TableState:
    """A table at one moment: what stands (`step`) and the state to which an undo goes back (`past`).

    `made_by` is the entry that made it so, and that an undo takes back; `last_entry` the newest one folded.
    """

    begun: Begun
    step: Step
    past: "TableState | None" = None
    made_by: int = 0
    last_entry: int = 0

    @property
    def game(self) -> Game:
        """The game as it stands; copy it before telling it anything."""
        return self.step.game

    @property
    def question(self) -> Step | None:
        """The throw that a person must decide, if there is one."""
        return next((step for step in self.step.back() if step.open_question), None)

    @property
    def last_throw(self) -> Step | None:
        """The newest throw that was not kept out of the game."""
        return next((step for step in self.step.back() if step.throw is not None and not step.kept_out), None)


ASIDE = frozenset(kind for kind, body in KINDS.items() if issubclass(body, Aside))
"""Kinds of entries that no game hears of; in a journal they may stand before any game."""


def fold_kept(state: TableState | None, entry: Entry, games: Games) -> TableState:
    """Fold an entry that was kept, so was allowed once. Raises JournalError where today's rules refuse it."""
    try:
        return fold(state, entry, games)
    except (RuleError, ProtocolError) as error:
        raise JournalError(
            f"journal entry {entry.id} ({entry.kind}) is refused by this program's rules: {error}"
        ) from error


def fold_all(entries: Iterable[Entry], games: Games) -> TableState | None:
    """Fold a whole journal; None for one in which no game has begun. Raises JournalError."""
    state: TableState | None = None
    for entry in entries:
        if state is not None or entry.kind not in ASIDE:
            state = fold_kept(state, entry, games)
    return state


def fold(state: TableState | None, entry: Entry, games: Games) -> TableState:
    """Give the state after an entry; nothing given is changed.

    Raises RuleError or ProtocolError where the game refuses the entry's line, JournalError for an entry that no
    program of this kind can have written.
    """
    body = body_of(entry)
    if isinstance(body, Begun):
        return _begin(entry, body, games)
    if state is None:
        raise JournalError(f"journal entry {entry.id} ({entry.kind}) stands before any game has begun.")
    if isinstance(body, Resumed | Aside):
        return replace(state, last_entry=entry.id)
    if isinstance(body, Undone):
        return _undo(state, entry.id)
    if not isinstance(body, Ruled):
        raise JournalError(f"journal entry {entry.id} ({entry.kind}) is no ruling.")
    step = _answer(state, body) if isinstance(body, Answered) else _push(state.step, entry.id, body)
    _check_ruling(step, entry, body)
    return TableState(state.begun, step, state, entry.id, entry.id)


def throw_step(state: TableState, entry: int | None) -> Step:
    """Find the throw that a person means: the open question, else the last throw, else the one numbered `entry`.

    Raises RuleError where there is none, or where another throw has been ruled after it.
    """
    latest = state.question or state.last_throw
    if entry is None and latest is None:
        raise RuleError("No throw has been made yet that could be decided.")
    if entry is None and latest is not None:
        return latest
    for step in state.step.back():
        if step.throw is not None and step.entry == entry:
            return step
        if step.throw is not None and not step.kept_out:
            raise RuleError("Only the last throw can be decided again; undo what came after it first.")
    raise RuleError(f"There is no throw number {entry}.")


def _begin(entry: Entry, body: Begun, games: Games) -> TableState:
    if body.game not in games:
        raise JournalError(f"journal entry {entry.id} begins the game {body.game!r}, which this program does not know.")
    game = games[body.game].set_up(body.set_up)
    return TableState(body, Step(entry.id, game), None, entry.id, entry.id)


def _undo(state: TableState, entry: int) -> TableState:
    if state.past is None:
        raise RuleError("There is nothing to undo.")
    return replace(state.past, last_entry=entry)


def _push(before: Step, entry: int, body: Ruled) -> Step:
    step = Step(entry, before.game, before, body.line, call=body.call, throws=before.throws)
    if isinstance(body, Thrown):
        step = replace(step, throw=body.throw, kept_out=body.kept_out)
    elif not isinstance(body, Said):
        raise JournalError(f"journal entry {entry} is no step of a game.")
    return _tell(step)


def _tell(step: Step) -> Step:
    """Tell a copy of the game the step's line, on top of the step before."""
    before = step.before
    if before is None:
        return step
    throws = before.throws + (step.throw is not None and not step.kept_out and not step.open_question)
    if step.line is None:
        return replace(step, game=before.game, ruling=None, throws=throws)
    game = before.game.copy()
    ruling = game.do(step.line)
    return replace(step, game=game, ruling=ruling, throws=throws)


def _answer(state: TableState, body: Answered) -> Step:
    """Put a decided throw in the place of the undecided or wrong one, and tell the lines after it again."""
    old = throw_step(state, body.of)
    later = _after(state.step, old)
    decided = replace(old, line=body.line, throw=body.throw, call=body.call, kept_out="")
    step = _tell(decided)
    try:
        return reduce(lambda top, again: _tell(replace(again, before=top)), later, step)
    except StickmanError as error:
        raise RuleError(f"This cannot be changed any more, for what came after it would not stand: {error}") from error


def _after(top: Step, old: Step) -> list[Step]:
    later: list[Step] = []
    for step in top.back():
        if step is old:
            break
        later.append(step)
    return later[::-1]


def _check_ruling(step: Step, entry: Entry, body: Ruled) -> None:
    """A journal must never replay to other money than was paid: refuse where today's rules rule otherwise."""
    of = body.of if isinstance(body, Answered) else entry.id
    found = next((s.ruling.word for s in step.back() if s.entry == of and s.ruling is not None), "")
    if body.ruling and found and body.ruling != found:
        raise JournalError(
            f"journal entry {entry.id} was ruled {body.ruling!r} and would be {found!r} by this program's rules. "
            "Use the version that wrote it, or begin a new game."
        )

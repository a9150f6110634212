"""One table at work: takes throws and people's lines, keeps each in the journal, and then shows what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import msgspec

from controller.displays.scene import Scene
from controller.errors import JournalError, ProtocolError, RuleError
from controller.journal import Entry, Journal
from controller.session.answers import Answer, answers_to
from controller.session.fold import ASIDE, Games, Step, TableState, fold, fold_kept, throw_step
from controller.session.house import House
from controller.session.orders import Order, is_order, parse_order
from controller.session.picture import draw_scene, message_of, question_text
from controller.session.records import Answered, Aside, Begun, Line, Resumed, Ruled, Said, Thrown, Undone
from controller.throws.corrections import NO_ROLL
from controller.throws.events import Command, Health
from controller.throws.verdict import Throw

SAID_BY_ANOTHER = "This would change who said what came after it. Undo what came after it first."
ANSWER_FIRST = "Answer the open question first, or undo the throw it is about."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a throw or a line.

    `ruling`: the game's word, or "ok"; "refused" and "error" for a line that was not taken (`message` says why, and
    nothing was kept); for throws also "question", "not_counted" and "known" (the same throw given again).
    `entry` is the journal's number, None where nothing was kept.
    """

    ruling: str
    message: str = ""
    call: str = ""
    entry: int | None = None


class Session:
    """A table's game, kept in a journal. All its state is the fold of that journal."""

    def __init__(self, journal: Journal, house: House):
        """Use `Session.begin` or `Session.resume`."""
        self._journal = journal
        self._house = house
        self._seen: set[tuple[int, int]] = set()
        self._troubles: dict[str, str] = {}
        self._notice = ""
        self._changes = 0
        self._state: TableState | None = None
        self.last_command_ns: int | None = None

    @classmethod
    def begin(cls, journal: Journal, house: House, begun: Begun, t_ns: int = 0) -> Self:
        """Begin a game in a journal, new or not. Raises ProtocolError for a bad set-up, JournalError."""
        if begun.game not in house.games:
            raise ProtocolError(f"unknown game {begun.game!r}; known here: {', '.join(sorted(house.games))}.")
        house.games[begun.game].set_up(begun.set_up)
        session = cls(journal, house)
        session._keep("begun", begun, t_ns)
        return session

    @classmethod
    def resume(cls, journal: Journal, house: House, t_ns: int = 0, program: str = "") -> Self:
        """Go on with the last game of a journal: same stakes, warnings and question.

        Raises JournalError where no game has begun in it or where it cannot be replayed.
        """
        session = cls.replay(journal, house)
        session._keep("resumed", Resumed(program=program), t_ns)
        return session

    @classmethod
    def open(cls, journal: Journal, house: House, begun: Begun, t_ns: int = 0) -> Self:
        """Go on with the unfinished game of a journal, or begin `begun` where there is none."""
        kept = cls._played(journal, house)
        if kept._state is not None and not kept.state.game.view().over:
            return cls.resume(journal, house, t_ns, begun.program)
        return cls.begin(journal, house, begun, t_ns)

    @classmethod
    def replay(cls, journal: Journal, house: House) -> Self:
        """Fold a journal, which may be open for reading only, and write nothing. Raises JournalError."""
        session = cls._played(journal, house)
        if session._state is None:
            raise JournalError(f"no game has begun in journal {journal.path}. Begin one.")
        return session

    @classmethod
    def _played(cls, journal: Journal, house: House) -> Self:
        session = cls(journal, house)
        for entry in journal.entries():
            session._fold(entry)
        return session

    @property
    def journal(self) -> Journal:
        """The journal in which it is kept."""
        return self._journal

    @property
    def games(self) -> Games:
        """The games that the table knows."""
        return self._house.games

    @property
    def state(self) -> TableState:
        """The table as it stands; the game in it is not to be told anything."""
        if self._state is None:
            raise JournalError(f"no game has begun in journal {self._journal.path}. Begin one.")
        return self._state

    @property
    def begun(self) -> Begun:
        """How the game at the table began."""
        return self.state.begun

    @property
    def question(self) -> str | None:
        """The open question, as a sentence."""
        asked = self.state.question
        return question_text(asked) if asked else None

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The likeliest answers to the open question, in the order in which the Scene lists them."""
        asked = self.state.question
        if asked is None or asked.throw is None:
            return ()
        return answers_to(asked.throw, self.state.game.dice_count)

    @property
    def expects_throw(self) -> bool:
        """Whether dice thrown now would be a throw of the game."""
        return self.state.question is None and self.state.game.expects_throw()

    def scene(self) -> Scene:
        """Draw the whole table for people."""
        return draw_scene(self.state, self._troubles, self._notice, self.state.last_entry + self._changes)

    def take_throw(self, throw: Throw) -> Outcome:
        """Rule a throw and keep it; one that is kept already (same start and rest) changes nothing.

        Kept out of the game, with the reason, is a throw that the game does not expect and one that comes while a
        question is open. Raises JournalError where it could not be kept: nothing happened, give it again.
        """
        if (throw.start_ns, throw.rest_ns) in self._seen:
            return Outcome("known", "This throw has been taken already.")
        kept_out = self._why_kept_out(throw)
        asked = throw.verdict.counts is None and not kept_out
        line = None if kept_out or asked else self._line_of(throw, self.state.step)
        return self._rule("throw", Thrown(line=line, throw=throw, kept_out=kept_out), throw.rest_ns)

    def command(self, command: Command) -> Outcome:
        """Do what a person said: a line of the game's referee protocol, or an order such as undo.

        A line that is refused or no legal line is answered so and not kept. Raises JournalError.
        """
        try:
            return self._obey(command)
        except RuleError as error:
            return self._say(Outcome("refused", str(error)))
        except ProtocolError as error:
            return self._say(Outcome("error", str(error)))

    def why_not(self, line: Mapping[str, Any]) -> str | None:
        """Say why a line of the game would be refused now, or None where it is allowed; changes nothing."""
        return ANSWER_FIRST if self.state.question else self.state.game.why_not(line)

    def note(self, kind: str, body: Aside, t_ns: int) -> int:
        """Keep what stands beside the game, such as pictures; give the entry's number. Raises JournalError."""
        return self._keep(kind, body, t_ns)

    def health(self, health: Health) -> None:
        """Note a device's state; a device that is well again leaves the list of troubles."""
        if health.ok:
            self._troubles.pop(health.part, None)
        else:
            self._troubles[health.part] = health.message
        self._changes += 1

    def _obey(self, command: Command) -> Outcome:
        if not is_order(command.line):
            return self._line(command)
        order = parse_order(command.line, self.state.game.dice_count)
        if order.name == "undo":
            return self._undo(command)
        if order.name == "missed_roll":
            return self._missed(order, command)
        return self._decide(order, command)

    def _line(self, command: Command) -> Outcome:
        if self.state.question:
            raise RuleError(ANSWER_FIRST)
        return self._rule("line", Said(line=dict(command.line), by=command.by), command.t_ns)

    def _missed(self, order: Order, command: Command) -> Outcome:
        if self.state.question:
            raise RuleError(ANSWER_FIRST)
        throw = self._house.missed(order.values, command.t_ns)
        body = Thrown(line=self._line_of(throw, self.state.step), throw=throw, by=command.by)
        return self._rule("missed_roll", body, command.t_ns)

    def _decide(self, order: Order, command: Command) -> Outcome:
        step = throw_step(self.state, order.throw)
        if step.throw is None:
            raise RuleError("No throw has been made yet that could be decided.")
        throw = self._decided(order, step.throw)
        called_off = order.name == "no_roll" or order.answer == NO_ROLL
        line = None if called_off else self._line_of(throw, step.before or step)
        body = Answered(line=line, of=step.entry, throw=throw, by=command.by)
        return self._rule(order.name, body, command.t_ns)

    def _decided(self, order: Order, throw: Throw) -> Throw:
        if order.name == "no_roll":
            return self._house.no_roll(throw)
        if order.name == "answer":
            return self._house.answered(throw, order.answer)
        return self._house.corrected(throw, order.values, order.wall)

    def _undo(self, command: Command) -> Outcome:
        if self.state.past is None:
            raise RuleError("There is nothing to undo.")
        entry = self._keep("undo", Undone(of=self.state.made_by, by=command.by), command.t_ns)
        return self._say(Outcome("ok", "Undone.", entry=entry))

    def _why_kept_out(self, throw: Throw) -> str:
        if self.state.question:
            return "Dice were thrown while a question is open: not counted."
        if not self.state.game.expects_throw():
            return f"Dice were thrown when no throw was due: not counted. {self.state.game.view().prompt}".strip()
        if throw.verdict.counts is None:
            return ""
        return self._why_refused(throw)

    def _why_refused(self, throw: Throw) -> str:
        try:
            line = self._line_of(throw, self.state.step)
            if line is not None:
                self.state.game.copy().do(line)
        except (RuleError, ProtocolError) as error:
            return f"The throw is not counted: {error}"
        return ""

    def _line_of(self, throw: Throw, before: Step) -> Line | None:
        """Give what the game is told of a decided throw; None where that is nothing."""
        line = self._house.line(throw, before)
        return None if line is None else dict(line)

    def _rule(self, kind: str, body: Ruled, t_ns: int) -> Outcome:
        """Try a ruling out, keep it with its word and call, and only then let it stand.

        Raises RuleError or ProtocolError where the game refuses it, JournalError where it cannot be kept.
        """
        number = self.state.last_entry + 1
        tried = fold(self.state, Entry(number, t_ns, "", kind, _content(body)), self._house.games)
        told = number if not isinstance(body, Answered) else body.of
        if isinstance(body, Answered):
            _verify_same_people(self.state, tried, told)
        ruling = next((step.ruling for step in tried.step.back() if step.entry == told), None)
        values = body.throw.values if isinstance(body, Thrown | Answered) else None
        call = self._house.call(ruling, values or ()) if ruling is not None and ruling.situation else ""
        kept = msgspec.structs.replace(body, ruling=ruling.word if ruling else "", call=call)
        entry = self._keep(kind, kept, t_ns)
        word = ruling.word if ruling else _word(body)
        return Outcome(word, message_of(self.state.step), call, entry)

    def _keep(self, kind: str, body: msgspec.Struct, t_ns: int) -> int:
        content = _content(body)
        number = self._journal.append(kind, content, t_ns)
        self._fold(Entry(number, t_ns, "", kind, content))
        return number

    def _fold(self, entry: Entry) -> None:
        if entry.kind in ASIDE:
            self._stand_aside(entry)
            return
        self._state = fold_kept(self._state, entry, self._house.games)
        self._notice = ""
        if entry.kind == "begun":
            self._seen.clear()
            self.last_command_ns = None
        elif entry.kind == "throw":
            throw = entry.body["throw"]
            self._seen.add((throw["start_ns"], throw["rest_ns"]))
        elif entry.kind != "resumed":
            self.last_command_ns = entry.t_ns

    def _stand_aside(self, entry: Entry) -> None:
        """Go on from an entry that no game hears of."""
        if self._state is not None:
            self._state = fold_kept(self._state, entry, self._house.games)

    def _say(self, outcome: Outcome) -> Outcome:
        self._notice = outcome.message
        self._changes += 1
        return outcome


def _verify_same_people(before: TableState, after: TableState, entry: int) -> None:
    """Refuse a decision after which the lines since throw `entry` would be another player's money and words."""
    for old, new in zip(before.step.back(), after.step.back(), strict=False):
        if old.entry == entry:
            return
        if old.line is not None and _roles_at(old) != _roles_at(new):
            raise RuleError(SAID_BY_ANOTHER)


def _roles_at(step: Step) -> dict[str, str]:
    """Give who was what when a step's line was said."""
    return {} if step.before is None else {seat.name: seat.role for seat in step.before.game.view().seats}


def _content(body: msgspec.Struct) -> dict[str, Any]:
    """Give a body exactly as it will be read back from the journal, so that live and replayed state cannot differ.

    Raises ProtocolError for a line that holds what no journal can, such as half a surrogate pair.
    """
    try:
        content: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(body))
    except (UnicodeEncodeError, OverflowError, RecursionError) as error:
        raise ProtocolError(f"This line cannot be kept in a journal: {error}.") from None
    return content


def _word(body: Ruled) -> str:
    if isinstance(body, Thrown):
        return "not_counted" if body.kept_out else "question" if body.throw.verdict.counts is None else "no_roll"
    return "no_roll"

"""Who plays at a table: simulated people with a plan, or people at a keyboard."""

import queue
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from controller.cli.spoken import chosen, help_for, understand
from controller.errors import ProtocolError
from controller.session.pipeline import Result
from controller.session.session import Session
from controller.throws.events import Command
from controller.throws.verdict import Throw
from controller.twin.players import StreetPlayers
from controller.twin.truth import ThrowTruth

UNSEEN_AFTER_NS = 3_000_000_000


@dataclass
class SimulatedPeople:
    """People at the twin: they stake and fade, throw when it is time, and answer questions by looking at the dice.

    `throw` makes them throw; `truths` holds what really happened, throw by throw. They leave after `throws` throws,
    or when the game is over. `thrown` pairs each throw's truth with the throw as judged (None: it was not seen).
    """

    players: StreetPlayers
    throw: Callable[[], None]
    truths: Sequence[ThrowTruth]
    throws: int
    thrown: list[tuple[ThrowTruth, Throw | None]] = field(default_factory=list)
    gone: bool = False
    _waiting: bool = False

    def act(self, session: Session, results: tuple[Result, ...], now_ns: int) -> Iterator[Command]:
        """Say what is due now: an answer, a stake, a fade; else throw, once the last throw is ruled."""
        self._look(results, now_ns)
        if self._waiting:
            return
        if session.question is not None:
            yield Command(now_ns, answer_by_eye(self.thrown[-1][0]), "dealer")
            return
        line = self.players.next_line(session.state.game.state())
        if line is not None:
            yield Command(now_ns, line, "player")
        elif session.state.game.view().over or len(self.thrown) >= self.throws:
            self.gone = True
        elif session.expects_throw:
            self._waiting = True
            self.throw()

    def _look(self, results: tuple[Result, ...], now_ns: int) -> None:
        """Note the throw that was ruled, or that none was seen long after the dice lay still."""
        if not self._waiting or len(self.truths) <= len(self.thrown):
            return
        truth = self.truths[len(self.thrown)]
        ruled = next((r.event for r in results if isinstance(r.event, Throw)), None)
        if ruled is not None or now_ns > truth.rest_ns + UNSEEN_AFTER_NS:
            self.thrown.append((truth, ruled))
            self._waiting = False


def answer_by_eye(truth: ThrowTruth) -> dict[str, object]:
    """Give what a dealer who looks at the dice tells the table."""
    if not set(truth.void_reasons) <= {"no_wall"}:
        return {"command": "no_roll"}
    wall = [die.hit_far_wall for die in truth.dice]
    return {"command": "correct", "values": [die.value for die in truth.dice], "wall": wall}


class KeyboardPeople:
    """People who type. `say` prints to them; `throw` (twin only) throws the dice; `lines` come from another thread.

    `sees_refusals`: their display shows what was refused before they type again; it is not said once more.
    `greeting` is said first.
    """

    def __init__(
        self,
        lines: "queue.Queue[str | None]",
        say: Callable[[str], None],
        throw: Callable[[], object] | None,
        sees_refusals: bool = False,
        greeting: str = "",
    ) -> None:
        self.gone = False
        self._sees_refusals = sees_refusals
        self._greeting = greeting
        self._lines = lines
        self._say = say
        self._throw = throw

    def act(self, session: Session, results: tuple[Result, ...], now_ns: int) -> Iterator[Command]:
        """Say what was typed since, and hear what came of it."""
        if self._greeting:
            self._say(self._greeting)
            self._greeting = ""
        for result in results:
            refused = isinstance(result.event, Command) and result.outcome.ruling in ("refused", "error")
            if refused and not self._sees_refusals:
                self._say(f"{result.outcome.ruling}: {result.outcome.message}")
        while not self.gone:
            try:
                text = self._lines.get_nowait()
            except queue.Empty:
                return
            yield from self._typed(text, session, now_ns)

    def _typed(self, text: str | None, session: Session, now_ns: int) -> Iterator[Command]:
        if text is None:
            self.gone = True
            return
        if not text.strip():
            return
        try:
            game = session.state.game
            spoken = chosen(text, session.answers) or understand(text, game.state(), game.name)
        except ProtocolError as error:
            self._say(str(error))
            return
        if spoken.line is not None:
            for line in (spoken.line, *spoken.more):
                yield Command(now_ns, line, "dealer")
        else:
            self._order(spoken.order, session)

    def _order(self, order: str, session: Session) -> None:
        if order == "quit":
            self.gone = True
        elif order == "help":
            self._say(help_for(session.state.game.name))
        elif not session.state.game.dice_count:
            self._say("No dice are thrown at this game.")
        elif self._throw is None:
            self._say("Throw the real dice: this table sees them.")
        elif not session.expects_throw:
            self._say(f"No throw is due now. {session.scene().waiting_for}")
        else:
            self._say("The dice are out!")
            self._throw()

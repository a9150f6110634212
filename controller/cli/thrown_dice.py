"""Dice for a game that knows no table: each roll is a throw at a real or simulated one, seen and judged."""

import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from controller.cli.sitting import flowing
from controller.cli.tables import OpenTable
from controller.errors import RuleError
from controller.session.answers import answers_to
from controller.session.order import Event, EventOrder, Inbox
from controller.throws.corrections import answered
from controller.throws.events import Command
from controller.throws.judge import Judge
from controller.throws.verdict import Throw
from vision.frame import Frame
from vision.reader import TableReader
from vision.watch import Watch

DICE = 2
WAIT_S = 0.1


class ThrownDice:
    """Watches a table in its own thread while it is open, so that dice are tracked between rolls too.

    `say` prints a line to the people; `ask` reads one from them, None when they have gone.
    """

    def __init__(self, table: OpenTable, say: Callable[[str], None], ask: Callable[[], str | None]) -> None:
        self._table = table
        self._say = say
        self._ask = ask
        self._throws: queue.SimpleQueue[Throw] = queue.SimpleQueue()
        self._inbox = Inbox(wait=table.waits)
        self._newest_ns = 0
        self._open = ExitStack()

    def roll(self) -> tuple[int, ...] | None:
        """Wait for a throw that counts, made from now on; None when the people have gone instead of answering."""
        while not self._throws.empty():
            self._throws.get()
        while True:
            self._wanted()
            throw = self._decided(self._throws.get())
            if throw is None:
                return None
            if throw.values is not None:
                return throw.values
            self._say(f"No roll ({', '.join(throw.verdict.reasons) or 'called off'}): throw again.")

    def __enter__(self) -> Self:
        """Begin to watch."""
        thread = threading.Thread(target=self._watch, name="thrown dice", daemon=True)
        self._open.callback(thread.join)
        self._open.enter_context(flowing(self._table, self._inbox))
        thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the camera and the sensors."""
        self._open.close()

    def _wanted(self) -> None:
        if self._table.throw is None:
            self._say("Throw the dice.")
        else:
            self._table.throw()

    def _decided(self, throw: Throw) -> Throw | None:
        """Ask about a throw that the judge is not sure of."""
        while throw.verdict.counts is None:
            answers = [answer.text for answer in answers_to(throw, DICE)]
            numbered = "   ".join(f"{number}: {text}" for number, text in enumerate(answers, start=1))
            self._say(f"{throw.verdict.ask} {numbered}")
            said = self._ask()
            if said is None:
                return None
            try:
                throw = answered(throw, _chosen(said, answers), self._table.policy)
            except RuleError as error:
                self._say(str(error))
        return throw

    def _watch(self) -> None:
        watch = Watch(self._table.setup, TableReader(self._table.setup).read)
        judge = Judge(self._table.judge_table, self._table.policy, DICE)
        order = EventOrder(self._now_ns)
        while not self._inbox.closed:
            event = self._inbox.get(WAIT_S)
            if event is not None:
                self._newest_ns = max(self._newest_ns, event.exposed_ns if isinstance(event, Frame) else event.t_ns)
                order.put(event)
            for ordered in order.take():
                self._see(ordered, watch, judge)

    def _see(self, event: Event, watch: Watch, judge: Judge) -> None:
        if isinstance(event, Command):
            return
        seen = watch.see(event, judge.wants_reading) if isinstance(event, Frame) else (event,)
        for item in seen:
            for outcome in judge.take(item):
                if isinstance(outcome, Throw):
                    self._throws.put(outcome)

    def _now_ns(self) -> int:
        return self._newest_ns if self._table.clock_ns is None else self._table.clock_ns()


def _chosen(said: str, answers: Sequence[str]) -> str:
    """Turn the number of an answer into its words."""
    word = said.strip()
    if len(word) == 1 and word.isdecimal() and 1 <= int(word) <= len(answers):
        return answers[int(word) - 1]
    return word

"""One evening at a table: events out of the inbox, in order, through the pipeline, until the people go."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from controller.session.order import Event, EventOrder, Inbox, time_of
from controller.session.pipeline import Pipeline, Result
from controller.session.session import Session
from controller.throws.events import Command, Health
from controller.throws.verdict import Throw

TICK_S = 0.1
SILENT_TICKS = 10


class People(Protocol):
    """Who plays: asked after every event what they do now."""

    def act(self, session: Session, results: tuple[Result, ...], now_ns: int) -> Iterator[Command]:
        """Say commands, or throw the dice."""

    @property
    def gone(self) -> bool:
        """Whether they have left the table."""


@dataclass
class Tally:
    """What an evening brought, counted as it happens."""

    throws: list[tuple[Throw, str]] = field(default_factory=list)
    commands: int = 0
    late: int = 0

    def note(self, result: Result) -> None:
        """Count a result."""
        if isinstance(result.event, Throw):
            self.throws.append((result.event, result.outcome.ruling))
        else:
            self.commands += 1


class Evening:
    """Runs a table. `clock_ns` runs on the events' clock; None: the newest event's time is the time.

    `stalled` tells whether the camera has been silent for too long; `on_throw` is called for each throw ruled,
    `on_results` with what came of each event.
    """

    def __init__(
        self,
        inbox: Inbox,
        pipeline: Pipeline,
        clock_ns: Callable[[], int] | None = None,
        stalled: Callable[[int], bool] = lambda _now_ns: False,
        on_throw: Callable[[], None] = lambda: None,
        on_results: Callable[[tuple[Result, ...]], None] = lambda _results: None,
    ) -> None:
        self.tally = Tally()
        self._inbox = inbox
        self._order = EventOrder(self.now_ns)
        self._pipeline = pipeline
        self._clock_ns = clock_ns
        self._newest_ns = 0
        self._stalled = stalled
        self._on_throw = on_throw
        self._on_results = on_results
        self._silent = False

    def now_ns(self) -> int:
        """Give the time on the events' clock."""
        return self._newest_ns if self._clock_ns is None else self._clock_ns()

    def run(self, people: People) -> Tally:
        """Play until the people have gone or the sources have ended; what was said last is kept."""
        self._serve(people, ())
        while not people.gone:
            event = self._inbox.get(TICK_S)
            if event is None and self._inbox.closed:
                break
            self._watch_camera()
            self._step(people, event)
        self._pipeline.close()
        self.tally.late = self._order.late
        return self.tally

    def linger(self, take: Callable[[Event], None], until_ns: int) -> None:
        """Hand on what still happens after the people have gone, until some time or until the sources are silent."""
        silent = 0
        while silent < SILENT_TICKS and self._order.said_ns(self._newest_ns) < until_ns:
            event = self._inbox.get(TICK_S)
            silent = 0 if event is not None else SILENT_TICKS if self._inbox.closed else silent + 1
            for ordered in self._put(event):
                take(ordered)

    def _step(self, people: People, event: Event | None) -> None:
        for ordered in self._put(event):
            self._serve(people, self._take(ordered))
            if people.gone:
                return
        self._serve(people, ())

    def _put(self, event: Event | None) -> Iterator[Event]:
        if event is not None:
            self._newest_ns = max(self._newest_ns, time_of(event))
            self._order.put(event)
        return self._order.take()

    def _take(self, event: Event) -> tuple[Result, ...]:
        results = self._pipeline.take(event)
        for result in results:
            self.tally.note(result)
            if isinstance(result.event, Throw):
                self._on_throw()
        self._on_results(results)
        return results

    def _serve(self, people: People, results: tuple[Result, ...]) -> None:
        """Let the people act on what happened, and on what their own lines bring about."""
        now_ns = self._order.said_ns(self.now_ns())
        waiting = [results]
        while waiting:
            for command in people.act(self._pipeline.session, waiting.pop(0), now_ns):
                self._order.passed(now_ns)
                waiting.append(self._take(command))

    def _watch_camera(self) -> None:
        silent = self._stalled(self.now_ns())
        if silent != self._silent:
            self._silent = silent
            message = "The camera gives no pictures. Check its cable; play goes on as soon as it does."
            self._pipeline.take(Health(self.now_ns(), "camera stream", not silent, message))

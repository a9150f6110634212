"""One order for everything that happens: by the events' own time stamps, however late each source hands them over."""

import heapq
from collections.abc import Callable, Iterator
from typing import TypeAlias

from controller.throws.events import Command, Health, WallEdge
from vision.frame import Frame

Event: TypeAlias = Frame | WallEdge | Command | Health

LONGEST_WAIT_NS = 100_000_000
MOST_WAITING = 4096


def time_of(event: Event) -> int:
    """Give an event's own time, ns."""
    return event.exposed_ns if isinstance(event, Frame) else event.t_ns


class EventOrder:
    """Takes events of several threads' sources, each in its own order, and gives them out by their time stamps.

    Anything but a frame waits until frames of every stream have come up to its time, since a picture of that moment is
    still on its way; a frame waits for the other streams. Nothing waits longer than `wait_ns` by `clock_ns`, which
    runs on the events' clock. Events of one time: frames first (a picture that began with an edge shows what was
    before it), then in order of kind and content, so that the sequence does not depend on who was quicker.
    Not thread-safe: one loop puts and takes. At most `most_waiting` events wait; beyond that the oldest goes on.
    """

    def __init__(
        self,
        clock_ns: Callable[[], int],
        streams: tuple[str, ...] = ("main", "small"),
        wait_ns: int = LONGEST_WAIT_NS,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        """Wait for these streams; none: give everything out at once."""
        self._clock_ns = clock_ns
        self._wait_ns = wait_ns
        self._most_waiting = most_waiting
        self._reached: dict[str, int] = dict.fromkeys(streams, -1)
        self._waiting: list[tuple[tuple[int, int, str], int, int, Event]] = []
        self._number = 0
        self.given_ns: int | None = None
        self.late = 0

    def put(self, event: Event) -> None:
        """Take an event in."""
        if isinstance(event, Frame):
            self._reached[event.stream] = max(self._reached.get(event.stream, -1), event.exposed_ns)
        self._number += 1
        heapq.heappush(self._waiting, (_rank(event), self._number, self._clock_ns(), event))

    def take(self) -> Iterator[Event]:
        """Give out, in order, every event whose time has come."""
        while self._waiting and self._may_go():
            yield self._next()

    def drain(self) -> Iterator[Event]:
        """Give out all that waits: the sources have stopped."""
        while self._waiting:
            yield self._next()

    def __len__(self) -> int:
        """Count the events that wait."""
        return len(self._waiting)

    def _may_go(self) -> bool:
        (t_ns, _, _), _, arrived_ns, _ = self._waiting[0]
        if len(self._waiting) > self._most_waiting or not self._reached:
            return True
        if t_ns <= min(self._reached.values()):
            return True
        return self._clock_ns() - arrived_ns >= self._wait_ns

    def _next(self) -> Event:
        event = heapq.heappop(self._waiting)[-1]
        t_ns = time_of(event)
        if self.given_ns is not None and t_ns < self.given_ns:
            self.late += 1
        self.given_ns = max(t_ns, self.given_ns or t_ns)
        return event


def _rank(event: Event) -> tuple[int, int, str]:
    """Rank by time, then by kind, then by what makes two events of one source distinct."""
    if isinstance(event, Frame):
        return event.exposed_ns, 0, f"{event.stream}"
    if isinstance(event, WallEdge):
        return event.t_ns, 1, event.zone
    if isinstance(event, Health):
        return event.t_ns, 2, event.part
    return event.t_ns, 3, event.by

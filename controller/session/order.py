"""One order for everything that happens: by the events' own time stamps, however late each source hands them over."""

import heapq
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
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
    Time never runs backwards in what is given out: a frame that comes after a later event went is dropped and counted
    in `late`; an edge, what a person said and what a device reports are never lost, they take the newest time.
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
        self._least_ns: int | None = None
        self.given_ns: int | None = None
        self.late = 0

    def put(self, event: Event) -> None:
        """Take an event in."""
        if isinstance(event, Frame) and event.stream in self._reached:
            self._reached[event.stream] = max(self._reached[event.stream], event.exposed_ns)
        on_time = self._in_time(event)
        if on_time is None:
            self.late += 1
            return
        event = on_time
        self._number += 1
        heapq.heappush(self._waiting, (_rank(event), self._number, self._clock_ns(), event))

    def take(self) -> Iterator[Event]:
        """Give out, in order, every event whose time has come."""
        while self._waiting and self._may_go():
            yield self._next()

    def said_ns(self, now_ns: int) -> int:
        """Give the time of what is said now: that of the newest event; before the first, none that waits is older."""
        if self.given_ns is not None:
            return self.given_ns
        return min(now_ns, time_of(self._waiting[0][-1])) if self._waiting else now_ns

    def passed(self, t_ns: int) -> None:
        """Hear that something of this time went by another way: whatever is older comes too late now."""
        self._least_ns = t_ns if self._least_ns is None else max(self._least_ns, t_ns)

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

    def _in_time(self, event: Event) -> Event | None:
        """Give an event as it may still go, or None for a frame that comes too late."""
        if self._least_ns is None or time_of(event) >= self._least_ns:
            return event
        return None if isinstance(event, Frame) else replace(event, t_ns=self._least_ns)

    def _next(self) -> Event:
        event = heapq.heappop(self._waiting)[-1]
        self.given_ns = time_of(event)
        self.passed(self.given_ns)
        return event


class Inbox:
    """Where the sources' threads leave their events for the one loop.

    At most `most_frames` frames wait. When the loop is slower than the camera, the oldest frame is dropped (and
    counted); with `wait` the source waits instead, for sources that can. Edges, commands and health are never dropped.
    """

    def __init__(self, most_frames: int = 32, wait: bool = False) -> None:
        """Begin empty."""
        self._events: deque[Event] = deque()
        self._changed = threading.Condition()
        self._most_frames = most_frames
        self._wait = wait
        self._frames = 0
        self._closed = False
        self.dropped = 0

    def put(self, event: Event) -> None:
        """Leave an event; called from any thread."""
        with self._changed:
            if isinstance(event, Frame):
                self._make_room()
                self._frames += 1
            self._events.append(event)
            self._changed.notify_all()

    def get(self, timeout_s: float | None = None) -> Event | None:
        """Take the oldest event, waiting for one; None when none came in time or the box is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._events or self._closed, timeout_s)
            if not self._events:
                return None
            event = self._events.popleft()
            self._frames -= isinstance(event, Frame)
            self._changed.notify_all()
            return event

    def close(self) -> None:
        """Let nobody wait any more; what lies in the box can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def _make_room(self) -> None:
        if self._wait:
            self._changed.wait_for(lambda: self._frames < self._most_frames or self._closed)
        elif self._frames >= self._most_frames:
            self._events.remove(next(event for event in self._events if isinstance(event, Frame)))
            self._frames -= 1
            self.dropped += 1


def _rank(event: Event) -> tuple[int, int, str]:
    """Rank by time, then by kind, then by what makes two events of one source distinct."""
    if isinstance(event, Frame):
        return event.exposed_ns, 0, "" if event.stream == "small" else event.stream
    if isinstance(event, WallEdge):
        return event.t_ns, 1, event.zone
    if isinstance(event, Health):
        return event.t_ns, 2, event.part
    return event.t_ns, 3, event.by

"""Records throw by throw: each in a folder of its own, from shortly before it moves until the next one begins."""

import shutil
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller.session.order import Event, time_of
from controller.session.orders import is_order
from controller.session.recorder import Recorder
from controller.throws.events import Command, WallEdge
from vision.frame import Frame

BEFORE_NS = 1_000_000_000
"""How much of the resting board is kept from before a throw."""

AFTER_NS = 700_000_000
"""How much of the resting dice is kept after it was ruled: a replay with other settings may need a longer look."""

MISSED = "missed_roll"


class ThrowRecorder:
    """Writes the throws of a table into `folder`/throw-0001, -0002 and so on.

    A recording begins with the last edge of each sensor that was active before its first picture. `busy` tells whether
    anything moves; tell it by `ruled` when a throw has come of that. What people say after a throw belongs to its
    recording. With `corrected_only`, a throw that nobody corrected is taken away again when the next one begins; an
    answer to a question and taking a ruling back correct it too. Movement in which people saw a throw that the table
    missed is one. `patient`: see Recorder; `about` gives what each recording.json says besides.
    """

    def __init__(
        self,
        folder: Path,
        table: Path,
        beside: Sequence[Path],
        busy: Callable[[], bool],
        corrected_only: bool = False,
        patient: bool = False,
        about: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        self.kept: list[Path] = []
        self._folder = folder
        self._table = table
        self._beside = tuple(beside)
        self._busy = busy
        self._corrected_only = corrected_only
        self._patient = patient
        self._about = about
        self._before: deque[Event] = deque()
        self._edges: dict[str, WallEdge] = {}
        self._recorder: Recorder | None = None
        self._throws = 0
        self._over = True
        self._until_ns = 0
        self._ruled = False
        self._corrected = False

    def ruled(self) -> None:
        """Hear that a throw was ruled: what moves next belongs to another one."""
        self._ruled = True

    @property
    def until_ns(self) -> int:
        """Until when it wants to see what happens: a throw just ruled is recorded a little longer."""
        return self._until_ns if self._recorder is not None and self._ruled else 0

    def __call__(self, event: Event) -> None:
        """Take an event in; returns at once."""
        busy = self._busy()
        if busy and self._over:
            self._begin()
        self._over = not busy
        if busy:
            self._until_ns = time_of(event) + AFTER_NS
        self._note_answer(event)
        lately = time_of(event) <= self._until_ns
        if self._recorder is not None and (lately or (self._ruled and isinstance(event, Command))):
            self._pass(event)
            self._recorder(event)
        else:
            self._remember(event)

    def close(self) -> None:
        """End the last recording. Raises RecordingError where not all of it could be written."""
        if self._recorder is None:
            return
        self._recorder.close()
        self._recorder = None
        path = self._path()
        if not self._ruled or (self._corrected_only and not self._corrected):
            shutil.rmtree(path)
        else:
            self.kept.append(path)

    def __enter__(self) -> Self:
        """Give the recorder itself."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """End the last recording."""
        self.close()

    def _begin(self) -> None:
        """Begin the next throw's recording with what was just seen; a hand that only lifts the dice is part of it."""
        past = self._past_edges()
        if self._recorder is None or self._ruled:
            self.close()
            self._throws += 1
            self._ruled = self._corrected = False
            self._recorder = Recorder(
                self._path(), self._table, self._beside, patient=self._patient, about=self._about()
            )
        for event in (*past, *self._before):
            self._pass(event)
            self._recorder(event)
        self._before.clear()

    def _past_edges(self) -> list[WallEdge]:
        """Give what must be known of the sensors from before: which are active, or what they did in a pause."""
        goes_on = self._recorder is not None and not self._ruled
        edges = sorted(self._edges.values(), key=time_of)
        return [edge for edge in edges if (edge.t_ns > self._until_ns if goes_on else edge.level)]

    def _pass(self, event: Event) -> None:
        """Know of each sensor what it did last, before what is still in mind."""
        if isinstance(event, WallEdge):
            self._edges[event.zone] = event

    def _path(self) -> Path:
        return self._folder / f"throw-{self._throws:04}"

    def _note_answer(self, event: Event) -> None:
        if self._recorder is not None and isinstance(event, Command) and is_order(event.line):
            self._corrected = True
            self._ruled = self._ruled or event.line["command"] == MISSED

    def _remember(self, event: Event) -> None:
        """Keep the last moments in mind; a frame of the small stream is not recorded and not kept."""
        if isinstance(event, Frame) and event.stream != "main":
            return
        self._before.append(event)
        while time_of(self._before[-1]) - time_of(self._before[0]) > BEFORE_NS:
            self._pass(self._before.popleft())

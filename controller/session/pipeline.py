"""Frames, edges and commands in; readings, throws and rulings through; Scenes out. Knows no hardware and no twin."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from controller.displays.scene import Scene
from controller.errors import JournalError
from controller.session.order import Event, time_of
from controller.session.session import Outcome, Session
from controller.session.timing import StageTimes
from controller.throws.events import Command, Health, WallEdge
from controller.throws.verdict import Throw
from vision.frame import Frame
from vision.reading import MotionReading, TableReading

RETRY_AFTER_NS = 1_000_000_000
JOURNAL = "journal"
CAMERA = "camera"


class Eye(Protocol):
    """What turns frames into readings (vision.watch)."""

    @property
    def trouble(self) -> str | None:
        """What keeps the camera from seeing the board, as a sentence; None if nothing does."""

    def see(self, frame: Frame, read: bool) -> tuple[MotionReading | TableReading, ...]:
        """Take in a frame; a full one is read only if `read`."""


class ThrowJudge(Protocol):
    """What turns readings and edges into throws (controller.throws.judge)."""

    @property
    def wants_reading(self) -> bool:
        """Whether a full picture would help now."""

    def take(self, event: MotionReading | TableReading | WallEdge | Health) -> tuple[Throw | Health, ...]:
        """Take in an event; give the throw it completes, and news of the sensors' health."""


@dataclass(frozen=True, slots=True)
class Result:
    """A throw or a command, and what came of it."""

    event: Throw | Command
    outcome: Outcome


class Pipeline:
    """One table's loop body: give it every event in order.

    `show` is called with each new Scene and must return at once (a display keeps the newest and draws in its own
    time); `record` with each event before anything else happens to it.
    A throw or command that the journal cannot keep waits, in order, and is tried again; the Scene says why.
    """

    def __init__(
        self,
        eye: Eye,
        judge: ThrowJudge,
        session: Session,
        *,
        perf_ns: Callable[[], int],
        show: Callable[[Scene], None] = lambda _scene: None,
        record: Callable[[Event], None] = lambda _event: None,
    ) -> None:
        """Connect the parts and show the table as it stands."""
        self.session = session
        self.times = StageTimes(perf_ns)
        self._eye = eye
        self._judge = judge
        self._show = show
        self._record = record
        self._unkept: deque[Throw | Command] = deque()
        self._tried_ns = 0
        self._trouble: str | None = None
        self._shown = -1
        self._draw()

    def take(self, event: Event) -> tuple[Result, ...]:
        """Carry one event through all stages; give what was ruled because of it."""
        self._record(event)
        now_ns = time_of(event)
        if isinstance(event, Health):
            self.session.health(event)
        results = self._rule(self._due(event), now_ns)
        self._draw()
        return results

    @property
    def unkept(self) -> int:
        """How many throws and commands wait for the journal."""
        return len(self._unkept)

    def close(self) -> tuple[Result, ...]:
        """Keep what still waits. Raises JournalError where that cannot be done."""
        results = []
        while self._unkept:
            results.append(self._decide(self._unkept[0]))
            self._unkept.popleft()
        return tuple(results)

    def _due(self, event: Event) -> Sequence[Throw | Command]:
        """Give what there is to rule because of an event."""
        if isinstance(event, Frame):
            return self._see(event)
        if isinstance(event, WallEdge | Health):
            return self._judged(event)
        return [event]

    def _see(self, frame: Frame) -> list[Throw]:
        reads = frame.stream == "main" and self._judge.wants_reading
        with self.times.measure("read" if reads else "watch"):
            seen = self._eye.see(frame, reads)
        self._report_camera(frame.exposed_ns)
        return [throw for reading in seen for throw in self._judged(reading)]

    def _judged(self, event: MotionReading | TableReading | WallEdge | Health) -> list[Throw]:
        with self.times.measure("judge"):
            outcomes = self._judge.take(event)
        for outcome in outcomes:
            if isinstance(outcome, Health):
                self.session.health(outcome)
        return [outcome for outcome in outcomes if isinstance(outcome, Throw)]

    def _report_camera(self, t_ns: int) -> None:
        trouble = self._eye.trouble
        if trouble != self._trouble:
            self._trouble = trouble
            self.session.health(Health(t_ns, CAMERA, trouble is None, trouble or ""))

    def _rule(self, due: Sequence[Throw | Command], now_ns: int) -> tuple[Result, ...]:
        """Rule what is due, after what still waits; when the journal fails, it all waits on."""
        if not due and (not self._unkept or now_ns - self._tried_ns < RETRY_AFTER_NS):
            return ()
        waited = bool(self._unkept)
        self._unkept.extend(due)
        self._tried_ns = now_ns
        results: list[Result] = []
        try:
            while self._unkept:
                results.append(self._decide(self._unkept[0]))
                self._unkept.popleft()
        except JournalError as error:
            self.session.health(Health(now_ns, JOURNAL, False, str(error)))
        else:
            if waited:
                self.session.health(Health(now_ns, JOURNAL, True, ""))
        return tuple(results)

    def _decide(self, event: Throw | Command) -> Result:
        with self.times.measure("rule and keep"):
            if isinstance(event, Throw):
                return Result(event, self.session.take_throw(event))
            return Result(event, self.session.command(event))

    def _draw(self) -> None:
        scene = self.session.scene()
        if scene.revision != self._shown:
            self._shown = scene.revision
            self._show(scene)

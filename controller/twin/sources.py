"""The simulated table as a camera and as wall sensors: one thread plays it, in real time or as fast as it is taken."""

import logging
import queue
import threading
import time
from collections.abc import Callable

from controller.errors import ConfigError
from controller.throws.events import WallEdge
from controller.twin.throwing import Plan
from controller.twin.twin import Twin
from vision.frame import Frame

_log = logging.getLogger(__name__)

BEHIND_NS = 150_000_000
"""So far the table's time may run ahead of what was filmed; a machine slower than that gets a slower table."""

_WAIT_S = 0.05


class TwinRunner:
    """Plays a twin in its own thread for its `camera` and its `sensors`; it runs while either is started.

    Between throws the resting dice are filmed. `real_time`: time goes as on `clock_ns` (CLOCK_MONOTONIC), or slower
    where the machine cannot keep up; otherwise as fast as the receivers take the events. Either receiver may block;
    that holds the table up.
    """

    def __init__(
        self,
        twin: Twin,
        real_time: bool = True,
        clock_ns: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.twin = twin
        self.camera = CameraSource(self)
        self.sensors = SensorSource(self)
        self._real_time = real_time
        self._clock_ns = clock_ns
        self._sleep = sleep
        self._slipped_ns = 0
        if real_time:
            twin.set_clock(clock_ns())
        self._requests: queue.SimpleQueue[Plan] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self.put_frame: Callable[[Frame], None] | None = None
        self.put_edge: Callable[[WallEdge], None] | None = None

    def now_ns(self) -> int:
        """Give the time at a table in real time: it stands still until the machine has filmed what went before."""
        return min(self._clock_ns() - self._slipped_ns, self.twin.now_ns + BEHIND_NS)

    def request_throw(self, plan: Plan | None = None) -> None:
        """Let the simulated shooter throw once more, as soon as the throws asked for before are over."""
        self._requests.put(plan or Plan())

    def wake(self) -> None:
        """Start the thread if it does not run yet."""
        with self._lock:
            if self._thread is None:
                self._stop.clear()
                self._thread = threading.Thread(target=self._run, name="twin", daemon=True)
                self._thread.start()

    def rest(self) -> None:
        """End the thread once neither camera nor sensors are in use; returns when it has ended."""
        with self._lock:
            thread = self._thread
            if thread is None or self.put_frame is not None or self.put_edge is not None:
                return
            self._stop.set()
            self._thread = None
        if thread is not threading.current_thread():
            thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._play(self._next_plan())
            except ConfigError as error:
                _log.warning("The simulated table could not throw: %s", error)

    def _next_plan(self) -> Plan | None:
        try:
            return self._requests.get_nowait()
        except queue.Empty:
            return None

    def _play(self, plan: Plan | None) -> None:
        for event in self.twin.idle(_WAIT_S) if plan is None else self.twin.play(plan):
            if self._stop.is_set():
                return
            self._hand_over(event)

    def _hand_over(self, event: Frame | WallEdge) -> None:
        if self._real_time:
            self._keep_time(event.exposed_ns if isinstance(event, Frame) else event.t_ns)
        if isinstance(event, Frame):
            if (put_frame := self.put_frame) is not None:
                put_frame(event)
        elif (put_edge := self.put_edge) is not None:
            put_edge(event)

    def _keep_time(self, t_ns: int) -> None:
        ahead = t_ns - (self._clock_ns() - self._slipped_ns)
        if ahead > 0:
            self._sleep(ahead / 1e9)
        elif ahead < -BEHIND_NS:
            self._slipped_ns += -ahead - BEHIND_NS


class CameraSource:
    """The twin's camera: a `vision.sources.FrameSource`."""

    def __init__(self, runner: TwinRunner) -> None:
        self._runner = runner

    def start(self, put: Callable[[Frame], None]) -> None:
        """Begin to hand over frames of both streams, each in the order of exposure."""
        self._runner.put_frame = put
        self._runner.wake()

    def stop(self) -> None:
        """Stop; nothing is handed over afterwards."""
        self._runner.put_frame = None
        self._runner.rest()


class SensorSource:
    """The twin's wall sensors: a `controller.throws.events.EdgeSource`."""

    def __init__(self, runner: TwinRunner) -> None:
        self._runner = runner

    def start(self, put: Callable[[WallEdge], None]) -> None:
        """Begin to hand over raw edges in time order."""
        self._runner.put_edge = put
        self._runner.wake()

    def stop(self) -> None:
        """Stop; nothing is handed over afterwards."""
        self._runner.put_edge = None
        self._runner.rest()

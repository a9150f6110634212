"""gpiozero's pins over libgpiod 2: `GPIOZERO_PIN_FACTORY=gpiod` serves any gpiozero program. The header: BCM numbers.

Edges carry the kernel's time stamps as ticks (seconds of CLOCK_MONOTONIC). One thread waits for all lines and sleeps
while nothing happens; what goes wrong in a callback is logged, and every other edge is heard all the same.
"""

import logging
import threading
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
    PinUnknownPi,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from controller.errors import HardwareError
from controller.hardware.edge_watcher import EdgeWatcher, guarded

_log = logging.getLogger(__name__)

LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The header's chip on a Raspberry Pi 5, on a 4, on those before. Its number changes from kernel to kernel."""
ANY_PI = 0xC03111
"""Off a Raspberry Pi pins are named as on a 4B."""
CONSUMER = "stickman"
BUFFERED_EDGES = 1024
"""So many edges the kernel keeps per line while nobody takes them."""


def header_chip(library: Any, devices: Path = Path("/dev")) -> Any:
    """Open the GPIO chip of the header, found by its label. Raises HardwareError that says what there is instead."""
    seen = []
    for path in sorted(devices.glob("gpiochip*")):
        try:
            chip = library.Chip(str(path))
        except OSError as error:
            seen.append(f"{path.name} ({error.strerror})")
            continue
        label = chip.get_info().label
        if label in LABELS:
            return chip
        seen.append(f"{path.name} ({label})")
        chip.close()
    raise HardwareError(
        f"No GPIO header here: looked for a chip called {', '.join(LABELS)}, found {', '.join(seen) or 'none at all'}. "
        "On a Raspberry Pi, add yourself to the group gpio; elsewhere, take the gpio lines out of the table file."
    )


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """Gives pins of the header. `library`: the gpiod module, or what stands in for it; `chip`: already opened."""

    def __init__(self, library: Any = None, chip: Any = None) -> None:
        super().__init__()
        if library is None:
            import gpiod as library
        self.library = library
        self.pin_class = GpiodPin
        self._chip = chip if chip is not None else header_chip(library)
        self._watcher = EdgeWatcher()

    @property
    def chip(self) -> Any:
        """The opened chip. Raises HardwareError once the factory is closed."""
        if self._chip is None:
            raise HardwareError("The GPIO lines are closed. Make another GpiodFactory.")
        return self._chip

    @property
    def watcher(self) -> EdgeWatcher:
        """What waits for edges."""
        return self._watcher

    def close(self) -> None:
        """Free all lines, end the thread, close the chip. Another factory may be made afterwards."""
        if self._chip is None:
            return
        super().close()
        self._watcher.close()
        self._chip.close()
        self._chip = None

    def _get_revision(self) -> int:
        try:
            return int(super()._get_revision())
        except PinUnknownPi:
            return ANY_PI


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """One line. It is requested anew for each change of its settings. `lost_edges`: what the kernel had to drop.

    `when_lost` is called with the error of a line that failed, and that is heard no more until it is opened again.
    """

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self.lost_edges = 0
        self.when_lost: Callable[[OSError], None] | None = None
        self._lock = threading.RLock()
        self._function = "input"
        self._pull = info.pull or "floating"
        self._edges = "both"
        self._bounce_s: float | None = None
        self._watched = False
        self._seqno: int | None = None
        self._told: tuple[float, bool] | None = None
        self._request: Any = None
        self._claim()

    def close(self) -> None:
        """Free the line; closing twice does no harm."""
        self.when_changed = self.when_lost = None
        with self._lock:
            if self._request is not None:
                self._request.release()
                self._request = None

    @cached_property
    def _line(self) -> Any:
        return self.factory.library.line

    def _claim(self, state: bool = False) -> None:
        """Request the line with its present settings."""
        with self._lock:
            watched = self._watched
            if watched:
                self.factory.watcher.forget(self)
            if self._request is not None:
                self._request.release()
            settings = self._settings(state)
            config = {self._number: settings}
            self._request = self.factory.chip.request_lines(
                config, consumer=CONSUMER, event_buffer_size=BUFFERED_EDGES if watched else None
            )
            self._seqno = self._told = None
            if watched:
                self.factory.watcher.watch(self)

    def _settings(self, state: bool) -> Any:
        line = self._line
        settings = self.factory.library.LineSettings()
        if self._function == "output":
            settings.direction = line.Direction.OUTPUT
            settings.output_value = line.Value.ACTIVE if state else line.Value.INACTIVE
            return settings
        settings.direction = line.Direction.INPUT
        settings.bias = {"up": line.Bias.PULL_UP, "down": line.Bias.PULL_DOWN, "floating": line.Bias.DISABLED}[
            self._pull
        ]
        settings.event_clock = line.Clock.MONOTONIC
        edges = {"both": line.Edge.BOTH, "rising": line.Edge.RISING, "falling": line.Edge.FALLING}
        settings.edge_detection = edges[self._edges] if self._watched else line.Edge.NONE
        return settings

    # -- what gpiozero asks of a pin ------------------------------------------------------------------------------

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"invalid function {value!r} for pin {self!r}: input or output")
        self._function = value
        self._claim()

    def output_with_state(self, state: bool) -> None:
        """Make it an output that begins in a state, without a glitch."""
        self._function = "output"
        self._claim(bool(state))

    def _get_state(self) -> bool:
        with self._lock:
            return bool(self._request.get_value(self._number) == self._line.Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        if self._function != "output":
            raise PinSetInput(f"cannot set the state of {self!r}: it is an input")
        with self._lock:
            self._request.set_value(self._number, self._line.Value.ACTIVE if value else self._line.Value.INACTIVE)

    def _get_pull(self) -> str:
        return str(self._pull)

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set the pull of {self!r}: it is an output")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a pull-{self.info.pull} resistor on the board")
        if value not in ("up", "down", "floating"):
            raise PinInvalidPull(f"invalid pull {value!r} for pin {self!r}: up, down or floating")
        self._pull = value
        self._claim()

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"{self!r} cannot be dimmed: libgpiod only switches")

    def _get_bounce(self) -> float | None:
        return self._bounce_s

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or more seconds")
        self._bounce_s = value or None

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in ("both", "rising", "falling"):
            raise PinInvalidEdges(f"invalid edges {value!r} for pin {self!r}: both, rising or falling")
        self._edges = value
        if self._watched:
            self._claim()

    def _enable_event_detect(self) -> None:
        self._watched = True
        self._claim()

    def _disable_event_detect(self) -> None:
        self.factory.watcher.forget(self)
        self._watched = False
        if self._request is not None:
            self._claim()

    # -- what the watcher does with it ----------------------------------------------------------------------------

    def fileno(self) -> int:
        """Give the descriptor that becomes readable with each edge."""
        return int(self._request.fd)

    def take_edges(self) -> None:
        """Take what the kernel has kept, and tell of it."""
        with self._lock:
            # Reading would wait where another thread has claimed the line anew in the meantime.
            ready = self._watched and self._request is not None and self._request.wait_edge_events(0)
            events = self._request.read_edge_events() if ready else []
        for event in events:
            self._count_lost(event.line_seqno)
            rising = event.event_type is event.Type.RISING_EDGE
            self._tell(event.timestamp_ns / 1e9, rising)

    def lose(self, error: OSError) -> None:
        """Hear that the line failed and is watched no more."""
        if self.when_lost is not None:
            self.when_lost(error)

    def _count_lost(self, seqno: int) -> None:
        missing = 0 if self._seqno is None else seqno - self._seqno - 1
        self._seqno = seqno
        if missing > 0:
            self.lost_edges += missing
            _log.warning("%r: %d edges were lost, %d so far: nobody took them in time.", self, missing, self.lost_edges)

    def _tell(self, ticks: float, state: bool) -> None:
        """Call back; with a bounce time, the first edge counts and the next ones only after it."""
        if self._bounce_s is not None and self._told is not None and ticks - self._told[0] < self._bounce_s:
            return
        self._told = ticks, state
        guarded(self, partial(self._call_when_changed, ticks, state))

    @property
    def settles_s(self) -> float | None:
        """Give when to look whether the line stayed as it was told last; None where nothing is due."""
        return None if self._bounce_s is None or self._told is None else self._told[0] + self._bounce_s

    def settle(self, now_s: float) -> None:
        """Tell of the state in which a line has come to rest after its bounce time."""
        due_s = self.settles_s
        if due_s is None or now_s < due_s or self._told is None:
            return
        state, told = self._get_state(), self._told[1]
        self._told = None
        if state != told:
            self._tell(due_s, state)

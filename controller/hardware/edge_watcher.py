"""One thread that waits for the edges of all pins, and does not wake up while nothing happens."""

import contextlib
import logging
import os
import selectors
import threading
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import Protocol

_log = logging.getLogger(__name__)


class WatchedPin(Protocol):
    """What a pin must offer to be watched."""

    def fileno(self) -> int:
        """Give the descriptor that becomes readable with each edge."""

    def take_edges(self) -> None:
        """Take what there is, and tell of it."""

    @property
    def settles_s(self) -> float | None:
        """Give when to look at the line again, s of CLOCK_MONOTONIC; None where nothing is due."""

    def settle(self, now_s: float) -> None:
        """Look at the line again, if that is due."""

    def lose(self, error: OSError) -> None:
        """Hear that the line failed and is watched no more."""


class EdgeWatcher:
    """One thread that waits for the edges of all watched pins."""

    def __init__(self) -> None:
        self._pins: dict[int, WatchedPin] = {}
        self._lock = threading.RLock()
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._thread: threading.Thread | None = None
        self._closed = False

    def watch(self, pin: WatchedPin) -> None:
        """Wait for a pin's edges from now on."""
        with self._lock:
            self.forget(pin)
            self._pins[pin.fileno()] = pin
            self._selector.register(pin.fileno(), selectors.EVENT_READ)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gpiod", daemon=True)
                self._thread.start()
        self._wake()

    def forget(self, pin: WatchedPin) -> None:
        """Wait for a pin's edges no more."""
        with self._lock:
            for fd in [fd for fd, known in self._pins.items() if known is pin]:
                self._selector.unregister(fd)
                del self._pins[fd]

    @property
    def sleeps_s(self) -> float | None:
        """Give for how long it may sleep; None: until something happens."""
        due = [pin.settles_s for pin in self._waiting()]
        return min((max(0.0, at - monotonic()) for at in due if at is not None), default=None)

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        self._wake()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        self._selector.close()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _wake(self) -> None:
        # Where the pipe is full so many wake-ups wait already that one more says nothing new.
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_write, b"w")

    def _run(self) -> None:
        while not self._closed:
            for key, _ in self._selector.select(self.sleeps_s):
                if key.fd == self._wake_read:
                    os.read(self._wake_read, 4096)
                else:
                    self._serve(key.fd)
            for pin in self._waiting():
                guarded(pin, partial(self._do, pin, partial(pin.settle, monotonic())))

    def _serve(self, fd: int) -> None:
        with self._lock:
            pin = self._pins.get(fd)
        if pin is not None:
            guarded(pin, partial(self._do, pin, pin.take_edges))

    def _do(self, pin: WatchedPin, act: Callable[[], None]) -> None:
        """Do something for a pin; one whose line fails would fail again at once, and is watched no more."""
        try:
            act()
        except OSError as error:
            self.forget(pin)
            _log.error("%r failed and is heard no more: %s. Open it again once it is back.", pin, error)
            pin.lose(error)

    def _waiting(self) -> Iterator[WatchedPin]:
        with self._lock:
            pins = list(self._pins.values())
        return (pin for pin in pins if pin.settles_s is not None)


def guarded(pin: object, act: Callable[[], None]) -> None:
    """Do something for a pin; whatever its callback raises is logged, and costs neither edges nor the other pins."""
    try:
        act()
    except Exception:  # noqa: BLE001 - anybody's callback may raise anything
        _log.exception("The callback of %r failed; its other edges are heard all the same.", pin)

"""Runs a display in a thread of its own, so that one that blocks or dies never slows the table."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Protocol, Self

from controller.displays.scene import Scene
from controller.errors import StickmanError

LEAVE_S = 2.0
"""How long leaving waits for a display that still draws."""

log = logging.getLogger(__name__)


class Shows(Protocol):
    """Anything that draws a Scene in its own time."""

    def show(self, scene: Scene) -> None:
        """Draw a Scene. May block; may raise StickmanError or OSError when it cannot go on for now."""


class Runner:
    """Hands Scenes to a display through a queue of its own. `show` returns at once, whatever the display does.

    The queue keeps the `depth` newest Scenes: 1 for a picture, more for a display that writes line after line.
    `trouble` says what is wrong with the display, "" while nothing is, and `error` is its newest failure; `changed` is
    called when that changes, in the display's thread. A display that fails is tried again with the next Scene; one
    that dies of a fault in itself stays dead, the table plays on.
    """

    def __init__(self, name: str, display: Shows, depth: int = 1, changed: Callable[[], None] = lambda: None) -> None:
        self.name = name
        self.trouble = ""
        self.error: Exception | None = None
        self._display = display
        self._changed = changed
        self._waiting: deque[Scene] = deque(maxlen=depth)
        self._news = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"display {name}", daemon=True)
        self._thread.start()

    def show(self, scene: Scene) -> None:
        """Leave a Scene for the display; the oldest one that waits gives way."""
        with self._news:
            self._waiting.append(scene)
            self._news.notify_all()

    def close(self) -> None:
        """Let the display draw what still waits, and end; one that hangs is left behind."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(LEAVE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        died = True
        try:
            while (scene := self._next()) is not None:
                self._draw(scene)
            died = False
        finally:
            if died:
                self._report(f"The display {self.name!r} has stopped for good; the game goes on without it.")

    def _next(self) -> Scene | None:
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._closed)
            return self._waiting.popleft() if self._waiting else None

    def _draw(self, scene: Scene) -> None:
        try:
            self._display.show(scene)
        except (StickmanError, OSError) as error:
            self.error = error
            self._report(f"The display {self.name!r} shows nothing: {error}")
        else:
            self._report("")

    def _report(self, trouble: str) -> None:
        if trouble != self.trouble:
            if trouble:
                log.info("%s", trouble)
            self.trouble = trouble
            self._changed()

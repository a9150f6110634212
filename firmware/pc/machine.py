"""The Pico's `machine` on a PC: what the program does to pins and SPI becomes lines of the trace."""

import os

import controls

PWRON_RESET = 1
WDT_RESET = 3


class Pin:
    """A pin: an output traces its edges, an input has the level that was commanded."""

    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number: int, mode: int = IN, pull: int = -1, value: int | None = None) -> None:
        self.number = number
        self._level = 1 if pull == Pin.PULL_UP else 0
        if mode == Pin.OUT:
            self(value or 0)

    def __call__(self, level: int | None = None) -> int | None:
        """Give the level, or set it."""
        if level is None:
            return int(controls.levels.get(self.number, self._level))
        self._level = level
        controls.trace(f"pin {self.number} {level}")
        return None


class SPI:
    """An SPI bus: every word of 16 bits is a line."""

    def __init__(self, bus: int, baudrate: int = 0, sck: Pin | None = None, mosi: Pin | None = None) -> None:
        self.bus = bus

    def write(self, data: bytes) -> None:
        """Send bytes."""
        for place in range(0, len(data), 2):
            controls.trace(f"spi {data[place]:02x}{data[place + 1]:02x}")


class WDT:
    """A watchdog that only tells that it was started and fed."""

    def __init__(self, timeout: int) -> None:
        controls.trace(f"watchdog {timeout}")

    def feed(self) -> None:
        """Be fed."""


def unique_id() -> bytes:
    """Give the serial number that PANEL_ID names, eight bytes in hex digits."""
    digits = os.getenv("PANEL_ID") or "0000000000000000"
    return bytes(int(digits[place : place + 2], 16) for place in range(0, 16, 2))


def reset_cause() -> int:
    """Give why the board started: power."""
    return PWRON_RESET

"""The Pico's own parts: clock, USB port, LED chain, digit chain, pins. The only file that knows them.

Wiring: see docs/panel.md. Both chains want 5 V signals: a 74AHCT125 stands between the pins and them.
"""

import gc
import os
import select
import sys
import time

import machine
import neopixel

PASS_BYTES = 128
PIECE = 64  # the USB buffer: a longer write may wait for the host
IDLE_MS = 5
LED_GAP_US = 300  # two writes closer than this would be one to the LEDs
SPI_BAUD = 2_000_000
NO_DECODE, INTENSITY, SCAN_ALL, RUN, NO_TEST = 0x0900, 0x0A00, 0x0B07, 0x0C01, 0x0F00


class Clock:
    """Milliseconds since the start, which do not wrap as ticks do."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()  # type: ignore[attr-defined]
        self._ms = 0

    def now_ms(self) -> int:
        """Give the time."""
        ticks = time.ticks_ms()  # type: ignore[attr-defined]
        self._ms += time.ticks_diff(ticks, self._last)  # type: ignore[attr-defined]
        self._last = ticks
        return self._ms


class Port:
    """The USB serial port, which is the program's standard input and output."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._bytes = bytearray(PASS_BYTES)

    def read(self) -> bytes:
        """Wait a moment for bytes, and give those that are there, 128 at most."""
        count = 0
        wait_ms = IDLE_MS
        while count < PASS_BYTES and self._ready(self._readable, wait_ms, select.POLLIN):
            sign = self._in.read(1)
            if not sign:
                raise OSError("the port is closed")
            self._bytes[count] = sign[0]
            count += 1
            wait_ms = 0
        return bytes(self._bytes[:count])

    def write(self, data: bytes) -> bytes:
        """Write a piece if the host takes it now; give what is left."""
        if not data or not self._ready(self._writable, 0, select.POLLOUT):
            return data
        count = self._out.write(data[:PIECE])
        return data[count or 0 :]

    def _ready(self, poll: select.poll, wait_ms: int, event: int) -> bool:
        for found in poll.ipoll(wait_ms):  # type: ignore[attr-defined]
            return bool(found[1] & event)
        return False


class LedChain:
    """A chain of WS2812: green, red, blue go out in this order, which neopixel knows."""

    def __init__(self, pin: int, count: int) -> None:
        self._chain = neopixel.NeoPixel(machine.Pin(pin), count)
        self._count = count
        self._shown = b""
        self._written_us = time.ticks_us()  # type: ignore[attr-defined]

    def show(self, rgb: bytearray, always: bool) -> None:
        """Write the colours where they differ from those shown, or `always`: a chain forgets on a dip of its supply."""
        if not always and rgb == self._shown:
            return
        self._shown = bytes(rgb)
        for led in range(self._count):
            self._chain[led] = (rgb[3 * led], rgb[3 * led + 1], rgb[3 * led + 2])
        self._keep_gap()
        self._chain.write()
        self._written_us = time.ticks_us()  # type: ignore[attr-defined]

    def _keep_gap(self) -> None:
        gone_us = time.ticks_diff(time.ticks_us(), self._written_us)  # type: ignore[attr-defined]
        if gone_us < LED_GAP_US:
            time.sleep_us(LED_GAP_US - gone_us)  # type: ignore[attr-defined]


class DigitChain:
    """A chain of MAX7219, the first one nearest to the Pico and at the left."""

    def __init__(self, bus: int, sck: int, mosi: int, cs: int, modules: int, intensity: int) -> None:
        self._spi = machine.SPI(bus, baudrate=SPI_BAUD, sck=machine.Pin(sck), mosi=machine.Pin(mosi))
        self._cs = machine.Pin(cs, machine.Pin.OUT, value=1)
        self._modules = modules
        self._intensity = intensity
        self._shown = b""

    def show(self, segments: bytes, percent: int, always: bool) -> None:
        """Write the digits that changed, or `always` all, with the set-up: a chain forgets on a dip of its supply."""
        if always:
            self._set_up(percent)
        for place in range(8):
            column = segments_at(segments, place)
            if always or column != segments_at(self._shown, place):
                self._send([(8 - place) << 8 | bits for bits in column])
        self._shown = segments

    def _set_up(self, percent: int) -> None:
        level = self._intensity * percent // 100
        for word in (NO_TEST, NO_DECODE, SCAN_ALL, INTENSITY | level, RUN):
            self._send([word] * self._modules)

    def _send(self, words: list[int]) -> None:
        """Shift one word into each module; the first one sent goes to the far end."""
        self._cs(0)
        self._spi.write(b"".join([bytes((word >> 8, word & 0xFF)) for word in reversed(words)]))
        self._cs(1)


def segments_at(segments: bytes, place: int) -> list[int]:
    """Give the digit at one place of every module; MicroPython's slices know no step."""
    return [segments[first + place] for first in range(0, len(segments), 8)]


class Contacts:
    """The buttons' pins: closed to ground is 1."""

    def __init__(self, pins: list[int]) -> None:
        self._pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins]

    def levels(self) -> list[int]:
        """Give the level of each."""
        return [1 - pin() for pin in self._pins]


class Watchdog:
    """Starts the board again if the loop stops; never started where the time is 0."""

    def __init__(self, time_ms: int) -> None:
        self._dog = machine.WDT(timeout=time_ms) if time_ms else None

    def feed(self) -> None:
        """Say that the loop goes on."""
        if self._dog is not None:
            self._dog.feed()


def board_id() -> str:
    """Give the board's serial number."""
    return "".join([f"{byte:02x}" for byte in machine.unique_id()])


def boot_id() -> str:
    """Give a number that is another at each start."""
    return "".join([f"{byte:02x}" for byte in os.urandom(4)])


def reset_cause() -> int:
    """Give why the board started."""
    return int(machine.reset_cause())


def used_heap() -> int:
    """Give the bytes in use after a collection."""
    gc.collect()
    return int(gc.mem_alloc())  # type: ignore[attr-defined]

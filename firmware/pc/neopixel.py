"""The WS2812 chain on a PC: every write is a line of the trace, in the order of bytes on the wire."""

import controls


class NeoPixel:
    """A chain of LEDs, in the interface of MicroPython's own driver: green, red, blue."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin: object, n: int, bpp: int = 3) -> None:
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)

    def __setitem__(self, place: int, colour: tuple[int, ...]) -> None:
        for channel in range(self.bpp):
            self.buf[place * self.bpp + self.ORDER[channel]] = colour[channel]

    def write(self) -> None:
        """Send the colours."""
        controls.trace("pixels " + "".join([f"{byte:02x}" for byte in self.buf]))

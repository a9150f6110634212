"""The clock on a PC: MicroPython's own, which commands can hold and move on."""

import controls
import utime
from utime import *  # noqa: F403


def ticks_ms() -> int:
    """Give the board's time; commands are carried out here, since every turn of the loop asks."""
    real_ms: int = utime.ticks_ms()
    controls.obey(real_ms)
    clock = controls.clock
    return int(clock["at_ms"] if clock["held"] else utime.ticks_add(real_ms, clock["ahead_ms"]))

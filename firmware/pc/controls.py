"""What plays the world around the board on a PC: commands in, a trace of everything the board does out.

Commands, one a line, from the file that PANEL_COMMANDS names: `pin 10 0` sets an input's level, `hold` stops the
board's clock, `advance 3000` moves it on by so many ms, `crash` makes the program fail.
The trace goes, a line a piece, to the file that PANEL_TRACE names, else to standard error.
"""

import os
import select
import sys

levels: dict[int, int] = {}
clock = {"held": 0, "at_ms": 0, "ahead_ms": 0}


class Told(Exception):  # noqa: N818
    """The failure that the command `crash` asks for."""


def trace(line: str) -> None:
    """Write a line of the trace."""
    _trace.write(line + "\n")


def obey(now_ms: int) -> None:
    """Carry out the commands that have come; `now_ms` is the real clock."""
    while _commands is not None and any(found[1] & select.POLLIN for found in _poll.poll(0)):
        words = _commands.readline().decode().split()
        if not words:
            return
        _do(words[0], [int(word) for word in words[1:]], now_ms)


def _do(verb: str, numbers: list[int], now_ms: int) -> None:
    if verb == "pin":
        levels[numbers[0]] = numbers[1]
    elif verb == "hold":
        clock["held"], clock["at_ms"] = 1, now_ms + clock["ahead_ms"]
    elif verb == "advance":
        clock["at_ms"] += numbers[0]
        clock["ahead_ms"] += numbers[0]
    elif verb == "crash":
        raise Told("told to fail")


_trace_name = os.getenv("PANEL_TRACE")
_trace = open(_trace_name, "w") if _trace_name else sys.stderr  # noqa: PTH123, SIM115
_commands_name = os.getenv("PANEL_COMMANDS")
_commands = open(_commands_name, "rb") if _commands_name else None  # noqa: PTH123, SIM115
_poll = select.poll()
if _commands is not None:
    _poll.register(_commands, select.POLLIN)

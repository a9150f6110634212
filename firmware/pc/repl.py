"""A board's console on a PC: runs main.py as a Pico does at its start, and falls to an echoing prompt where it ends.

At the prompt Ctrl-D starts the program anew, as a soft reset does; everything else is echoed.
"""

import select
import sys

CTRL_C, CTRL_D = b"\x03", b"\x04"


def main() -> None:
    """Be a board for ever."""
    while True:
        _write(b"MPY: soft reboot\r\n")
        _run()
        _prompt()
        for name in ("main", "controls", "time", "machine", "neopixel", "pico"):
            sys.modules.pop(name, None)


def _run() -> None:
    import main as program

    try:
        program.main()
    except Exception as error:  # noqa: BLE001  a console survives whatever a program does
        _write(b'Traceback (most recent call last):\r\n  File "main.py"\r\n')
        _write(f"{type(error).__name__}: {error}\r\n".encode())


def _prompt() -> None:
    _write(b"MicroPython on a PC\r\n>>> ")
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    while True:
        readable.poll()
        sign = sys.stdin.buffer.read(1)
        if not sign:
            raise OSError("the port is closed")
        if sign == CTRL_D:
            return
        _write(b"\r\n>>> " if sign in (CTRL_C, b"\n", b"\r") else sign)


def _write(data: bytes) -> None:
    sys.stdout.buffer.write(data)


if __name__ == "__main__":
    main()

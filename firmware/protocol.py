"""Frames of the panel link: one file for the board (MicroPython) and the host.

A frame is one line of ASCII: mark, two hex digits of sequence, space, compact JSON, `*`, eight hex digits of CRC-32
over everything between the mark and the `*`, newline. The host's mark is `>`, the board's `<`: a board at its prompt
echoes the host's frames with a valid CRC, and only the mark tells them apart.
"""

import binascii
import json

FROM_HOST = b">"
FROM_BOARD = b"<"
LONGEST_LINE = 512
_TAIL = 9  # the `*` and eight digits


class FrameError(ValueError):
    """A line that bears a mark and is no whole frame; `args[0]` says what is wrong with it."""


def encode(mark: bytes, sequence: int, message: dict[str, object]) -> bytes:
    """Make the line (bytes, newline included) that carries a message (a dict). Raises FrameError over 512 bytes."""
    body = b"%02x " % (sequence & 0xFF) + json.dumps(message, separators=(",", ":")).encode()
    line = mark + body + b"*%08x\n" % (binascii.crc32(body) & 0xFFFFFFFF)
    if len(line) > LONGEST_LINE:
        raise FrameError(f"line of {len(line)} bytes is longer than {LONGEST_LINE}")
    return line


def decode(mark: bytes, line: bytes) -> tuple[int, dict[str, object]] | None:
    """Read a line: (sequence, message), or None for console text (no mark). Raises FrameError for a damaged frame."""
    line = line.strip(b"\r\n")
    if line[:1] != mark:
        return None
    if len(line) >= LONGEST_LINE:
        raise FrameError(f"line is longer than {LONGEST_LINE} bytes")
    body, tail = line[1:-_TAIL], line[-_TAIL:]
    if tail != b"*%08x" % (binascii.crc32(body) & 0xFFFFFFFF):
        raise FrameError("CRC does not fit")
    try:
        message = json.loads(body[3:])
        sequence = int(body[:2], 16)
    except ValueError:
        raise FrameError("no JSON behind a good CRC") from None
    if body[2:3] != b" " or not isinstance(message, dict):
        raise FrameError("no message behind a good CRC")
    return sequence, message

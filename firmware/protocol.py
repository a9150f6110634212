"""Frames of the panel link: one file for the board (MicroPython) and the host.

A frame is one line of ASCII: mark, two hex digits of sequence, space, compact JSON, `*`, eight hex digits of CRC-32
over everything between the mark and the `*`, newline. The host's mark is `>`, the board's `<`: a board at its prompt
echoes the host's frames with a valid CRC, and only the mark tells them apart.

Messages are objects with `t`:

* `hello` host to board: `proto` (PROTOCOL), `nonce` (text). The board's answer bears the same nonce ("" in the one it
  sends when it starts) and `proto`, `fw` (its program's version), `board` (serial number), `boot` (anew at each start),
  `cause` (machine.reset_cause()), `pixels` (count), `digits` (digits of each module), `buttons` (names), `max`
  (longest line) and what it counted: `heap` (bytes in use), `slow` (longest pass of its loop, us), `bad` (damaged
  frames), `long` (lines dropped for their length), `lost` (lines of its own that the host did not take).
* `scene` host to board, the whole picture: see picture.py.
* `ping` host to board: I am here; answered by an ack.
* `ack` board to host: `seq` of the frame it answers, `rev` of the scene that is shown, `err` (what was wrong with the
  message: the name of a field, or "t"), only where it was not taken. Host to board: `n` of a button event.
* `button` board to host: `n` (1, 2, 3 ... since the start), `b` (its name); again until it is confirmed.
"""

import binascii
import json

FROM_HOST = b">"
FROM_BOARD = b"<"
LONGEST_LINE = 512
PROTOCOL = 1
"""The version that host and board must share; new optional fields do not change it."""
_TAIL = 9  # the `*` and eight digits


class FrameError(ValueError):
    """A line that bears a mark and is no whole frame; `args[0]` says what is wrong with it."""


def encode(mark: bytes, sequence: int, message: dict[str, object]) -> bytes:
    """Make the line (bytes, newline included) that carries a message (a dict). Raises FrameError over 512 bytes."""
    body = b"%02x " % (sequence & 0xFF) + _ascii(json.dumps(message, separators=(",", ":"))).encode()
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
    if body[:3] != b"%02x " % sequence or not isinstance(message, dict):
        raise FrameError("no message behind a good CRC")
    return sequence, message


class LineCollector:
    """Cuts a stream of bytes into lines. A line too long for a frame is dropped whole and counted in `dropped`."""

    def __init__(self) -> None:
        self._line = b""
        self._too_long = False
        self.dropped = 0

    @property
    def unfinished(self) -> bytes:
        """What has come of a line so far, such as a prompt."""
        return self._line

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes in, split anywhere; give the lines that they complete, without their ends."""
        pieces = data.split(b"\n")
        lines = []
        for piece in pieces[:-1]:
            self._add(piece)
            if self._too_long:
                self.dropped += 1
            else:
                lines.append(self._line)
            self.clear()
        self._add(pieces[-1])
        return lines

    def clear(self) -> None:
        """Forget what has come of a line so far."""
        self._line = b""
        self._too_long = False

    def _add(self, piece: bytes) -> None:
        if self._too_long or len(self._line) + len(piece) >= LONGEST_LINE:
            self._too_long = True
            self._line = b""
        else:
            self._line += piece


def _ascii(text: str) -> str:
    """Escape what is not ASCII: the board's json leaves it as it is."""
    if all(ord(sign) < 127 for sign in text):
        return text
    return "".join(sign if ord(sign) < 127 else _escaped(ord(sign)) for sign in text)


def _escaped(code: int) -> str:
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"

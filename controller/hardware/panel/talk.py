"""The host's end of the panel's link: bytes and times in, bytes and button presses out. Touches no port.

The frames are in firmware.protocol; this is the order of talk: hello, one scene in flight, resends, repeats, rescue.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.errors import HardwareError
from firmware.protocol import FROM_BOARD, FROM_HOST, PROTOCOL, FrameError, LineCollector, decode, encode

ACK_NS = 250_000_000
RESENDS = 3
REPEAT_NS = 1_000_000_000
HELLO_NS = 1_000_000_000
HELLOS = 3
RESCUES = 3
RESCUE_SPAN_NS = 60_000_000_000
MOST_REVISIONS = 999_999
"""Revisions start again here, so that an acknowledgement stays under 64 bytes."""

CTRL_C_CTRL_D = b"\x03\x04"
PROMPT = b">>> "

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Board:
    """What a panel said of itself. `counts`: heap (bytes), slow (us), bad, long and lost lines."""

    serial: str
    boot: str
    firmware: str
    pixels: int
    digits: tuple[int, ...]
    buttons: tuple[str, ...]
    counts: Mapping[str, int]


class Rescue:
    """Allows a board that has fallen to its prompt to be started again, at most three times a minute."""

    def __init__(self) -> None:
        self._times: deque[int] = deque(maxlen=RESCUES)

    def allowed(self, now_ns: int) -> bool:
        """Tell whether it may be tried now, and count it as tried."""
        if len(self._times) == RESCUES and now_ns - self._times[0] < RESCUE_SPAN_NS:
            return False
        self._times.append(now_ns)
        return True


@dataclass(slots=True)
class _Flight:
    """A frame that waits for its acknowledgement."""

    sequence: int
    line: bytes
    sent_ns: int
    resends: int = 0


class Talk:
    """One conversation, from the opening of a port to its end. Call `tick` at least every 50 ms.

    `board` is None until a panel has answered. Bytes to write gather in `output`, button names in `presses`.
    `refused` names the field that the panel could not show, `left_alone` is set for a panel of another protocol.
    `receive` and `tick` raise HardwareError, a sentence, when there is no panel or it has gone; then close the port.
    """

    def __init__(self, port: str, nonce: Callable[[], str], rescue: Rescue, now_ns: int) -> None:
        """Begin: drain the port before."""
        self.board: Board | None = None
        self.output = bytearray(b"\n")
        self.presses: deque[str] = deque()
        self.refused = ""
        self.left_alone = False
        self._port = port
        self._make_nonce = nonce
        self._rescue = rescue
        self._lines = LineCollector()
        self._sequence = 0
        self._revision = 0
        self._scene: Mapping[str, Any] | None = None
        self._fresh = False
        self._flight: _Flight | None = None
        self._sent_ns = now_ns
        self._press = 0
        self._console = ""
        self._echoes = 0
        self._nonce: str | None = None
        self._asked = 0
        self._ask(now_ns)

    def show(self, scene: Mapping[str, Any]) -> None:
        """Take the scene to show, a message of firmware.picture without `t` and `rev`; the newest wins."""
        if scene != self._scene:
            self._scene = dict(scene)
            self._revision = self._revision % MOST_REVISIONS + 1
            self._fresh = True

    @property
    def shown(self) -> bool:
        """Whether the panel has acknowledged the newest scene."""
        return self.board is not None and not self._fresh and self._flight is None

    def ask(self, now_ns: int) -> None:
        """Ask the panel who it is once more; `board` is made anew by its answer."""
        self._asked = 0
        self._ask(now_ns)

    @property
    def asking(self) -> bool:
        """Whether a hello waits for its answer."""
        return self._nonce is not None

    def receive(self, data: bytes, now_ns: int) -> None:
        """Take bytes from the board. Raises HardwareError for a panel of another protocol."""
        for line in self._lines.feed(data):
            try:
                frame = decode(FROM_BOARD, line)
            except FrameError as error:
                log.debug("%s: damaged frame: %s", self._port, error)
                continue
            if frame is None:
                self._hear_console(line, now_ns)
            else:
                self._hear(frame[0], frame[1], now_ns)
        if self._lines.unfinished.startswith(PROMPT):
            self._rescue_board(now_ns)

    def tick(self, now_ns: int) -> None:
        """Send what is due. Raises HardwareError when the panel has gone."""
        if self._nonce is not None and now_ns - self._asked_ns >= HELLO_NS:
            if self._asked >= HELLOS:
                raise HardwareError(self._nobody())
            self._ask(now_ns)
        if self.board is None:
            return
        if self._flight is not None:
            self._resend(self._flight, now_ns)
        elif self._fresh or now_ns - self._sent_ns >= REPEAT_NS:
            self._send_picture(now_ns)

    def _ask(self, now_ns: int) -> None:
        self._asked += 1
        self._asked_ns = now_ns
        self._nonce = self._make_nonce()
        self._send({"t": "hello", "proto": PROTOCOL, "nonce": self._nonce})

    def _send(self, message: Mapping[str, Any]) -> bytes:
        self._sequence = (self._sequence + 1) & 0xFF
        line = encode(FROM_HOST, self._sequence, dict(message))
        self.output += line
        return line

    def _send_picture(self, now_ns: int) -> None:
        """Send the scene, or a ping where there is none."""
        picture = {"t": "ping"} if self._scene is None else {"t": "scene", "rev": self._revision, **self._scene}
        self._fresh = False
        line = self._send(picture)
        self._sent_ns = now_ns
        self._flight = _Flight(self._sequence, line, now_ns)

    def _resend(self, flight: _Flight, now_ns: int) -> None:
        if now_ns - flight.sent_ns < ACK_NS:
            return
        if flight.resends >= RESENDS:
            raise HardwareError(f"The panel at {self._port} no longer answers.")
        flight.resends += 1
        flight.sent_ns = now_ns
        self.output += flight.line

    def _hear(self, _sequence: int, message: Mapping[str, Any], now_ns: int) -> None:
        kind = message.get("t")
        if kind == "hello":
            self._hear_hello(message, now_ns)
        elif kind == "ack":
            self._hear_ack(message)
        elif kind == "button" and self.board is not None:
            self._hear_button(message)

    def _hear_hello(self, message: Mapping[str, Any], now_ns: int) -> None:
        """Believe only the answer to our own question: one without our nonce may be minutes old."""
        if not self._nonce:
            self.ask(now_ns)
            return
        if message.get("nonce") != self._nonce:
            return
        self.left_alone = message.get("proto") != PROTOCOL
        board = _board_of(message, self._port)
        if self.board is None or board.boot != self.board.boot:
            self._press = 0
            self._flight = None
            self._fresh = True
        self.board = board
        self._nonce = None
        self._asked = 0

    def _hear_ack(self, message: Mapping[str, Any]) -> None:
        if self._flight is None or message.get("seq") != self._flight.sequence:
            return
        self._flight = None
        self.refused = str(message.get("err", ""))
        if self.refused:
            log.warning("%s: the panel cannot show %r", self._port, self.refused)

    def _hear_button(self, message: Mapping[str, Any]) -> None:
        number, name = message.get("n"), message.get("b")
        if not isinstance(number, int) or not isinstance(name, str):
            return
        self._send({"t": "ack", "n": number})
        if number > self._press:
            self._press = number
            self.presses.append(name)

    def _hear_console(self, line: bytes, now_ns: int) -> None:
        text = line.decode("ascii", "replace").strip()
        if not text:
            return
        if line.startswith(FROM_HOST) and not line.startswith(PROMPT):
            self._echoes += 1
            return
        log.info("%s says: %s", self._port, text)
        self._console = text
        if text.startswith("Traceback (most recent call last)") or line.startswith(PROMPT):
            self._rescue_board(now_ns)

    def _rescue_board(self, now_ns: int) -> None:
        """Start the program of a board that has left it."""
        self._lines.clear()
        self._console = "a MicroPython prompt"
        if not self._rescue.allowed(now_ns):
            return
        log.warning("%s: the panel's program has ended; starting it again", self._port)
        self.board = None
        self._flight = None
        self.output += CTRL_C_CTRL_D
        self._asked, self._asked_ns, self._nonce = 0, now_ns, ""

    def _nobody(self) -> str:
        if self.board is not None:
            return f"The panel at {self._port} no longer answers."
        if self._console:
            what = f"runs something else (it says {self._console[:60]!r})"
        elif self._echoes:
            what = "only echoes what it is sent"
        else:
            what = "does not answer"
        return f"The board at {self._port} is no panel: it {what}. Put the panel on it with `stickman panel install`."


def _board_of(message: Mapping[str, Any], port: str) -> Board:
    """Read a hello. Raises HardwareError for another protocol or a hello that lacks something."""
    if message.get("proto") != PROTOCOL:
        raise HardwareError(
            f"The panel at {port} speaks protocol {message.get('proto')!r}, this program {PROTOCOL}: it is left alone. "
            "Bring its program up to date with `stickman panel install`."
        )
    try:
        return Board(
            serial=str(message["board"]),
            boot=str(message["boot"]),
            firmware=str(message["fw"]),
            pixels=int(message["pixels"]),
            digits=tuple(int(count) for count in message["digits"]),
            buttons=tuple(str(name) for name in message["buttons"]),
            counts={name: int(message.get(name, 0)) for name in ("heap", "slow", "bad", "long", "lost")},
        )
    except (KeyError, TypeError, ValueError) as error:
        raise HardwareError(f"The panel at {port} says of itself what nobody understands: {error!r}.") from None

"""The board's end of the link: bytes in, scenes and confirmations out, and the bytes to answer.

Nothing here waits or touches a pin. What is sent stands in `outbox` until the port takes it.
"""

import picture
import protocol

SILENCE_MS = 3000
MOST_WAITING = 768


class Link:
    """Reads frames and answers them. `scene` is the newest picture, `fresh` is set when there is a new one.

    `identity` is what the board says of itself in a hello; `counters()` gives what it counted, for the same.
    """

    def __init__(self, identity: dict[str, object], counters: object) -> None:
        self.scene: dict[str, object] | None = None
        self.fresh = False
        self.confirmed: list[object] = []
        self.outbox = b""
        self.bad = 0
        self.lost = 0
        self._identity = identity
        self._counters = counters
        self._lines = protocol.LineCollector()
        self._sequence = 0
        self._event_sequence = 0
        self._last_seen = -1
        self._last_error = ""
        self._heard_ms: int | None = None

    @property
    def too_long(self) -> int:
        """How many lines were dropped for their length."""
        return int(self._lines.dropped)

    def up(self, now_ms: int) -> bool:
        """Tell whether a valid frame came within the last three seconds; where none did, forget the scene."""
        if self._heard_ms is not None and now_ms - self._heard_ms < SILENCE_MS:
            return True
        if self._heard_ms is not None:
            self._heard_ms = None
            self.scene = None
            self.fresh = True
            self.outbox = b""
            self._lines.clear()
        return False

    def feed(self, data: bytes, now_ms: int) -> None:
        """Take bytes from the host, split anywhere."""
        for line in self._lines.feed(data):
            try:
                frame = protocol.decode(protocol.FROM_HOST, line)
            except protocol.FrameError:
                self.bad += 1
                continue
            if frame is not None:
                self._heard_ms = now_ms
                self._hear(frame[0], frame[1])

    def report(self, event: dict[str, object], again: bool) -> None:
        """Send a button event; told again, it keeps its sequence, whatever was sent since."""
        if not again:
            self._event_sequence = self._next_sequence()
        self._send(self._event_sequence, event)

    def _next_sequence(self) -> int:
        self._sequence = (self._sequence + 1) & 0xFF
        return self._sequence

    def _send(self, sequence: int, message: dict[str, object]) -> None:
        """Leave a message for the port; dropped where the host takes nothing."""
        line = protocol.encode(protocol.FROM_BOARD, sequence, message)
        if len(self.outbox) + len(line) > MOST_WAITING:
            self.lost += 1
        else:
            self.outbox += line

    def greet(self, nonce: object) -> None:
        """Say who this is, on a hello or at the start (nonce "")."""
        message = {"t": "hello", "nonce": nonce}
        message.update(self._identity)
        message.update(self._counters())  # type: ignore[operator]
        self._send(self._next_sequence(), message)

    def _hear(self, sequence: int, message: dict[str, object]) -> None:
        kind = message.get("t")
        if kind == "hello":
            self._last_seen = -1
            nonce = message.get("nonce")
            self.greet(nonce if isinstance(nonce, str) and len(nonce) <= 16 else "")
        elif kind == "ack":  # not noted as seen: a scene that is sent again may stand behind it
            self.confirmed.append(message.get("n"))
        else:
            if sequence != self._last_seen:
                self._last_seen = sequence
                self._last_error = self._do(kind, message)
            self._acknowledge(sequence)

    def _do(self, kind: object, message: dict[str, object]) -> str:
        """Carry out a message that was not there before; give what is wrong with it."""
        if kind == "ping":
            return ""
        if kind != "scene":
            return "t"
        wrong = picture.wrong_field(message)
        if not wrong:
            self.scene = picture.whole(message)
            self.fresh = True
        return str(wrong)

    def _acknowledge(self, sequence: int) -> None:
        rev = self.scene["rev"] if self.scene is not None else 0
        answer = {"t": "ack", "seq": sequence, "rev": rev}
        if self._last_error:
            answer["err"] = self._last_error
        self._send(self._next_sequence(), answer)

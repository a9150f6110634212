"""A gpiod with one chip whose lines are pipes: edges are written at one end and read at the other."""

import os
import select
import struct
from collections.abc import Mapping
from enum import Enum
from types import SimpleNamespace
from typing import Any, ClassVar

RECORD = struct.Struct("<qqB")


def _kinds(name: str, *names: str) -> Any:
    return Enum(name, list(names))


line = SimpleNamespace(
    Direction=_kinds("Direction", "INPUT", "OUTPUT"),
    Bias=_kinds("Bias", "PULL_UP", "PULL_DOWN", "DISABLED"),
    Edge=_kinds("Edge", "NONE", "BOTH", "RISING", "FALLING"),
    Clock=_kinds("Clock", "MONOTONIC", "REALTIME"),
    Value=_kinds("Value", "ACTIVE", "INACTIVE"),
)


class LineSettings:
    def __init__(self) -> None:
        self.direction = line.Direction.INPUT
        self.bias = line.Bias.DISABLED
        self.edge_detection = line.Edge.NONE
        self.event_clock = line.Clock.REALTIME
        self.output_value = line.Value.INACTIVE


class Event:
    Type = _kinds("Type", "RISING_EDGE", "FALLING_EDGE")

    def __init__(self, t_ns: int, seqno: int, rising: bool) -> None:
        self.timestamp_ns, self.line_seqno = t_ns, seqno
        self.event_type = self.Type.RISING_EDGE if rising else self.Type.FALLING_EDGE


class Request:
    def __init__(self, number: int, settings: LineSettings) -> None:
        self.number, self.settings, self.released = number, settings, False
        pulled_up = settings.bias is line.Bias.PULL_UP
        self.value = line.Value.ACTIVE if pulled_up else settings.output_value
        self.fd, self._write = os.pipe()
        self._seqno = 0

    def edge(self, t_ns: int, rising: bool, skipped: int = 0) -> None:
        """Let the line change; `skipped` edges before it are lost."""
        self.value = line.Value.ACTIVE if rising else line.Value.INACTIVE
        if self.settings.edge_detection is not line.Edge.NONE:
            self._seqno += 1 + skipped
            os.write(self._write, RECORD.pack(t_ns, self._seqno, rising))

    def wait_edge_events(self, timeout: float) -> bool:
        return bool(select.select([self.fd], [], [], timeout)[0])

    def read_edge_events(self) -> list[Event]:
        raw = os.read(self.fd, RECORD.size * 64)
        return [Event(*RECORD.unpack_from(raw, at)) for at in range(0, len(raw), RECORD.size)]

    def get_value(self, _number: int) -> Any:
        return self.value

    def set_value(self, _number: int, value: Any) -> None:
        self.value = value

    def release(self) -> None:
        self.released = True
        os.close(self.fd)
        os.close(self._write)


class Chip:
    """Opened chips by path; `LABELS` says what each is called."""

    LABELS: ClassVar[dict[str, str]] = {}

    def __init__(self, path: str = "/dev/gpiochip0") -> None:
        self.path, self.closed = path, False
        self.requests: dict[int, Request] = {}
        if self.LABELS.get(path) == "no permission":
            raise PermissionError(13, "Permission denied")

    def get_info(self) -> SimpleNamespace:
        return SimpleNamespace(label=self.LABELS.get(self.path, "pinctrl-rp1"))

    def request_lines(
        self, config: Mapping[int, LineSettings], consumer: str | None = None, event_buffer_size: int | None = None
    ) -> Request:
        ((number, settings),) = config.items()
        self.requests[number] = Request(number, settings)
        return self.requests[number]

    def close(self) -> None:
        self.closed = True

"""A gpiod with one chip whose lines are pipes: edges are written at one end and read at the other."""

import os
import select
import struct
from enum import Enum
from types import SimpleNamespace
from typing import ClassVar

RECORD = struct.Struct("<qqB")


def _kinds(name, *names):
    return Enum(name, list(names))


line = SimpleNamespace(
    Direction=_kinds("Direction", "INPUT", "OUTPUT"),
    Bias=_kinds("Bias", "PULL_UP", "PULL_DOWN", "DISABLED"),
    Edge=_kinds("Edge", "NONE", "BOTH", "RISING", "FALLING"),
    Clock=_kinds("Clock", "MONOTONIC", "REALTIME"),
    Value=_kinds("Value", "ACTIVE", "INACTIVE"),
)


class LineSettings:
    def __init__(self):
        self.direction = line.Direction.INPUT
        self.bias = line.Bias.DISABLED
        self.edge_detection = line.Edge.NONE
        self.event_clock = line.Clock.REALTIME
        self.output_value = line.Value.INACTIVE


class Event:
    Type = _kinds("Type", "RISING_EDGE", "FALLING_EDGE")

    def __init__(self, t_ns, seqno, rising):
        self.timestamp_ns, self.line_seqno = t_ns, seqno
        self.event_type = self.Type.RISING_EDGE if rising else self.Type.FALLING_EDGE


class Request:
    def __init__(self, number, settings):
        self.number, self.settings, self.released = number, settings, False
        pulled_up = settings.bias is line.Bias.PULL_UP
        self.value = line.Value.ACTIVE if pulled_up else settings.output_value
        self.fd, self._write = os.pipe()
        self._seqno = 0

    def edge(self, t_ns, rising, skipped=0):
        """Let the line change; `skipped` edges before it are lost."""
        self.value = line.Value.ACTIVE if rising else line.Value.INACTIVE
        if self.settings.edge_detection is not line.Edge.NONE:
            self._seqno += 1 + skipped
            os.write(self._write, RECORD.pack(t_ns, self._seqno, rising))

    def wait_edge_events(self, timeout):
        return bool(select.select([self.fd], [], [], timeout)[0])

    def read_edge_events(self):
        raw = os.read(self.fd, RECORD.size * 64)
        return [Event(*RECORD.unpack_from(raw, at)) for at in range(0, len(raw), RECORD.size)]

    def get_value(self, _number):
        return self.value

    def set_value(self, _number, value):
        self.value = value

    def release(self):
        self.released = True
        os.close(self.fd)
        os.close(self._write)


class Chip:
    """Opened chips by path; `LABELS` says what each is called."""

    LABELS: ClassVar[dict[str, str]] = {}

    def __init__(self, path="/dev/gpiochip0"):
        self.path, self.closed, self.requests = path, False, {}
        if self.LABELS.get(path) == "no permission":
            raise PermissionError(13, "Permission denied")

    def get_info(self):
        return SimpleNamespace(label=self.LABELS.get(self.path, "pinctrl-rp1"))

    def request_lines(self, config, consumer=None, event_buffer_size=None):
        ((number, settings),) = config.items()
        self.requests[number] = Request(number, settings)
        return self.requests[number]

    def close(self):
        self.closed = True

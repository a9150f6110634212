"""The Scene for programs: one JSON object a line on standard output."""

import sys
from types import TracebackType
from typing import Self, TextIO

import msgspec

from controller.displays.scene import Scene


class JsonLines:
    """Writes every Scene as a line, flushed."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout

    def show(self, scene: Scene) -> None:
        """Write a Scene."""
        self._out.write(msgspec.json.encode(scene).decode() + "\n")
        self._out.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out.flush()

"""The table for screen readers and braille lines: what is new, a sentence a line, nothing drawn and nothing twice."""

from types import TracebackType
from typing import Self, TextIO

from controller.displays.scene import Scene
from controller.displays.told import sentences


class ScreenReaderLines:
    """Writes what is new in each Scene as plain sentences."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._before: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Write what is new since the Scene before."""
        lines = list(sentences(self._before, scene))
        self._before = scene
        if lines:
            self._out.write("\n".join(lines) + "\n")
            self._out.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out.flush()

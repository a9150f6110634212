"""What a camera must offer, real or simulated."""

from collections.abc import Callable
from typing import Protocol

from vision.frame import Frame


class FrameSource(Protocol):
    """A camera, a folder, a film or the twin. It runs in its own thread and only hands frames over."""

    def start(self, put: Callable[[Frame], None]) -> None:
        """Begin to hand over frames of both streams, each stream in the order of exposure."""

    def stop(self) -> None:
        """Stop and free the device; nothing is handed over afterwards."""

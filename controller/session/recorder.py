"""Writes a recording: the events in the order in which the session took them, the pictures beside them."""

import queue
import shutil
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2
import msgspec

from controller.errors import RecordingError
from controller.session.order import Event, time_of
from controller.session.recording import EVENTS, FORMAT, HEAD
from controller.throws.events import Command, WallEdge
from vision.frame import Frame, Stream

FRAMES = "frames"
JPEG = (
    cv2.IMWRITE_JPEG_QUALITY, 95,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
)  # fmt: skip
"""Colour is kept at full size: coarse colour along printed lines would look like something on the board."""
MOST_WAITING = 64


class Recorder:
    """Records one stream's frames, all edges and all commands into a new folder.

    Its own thread writes, so that the table never waits for this disk; when it cannot follow, frames are left out
    (counted in `left_out`), never an edge or a command. With `patient` it makes the table wait instead, for sources
    that can wait. A line is written only after its picture, and in time order: what was said takes the newest time,
    a picture or an edge older than that is left out.
    """

    def __init__(
        self,
        folder: Path,
        table: Path,
        beside: Sequence[Path] = (),
        stream: Stream = "main",
        patient: bool = False,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin a recording; `table` and the files `beside` it (calibration) are copied into it.

        `about`: what else recording.json says, such as the game.

        Raises RecordingError where the folder holds a recording already or cannot be made.
        """
        if (folder / EVENTS).exists():
            raise RecordingError(f"{folder} already holds a recording. Name another folder.")
        self.left_out = 0
        self._stream = stream
        self._patient = patient
        self._folder = folder
        self._frames = 0
        self._written_ns: int | None = None
        self._failure: Exception | None = None
        self._waiting: queue.Queue[Event | None] = queue.Queue(MOST_WAITING if patient else 0)
        self._begin(table, beside, about or {})
        self._writer = threading.Thread(target=self._write_all, name="recorder", daemon=True)
        self._writer.start()

    def __call__(self, event: Event) -> None:
        """Take an event in; returns at once."""
        if isinstance(event, Frame):
            if event.stream != self._stream:
                return
            if not self._patient and self._waiting.qsize() >= MOST_WAITING:
                self.left_out += 1
                return
        self._waiting.put(event)

    def close(self) -> None:
        """Write what waits and end the recording. Raises RecordingError where not all of it could be written."""
        self._waiting.put(None)
        self._writer.join()
        if self._failure is not None:
            why = getattr(self._failure, "strerror", None) or self._failure
            raise RecordingError(
                f"recording {self._folder} is not complete: {why}. What was written before that can be replayed."
            )

    def __enter__(self) -> Self:
        """Give the recorder itself."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """End the recording."""
        self.close()

    def _begin(self, table: Path, beside: Sequence[Path], about: Mapping[str, Any]) -> None:
        head = {"format": FORMAT, "table": table.name, "frames": f"{FRAMES}/*.jpg", **about}
        try:
            (self._folder / FRAMES).mkdir(parents=True, exist_ok=True)
            for path in (table, *beside):
                shutil.copyfile(path, self._folder / path.name)
            (self._folder / HEAD).write_bytes(msgspec.json.encode(head) + b"\n")
        except OSError as error:
            raise RecordingError(f"recording {self._folder} cannot be begun: {error}.") from None

    def _write_all(self) -> None:
        try:
            with (self._folder / EVENTS).open("wb") as lines:
                while (event := self._waiting.get()) is not None:
                    content = self._in_order(event)
                    if content is not None:
                        lines.write(msgspec.json.encode(content) + b"\n")
        except Exception as error:  # noqa: BLE001 - whatever it is, the table goes on, and it is said in the end
            self._failure = error
            while self._waiting.get() is not None:
                self.left_out += 1

    def _in_order(self, event: Event) -> dict[str, Any] | None:
        if self._written_ns is not None and time_of(event) < self._written_ns:
            if isinstance(event, Frame | WallEdge):
                self.left_out += 1
                return None
            event = replace(event, t_ns=self._written_ns)
        content = self._content(event)
        if content is not None:
            self._written_ns = time_of(event)
        return content

    def _content(self, event: Event) -> dict[str, Any] | None:
        if isinstance(event, Frame):
            return self._keep_picture(event)
        if isinstance(event, WallEdge):
            return {"t_ns": event.t_ns, "edge": event.zone, "level": event.level}
        if isinstance(event, Command):
            return {"t_ns": event.t_ns, "command": dict(event.line)}
        return None

    def _keep_picture(self, frame: Frame) -> dict[str, Any]:
        number = self._frames
        done, data = cv2.imencode(".jpg", frame.image, JPEG)
        if not done:
            raise OSError(f"picture {number} could not be packed")
        (self._folder / FRAMES / f"{number:06d}.jpg").write_bytes(data.tobytes())
        self._frames += 1
        return {"t_ns": frame.exposed_ns, "frame": number}

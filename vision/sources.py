"""What a camera must offer, real or simulated, and the sources that play files."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from controller.errors import ImageError, StickmanError
from vision.frame import Frame, Image

SMALL = (640, 360)
_STOP_WITHIN_S = 5.0


class FrameSource(Protocol):
    """A camera, a folder, a film or the twin. It runs in its own thread and only hands frames over."""

    def start(self, put: Callable[[Frame], None]) -> None:
        """Begin to hand over frames of both streams, each stream in the order of exposure."""

    def stop(self) -> None:
        """Stop and free the device; nothing is handed over afterwards."""


def reduced(image: Image, width: int = SMALL[0]) -> Image:
    """Shrink a full picture to the small stream's width; the sides keep their ratio. Never enlarges."""
    height, full = image.shape[:2]
    if full <= width:
        return image
    size = (width, max(1, round(height * width / full)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def both_streams(image: Image, exposed_ns: int, index: int, main_every: int = 1) -> Iterator[Frame]:
    """Make the frames of both streams from one picture: always a small one, a full one every `main_every`."""
    yield Frame(reduced(image), exposed_ns, index, "small")
    if index % main_every == 0:
        yield Frame(image, exposed_ns, index // main_every, "main")


class ThreadedSource(ABC):
    """A source that hands over what `frames` yields, from a thread of its own.

    An error in there ends the source and is kept: `wait` raises it.
    """

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._error: StickmanError | None = None

    @abstractmethod
    def frames(self) -> Iterator[Frame]:
        """Yield the frames in order; `stopped_within` says when to give up."""

    def start(self, put: Callable[[Frame], None]) -> None:
        """Begin to hand frames over. A source that was stopped may be started again."""
        self._stopping.clear()
        self._error = None
        self._thread = threading.Thread(target=self._run, args=(put,), name=type(self).__name__, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop; nothing is handed over afterwards."""
        self._stopping.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_STOP_WITHIN_S)

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the last frame; tell whether it came. Raises the StickmanError that ended the source, if any."""
        if self._thread is not None:
            self._thread.join(timeout_s)
        if self._error is not None:
            raise self._error
        return self._thread is not None and not self._thread.is_alive()

    def stopped_within(self, seconds: float) -> bool:
        """Pause the source's thread; True as soon as it shall stop."""
        return self._stopping.wait(seconds)

    def _run(self, put: Callable[[Frame], None]) -> None:
        try:
            for frame in self.frames():
                if self._stopping.is_set():
                    return
                put(frame)
        except StickmanError as error:
            self._error = error


class _FileSource(ThreadedSource):
    def __init__(self, fps: float, begin_ns: int, paced: bool) -> None:
        super().__init__()
        if not fps > 0:
            raise ImageError(f"Frames need a rate above 0 per second, not {fps}.")
        self._fps, self._begin_ns, self._paced = fps, begin_ns, paced

    @abstractmethod
    def pictures(self) -> Iterator[Image]:
        """Yield the pictures in order."""

    def frames(self) -> Iterator[Frame]:
        """Yield both streams of every picture, picture k at `begin_ns` + k / fps."""
        for k, image in enumerate(self.pictures()):
            yield from both_streams(image, self._begin_ns + round(k * 1e9 / self._fps), k)
            if self._paced and self.stopped_within(1.0 / self._fps):
                return


class ImageFolderSource(_FileSource):
    """Plays pictures in the given order. Raises ImageError at once if there are none.

    `begin_ns` is the exposure of the first; `paced` plays in real time instead of as fast as it goes.
    """

    def __init__(self, paths: Sequence[Path], fps: float = 60.0, begin_ns: int = 0, paced: bool = False) -> None:
        super().__init__(fps, begin_ns, paced)
        if not paths:
            raise ImageError("There are no pictures to play: give a folder or a pattern that matches some.")
        self._paths = tuple(paths)

    def pictures(self) -> Iterator[Image]:
        """Yield the pictures. Raises ImageError for a file that is none."""
        for path in self._paths:
            image = cv2.imread(str(path), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION) if path.is_file() else None
            if image is None:
                raise ImageError(f"{path} is no picture that can be read. Remove it, or copy it again.")
            yield np.asarray(image, dtype=np.uint8)


class VideoFileSource(_FileSource):
    """Plays a film. Raises ImageError at once if it cannot be opened. `fps` None: the film's own rate."""

    def __init__(self, path: Path, fps: float | None = None, begin_ns: int = 0, paced: bool = False) -> None:
        film = self._open(path)
        own = float(film.get(cv2.CAP_PROP_FPS))
        film.release()
        super().__init__(fps if fps is not None else own or 30.0, begin_ns, paced)
        self._path = path

    def pictures(self) -> Iterator[Image]:
        """Yield the film's pictures."""
        film = self._open(self._path)
        try:
            more, image = film.read()
            while more:
                yield np.asarray(image, dtype=np.uint8)
                more, image = film.read()
        finally:
            film.release()

    @staticmethod
    def _open(path: Path) -> cv2.VideoCapture:
        film = cv2.VideoCapture(str(path)) if path.is_file() else None
        if film is None or not film.isOpened():
            raise ImageError(f"{path} is no film that can be played. Check the path, or convert it to MP4.")
        return film

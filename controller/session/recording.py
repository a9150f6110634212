"""Reads a recording: recording.json, events.jsonl and the pictures (commands.md, Recordings), in the file's order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, TypeAlias

import cv2
import msgspec
import numpy as np

from controller.errors import RecordingError
from controller.throws.events import Command, WallEdge
from vision.frame import Frame, Image
from vision.sources import reduced

FORMAT = 1
HEAD = "recording.json"
EVENTS = "events.jsonl"

Recorded: TypeAlias = Frame | WallEdge | Command
Pictures: TypeAlias = Callable[[int, str], Image]


class _FrameLine(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    t_ns: int
    frame: Annotated[int, msgspec.Meta(ge=0)]


class _EdgeLine(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    t_ns: int
    edge: str
    level: Annotated[int, msgspec.Meta(ge=0, le=1)]


class _CommandLine(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    t_ns: int
    command: dict[str, Any]


class _Head(msgspec.Struct, frozen=True):
    format: int
    table: str
    frames: str
    game: str | None = None
    policy: str | None = None
    kept: tuple[int, ...] = ()


_Line: TypeAlias = _FrameLine | _EdgeLine | _CommandLine
_KINDS: dict[str, type[_FrameLine] | type[_EdgeLine] | type[_CommandLine]] = {
    "frame": _FrameLine,
    "edge": _EdgeLine,
    "command": _CommandLine,
}


@dataclass(frozen=True)
class Recording:
    """A checked recording. `table` is its table file.

    `game`, `policy`: what was played and how throws were ruled, where it says so; `kept`: faces of the dice that were
    to be kept when it began. `warning`: what of it is lost, as a sentence; empty where nothing is.
    """

    folder: Path
    table: Path
    game: str | None
    policy: str | None
    kept: tuple[int, ...]
    warning: str
    _lines: tuple[tuple[int, _Line], ...]
    _frames: str

    def __len__(self) -> int:
        """Count the events."""
        return len(self._lines)

    @property
    def zones(self) -> frozenset[str]:
        """Name the wall sensors of which it holds an edge."""
        return frozenset(line.edge for _, line in self._lines if isinstance(line, _EdgeLine))

    def events(self, both_streams: bool = False) -> Iterator[Recorded]:
        """Give the events in the file's order; pictures are decoded one by one.

        `both_streams` gives a small frame, made by shrinking, before every main one. Raises RecordingError for a
        picture that is missing, damaged or of another size than the first one.
        """
        picture = _OneSize(_pictures(self.folder, self._frames))
        for number, line in self._lines:
            if isinstance(line, _EdgeLine):
                yield WallEdge(line.t_ns, line.edge, line.level)
            elif isinstance(line, _CommandLine):
                yield Command(line.t_ns, line.command)
            else:
                image = picture(line.frame, f"{self.folder / EVENTS}, line {number}")
                if both_streams:
                    yield Frame(reduced(image), line.t_ns, line.frame, "small")
                yield Frame(image, line.t_ns, line.frame, "main")


def open_recording(folder: Path) -> Recording:
    """Open a recording and check every line of it. Raises RecordingError that names file and line.

    A last line that was cut off, as by a power cut, is left out; `warning` says so.
    """
    head = _read_head(folder / HEAD)
    if PurePosixPath(head.frames).is_absolute() or ".." in PurePosixPath(head.frames).parts:
        raise RecordingError(f"{folder / HEAD}: frames must lie in the recording's folder, not at {head.frames!r}.")
    if not PurePosixPath(head.frames).name:
        raise RecordingError(f"{folder / HEAD}: frames is empty; name pictures, such as frames/*.jpg, or a film.")
    raw, cut_off = _whole_lines(_bytes(folder / EVENTS))
    lines = tuple(_read_lines(folder / EVENTS, raw))
    warning = f"{folder / EVENTS}: line {len(raw) + 1} was cut off and is left out." if cut_off else ""
    _check_frames(folder, head.frames, lines)
    return Recording(folder, folder / head.table, head.game, head.policy, head.kept, warning, lines, head.frames)


def _read_head(path: Path) -> _Head:
    raw = _bytes(path)
    try:
        number = msgspec.json.decode(raw, type=dict[str, Any]).get("format")
        if isinstance(number, int) and number > FORMAT:
            raise RecordingError(f"{path}: format {number} is newer than {FORMAT}. Replay it with the newer program.")
        return msgspec.json.decode(raw, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordingError(f"{path}: {error}.") from None


def _whole_lines(raw: bytes) -> tuple[list[bytes], bool]:
    """Cut a file into its lines; tell whether the last one was never written to its end, which leaves it out."""
    lines = raw.splitlines()
    cut_off = len(lines) > 1 and not raw.endswith(b"\n") and _unfinished(lines[-1])
    return lines[:-1] if cut_off else lines, cut_off


def _unfinished(line: bytes) -> bool:
    """Tell a line that begins as an event and does not end, or that holds only what a disk puts where nothing is."""
    begun = line.rstrip(b"\0")
    try:
        msgspec.json.decode(begun)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return begun.startswith(b"{") or not begun
    return False


def _read_lines(path: Path, lines: Sequence[bytes]) -> Iterator[tuple[int, _Line]]:
    before_ns: int | None = None
    for number, raw in enumerate(lines, start=1):
        where = f"{path}, line {number}"
        if not raw.strip():
            continue
        line = _read_line(raw, where)
        if before_ns is not None and line.t_ns < before_ns:
            raise RecordingError(f"{where}: time goes back from {before_ns} to {line.t_ns} ns. Sort the lines by t_ns.")
        before_ns = line.t_ns
        yield number, line


def _read_line(raw: bytes, where: str) -> _Line:
    try:
        fields = msgspec.json.decode(raw, type=dict[str, Any])
        kinds = [kind for kind in _KINDS if kind in fields]
        if len(kinds) != 1:
            raise RecordingError(f"{where}: unknown event; each has exactly one of {', '.join(_KINDS)}.")
        return msgspec.convert(fields, _KINDS[kinds[0]])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordingError(f"{where}: {error}.") from None


def _check_frames(folder: Path, frames: str, lines: tuple[tuple[int, _Line], ...]) -> None:
    if _is_film(folder, frames):
        return
    count = len(_files(folder, frames))
    for number, line in lines:
        if isinstance(line, _FrameLine) and line.frame >= count:
            where = f"{folder / EVENTS}, line {number}"
            raise RecordingError(f"{where}: frame {line.frame} is missing; {frames!r} gives {count} pictures.")


def _pictures(folder: Path, frames: str) -> Pictures:
    return _Film(folder / frames) if _is_film(folder, frames) else _Folder(_files(folder, frames))


class _OneSize:
    """Refuses a picture that is not as large as the first one."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._size: tuple[int, ...] | None = None

    def __call__(self, frame: int, where: str) -> Image:
        image = self._pictures(frame, where)
        size = image.shape[1::-1]
        self._size = self._size or size
        if size != self._size:
            raise RecordingError(
                f"{where}: frame {frame} has {_pixels(size)}, the first one {_pixels(self._size)}. "
                "Put it back as it was recorded, or take its line out."
            )
        return image


def _pixels(size: tuple[int, ...]) -> str:
    return f"{size[0]} x {size[1]} pixels"


def _is_film(folder: Path, frames: str) -> bool:
    return (folder / frames).is_file() and Path(frames).suffix.lower() not in (".jpg", ".jpeg", ".png")


def _files(folder: Path, frames: str) -> list[Path]:
    try:
        return sorted(folder.glob(frames), key=lambda path: path.name)
    except ValueError as error:
        problem = f"frames {frames!r} is no pattern for files: {error}. Name pictures, such as frames/*.jpg."
        raise RecordingError(f"{folder / HEAD}: {problem}") from None


class _Folder:
    """Pictures that are files, numbered by their names' order."""

    def __init__(self, files: list[Path]) -> None:
        self._files = files

    def __call__(self, frame: int, where: str) -> Image:
        path = self._files[frame]
        flags, data = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION, np.frombuffer(_bytes(path), np.uint8)
        image = cv2.imdecode(data, flags) if data.size else None
        if image is None:
            raise RecordingError(f"{where}: {path.name} is no picture or damaged.")
        return np.asarray(image, dtype=np.uint8)


class _Film:
    """Pictures of a film, read forward only."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._film = cv2.VideoCapture(str(path))
        self._next = 0

    def __call__(self, frame: int, where: str) -> Image:
        if frame < self._next:
            raise RecordingError(
                f"{where}: frame {frame} comes after frame {self._next - 1}; a film runs forward only."
            )
        while self._next < frame and self._film.grab():
            self._next += 1
        done, image = self._film.read()
        if not done or self._next != frame:
            raise RecordingError(f"{where}: frame {frame} is missing; {self._path.name} ends before it.")
        self._next += 1
        return np.asarray(image, dtype=np.uint8)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordingError(f"{path} cannot be read: {error.strerror}.") from None

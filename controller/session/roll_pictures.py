"""Takes pictures of throws while a table plays, in a thread of its own: the full frame, and each die."""

import itertools
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from controller.journal import Journal
from controller.rolls.pictures import PictureFolder, Retention, Shot
from controller.rolls.roll import Roll
from controller.session.order import Event
from controller.session.records import Pictured
from controller.session.roll_imports import folder_of, imported, sha256_of
from controller.throws.verdict import Throw, ThrownDie
from vision.frame import Frame, Image
from vision.geometry import Camera, DieModel, Floats, Setup

PICTURES = "pictures"
FRAMES = 3
LATE_NS = 3_000_000_000
"""A frame taken so long after the dice came to rest may show other dice, unless the verdict names it."""

AROUND = 1.1
"""A crop reaches so many edges from the middle of its die."""

TOP = 0.35
"""So much of an edge around the middle of a top face is looked at for its colour; pips are the lesser part of it."""

CLEARLY = 0.7
"""The best match of dice to colours must be so much nearer than the next best one."""

FULL_QUALITY, CROP_QUALITY = 85, 95
SWEEP_EVERY = 50


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a throw's pictures; `trouble` says why there are none."""

    pictured: Pictured
    trouble: str = ""


class PictureTaker:
    """Remembers the newest full frames, and of each throw that is ruled keeps pictures in its own thread."""

    def __init__(
        self,
        folder: PictureFolder,
        setup: Setup,
        retention: Retention,
        corrected: set[int],
        wall_s: Callable[[], float],
    ) -> None:
        """`corrected`: throws whose pictures stay, kept up by `protect`; `wall_s` the wall clock, s since 1970."""
        self._folder = folder
        self._setup = setup
        self._retention = retention
        self._corrected = corrected
        self._wall_s = wall_s
        self._frames: deque[Frame] = deque(maxlen=FRAMES)
        self._waiting: queue.SimpleQueue[tuple[int, Throw, Frame] | None] = queue.SimpleQueue()
        self._taken: deque[Taken] = deque()
        self._writer = threading.Thread(target=self._write_all, name="pictures", daemon=True)
        self._writer.start()

    def see(self, event: Event) -> None:
        """Remember a full frame; returns at once."""
        if isinstance(event, Frame) and event.stream == "main":
            self._frames.append(event)

    def ruled(self, entry: int, throw: Throw) -> None:
        """Hear that the journal's entry brought a throw; returns at once."""
        frame = frame_of(throw, self._frames)
        if frame is not None:
            self._waiting.put((entry, throw, frame))

    def protect(self, entries: Iterable[int]) -> None:
        """Keep the pictures of corrected throws for good."""
        self._corrected |= set(entries)

    def taken(self) -> Iterator[Taken]:
        """Give what was taken since; what is not taken out of here stays for the next time."""
        while self._taken:
            yield self._taken[0]
            self._taken.popleft()

    def close(self) -> None:
        """Take the pictures that still wait, then end the thread."""
        self._waiting.put(None)
        self._writer.join()

    def _write_all(self) -> None:
        for number in itertools.count():
            job = self._waiting.get()
            if job is None:
                return
            self._taken.append(self._take(*job))
            if number % SWEEP_EVERY == 0:
                self._sweep()

    def _take(self, entry: int, throw: Throw, frame: Frame) -> Taken:
        names = die_names(frame.image, throw.dice, self._setup.camera, self._setup.dice)
        try:
            pictures = self._folder.keep(entry, list(_shots(frame.image, throw.dice, self._setup)))
        except OSError as error:
            trouble = f"Pictures of throws cannot be kept: {error.strerror or error}. Play goes on without them."
            return Taken(Pictured(of=entry, dice=names), trouble)
        return Taken(Pictured(of=entry, pictures=pictures, dice=names))

    def _sweep(self) -> None:
        try:
            self._folder.sweep(self._retention, self._corrected, self._wall_s())
        except OSError as error:
            trouble = f"Old pictures of throws cannot be taken away: {error.strerror or error}."
            self._taken.append(Taken(Pictured(of=0), trouble))


def picture_folder(journal: Path) -> PictureFolder:
    """Give the folder of a journal's pictures."""
    return PictureFolder(folder_of(journal) / PICTURES)


def altered_files(journal: Path, rolls: Iterable[Roll]) -> list[tuple[str, str]]:
    """Name the files beside a journal that are not what was kept, and imports that are missing. Raises JournalError.

    A picture that is missing was deleted to make room: that is no fault.
    """
    pictures = [picture for roll in rolls for picture in roll.pictures]
    found = [
        (f"{PICTURES}/{name}", "not the picture that was kept") for name in picture_folder(journal).altered(pictures)
    ]
    with Journal.open(journal, read_only=True) as kept:
        for _, body in imported(kept.entries()):
            path = folder_of(journal) / body.file
            if not path.exists():
                found.append((body.file, f"missing: the rolls imported from {body.name}"))
            elif sha256_of(path) != body.sha256:
                found.append((body.file, f"not the file that was imported from {body.name}"))
    return found


def frame_of(throw: Throw, frames: Sequence[Frame]) -> Frame | None:
    """Find the newest frame that shows a throw at rest: one that the verdict names, else one taken soon after."""
    named = [frame for frame in frames if frame.index in throw.verdict.frames]
    soon = [frame for frame in frames if throw.rest_ns <= frame.exposed_ns <= throw.rest_ns + LATE_NS]
    return max(named or soon, key=lambda frame: frame.exposed_ns, default=None)


def _shots(image: Image, dice: Sequence[ThrownDie], setup: Setup) -> Iterator[Shot]:
    """Pack the full frame and a crop of each die that lies on the board."""
    yield Shot(_jpeg(image, FULL_QUALITY))
    edge_mm = max((model.edge_mm for model in setup.dice), default=DieModel(19.05).edge_mm)
    for number, die in enumerate(dice, start=1):
        if die.centre_mm is not None:
            crop = _around(image, setup.camera, (*die.centre_mm, edge_mm / 2), AROUND * edge_mm)
            if crop.size:
                yield Shot(_jpeg(crop, CROP_QUALITY), number)


def _around(image: Image, camera: Camera, middle_mm: tuple[float, float, float], reach_mm: float) -> Image:
    """Cut a square of `reach_mm` around a point of the board out of a picture, as far as it is in view."""
    x, y, z = middle_mm
    points = camera.project(np.array([[x, y, z], [x + reach_mm, y, z], [x, y + reach_mm, z]]))
    (column, row), reach = points[0], float(np.linalg.norm(points[1:] - points[0], axis=1).max())
    height, width = image.shape[:2]
    left, right = (int(np.clip(column + side * reach, 0, width)) for side in (-1, 1))
    top, bottom = (int(np.clip(row + side * reach, 0, height)) for side in (-1, 1))
    return image[top:bottom, left:right]


def _jpeg(image: Image, quality: int) -> bytes:
    done, data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, quality))
    if not done:
        raise OSError("a picture could not be packed")
    return bytes(data.tobytes())


def die_names(image: Image, dice: Sequence[ThrownDie], camera: Camera, models: Sequence[DieModel]) -> tuple[str, ...]:
    """Tell by colour which of a table's dice each one is; all "" where they look alike or it is not clear.

    Colours are compared as they are seen, with the lightness counting half: a die in the shade stays the die it is.
    """
    coloured = {model.name: model for model in models if model.body_bgr is not None}
    unknown = ("",) * len(dice)
    if len(coloured) < 2 or len(dice) != len(coloured) or any(die.centre_mm is None for die in dice):
        return unknown
    seen = [_top_colour(image, die, camera, models) for die in dice]
    if any(colour is None for colour in seen):
        return unknown
    known = {name: _lab(model.body_bgr) for name, model in coloured.items() if model.body_bgr is not None}
    orders = list(itertools.permutations(known))
    apart = [
        sum(
            float(np.linalg.norm(colour - known[name]))
            for colour, name in zip(seen, order, strict=True)
            if colour is not None
        )
        for order in orders
    ]
    first, second = np.argsort(apart)[:2]
    return tuple(orders[first]) if apart[first] < CLEARLY * apart[second] else unknown


def _top_colour(image: Image, die: ThrownDie, camera: Camera, models: Sequence[DieModel]) -> Floats | None:
    """Give the colour of a die's top face, without its pips."""
    if die.centre_mm is None:
        return None
    edge_mm = max(model.edge_mm for model in models)
    patch = _around(image, camera, (*die.centre_mm, edge_mm), TOP * edge_mm)
    return _lab(tuple(np.median(patch.reshape(-1, 3), axis=0))) if patch.size else None


def _lab(bgr: tuple[float, ...]) -> Floats:
    """Give a colour (BGR, 0..255) as Lab with the lightness halved, (3,)."""
    pixel = np.array([[bgr]], np.float32) / 255
    lab = cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0].astype(np.float64)
    halved: Floats = lab * (0.5, 1.0, 1.0)
    return halved

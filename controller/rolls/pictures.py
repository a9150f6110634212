"""Pictures of throws as files: kept with their checksum, and taken away again by age and size."""

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.rolls.roll import Picture

_NAME = re.compile(r"(\d+)-(?:full|die\d+)\.jpg")
DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Retention:
    """How long pictures stay: so many days, and so many bytes in all; those of corrected throws stay for good."""

    days: float = 90.0
    most_bytes: int = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Shot:
    """A packed picture (JPEG): the full frame, or with `die` (1 for the first) the crop of one die."""

    jpeg: bytes
    die: int | None = None


class PictureFolder:
    """The pictures of one table; files are named after the journal's number of their throw."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, throw: int, shots: Sequence[Shot]) -> tuple[Picture, ...]:
        """Write a throw's pictures, all or none. Raises OSError, for instance on a full disk."""
        self._folder.mkdir(parents=True, exist_ok=True)
        written: list[Path] = []
        try:
            pictures = []
            for shot in shots:
                path = self._folder / f"{throw:07}-{'full' if shot.die is None else f'die{shot.die}'}.jpg"
                written.append(path)
                path.write_bytes(shot.jpeg)
                pictures.append(_picture(path, shot))
        except OSError:
            for path in written:
                path.unlink(missing_ok=True)
            raise
        return tuple(pictures)

    def sweep(self, retention: Retention, corrected: Collection[int], now_s: float) -> int:
        """Take away pictures that are too old, then the oldest until the rest is small enough; give how many throws'.

        `corrected`: throws whose pictures stay. `now_s`: the wall clock, seconds since 1970. Raises OSError.
        """
        throws = list(self._throws())
        spare = [(number, files) for number, files in throws if number not in corrected]
        total = sum(path.stat().st_size for _, files in throws for path in files)
        gone = 0
        for _, files in spare:
            old = now_s - max(path.stat().st_mtime for path in files) > retention.days * DAY_S
            if not old and total <= retention.most_bytes:
                continue
            total -= sum(path.stat().st_size for path in files)
            for path in files:
                path.unlink()
            gone += 1
        return gone

    def altered(self, pictures: Collection[Picture]) -> Iterator[str]:
        """Name the pictures that are there and are not what was kept. Raises OSError."""
        for picture in pictures:
            path = self._folder / picture.file
            if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() != picture.sha256:
                yield picture.file

    def _throws(self) -> Iterator[tuple[int, list[Path]]]:
        """Give the throws that have files, oldest first; what else lies there is left alone."""
        found: dict[int, list[Path]] = {}
        for path in sorted(self._folder.glob("*.jpg")):
            if name := _NAME.fullmatch(path.name):
                found.setdefault(int(name[1]), []).append(path)
        yield from sorted(found.items())


def _picture(path: Path, shot: Shot) -> Picture:
    sha256 = hashlib.sha256(shot.jpeg).hexdigest()
    return Picture(file=path.name, sha256=sha256, size_bytes=len(shot.jpeg), die=shot.die)

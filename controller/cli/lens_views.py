"""The pictures of a ChArUco board that `stickman calibrate lens` is given: its views, and what each other one lacks."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from calibration.lens import LEAST_VIEWS
from calibration.markers import CharucoBoard, View, find_charuco
from calibration.profile import names_of
from controller.errors import CalibrationError, ImageError
from vision.load import load_image

Size = tuple[int, int]


@dataclass
class _Found:
    """What was found so far, by picture: `unread` and `failed` say why not."""

    sizes: dict[Path, Size] = field(default_factory=dict)
    views: dict[Path, View] = field(default_factory=dict)
    unread: dict[Path, str] = field(default_factory=dict)
    failed: dict[Path, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class LensViews:
    """Views in pictures of one `size` (width, height) px, why others are of no use, and the files that were read."""

    views: list[View]
    failed: dict[str, str]
    size: Size
    read: tuple[Path, ...]


def lens_views(images: tuple[Path, ...], board: CharucoBoard) -> LensViews:
    """Look for the board in pictures of one size. Raises ImageError or CalibrationError where too few can be used."""
    names = names_of(images)
    found = _Found()
    for path, name in names.items():
        _look(found, path, name, board)
    size = Counter(found.sizes.values()).most_common(1)[0][0] if found.sizes else (0, 0)
    odd = {path: _other(path, own, size) for path, own in found.sizes.items() if own != size}
    if len(found.sizes) - len(odd) < LEAST_VIEWS:
        _refuse(found.unread, odd)
    failed = {**found.failed, **found.unread, **odd}
    return LensViews(
        [view for path, view in found.views.items() if path not in odd],
        {name: failed[path] for path, name in names.items() if path in failed},
        size,
        tuple(found.sizes),
    )


def _look(found: _Found, path: Path, name: str, board: CharucoBoard) -> None:
    try:
        picture = load_image(path)
        found.sizes[path] = (picture.shape[1], picture.shape[0])
        found.views[path] = find_charuco(picture, board, name)
    except ImageError as error:
        found.unread[path] = str(error)
    except CalibrationError as error:
        found.failed[path] = str(error)


def _other(path: Path, own: Size, usual: Size) -> str:
    return f"{path} is {own[0]}x{own[1]}, the others are {usual[0]}x{usual[1]}."


def _refuse(unread: Mapping[Path, str], odd: Mapping[Path, str]) -> None:
    """Stop at what is no usable picture at all."""
    for error, reasons in ((ImageError, unread), (CalibrationError, odd)):
        for reason in reasons.values():
            raise error(reason)

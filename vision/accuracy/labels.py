"""Labelled pictures: which dice are really in them, and how they lie. Reads JSON lines and truth files of renders."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from controller.errors import ConfigError
from vision.reading import DieState

VISIBLE = 0.6
"""A top face of which less is seen, behind another die or a wall, need not be read."""

COCKED_OVER_DEG = 3.0
ONE_KIND = "all dice"


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die as it really lies. Places are None where the label does not say.

    `value` is the face that is called. `hidden`: it cannot be seen well, so that it may be missed, not misread.
    """

    value: int
    state: DieState = DieState.FLAT
    centre_px: tuple[float, float] | None = None
    centre_mm: tuple[float, float] | None = None
    hidden: bool = False

    @property
    def flat(self) -> bool:
        """Whether its value counts."""
        return self.state is DieState.FLAT


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture and its dice. `model` says of which kind they are: figures are summed up by it."""

    image: Path
    dice: tuple[TrueDie, ...]
    model: str = ONE_KIND

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the flat dice, sorted."""
        return tuple(sorted(die.value for die in self.dice if die.flat))


def load_labels(path: Path, images: Path | None = None) -> tuple[Labelled, ...]:
    """Read a file of labels: `truth.json` of a render's set-up, else JSON lines (docs/evaluate.md).

    `images` is the folder of the pictures, by default the file's own. Raises ConfigError that names file and line.
    """
    folder = path.parent if images is None else images
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read as labels: {error}. Give a file of JSON lines.") from None
    whole = _object(text)
    found = tuple(_stills(whole, folder, path)) if whole and "stills" in whole else tuple(_lines(text, folder, path))
    if not found:
        raise ConfigError(f"{path} holds no labels. Write one JSON object a line, as docs/evaluate.md shows.")
    return found


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _lines(text: str, folder: Path, path: Path) -> Iterator[Labelled]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            where = f"{path}, line {number}"
            row = _object(line)
            if row is None:
                raise ConfigError(f"{where}: no JSON object. Each line has one, as docs/evaluate.md shows.")
            yield _labelled(row, folder, where)


def _labelled(row: dict[str, Any], folder: Path, where: str) -> Labelled:
    image = row.get("image")
    if not isinstance(image, str) or not image:
        raise ConfigError(f'{where}: no image. Give the name of the picture as "image".')
    if not isinstance(row.get("dice", row.get("values")), list):
        raise ConfigError(f'{where}: no values. Give the top faces as "values", such as [2, 5]; [] where none is.')
    model = str(row.get("model") or row.get("source") or ONE_KIND)
    dice = row["dice"] if "dice" in row else [{"value": value} for value in row["values"]]
    return Labelled(folder / image, tuple(_die(die, where) for die in dice), model)


def _die(part: Any, where: str) -> TrueDie:
    try:
        state = DieState(part.get("state", DieState.FLAT))
        die = TrueDie(part["value"], state, _point(part.get("centre_px")), _point(part.get("centre_mm")))
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise ConfigError(f"{where}: {part!r} is no die ({error}). Give value, and state and place if known.") from None
    if type(die.value) is not int or die.value not in range(1, 7):
        raise ConfigError(f"{where}: a die shows 1 to 6, not {die.value!r}.")
    return die


def _point(found: Any) -> tuple[float, float] | None:
    if found is None:
        return None
    if not isinstance(found, list) or len(found) < 2:
        raise TypeError("a place is a list of numbers")
    x, y = float(found[0]), float(found[1])
    if not (isfinite(x) and isfinite(y)):
        raise ValueError("a place is no number")
    return x, y


def _stills(truth: dict[str, Any], folder: Path, path: Path) -> Iterator[Labelled]:
    """Take the stills of a render's truth; dice off the board or out of the picture are not there."""
    try:
        for still in truth["stills"]:
            on = [die for die in still["dice"] if not die["off_board"] and die["in_frame"]]
            specs = sorted({f"{die['spec']['color']} {die['spec']['kind']}" for die in still["dice"]})
            dice = tuple(_rendered(die) for die in on)
            yield Labelled(folder / still["file"], dice, " and ".join(specs) or ONE_KIND)
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise ConfigError(f"{path} is no truth of stills: {error!r} is wrong or missing.") from None


def _rendered(die: dict[str, Any]) -> TrueDie:
    return TrueDie(
        int(die["value"]),
        _rendered_state(die),
        _point(die["centre_px"]),
        _point(die["centre_mm"]),
        float(die["top_visible_fraction"]) < VISIBLE,
    )


def _rendered_state(die: dict[str, Any]) -> DieState:
    """Give the state as this program names it: flat on a chip is flat, flat on a die is stacked."""
    if float(die["tilt_deg"]) > COCKED_OVER_DEG:
        return DieState.COCKED
    on_chip = any(name.startswith("chip") for name in die["supports"])
    return DieState.STACKED if die["cocked"] and not on_chip else DieState.FLAT

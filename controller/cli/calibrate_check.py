"""`stickman calibrate check`: dice laid at marked places with known faces, against what is read."""

from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from controller.cli.calibration_steps import findings, say, shared_options
from controller.config import load_table
from controller.errors import CalibrationError, ConfigError

if TYPE_CHECKING:
    from calibration.check import Expected, SheetPlace, Shot
    from vision.geometry import Setup

FILES = click.Path(path_type=Path)


@click.command()
@click.argument("images", nargs=-1, required=True, type=FILES)
@click.option("--empty", "empty", multiple=True, type=FILES, help="The sheet as it lies there, without dice.")
@click.option("--at", "places", multiple=True, metavar="X,Y=FACE", help="A die on the felt itself, measured in mm.")
@click.option("--laid", type=click.IntRange(1, 10), help="How many dice lie in each picture.  [default: at all places]")
@shared_options
def check(
    images: tuple[Path, ...],
    empty: tuple[Path, ...],
    places: tuple[str, ...],
    laid: int | None,
    table: Path,
    as_json: bool,
) -> int:
    """Check values and places with dice laid on a printed sheet, or at places measured on the felt.

    Lay the sheet down, take a picture of it (--empty), lay the dice into its outlines, take the pictures.
    """
    from calibration.check import SheetPlace, check_dice
    from calibration.profile import profile_path, save_section
    from controller.cli.setup import load_setup

    if bool(empty) == bool(places):
        raise click.UsageError("Give either --empty with pictures of the sheet, or --at for dice on the felt.")
    setup = load_setup(table, load_table(table))
    sheets: list[SheetPlace] = []
    if places:
        expected = tuple(_measured(text, number) for number, text in enumerate(places, start=1))
        shots = [_shot(path, setup, expected, laid) for path in images]
    else:
        shots, sheets = _on_sheets(images, empty, setup, laid)
    report = check_dice(shots, sheets)
    # A check that failed is kept too: whoever studies the rolls must know of misreadings.
    inputs = [*images, *empty]
    save_section(profile_path(table), "check", findings(report), inputs, version("stickman"))
    code = say(report, True, as_json)
    return 1 if report.verdict == "bad" else code


def _measured(text: str, number: int) -> "Expected":
    from calibration.check import Expected

    try:
        place, face = text.split("=")
        x, y = (float(part) for part in place.split(","))
        value = int(face)
    except ValueError:
        raise ConfigError(f"--at {text!r} is no place. Write x,y=face in mm, as in 300,225=4.") from None
    if not 1 <= value <= 6:
        raise ConfigError(f"--at {text!r}: a die shows 1 to 6.")
    return Expected(str(number), x, y, value)


def _on_sheets(
    images: tuple[Path, ...], empty: tuple[Path, ...], setup: "Setup", laid: int | None
) -> tuple[list["Shot"], list["SheetPlace"]]:
    """Read each picture against the picture of its sheet lying in the same place."""
    from vision.geometry import Background

    noise = setup.background.noise if setup.background else 2.0
    lying = [(*_sheet(path, setup), path) for path in empty]
    shots = []
    for path in images:
        place, _ = _sheet(path, setup)
        known = next((entry for entry in lying if not place.moved(entry[0])), None)
        if known is None:
            raise CalibrationError(
                f"{path}: no --empty picture shows this page of the sheet in this place. "
                "Take one before the dice are laid, and do not move the sheet."
            )
        on_sheet = replace(setup, background=Background(known[1], noise))
        shots.append(_shot(path, on_sheet, known[0].expected, laid))
    return shots, [entry[0] for entry in lying]


def _sheet(path: Path, setup: "Setup") -> tuple["SheetPlace", Any]:
    """Find the sheet of marked places in a picture; gives the picture too."""
    from calibration.check import locate_sheet
    from calibration.markers import find_markers
    from calibration.places import DICTIONARY

    image = _picture(path, setup)
    return locate_sheet(find_markers(image, DICTIONARY), setup.camera, str(path)), image


def _shot(path: Path, setup: "Setup", expected: tuple["Expected", ...], laid: int | None) -> "Shot":
    from calibration.check import Shot
    from vision.reader import TableReader

    count = laid or len(expected)
    reading = TableReader(replace(setup, dice_count=count)).read(_picture(path, setup))
    return Shot(path.name, expected, count, reading)


def _picture(path: Path, setup: "Setup") -> Any:
    from vision.load import load_image

    image, lens = load_image(path), setup.camera.lens
    if image.shape[:2] != (lens.height, lens.width):
        raise CalibrationError(
            f"{path} is {image.shape[1]}x{image.shape[0]}, the lens was calibrated at {lens.width}x{lens.height}: "
            "take the pictures at that size."
        )
    return image

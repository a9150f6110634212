"""`stickman calibrate dice`: what one kind of dice looks like, from pictures of them on the calibrated table."""

from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.cli.calibration_steps import findings, say, shared_options
from controller.config import TableFile, load_table
from controller.errors import ConfigError

if TYPE_CHECKING:
    from calibration.dice import Picture
    from vision.geometry import DieModel, Setup

LEAST_CONFIDENCE = 0.9
"""What a die must be read with to be learned from."""


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--model", "name", help="The name of the dice in the table file, where it names several.")
@shared_options
def dice(images: tuple[Path, ...], name: str | None, table: Path, as_json: bool) -> int:
    """Learn edge, corners, pips and colours of one kind of dice.

    A few pictures of dice lying apart from each other on the empty board, showing all faces.
    """
    from calibration.dice import learn_dice
    from calibration.profile import names_of, profile_path, save_die_model
    from calibration.report import Verdict
    from controller.cli.setup import load_setup

    config = load_table(table)
    setup = load_setup(table, config)
    chosen = _chosen(config, setup, name, table)
    pictures = [_picture(path, name, setup, chosen) for path, name in names_of(images).items()]
    learned, report = learn_dice(pictures, setup, chosen)
    saved = report.verdict is not Verdict.BAD
    if saved:
        save_die_model(profile_path(table), learned, findings(report), list(images), version("stickman"))
    return say(report, saved, as_json)


def _chosen(config: TableFile, setup: "Setup", name: str | None, table: Path) -> "DieModel":
    """Give the kind of dice that is meant, as the table file has it."""
    names = [part.name for part in config.dice.model]
    if name is None and len(names) > 1:
        raise ConfigError(f"{table} names several kinds of dice. Say which these are with --model: {', '.join(names)}.")
    if name is not None and name not in names:
        raise ConfigError(f"{table} names no dice {name!r} in [[dice.model]]. Known are: {', '.join(names)}.")
    return setup.dice[0 if name is None else names.index(name)]


def _picture(path: Path, name: str, setup: "Setup", model: "DieModel") -> "Picture":
    """Load a picture of the calibrated size and read it, as if nothing were known of the pips."""
    import numpy as np

    from calibration.dice import Picture
    from vision.geometry import DieModel
    from vision.load import load_image
    from vision.reader import TableReader
    from vision.reading import DieState

    image = load_image(path)
    lens = setup.camera.lens
    if image.shape[:2] != (lens.height, lens.width):
        raise ConfigError(
            f"{path} is {image.shape[1]}x{image.shape[0]}, the lens was calibrated at {lens.width}x{lens.height}: "
            "take the pictures at that size."
        )
    plain = replace(setup, dice=(DieModel(model.edge_mm, model.name),), dice_count=None)
    read = tuple(
        (*die.centre_mm, float(np.radians(die.angle_deg)), die.value)
        for die in TableReader(plain).read(image).dice
        if die.state is DieState.FLAT and die.value and die.confidence >= LEAST_CONFIDENCE
        and die.centre_mm is not None and die.angle_deg is not None
    )  # fmt: skip
    return Picture(name, image, read)

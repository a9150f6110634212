"""From a table file and the calibration beside it to what the eye must know."""

from pathlib import Path

import click

from calibration.profile import Profile, load_profile, profile_path
from controller.config import DieModelPart, TableFile, load_table
from controller.errors import CalibrationError
from vision.geometry import Board, DieModel, Setup


def load_setup(path: Path, table: TableFile | None = None) -> Setup:
    """Load a table's set-up for reading.

    Warns of a step older than one it builds on. Raises ConfigError for a bad table file, CalibrationError that says
    which calibration step comes next.
    """
    table = table or load_table(path)
    profile = load_profile(profile_path(path))
    if profile.lens is None:
        raise CalibrationError(_missing(path, "lens", "PICTURES... --charuco 11x8,15,11,DICT_5X5_100"))
    if profile.camera is None:
        raise CalibrationError(_missing(path, "board", "PICTURE"))
    _refuse_other_size(path, profile)
    if profile.stale:
        click.echo(f"warning: {profile.stale}", err=True)
    board = Board(table.board.length_mm, table.board.width_mm, table.board.wall_height_mm)
    models = tuple(profile.completed(_model(part)) for part in table.dice.model)
    return Setup(profile.camera, board, models, profile.background, table.dice.count)


def _refuse_other_size(path: Path, profile: Profile) -> None:
    """Refuse an empty board's picture of another size than the lens's."""
    lens, empty = profile.lens, profile.background
    if lens is None or empty is None or empty.image.shape[:2] == (lens.height, lens.width):
        return
    height, width = empty.image.shape[:2]
    raise CalibrationError(
        f"The picture of the empty board of {path} is {width}x{height}, the lens was calibrated at "
        f"{lens.width}x{lens.height}. Run `stickman calibrate empty PICTURES... --table {path}` again, with "
        "pictures of that size."
    )


def _missing(path: Path, step: str, arguments: str) -> str:
    what = {"lens": "lens", "board": "board's pose"}[step]
    return (
        f"The {what} of the table {path} is not calibrated yet: {profile_path(path).name} beside it does not hold it. "
        f"Run `stickman calibrate {step} {arguments} --table {path}`."
    )


def _model(part: DieModelPart) -> DieModel:
    return DieModel(
        part.edge_mm,
        part.name,
        part.corner_radius_mm,
        part.pip_radius_mm,
        part.pip_spacing_mm,
        part.body_bgr,
        part.pip_bgr,
    )

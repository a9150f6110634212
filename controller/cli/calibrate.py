"""`stickman calibrate`: pictures in, a report with a verdict out, and the result in `calibration.toml`."""

from pathlib import Path
from typing import Any

import click
import numpy as np

from controller.cli.calibrate_camera import camera, shoot
from controller.cli.calibrate_check import check
from controller.cli.calibrate_dice import dice
from controller.cli.calibrate_plan import plan
from controller.cli.calibrate_print import print_sheets
from controller.cli.calibrate_walls import walls
from controller.cli.calibration_steps import finish, say, shared_options
from controller.config import TableFile, load_table
from controller.errors import CalibrationError, ConfigError

PICTURES = click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
PICTURE = click.argument("image", type=click.Path(path_type=Path))


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def calibrate() -> None:
    """Calibrate, in this order: print, lens, board, empty, dice, check; then the walls' sensors."""


calibrate.add_command(print_sheets)
calibrate.add_command(dice)
calibrate.add_command(check)
calibrate.add_command(walls)
calibrate.add_command(camera)
calibrate.add_command(shoot)
calibrate.add_command(plan)


@calibrate.command()
@PICTURES
@click.option("--charuco", "charuco", required=True, help="Columns x rows, square mm, marker mm, dictionary.")
@shared_options
def lens(images: tuple[Path, ...], charuco: str, table: Path, as_json: bool) -> int:
    """Find focal length and distortion from views of a ChArUco board."""
    from calibration.lens import calibrate_lens
    from calibration.markers import parse_charuco
    from controller.cli.lens_views import lens_views

    load_table(table)
    board = parse_charuco(charuco)
    seen = lens_views(images, board)
    found, report = calibrate_lens(seen.views, seen.size, seen.failed, board)
    if found is None:
        return say(report, False, as_json)
    parameters = {"width": found.width, "height": found.height, "k": found.k.tolist(), "dist": found.dist.tolist()}
    return finish(table, "camera", parameters, seen.read, report, as_json)


@calibrate.command()
@PICTURE
@click.option("--corners", "corners", nargs=4, metavar="X,Y X,Y X,Y X,Y", help="The floor's corners, in pixels.")
@shared_options
def board(image: Path, corners: tuple[str, ...] | None, table: Path, as_json: bool) -> int:
    """Find where the board is, from its markers or from four corners."""
    from calibration.markers import find_markers
    from calibration.plane import corner_landmarks, marker_landmarks, solve_board
    from calibration.profile import load_profile, profile_path
    from vision.geometry import Board
    from vision.load import load_image

    config = load_table(table)
    lens = load_profile(profile_path(table), replacing="board").lens
    if lens is None:
        raise CalibrationError(f"The lens of {table} is not calibrated yet. Run first: stickman calibrate lens.")
    picture = load_image(image)
    if picture.shape[:2] != (lens.height, lens.width):
        raise CalibrationError(
            f"{image} is {picture.shape[1]}x{picture.shape[0]}, the lens was calibrated at {lens.width}x{lens.height}: "
            "take the picture at that size."
        )
    floor = Board(config.board.length_mm, config.board.width_mm, config.board.wall_height_mm)
    if corners:
        landmarks = corner_landmarks(floor, np.array([_corner(text) for text in corners]))
    else:
        markers = _markers(config, table)
        known = {number: np.asarray(points, float) for number, points in markers.corners_mm.items()}
        landmarks = marker_landmarks(known, find_markers(picture, markers.dictionary))
    edge = min(model.edge_mm for model in config.dice.model)
    pose, report = solve_board(lens, landmarks, floor, edge)
    return finish(table, "board", {"r": pose.r.tolist(), "t": pose.t.tolist()}, (image,), report, as_json)


@calibrate.command()
@PICTURES
@shared_options
def empty(images: tuple[Path, ...], table: Path, as_json: bool) -> int:
    """Remember the empty board, its noise and its light."""
    from calibration.light import measure_empty
    from calibration.profile import BACKGROUND_NAME, load_profile, profile_path, save_background
    from calibration.report import Verdict
    from vision.geometry import Board
    from vision.load import load_image

    config = load_table(table)
    profile = load_profile(profile_path(table), replacing="background")
    pictures = [load_image(path) for path in images]
    if profile.lens and pictures[0].shape[:2] != (profile.lens.height, profile.lens.width):
        raise CalibrationError(
            f"{images[0]} is {pictures[0].shape[1]}x{pictures[0].shape[0]}, the lens was calibrated at "
            f"{profile.lens.width}x{profile.lens.height}: take the pictures at that size."
        )
    floor = Board(config.board.length_mm, config.board.width_mm, config.board.wall_height_mm)
    known = config.board.markers.corners_mm.values() if config.board.markers else ()
    paper = tuple(np.asarray(corners, float) for corners in known)
    background, report = measure_empty(pictures, profile.camera, floor, paper)
    if report.verdict is not Verdict.BAD:
        save_background(profile_path(table), background)
    parameters = {"image": BACKGROUND_NAME, "noise": round(background.noise, 3)}
    return finish(table, "background", parameters, images, report, as_json)


def _markers(config: TableFile, table: Path) -> Any:
    if config.board.markers is None or not config.board.markers.corners_mm:
        raise ConfigError(
            f"{table} names no markers in [board.markers]. Add them, or give the floor's corners with --corners."
        )
    return config.board.markers


def _corner(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise ConfigError(f"--corners: {text!r} is no point. Write x,y in pixels, as in 103.5,88.") from None
    return x, y

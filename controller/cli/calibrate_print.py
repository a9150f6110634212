"""`stickman calibrate print`: PDF files at true scale to calibrate with."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from controller.cli.options import Number
from controller.cli.writing import not_written
from controller.config import BoardPart, TableFile, load_table

if TYPE_CHECKING:
    from calibration.sheet import Paper
    from vision.geometry import Floats

CHARUCO = "11x8,15,11,DICT_5X5_100"


@click.command("print")
@click.option("--table", type=click.Path(path_type=Path), help="Print this table's markers, for its dice.")
@click.option("--charuco", default=CHARUCO, show_default=True, help="Columns x rows, square mm, marker mm, dictionary.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the paper."
)
@click.option("--edge-mm", type=Number(5, 60), help="Edge of the dice, where no table file says it.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path(), help="Folder for the files.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def print_sheets(table: Path | None, charuco: str, paper: str, edge_mm: float | None, out: Path, as_json: bool) -> None:
    """Write charuco.pdf, markers.pdf and places.pdf, to be printed at 100 %.

    The ChArUco board for the lens, the markers that the table file names, and sheets of marked places for the check.
    """
    from calibration.sheet import PAPERS

    config = load_table(table) if table else TableFile()
    files = _files(config, charuco, PAPERS[paper], edge_mm or min(model.edge_mm for model in config.dice.model))
    for name, data in files.items():
        _write(out / name, data)
    names = [str(out / name) for name in files]
    missing = None if config.board.markers else _markers_toml(config.board)
    if as_json:
        click.echo(json.dumps({"step": "print", "paper": paper, "charuco": charuco, "files": names, "add": missing}))
        return
    click.echo("\n".join(names))
    click.echo("Print them at 100 %, never 'fit to page', and measure the rulers: they must be 100 mm long.")
    if missing:
        click.echo(f"Glue the markers to these places and add to the table file:\n{missing}")


def _files(config: TableFile, charuco: str, paper: "Paper", edge_mm: float) -> dict[str, bytes]:
    from calibration.markers import parse_charuco
    from calibration.pdf import pdf_of
    from calibration.print import charuco_sheet, marker_sheets, place_sheets

    dictionary, corners = _markers(config.board)
    return {
        "charuco.pdf": pdf_of([charuco_sheet(parse_charuco(charuco), paper)], f"ChArUco board {charuco}"),
        "markers.pdf": pdf_of(marker_sheets(dictionary, corners, paper), f"Markers of the table {config.table.name}"),
        "places.pdf": pdf_of(place_sheets(edge_mm, paper), f"Marked places for dice of {edge_mm:g} mm"),
    }


def _markers(board: BoardPart) -> tuple[str, "dict[int, Floats]"]:
    """Give dictionary and corners (4, 3) of a board's markers; usual ones where its table file names none."""
    from calibration.print import usual_markers

    if board.markers is None or not board.markers.corners_mm:
        return "DICT_4X4_50", usual_markers(board.length_mm, board.width_mm)
    known = {int(number): np.asarray(corners, float) for number, corners in board.markers.corners_mm.items()}
    return board.markers.dictionary, known


def _markers_toml(board: BoardPart) -> str:
    dictionary, corners = _markers(board)
    rows = [f"{number} = {np.round(points, 2).tolist()}" for number, points in corners.items()]
    return "\n".join(["[board.markers]", f'dictionary = "{dictionary}"', "[board.markers.corners_mm]", *rows])


def _write(path: Path, data: bytes) -> None:
    from calibration.profile import write_atomically

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        raise not_written(path, error, "Choose another folder with --out.") from None

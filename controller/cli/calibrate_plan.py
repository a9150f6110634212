"""`stickman calibrate plan`: how large dice will be in a camera's picture, before it is bought or hung up."""

import json
from pathlib import Path

import click

from controller.cli.options import Number
from controller.cli.tabular import new_table, print_tables

HEIGHTS_MM = range(700, 1201, 100)


@click.command()
@click.option("--size", metavar="WIDTHxHEIGHT", default="2304x1296", show_default=True, help="Of the picture, pixels.")
@click.option("--view-deg", required=True, type=Number(10, 160), help="The horizontal field of view.")
@click.option("--edge-mm", default=19.0, show_default=True, type=Number(5, 60), help="The dice.")
@click.option("--table", type=click.Path(path_type=Path), help="Take board and dice from this table file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a height.")
def plan(size: str, view_deg: float, edge_mm: float, table: Path | None, as_json: bool) -> None:
    """Say how large dice will be for a camera at 700 to 1200 mm above the felt, and whether it sees the whole board."""
    from calibration.optics import GOOD_PX, LEAST_PX, Optics
    from controller.config import load_table
    from vision.geometry import Board

    board = Board()
    if table is not None:
        config = load_table(table)
        board = Board(config.board.length_mm, config.board.width_mm, config.board.wall_height_mm)
        edge_mm = min(model.edge_mm for model in config.dice.model)
    optics = Optics(*_size(size), view_deg)
    rows = [(h, optics.edge_px(edge_mm, h), optics.fit(board, h)) for h in HEIGHTS_MM]
    if as_json:
        for height, edge, fit in rows:
            click.echo(json.dumps({"camera_mm": height, "edge_px": round(edge, 1), "board": str(fit)}))
        return
    shown = new_table(
        f"{size}, {view_deg:g} degrees, dice of {edge_mm:g} mm", ("board in the picture", "dice"), ("mm", "px")
    )
    for height, edge, fit in rows:
        word = "read well" if edge >= GOOD_PX else "readable" if edge >= LEAST_PX else "too small"
        shown.add_row(_WORDS[str(fit)], word, f"{height}", f"{edge:.0f}")
    print_tables([shown])


_WORDS = {"not": "does not fit", "floor": "floor only", "rim": "whole, with walls"}


def _size(text: str) -> tuple[int, int]:
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise click.BadParameter(f"{text!r} is no size. Write it as 2304x1296.") from None
    if width < 64 or height < 64:
        raise click.BadParameter(f"{text} is smaller than any picture that could be read.")
    return width, height

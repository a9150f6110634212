"""`stickman evaluate`: how well dice are read in labelled pictures."""

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from controller.cli.evaluate_tables import evaluation_tables
from controller.cli.options import DIE_EDGE_PX
from controller.cli.progress import progress_bar
from controller.cli.read import Reader, reader_for
from controller.cli.tabular import print_tables
from controller.cli.writing import not_written
from controller.errors import ImageError
from vision.accuracy.labels import ONE_KIND, Labelled, load_labels
from vision.accuracy.scoring import Compared, Grade, compare
from vision.accuracy.tally import COLUMNS, ROWS, Tally, tallies
from vision.reading import TableReading

KINDS = (".png", ".svg")


@click.command()
@click.argument("labels", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--table", type=click.Path(path_type=Path), help="Use this table's calibration.")
@DIE_EDGE_PX
@click.option(
    "--images", type=click.Path(path_type=Path, file_okay=False), help="Where the pictures lie, if elsewhere."
)
@click.option(
    "--picture", type=click.Path(path_type=Path, dir_okay=False), help="Draw the figures into this PNG or SVG."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a die model, then one for all.")
def evaluate(
    labels: tuple[Path, ...],
    table: Path | None,
    die_edge_px: float | None,
    images: Path | None,
    picture: Path | None,
    as_json: bool,
) -> int:
    """Read the pictures that LABELS name and say how much was right, asked and wrong.

    LABELS are files of JSON lines with image and values, or the truth.json of rendered stills. Exit code 2 if a
    picture could not be read; the others still are.
    """
    if picture is not None and picture.suffix.lower() not in KINDS:
        raise click.UsageError(f"--picture draws PNG or SVG: name a file that ends in {' or '.join(KINDS)}.")
    known = [one for path in labels for one in load_labels(path, images)]
    compared = tuple(_compared(known, reader_for(table, die_edge_px)))
    sums = tallies(compared)
    if as_json:
        for tally in sums:
            click.echo(json.dumps(figures(tally, compared), allow_nan=False))
    else:
        print_tables(evaluation_tables(sums, compared))
    if picture is not None:
        _save(picture, sums)
    return 2 if any(one.error for one in compared) else 0


def _compared(known: Sequence[Labelled], reader: Reader) -> Iterator[Compared]:
    """Read every picture and compare it with its label; one that cannot be read says why."""
    with progress_bar("reading", len(known)) as advance:
        for labelled in known:
            yield _one(labelled, reader)
            if advance is not None:
                advance(1)


def _one(labelled: Labelled, reader: Reader) -> Compared:
    from vision.load import load_image

    try:
        image = load_image(labelled.image)
    except ImageError as error:
        return Compared(labelled, TableReading(ok=False), (), error=str(error))
    start = time.perf_counter()
    reading = reader(image)
    return compare(labelled, reading, (time.perf_counter() - start) * 1000)


def figures(tally: Tally, compared: Sequence[Compared]) -> dict[str, Any]:
    """Give what one line of `--json` holds: the sums of one die model, and the pictures that were wrong."""
    wrong = [one for one in compared if one.grade is Grade.WRONG]
    return {
        "model": tally.model,
        "pictures": {str(grade): tally.pictures[grade] for grade in Grade},
        "dice": {str(grade): tally.dice[grade] for grade in Grade},
        "confusion": {row: {column: tally.confusion[row, column] for column in COLUMNS} for row in ROWS},
        "rejects": dict(tally.rejects.most_common()),
        "reliability": [
            {"from": b.least, "to": b.most, "dice": b.dice, "said": round(b.said, 4), "right": b.right}
            for b in tally.reliability()
        ],
        "median_ms": None if tally.median_ms is None else round(tally.median_ms, 1),
        "wrong": [_wrong(one) for one in wrong if tally.model in (one.labelled.model, ONE_KIND)],
        "failed": tally.failed,
    }


def _wrong(one: Compared) -> dict[str, Any]:
    return {
        "image": str(one.labelled.image),
        "true": list(one.labelled.values),
        "read": list(one.reading.values),
    }


def _save(path: Path, sums: Sequence[Tally]) -> None:
    from controller.cli.evaluate_picture import save_picture

    try:
        save_picture(sums, path)
    except OSError as error:
        raise not_written(path, error, "Choose another place for the picture.") from None
    click.echo(f"The picture is {path}.", err=True)

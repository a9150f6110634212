"""`stickman read`: reads the dice in photos, one line an image."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from controller.cli.options import DIE_EDGE_PX
from controller.cli.writing import not_written
from controller.errors import ConfigError, ImageError
from vision.reading import DieReading, TableReading

if TYPE_CHECKING:
    from vision.drawing.overlay import ToPixels

Reader = Callable[[Any], TableReading]


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--table", type=click.Path(path_type=Path), help="Use this table's calibration.")
@DIE_EDGE_PX
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--overlay", type=click.Path(path_type=Path, dir_okay=False), help="Draw what was seen into this PNG.")
def read(
    images: tuple[str, ...], table: Path | None, die_edge_px: float | None, as_json: bool, overlay: Path | None
) -> int:
    """Read the dice in photos.

    Without --table and --die-edge-px the scale is found from the picture. Where the reader is not sure, it says so
    and why. Exit code 2 if a file could not be read; the others still are.
    """
    if overlay is not None and len(images) > 1:
        raise click.UsageError("--overlay draws one picture: give one image.")
    if overlay is not None and _same_file(Path(images[0]), overlay):
        raise click.UsageError(f"--overlay {overlay} would replace the photo itself: name another file.")
    reader = reader_for(table, die_edge_px)
    failed = False
    for name in images:
        answer, seen = _answer(name, reader)
        failed = failed or "error" in answer
        click.echo(json.dumps(answer) if as_json else _in_words(answer))
        if overlay is not None and seen is not None:
            _save_overlay(overlay, *seen, _to_pixels(table))
    return 2 if failed else 0


def reader_for(table: Path | None, die_edge_px: float | None) -> Reader:
    """Choose how to read: with a table's calibration, or photos. Raises ConfigError, CalibrationError for the table."""
    if table is not None and die_edge_px is not None:
        raise click.UsageError("--table knows the scale already: leave out --die-edge-px.")
    return _photo_reader(die_edge_px) if table is None else _table_reader(table)


def _photo_reader(die_edge_px: float | None) -> Reader:
    from vision.photo import read_photo

    return lambda image: read_photo(image, die_edge_px)


def _table_reader(path: Path) -> Reader:
    """Build the reader of a calibrated table. Raises ConfigError where file or calibration are missing."""
    from controller.cli.setup import load_setup
    from vision.reader import TableReader

    return TableReader(load_setup(path)).read


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _answer(name: str, reader: Reader) -> tuple[dict[str, Any], tuple[Any, TableReading] | None]:
    """Read one image into what the JSON line says, with picture and reading; a file that cannot be read: `error`."""
    from vision.load import load_image

    try:
        image = load_image(Path(name))
        start = time.perf_counter()
        reading = reader(image)
        ms = round((time.perf_counter() - start) * 1000, 1)
    except ImageError as error:
        return {"image": name, "ok": False, "error": str(error)}, None
    except MemoryError:
        return {"image": name, "ok": False, "error": f"{name} does not fit into memory. Scale it down."}, None
    return {**_reading_as_json(name, reading), "ms": ms}, (image, reading)


def _reading_as_json(name: str, reading: TableReading) -> dict[str, Any]:
    return {
        "image": name,
        "ok": reading.ok,
        "values": list(reading.values),
        "dice": [_die_as_json(die) for die in reading.dice],
        "reasons": list(reading.reasons),
    }


def _die_as_json(die: DieReading) -> dict[str, Any]:
    return {
        "value": die.value,
        "centre_px": [round(c, 1) for c in die.centre_px],
        "centre_mm": None if die.centre_mm is None else [round(c, 1) for c in die.centre_mm],
        "state": die.state.value,
        "tilt_deg": None if die.tilt_deg is None else round(die.tilt_deg, 1),
        "support": None if die.support is None else die.support.value,
        "confidence": round(die.confidence, 3),
        "alternatives": {str(value): round(share, 3) for value, share in die.alternatives},
    }


def _to_pixels(table: Path | None) -> "ToPixels | None":
    """Give what tells where a place on the board shows in the table's pictures."""
    if table is None:
        return None
    from controller.cli.setup import load_setup
    from vision.drawing.overlay import to_pixels

    return to_pixels(load_setup(table))


def _save_overlay(path: Path, image: Any, reading: TableReading, to_px: "ToPixels | None") -> None:
    import cv2

    from vision.drawing.overlay import draw_overlay

    try:
        encoded, data = cv2.imencode(".png", draw_overlay(image, reading, to_px))
    except MemoryError:
        raise ConfigError("the overlay does not fit into memory. Leave it out, or scale the photo down.") from None
    if not encoded:
        raise ConfigError(f"the overlay for {path} could not be made.")
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise not_written(path, error, "Choose another place for the overlay.") from None


def _in_words(answer: dict[str, Any]) -> str:
    """Say an answer for people, one line and one more for each reason."""
    if "error" in answer:
        return f"{answer['image']}: error: {answer['error']}"
    values = " ".join(map(str, answer["values"])) or "no dice"
    verdict = values if answer["ok"] else f"not sure; likely {values}"
    lines = [f"{answer['image']}: {verdict}  ({answer['ms']:.0f} ms)"]
    others = [die for die in answer["dice"] if die["state"] != "flat"]
    lines += [f"    {die['state']}: {die['value'] or '?'} at {_place(die)}" for die in others]
    return "\n".join(lines + [f"    {reason}" for reason in answer["reasons"]])


def _place(die: dict[str, Any]) -> str:
    x, y = die["centre_px"]
    return f"({x:.0f}, {y:.0f})"

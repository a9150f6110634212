"""`stickman calibrate camera` locks exposure, colours and focus; `shoot` takes the pictures for the other steps."""

import queue
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from controller.cli.calibration_steps import finish, shared_options
from controller.cli.writing import not_written
from controller.errors import HardwareError

FIRST_WITHIN_S = 5.0
LEAST_FPS_SHARE = 0.8
LATEST_MS = 300.0


@click.command()
@click.option("--settle-s", default=3.0, show_default=True, help="How long the camera may choose before it is locked.")
@shared_options
def camera(settle_s: float, table: Path, as_json: bool) -> int:
    """Let the camera choose exposure, white balance and focus for the light there is, and lock them."""
    from controller.cli.cameras import SECTION, live_camera
    from controller.config import load_table

    config = load_table(table)
    source = live_camera(config, table, locked=False)
    with _running(source) as frames:
        late_ms, fps = watched(frames, settle_s)
    settings = {name: value for name, value in asdict(source.settings).items() if value is not None}
    driver = config.camera.driver if config.camera else ""
    figures = {**_rounded(settings), "fps": round(fps, 1), "late_ms": round(late_ms, 1)}
    report = _report(figures, config.camera.fps if config.camera else fps)
    return finish(table, SECTION, {"driver": driver, **settings}, (), report, as_json)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--count", default=1, show_default=True, type=click.IntRange(1, 1000), help="How many pictures.")
@click.option("--every-s", default=3.0, show_default=True, help="Time between two pictures, to move things.")
@click.option("--table", required=True, type=click.Path(path_type=Path), help="The table file.")
def shoot(folder: Path, count: int, every_s: float, table: Path) -> None:
    """Take pictures with the table's camera as it is locked, into FOLDER: for the other steps, and for `evaluate`."""
    from controller.cli.cameras import live_camera
    from controller.config import load_table

    source = live_camera(load_table(table), table, locked=True)
    _make(folder)
    taken = len(list(folder.glob("shot-*.png")))
    with _running(source) as frames:
        for number in range(taken, taken + count):
            path = folder / f"shot-{number:03d}.png"
            _save(path, _after(frames, every_s))
            click.echo(f"{path}", err=True)
    click.echo(f"{count} pictures are in {folder}.")


@contextmanager
def _running(source: Any) -> Iterator["queue.Queue[tuple[int, Any]]"]:
    """Run a camera; give a queue of its full pictures, each with the time at which it came (ns)."""
    frames: queue.Queue[tuple[int, Any]] = queue.Queue()

    def put(frame: Any) -> None:
        if frame.stream == "main":
            frames.put((time.monotonic_ns(), frame))

    source.start(put)
    try:
        yield frames
    finally:
        source.stop()


def _next(frames: "queue.Queue[tuple[int, Any]]") -> tuple[int, Any]:
    try:
        return frames.get(timeout=FIRST_WITHIN_S)
    except queue.Empty:
        raise HardwareError("The camera was opened and gives no pictures. Check its cable and its supply.") from None


def watched(frames: "queue.Queue[tuple[int, Any]]", seconds: float) -> tuple[float, float]:
    """Watch for some seconds; give how late pictures come (median, ms) and how many exposures there are a second."""
    import numpy as np

    begun_ns, first = _next(frames)
    late, last = [begun_ns - first.exposed_ns], first
    while not late[1:] or last.exposed_ns - first.exposed_ns < seconds * 1e9:
        came_ns, last = _next(frames)
        late.append(came_ns - last.exposed_ns)
    per_main = 2  # every second exposure comes in full
    fps = per_main * (last.index - first.index) / max((last.exposed_ns - first.exposed_ns) / 1e9, 1e-9)
    return float(np.median(late)) / 1e6, fps


def _after(frames: "queue.Queue[tuple[int, Any]]", seconds: float) -> Any:
    """Give the first picture exposed so long from now."""
    wanted_ns = time.monotonic_ns() + round(seconds * 1e9)
    while True:
        _, frame = _next(frames)
        if frame.exposed_ns >= wanted_ns:
            return frame.image


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(folder, error, "Choose another folder.") from None


def _save(path: Path, image: Any) -> None:
    import cv2

    try:
        path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    except OSError as error:
        raise not_written(path, error, "Choose another folder.") from None


def _rounded(settings: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, 3) if isinstance(value, float) else value for name, value in settings.items()}


def _report(figures: dict[str, Any], wanted_fps: float) -> Any:
    from calibration.report import Findings

    found = Findings()
    found.usable_if(
        figures["fps"] < LEAST_FPS_SHARE * wanted_fps,
        f"Fewer pictures than the {wanted_fps:g} asked for: a shorter exposure, more light, or a smaller picture.",
    )
    found.usable_if(
        not 0 <= figures["late_ms"] < LATEST_MS, "Pictures come late or with wrong times: hits may be told off."
    )
    after = "Next: stickman calibrate shoot views --count 15 --table ..., then stickman calibrate lens views/*.png"
    return found.report("camera", figures, after)

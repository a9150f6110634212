"""`stickman panel`: put the program on a panel's Pico, exercise panels, or run one on this computer."""

import json
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from controller.cli.options import Number
from controller.cli.panel_picture import draw_lit
from controller.cli.showing import AUTO, ports_named
from controller.errors import HardwareError
from controller.hardware.panel.driver import Panels
from controller.hardware.panel.exercise import exercise
from controller.hardware.panel.install import RULE
from controller.hardware.panel.install import install as install_on
from controller.hardware.panel.pc import Lit, PcBoard

PORT = click.option(
    "--port", default=AUTO, show_default=True, help="A port, a board's serial number, or all that are found."
)
POLL_S = 0.05
REDRAWS_HZ = 12


@click.group()
def panel() -> None:
    """Install, exercise or simulate the panel that shows puck, point and payouts."""


@panel.command()
@PORT
@click.option("--settings", type=click.Path(path_type=Path), help="Your copy of firmware/settings.py.")
def install(port: str, settings: Path | None) -> None:
    """Copy the panel's program to a Pico that has MicroPython, and start it. Needs mpremote."""
    found = ports_named(port)()
    if not found:
        raise HardwareError(f"No board with MicroPython was found ({port}). Plug one in, or give its port: --port.")
    if len(found) > 1:
        names = ", ".join(f"{candidate.port} ({candidate.serial})" for candidate in found)
        raise HardwareError(f"There are {len(found)} boards: {names}. Say which with --port.")
    files = install_on(found[0].port, settings)
    click.echo(f"{len(files)} files are on the board at {found[0].port}: {', '.join(files)}.")
    click.echo(f"If other programs disturb the port: sudo cp {RULE} /etc/udev/rules.d/", err=True)


@panel.command()
@PORT
@click.option("--pc", is_flag=True, help="Test a panel that runs on this computer.")
@click.option("--each", "each_s", type=Number(0.01, 60), default=2.0, show_default=True, metavar="SECONDS",
              help="How long each picture stays.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print each panel that answered as a JSON line.")
def test(port: str, pc: bool, each_s: float, as_json: bool) -> None:
    """Show everything a panel can light, one picture after the other: look whether all of it does."""
    if pc:
        with PcBoard() as board:
            _test(board.port, each_s, as_json)
    else:
        _test(port, each_s, as_json)


def _test(port: str, each_s: float, as_json: bool) -> None:
    panels = Panels(ports_named(port), pressed=lambda name: click.echo(f"button {name}", err=True))
    try:
        boards = exercise(panels, each_s, _wait, lambda step: click.echo(step, err=True))
    finally:
        panels.close()
    for board in boards:
        if as_json:
            click.echo(json.dumps(asdict(board)))
        else:
            click.echo(
                f"panel {board.serial}: firmware {board.firmware}, {board.pixels} LEDs, {len(board.digits)} digit "
                f"modules, buttons {', '.join(board.buttons)}; answered to everything."
            )


def _wait(until: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so; tell whether it came to that."""
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        time.sleep(POLL_S)
    return until()


@panel.command()
@click.option("--for", "seconds", type=Number(min=0), help="End after so many seconds; else with Ctrl-C.")
def pc(seconds: float | None) -> None:
    """Run a panel on this computer, its own program under MicroPython, and draw what it lights.

    Prints the port: `stickman play --panel PORT` in another terminal shows its table there.
    """
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    with PcBoard() as board:
        click.echo(f"The panel is at {board.port}: stickman play --panel {board.port}", err=True)
        try:
            _draw_until(stop, seconds, board)
        except KeyboardInterrupt:
            click.echo("", err=True)


def _draw_until(stop: threading.Event, seconds: float | None, board: PcBoard) -> None:
    console = Console()
    if not console.is_terminal:
        stop.wait(seconds)
        console.print(_picture(board.lit))
        return
    with Live(get_renderable=lambda: _picture(board.lit), console=console, refresh_per_second=REDRAWS_HZ):
        stop.wait(seconds)


def _picture(lit: Lit) -> Any:
    return draw_lit(lit.rgb, lit.segments) if lit.rgb else Text("the panel starts")

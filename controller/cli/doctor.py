"""`stickman doctor`: looks at a table's hardware and says what is wrong."""

import queue
from functools import partial
from pathlib import Path

import click

from controller.cli.calibrate_walls import Edge, collect, hearing
from controller.cli.options import MOST_S, Number
from controller.config import load_table
from controller.errors import HardwareError
from controller.throws.events import WallEdge


@click.group()
def doctor() -> None:
    """Look at a table's hardware and say what is wrong."""


@doctor.command(name="walls")
@click.option("--table", "table", required=True, type=click.Path(path_type=Path), help="The table file.")
@click.option(
    "--for-s", type=Number(0, MOST_S, min_open=True), default=10.0, show_default=True, help="How long to listen."
)
def doctor_walls(table: Path, for_s: float) -> int:
    """Listen to the wall sensors and say of each whether it is quiet, active, chattering or was heard."""
    from controller.cli.tables import gpio_of, wall_sensors

    config = load_table(table)
    (sensors,) = wall_sensors(config) or (None,)
    if sensors is None:
        raise HardwareError(f"No zone of {table} has a gpio pin. Add gpio = 5 and so on, see hardware.md.")
    heard: queue.Queue[WallEdge] = queue.Queue()
    say = partial(click.echo, err=True)
    sensors.start(hearing(heard, say))
    try:
        say(f"Listening for {for_s:g} seconds: tap each zone once.")
        edges = collect(heard, for_s)
    finally:
        sensors.stop()
    states = {zone: state_of(zone, edges, for_s) for zone in gpio_of(config)}
    for zone, gpio in gpio_of(config).items():
        click.echo(f"{zone}  GPIO {gpio}  {states[zone]}")
    return 0 if all(state == HEARD for state in states.values()) else 1


HEARD = "heard"
CHATTERS_PER_S = 20.0


def state_of(zone: str, edges: list[Edge], for_s: float) -> str:
    """Say in a few words how a zone behaved while it was listened to."""
    own = [edge for edge in edges if edge[1] == zone]
    if not own:
        return "silent: tap it again; if it stays so, check its cable and its 3.3 V"
    if len(own) > CHATTERS_PER_S * max(for_s, 1.0):
        return f"chatters ({len(own)} edges): turn its sensitivity down, or shield its cable"
    if own[-1][2] == 1:
        return "stays active: somebody leans on the wall, or its comparator hangs"
    return HEARD

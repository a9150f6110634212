"""`stickman demo`: an evening at the simulated table, seen, judged and played by the real pipeline."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from controller.cli.options import SEED
from controller.cli.people import SimulatedPeople
from controller.cli.set_ups import set_up_for
from controller.cli.sitting import open_session, sit_down
from controller.cli.summary import print_summary
from controller.cli.tables import open_twin
from controller.displays.scene import Scene
from controller.displays.terminal import LiveTerminal, PlainTerminal
from controller.errors import HardwareError
from controller.journal import Journal
from controller.twin.players import StreetPlayers

STACK = "1000"


@click.command()
@click.option("--throws", type=click.IntRange(1, 100_000), default=30, show_default=True, help="How many to play.")
@click.option("--journal", type=click.Path(path_type=Path), default=Path(".demo/demo.sqlite"), show_default=True,
              help="Where the evening is kept; begun anew each time.")  # fmt: skip
@click.option("--family/--no-family", default=True, show_default=True, help="Leave out the crude stick calls.")
@SEED
def demo(throws: int, journal: Path, family: bool, seed: int) -> None:
    """Play an evening of street craps at the simulated table, faster than real time.

    Dice are thrown by physics, frames painted, read by the eye, judged with the wall sensors, and settled; simulated
    people stake, fade, and answer when the table asks. Ends with a summary against what really happened.
    """
    table = open_twin(seed, real_time=False)
    if table.throw is None or table.twin is None:
        raise HardwareError("The demo needs the simulated table.")
    people = SimulatedPeople(StreetPlayers(seed), table.throw, table.twin.truths, throws)
    with Journal.open(_fresh(journal)) as kept:
        set_up = set_up_for("street", "Ann,Bob", STACK, "natural,craps,seven_out")
        session = open_session(kept, table, "street", set_up, True, family=family)
        console = Console()
        with _display(console, session.scene()) as display:
            sitting = sit_down(table, session, display, people)
    print_summary(console, people.thrown, sitting)
    console.print(f"The journal of the evening: [bold]{journal}[/]")


def _fresh(journal: Path) -> Path:
    """Take the last demo's journal away."""
    journal.parent.mkdir(parents=True, exist_ok=True)
    for path in (journal, Path(f"{journal}-wal"), Path(f"{journal}-shm")):
        path.unlink(missing_ok=True)
    return journal


def _display(console: Console, first: Scene) -> AbstractContextManager[Any]:
    return LiveTerminal(console, first) if console.is_terminal else PlainTerminal(console)

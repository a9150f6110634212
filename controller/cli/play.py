"""`stickman play`: run a table, real or simulated."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from controller.cli.options import PICTURES, street_set_up, table_options
from controller.cli.people import KeyboardPeople
from controller.cli.showing import display_options, reader_or, showing
from controller.cli.sitting import default_journal, open_session, sit_down
from controller.cli.tables import TWIN, OpenTable, open_real, open_twin, typed_lines
from controller.displays.json_lines import JsonLines
from controller.displays.scene import Scene
from controller.displays.terminal import PlainTerminal, RedrawnTerminal
from controller.journal import Journal
from controller.rules.games import find_game
from controller.session.session import Session

GOES_ON = "The unfinished game of {} goes on as it began; `--new` begins another."


@click.command()
@table_options
@PICTURES
@display_options
@click.option("--new", is_flag=True, help="Begin a new game even if the journal holds an unfinished one.")
@click.option("--json", "as_json", is_flag=True, help="Print each Scene as a JSON line.")
def play(table: str, game: str, journal: Path | None, new: bool, as_json: bool, **options: Any) -> None:
    """Run a table: dice are read, throws judged, the game settled. Type `help` while it runs.

    An unfinished game in the journal goes on where it stopped, also after a power cut.
    """
    find_game(game)
    opened = open_table(table, options["seed"], options["policy"])
    set_up = street_set_up(options["players"], options["stack"], options["swap_after"])
    path = journal or default_journal(opened.name)
    with Journal.open(path) as kept:
        session = open_session(kept, opened, game, set_up, new, family=options["family"], busy=options["busy"])
        chosen = reader_or(options["screen_reader"], lambda: display_for(as_json, session.scene()))
        with chosen as display, showing(display, table, options["panel"], options["voice"]) as shown:
            prompted = isinstance(display, RedrawnTerminal)
            greeting = "" if session.begun.set_up == set_up else GOES_ON.format(_players(session))
            people = KeyboardPeople(typed_lines(), speaker_of(display), opened.throw, prompted, greeting)
            sit_down(shown.at(opened), session, shown, people, pictures=options["pictures"])
    click.echo(f"The game is kept in {path}.", err=True)


def open_table(table: str, seed: int, policy: str | None, real_time: bool = True) -> OpenTable:
    """Open the twin or a real table."""
    if table == TWIN:
        return open_twin(seed, real_time, policy or "street")
    return open_real(Path(table), policy)


def _players(session: Session) -> str:
    return " and ".join(seat.name for seat in session.scene().seats)


def speaker_of(display: object) -> Callable[[str], None]:
    """Give what prints to the people who type: a screen with a prompt does it itself."""
    if isinstance(display, RedrawnTerminal):
        return display.say
    return lambda text: click.echo(text, err=True)


def display_for(as_json: bool, first: Scene) -> AbstractContextManager[Any]:
    if as_json:
        return JsonLines()
    console = Console()
    return RedrawnTerminal(console, first) if console.is_terminal else PlainTerminal(console)

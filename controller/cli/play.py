"""`stickman play`: run a table, real or simulated."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from controller.cli.cards import open_card_session, sit_at_cards, with_shoe
from controller.cli.options import PICTURES, table_options
from controller.cli.people import KeyboardPeople
from controller.cli.set_ups import set_up_for
from controller.cli.showing import display_options, reader_or, showing
from controller.cli.sitting import default_journal, open_session, sit_down
from controller.cli.tables import TWIN, OpenTable, open_real, open_twin, typed_lines
from controller.config import load_table
from controller.displays.json_lines import JsonLines
from controller.displays.scene import Scene
from controller.displays.terminal import PlainTerminal, RedrawnTerminal
from controller.journal import Journal
from controller.rules.game import Warns
from controller.rules.games import find_game
from controller.rules.general import General
from controller.session.kept import named_in
from controller.session.session import Session
from controller.session.told import policy_for
from controller.twin.settings import RED_CASINO, TwinSettings

GOES_ON = "The unfinished game of {} goes on as it began; `--new` begins another."
RULED_ANEW = "It began under the policy {}; from now on throws are ruled by {}."
CARDS = "-cards"
USUAL_POLICY = {"casino": "casino"}
"""How throws are ruled at the simulated table where nobody says otherwise; elsewhere it is street."""


@click.command()
@table_options
@PICTURES
@display_options
@click.option("--shoe", type=click.IntRange(1, 16), help="At baccarat: let a simulated shoe of so many decks deal.")
@click.option("--new", is_flag=True, help="Begin a new game even if the journal holds an unfinished one.")
@click.option("--json", "as_json", is_flag=True, help="Print each Scene as a JSON line.")
def play(table: str, game: str, journal: Path | None, new: bool, as_json: bool, **options: Any) -> None:
    """Run a table: dice are read, throws judged, the game settled. Type `help` while it runs.

    An unfinished game in the journal goes on where it stopped, also after a power cut.
    """
    cards = find_game(game).dice_count == 0
    if options["shoe"] and not cards:
        raise click.UsageError(f"No cards are dealt at {game}: --shoe is for baccarat.")
    set_up = set_up_for(game, options["players"], options["stack"], options["swap_after"], options["more"])
    opened = None if cards else open_table(table, options["seed"], options["policy"], game=game)
    path = journal or default_journal(opened.name if opened else _table_name(table) + CARDS)
    with Journal.open(path) as kept:
        house = {"family": options["family"], "busy": options["busy"]}
        session = (
            open_session(kept, opened, game, set_up, new, **house)
            if opened
            else open_card_session(kept, _table_name(table), game, set_up, new)
        )
        _warn(session)
        chosen = reader_or(options["screen_reader"], lambda: display_for(as_json, session.scene()))
        with chosen as display, showing(display, table, options["panel"], options["voice"]) as shown:
            prompted = isinstance(display, RedrawnTerminal)
            throw = thrower_for(opened, session) if opened else None
            anew = greeting(session, set_up, opened)
            people = KeyboardPeople(typed_lines(), speaker_of(display), throw, prompted, anew)
            if opened:
                sit_down(shown.at(opened), session, shown, people, pictures=options["pictures"])
            else:
                sit_at_cards(session, shown, with_shoe(people, options["shoe"], options["seed"], session), (shown,))
    click.echo(f"The game is kept in {path}.", err=True)


def open_table(table: str, seed: int, policy: str | None, real_time: bool = True, game: str = "street") -> OpenTable:
    """Open the twin or a real table for a game: with as many dice as it has, and the policy as it wants it."""
    opened = open_real(Path(table), policy) if table != TWIN else _open_twin(seed, policy, real_time, game)
    setup = replace(opened.setup, dice_count=find_game(game).dice_count)
    return replace(opened, setup=setup, policy=policy_for(game, opened.policy))


def _open_twin(seed: int, policy: str | None, real_time: bool, game: str) -> OpenTable:
    dice = find_game(game).dice_count
    # At General dice are left lying: chips, which the hand lays anew for each throw, would move under them.
    settings = None if dice == 2 else TwinSettings(dice=(RED_CASINO,) * dice, chips=0)
    return open_twin(seed, real_time, policy or USUAL_POLICY.get(game, "street"), settings)


def thrower_for(table: OpenTable, session: Session) -> Callable[[], None] | None:
    """Give what throws the dice: at General all but those that the player named to be kept."""
    throw = table.throw_keeping
    if session.begun.game != General.name or throw is None:
        return table.throw

    def keeping() -> None:
        throw(named_in(session))

    return keeping


def _warn(session: Session) -> None:
    """Say what is unwise about the game's set-up."""
    game = session.state.game
    for warning in game.warnings() if isinstance(game, Warns) else ():
        click.echo(f"warning: {warning}", err=True)


def greeting(session: Session, set_up: dict[str, Any], table: OpenTable | None) -> str:
    """Say in what a game that goes on is not as it was just asked for; nothing where it is."""
    began = session.begun
    told = [GOES_ON.format(_players(session))] if began.set_up != set_up else []
    if table is not None and table.policy.name != began.policy:
        told.append(RULED_ANEW.format(began.policy, table.policy.name))
    return " ".join(told)


def _table_name(table: str) -> str:
    return table if table == TWIN else load_table(Path(table)).table.name


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

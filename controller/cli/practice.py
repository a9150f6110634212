"""`stickman practice`: throws without bets, logged with dice set, hand and landing place, with live figures."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from controller.cli.evening import People
from controller.cli.options import JOURNAL, PICTURES, POLICY, SEED, TABLE
from controller.cli.people import KeyboardPeople, SimulatedPeople
from controller.cli.play import display_for, open_table, speaker_of
from controller.cli.practice_summary import evidence_of, print_figures, summary_of
from controller.cli.showing import display_options, reader_or, showing
from controller.cli.sitting import PRACTICE_SUFFIX, Display, default_journal, open_session, sit_down
from controller.cli.tables import OpenTable, typed_lines
from controller.displays.terminal import RedrawnTerminal
from controller.errors import ConfigError
from controller.journal import Journal
from controller.rolls.roll import Roll
from controller.rules.games import GAMES
from controller.rules.practice import Practice
from controller.session.pipeline import Result
from controller.session.roll_keeper import read_rolls
from controller.session.session import Session
from controller.throws.events import Command
from controller.throws.verdict import Throw
from controller.twin.players import StreetPlayers

TOLD_EVERY = 10
"""After so many rolls it is said what they show about the dice."""
HELP = """\
throw, throw 20     throw the dice, so often (at the simulated table)
hand left           with which hand the next throws are made, in your own words; `hand` alone: not said
dice red casino     box up: the next throws are with other dice
shooter Bob         somebody else throws
figures             what has come so far
correct 3 4         the dice show 3 and 4
no roll, undo       the throw does not count; take the last thing back
missed 3 4          a throw that the table did not see
answer 3 4          one of the answers shown with a question; or just type its number: 1
finish              end this practice for good
quit                leave; the next `stickman practice` goes on with it"""


@click.command()
@TABLE
@JOURNAL
@click.option("--players", default="Ann", show_default=True, help="Who throws; several names with commas.")
@click.option("--hand", help="Which hand throws: left, right, or your own words.")
@click.option("--dice", help="Name of the dice set; another name than before is a box up.")
@click.option("--throws", type=click.IntRange(1), help="At the twin: throw so often by itself, then end.")
@click.option("--new", is_flag=True, help="Begin another practice even if one is not finished.")
@POLICY
@SEED
@PICTURES
@display_options
@click.option("--json", "as_json", is_flag=True, help="Print each Scene, and last the summary, as JSON lines.")
def practice(table: str, journal: Path | None, players: str, throws: int | None, new: bool, **options: Any) -> None:
    """Throw without bets: each throw is logged with dice set, hand and landing place. Type `help` while it runs.

    A practice that was not finished goes on where it stopped, also after a power cut.
    """
    opened = open_table(table, options["seed"], options["policy"], real_time=throws is None)
    path = journal or default_journal(opened.name + PRACTICE_SUFFIX)
    set_up = {"players": [name.strip() for name in players.split(",")]}
    with Journal.open(path) as kept:
        session = open_session(kept, opened, Practice.name, set_up, new)
        _verify_practice(session, path)
        first = list(_first_lines(session, options["hand"], options["dice"]))
        chosen = reader_or(options["screen_reader"], lambda: display_for(options["as_json"], session.scene()))
        with chosen as display, _all_displays(display, opened, table, throws, options) as (shown, seen_at):
            people = _people(opened, throws, options["seed"], display, lambda: _rolls_so_far(session))
            sit_down(seen_at, session, shown, _Beginning(people, first), pictures=options["pictures"])
        rolls = _rolls_so_far(session)
    if options["as_json"]:
        click.echo(json.dumps({"summary": summary_of(rolls)}))
    else:
        print_figures(Console(), rolls)
    click.echo(f"The practice is kept in {path}.", err=True)


@contextmanager
def _all_displays(
    terminal: Any, opened: OpenTable, table: str, throws: int | None, options: dict[str, Any]
) -> Iterator[tuple[Display, OpenTable]]:
    """Give what shows the practice, and the table with its buttons; --throws, which hurries, has the terminal alone."""
    if throws is not None:
        yield terminal, opened
        return
    with showing(terminal, table, options["panel"], options["voice"]) as shown:
        yield shown, shown.at(opened)


def _verify_practice(session: Session, path: Path) -> None:
    if session.begun.game != Practice.name:
        raise ConfigError(
            f"{path} holds an unfinished game of {session.begun.game}. Name another journal, or leave that game "
            "unfinished with --new."
        )


def _first_lines(session: Session, hand: str | None, dice: str | None) -> Iterator[dict[str, Any]]:
    """Say what the options say, as far as it is not so already."""
    state = session.state.game.state()
    if hand is not None and hand != state["hand"]:
        yield {"do": "hand", "hand": hand}
    if dice is not None and dice != state["dice"]:
        yield {"do": "box_up", "name": dice}


def _rolls_so_far(session: Session) -> list[Roll]:
    """Give the rolls of the practice that is going on."""
    kept = list(read_rolls(session.journal.path, GAMES))
    last = kept[-1].session if kept else ""
    return [roll for roll in kept if roll.session == last]


def _people(
    table: OpenTable, throws: int | None, seed: int, display: Display, rolls: Callable[[], Sequence[Roll]]
) -> People:
    """Give who practises: people who type, or at the twin simulated ones who only throw."""
    if throws is None:
        say = speaker_of(display)
        return PracticePeople(typed_lines(), say, table.throw, isinstance(display, RedrawnTerminal), rolls=rolls)
    if table.throw is None or table.twin is None:
        raise ConfigError("--throws is for the simulated table; at a real one, throw the dice.")
    return SimulatedPeople(_Throwers(seed), table.throw, table.twin.truths, throws)


class _Throwers(StreetPlayers):
    """Simulated people who say nothing and throw."""

    def next_line(self, state: Any) -> dict[str, Any] | None:
        """Say nothing."""
        return None


class _Beginning:
    """People who first say some lines."""

    def __init__(self, people: People, lines: Sequence[dict[str, Any]]) -> None:
        self._people = people
        self._lines = list(lines)

    @property
    def gone(self) -> bool:
        """Whether they have left the table."""
        return self._people.gone

    def act(self, session: Session, results: tuple[Result, ...], now_ns: int) -> Iterator[Command]:
        """Say the lines, then what they say by themselves."""
        while self._lines:
            yield Command(now_ns, self._lines.pop(0), "shooter")
        yield from self._people.act(session, results, now_ns)


class PracticePeople(KeyboardPeople):
    """People at a keyboard who practise. `rolls` gives the log of this practice."""

    def __init__(self, *people: Any, rolls: Callable[[], Sequence[Roll]], **more: Any) -> None:
        super().__init__(*people, **more)
        self._rolls = rolls
        self._throws_due = 0
        self._flying = False
        self._told_at = 0

    def act(self, session: Session, results: tuple[Result, ...], now_ns: int) -> Iterator[Command]:
        """Say what was typed since; while `throw 20` goes on, throw again as soon as the last throw is decided."""
        if any(isinstance(result.event, Throw) for result in results):
            self._flying = False
            self._tell(session.state.game.state()["rolls"])
        yield from super().act(session, results, now_ns)
        if self._throws_due and not self._flying and session.expects_throw:
            self._throws_due -= 1
            self._flying = True
            self._order("throw", session)

    def _tell(self, rolls: int) -> None:
        """Say now and then what the rolls show about the dice."""
        if rolls % TOLD_EVERY == 0 and rolls != self._told_at:
            self._told_at = rolls
            self._say(evidence_of(self._rolls()))

    def _typed(self, text: str | None, session: Session, now_ns: int) -> Iterator[Command]:
        words = (text or "").split()
        first, rest = (words[0].lower(), " ".join(words[1:])) if words else ("", "")
        line = _line(first, rest)
        if line is not None:
            yield Command(now_ns, line, "shooter")
        elif first == "help":
            self._say(HELP)
        elif first == "figures":
            print_figures(Console(stderr=True), self._rolls())
        elif first == "throw" and rest.isdecimal():
            self._throws_due = int(rest[:6])
        else:
            yield from super()._typed(text, session, now_ns)


def _line(first: str, rest: str) -> dict[str, Any] | None:
    """Give the line that some words say; None where they say something else."""
    if first == "hand":
        return {"do": "hand", "hand": rest}
    if first == "shooter":
        return {"do": "shooter", "player": rest}
    if first == "finish" and not rest:
        return {"do": "finish"}
    if first == "dice" or (first == "box" and rest.lower().split()[:1] == ["up"]):
        return {"do": "box_up", "name": rest if first == "dice" else " ".join(rest.split()[1:])}
    return None

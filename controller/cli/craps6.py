"""`stickman craps6`: the terminal game of 1987, by its man page and its observed behaviour (games.md A.2)."""

import random
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from controller.errors import ConfigError
from controller.rules.craps6 import Craps6
from controller.rules.craps6_events import Event, Kind, trace, words
from controller.rules.dice import FACES, Pair


@click.command(short_help="Play craps(6), the terminal game of 1987.")
@click.option("--dice", "dice_file", type=click.Path(path_type=Path), help="Take the dice from a file of faces 1 to 6.")
@click.option("--table", help="Throw the dice at a table: a table.toml, or `twin`, the simulated table.")
@click.option("--trace", "tracing", is_flag=True, help="Print a token line an event instead of the game's texts.")
@click.option("--seed", type=click.IntRange(min=0), help="Of the dice, and of the simulated table.")
def craps6(dice_file: Path | None, table: str | None, tracing: bool, seed: int | None) -> None:
    """Play craps for dollars against the House: bet 100 with the roller, -100 against him. Ctrl-D ends the game."""
    if dice_file is not None and table is not None:
        raise click.UsageError("The dice come from --dice or from --table, not from both.")
    with ExitStack() as open_things:
        answers = Answers()
        roll = _dice(dice_file, table, seed, answers, open_things)
        _play(Craps6(roll), answers, tracing)


class Answers:
    """What the player types, line by line; at an end when the input is, or the dice to play with are."""

    def __init__(self) -> None:
        self.over: Callable[[], bool] = lambda: False
        self.ended = False

    def next(self) -> str | None:
        """Give the next line without its end; None at the end."""
        line = "" if self.over() else sys.stdin.readline()
        self.ended = not line
        return line.rstrip("\r\n") if line else None


def _play(game: Craps6, answers: Answers, tracing: bool) -> None:
    # A shell that runs this in the background may have switched the interrupt off; here it asks for the account.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for event in _events(game, answers):
            _say(event, tracing, after_prompt=answers.ended)
    except KeyboardInterrupt:
        _say(game.account(), tracing, after_prompt=True)


def _events(game: Craps6, answers: Answers) -> Iterator[Event]:
    """Run a game: each question is yielded, then answered by the player."""
    playing = game.play()
    event = next(playing, None)
    while event is not None:
        yield event
        try:
            event = playing.send(answers.next() if event.kind is Kind.ASK else None)
        except StopIteration:
            event = None


def _say(event: Event, tracing: bool, after_prompt: bool = False) -> None:
    if tracing:
        click.echo(trace(event))
    else:
        click.echo(("\n" if after_prompt else "") + words(event), nl=False)


def _dice(
    dice_file: Path | None, table: str | None, seed: int | None, answers: Answers, open_things: ExitStack
) -> Callable[[], Pair | None]:
    """Give what rolls the dice: a file, a table, or chance."""
    if dice_file is not None:
        faces = read_faces(dice_file)
        answers.over = lambda: not faces
        return lambda: (faces.pop(0), faces.pop(0)) if len(faces) > 1 else None
    if table is not None:
        from controller.cli.play import open_table
        from controller.cli.thrown_dice import ThrownDice

        opened = open_table(table, 1 if seed is None else seed, None)
        thrown = open_things.enter_context(ThrownDice(opened, lambda text: click.echo(text, err=True), answers.next))
        return lambda: _pair(thrown.roll())
    chance = random.Random(seed)
    return lambda: (chance.randint(1, 6), chance.randint(1, 6))


def _pair(values: tuple[int, ...] | None) -> Pair | None:
    return None if values is None else (values[0], values[1])


def read_faces(path: Path) -> list[int]:
    """Read die faces from a file, separated by white space. Raises ConfigError that names the first wrong one."""
    try:
        found = path.read_text(encoding="utf-8").split()
    except OSError as error:
        raise ConfigError(f"the dice file {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfigError(f"the dice file {path} is no text file. Write faces 1 to 6, separated by blanks.") from None
    for number, word in enumerate(found, start=1):
        if word not in map(str, FACES):
            raise ConfigError(f"the dice file {path} has {word[:20]!r} as die {number}; a die shows 1 to 6.")
    return [int(word) for word in found]

"""Options that several commands share."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

TABLE = click.option("--table", default="twin", show_default=True, help="A table.toml, or `twin`, the simulated table.")
GAME = click.option("--game", default="street", show_default=True, help="street, bank, casino, general or baccarat.")
PLAYERS = click.option("--players", default="Ann,Bob", show_default=True, help="Names, the first one shoots first.")
STACK = click.option("--stack", default="100", show_default=True, help="What each player begins with.")
JOURNAL = click.option("--journal", type=click.Path(path_type=Path), help="Where the game is kept; by table name.")
POLICY = click.option("--policy", help="How throws are ruled: street, casino, or one of the table file's own.")
FAMILY = click.option("--family", is_flag=True, help="Leave out the crude stick calls.")
BUSY = click.option("--busy", is_flag=True, help="Call the number only.")
SEED = click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Of the simulated table.")
PICTURES = click.option(
    "--pictures/--no-pictures", default=True, show_default=True, help="Keep pictures of each throw beside the journal."
)
SWAP = click.option(
    "--swap-after",
    default="natural,craps,seven_out",
    show_default=True,
    help="After which rounds the dice go to the other player; `standard` means seven_out.",
)


class Number(click.FloatRange):
    """A length, an angle or a time: within a range, and a number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Give the number; nan, which no range excludes, is refused."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number


LEAST_EDGE_PX = 18
"""Smaller dice are not read without a calibration (vision.photos.choose)."""

DIE_EDGE_PX = click.option("--die-edge-px", type=Number(LEAST_EDGE_PX, 5000), help="Edge of a top face in pixels.")

MOST_S = 3600.0


SET_UP = click.option(
    "--set-up", "more", metavar="JSON", help='More of the set-up line: \'{"settings": {"bar": 2}}\'; see docs/games.'
)


def table_options(command: F) -> F:
    """Give a command the options of whoever sits down at a table."""
    for option in (SEED, BUSY, FAMILY, POLICY, JOURNAL, SET_UP, SWAP, STACK, PLAYERS, GAME, TABLE):
        command = option(command)
    return command

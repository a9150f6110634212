"""`stickman simulate`: a histogram of rolls as the source's program prints it (SC-31), or whole games by strategy."""

from pathlib import Path
from typing import Any

import click

from controller.cli.progress import progress_bar
from controller.errors import ConfigError

MOST_ROLLS = 10**12
GAMES = ("casino", "street", "bank")


@click.command(short_help="Throw simulated dice: a histogram (SC-31), or whole games by strategy.")
@click.option("--rolls", type=click.IntRange(0, MOST_ROLLS), help="How many times two dice are thrown (at each table).")
@click.option("--seed", type=click.IntRange(min=0), help="The same seed gives the same numbers on any machine.")
@click.option("--dask", metavar="ADDRESS", help="Share the work among the workers of this Dask scheduler.")
@click.option("--game", type=click.Choice(GAMES), help="Play whole games of this kind instead of counting rolls.")
@click.option("--strategy", "strategies", multiple=True, help="A name, names joined by +, or a TOML file; one a seat.")
@click.option("--tables", type=click.IntRange(1, 10**8), default=10_000, show_default=True, help="How many evenings.")
@click.option("--bankroll", default="1000", show_default=True, help="What each player begins with.")
@click.option("--unit", default="10", show_default=True, help="The unit that strategies bet.")
@click.option("--players", type=click.IntRange(2, 20), default=4, show_default=True, help="At bank craps.")
@click.option("--settings", metavar="JSON", help="The casino's, as in the set-up line of `stickman referee casino`.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw the curves: .png, .svg or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a player, with the curve.")
@click.option("--list", "list_them", is_flag=True, help="List the strategies that have names.")
def simulate(
    rolls: int | None, seed: int | None, dask: str | None, game: str | None, list_them: bool, **games: Any
) -> None:
    """Throw two fair dice and print how often each total came: total, tab, count.

    With --game whole games are played at many tables at once, and it says what came of the bankrolls.
    """
    from controller.simulation.dice import new_entropy

    if list_them:
        from controller.cli.simulate_games import list_strategies

        list_strategies()
        return
    entropy = new_entropy() if seed is None else seed
    if game is not None:
        from controller.cli.simulate_games import Asked, play_games

        play_games(Asked(game, 1000 if rolls is None else rolls, entropy, dask, **games))
        return
    if rolls is None:
        raise click.UsageError("Missing option '--rolls'.")
    if games["strategies"]:
        raise ConfigError("--strategy needs a --game: casino, street or bank.")
    _print_histogram(rolls, entropy, dask)


def _print_histogram(rolls: int, entropy: int, dask: str | None) -> None:
    from controller.simulation.histogram import count_rolls

    with progress_bar("throwing", rolls) as progress:
        totals = count_rolls(rolls, entropy, dask=dask, progress=progress)
    for total, count in totals.items():
        click.echo(f"{total}\t{count}")

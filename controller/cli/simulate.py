"""`stickman simulate`: a histogram of simulated rolls, as the source's Monte-Carlo program prints it (SC-31)."""

import click

from controller.cli.progress import progress_bar

MOST_ROLLS = 10**12


@click.command(short_help="Print a histogram of simulated rolls (SC-31).")
@click.option("--rolls", type=click.IntRange(0, MOST_ROLLS), required=True, help="How many times two dice are thrown.")
@click.option("--seed", type=click.IntRange(min=0), help="The same seed gives the same numbers on any machine.")
@click.option("--dask", metavar="ADDRESS", help="Share the work among the workers of this Dask scheduler.")
def simulate(rolls: int, seed: int | None, dask: str | None) -> None:
    """Throw two fair dice and print how often each total came: total, tab, count."""
    from controller.simulation.dice import new_entropy
    from controller.simulation.histogram import count_rolls

    with progress_bar("throwing", rolls) as progress:
        totals = count_rolls(rolls, new_entropy() if seed is None else seed, dask=dask, progress=progress)
    for total, count in totals.items():
        click.echo(f"{total}\t{count}")

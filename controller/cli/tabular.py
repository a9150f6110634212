"""Tables on stdout: as wide as the terminal, and wide enough to be read where there is none."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

PIPED_WIDTH = 120


def new_table(title: str, words: Sequence[str], numbers: Sequence[str] = ()) -> Table:
    """Begin a table: columns of words to the left, columns of numbers to the right."""
    table = Table(title=title, title_justify="left", caption_justify="left")
    for heading in words:
        table.add_column(heading)
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table


def print_tables(tables: Iterable[Table]) -> None:
    """Print tables with a line between them."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=PIPED_WIDTH)
    for number, table in enumerate(tables):
        if number:
            console.print()
        console.print(table)

"""`stickman referee GAME`: one game over standard input and output, one JSON object a line (referee.md)."""

import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from controller.rules.games import find_game
from controller.rules.referee import MAX_LINE_BYTES, Referee


@click.command(short_help="Play one game over standard input and output.")
@click.argument("game")
def referee(game: str) -> None:
    """Play GAME by JSON lines on standard input; each line is answered by one line on standard output.

    Exit code 0 at the end of input, whatever the lines were; 2 for a GAME that does not exist.
    """
    table = Referee(find_game(game))
    for line in read_lines(sys.stdin.buffer):
        click.echo(table.answer(line))


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Give the lines of a stream without their ends; of an overlong one only its beginning, which is too long too."""
    while line := stream.readline(MAX_LINE_BYTES + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE_BYTES)
        yield line.rstrip(b"\r\n")

"""The command `stickman`: thin, and quick to start, since each subcommand is imported only when it is called."""

from controller.cli.entry import main

__all__ = ["main"]

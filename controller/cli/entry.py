"""The top of the command line: finds the subcommand, prints errors as sentences, sets the exit code."""

import importlib
import os
import sys
from importlib.metadata import version
from typing import Any

import click

from controller.errors import StickmanError

COMMANDS = {
    "advise": ("controller.cli.advise:advise", "Say what best play of General would be."),
    "calibrate": ("controller.cli.calibrate:calibrate", "Calibrate lens, board and background from pictures."),
    "craps6": ("controller.cli.craps6:craps6", "Play craps(6), the terminal game of 1987."),
    "demo": ("controller.cli.demo:demo", "Play an evening at the simulated table."),
    "doctor": ("controller.cli.doctor:doctor", "Look at a table's hardware and say what is wrong."),
    "evaluate": ("controller.cli.evaluate:evaluate", "Say how well dice are read in labelled pictures."),
    "odds": ("controller.cli.odds:odds", "Show the exact edge of every bet."),
    "panel": ("controller.cli.panel:panel", "Install, exercise or simulate the panel."),
    "play": ("controller.cli.play:play", "Run a table: real or simulated dice, one game, live display."),
    "practice": ("controller.cli.practice:practice", "Throw without bets, with live figures."),
    "read": ("controller.cli.read:read", "Read the dice in photos."),
    "record": ("controller.cli.record:record", "Record throws as files."),
    "referee": ("controller.cli.referee:referee", "Play one game over standard input and output."),
    "replay": ("controller.cli.replay:replay", "Run a recording through the whole pipeline."),
    "rolls": ("controller.cli.rolls:rolls", "See, export and import the log of every throw."),
    "simulate": ("controller.cli.simulate:simulate", "Print a histogram of simulated rolls (SC-31)."),
    "stats": ("controller.cli.stats:stats", "Say whether dice are fair, with pictures and a report."),
}


ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""The matrices here are small: threads of the linear algebra cost more than they give; the camera needs the cores."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and one line, and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"stickman {version('stickman')}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print it.")
@click.option("--debug", is_flag=True, help="Show a traceback when something goes wrong.")
@click.pass_context
def stickman(ctx: click.Context, debug: bool) -> None:
    """Run a physical dice table: read real dice, judge the throw, play the game, show the table."""
    ctx.obj = {"debug": debug}


def main(argv: list[str] | None = None) -> Any:
    """Run the command; errors become one sentence on stderr and a documented exit code."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    arguments = sys.argv[1:] if argv is None else argv
    try:
        code = stickman.main(arguments, prog_name="stickman", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except StickmanError as error:
        if "--debug" in arguments:
            raise
        click.echo(f"error: {error}", err=True)
        sys.exit(error.exit_code)
    sys.exit(code if isinstance(code, int) else 0)

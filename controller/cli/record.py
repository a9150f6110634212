"""`stickman record`: play, and keep each throw as files that `stickman replay` runs again."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from calibration.profile import BACKGROUND_NAME, profile_path
from controller.cli.options import table_options
from controller.cli.people import KeyboardPeople, SimulatedPeople
from controller.cli.play import open_table, thrower_for
from controller.cli.set_ups import set_up_for
from controller.cli.sitting import Display, default_journal, open_session, sit_down
from controller.cli.tables import OpenTable, typed_lines
from controller.displays.terminal import PlainTerminal
from controller.journal import Journal
from controller.rules.games import find_game
from controller.session.kept import named_in
from controller.session.session import Session
from controller.session.throw_recorder import ThrowRecorder
from controller.twin.files import write_table
from controller.twin.players import StreetPlayers


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@table_options
@click.option("--keep", is_flag=True, help="Keep only throws that a person corrected: the best test cases there are.")
@click.option("--throws", type=click.IntRange(1), help="At the twin: let simulated people throw so often, then end.")
def record(
    folder: Path, table: str, game: str, journal: Path | None, keep: bool, throws: int | None, **options: Any
) -> None:
    """Play at a table and keep each throw in FOLDER/throw-0001, -0002 ..., ready for `stickman replay`."""
    if find_game(game).dice_count == 0:
        raise click.UsageError(f"There are no throws to record at {game}.")
    if throws is not None and game != "street":
        raise click.UsageError("--throws lets simulated people play, and they know street craps only.")
    with ExitStack() as open_things:
        opened, files = _open(table, game, options, throws is not None, open_things)
        kept = open_things.enter_context(Journal.open(journal or default_journal(f"{opened.name}-recorded")))
        set_up = set_up_for(game, options["players"], options["stack"], options["swap_after"], options["more"])
        session = open_session(kept, opened, game, set_up, True, family=options["family"], busy=options["busy"])
        recorders: list[ThrowRecorder] = []
        make = partial(
            ThrowRecorder, folder, files, _beside(files),
            corrected_only=keep, patient=opened.clock_ns is None, about=partial(_about, opened, session),
        )  # fmt: skip
        _play(opened, session, throws, options["seed"], partial(_recorder, recorders, make))
    click.echo(f"{sum(len(recorder.kept) for recorder in recorders)} throws kept in {folder}.")


def _open(table: str, game: str, options: dict[str, Any], fast: bool, open_things: ExitStack) -> tuple[OpenTable, Path]:
    """Open a table and give its table file; the twin writes one for the occasion."""
    opened = open_table(table, options["seed"], options["policy"], not fast, game)
    if opened.twin is None:
        return opened, Path(table)
    return opened, write_table(opened.twin, Path(open_things.enter_context(tempfile.TemporaryDirectory())))


def _play(
    opened: OpenTable,
    session: Session,
    throws: int | None,
    seed: int,
    recorder: Callable[[Callable[[], bool]], ThrowRecorder],
) -> None:
    display: Display = PlainTerminal(Console(stderr=True))
    if throws is not None and opened.throw is not None and opened.twin is not None:
        people = SimulatedPeople(StreetPlayers(seed), opened.throw, opened.twin.truths, throws)
        sit_down(opened, session, display, people, recorder)
    else:
        throw = thrower_for(opened, session)
        typed = KeyboardPeople(typed_lines(), lambda text: click.echo(text, err=True), throw)
        sit_down(opened, session, display, typed, recorder)


def _recorder(
    made: list[ThrowRecorder], make: Callable[[Callable[[], bool]], ThrowRecorder], busy: Callable[[], bool]
) -> ThrowRecorder:
    """Make the recorder of a sitting, and note it."""
    made.append(make(busy))
    return made[-1]


def _beside(table: Path) -> list[Path]:
    """Give the calibration's files, which are copied beside each recording."""
    return [path for path in (profile_path(table), table.with_name(BACKGROUND_NAME)) if path.exists()]


def _about(opened: OpenTable, session: Session) -> dict[str, Any]:
    """Say what is played, how throws are ruled, and which dice are to be kept now."""
    kept = named_in(session)
    return {"game": session.begun.game, "policy": opened.policy.name, **({"kept": kept} if kept else {})}

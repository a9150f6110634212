"""`stickman replay`: run a recording through eye and judge, as fast as it goes."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from controller.cli.setup import load_setup
from controller.cli.tables import calibrated_walls, judge_table, policy_from, zones_from
from controller.config import load_table
from controller.errors import ConfigError
from controller.rules.games import find_game
from controller.rules.street import Street
from controller.session.kept import KeptDiceJudge, Named, judge_at
from controller.session.recording import Recording, open_recording
from controller.session.told import policy_for
from controller.throws.events import Command
from controller.throws.judge import Judge
from controller.throws.verdict import Throw, ThrownDie
from vision.frame import Frame
from vision.geometry import Setup
from vision.reader import TableReader
from vision.watch import Watch


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--policy", help="Rule by another policy: street, casino, or one of the table file's own.")
@click.option("--game", help="What was played, where the recording does not say: it tells the dice and the walls.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a throw.")
def replay(folder: Path, policy: str | None, game: str | None, as_json: bool) -> None:
    """Run the recording in FOLDER through eye and judge; print the verdict on each throw."""
    recording = open_recording(folder)
    if recording.warning:
        click.echo(f"warning: {recording.warning}", err=True)
    for throw in judged(recording, policy, game):
        click.echo(json.dumps(throw_json(throw)) if as_json else _sentence(throw))


def judged(recording: Recording, policy: str | None = None, game: str | None = None) -> Iterator[Throw]:
    """Give the throws of a recording in the order of its events; `policy`, `game`: other ones than it was played by."""
    named = list(recording.kept)
    setup, judge = seated(recording, policy, game, lambda: named)
    watch = Watch(setup, TableReader(setup).read)
    for event in recording.events(both_streams=True):
        if isinstance(event, Command):
            named[:] = _kept(event, named)
            continue
        seen = watch.see(event, judge.wants_reading) if isinstance(event, Frame) else (event,)
        for item in seen:
            yield from (outcome for outcome in judge.take(item) if isinstance(outcome, Throw))
    yield from (outcome for outcome in judge.end() if isinstance(outcome, Throw))


def seated(
    recording: Recording, policy: str | None = None, game: str | None = None, named: Named = tuple
) -> tuple[Setup, Judge | KeptDiceJudge]:
    """Give what the eye must know of a recording's table, and its judge; `named`: the dice to be kept at General.

    Raises ConfigError for a game at which nothing is thrown.
    """
    table = load_table(recording.table)
    game, policy = game or recording.game, policy or recording.policy
    dice = table.dice.count if game is None else _dice_of(game)
    setup = replace(load_setup(recording.table, table), dice_count=dice)
    played = game or Street.name
    ruling = policy_for(played, policy_from(table, policy))
    known = calibrated_walls(recording.table, judge_table(setup, zones_from(table, recording.zones)))
    return setup, judge_at(played, known, ruling, dice, named)


def _dice_of(game: str) -> int:
    dice = find_game(game).dice_count
    if dice == 0:
        raise ConfigError(
            f"No dice are thrown at {game}, so there is nothing to replay. Name the game that was played with --game."
        )
    return dice


def _kept(command: Command, before: Sequence[int]) -> Sequence[int]:
    """Give the dice that are to be kept after something was said."""
    faces = command.line.get("values")
    if command.line.get("do") != "keep" or not isinstance(faces, list):
        return before
    return [face for face in faces if isinstance(face, int)]


def throw_json(throw: Throw) -> dict[str, Any]:
    """Give a throw as the recording format has it (commands.md, Recordings)."""
    verdict = throw.verdict
    return {
        "start_ns": throw.start_ns,
        "rest_ns": throw.rest_ns,
        "values": None if throw.values is None else list(throw.values),
        "dice": [_die_json(die) for die in throw.dice],
        "verdict": {"counts": verdict.counts, "reasons": [r.value for r in verdict.reasons], "ask": verdict.ask},
    }


def _die_json(die: ThrownDie) -> dict[str, Any]:
    return {
        "value": die.value,
        "state": str(die.state),
        "tilt_deg": die.tilt_deg,
        "centre_mm": None if die.centre_mm is None else list(die.centre_mm),
        "walls": [{"wall": touch.wall.value, "zone": touch.zone, "t_ns": touch.t_ns} for touch in die.walls],
        "hit_wall": die.hit_wall,
    }


def _sentence(throw: Throw) -> str:
    at = f"{throw.start_ns / 1e9:8.2f} s  "
    faces = " ".join(str(die.value or "?") for die in throw.dice)
    ruling = {True: "counts", False: "void", None: "asked"}[throw.verdict.counts]
    why = f" ({', '.join(throw.verdict.reasons)})" if throw.verdict.reasons else ""
    return f"{at}{faces}  {ruling}{why}" + (f"  {throw.verdict.ask}" if throw.verdict.ask else "")

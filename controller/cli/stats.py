"""`stickman stats`: are the dice fair? From a table's own log or a file of rolls."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from calibration.profile import load_profile, profile_path
from controller.cli.rolls import JSON, TWIN, kept_journal, of_journal
from controller.config import load_table
from controller.errors import ConfigError
from controller.rolls.figures import study_figures
from controller.rolls.files import read_file
from controller.rolls.plots import save_pictures
from controller.rolls.report import write_report
from controller.rolls.study import BOARD_MM, Study, study_rolls
from controller.rolls.table import RollTable
from controller.rolls.words import headline, rounds_in_words, sevens_in_words, times
from controller.rules.games import GAMES
from controller.session.roll_keeper import read_table


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@of_journal
@click.option("--checked", nargs=2, type=click.IntRange(0), default=(0, 0), metavar="DICE WRONG",
              help="Dice read in a check of the eye, and how many of them it misread.")  # fmt: skip
@click.option("--named", type=click.IntRange(1, 6), metavar="FACE",
              help="A face that was named before the first roll: it is found sooner, any other later.")  # fmt: skip
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), help="Write an HTML report into this file.")
@click.option("--pictures", type=click.Path(path_type=Path, file_okay=False), help="Save SVG and PNG into this folder.")
@JSON
def stats(
    file: Path | None,
    checked: tuple[int, int],
    named: int | None,
    report: Path | None,
    pictures: Path | None,
    as_json: bool,
    **log: Any,
) -> None:
    """Say whether dice are fair, from FILE (CSV, JSON Lines, Parquet) or else the table's own log.

    One may look after every roll: fair dice are called unfair in one log of twenty at most.
    """
    if checked[1] > checked[0]:
        raise ConfigError("--checked takes the dice that were read, then the misread ones among them.")
    rolls = read_file(file) if file is not None else read_table(kept_journal(**log), GAMES)
    checked = checked if any(checked) else kept_check(log["table"])
    study = study_rolls(rolls, _board_mm(log["table"], rolls), checked, named)
    click.echo(json.dumps(study_figures(study), allow_nan=False) if as_json else "\n".join(_lines(study)))
    if report is not None:
        write_report(study, report)
        click.echo(f"The report is {report}.", err=True)
    if pictures is not None:
        saved = save_pictures(study, pictures)
        click.echo(f"{len(saved)} pictures are in {pictures}.", err=True)


def kept_check(table: str) -> tuple[int, int]:
    """Give how many dice `stickman calibrate check` read at a table, and how many wrongly; 0 where it was not run."""
    if table == TWIN:
        return 0, 0
    figures = load_profile(profile_path(Path(table))).raw.get("check", {}).get("figures", {})
    return int(figures.get("checked", 0)), int(figures.get("wrong", 0))


def _board_mm(table: str, rolls: RollTable) -> tuple[float, float]:
    """Give the board's length and width; only rolls that know where dice lay need them."""
    if table == TWIN or rolls.rest_mm is None:
        return BOARD_MM
    board = load_table(Path(table)).board
    return board.length_mm, board.width_mm


def _lines(study: Study) -> Iterator[str]:
    """Give the figures for people, the verdict first."""
    yield headline(study)
    if study.current is not None and study.current.fairness.rolls:
        evidence = study.current.fairness.evidence
        yield f"Evidence against the dice: {times(evidence.now)}; from {times(evidence.bound)} on, box up."
    if study.census.void:
        yield f"{study.census.void:,} of {study.census.rolls:,} throws do not count."
    if study.sevens.rolls:
        yield sevens_in_words(study.sevens)
    if study.rounds.mean is not None:
        yield rounds_in_words(study.rounds)
    yield from _standing_out(study)


def _standing_out(study: Study) -> Iterator[str]:
    """Name the groups that stand out; where the dice do so themselves, say what that means for groups."""
    found = [(kind, group) for kind, groups in study.groups.items() for group in groups if group.stands_out]
    for kind, group in found:
        yield f"{group.name} stands out among the {kind} (evidence {times(group.evidence)})."
    if found and any(one.fairness.evidence.crossed for one in study.sets):
        yield "Dice that are not fair show in every group: judge groups only after a box up."

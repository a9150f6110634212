"""What the steps of `stickman calibrate` share: their options, and how a result is saved and shown."""

import json
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click


def shared_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --table and --json."""
    command = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")(command)
    return click.option("--table", "table", required=True, type=click.Path(path_type=Path), help="The table file.")(
        command
    )


def finish(
    table: Path, section: str, parameters: dict[str, Any], inputs: tuple[Path, ...], report: Any, as_json: bool
) -> int:
    """Save what can be used, say what was found, and give the exit code."""
    from calibration.profile import profile_path, save_section
    from calibration.report import Verdict

    saved = report.verdict is not Verdict.BAD
    if saved:
        save_section(
            profile_path(table), section, {**parameters, **findings(report)}, list(inputs), version("stickman")
        )
    return say(report, saved, as_json)


def findings(report: Any) -> dict[str, Any]:
    """Give what a report adds to what is saved: its verdict and figures."""
    return {"verdict": str(report.verdict), "figures": without_none(report.figures)}


def say(report: Any, saved: bool, as_json: bool) -> int:
    """Print a report, and give the exit code."""
    if as_json:
        line = {"step": report.step, "verdict": report.verdict, "figures": report.figures, "next": list(report.advice)}
        click.echo(json.dumps({**line, "saved": saved}))
    else:
        _print(report.step, report.verdict, report.figures, report.advice)
    sys.stdout.flush()
    return 0 if saved else 1


def without_none(figures: dict[str, Any]) -> dict[str, Any]:
    """Leave out what was not measured, in nested parts too: TOML knows no null."""
    kept = {name: value for name, value in figures.items() if value is not None}
    return {name: without_none(value) if isinstance(value, dict) else value for name, value in kept.items()}


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    return "not seen" if value is None else str(value)


def _print(step: str, verdict: str, figures: dict[str, Any], advice: tuple[str, ...]) -> None:
    click.echo(f"{step}: {verdict}")
    for name, value in figures.items():
        if isinstance(value, dict):
            for part, number in value.items():
                click.echo(f"  {name} {part}: {_in_words(number)}")
        else:
            click.echo(f"  {name}: {_in_words(value)}")
    for sentence in advice:
        click.echo(sentence)

"""`stickman rolls`: the log of every throw: list, show, export, import, rebuild, check."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from controller.cli.roll_words import counted, details, line_of, preview_fields, preview_text
from controller.cli.sitting import PRACTICE_SUFFIX, default_journal
from controller.config import load_table
from controller.errors import ConfigError, JournalError, RollsError
from controller.rolls.columns import LEAST_DICE, joined, table_of
from controller.rolls.csv_in import read_csv
from controller.rolls.export import records, rolls_of, write_csv, write_jsonl
from controller.rolls.parquet_out import write_parquet
from controller.rolls.roll import Roll
from controller.rolls.table import RollTable
from controller.rules.games import GAMES
from controller.session.roll_imports import keep_import, sha256_of, verify_new
from controller.session.roll_keeper import read_parts, read_rolls, rebuild_log
from controller.session.roll_pictures import altered_files

TWIN = "twin"
STANDARD_OUTPUT = Path("-")
FORMS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
"""What an export becomes by its file's ending."""
F = TypeVar("F", bound=Callable[..., Any])
Parts = list[tuple[int, list[Roll] | RollTable]]
Writer = Callable[[Parts, IO[bytes]], None]

JOURNAL = click.option("--journal", type=click.Path(path_type=Path), help="The journal itself.")
TABLE = click.option("--table", default=TWIN, show_default=True, help="Whose journal: a table.toml, or `twin`.")
PRACTICE = click.option("--practice", is_flag=True, help="The table's journal of `stickman practice`.")
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def of_journal(command: F) -> F:
    """Give a command the options that name a journal."""
    for option in (PRACTICE, TABLE, JOURNAL):
        command = option(command)
    return command


def journal_path(journal: Path | None, table: str, practice: bool) -> Path:
    """Give the journal that is meant. Raises ConfigError for a table file that cannot be read."""
    if journal is not None:
        return journal
    name = TWIN if table == TWIN else load_table(Path(table)).table.name
    return default_journal(name + PRACTICE_SUFFIX if practice else name)


def kept_journal(journal: Path | None, table: str, practice: bool) -> Path:
    """Give the journal that is meant, which must be there. Raises ConfigError."""
    path = journal_path(journal, table, practice)
    if not path.exists():
        raise ConfigError(
            f"There is no journal {path}. `stickman play`, `stickman practice` and `stickman rolls import` begin one; "
            "--journal, --table and --practice say which is meant."
        )
    return path


@click.group()
def rolls() -> None:
    """See, export and import the log of every throw, void ones too."""


@rolls.command(name="list")
@of_journal
@click.option("--last", type=click.IntRange(1), help="Only so many, the newest.")
@JSON
def list_rolls(journal: Path | None, table: str, practice: bool, last: int | None, as_json: bool) -> None:
    """List the throws at a table, oldest first. Imported rolls are in `export`."""
    path = kept_journal(journal, table, practice)
    kept = read_rolls(path, GAMES)
    for roll in kept[-last:] if last else kept:
        click.echo(_json(roll) if as_json else line_of(roll))
    if not kept:
        click.echo(f"No throws at a table in {path}; `stickman rolls export` gives imported rolls too.", err=True)


@rolls.command()
@click.argument("entry", type=int)
@of_journal
@JSON
def show(entry: int, journal: Path | None, table: str, practice: bool, as_json: bool) -> None:
    """Show all that is known about throw ENTRY, the number that `list` shows first."""
    path = kept_journal(journal, table, practice)
    roll = next((roll for roll in read_rolls(path, GAMES) if roll.entry == entry), None)
    if roll is None:
        raise RollsError(f"no throw has number {entry} in journal {path}. `stickman rolls list` shows the numbers.")
    click.echo(_json(roll) if as_json else details(roll))


@rolls.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True), required=False)
@click.option("--csv", "form", flag_value="csv", help="The columns that `import` takes; the default.")
@click.option("--jsonl", "form", flag_value="jsonl", help="Everything, one JSON object a line.")
@click.option("--parquet", "form", flag_value="parquet", help="Everything, for data frames; needs pyarrow.")
@of_journal
def export(file: Path | None, form: str | None, journal: Path | None, table: str, practice: bool) -> None:
    """Write all rolls, imported ones too, into FILE or to standard output.

    Without an option the ending of FILE (.jsonl, .parquet) says what it becomes.
    """
    file = None if file == STANDARD_OUTPUT else file
    form = form or FORMS.get(file.suffix if file else "", "csv")
    if form == "parquet" and file is None and sys.stdout.isatty():
        raise ConfigError("Parquet is no text. Name a file: stickman rolls export --parquet rolls.parquet")
    parts = list(read_parts(kept_journal(journal, table, practice), GAMES))
    if file is None:
        WRITERS[form](parts, sys.stdout.buffer)
        return
    try:
        with file.open("wb") as out:
            WRITERS[form](parts, out)
    except OSError as error:
        raise JournalError(f"{file} cannot be written: {error.strerror or error}.") from None


@rolls.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@of_journal
@click.option("--preview", is_flag=True, help="Only show what the file holds; change nothing.")
@JSON
def import_rolls(file: Path, journal: Path | None, table: str, practice: bool, preview: bool, as_json: bool) -> None:
    """Take the rolls of the CSV file FILE into the log; only the column d1 must be there.

    The file is kept beside the journal. One with a wrong line changes nothing, and each wrong line is named.
    """
    path = journal_path(journal, table, practice)
    sha256 = sha256_of(file)
    verify_new(path, sha256)
    found = read_csv(file)
    if as_json and found.problems:
        for problem in found.problems:
            click.echo(json.dumps({"ok": False, "line": problem.line, "error": problem.what}))
    found.checked()
    if not as_json:
        click.echo(preview_text(found))
    entry = None if preview else keep_import(path, found, sha256)
    if as_json:
        click.echo(json.dumps({"ok": True, "entry": entry, "sha256": sha256, **preview_fields(found)}))
    elif entry is not None:
        click.echo(f"Taken into the log of {path} as entry {entry}.")


@rolls.command()
@of_journal
@JSON
def rebuild(journal: Path | None, table: str, practice: bool, as_json: bool) -> None:
    """Derive the log anew from the journal and the imported files, and say what it holds."""
    path = kept_journal(journal, table, practice)
    thrown = rebuild_log(path, GAMES)
    imports = [part for entry, part in read_parts(path, GAMES) if entry]
    fields = {"rolls": thrown, "imports": len(imports), "imported_rolls": sum(map(len, imports))}
    click.echo(json.dumps(fields) if as_json else _held(**fields))


@rolls.command()
@of_journal
@JSON
def check(journal: Path | None, table: str, practice: bool, as_json: bool) -> int:
    """Check the files beside the journal against their checksums; exit 1 where one was altered."""
    path = kept_journal(journal, table, practice)
    altered = altered_files(path, read_rolls(path, GAMES))
    for name, what in altered:
        click.echo(json.dumps({"file": name, "error": what}) if as_json else f"{name}: {what}")
    if not altered:
        click.echo("All files are as they were kept.", err=True)
    return 1 if altered else 0


def _held(rolls: int, imports: int, imported_rolls: int) -> str:
    """Say what a log holds."""
    thrown = f"The log holds {counted(rolls, 'throw')}"
    taken = f", and {counted(imported_rolls, 'roll')} of {counted(imports, 'import')}" if imports else ""
    return f"{thrown}{taken}."


def _json(roll: Roll) -> str:
    return json.dumps(next(records([roll], max(LEAST_DICE, len(roll.dice)))))


def _write_csv(parts: Parts, out: IO[bytes]) -> None:
    text = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    write_csv(joined([part if isinstance(part, RollTable) else table_of(part) for _, part in parts]), text)
    text.detach()


def _write_jsonl(parts: Parts, out: IO[bytes]) -> None:
    write_jsonl(_all(parts), out, _dice(parts))


def _write_parquet(parts: Parts, out: IO[bytes]) -> None:
    write_parquet(parts, out, _dice(parts))


WRITERS: dict[str, Writer] = {"csv": _write_csv, "jsonl": _write_jsonl, "parquet": _write_parquet}


def _all(parts: Parts) -> Iterator[Roll]:
    """Give all rolls one by one, in the journal's order."""
    for entry, part in parts:
        yield from rolls_of(part, entry) if isinstance(part, RollTable) else part


def _dice(parts: Parts) -> int:
    """Give how many dice the columns must have room for."""
    widths = (
        part.dice if isinstance(part, RollTable) else max((len(r.dice) for r in part), default=0) for _, part in parts
    )
    return max([LEAST_DICE, *widths])

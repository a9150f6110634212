"""`stickman rolls`: list, show, export, import with preview and named errors, rebuild, check."""

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.cli.house import house_of
from controller.errors import JournalError
from controller.journal import Journal
from controller.rolls.csv_in import read_csv
from controller.rolls.pictures import Shot
from controller.rules.games import GAMES
from controller.session.records import Begun, Pictured
from controller.session.roll_imports import folder_of, keep_import, sha256_of
from controller.session.roll_keeper import read_table
from controller.session.roll_pictures import picture_folder
from controller.session.session import Session
from controller.throws.events import Command
from controller.throws.policy import STREET
from controller.throws.verdict import Reason, Throw, ThrownDie, Verdict

FILE = "session,time,shooter,d1,d2,counts\nclub,2026-01-01T20:00:00Z,Cy,6,1,1\nclub,,Dee,2,2,0\n"


def throw(t_ns: int, *values: int, counts: bool = True) -> Throw:
    dice = tuple(ThrownDie(value, "flat", hit_wall=counts) for value in values)
    return Throw(t_ns, t_ns + 9, dice, Verdict(counts, () if counts else (Reason.NO_WALL,)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with three throws: one of them void, one corrected."""
    path = tmp_path / "night.sqlite"
    with Journal.open(path, wall_clock=lambda: "2026-11-21T20:15:00.000Z") as journal:
        begun = Begun(game="practice", set_up={"players": ["Ann"]}, policy="street", table="home")
        session = Session.begin(journal, house_of(STREET), begun)
        session.take_throw(throw(1000, 3, 4))
        session.take_throw(throw(2000, 5, 5, counts=False))
        session.take_throw(throw(3000, 6, 2))
        session.command(Command(4000, {"command": "correct", "values": [6, 3]}))
    return path


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(["rolls", *map(str, arguments)])
    sys.stdout.flush()
    out, err = capsysbinary.readouterr()
    return int(done.value.code or 0), out.decode(), err.decode()


def test_list_and_show_say_what_became_of_each_throw(path: Path, capsysbinary: Any) -> None:
    code, out, _ = run(capsysbinary, "list", "--journal", path)
    lines = out.splitlines()
    assert (code, len(lines)) == (0, 3)
    assert "void  no_wall" in lines[1] and "corrected" in lines[2]
    code, out, _ = run(capsysbinary, "show", 4, "--journal", path)
    assert "3 (read as 2)" in out and "before: 6 2, counted" in out
    code, _, err = run(capsysbinary, "show", 99, "--journal", path)
    assert code == 2 and "no throw has number 99" in err
    code, out, _ = run(capsysbinary, "list", "--last", 1, "--json", "--journal", path)
    (record,) = map(json.loads, out.splitlines())
    assert (record["d1"], record["d2"], record["counts"], record["standing"]) == (6, 3, 1, "counted")


def test_export_as_csv_goes_to_standard_output_with_the_columns_of_an_import(path: Path, capsysbinary: Any) -> None:
    code, out, err = run(capsysbinary, "export", "--csv", "--journal", path)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "session,time,shooter,d1,d2,counts",
        "home-1,2026-11-21T20:15:00Z,Ann,3,4,1",
        "home-1,2026-11-21T20:15:00Z,Ann,5,5,0",
        "home-1,2026-11-21T20:15:00Z,Ann,6,3,1",
    ]


def test_json_lines_and_parquet_hold_the_same_records(path: Path, tmp_path: Path, capsysbinary: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    written = tmp_path / "more.csv"
    written.write_text(FILE)
    run(capsysbinary, "import", written, "--journal", path)
    _, out, _ = run(capsysbinary, "export", "--jsonl", "--journal", path)
    lines = [json.loads(line) for line in out.splitlines()]
    target = tmp_path / "rolls.parquet"
    assert run(capsysbinary, "export", "--parquet", target, "--journal", path)[0] == 0
    table = parquet.read_table(target)
    rows = table.to_pylist()
    assert [str(table.schema.field(name).type) for name in ("time", "d1", "counts")] == [
        "timestamp[ms, tz=UTC]",
        "int8",
        "int8",
    ]
    assert [len(lines), len(rows)] == [5, 5]
    for line, row in zip(lines, rows, strict=True):
        assert list(line) == list(row)
        moment = row.pop("time")
        told = line.pop("time")
        assert (None if not told else datetime.fromisoformat(told)) == moment
        assert line == row
    assert [line["by"] for line in lines] == ["judge"] * 3 + ["import"] * 2


def test_an_export_becomes_what_its_files_ending_says(path: Path, tmp_path: Path, capsysbinary: Any) -> None:
    _, csv, _ = run(capsysbinary, "export", "--journal", path)
    _, lines, _ = run(capsysbinary, "export", "--jsonl", "-", "--journal", path)
    for name, ending in (("csv", csv), ("jsonl", lines)):
        target = tmp_path / f"rolls.{name}"
        assert run(capsysbinary, "export", target, "--journal", path)[0] == 0
        assert target.read_text() == ending
    assert run(capsysbinary, "export", "--csv", tmp_path / "odd.jsonl", "--journal", path)[0] == 0
    assert (tmp_path / "odd.jsonl").read_text() == csv
    assert not Path("-").exists()


def test_a_log_of_imports_alone_says_where_they_are(tmp_path: Path, capsysbinary: Any) -> None:
    written, path = tmp_path / "club.csv", tmp_path / "new.sqlite"
    written.write_text(FILE)
    run(capsysbinary, "import", written, "--journal", path)
    code, out, err = run(capsysbinary, "list", "--journal", path)
    assert (code, out) == (0, "") and "`stickman rolls export` gives imported rolls too" in err
    _, out, _ = run(capsysbinary, "rebuild", "--journal", path)
    assert out == "The log holds 0 throws, and 2 rolls of 1 import.\n"


def test_parquet_without_pyarrow_is_refused_in_a_sentence(
    path: Path, tmp_path: Path, capsysbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = run(capsysbinary, "export", "--parquet", tmp_path / "x.parquet", "--journal", path)
    assert code == 2 and "pip install 'stickman[stats]'" in err


def test_an_import_is_one_entry_with_the_file_beside_the_journal(path: Path, tmp_path: Path, capsysbinary: Any) -> None:
    written = tmp_path / "club.csv"
    written.write_text(FILE)
    code, out, _ = run(capsysbinary, "import", written, "--preview", "--journal", path)
    assert code == 0 and "2 rolls of 2 dice; 1 count, 1 are void" in out
    assert not folder_of(path).exists()
    assert run(capsysbinary, "import", written, "--journal", path)[0] == 0
    with Journal.open(path, read_only=True) as journal:
        (entry,) = (entry for entry in journal.entries() if entry.kind == "import")
    assert entry.body["sha256"] == sha256_of(written)
    assert (folder_of(path) / entry.body["file"]).read_text() == FILE
    code, out, _ = run(capsysbinary, "export", "--csv", "--journal", path)
    assert out.splitlines()[-2:] == FILE.splitlines()[1:]
    assert goes_on_from(path)


def goes_on_from(path: Path) -> bool:
    with Journal.open(path) as journal:
        return Session.resume(journal, house_of(STREET)).state.game.state()["rolls"] == 2


def test_the_same_file_twice_is_refused_in_a_sentence(path: Path, tmp_path: Path, capsysbinary: Any) -> None:
    for name in ("club.csv", "again.csv"):
        (tmp_path / name).write_text(FILE)
    assert run(capsysbinary, "import", tmp_path / "club.csv", "--journal", path)[0] == 0
    before = path.read_bytes()
    code, _, err = run(capsysbinary, "import", tmp_path / "again.csv", "--journal", path)
    assert code == 2 and "imported before, as club.csv on 2026-" in err
    assert path.read_bytes() == before


def test_a_damaged_file_names_its_lines_and_changes_nothing(path: Path, tmp_path: Path, capsysbinary: Any) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text(FILE + "club,soon,Cy,1,2,1\nclub,,Cy,9,2,1\n")
    before = path.read_bytes()
    code, out, err = run(capsysbinary, "import", bad, "--journal", path)
    assert (code, out) == (2, "")
    assert "line 4: time is 'soon'" in err and "line 5: d1 is '9'" in err
    code, out, _ = run(capsysbinary, "import", bad, "--json", "--journal", path)
    assert [json.loads(line)["line"] for line in out.splitlines()] == [4, 5]
    assert path.read_bytes() == before
    assert not folder_of(path).exists()
    assert run(capsysbinary, "import", bad, "--journal", tmp_path / "new.sqlite")[0] == 2
    assert not (tmp_path / "new.sqlite").exists()


def test_while_a_table_plays_an_import_waits_and_the_log_can_be_read(
    path: Path, tmp_path: Path, capsysbinary: Any
) -> None:
    written = tmp_path / "club.csv"
    written.write_text(FILE)
    with Journal.open(path):
        code, _, err = run(capsysbinary, "import", written, "--journal", path)
        assert code == 4 and "being written by another program" in err
        assert not (folder_of(path) / "imports").exists()
        assert run(capsysbinary, "list", "--journal", path)[0] == 0


def test_a_new_journal_may_begin_with_an_import(tmp_path: Path, capsysbinary: Any) -> None:
    written, path = tmp_path / "club.csv", tmp_path / "new.sqlite"
    written.write_text(FILE)
    code, out, _ = run(capsysbinary, "import", written, "--json", "--journal", path)
    assert code == 0 and json.loads(out)["entry"] == 1
    code, out, _ = run(capsysbinary, "export", "--journal", path)
    assert out == FILE
    with Journal.open(path) as journal, pytest.raises(JournalError, match="no game has begun"):
        Session.resume(journal, house_of(STREET))
    with Journal.open(path) as journal:
        begun = Begun(game="practice", set_up={"players": ["Ann"]}, policy="street")
        assert Session.open(journal, house_of(STREET), begun).take_throw(throw(1, 3, 4)).ruling == "natural"
    assert read_table(path, GAMES).faces.tolist() == [[6, 1], [2, 2], [3, 4]]


def test_rebuild_has_both_and_says_what_is_missing(path: Path, tmp_path: Path, capsysbinary: Any) -> None:
    written = tmp_path / "club.csv"
    written.write_text(FILE)
    run(capsysbinary, "import", written, "--journal", path)
    code, out, _ = run(capsysbinary, "rebuild", "--json", "--journal", path)
    assert (code, json.loads(out)) == (0, {"rolls": 3, "imports": 1, "imported_rolls": 2})
    (kept,) = (folder_of(path) / "imports").iterdir()
    kept.write_text(FILE.replace("6,1", "6,2"))
    code, out, _ = run(capsysbinary, "check", "--journal", path)
    assert code == 1 and "not the file that was imported from club.csv" in out
    code, _, err = run(capsysbinary, "rebuild", "--journal", path)
    assert code == 4 and "is not the file that was imported from club.csv" in err
    kept.unlink()
    code, _, err = run(capsysbinary, "rebuild", "--journal", path)
    assert code == 4 and "holds the 2 rolls imported from club.csv" in err


def test_a_file_that_changed_while_it_was_read_is_not_kept(path: Path, tmp_path: Path) -> None:
    written = tmp_path / "club.csv"
    written.write_text(FILE)
    found, sha256 = read_csv(written), sha256_of(written)
    written.write_text(FILE + "x,,,1,1,1\n")
    with pytest.raises(ValueError, match="changed while it was read"):
        keep_import(path, found, sha256)
    assert not list((folder_of(path) / "imports").iterdir())


def test_check_finds_an_altered_picture_and_forgives_a_deleted_one(path: Path, capsysbinary: Any) -> None:
    pictures = picture_folder(path).keep(2, [Shot(b"one"), Shot(b"two", 1)])
    with Journal.open(path) as journal:
        Session.resume(journal, house_of(STREET)).note("pictures", Pictured(of=2, pictures=pictures), 9)
    assert run(capsysbinary, "check", "--journal", path)[0] == 0
    folder = folder_of(path) / "pictures"
    (folder / pictures[0].file).unlink()
    assert run(capsysbinary, "check", "--journal", path)[0] == 0
    (folder / pictures[1].file).write_bytes(b"other")
    code, out, _ = run(capsysbinary, "check", "--json", "--journal", path)
    assert (code, json.loads(out)["file"]) == (1, f"pictures/{pictures[1].file}")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("list", "--journal", "none.sqlite"), 2, "There is no journal none.sqlite"),
        (("export", "--table", "none.toml"), 2, "does not exist"),
        (("import", "none.csv", "--journal", "x.sqlite"), 2, "none.csv cannot be read"),
        (("export", "/dev/full"), 4, "No space left"),
    ],
)
def test_wrong_use_is_one_sentence_with_its_code(
    path: Path, capsysbinary: Any, arguments: tuple[str, ...], code: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    given = arguments if "--journal" in arguments or "--table" in arguments else (*arguments, "--journal", path)
    got, _, err = run(capsysbinary, *given)
    assert got == code and says in err

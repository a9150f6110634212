"""`stickman stats`: a file or the table's log, words or JSON, a report and pictures."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from controller.cli import main


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["stats", *arguments])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


@pytest.fixture
def rolls(tmp_path: Path) -> Path:
    random = np.random.default_rng(1)
    lines = [f"{k // 50},Ann,{one},{two},1" for k, (one, two) in enumerate(random.integers(1, 7, (612, 2)).tolist())]
    path = tmp_path / "rolls.csv"
    path.write_text("session,shooter,d1,d2,counts\n" + "\n".join([*lines, "13,Ann,6,6,0"]) + "\n")
    return path


def test_words_for_people(rolls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, str(rolls))
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "612 rolls: nothing unusual; a bias under 6 points would not show yet."
    assert "1 of 613 throws do not count." in lines
    assert "fair dice 1 in 6" in out


def test_one_json_object(rolls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, str(rolls), "--json")
    found: dict[str, Any] = json.loads(out)
    assert code == 0
    assert out.count("\n") == 1
    assert (found["rolls"], found["log"]["void"], found["box_up"]) == (612, 1, False)
    assert [die["die"] for die in found["dice_sets"][0]["faces"]] == ["d1", "d2"]
    assert sum(found["dice_sets"][0]["faces"][0]["counts"]) == 612
    assert found["dice_sets"][0]["evidence"]["bound"] == pytest.approx(20)


def test_a_face_that_was_named_beforehand(rolls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, str(rolls), "--named", "6")
    assert out.splitlines()[0] == (
        "612 rolls: nothing unusual; an excess of the 6 under 4 points would not show yet. "
        "The 6 was named before the first roll."
    )
    _, out, _ = call(capsys, str(rolls), "--named", "6", "--json")
    named = json.loads(out)
    _, out, _ = call(capsys, str(rolls), "--json")
    whichever = json.loads(out)
    assert (named["named"], whichever["named"]) == (6, None)
    assert named["dice_sets"][0]["smallest_bias"] < whichever["dice_sets"][0]["smallest_bias"]
    assert call(capsys, str(rolls), "--named", "7")[0] == 2


def test_report_and_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = tmp_path / "short.csv"
    short.write_text("d1\n3\n5\n")
    code, out, err = call(
        capsys, str(short), "--report", str(tmp_path / "out.html"), "--pictures", str(tmp_path / "pictures")
    )
    assert code == 0
    assert "out.html" in err
    assert "out.html" not in out
    assert (tmp_path / "out.html").read_text().startswith("<!doctype html>")
    assert (tmp_path / "pictures" / "faces-dark.svg").exists()


def test_loaded_dice_are_boxed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sixes.csv"
    path.write_text("d1\n" + "6\n" * 40)
    _, out, _ = call(capsys, str(path))
    assert out.startswith("40 rolls: die d1 shows 6 too often (100.0 % instead of 16.7 %). Box up: take other dice.")


@pytest.mark.parametrize(
    ("name", "text", "code", "message"),
    [
        ("none.csv", None, 2, "cannot be read"),
        ("bad.csv", "d1,d2\n1,2\n3,9\n", 2, "line 3"),
        ("bad.jsonl", '{"d1": "six"}\n', 2, "line 1"),
    ],
)
def test_a_bad_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str | None, code: int, message: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    found, _, err = call(capsys, str(tmp_path / name))
    assert found == code
    assert message in err


def test_a_shooter_beside_loaded_dice_comes_with_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sixes.csv"
    path.write_text("shooter,d1\n" + "Ann,6\n" * 40)
    _, out, _ = call(capsys, str(path))
    assert "Ann stands out among the shooters" in out
    assert "Dice that are not fair show in every group" in out


def test_one_of_a_thing_is_written_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "seven.csv"
    path.write_text("d1,d2\n3,4\n")
    _, out, _ = call(capsys, str(path))
    assert "1 seven in 1 roll" in out
    assert "1 round of 1.00 rolls" in out


def test_more_wrong_than_checked_is_refused(rolls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, str(rolls), "--checked", "3", "4")
    assert code == 2
    assert "--checked" in err


def test_no_journal_is_an_error_and_an_imported_log_is_read(
    rolls: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "club.sqlite"
    code, _, err = call(capsys, "--journal", str(journal))
    assert code == 2
    assert "stickman practice" in err
    with pytest.raises(SystemExit):
        main(["rolls", "import", str(rolls), "--journal", str(journal)])
    capsys.readouterr()
    code, out, _ = call(capsys, "--journal", str(journal), "--json")
    assert code == 0
    assert json.loads(out)["rolls"] == 612

"""`stickman calibrate print`: three files, and what the table file lacks."""

import json
from pathlib import Path

import pytest

from controller.cli import main
from controller.config import load_table


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(["calibrate", "print", *(str(a) for a in arguments)])
    out = capsys.readouterr()
    return int(done.value.code or 0), out.out, out.err


def test_three_files_are_written_and_missing_markers_are_spelled_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text("[board]\nlength_mm = 800\nwidth_mm = 400\n")
    code, out, _ = run(capsys, "--table", table, "--paper", "letter", "--out", tmp_path / "sheets", "--json")
    answer = json.loads(out)
    assert code == 0 and answer["charuco"] == "11x8,15,11,DICT_5X5_100"
    assert [Path(name).name for name in answer["files"]] == ["charuco.pdf", "markers.pdf", "places.pdf"]
    assert all(Path(name).read_bytes().startswith(b"%PDF") for name in answer["files"])
    table.write_text(table.read_text() + answer["add"])
    corners = load_table(table).board.markers
    assert corners is not None and sorted(corners.corners_mm) == ["0", "1", "2", "3"]
    assert corners.corners_mm["2"][0] == (724.0, 376.0, 0.0)


def test_a_table_with_markers_is_told_nothing_to_add(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.toml"
    table.write_text(
        '[board.markers]\ndictionary = "DICT_4X4_50"\ncorners_mm = { 0 = [[24,64,0],[64,64,0],[64,24,0],[24,24,0]] }\n'
    )
    code, out, _ = run(capsys, "--table", table, "--out", tmp_path)
    assert code == 0 and "100 mm" in out
    assert "[board.markers]" not in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--charuco", "11x8,40,30,DICT_5X5_100"], "does not fit on A4"),
        (["--edge-mm", "40"], "up to 25 mm"),
        (["--charuco", "14x9,12,9,DICT_4X4_50"], "markers 0 to 49"),
    ],
)
def test_what_cannot_be_printed_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    code, out, err = run(capsys, *arguments, "--out", tmp_path)
    assert (code, out) == (2, "") and says in err and err.startswith("error: ")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("")
    code, _, err = run(capsys, "--out", tmp_path / "taken")
    assert code == 2 and "taken" in err and "--out" in err

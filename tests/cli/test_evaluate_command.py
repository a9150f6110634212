"""`stickman evaluate`: labelled pictures in; tables, JSON lines and a picture out."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.cli import main
from controller.cli.evaluate_picture import COLOURS, save_picture
from vision.accuracy.labels import Labelled, TrueDie
from vision.accuracy.scoring import Grade, compare
from vision.accuracy.tally import Tally, tallies
from vision.reading import DieReading, DieState, TableReading


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "felt.png"), np.full((240, 320, 3), (60, 110, 40), np.uint8))
    path = tmp_path / "labels.jsonl"
    path.write_text('{"image": "felt.png", "values": []}\n')
    return path


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["evaluate", *arguments])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def add(labels: Path, row: dict[str, object]) -> None:
    labels.write_text(labels.read_text() + json.dumps(row) + "\n")


def test_a_line_for_programs_holds_every_figure(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add(labels, {"image": "felt.png", "values": [3], "model": "ghost"})
    code, out, _ = call(capsys, str(labels), "--json")
    first, ghost, both = (json.loads(line) for line in out.splitlines())
    assert code == 0
    assert (first["model"], ghost["model"], both["model"]) == ("all dice", "ghost", "all dice")
    assert both["pictures"] == {"right": 1, "asked": 0, "wrong": 1}
    assert both["dice"] == ghost["dice"] == {"right": 0, "asked": 0, "wrong": 1}
    assert ghost["confusion"]["3"]["nothing"] == 1
    assert ghost["wrong"] == [{"image": str(labels.with_name("felt.png")), "true": [3], "read": []}]
    assert both["median_ms"] >= 0 and both["reliability"] == [] and both["rejects"] == {}


def test_tables_are_for_people(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, str(labels))
    assert code == 0
    assert "What was read" in out and "1, all" in out


def test_pictures_that_cannot_be_read_are_named_and_the_others_count(
    labels: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(labels, {"image": "missing.png", "values": [3]})
    code, out, _ = call(capsys, str(labels), "--json")
    found = json.loads(out)
    assert code == 2
    assert found["pictures"]["right"] == 1
    assert "missing.png does not exist" in found["failed"][0]


def test_wrong_use_is_said(labels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, str(labels), "--picture", str(tmp_path / "a.gif"))
    assert code == 2 and "PNG or SVG" in err
    code, _, err = call(capsys, str(labels), "--picture", str(tmp_path / "no" / "a.png"))
    assert code == 2 and "cannot be written" in err
    code, _, err = call(capsys, str(tmp_path / "none.jsonl"))
    assert code == 2 and "cannot be read as labels" in err


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_picture_shows_every_model(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"figures.{kind}"
    save_picture(sums(), path)
    if kind == "png":
        picture = cv2.imread(str(path))
        assert picture is not None and picture.shape[1] > 1200
        for grade in Grade:
            bgr = [int(COLOURS[grade][k : k + 2], 16) for k in (5, 3, 1)]
            assert (np.abs(picture.astype(int) - bgr).max(axis=2) < 12).any(), grade
    else:
        assert path.read_text().startswith("<?xml")


def test_a_picture_of_nothing_can_be_drawn(tmp_path: Path) -> None:
    save_picture([Tally()], tmp_path / "empty.png")
    assert (tmp_path / "empty.png").stat().st_size > 0


def sums() -> list[Tally]:
    reasons = ("the circle at (3, 4) may be a pip of another die",)
    return list(
        tallies(
            compare(
                Labelled(Path("a.jpg"), (TrueDie(value),), model),
                TableReading((DieReading(read, DieState.FLAT, (3.0, 4.0), confidence=0.97),), not asked, asked),
            )
            for model in ("red", "ivory")
            for value, read, asked in ((1, 1, ()), (2, 2, ()), (3, 4, ()), (5, 5, reasons))
        )
    )

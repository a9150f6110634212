"""`stickman read`: one answer an image, whatever the image is."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.cli import main, options
from controller.twin.files import write_table
from controller.twin.twin import Twin
from vision.drawing.overlay import ASK
from vision.photos import choose


@pytest.fixture
def felt(tmp_path: Path) -> Path:
    path = tmp_path / "felt.png"
    cv2.imwrite(str(path), np.full((240, 320, 3), (60, 110, 40), np.uint8))
    return path


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["read", *arguments])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def test_no_dice_is_an_answer(felt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--json", str(felt))
    answer = json.loads(out)
    assert code == 0
    assert answer.pop("ms") >= 0
    assert answer == {"image": str(felt), "ok": True, "values": [], "dice": [], "reasons": []}


def test_bad_files_are_named_and_the_others_read(
    felt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    half = tmp_path / "half.jpg"
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    half.write_bytes(cv2.imencode(".jpg", noise)[1].tobytes()[:9000])
    code, out, _ = call(capsys, "--json", str(tmp_path / "missing.jpg"), str(text), str(half), str(felt))
    missing, no_picture, truncated, good = (json.loads(line) for line in out.splitlines())
    assert code == 2
    assert "does not exist" in missing["error"]
    assert "not a picture" in no_picture["error"]
    assert "truncated" in truncated["error"]
    assert not any(answer["ok"] for answer in (missing, no_picture, truncated))
    assert good["ok"] is True


def test_words_for_people(felt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, str(felt))
    assert code == 0
    assert out.startswith(f"{felt}: no dice")


def test_overlay_is_drawn_in_the_pictures_size(felt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    overlay = tmp_path / "seen.png"
    code, _, _ = call(capsys, str(felt), "--overlay", str(overlay))
    assert code == 0
    drawn = cv2.imread(str(overlay))
    assert drawn is not None
    assert drawn.shape == (240, 320, 3)


def test_overlay_takes_one_image(felt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, str(felt), str(felt), "--overlay", str(tmp_path / "seen.png"))
    assert code == 2
    assert "one image" in err


@pytest.mark.parametrize(("place", "expected"), [("no/seen.png", 2), ("/dev/full", 4)])
def test_the_answer_comes_before_an_overlay_that_cannot_be_written(
    felt: Path, capsys: pytest.CaptureFixture[str], place: str, expected: int
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this machine has no /dev/full")
    code, out, err = call(capsys, "--json", str(felt), "--overlay", str(felt.parent / place))
    assert json.loads(out)["ok"] is True
    assert code == expected and "cannot be written" in err and err.count("\n") == 1


def test_an_overlay_over_the_photo_itself_is_refused(felt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = felt.read_bytes()
    link = felt.with_name("link.png")
    link.symlink_to(felt)
    for overlay in (felt, link):
        code, out, err = call(capsys, str(felt), "--overlay", str(overlay))
        assert (code, out) == (2, "") and "replace the photo" in err
    assert felt.read_bytes() == before


def test_a_missing_table_file_is_a_sentence(felt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, str(felt), "--table", str(tmp_path / "none.toml"))
    assert code == 2
    assert "does not exist" in err


def test_a_table_without_calibration_names_the_next_step(
    felt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text('[table]\nname = "new"\n')
    code, _, err = call(capsys, str(felt), "--table", str(table))
    assert code == 2
    assert "stickman calibrate" in err


CALIBRATED = """
[camera]
width = 320
height = 240
k = [[300.0, 0.0, 160.0], [0.0, 300.0, 120.0], [0.0, 0.0, 1.0]]
[board]
r = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]
t = [-450.0, 225.0, 1000.0]
[background]
image = "background.png"
"""


def test_an_empty_board_of_another_size_than_the_lens_names_its_step(
    felt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text("[[dice.model]]\nedge_mm = 19.05\n")
    (tmp_path / "calibration.toml").write_text(CALIBRATED)
    cv2.imwrite(str(tmp_path / "background.png"), np.full((480, 640, 3), 90, np.uint8))
    code, out, err = call(capsys, "--json", str(felt), "--table", str(table))
    assert (code, out) == (2, "")
    assert "640x480" in err and "320x240" in err and "stickman calibrate empty" in err


def test_an_edge_that_is_too_small_to_be_read_is_refused(felt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "--json", "--die-edge-px", "17", str(felt))
    assert (code, out) == (2, "")
    assert "18" in err
    assert options.LEAST_EDGE_PX == choose.LEAST_EDGE_PX


def test_an_overlay_on_a_calibrated_table_rings_what_is_no_die(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twin = Twin(seed=3)
    picture = twin.empty_pictures(1)[0]
    cv2.fillPoly(picture, [np.array([[600, 330], [660, 340], [620, 380]])], (200, 30, 200))
    seen, drawn = tmp_path / "seen.png", tmp_path / "drawn.png"
    cv2.imwrite(str(seen), picture)
    _, out, _ = call(capsys, "--json", "--table", str(write_table(twin, tmp_path)), "--overlay", str(drawn), str(seen))
    assert "Something at" in "".join(json.loads(out)["reasons"])
    ring = np.abs(cv2.imread(str(drawn)).astype(int)[320:400, 580:680] - ASK).max(axis=2) < 25
    assert ring.sum() > 40

"""`stickman calibrate dice` on pictures of the simulated table."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
import tomli_w

pytest.importorskip("mujoco", reason="the pictures come from the simulated table")

from controller.cli import main
from controller.cli.setup import load_setup
from controller.twin.files import write_table
from controller.twin.scenes import Rest
from controller.twin.settings import RED_CASINO, TwinSettings
from controller.twin.twin import Twin

pytestmark = pytest.mark.twin


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with two pictures of four dice each."""
    path = tmp_path_factory.mktemp("dice")
    twin = Twin(replace(TwinSettings(), dice=(RED_CASINO,) * 4, chips=0), seed=3)
    write_table(twin, path)
    for number in range(2):
        cv2.imwrite(str(path / f"dice_{number}.png"), twin.scene(kind=Rest.FLAT)[0])
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(["calibrate", "dice", *(str(a) for a in arguments)])
    out = capsys.readouterr()
    return int(done.value.code or 0), out.out, out.err


def test_dice_are_learned_and_used_by_the_reader(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = sorted(folder.glob("dice_*.png"))
    code, out, _ = run(capsys, *pictures, "--table", folder / "table.toml", "--json")
    report = json.loads(out)
    assert code == 0 and report["saved"] and report["verdict"] in ("good", "usable")
    assert report["figures"]["dice_read"] >= 6
    (model,) = load_setup(folder / "table.toml").dice
    assert model.pip_radius_mm == report["figures"]["pip_radius_mm"] == pytest.approx(2.05, rel=0.04)
    assert model.pip_spacing_mm == pytest.approx(4.75, rel=0.01)


def test_pictures_of_equal_names_in_two_folders_are_both_learned_from(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures = sorted(folder.glob("dice_*.png"))
    apart = [folder / f"day_{number}" / "dice.png" for number in range(len(pictures))]
    for picture, copy in zip(pictures, apart, strict=True):
        copy.parent.mkdir()
        copy.write_bytes(picture.read_bytes())
    reports = [json.loads(run(capsys, *chosen, "--table", folder / "table.toml", "--json")[1])
               for chosen in (pictures, apart)]  # fmt: skip
    assert reports[0]["figures"] == reports[1]["figures"]
    (entry,) = tomllib.loads((folder / "calibration.toml").read_text())["dice"]["model"]
    assert set(entry["provenance"]["inputs_sha256"]) == {str(path) for path in apart}


def test_names_that_the_table_file_does_not_know_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = folder / "table.toml"
    code, out, err = run(capsys, folder / "dice_0.png", "--model", "green", "--table", table)
    assert (code, out) == (2, "") and "no dice 'green'" in err and "red casino" in err


def test_several_kinds_want_a_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = tomllib.loads((folder / "table.toml").read_text())
    known["dice"]["model"].append({"name": "white", "edge_mm": 16.0})
    (folder / "two.toml").write_text(tomli_w.dumps(known))
    code, _, err = run(capsys, folder / "dice_0.png", "--table", folder / "two.toml")
    assert code == 2 and "--model: red casino, white" in err


def test_pictures_of_another_size_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = folder / "small.png"
    cv2.imwrite(str(small), cv2.resize(cv2.imread(str(folder / "dice_0.png")), (640, 360)))
    code, _, err = run(capsys, small, "--table", folder / "table.toml")
    assert code == 2 and "640x360" in err and "1280x720" in err

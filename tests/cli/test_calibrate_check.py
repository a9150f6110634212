"""`stickman calibrate check` on the simulated table: dice on the printed sheet, and dice on the felt."""

import json
import sys
from pathlib import Path

import cv2
import pytest

pytest.importorskip("mujoco", reason="the pictures come from the simulated table")

sys.path.insert(0, str(Path(__file__).parents[1] / "calibration"))

from sheet_scene import SheetScene

from calibration.profile import load_profile, save_section
from controller.cli import main
from controller.cli.stats import kept_check
from controller.twin.files import write_table
from controller.twin.scenes import Rest
from controller.twin.twin import Twin

pytestmark = pytest.mark.twin


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with a sheet lying on it, empty and with dice, and dice on its felt."""
    path = tmp_path_factory.mktemp("check")
    twin = Twin(seed=3)
    write_table(twin, path)
    scene = SheetScene(twin, page=2, middle_mm=(560.0, 220.0), turn_deg=-6.0)
    cv2.imwrite(str(path / "sheet.png"), scene.picture({}))
    cv2.imwrite(str(path / "laid.png"), scene.picture())
    cv2.imwrite(str(path / "mistaken.png"), scene.picture({"A": 3, "B": 5}))
    image, truth = twin.scene(kind=Rest.FLAT)
    cv2.imwrite(str(path / "felt.png"), image)
    dice = [f"{d.centre_mm[0]:.1f},{d.centre_mm[1]:.1f}={d.value}" for d in truth.dice]
    (path / "felt.json").write_text(json.dumps(dice))
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(["calibrate", "check", *(str(a) for a in arguments)])
    out = capsys.readouterr()
    return int(done.value.code or 0), out.out, out.err


def test_dice_on_the_sheet_are_read_at_their_places(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = folder / "table.toml"
    code, out, _ = run(capsys, folder / "laid.png", "--empty", folder / "sheet.png", "--table", table, "--json")
    figures = json.loads(out)["figures"]
    assert code == 0
    assert (figures["dice"], figures["wrong"], figures["missed"], figures["strange"]) == (6, 0, 0, 0)
    assert figures["right"] + figures["asked"] == 6 and figures["right"] >= 5
    assert figures["error_mm_worst"] < 0.6 and abs(figures["sheet_scale_percent"]) < 0.2
    kept = load_profile(folder / "calibration.toml").raw["check"]
    assert kept["figures"]["checked"] == figures["checked"]
    assert sorted(kept["provenance"]["inputs_sha256"]) == ["laid.png", "sheet.png"]


def test_a_die_with_another_face_up_fails_the_check_and_is_kept(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [folder / "mistaken.png", "--empty", folder / "sheet.png", "--laid", 2]
    code, out, _ = run(capsys, *arguments, "--table", folder / "table.toml", "--json")
    report = json.loads(out)
    assert code == 1 and report["verdict"] == "bad" and report["figures"]["wrong"] == 1
    assert report["figures"]["place"]["B"]["wrong"] == 1
    assert load_profile(folder / "calibration.toml").raw["check"]["figures"]["wrong"] == 1


def test_dice_on_the_felt_are_checked_at_measured_places(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = [word for place in json.loads((folder / "felt.json").read_text()) for word in ("--at", place)]
    code, out, _ = run(capsys, folder / "felt.png", *places, "--table", folder / "table.toml")
    assert code == 0 and "right: 2" in out and "face 1: laid" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["laid.png"], "either --empty"),
        (["laid.png", "--at", "300,200=9"], "a die shows 1 to 6"),
        (["laid.png", "--at", "300=2"], "is no place"),
        (["felt.png", "--empty", "sheet.png"], "no whole sheet"),
    ],
)
def test_wrong_use_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    words = [str(folder / word) if word.endswith(".png") else word for word in arguments]
    code, out, err = run(capsys, *words, "--table", folder / "table.toml")
    assert (code, out) == (2, "") and says in err


def test_what_the_check_found_bounds_the_misreadings_that_statistics_allow_for(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text((folder / "table.toml").read_text())
    assert kept_check(str(table)) == (0, 0) == kept_check("twin")
    save_section(tmp_path / "calibration.toml", "check", {"figures": {"checked": 216, "wrong": 1}}, [], "1")
    assert kept_check(str(table)) == (216, 1)

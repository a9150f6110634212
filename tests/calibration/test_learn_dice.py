"""Dice learned from pictures of the twin, whose dice are known, and kept for the reader."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="the pictures come from the simulated table")

from calibration.dice import Picture, learn_dice
from calibration.die_outline import Outline
from calibration.die_sides import one_of, turn_said
from calibration.profile import load_profile, profile_path, save_die_model
from calibration.report import Verdict
from controller.cli.setup import load_setup
from controller.errors import CalibrationError
from controller.twin.files import write_table
from controller.twin.scenes import Rest
from controller.twin.settings import BLACK, BLUE_CASINO, IVORY, RED_CASINO, DieStyle, TwinSettings
from controller.twin.truth import DieTruth
from controller.twin.twin import Twin
from vision.geometry import FACES, DieModel

pytestmark = pytest.mark.twin


def turn_of(die: DieTruth) -> float:
    r = np.array(die.rotation).reshape(3, 3)
    level = r[:2, np.argmin(np.abs(r[2]))]
    return float(np.arctan2(level[1], level[0]))


def shown(twin: Twin, number: int) -> Picture:
    """Take a picture of dice lying apart, read without a fault."""
    image, truth = twin.scene(kind=Rest.FLAT)
    return Picture(f"{number}.jpg", image, tuple((*d.centre_mm[:2], turn_of(d), d.value) for d in truth.dice))


@pytest.fixture(scope="module")
def twin() -> Twin:
    return Twin(replace(TwinSettings(), dice=(RED_CASINO,) * 4, chips=0), seed=3)


@pytest.fixture(scope="module")
def pictures(twin: Twin) -> list[Picture]:
    return [shown(twin, number) for number in range(3)]


def test_edge_pips_and_colours_are_those_of_the_twin(twin: Twin, pictures: list[Picture]) -> None:
    learned, report = learn_dice(pictures, twin.setup, DieModel(19.05, "red casino"))
    assert report.verdict is not Verdict.BAD
    assert report.figures["edge_seen_mm"] == pytest.approx(19.05, rel=0.03)
    assert learned.pip_radius_mm == pytest.approx(RED_CASINO.pip_radius_mm, rel=0.04)
    assert learned.pip_spacing_mm == pytest.approx(RED_CASINO.pip_spacing_mm, rel=0.01)
    assert learned.body_bgr is not None and learned.pip_bgr is not None
    assert learned.body_bgr[2] > 2 * learned.body_bgr[0] and min(learned.pip_bgr) > 200
    # 20 pixels an edge do not show a radius of 0.4 mm.
    assert learned.corner_radius_mm is None
    assert sum(report.figures["of_value"].values()) == report.figures["dice_read"] >= 8


def test_edges_that_bend_away_from_the_light_do_not_widen_the_pips_spacing() -> None:
    rounded = Twin(replace(TwinSettings(), dice=(IVORY,) * 4, chips=0), seed=5)
    pictures = [shown(rounded, number) for number in range(3)]
    learned, _ = learn_dice(pictures, rounded.setup, DieModel(IVORY.edge_mm, IVORY.name))
    assert learned.pip_spacing_mm == pytest.approx(IVORY.pip_spacing_mm, rel=0.005)


@cache
def seen_aslant(style: DieStyle, tilt_deg: float = 30.0) -> tuple[Twin, list[Picture]]:
    """A table whose camera sees two sides of most dice, with five pictures of these."""
    settings = replace(TwinSettings(), dice=(style,) * 4, chips=0)
    table = Twin(replace(settings, view=replace(settings.view, tilt_deg=tilt_deg), main_size=(2560, 1440)), seed=7)
    return table, [shown(table, number) for number in range(5)]


@pytest.mark.parametrize("style", [RED_CASINO, BLUE_CASINO])
def test_which_way_1_2_and_3_run_is_learned_and_kept(style: DieStyle, tmp_path: Path) -> None:
    (twin, pictures), model = seen_aslant(style), DieModel(style.edge_mm, style.name)
    learned, report = learn_dice(pictures[:3], twin.setup, model)
    assert learned.right_handed is report.figures["right_handed"] is not style.left_handed
    path = tmp_path / "calibration.toml"
    save_die_model(path, learned, {}, [], "0")
    assert load_profile(path).completed(model).right_handed is not style.left_handed


@pytest.mark.parametrize("style", [RED_CASINO, BLUE_CASINO])
def test_how_the_pips_of_2_3_and_6_are_turned_is_learned_and_kept(style: DieStyle, tmp_path: Path) -> None:
    """Left-handed dice have 3 and 4 changed over: the 2 then runs to another corner."""
    (twin, pictures), model = seen_aslant(style), DieModel(style.edge_mm, style.name)
    learned, report = learn_dice(pictures, twin.setup, model)
    path = tmp_path / "calibration.toml"
    save_die_model(path, learned, {}, [], "0")
    kept = load_profile(path).completed(model)
    so = not style.left_handed
    assert (kept.two_at_corner, kept.three_at_corner, kept.six_beside_two) == (so, True, True)
    assert report.figures["six_beside_two"] is True


def test_all_that_is_learned_of_narrow_sides_drawn_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """No side tells it alone."""
    for each in ("agreed", "turn_said"):
        monkeypatch.setattr(f"calibration.die_sides.{each}", lambda _: 0)
    twin, pictures = seen_aslant(BLUE_CASINO, tilt_deg=8.0)
    learned, _ = learn_dice(pictures, twin.setup, DieModel(BLUE_CASINO.edge_mm, BLUE_CASINO.name))
    assert [getattr(learned, name) for name in FACES] == [False, False, True, True]


@pytest.mark.parametrize(("one", "other", "both"), [(1, 0, 1), (0, -1, -1), (1, 1, 1), (1, -1, 0), (0, 0, 0)])
def test_sides_looked_at_alone_and_drawn_together_must_not_contradict(one: int, other: int, both: int) -> None:
    assert one_of(one, other) == both


@pytest.mark.parametrize(
    ("leads", "turned"),
    [
        ([0.4, 0.3, 0.5], 1),
        ([-0.4, -0.3, -0.5, 0.02], -1),
        ([0.4, 0.3], 0),
        ([0.4, 0.3, 0.5, -0.4], 0),
    ],
)
def test_a_turn_is_learned_from_three_faces_that_agree(leads: list[float], turned: int) -> None:
    assert turn_said(leads) == turned


def test_dice_that_are_seen_and_not_read_are_named_by_their_places(twin: Twin, pictures: list[Picture]) -> None:
    *others, (x, y, _, _) = pictures[0].read
    _, report = learn_dice(pictures, twin.setup, DieModel(19.05, "red casino"))
    assert report.figures["dice_not_read_mm"] == []
    hidden = [replace(pictures[0], read=tuple(others)), *pictures[1:]]
    _, report = learn_dice(hidden, twin.setup, DieModel(19.05, "red casino"))
    assert report.verdict is Verdict.USABLE
    (place,) = report.figures["dice_not_read_mm"]
    assert place == pytest.approx([x, y], abs=2)
    assert any(f"the die at {place[0]}, {place[1]} mm" in advice and "lamp" in advice for advice in report.advice)


def test_another_edge_in_the_table_file_is_bad(twin: Twin, pictures: list[Picture]) -> None:
    _, report = learn_dice(pictures, twin.setup, DieModel(16.0, "red casino"))
    assert report.verdict is Verdict.BAD
    assert any("the table file says 16" in advice for advice in report.advice)


def test_too_few_dice_are_bad(twin: Twin, pictures: list[Picture]) -> None:
    few = [replace(pictures[0], read=pictures[0].read[:2])]
    _, report = learn_dice(few, twin.setup, DieModel(19.05))
    assert report.verdict is Verdict.BAD
    assert any("3 are needed" in advice for advice in report.advice)


def test_an_empty_board_and_a_missing_background_say_what_to_do(twin: Twin, pictures: list[Picture]) -> None:
    with pytest.raises(CalibrationError, match="calibrate empty"):
        learn_dice(pictures, replace(twin.setup, background=None), DieModel(19.05))
    empty = [Picture("empty.jpg", twin.empty_pictures(1)[0], ())]
    with pytest.raises(CalibrationError, match=r"No single flat die of about 19\.05 mm"):
        learn_dice(empty, twin.setup, DieModel(19.05))


@pytest.fixture(scope="module")
def in_the_dark() -> tuple[Twin, list[Picture]]:
    """Take pictures of black dice on dark felt."""
    table = replace(TwinSettings(), dice=(BLACK,) * 4, chips=0)
    dim = Twin(replace(table, look=replace(table.look, felt_bgr=(52, 46, 40), brightness=0.6)), seed=5)
    return dim, [shown(dim, number) for number in range(3)]


def test_of_dice_that_cannot_be_told_from_the_felt_pips_and_colours_are_learned_all_the_same(
    in_the_dark: tuple[Twin, list[Picture]],
) -> None:
    twin, pictures = in_the_dark
    learned, report = learn_dice(pictures, twin.setup, DieModel(BLACK.edge_mm, "black"))
    assert report.verdict is Verdict.USABLE
    assert any("told from the felt" in advice and "16 mm" in advice for advice in report.advice)
    assert report.figures["edge_seen_mm"] is None and learned.corner_radius_mm is None
    assert learned.pip_spacing_mm == pytest.approx(BLACK.pip_spacing_mm, rel=0.01)
    assert learned.body_bgr is not None and learned.pip_bgr is not None
    assert max(learned.body_bgr) < 40 and min(learned.pip_bgr) > 120


@pytest.mark.parametrize("edge_mm", [13.0, 19.05])
def test_their_pips_tell_where_the_table_files_edge_is_far_off(
    in_the_dark: tuple[Twin, list[Picture]], edge_mm: float
) -> None:
    twin, pictures = in_the_dark
    _, report = learn_dice(pictures, twin.setup, DieModel(edge_mm, "black"))
    assert report.verdict is Verdict.BAD
    assert any("about 16 mm" in advice for advice in report.advice)


def test_bright_dice_whose_outlines_are_not_seen_are_refused(twin: Twin, pictures: list[Picture]) -> None:
    _, report = learn_dice(pictures, twin.setup, DieModel(12.0, "red casino"))
    assert report.verdict is Verdict.BAD and report.figures["edge_seen_mm"] is None
    assert any("check edge_mm" in advice for advice in report.advice)


def test_pips_of_dice_without_an_outline_are_learned_beside_one_that_shows_its_own(
    in_the_dark: tuple[Twin, list[Picture]], monkeypatch: pytest.MonkeyPatch
) -> None:
    twin, pictures = in_the_dark
    x, y, turn, _ = pictures[0].read[0]
    shadow = Outline(x, y, turn, edge_mm=14.0, corner_radius_mm=4.0, iou=0.9, edge_px=20.0)
    monkeypatch.setattr("calibration.dice.find_outlines", lambda image, *_: [shadow] * (image is pictures[0].image))
    learned, report = learn_dice(pictures, twin.setup, DieModel(BLACK.edge_mm, "black"))
    assert report.verdict is Verdict.USABLE and report.figures["edge_seen_mm"] is None
    assert report.figures["dice_read"] >= 8 and learned.corner_radius_mm is None
    assert learned.pip_spacing_mm == pytest.approx(BLACK.pip_spacing_mm, rel=0.01)


def test_learned_dice_are_kept_by_name_and_fill_what_the_table_file_leaves_open(twin: Twin, tmp_path: Path) -> None:
    table = write_table(twin, tmp_path)
    path = profile_path(table)
    red = DieModel(19.05, "red casino", None, 2.05, 4.75, (40.0, 26.0, 190.0), (250.0, 250.0, 250.0), 4.75, 4.6)
    white = DieModel(16.0, "white", pip_radius_mm=1.6)
    save_die_model(path, red, {"verdict": "good"}, [table], "1")
    save_die_model(path, white, {"verdict": "usable"}, [table], "1")
    save_die_model(path, replace(white, pip_radius_mm=1.7), {"verdict": "good"}, [table], "1")
    assert load_profile(path).dice == (red, replace(white, pip_radius_mm=1.7))
    assert load_setup(table).dice == (red,)
    entry = load_profile(path).raw["dice"]["model"][0]
    assert entry["provenance"]["inputs_sha256"]["table.toml"] and entry["verdict"] == "good"


def test_what_the_table_file_says_stays_and_other_dice_of_that_name_are_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "calibration.toml"
    save_die_model(path, DieModel(19.05, "die", pip_radius_mm=2.0, pip_spacing_mm=4.7), {}, [], "1")
    profile = load_profile(path)
    own = DieModel(19.05, "die", pip_radius_mm=2.2)
    assert profile.completed(own) == replace(own, pip_spacing_mm=4.7)
    smaller = DieModel(16.0, "die")
    assert profile.completed(smaller) == smaller

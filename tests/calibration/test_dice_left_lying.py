"""Dice in the picture of a board that should be empty would never be seen again: they are said, prints are allowed."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "vision"))
from drawn_dice import put

from calibration.light import measure_empty
from calibration.report import Report, Verdict
from vision.geometry import Board, Camera, Lens, Pose

BOARD = Board(900, 450, 115)
OVERHEAD = Camera(
    Lens(1280, 720, np.array([[950.0, 0, 640], [0, 950, 360], [0, 0, 1]])),
    Pose(np.diag([1.0, -1.0, -1.0]), np.array([-450.0, 225.0, 800.0])),
)


def measured(*dice: tuple[int, tuple[float, float]], camera: Camera | None = OVERHEAD) -> Report:
    felt = np.clip(np.random.default_rng(2).normal((70, 100, 40), 2, (720, 1280, 3)), 0, 255).astype(np.uint8)
    for value, place in dice:
        put(felt, value, place, edge=26, turn_deg=20)
    return measure_empty([felt, felt], camera, BOARD)[1]


def test_an_empty_board_has_nothing_like_dice() -> None:
    report = measured()
    assert (report.verdict, report.figures["like_dice"]) == (Verdict.GOOD, 0)


@pytest.mark.parametrize("camera", [OVERHEAD, None])
def test_dice_left_on_the_board_are_said_and_where(camera: Camera | None) -> None:
    report = measured((5, (500, 300)), (4, (800, 420)), camera=camera)
    assert (report.verdict, report.figures["like_dice"]) == (Verdict.USABLE, 2)
    said = next(advice for advice in report.advice if "2 dice lie" in advice)
    assert "5 at (500, 300)" in said and "4 at (800, 420)" in said and "take everything off" in said


def test_dice_outside_of_the_walls_and_single_dots_are_no_matter() -> None:
    assert measured((5, (500, 30)), (1, (640, 360))).figures["like_dice"] == 0


@pytest.mark.twin
def test_dice_printed_on_a_layout_may_stay() -> None:
    pytest.importorskip("mujoco", reason="the layout is the simulated table's")
    from dataclasses import replace

    from controller.twin.settings import TwinSettings
    from controller.twin.twin import Twin

    plain = TwinSettings()
    for printed in (False, True):
        twin = Twin(replace(plain, look=replace(plain.look, printed_dice=printed)), seed=2)
        board = twin.settings.board
        _, report = measure_empty(twin.empty_pictures(2), twin.setup.camera, board)
        assert bool(report.figures["like_dice"]) is printed
        assert report.verdict is not Verdict.BAD

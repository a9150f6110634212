"""The check: dice at known places, on the felt or on a printed sheet, against what was read."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.check import Expected, Shot, check_dice, locate_sheet
from calibration.places import MARKER_MM, PLACES, marker_middles
from calibration.report import Verdict
from controller.errors import CalibrationError
from controller.twin.lens import camera_of
from controller.twin.settings import TwinSettings
from vision.geometry import Camera
from vision.reading import DieReading, DieState, TableReading

FACES = (1, 2, 3, 4, 5, 6)
PLACED = tuple(Expected(f"{n}", 100.0 + 100.0 * n, 200.0, face) for n, face in enumerate(FACES))


def die(expected: Expected, value: int | None = None, off: tuple[float, float] = (0.2, 0.1)) -> DieReading:
    place = (expected.x_mm + off[0], expected.y_mm + off[1])
    return DieReading(value or expected.face, DieState.FLAT, (0.0, 0.0), place)


def shot(*dice: DieReading, reasons: tuple[str, ...] = (), laid: int = 6) -> Shot:
    return Shot("a.jpg", PLACED, laid, TableReading(tuple(dice), not reasons, reasons))


def test_all_right_is_good_once_there_are_enough() -> None:
    report = check_dice([shot(*(die(e) for e in PLACED))] * 6)
    assert report.verdict is Verdict.GOOD
    assert (report.figures["checked"], report.figures["wrong"], report.figures["missed"]) == (36, 0, 0)
    assert report.figures["error_mm_median"] == 0.22 and report.figures["offset_mm"] == [0.2, 0.1]
    assert report.figures["face"]["4"] == {"laid": 6, "right": 6, "asked": 0, "wrong": 0, "error_mm": 0.22}
    # Of 36 sure readings without an error up to 8 percent may still be wrong (95 percent confidence).
    assert report.figures["wrong_at_most_percent"] == pytest.approx(100 * (1 - 0.05 ** (1 / 36)), abs=0.01)
    few = check_dice([shot(*(die(e) for e in PLACED))])
    assert few.verdict is Verdict.USABLE


def test_a_wrong_value_is_bad_and_counted_at_its_face_and_place() -> None:
    report = check_dice([shot(*(die(e, 5 if e.face == 6 else None) for e in PLACED))])
    assert report.verdict is Verdict.BAD
    assert report.figures["face"]["6"]["wrong"] == 1 and report.figures["place"]["5"]["wrong"] == 1
    assert report.figures["wrong"] == 1 and report.figures["checked"] == 6


def test_a_flat_die_called_cocked_is_wrong() -> None:
    first, *others = (die(e) for e in PLACED)
    report = check_dice([shot(replace(first, state=DieState.COCKED), *others)])
    assert report.figures["face"]["1"]["wrong"] == 1


def test_a_question_about_one_die_is_no_question_about_the_others() -> None:
    dice = [die(e) for e in PLACED]
    report = check_dice([shot(*dice, reasons=("The die at 300, 200 mm could be a 3 or a 2; look again.",))])
    assert report.figures["asked"] == 1 and report.figures["face"]["3"]["asked"] == 1
    everything = check_dice([shot(*dice, reasons=("A hand is in the picture and may hide dice; take it away.",))])
    assert everything.figures["asked"] == 6


def test_dice_that_were_not_seen_and_dice_from_nowhere_are_bad() -> None:
    report = check_dice([shot(*(die(e) for e in PLACED[:4]), laid=5)])
    assert report.verdict is Verdict.BAD and report.figures["missed"] == 1
    ghost = DieReading(3, DieState.FLAT, (0.0, 0.0), (800.0, 50.0))
    report = check_dice([shot(*(die(e) for e in PLACED), ghost)])
    assert report.verdict is Verdict.BAD and report.figures["strange"] == 1


def test_dice_seen_far_off_point_to_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    report = check_dice([shot(*(die(e, off=(4.0, 0.0)) for e in PLACED))])
    assert report.verdict is Verdict.BAD
    assert any("calibrate board" in advice for advice in report.advice)


def seen_markers(camera: Camera, page: int, middle: tuple[float, float], turn_deg: float, scale: float = 1.0):  # type: ignore[no-untyped-def]
    cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    spin = np.array([[cos, sin], [-sin, cos]])
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], float) * MARKER_MM / 2
    found = {}
    for number, place in marker_middles(page).items():
        flat = scale * (np.array(place) + square) @ spin + middle
        found[number] = camera.project(np.column_stack([flat, np.zeros(4)]))
    return found, spin


def test_a_sheet_is_found_wherever_it_lies() -> None:
    camera = camera_of(TwinSettings())
    markers, spin = seen_markers(camera, 4, (520.0, 210.0), 17.0)
    sheet = locate_sheet(markers, camera, "a.jpg")
    assert sheet.page == 4 and sheet.residual_mm < 0.01 and abs(sheet.scale_percent) < 0.01
    for place, expected in zip(PLACES, sheet.expected, strict=True):
        assert np.allclose([expected.x_mm, expected.y_mm], np.array([place.x_mm, place.y_mm]) @ spin + (520, 210))
    assert [expected.face for expected in sheet.expected] == [5, 6, 1, 2, 3, 4]
    again = locate_sheet(seen_markers(camera, 4, (525.0, 210.0), 17.0)[0], camera, "b.jpg")
    assert again.moved(sheet) and not sheet.moved(sheet)


def test_a_sheet_printed_too_small_shows_in_its_scale() -> None:
    camera = camera_of(TwinSettings())
    sheet = locate_sheet(seen_markers(camera, 0, (450.0, 220.0), 0.0, scale=0.97)[0], camera, "a.jpg")
    assert sheet.scale_percent == pytest.approx(-3.0, abs=0.05)
    report = check_dice([shot(*(die(e) for e in PLACED))], [sheet])
    assert any("-3.0 %" in advice for advice in report.advice)


def test_a_sheet_of_which_a_marker_is_hidden_is_refused() -> None:
    camera = camera_of(TwinSettings())
    markers, _ = seen_markers(camera, 0, (450.0, 220.0), 0.0)
    markers.pop(21)
    with pytest.raises(CalibrationError, match=r"a\.jpg shows no whole sheet"):
        locate_sheet(markers, camera, "a.jpg")

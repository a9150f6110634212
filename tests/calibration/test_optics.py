"""How large dice will be: the arithmetic against the camera model, and hardware.md against the arithmetic."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from calibration.optics import GOOD_PX, LEAST_PX, Fit, Optics
from controller.cli import main
from vision.geometry import Board, Camera, Lens, Pose

PAGE = (Path(__file__).resolve().parents[2] / "hardware.md").read_text()
HEIGHTS_MM = (700, 800, 900, 1000, 1100, 1200)
ROW = re.compile(
    r"^\| ([^|]+) \| ([\d.]+)° \| (\d+)x(\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$",
    re.M,
)
EDGE_MM = 19.0


def looking_down(optics: Optics, camera_mm: float) -> Camera:
    focal = optics.focal_px
    k = np.array([[focal, 0, optics.width_px / 2], [0, focal, optics.height_px / 2], [0, 0, 1]])
    lens = Lens(optics.width_px, optics.height_px, k)
    return Camera(lens, Pose(np.diag([1.0, -1.0, -1.0]), np.array([-450.0, 225.0, camera_mm])))


@pytest.mark.parametrize("camera_mm", HEIGHTS_MM)
def test_an_edge_is_as_large_as_the_camera_model_shows_it(camera_mm: float) -> None:
    optics = Optics(2304, 1296, 66.0)
    ends = np.array([[450.0, 225.0, EDGE_MM], [450.0 + EDGE_MM, 225.0, EDGE_MM]])
    seen = looking_down(optics, camera_mm).project(ends)
    assert np.linalg.norm(seen[1] - seen[0]) == pytest.approx(optics.edge_px(EDGE_MM, camera_mm), rel=1e-9)


@pytest.mark.parametrize("camera_mm", [600, 700, 760, 836, 850, 1200])
def test_what_fits_is_in_the_picture_of_the_camera_model(camera_mm: float) -> None:
    optics, board = Optics(1280, 720, 66.0), Board()
    camera = looking_down(optics, camera_mm)

    def shown(z_mm: float) -> bool:
        seen = camera.project(board.corners_mm(z_mm))
        return bool(((seen >= 0) & (seen <= (1280, 720))).all())

    fit = Fit.RIM if shown(board.wall_height_mm) else Fit.FLOOR if shown(0.0) else Fit.NOT
    assert optics.fit(board, camera_mm) is fit


def test_every_figure_of_the_page_is_what_the_program_computes() -> None:
    rows = ROW.findall(PAGE)
    assert len(rows) >= 5
    for name, view, width, height, *cells in rows:
        optics = Optics(int(width), int(height), float(view))
        for camera_mm, cell in zip(HEIGHTS_MM, cells, strict=True):
            fit = optics.fit(Board(), camera_mm)
            edge = f"{optics.edge_px(EDGE_MM, camera_mm):.0f}"
            assert cell == {Fit.NOT: "–", Fit.FLOOR: f"{edge}*", Fit.RIM: edge}[fit], (name, camera_mm)


def test_the_page_names_the_common_cameras_and_all_heights() -> None:
    names = {row[0].split(",")[0] for row in ROW.findall(PAGE)}
    assert {"Camera Module 3", "Camera Module 3 Wide", "HQ Camera", "Global Shutter Camera", "USB webcam"} <= names
    assert all(f"| {height} mm " in PAGE for height in HEIGHTS_MM)


def test_the_worked_example_of_the_page_is_right() -> None:
    optics = Optics(2304, 1296, 66.0)
    assert f"At 2304 pixels its focal length is {optics.focal_px:.0f} pixels" in PAGE
    assert f"{optics.focal_px:.0f} * 19 / {900 - 19} = {optics.edge_px(19, 900):.0f} pixels" in PAGE
    assert f"The same camera at 1280 pixels gives {Optics(1280, 720, 66.0).edge_px(19, 900):.0f}." in PAGE


def test_the_page_says_what_sizes_mean_as_the_program_does() -> None:
    assert f"{GOOD_PX:.0f} and more reads well, {LEAST_PX:.0f} is the floor" in PAGE


def test_views_follow_from_sensor_and_lens() -> None:
    for sensor_mm, name in ((6.287, "HQ Camera"), (5.02, "Global Shutter Camera")):
        view = next(float(row[1]) for row in ROW.findall(PAGE) if row[0].startswith(name))
        assert np.degrees(2 * np.arctan(sensor_mm / 2 / 6.0)) == pytest.approx(view, abs=0.05)
    seen, _ = Optics(1456, 1088, float(np.degrees(2 * np.arctan(5.02 / 2 / 4.0)))).seen_mm(720.0)
    assert seen >= Board().length_mm


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as end:
        main(["calibrate", "plan", *arguments])
    return int(end.value.code or 0), capsys.readouterr().out


def test_a_plan_is_made_for_any_camera_and_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.toml"
    table.write_text("[board]\nlength_mm = 500\nwidth_mm = 300\n[[dice.model]]\nedge_mm = 16\n")
    code, out = call(capsys, "--size", "2304x1296", "--view-deg", "66", "--table", str(table), "--json")
    first = json.loads(out.splitlines()[0])
    assert (code, first) == (0, {"camera_mm": 700, "edge_px": 41.5, "board": "rim"})
    code, out = call(capsys, "--view-deg", "66")
    assert code == 0 and "floor only" in out and "read well" in out
    assert call(capsys, "--size", "big", "--view-deg", "66")[0] == 2

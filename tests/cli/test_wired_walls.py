"""A real table's wall sensors: which zones are wired, and what a calibration says of them reaches the judge."""

from pathlib import Path

import pytest

from controller.cli.tables import calibrated_walls, gpio_of, wall_sensors
from controller.config import load_table
from controller.errors import CalibrationError
from controller.throws.table import Table

TOML = """
[[walls.zone]]
name = "far-1"
from_mm = 0
to_mm = 150
{gpio}
[[walls.zone]]
name = "far-2"
from_mm = 150
to_mm = 300
"""


def table_file(folder: Path, gpio: str = "gpio = 5") -> Path:
    path = folder / "table.toml"
    path.write_text(TOML.format(gpio=gpio))
    return path


def test_zones_with_a_pin_are_wired_and_the_others_are_not(tmp_path: Path) -> None:
    table = load_table(table_file(tmp_path))
    assert gpio_of(table) == {"far-1": 5}
    assert len(wall_sensors(table)) == 1


def test_a_table_without_pins_has_no_sensors(tmp_path: Path) -> None:
    assert wall_sensors(load_table(table_file(tmp_path, gpio=""))) == ()


def test_what_was_measured_of_the_walls_reaches_the_judge(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    measured = "latency_ms = 7.5\nchatter_ms = 5.5\nringing_ms = 90.0\ncrosstalk_ms = 12.0\nhold_ms = 10.0\n"
    (tmp_path / "calibration.toml").write_text(f"[walls]\n{measured}")
    known = calibrated_walls(path, Table())
    assert known.latency_ns == 7_500_000
    assert (known.debounce.ringing_ns, known.debounce.crosstalk_ns) == (90_000_000, 12_000_000)
    assert known.debounce.blow_ns == 5_500_000
    assert known.debounce.hold_ns == 10_000_000
    assert known.debounce.stuck_ns == Table().debounce.stuck_ns


@pytest.mark.parametrize(
    "wrong",
    ["latency_ms = nan", "latency_ms = -inf", "latency_ms = 'x'", "ringing_ms = -5",
     "crosstalk_ms = 1000000000.0"],
)  # fmt: skip
def test_a_time_of_the_walls_that_cannot_be_right_is_named_with_what_measures_it_again(
    tmp_path: Path, wrong: str
) -> None:
    (tmp_path / "calibration.toml").write_text(f"[walls]\n{wrong}\n")
    with pytest.raises(CalibrationError) as refused:
        calibrated_walls(table_file(tmp_path), Table())
    assert f"[walls] {wrong} cannot be right" in str(refused.value)
    assert "Run `stickman calibrate walls --table" in str(refused.value)


def test_walls_that_are_no_part_of_a_calibration_are_refused(tmp_path: Path) -> None:
    (tmp_path / "calibration.toml").write_text("walls = 3\n")
    with pytest.raises(CalibrationError, match="walls = 3 cannot be right"):
        calibrated_walls(table_file(tmp_path), Table())


@pytest.mark.parametrize("raw", ["", "[walls]\nverdict = 'usable'\n"])
def test_without_a_measurement_the_usual_times_hold(tmp_path: Path, raw: str) -> None:
    path = table_file(tmp_path)
    (tmp_path / "calibration.toml").write_text(raw)
    assert calibrated_walls(path, Table()) == Table()

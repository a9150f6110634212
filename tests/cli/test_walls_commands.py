"""`stickman calibrate walls` and `stickman doctor walls` with people and sensors that are played."""

import json
import queue
import tomllib
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from controller.cli import tables
from controller.cli.calibrate_walls import hearing, listen
from controller.cli.doctor import HEARD, state_of
from controller.cli.entry import main
from controller.hardware.wall_sensors import WallSensors
from controller.throws.events import Health, WallEdge

MS = 1_000_000
TOML = "".join(
    f'[[walls.zone]]\nname = "far-{k + 1}"\nfrom_mm = {150 * k}\nto_mm = {150 * k + 150}\ngpio = {gpio}\n'
    for k, gpio in enumerate((5, 6))
)


class PlayedSensors:
    """Sensors of which somebody taps the zone that is asked for."""

    def __init__(self, deaf=()):
        self.deaf, self.put, self.now_ns = deaf, None, 1_000 * MS

    def start(self, put):
        self.put = put
        for zone in ("far-1", "far-2"):
            self.tap(zone)

    def stop(self):
        self.put = None

    def tap(self, zone):
        if zone in self.deaf or self.put is None:
            return
        for level in (1, 0):
            self.put(WallEdge(self.now_ns, zone, level))
            self.now_ns += 3 * MS
        self.now_ns += 1_500 * MS

    def asked(self, text):
        for zone in ("far-1", "far-2"):
            if f"zone {zone} " in text:
                for _ in range(3):
                    self.tap(zone)


class HeldLow(MockPin):
    """A line that something outside holds low, whatever pulls it up."""

    def _set_pull(self, value):
        self._pull, self._state = value, False


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(TOML)
    return path


def test_taps_are_collected_zone_by_zone_and_the_sensors_are_stopped():
    sensors, said = PlayedSensors(), []
    noise, tapped = listen(sensors, ["far-1", "far-2"], 0.0, lambda text: (said.append(text), sensors.asked(text)), 0.2)
    assert noise == []
    assert [zone for zone, edges in tapped.items() if any(edge[1] == zone for edge in edges)] == ["far-1", "far-2"]
    assert len(said) == 3
    assert sensors.put is None


def test_people_are_told_to_knock_where_the_rims_sensor_is():
    said = []
    listen(PlayedSensors(), ["far-1", "far-2"], 0.0, said.append, 0.01, ["far-2"])
    assert [text.split(" 3 times")[0] for text in said[1:]] == ["Tap zone far-1", "Knock on the wall's top (far-2)"]


def test_a_sensor_that_is_lost_while_it_is_listened_to_is_said():
    heard, said = queue.Queue(), []
    put = hearing(heard, said.append)
    put(WallEdge(0, "far-1", 1))
    put(Health(1, "far-1", False, "Wall sensor far-1 is lost."))
    assert (heard.qsize(), said) == (1, ["Wall sensor far-1 is lost."])


def test_a_table_without_pins_is_told_to_add_them(tmp_path, capsys):
    path = tmp_path / "table.toml"
    path.write_text('[[walls.zone]]\nname = "far-1"\nfrom_mm = 0\nto_mm = 150\n')
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", "walls", "--table", str(path)])
    assert ended.value.code == 2
    assert "Add gpio = 5" in capsys.readouterr().err


def test_silent_zones_are_bad_and_nothing_is_saved(table, monkeypatch, capsys):
    monkeypatch.setattr(tables, "wall_sensors", lambda _config: (PlayedSensors(deaf=("far-1", "far-2")),))
    monkeypatch.setattr("controller.cli.calibrate_walls.TAP_WAIT_S", 0.05)
    monkeypatch.setattr("controller.cli.calibrate_walls.listen", lambda *_: ([], {}))
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", "walls", "--table", str(table), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert (ended.value.code, said["verdict"], said["saved"]) == (1, "bad", False)
    assert not (table.parent / "calibration.toml").exists()


@pytest.mark.parametrize("walls", ["[walls]\nlatency_ms = nan\nringing_ms = -5\nchatter_ms = 6.0\n", "walls = 3\n"])
def test_measured_again_what_cannot_be_right_is_not_kept(table, tmp_path, monkeypatch, capsys, walls):
    kept = tmp_path / "calibration.toml"
    kept.write_text(walls)
    (tmp_path / "events.jsonl").touch()
    monkeypatch.setattr("controller.cli.calibrate_walls.latencies", lambda _folder: [7 * MS] * 8)
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", "walls", "--table", str(table), "--no-taps", "--bounces", str(tmp_path)])
    assert ended.value.code == 0
    measured = tomllib.loads(kept.read_text())["walls"]
    assert measured["latency_ms"] == 7.0
    assert "ringing_ms" not in measured
    assert measured.get("chatter_ms", 6.0) == 6.0


def test_the_doctor_names_each_zone_and_its_pin(table, monkeypatch, capsys):
    monkeypatch.setattr(tables, "wall_sensors", lambda _config: (PlayedSensors(deaf=("far-2",)),))
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "walls", "--table", str(table), "--for-s", "0.05"])
    lines = capsys.readouterr().out.splitlines()
    assert ended.value.code == 1
    assert lines[0] == "far-1  GPIO 5  heard"
    assert lines[1].startswith("far-2  GPIO 6  silent")


@pytest.mark.parametrize("command", ["doctor walls --for-s", "calibrate walls --quiet-s"])
@pytest.mark.parametrize("seconds", ["inf", "nan", "-1", "1e9"])
def test_a_time_in_which_nothing_can_be_listened_to_is_refused(table, monkeypatch, capsys, command, seconds):
    monkeypatch.setattr(tables, "wall_sensors", lambda _config: pytest.fail("listened all the same"))
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), seconds, "--table", str(table)])
    assert ended.value.code == 2
    assert command.split()[-1] in capsys.readouterr().err


def test_the_doctor_says_of_a_sensor_active_since_before_the_start_that_it_stays_so(table, monkeypatch, capsys):
    lines = MockFactory()
    lines.pin(5, pin_class=HeldLow)
    monkeypatch.setattr(tables, "wall_sensors", lambda config: (WallSensors(tables.gpio_of(config), lines),))
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "walls", "--table", str(table), "--for-s", "0.05"])
    said = capsys.readouterr().out.splitlines()
    assert ended.value.code == 1
    assert said[0].startswith("far-1  GPIO 5  stays active")
    assert said[1].startswith("far-2  GPIO 6  silent")


def test_the_doctor_tells_chatter_and_a_stuck_line_from_a_tap():
    tapped = [(k * MS, "far-1", (k + 1) % 2) for k in range(6)]
    assert state_of("far-1", tapped, 10.0) == HEARD
    assert state_of("far-1", tapped[:5], 10.0).startswith("stays active")
    assert state_of("far-1", tapped * 100, 10.0).startswith("chatters")
    assert state_of("far-2", tapped, 10.0).startswith("silent")

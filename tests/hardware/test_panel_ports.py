"""Finding panels: by USB id or by name under /dev/serial/by-id, never by number; and what a bad port says."""

import os
import re
import termios
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.errors import HardwareError
from controller.hardware.panel.install import RULE
from controller.hardware.panel.ports import PICO_USB, Candidate, OpenPort, find_ports


@dataclass
class Listed:
    """A port as pyserial lists it."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None = None


def test_a_board_with_micropython_is_found_by_its_usb_id_wherever_it_is_plugged_in(tmp_path: Path) -> None:
    listed = [
        Listed("/dev/ttyS0", None, None),
        Listed("/dev/ttyACM0", 0x2341, 0x0043, "arduino"),
        Listed("/dev/ttyACM7", *PICO_USB, "E6614C311B7F4E2A"),
    ]
    assert find_ports(listed, tmp_path) == (Candidate("/dev/ttyACM7", "E6614C311B7F4E2A"),)


def test_a_board_is_found_by_its_name_where_usb_ids_are_not_listed(tmp_path: Path) -> None:
    target = tmp_path / "ttyACM3"
    target.touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-MicroPython_Board_in_FS_mode_e6614c311b7f4e2a-if00").symlink_to(target)
    (by_id / "usb-Arduino_Uno_85430353531-if00").symlink_to(tmp_path / "ttyACM1")
    assert find_ports([], by_id) == (Candidate(str(target), "e6614c311b7f4e2a"),)


def test_a_board_that_is_found_both_ways_is_one(tmp_path: Path) -> None:
    target = tmp_path / "ttyACM3"
    target.touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-MicroPython_Board_in_FS_mode_e661-if00").symlink_to(target)
    assert len(find_ports([Listed(str(target), *PICO_USB, "e661")], by_id)) == 1


def test_two_boards_are_two(tmp_path: Path) -> None:
    listed = [Listed("/dev/ttyACM1", *PICO_USB, "b"), Listed("/dev/ttyACM0", *PICO_USB, "a")]
    assert [candidate.serial for candidate in find_ports(listed, tmp_path)] == ["a", "b"]


def test_a_port_that_is_not_there_says_so() -> None:
    with pytest.raises(HardwareError, match="There is no port /dev/nowhere"):
        OpenPort("/dev/nowhere")


def test_a_port_that_another_program_holds_says_so() -> None:
    board, host = os.openpty()
    name = os.ttyname(host)
    try:
        with OpenPort(name), pytest.raises(HardwareError, match="Another program holds the port"):
            OpenPort(name)
    finally:
        os.close(board)
        os.close(host)


def test_a_port_pulled_out_while_it_is_opened_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_words: object) -> None:
        raise termios.error(5, "Input/output error")

    board, host = os.openpty()
    monkeypatch.setattr(termios, "tcflush", fail)
    try:
        with pytest.raises(HardwareError, match="is gone"):
            OpenPort(os.ttyname(host))
    finally:
        os.close(board)
        os.close(host)


def test_a_port_whose_other_end_has_gone_raises_at_once() -> None:
    board, host = os.openpty()
    with OpenPort(os.ttyname(host)) as port:
        assert port.read() == b""
        os.close(host)
        os.close(board)
        with pytest.raises(HardwareError, match="is gone"):
            port.read()


def test_one_file_imports_serial_and_the_panel_alone_speaks_its_protocol() -> None:
    root = Path(__file__).parents[2]
    files = [path for package in ("controller", "vision", "calibration") for path in (root / package).rglob("*.py")]
    serial = [path for path in files if re.search(r"^\s*(import|from) serial\b", path.read_text(), re.M)]
    protocol = [path for path in files if re.search(r"^\s*(import|from) firmware\.protocol\b", path.read_text(), re.M)]
    assert serial == [root / "controller/hardware/panel/ports.py"]
    assert {path.parent for path in protocol} == {root / "controller/hardware/panel"}


def test_the_udev_rule_keeps_modemmanager_away_from_the_panel() -> None:
    rules = [line for line in RULE.read_text().splitlines() if line and not line.startswith("#")]
    assert rules and all("2e8a" in rule and "0005" in rule and 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule for rule in rules)
    assert any(rule.startswith('SUBSYSTEM=="tty"') for rule in rules)
    assert int(RULE.name.partition("-")[0]) < 73, "systemd looks at the tag uaccess in 73-seat-late.rules"

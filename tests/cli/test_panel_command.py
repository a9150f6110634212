"""`stickman panel`: install by mpremote, test and simulate under MicroPython."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import panel as module
from controller.cli.panel import panel
from controller.errors import ConfigError, HardwareError
from controller.hardware.panel.exercise import STEPS
from controller.hardware.panel.install import FILES, FOLDER, install
from controller.hardware.panel.pc import micropython
from controller.hardware.panel.ports import Candidate
from firmware.picture import DEFAULTS, wrong_field


@pytest.fixture
def mpremote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An mpremote of the test's own that notes how it was called."""
    log = tmp_path / "called"
    log.touch()
    program = tmp_path / "mpremote"
    program.write_text(f'#!/bin/sh\necho "$*" >> {log}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return log


def needs_micropython() -> None:
    try:
        micropython()
    except HardwareError as error:
        pytest.skip(str(error))


def test_install_copies_all_files_main_last_and_starts_the_board(mpremote: Path) -> None:
    names = install("/dev/ttyACM5")
    calls = mpremote.read_text().splitlines()
    assert names == ("settings.py", *FILES) and FILES[-1] == "main.py"
    assert [call.rsplit(":", 1)[-1] for call in calls[:-1]] == list(names)
    assert all(call.startswith("connect /dev/ttyACM5 ") for call in calls)
    assert calls[-1] == "connect /dev/ttyACM5 reset"


def test_what_is_installed_is_the_whole_program() -> None:
    programs = {path.name for path in FOLDER.glob("*.py")} - {"__init__.py"}
    assert programs == {"settings.py", *FILES}


def test_install_takes_settings_of_ones_own(mpremote: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("MODULES = 6\n")
    install("/dev/ttyACM5", own)
    assert mpremote.read_text().splitlines()[0].endswith(f"{own} :settings.py")
    with pytest.raises(ConfigError, match="There is no settings file"):
        install("/dev/ttyACM5", tmp_path / "nothing.py")


def test_an_mpremote_that_fails_is_said_with_its_last_word(mpremote: Path) -> None:
    program = mpremote.with_name("mpremote")
    program.write_text("#!/bin/sh\necho 'could not enter raw repl' >&2\nexit 1\n")
    with pytest.raises(HardwareError, match=r"fs cp .* failed at /dev/ttyACM5: could not enter raw repl"):
        install("/dev/ttyACM5")


def test_a_missing_mpremote_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HardwareError, match="pip install mpremote"):
        install("/dev/ttyACM5")


@pytest.mark.parametrize(
    ("found", "said"),
    [((), "No board with MicroPython was found"), ((Candidate("/dev/a", "1"), Candidate("/dev/b", "2")), "2 boards")],
)
def test_install_needs_exactly_one_board(
    found: Sequence[Candidate], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ports_named", lambda _name: lambda: tuple(found))
    answer = CliRunner().invoke(panel, ["install"])
    assert isinstance(answer.exception, HardwareError) and said in str(answer.exception)


def test_every_step_of_the_test_is_a_scene_that_the_panel_takes_and_together_they_show_every_field() -> None:
    for name, scene in STEPS:
        assert wrong_field({"rev": 1, **scene}) == "", name
    assert {field for _, scene in STEPS for field in scene} >= set(DEFAULTS) - {"rev", "void", "turn"}


def test_a_panel_on_this_computer_passes_its_test() -> None:
    needs_micropython()
    answer = CliRunner().invoke(panel, ["test", "--pc", "--each", "0.02", "--json"])
    assert answer.exit_code == 0, answer.output
    board = json.loads(answer.stdout)
    assert board["pixels"] == 33 and board["buttons"] == ["undo", "no_roll", "new_shooter"]


def test_a_panel_on_this_computer_is_drawn_and_names_its_port() -> None:
    needs_micropython()
    answer = CliRunner().invoke(panel, ["pc", "--for", "0.5"])
    assert answer.exit_code == 0
    assert "stickman play --panel /dev/pts/" in answer.stderr and "POSTILLON" in answer.stdout


def test_a_test_without_any_panel_says_so() -> None:
    answer = CliRunner().invoke(panel, ["test", "--port", "/dev/nowhere"])
    assert isinstance(answer.exception, HardwareError) and "There is no port /dev/nowhere" in str(answer.exception)

"""What shows a table is chosen by options and the table file; buttons and troubles come back to the table."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli import showing as module
from controller.cli.entry import stickman
from controller.cli.showing import Showing, button_line, ports_named, showing
from controller.config import PanelPart, load_table
from controller.displays.runner import Runner
from controller.displays.scene import Scene
from controller.errors import ConfigError
from controller.hardware.panel.driver import Panels
from controller.hardware.panel.ports import Candidate
from controller.throws.events import Command, Health

SCENE = Scene("street", False, None, 0, (), "Ann")


class Screen:
    """A terminal of the test's own."""

    def __init__(self, error: Exception | None = None) -> None:
        self.shown: list[Scene] = []
        self._error = error

    def show(self, scene: Scene) -> None:
        if self._error is not None:
            raise self._error
        self.shown.append(scene)


@pytest.mark.parametrize(
    ("button", "line"),
    [
        ("undo", {"command": "undo"}),
        ("no_roll", {"command": "no_roll"}),
        ("new_shooter", {"do": "pass_dice", "player": "Ann"}),
        ("coffee", None),
    ],
)
def test_a_button_says_the_line_that_a_person_would_type(button: str, line: dict[str, Any] | None) -> None:
    assert button_line(button, SCENE) == line


def test_a_press_becomes_a_command_of_the_table() -> None:
    shown, events = Showing(lambda: 42), []
    shown.pressed("undo")
    shown.start(events.append)
    shown.pressed("undo")
    shown.stop()
    shown.pressed("undo")
    assert events == [Command(42, {"command": "undo"}, "panel")]


def test_troubles_of_a_display_become_news_of_its_health_once() -> None:
    shown, events, troubles = Showing(lambda: 7), [], [("The panel is gone.",), ("The panel is gone.",), ()]
    shown.add("panel", lambda _scene: None, lambda: troubles.pop(0))
    shown.start(events.append)
    shown.look()
    shown.look()
    assert events == [Health(7, "panel", False, "The panel is gone."), Health(7, "panel", True, "")]


def test_the_terminal_is_shown_every_scene() -> None:
    screen = Screen()
    with showing(screen, "twin", None, None) as shown:
        shown.show(SCENE)
    assert screen.shown == [SCENE]


def test_a_reader_that_has_gone_ends_the_command_and_not_only_its_display() -> None:
    with showing(Screen(BrokenPipeError()), "twin", None, None) as shown, pytest.raises(BrokenPipeError):
        for _ in range(2_000_000):
            shown.show(SCENE)


def test_options_go_before_the_table_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "table.toml"
    table.write_text('[panel]\nport = "/dev/ttyPANEL"\nbrightness = 40\n')
    opened: list[tuple[str, int]] = []

    class Fake:
        def close(self) -> None:
            pass

    def add(_shown: Showing, part: PanelPart) -> Fake:
        opened.append((part.port, part.brightness))
        return Fake()

    monkeypatch.setattr(module, "_add_panels", add)
    for option in (None, "none", "auto"):
        with showing(Screen(), str(table), option, None):
            pass
    with showing(Screen(), "twin", None, None):
        pass
    assert opened == [("/dev/ttyPANEL", 40), ("auto", 40)]


def test_a_voice_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ConfigError, match="--voice 'loud' is not known"), showing(Screen(), "twin", None, "loud"):
        pass


def test_panels_are_named_by_port_or_serial_number(monkeypatch: pytest.MonkeyPatch) -> None:
    both = (Candidate("/dev/a", "E661"), Candidate("/dev/b", "E662"))
    monkeypatch.setattr(module, "find_ports", lambda: both)
    assert ports_named("auto")() == both
    assert ports_named("e662")() == both[1:]
    assert ports_named("/dev/pts/9")() == (Candidate("/dev/pts/9"),)


def test_the_table_file_knows_panel_and_voice_and_refuses_a_time_that_is_none(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('[voice]\nengine = "piper"\nmodel = "m"\nquiet_from = "22:00"\nquiet_to = "07:30"\n')
    voice = load_table(table).voice
    assert voice is not None and (voice.quiet_from, voice.quiet_to, voice.volume) == ("22:00", "07:30", 60)
    table.write_text('[voice]\nquiet_from = "25:00"\n')
    with pytest.raises(ConfigError, match=r"voice\.quiet_from"):
        load_table(table)


@pytest.mark.parametrize("command", ["play", "practice"])
def test_a_table_offers_panel_voice_and_screen_reader(command: str) -> None:
    text = CliRunner().invoke(stickman, [command, "--help"]).output
    assert "--panel" in text and "--voice" in text and "--screen-reader" in text


def test_a_panel_port_that_is_not_there_is_a_trouble_and_no_end() -> None:
    panels = Panels(ports_named("/dev/nowhere"))
    try:
        with Runner("none", Screen()) as runner:
            runner.show(SCENE)
        assert panels.boards == ()
    finally:
        panels.close()

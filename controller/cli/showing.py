"""Everything that shows one table: the terminal, panels and a voice, each in its own time, and the panels' buttons."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from datetime import time as time_of_day
from pathlib import Path
from typing import Any, TypeVar

import click

from controller.cli.tables import TWIN, OpenTable
from controller.config import PanelPart, VoicePart, load_table
from controller.displays.panel import panel_message
from controller.displays.reader import ScreenReaderLines
from controller.displays.runner import Runner, Shows
from controller.displays.scene import Scene
from controller.displays.terminal import RedrawnTerminal
from controller.displays.voice import Voice, VoiceSettings
from controller.errors import ConfigError
from controller.hardware.panel.driver import Panels
from controller.hardware.panel.ports import Candidate, find_ports
from controller.throws.events import Command, Health

AUTO, NONE = "auto", "none"
MOST_WAITING = 1000
"""Scenes that a display which writes line after line may fall behind."""

F = TypeVar("F", bound=Callable[..., Any])
PANEL = click.option(
    "--panel", metavar="auto|PORT|SERIAL|none", help="Which panels show the table; as [panel] in the table file says."
)
VOICE = click.option(
    "--voice", metavar="auto|espeak-ng|piper|none", help="Call the dice aloud; as [voice] in the table file says."
)
SCREEN_READER = click.option("--screen-reader", is_flag=True, help="Write what is new as plain sentences.")


def display_options(command: F) -> F:
    """Give a command the options of what shows the table."""
    for option in (SCREEN_READER, VOICE, PANEL):
        command = option(command)
    return command


def reader_or(wanted: bool, make: Callable[[], AbstractContextManager[Any]]) -> AbstractContextManager[Any]:
    """Give the lines for a screen reader where they are wanted, else the display that is made."""
    return ScreenReaderLines(sys.stdout) if wanted else make()


class Showing:
    """One table's displays. `show` leaves a Scene for all of them and returns at once.

    Also a source of events, beside the sensors: buttons pressed become commands, displays in trouble become news of
    their health.
    """

    def __init__(self, clock_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._clock_ns = clock_ns
        self._displays: list[Callable[[Scene], None]] = []
        self._troubled: dict[str, Callable[[], tuple[str, ...]]] = {}
        self._told: dict[str, str] = {}
        self._put: Callable[[Any], None] | None = None
        self._scene: Scene | None = None
        self._lock = threading.Lock()

    def add(self, name: str, show: Callable[[Scene], None], troubles: Callable[[], tuple[str, ...]]) -> None:
        """Add a display; `troubles` says what is wrong with it now."""
        self._displays.append(show)
        self._troubled[name] = troubles

    def show(self, scene: Scene) -> None:
        """Show a Scene everywhere. Raises BrokenPipeError once nobody reads standard output any more."""
        self._scene = scene
        for show in self._displays:
            show(scene)

    def start(self, put: Callable[[Any], None]) -> None:
        """Begin to hand over commands and news of health."""
        self._put = put
        self.look()

    def at(self, table: OpenTable) -> OpenTable:
        """Give the table with these displays' buttons and health among its sources."""
        return replace(table, sensors=(*table.sensors, self))

    def stop(self) -> None:
        """Hand over nothing any more."""
        self._put = None

    def pressed(self, button: str) -> None:
        """Take a button pressed on a panel."""
        line = button_line(button, self._scene)
        if self._put is not None and line is not None:
            self._put(Command(self._clock_ns(), line, "panel"))

    def look(self) -> None:
        """Tell the table what has changed in the displays' troubles."""
        with self._lock:
            for name, troubles in self._troubled.items():
                message = " ".join(troubles())
                if self._put is not None and message != self._told.get(name, ""):
                    self._told[name] = message
                    self._put(Health(self._clock_ns(), name, not message, message))


def button_line(button: str, scene: Scene | None) -> dict[str, Any] | None:
    """Give the line that a panel's button says; None for a button that nobody knows."""
    if button == "new_shooter" and scene is not None and scene.thrower is not None:
        return {"do": "pass_dice", "player": scene.thrower}
    return {"command": button} if button in ("undo", "no_roll") else None


@contextmanager
def showing(terminal: Shows, table: str, panel: str | None, voice: str | None) -> Iterator[Showing]:
    """Show a table on a terminal and on what options or table file name.

    Raises ConfigError, HardwareError for a voice that is not there.
    """
    shown = Showing()
    with ExitStack() as running:
        runner = running.enter_context(Runner("terminal", terminal, depth=_depth(terminal)))
        shown.add("terminal", _or_broken(runner), lambda: ())
        panel_part, voice_part = _parts(table)
        if (panel_part := _panel_part(panel, panel_part)) is not None:
            running.callback(_add_panels(shown, panel_part).close)
        if (voice_part := _voice_part(voice, voice_part)) is not None:
            running.enter_context(_add_voice(shown, voice_part))
        yield shown


def _depth(terminal: Shows) -> int:
    """Give how many Scenes a display may fall behind: none where only the newest picture counts."""
    return 1 if isinstance(terminal, RedrawnTerminal) else MOST_WAITING


def _parts(table: str) -> tuple[PanelPart | None, VoicePart | None]:
    if table == TWIN:
        return None, None
    file = load_table(Path(table))
    return file.panel, file.voice


def _panel_part(option: str | None, part: PanelPart | None) -> PanelPart | None:
    if option is None:
        return part
    if option == NONE:
        return None
    return PanelPart(port=option, brightness=part.brightness if part else 100)


def _voice_part(option: str | None, part: VoicePart | None) -> VoicePart | None:
    if option is None or (part is not None and option == AUTO):
        return part
    if option == NONE:
        return None
    if option == AUTO:
        return VoicePart()
    if option not in ("espeak-ng", "piper"):
        raise ConfigError(f"--voice {option!r} is not known; say espeak-ng, piper, auto or none.")
    if part is not None and part.engine == option:
        return part
    return VoicePart(engine="piper" if option == "piper" else "espeak-ng")


def _or_broken(runner: Runner) -> Callable[[Scene], None]:
    def show(scene: Scene) -> None:
        if isinstance(runner.error, BrokenPipeError):
            raise runner.error
        runner.show(scene)

    return show


def _add_panels(shown: Showing, part: PanelPart) -> Panels:
    panels = Panels(ports_named(part.port), shown.pressed, shown.look)
    shown.add(
        "panel", lambda scene: panels.show(panel_message(scene, part.brightness)), lambda: panels.troubles
    )  # fmt: skip
    return panels


def ports_named(name: str) -> Callable[[], tuple[Candidate, ...]]:
    """Give what finds the ports of `auto`, of a port by its path, or of a board by its serial number."""
    if name == AUTO:
        return find_ports
    if "/" in name:
        return lambda: (Candidate(name),)
    return lambda: tuple(candidate for candidate in find_ports() if candidate.serial.lower() == name.lower())


def _add_voice(shown: Showing, part: VoicePart) -> Voice:
    settings = VoiceSettings(part.engine, part.volume, _time(part.quiet_from), _time(part.quiet_to), part.model)
    voice = Voice(settings, lambda: datetime.now().time(), shown.look)
    shown.add("voice", voice.show, lambda: (voice.trouble,) if voice.trouble else ())
    return voice


def _time(text: str | None) -> time_of_day | None:
    return time_of_day.fromisoformat(text) if text is not None else None

"""The table's voice: espeak-ng or piper as a program of its own, which is stopped when a correction comes."""

import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import time
from types import TracebackType
from typing import Self

from controller.displays.scene import Scene
from controller.displays.told import utterance
from controller.errors import ConfigError, HardwareError

ESPEAK, PIPER = "espeak-ng", "piper"
LONGEST_S = 20.0
LEAVE_S = 4.0
LONGEST_TEXT = 300
WAV = "{wav}"
HOW_TO_INSTALL = {
    ESPEAK: "sudo apt install espeak-ng",
    PIPER: "pip install piper-tts",
    "aplay": "sudo apt install alsa-utils",
}
ESPEAK_FULL = 200
"""espeak-ng's own scale of loudness ends here; 100 is its usual."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How the table speaks. `volume` in percent; quiet from `quiet_from` to `quiet_to` by the clock on the wall.

    `engine` is espeak-ng or piper; piper needs `model`, the path or name of one of its voices.
    """

    engine: str = ESPEAK
    volume: int = 60
    quiet_from: time | None = None
    quiet_to: time | None = None
    model: str = ""

    def quiet(self, at: time) -> bool:
        """Tell whether it is to be quiet at a time of day; quiet hours may go past midnight."""
        if self.quiet_from is None or self.quiet_to is None or self.volume == 0:
            return self.volume == 0
        if self.quiet_from <= self.quiet_to:
            return self.quiet_from <= at < self.quiet_to
        return at >= self.quiet_from or at < self.quiet_to


class Voice:
    """Speaks what is new in each Scene, in a thread of its own; what waits longer than one call is not said any more.

    `local_time` gives the time of day. `trouble` says what is wrong, "" while nothing is; `changed` is called, in the
    voice's thread, when that changes.
    """

    def __init__(
        self, settings: VoiceSettings, local_time: Callable[[], time], changed: Callable[[], None] = lambda: None
    ) -> None:
        """Raises ConfigError for an engine that is none, HardwareError where it is not installed."""
        self.trouble = ""
        self._settings = settings
        self._local_time = local_time
        self._changed = changed
        self._commands = commands_of(settings)
        self._before: Scene | None = None
        self._news = threading.Condition()
        self._text: str | None = None
        self._program: subprocess.Popen[bytes] | None = None
        self._corrections = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def show(self, scene: Scene) -> None:
        """Say what is new, soon; a correction silences at once what it corrects. Never waits for the voice."""
        before, self._before = self._before, scene
        said = utterance(before, scene)
        if said is None:
            return
        quiet = self._settings.quiet(self._local_time())
        with self._news:
            self._text = None if quiet else said.text
            if said.corrects:
                self._corrections += 1
                self._silence()
            self._news.notify_all()

    def close(self) -> None:
        """Let what waits be said, for a few seconds, and end."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(LEAVE_S)
        with self._news:
            self._silence()
        self._thread.join(LEAVE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _silence(self) -> None:
        if self._program is not None and self._program.poll() is None:
            self._program.terminate()

    def _run(self) -> None:
        while (due := self._next()) is not None:
            try:
                self._say(*due)
            except HardwareError as error:
                self._report(str(error))
            else:
                self._report("")

    def _next(self) -> tuple[str, int] | None:
        """Wait for the next text; give it with the number of corrections so far, which tells later if it is wrong."""
        with self._news:
            self._news.wait_for(lambda: self._text is not None or self._closed)
            text, self._text = self._text, None
            return None if text is None else (text, self._corrections)

    def _say(self, text: str, corrections: int) -> None:
        with tempfile.TemporaryDirectory(prefix="stickman-voice-") as folder:
            for command in self._commands:
                words = [word.replace(WAV, f"{folder}/call.wav") for word in command]
                if not self._let_speak(words, text, corrections):
                    return

    def _let_speak(self, command: Sequence[str], text: str, corrections: int) -> bool:
        """Run a program with the text as its input; tell whether it was left to end. Raises HardwareError."""
        program = _start(command)
        with self._news:
            self._program = program
            if self._corrections != corrections:
                self._silence()
        try:
            program.communicate(text[:LONGEST_TEXT].encode(), timeout=LONGEST_S)
        except subprocess.TimeoutExpired:
            program.kill()
            program.communicate()
            raise HardwareError(f"{command[0]} has been speaking for {LONGEST_S:g} s and was stopped.") from None
        if program.returncode > 0:
            raise HardwareError(f"{command[0]} could not speak (exit code {program.returncode}).")
        return program.returncode == 0

    def _report(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()


def commands_of(settings: VoiceSettings) -> tuple[list[str], ...]:
    """Give the programs to run one after the other, each with the text on its standard input.

    Raises ConfigError for an engine that is none, HardwareError where a program is not installed.
    """
    if settings.engine == ESPEAK:
        return ([_found(ESPEAK), "-a", str(settings.volume * ESPEAK_FULL // 100), "--stdin"],)
    if settings.engine != PIPER:
        raise ConfigError(f"There is no voice {settings.engine!r}; there are {ESPEAK} and {PIPER}.")
    if not settings.model:
        raise ConfigError("piper needs a voice: name its model in [voice] model, such as en_US-lessac-medium.")
    volume = f"{settings.volume / 100:g}"
    speak = [_found(PIPER), "--model", settings.model, "--volume", volume, "--output-file", WAV]
    return (speak, [_found("aplay"), "-q", WAV])


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise HardwareError(f"The voice cannot start {command[0]}: {error.strerror}.") from None


def _found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise HardwareError(f"The voice needs {program}, which is not installed: {HOW_TO_INSTALL[program]}.")
    return path

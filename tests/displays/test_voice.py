"""The voice, with programs of the test's own on the path: what is spoken, how loud, and what silences it."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import time as time_of_day
from pathlib import Path

import pytest

from controller.displays.scene import DieView, Scene
from controller.displays.voice import Voice, VoiceSettings
from controller.errors import ConfigError, HardwareError

PATIENCE_S = 20.0
NOON = time_of_day(12, 0)
FIRST = Scene("street", False, None, 0, (), "Ann", throws=1)


def thrown(number: int, call: str) -> Scene:
    return replace(FIRST, throws=number, dice=(DieView(1), DieView(number % 6 + 1)), call=call)


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file to which espeak-ng, piper and aplay of the test's own write what they were told."""
    log = tmp_path / "spoken"
    log.touch()
    for name, script in {
        "espeak-ng": f'printf "%s: " "$*" >> {log}; cat >> {log}; echo >> {log}',
        "piper": f'printf "%s: " "$*" >> {log}; cat >> {log}; echo >> {log}',
        "aplay": f'echo "aplay $*" >> {log}',
    }.items():
        program(tmp_path / name, script)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return log


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def settled(until: Callable[[], bool]) -> bool:
    """Wait for another process; the time is generous, not measured."""
    end = time.monotonic() + PATIENCE_S
    while not until() and time.monotonic() < end:
        time.sleep(0.01)
    return until()


def test_each_new_call_is_spoken_at_the_volume_set(spoken: Path) -> None:
    with Voice(VoiceSettings(volume=50), lambda: NOON) as voice:
        voice.show(FIRST)
        voice.show(thrown(2, "yo leven"))
        assert settled(lambda: spoken.read_text() == "-a 100 --stdin: yo leven\n")
        voice.show(thrown(3, "snake eyes"))
    assert spoken.read_text().splitlines()[-1] == "-a 100 --stdin: snake eyes"


def test_a_correction_silences_what_is_being_said_and_only_it_is_spoken(spoken: Path) -> None:
    started = spoken.with_name("started")
    program(
        spoken.with_name("espeak-ng"),
        f'text=$(cat); case "$text" in Correction*) ;; *) touch {started}; exec sleep 60;; esac; '
        f'echo "$text" >> {spoken}',
    )
    with Voice(VoiceSettings(), lambda: NOON) as voice:
        voice.show(FIRST)
        voice.show(thrown(2, "yo leven"))
        assert settled(started.exists)
        voice.show(replace(thrown(2, "front line winner"), dice=(DieView(5), DieView(2))))
        assert settled(lambda: spoken.read_text() == "Correction: front line winner\n")
    assert voice.trouble == ""


def test_a_correction_takes_the_place_of_a_call_that_still_waits(spoken: Path) -> None:
    gate, started = spoken.with_name("gate"), spoken.with_name("started")
    program(
        spoken.with_name("espeak-ng"),
        f"text=$(cat); touch {started}; trap '' TERM; while [ ! -e {gate} ]; do sleep 0.02; done; "
        f'echo "$text" >> {spoken}',
    )
    with Voice(VoiceSettings(), lambda: NOON) as voice:
        voice.show(FIRST)
        voice.show(thrown(2, "first"))
        assert settled(started.exists)
        voice.show(thrown(3, "second, wrong"))
        voice.show(replace(thrown(3, "third, right"), dice=(DieView(6), DieView(6))))
        gate.touch()
    assert "second, wrong" not in spoken.read_text()
    assert spoken.read_text().splitlines()[-1] == "Correction: third, right"


@pytest.mark.parametrize(
    ("start", "end", "at", "quiet"),
    [
        ("22:00", "07:00", "23:30", True),
        ("22:00", "07:00", "06:59", True),
        ("22:00", "07:00", "07:00", False),
        ("22:00", "07:00", "12:00", False),
        ("13:00", "15:00", "13:00", True),
        ("13:00", "15:00", "15:00", False),
    ],
)
def test_quiet_hours_may_go_past_midnight(start: str, end: str, at: str, quiet: bool) -> None:
    hours = [time_of_day.fromisoformat(text) for text in (start, end, at)]
    assert VoiceSettings(quiet_from=hours[0], quiet_to=hours[1]).quiet(hours[2]) is quiet


def test_nothing_is_spoken_in_quiet_hours(spoken: Path) -> None:
    settings = VoiceSettings(quiet_from=time_of_day(11), quiet_to=time_of_day(13))
    clock = iter([time_of_day(12), time_of_day(14)])
    with Voice(settings, lambda: next(clock)) as voice:
        voice.show(FIRST)
        voice.show(thrown(2, "at noon"))
        voice.show(thrown(3, "after two"))
    assert [line.split(": ")[1] for line in spoken.read_text().splitlines()] == ["after two"]


def test_volume_nought_is_silence(spoken: Path) -> None:
    with Voice(VoiceSettings(volume=0), lambda: NOON) as voice:
        voice.show(FIRST)
        voice.show(thrown(2, "call"))
    assert spoken.read_text() == ""


def test_piper_speaks_through_a_file_that_aplay_plays(spoken: Path) -> None:
    with Voice(VoiceSettings(engine="piper", model="en_US-lessac-medium", volume=80), lambda: NOON) as voice:
        voice.show(FIRST)
        voice.show(thrown(2, "yo leven"))
    first, second = spoken.read_text().splitlines()
    assert first.startswith("--model en_US-lessac-medium --volume 0.8 --output-file ") and first.endswith(": yo leven")
    assert second == f"aplay -q {first.split('--output-file ')[1].split(':')[0]}"


def test_a_program_that_fails_is_said_and_tried_again(spoken: Path) -> None:
    program(spoken.with_name("espeak-ng"), "cat > /dev/null; exit 3")
    with Voice(VoiceSettings(), lambda: NOON) as voice:
        voice.show(FIRST)
        voice.show(thrown(2, "call"))
        assert settled(lambda: "could not speak (exit code 3)" in voice.trouble)
        program(spoken.with_name("espeak-ng"), f"cat > {spoken}")
        voice.show(thrown(3, "again"))
        assert settled(lambda: voice.trouble == "")
    assert spoken.read_text() == "again"


def test_a_voice_that_is_not_installed_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HardwareError, match="sudo apt install espeak-ng"):
        Voice(VoiceSettings(), lambda: NOON)
    with pytest.raises(HardwareError, match="pip install piper-tts"):
        Voice(VoiceSettings(engine="piper", model="m"), lambda: NOON)
    with pytest.raises(ConfigError, match="piper needs a voice"):
        Voice(VoiceSettings(engine="piper"), lambda: NOON)
    with pytest.raises(ConfigError, match="no voice 'say'"):
        Voice(VoiceSettings(engine="say"), lambda: NOON)

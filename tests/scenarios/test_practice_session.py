"""Practice through the real command at the simulated table: thrown, killed, gone on with, summed up."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mujoco", reason="the simulated table needs the extra `twin`")

pytestmark = [pytest.mark.twin, pytest.mark.timeout(300)]

STICKMAN = [sys.executable, "-c", "from controller.cli import main; main()"]


class Practice:
    """A `stickman practice` at the simulated table, talked to by JSON."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = [*STICKMAN, "practice", "--json", "--seed", "8", "--journal", "p.sqlite", *options]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def line(self, until: str) -> dict[str, Any]:
        """Read lines until one holds a text."""
        assert self.process.stdout is not None and self.process.stderr is not None
        for line in self.process.stdout:
            if until in line:
                return dict(json.loads(line))
        raise AssertionError(f"no line with {until!r}: {self.process.stderr.read()}")

    def end(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        self.process.wait(60)


def stickman(folder: Path, *arguments: str) -> str:
    answer = subprocess.run([*STICKMAN, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_a_practice_that_was_killed_goes_on_and_ends_with_a_summary(tmp_path: Path) -> None:
    options = ("--journal", "p.sqlite", "--seed", "8", "--hand", "left", "--dice", "red casino", "--json")
    thrown = json.loads(stickman(tmp_path, "practice", "--throws", "2", *options).splitlines()[-1])["summary"]
    assert thrown["throws"] == 2
    assert all(place for place in thrown["landings"])

    killed = Practice(tmp_path)
    killed.say("missed 3 4")
    killed.line('"throws":3')
    killed.process.send_signal(signal.SIGKILL)
    killed.end()

    again = Practice(tmp_path)
    assert again.line("practice")["throws"] == 3
    again.say("finish")
    again.line('"over":true')
    again.say("quit")
    summary = again.line("summary")["summary"]
    again.end()
    assert (summary["throws"], summary["rolls"]) == (3, thrown["rolls"] + 1)
    assert summary["sevens"] == thrown["sevens"] + 1
    assert set(summary["hands"]) == {"left"} and set(summary["dice_sets"]) == {"red casino"}

    export = stickman(tmp_path, "rolls", "export", "--jsonl", "--journal", "p.sqlite")
    rolls = [json.loads(line) for line in export.splitlines()]
    assert [roll["by"] for roll in rolls] == ["judge", "judge", "dealer"]
    assert [bool(roll["pictures"]) for roll in rolls] == [True, True, False]
    for roll in rolls:
        for picture in roll["pictures"]:
            assert (tmp_path / "p.sqlite.rolls" / "pictures" / picture["file"]).exists()
    assert stickman(tmp_path, "rolls", "check", "--journal", "p.sqlite") == ""

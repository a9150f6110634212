"""Whole evenings through the real command: physics, painted frames, eye, judge, rules, journal, display."""

import json
import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from controller.session.throw_recorder import AFTER_NS

pytest.importorskip("mujoco", reason="the simulated table needs the extra `twin`")

pytestmark = [pytest.mark.twin, pytest.mark.timeout(300)]

STICKMAN = [sys.executable, "-c", "from controller.cli import main; main()"]


def stickman(*arguments: str, cwd: Path, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*STICKMAN, *arguments], cwd=cwd, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload,no-any-return]


def test_a_demo_plays_through_the_pipeline_and_ends_with_a_summary(tmp_path: Path) -> None:
    answer = stickman("demo", "--throws", "4", "--seed", "3", cwd=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert re.search(r"^4 throws", answer.stdout, re.M)
    for part in ("faces, all dice flat", "rulings", "Time per stage", "watch", "read", "judge", "rule and keep"):
        assert part in answer.stdout
    assert (tmp_path / ".demo" / "demo.sqlite").exists()


def test_a_recorded_throw_replays_to_the_same_faces(tmp_path: Path) -> None:
    recorded = stickman("record", "rec", "--throws", "2", "--journal", "j.sqlite", "--seed", "5", cwd=tmp_path)
    assert recorded.returncode == 0, recorded.stderr
    assert "2 throws kept in rec" in recorded.stdout
    replayed = stickman("replay", "rec/throw-0002", "--json", cwd=tmp_path)
    assert replayed.returncode == 0, replayed.stderr
    throws = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert len(throws) == 1
    assert set(throws[0]) == {"start_ns", "rest_ns", "values", "dice", "verdict"}
    live = [line for line in recorded.stderr.splitlines() if line.startswith("throw 2 | ")]
    faces = sorted(die["value"] for die in throws[0]["dice"])
    assert faces == sorted(int(face) for face in re.findall(r"[1-6]", live[0].split(" | ")[1]))
    head = json.loads((tmp_path / "rec" / "throw-0002" / "recording.json").read_text())
    assert (head["game"], head["policy"]) == ("street", "street")
    events = [json.loads(line) for line in (tmp_path / "rec" / "throw-0002" / "events.jsonl").read_text().splitlines()]
    assert events[-1]["t_ns"] - throws[0]["rest_ns"] > AFTER_NS


class Table:
    """A `stickman play` at the simulated table, talked to by JSON."""

    def __init__(self, folder: Path) -> None:
        command = [*STICKMAN, "play", "--table", "twin", "--journal", "night.sqlite", "--json", "--seed", "8"]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")

    def say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def scene(self, until: str = "", within_s: float = 120) -> dict[str, Any]:
        """Read Scenes until one holds a text; queue.Empty where none comes for so long."""
        while line := self.lines.get(timeout=within_s):
            if until in line:
                return dict(json.loads(line))
        raise AssertionError(f"no Scene with {until!r}: {self.process.stderr.read() if self.process.stderr else ''}")

    def throw(self) -> dict[str, Any]:
        """Throw until a throw counts, answering what is asked.

        A simulated camera loses pictures on a busy machine as a real one does: then more is asked, or nothing seen.
        """
        self.say("throw")
        while True:
            try:
                scene = self.scene(within_s=30)
            except queue.Empty:
                self.say("throw")
                continue
            if scene["throws"]:
                return scene
            if scene["question"]:
                self.say(scene["answers"][0])

    def quit(self) -> int:
        self.say("quit")
        return self.process.wait(60)

    def close(self) -> None:
        """End it by SIGKILL, if it has not ended yet."""
        self.process.kill()
        self.process.wait(60)
        self.listener.join(60)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


@pytest.fixture
def sit_down(tmp_path: Path) -> Iterator[Callable[[], Table]]:
    """Start sessions on one journal; none outlives the test."""
    with ExitStack() as tables:

        def start() -> Table:
            table = Table(tmp_path)
            tables.callback(table.close)
            return table

        yield start


def test_after_kill_9_the_table_comes_back_with_stakes_and_throws(sit_down: Callable[[], Table]) -> None:
    table = sit_down()
    table.scene()
    table.say("stake 20")
    table.say("fade 15")
    assert table.scene("Bob covers 15")["bank_cents"] == 3500
    before = table.throw()
    table.close()

    back = sit_down()
    after = back.scene()
    told = ("revision", "message", "troubles")
    assert {key: after[key] for key in after if key not in told} == {
        key: before[key] for key in before if key not in told
    }
    assert back.quit() == 0


def test_a_disk_that_is_full_is_said_with_code_4(tmp_path: Path) -> None:
    if not os.path.exists("/dev/full"):  # noqa: PTH110 - a device, not a file
        pytest.skip("no /dev/full here")
    answer = stickman("play", "--journal", "/dev/full", cwd=tmp_path, input="")
    assert answer.returncode == 4
    assert answer.stderr.startswith("error: ")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("play", "--game", "poker"), 2, "street"),
        (("play", "--table", "no.toml"), 2, "does not exist"),
        (("play", "--stack", "-3"), 2, "stack"),
        (("play", "--stack", "lots"), 2, "--stack 'lots' is no amount"),
        (("play", "--players", "Ann"), 2, "players"),
        (("play", "--policy", "streat"), 2, "did you mean 'street'"),
        (("play", "--table", "typo.toml"), 2, "did you mean 'length_mm'"),
        (("read", "--table", "plain.toml", "x.jpg"), 2, "stickman calibrate lens"),
        (("play", "--journal", "garbage.sqlite"), 4, "garbage.sqlite"),
        (("replay", "nowhere"), 2, "nowhere"),
        (("referee", "poker"), 2, "street"),
    ],
)
def test_wrong_input_is_answered_by_one_sentence(
    arguments: tuple[str, ...], code: int, says: str, tmp_path: Path
) -> None:
    (tmp_path / "typo.toml").write_text("[board]\nlenght_mm = 900\n")
    (tmp_path / "plain.toml").write_text("[board]\nlength_mm = 900\n")
    (tmp_path / "garbage.sqlite").write_bytes(b"this is no journal" * 100)
    if "--journal" not in arguments and arguments[0] == "play":
        arguments = (*arguments, "--journal", "fresh.sqlite")
    answer = stickman(*arguments, cwd=tmp_path, input="")
    assert answer.returncode == code, answer.stderr
    assert says in answer.stderr
    assert "Traceback" not in answer.stderr
    assert (tmp_path / "garbage.sqlite").read_bytes().startswith(b"this is no journal")

"""Bank craps, casino craps, General and craps(6) through the real command at the simulated table."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mujoco", reason="the simulated table needs the extra `twin`")

from controller.cli.house import house_of
from controller.journal import Journal
from controller.session.session import Session
from controller.throws.policy import STREET

pytestmark = [pytest.mark.twin, pytest.mark.timeout(300)]

STICKMAN = [sys.executable, "-c", "from controller.cli import main; main()"]
TRIES = 6
"""So often is thrown again where a throw is void, or asked about with no answer that names the dice."""


class Table:
    """A `stickman play` at the simulated table, talked to as people do, heard by JSON."""

    def __init__(self, folder: Path, game: str, *more: str) -> None:
        self.journal = folder / f"{game}.sqlite"
        options = ["--game", game, "--table", "twin", "--players", "Ann,Bob,Cid", "--journal", str(self.journal)]
        self.process = subprocess.Popen(
            [*STICKMAN, "play", *options, "--json", "--no-pictures", *more],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.now = self.next()

    def say(self, text: str) -> dict[str, Any]:
        """Say something that the table takes, and see what it shows then."""
        self._write(text)
        return self.next()

    def next(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read() if self.process.stderr else ""
        self.now = json.loads(line)
        return self.now

    def throw(self) -> dict[str, Any]:
        """Throw until a throw counts; questions are answered with what the table thinks likeliest."""
        for _ in range(TRIES):
            thrown = self.now["throws"]
            self._write("throw")
            while self.now["throws"] == thrown and not self.now["question"]:
                self.next()
            if self.now["question"]:
                likely = [answer for answer in self.now["answers"] if answer != "no roll"]
                self.say(f"answer {likely[0]}" if likely else "no roll")
            if self.now["situation"]:
                return self.now
        raise AssertionError(f"no throw counted in {TRIES}: {self.now}")

    def leave(self) -> Session:
        """Leave the table; give the session as its journal keeps it."""
        self._write("quit")
        assert self.process.wait(60) == 0
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        with Journal.open(self.journal, read_only=True) as journal:
            return Session.replay(journal, house_of(STREET))

    def _write(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()


def money(scene: dict[str, Any]) -> int:
    return sum(seat["stack_cents"] + sum(cents for _, cents in seat["bets"]) for seat in scene["seats"])


def total(scene: dict[str, Any]) -> int:
    return sum(die["value"] for die in scene["dice"])


def test_bank_craps_is_thrown_seen_and_settled(tmp_path: Path) -> None:
    table = Table(tmp_path, "bank", "--seed", "3")
    table.say("first 10")
    table.say("first cid 5")
    first = table.throw()
    assert money(first) == 30_000
    assert first["point"] in (None, total(first))
    assert first["puck_on"] == (total(first) in (4, 5, 6, 8, 9, 10))
    kept = table.leave().state
    assert kept.game.state()["over"] is False
    assert [step.line["dice"] for step in kept.step.back() if step.throw is not None and step.line is not None]


def test_casino_craps_pays_every_seat(tmp_path: Path) -> None:
    table = Table(tmp_path, "casino", "--seed", "4", "--set-up", '{"settings": {"bar": 2}}')
    table.say("bet pass 10")
    table.say("bet bob field 5")
    table.say("bet cid any seven 1")
    thrown = table.throw()
    field, seven = (seat["payout_cents"] for seat in thrown["seats"][1:])
    faces = total(thrown)
    assert field == {2: 1000, 12: 1000}.get(faces, 500 if faces in (3, 4, 9, 10, 11) else -500)
    assert seven == (400 if faces == 7 else -100)
    assert thrown["call"]
    assert table.leave().state.game.view().game == "casino"


def test_general_is_played_with_five_dice_of_which_some_are_kept(tmp_path: Path) -> None:
    table = Table(tmp_path, "general", "--seed", "7")
    assert table.say("draw 3 5 6")["thrower"] == "Ann"
    first = table.throw()
    faces = [die["value"] for die in first["dice"]]
    assert len(faces) == 5
    table.say(f"keep {faces[0]} {faces[1]}")
    second = table.throw()
    state = table.leave().state
    game = state.game.state()
    assert (game["throw"], game["dice"]) == (2, sorted(die["value"] for die in second["dice"]))
    told = [step.line for step in state.step.back() if step.throw is not None and step.line is not None]
    # A thrown die may turn a kept one, which is asked about and then no longer kept.
    assert set(told[0]["keep"]) <= set(faces[:2])
    assert len(told[0]["keep"]) + len(told[0]["dice"]) == 5


def test_craps6_takes_its_dice_from_the_table(tmp_path: Path) -> None:
    command = [*STICKMAN, "craps6", "--table", "twin", "--trace", "--seed", "5"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as game:
        assert game.stdin is not None and game.stdout is not None
        # Should the table ask about a throw, its first answer will do.
        game.stdin.write("n\n100\n" + "1\n" * 4)
        game.stdin.flush()
        lines = [game.stdout.readline().strip() for _ in range(5)]
        assert lines[:4] == ["BANNER", "ASK commentary", "INFO bankroll 2000", "ASK bet"]
        roll = lines[4].split()
        assert roll[0] == "ROLL" and len(roll) == 3 and set(roll[1:]) <= set("123456")
        game.send_signal(signal.SIGINT)
        assert game.stdout.read().splitlines()[-1].startswith("FINAL")
        assert game.wait(60) == 0

"""A table with a panel, through the real command: a button is pressed, the cable pulled, and the game goes on."""

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mujoco", reason="the table is the simulated one")

from controller.errors import HardwareError
from controller.hardware.panel.pc import PcBoard, micropython
from firmware.digits import fit
from firmware.lamps import OFF, WHITE

PATIENCE_S = 60.0
PLAY = "from controller.cli import main; main()"


class Table:
    """`stickman play --json` or another command with a panel; `scene` waits for a Scene that is as wanted."""

    def __init__(self, port: str, folder: Path, command: str = "play") -> None:
        words = [command, "--json", "--panel", port, "--journal", str(folder / "j.sqlite"), "--no-pictures"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAY, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._scenes: queue.Queue[dict[str, Any]] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "summary" not in (scene := json.loads(line)):
                self._scenes.put(scene)

    def says(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def scene(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        while not wanted(scene := self._scenes.get(timeout=PATIENCE_S)):
            pass
        return scene

    def leave(self) -> int:
        self.says("quit")
        code = self.process.wait(PATIENCE_S)
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        return code


@pytest.fixture
def board() -> Iterator[PcBoard]:
    try:
        micropython()
    except HardwareError as error:
        pytest.skip(str(error))
    with PcBoard() as made:
        yield made


@pytest.mark.twin
def test_a_panel_shows_the_bank_takes_a_press_and_is_pulled_out_in_mid_round(board: PcBoard, tmp_path: Path) -> None:
    table = Table(board.port, tmp_path)
    try:
        table.says("stake 20")
        table.says("fade 15")
        table.scene(lambda scene: scene["bank_cents"] == 3500)
        bank = bytes(fit("b     35"))
        assert board.wait_for(lambda lit: bytes(lit.segments[8:16]) == bank, PATIENCE_S), bytes(board.lit.segments)
        board.order("pin", 10, 0)
        table.scene(lambda scene: scene["bank_cents"] == 2000)
        board.unplug()
        table.scene(lambda scene: any("is gone" in trouble for trouble in scene["troubles"]))
        table.says("fade 10")
        assert table.scene(lambda scene: scene["bank_cents"] == 3000)["waiting_for"] == "Ann must throw the come-out."
    finally:
        assert table.leave() == 0


@pytest.mark.twin
def test_a_practice_has_its_panel_too(board: PcBoard, tmp_path: Path) -> None:
    table = Table(board.port, tmp_path, "practice")
    try:
        table.says("hand left")
        table.scene(lambda scene: "left hand" in scene["waiting_for"])
        assert board.wait_for(lambda lit: lit.rgb and lit.rgb[OFF[0]] == WHITE, PATIENCE_S), board.lit.rgb
        board.order("pin", 10, 0)
        table.scene(lambda scene: "left hand" not in scene["waiting_for"])
    finally:
        assert table.leave() == 0

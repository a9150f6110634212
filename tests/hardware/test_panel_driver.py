"""Panels at work, each the real firmware under MicroPython: cables pulled, boards that crash, boards that are none."""

import os
import pty
import shutil
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.errors import HardwareError
from controller.hardware.panel.driver import Panels
from controller.hardware.panel.pc import FOLDER, Lit, PcBoard, micropython
from controller.hardware.panel.ports import Candidate
from firmware.lamps import FIRST_BOX, WHITE

PATIENCE_S = 30.0
SCENE: dict[str, Any] = {"puck": 2, "box": 6, "seats": [[8000, None, 0]]}

try:
    micropython()
except HardwareError as error:
    pytest.skip(str(error), allow_module_level=True)


class Cables:
    """Ports that are plugged in, and the panels' driver looking at them; wakes up at every change."""

    def __init__(self) -> None:
        self.ports: list[str] = []
        self.pressed: list[str] = []
        self._news = threading.Condition()
        self.panels = Panels(self._find, self._press, self._change)

    def _find(self) -> tuple[Candidate, ...]:
        return tuple(Candidate(port) for port in self.ports)

    def _press(self, name: str) -> None:
        self.pressed.append(name)
        self._change()

    def _change(self) -> None:
        with self._news:
            self._news.notify_all()

    def wait(self, until: Callable[[], object]) -> None:
        with self._news:
            came = self._news.wait_for(until, PATIENCE_S)
        assert came, (self.panels.boards, self.panels.troubles)


@pytest.fixture
def cables() -> Iterator[Cables]:
    made = Cables()
    yield made
    made.panels.close()


def shows(box: int) -> Callable[[Lit], bool]:
    led = FIRST_BOX + 4 * (4, 5, 6, 8, 9, 10).index(box)
    return lambda lit: lit.rgb != () and lit.rgb[led] == WHITE


def sees(board: PcBoard, box: int) -> None:
    assert board.wait_for(shows(box), PATIENCE_S), board.lit.rgb


def test_a_panel_that_is_plugged_in_shows_the_newest_scene(cables: Cables) -> None:
    cables.panels.show(SCENE)
    with PcBoard() as board:
        cables.ports.append(board.port)
        sees(board, 6)
        cables.panels.show({**SCENE, "box": 9})
        sees(board, 9)


def test_a_cable_pulled_in_mid_round_and_plugged_in_elsewhere(cables: Cables) -> None:
    cables.panels.show(SCENE)
    with PcBoard(number="00000000000000aa") as board:
        cables.ports.append(board.port)
        sees(board, 6)
        first = board.port
        cables.ports.clear()
    cables.wait(lambda: any("is gone" in text for text in cables.panels.troubles))
    cables.panels.show({**SCENE, "box": 10})
    with PcBoard(number="00000000000000aa") as spare, PcBoard(number="00000000000000aa") as board:
        elsewhere = board if spare.port == first else spare
        cables.ports.append(elsewhere.port)
        sees(elsewhere, 10)
        cables.wait(lambda: cables.panels.troubles == ())


def test_two_boards_at_once_show_the_same(cables: Cables) -> None:
    with PcBoard(number="0000000000000001") as dealer, PcBoard(number="0000000000000002") as players:
        cables.ports += [dealer.port, players.port]
        cables.panels.show(SCENE)
        sees(dealer, 6)
        sees(players, 6)
        cables.wait(lambda: len(cables.panels.boards) == 2)
        assert {board.serial for board in cables.panels.boards} == {"0000000000000001", "0000000000000002"}


def test_one_of_two_pulled_out_leaves_the_other_at_work(cables: Cables) -> None:
    cables.panels.show(SCENE)
    with PcBoard(number="0000000000000002") as players:
        with PcBoard(number="0000000000000001") as dealer:
            cables.ports += [dealer.port, players.port]
            cables.wait(lambda: len(cables.panels.boards) == 2)
        cables.panels.show({**SCENE, "box": 4})
        sees(players, 4)
        cables.wait(lambda: cables.panels.troubles != ())


def test_a_board_that_runs_something_else_is_said_to_and_the_panel_still_shows(cables: Cables) -> None:
    other, port = pty.openpty()
    tty.setraw(port)
    name = os.ttyname(port)
    chatter = threading.Event()

    def talk() -> None:
        while not chatter.wait(0.05):
            os.write(other, b"temperature 21.5\r\n")

    thread = threading.Thread(target=talk)
    thread.start()
    try:
        with PcBoard() as board:
            cables.ports += [name, board.port]
            cables.panels.show(SCENE)
            sees(board, 6)
            cables.wait(lambda: any("runs something else" in text for text in cables.panels.troubles))
            assert len(cables.panels.boards) == 1
    finally:
        chatter.set()
        thread.join()
        os.close(other)
        os.close(port)


def test_a_panel_of_another_protocol_is_left_alone_and_said(cables: Cables, tmp_path: Path) -> None:
    old = tmp_path / "firmware"
    shutil.copytree(FOLDER, old)
    text = (old / "protocol.py").read_text()
    (old / "protocol.py").write_text(text.replace("PROTOCOL = 1", "PROTOCOL = 2"))
    with PcBoard(folder=old) as board:
        cables.ports.append(board.port)
        cables.panels.show(SCENE)
        cables.wait(lambda: any("speaks protocol 2" in text for text in cables.panels.troubles))
        assert cables.panels.boards == ()


def test_a_program_that_fails_is_started_again_and_shows_the_scene(cables: Cables) -> None:
    with PcBoard(console=True) as board:
        cables.ports.append(board.port)
        cables.panels.show(SCENE)
        sees(board, 6)
        boot = cables.panels.boards[0].boot
        board.order("crash")
        cables.wait(lambda: any(each.boot != boot for each in cables.panels.boards))
        cables.panels.show({**SCENE, "box": 5})
        sees(board, 5)


def test_ports_that_cannot_be_listed_for_a_moment_end_nothing(cables: Cables) -> None:
    failing = iter([OSError(19, "No such device")])
    find = cables.panels._find

    def list_ports() -> tuple[Candidate, ...]:
        error = next(failing, None)
        if error is not None:
            raise error
        return tuple(find())

    cables.panels._find = list_ports
    with PcBoard() as board:
        cables.ports.append(board.port)
        cables.panels.show(SCENE)
        sees(board, 6)


def test_a_press_reaches_the_table_once(cables: Cables) -> None:
    with PcBoard() as board:
        cables.ports.append(board.port)
        cables.panels.show(SCENE)
        sees(board, 6)
        board.order("pin", 11, 0)
        cables.wait(lambda: cables.pressed)
        board.order("pin", 11, 1)
        cables.panels.show({**SCENE, "box": 8})
        sees(board, 8)
        assert cables.pressed == ["no_roll"]


def test_showing_never_waits_for_a_board_that_does_not_read(cables: Cables) -> None:
    other, port = pty.openpty()
    tty.setraw(port)
    try:
        cables.ports.append(os.ttyname(port))
        for number in range(20_000):
            cables.panels.show({**SCENE, "bank": number})
    finally:
        os.close(other)
        os.close(port)

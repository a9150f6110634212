"""What the firmware writes to LEDs, digits and pins under MicroPython, and its buttons."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from board_stage import SCENE, BareHost, Stage, micropython_or_skip, segments_text, stage

from controller.hardware.panel.pc import FOLDER, PcBoard
from firmware.buttons import GREEN
from firmware.buttons import RED as FAILED
from firmware.lamps import FIRST_BUTTON, RED, SELF_TEST_MS

STOCK = {"binascii", "gc", "json", "machine", "neopixel", "os", "select", "sys", "time"}
"""Modules that a stock Pico has, of those used here."""
PROGRAM = sorted(FOLDER.glob("*.py"))


@pytest.fixture
def table() -> Iterator[Stage]:
    yield from stage()


@pytest.mark.parametrize("path", PROGRAM, ids=lambda path: path.name)
def test_the_program_uses_only_what_a_stock_pico_has(path: Path) -> None:
    own = {file.stem for file in PROGRAM}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            assert set(names) <= STOCK | own, f"{path.name} imports {names}"


@pytest.mark.parametrize("path", PROGRAM, ids=lambda path: path.name)
def test_the_program_never_writes_to_the_cooked_output(path: Path) -> None:
    """sys.stdout.write turns LF into CR LF on a board, and print uses it: only sys.stdout.buffer is right."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Name):
            assert node.id != "print"
        if isinstance(node, ast.Attribute) and node.attr == "write":
            assert ast.unparse(node.value) != "sys.stdout"


def test_the_self_test_lights_everything_in_turn_and_ends_with_no_link() -> None:
    micropython_or_skip()
    wires: list[str] = []
    with PcBoard(trace=wires.append) as board, BareHost(board.port) as host:
        board.order("hold")
        host.hello()
        for _ in range(SELF_TEST_MS // 50 + 4):
            board.order("advance", 50)
            host.told({"t": "ping"})
        assert board.wait_for(lambda lit: lit.rgb[0] == (0, 0, 0) and segments_text(lit)[0] == "-" * 8)
    first_leds = [line[7:13] for line in wires if line.startswith("pixels")]
    assert first_leds[0] != first_leds[-1]
    assert len(set(first_leds)) >= 5, "red, green, blue, white, dark"


def test_colours_go_out_as_green_red_blue() -> None:
    micropython_or_skip()
    wires: list[str] = []
    table = stage(trace=wires.append)
    made = next(table)
    made.show(fx=["", 0])
    made.wait(lambda lit: lit.rgb[2] == RED)
    red, green, blue = RED
    assert next(line for line in reversed(wires) if line.startswith("pixels"))[7 + 12 : 7 + 18] == (
        f"{green:02x}{red:02x}{blue:02x}"
    )
    table.close()


def test_two_led_writes_are_kept_300_us_apart() -> None:
    """Closer, the chain takes them for one."""
    script = """
import sys
import pico
slept = []
class Time:
    us = 0
    def ticks_us(self): return self.us
    def ticks_diff(self, a, b): return a - b
    def sleep_us(self, us): slept.append(us); self.us += us
pico.time = clock = Time()
chain = pico.LedChain(22, 33)
for wait in (1000, 0, 120, 300, 5000):
    clock.us += wait
    chain.show(bytearray([wait & 0xFF] * 99), True)
sys.stdout.write(str(slept))
"""
    folder = Path(FOLDER)
    answer = subprocess.run(
        [micropython_or_skip(), "-c", script],
        env={"MICROPYPATH": f"{folder / 'pc'}:{folder}:.frozen"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == "[300, 180]"


def test_unchanged_lamps_are_written_again_every_second_for_a_chain_that_forgot(table: Stage) -> None:
    table.show(fx=["", 0])
    table.wait(lambda lit: lit.rgb[2] == RED)
    for _ in range(3):
        writes = table.board.lit.writes
        table.advance(1000)
        table.wait(lambda lit, writes=writes: lit.writes > writes)
        table.barrier()


def test_digits_show_point_dice_bank_and_seats(table: Stage) -> None:
    table.show(fx=["", 0], seats=[[8000, None, 0], [8550, None, 0]])
    table.wait_text(" 6 42  6", "b   34.50", "1.     80", "2   85.50")


def test_figures_take_turns_money_payout_stake(table: Stage) -> None:
    figures = {"1.     80", "1.    -15", "1.    _20"}
    seen = set()
    for _ in range(36):
        table.show(fx=["", 0], seats=[[8000, -1500, 2000]])
        table.advance(500)
        table.barrier()
        table.barrier()
        seen.add(segments_text(table.board.lit)[2])
        if figures <= seen:
            break
    assert figures <= seen


def test_a_press_is_told_until_it_is_confirmed_and_turns_the_light_green(table: Stage) -> None:
    table.show(fx=["", 0])
    press(table, 10)
    told = table.host.expect(t="button")
    assert told["b"] == "undo"
    table.advance(350)
    assert table.host.expect(t="button") == told, "told again"
    table.host.send({"t": "ack", "n": told["n"]})
    table.barrier()
    table.advance(60)
    table.wait(lambda lit: lit.rgb[FIRST_BUTTON] == GREEN)
    table.advance(400)
    table.barrier()
    assert not [message for _, message in table.host.heard if message["t"] == "button"]


def test_a_press_told_again_keeps_its_sequence_whatever_was_sent_since(table: Stage) -> None:
    table.show(fx=["", 0])
    press(table, 10)
    first, again = (told_sequence(table) for _ in range(2))
    assert again == first


def told_sequence(table: Stage) -> int:
    """Wait for a press; give the sequence of its frame. Then let the board send something else, and time pass."""
    while not (heard := [sequence for sequence, message in table.host.heard if message["t"] == "button"]):
        assert table.host.listen(10), "no press was told"
    table.host.heard.clear()
    table.barrier()
    table.advance(350)
    return heard[0]


def test_a_press_that_nobody_confirms_turns_red_and_is_forgotten(table: Stage) -> None:
    table.show(fx=["", 0])
    press(table, 11)
    table.host.expect(t="button", b="no_roll")
    for _ in range(6):
        table.advance(500)
        table.host.told({**SCENE, "fx": ["", 0]})
    table.wait(lambda lit: lit.rgb[FIRST_BUTTON + 1] == FAILED)
    table.host.heard.clear()
    table.advance(1000)
    table.barrier()
    assert not [message for _, message in table.host.heard if message["t"] == "button"]


def test_contacts_that_bounce_are_one_press(table: Stage) -> None:
    table.show(fx=["", 0])
    for level in (0, 1, 0, 1, 0):
        table.board.order("pin", 10, level)
        table.advance(3)
        table.barrier()
    table.advance(30)
    table.barrier()
    table.advance(1)
    assert table.host.expect(t="button")["n"] == 1
    assert not [message for _, message in table.host.heard if message.get("n", 1) != 1]


def press(table: Stage, pin: int) -> None:
    table.board.order("pin", pin, 0)
    for _ in range(3):
        table.advance(15)
        table.barrier()

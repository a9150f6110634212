"""What people see in a terminal: everything a Scene holds, drawn or said in a line."""

import io

import pytest
from rich.console import Console

from controller.displays.scene import DieView, Scene
from controller.displays.terminal import BOXES, LiveTerminal, PlainTerminal, RedrawnTerminal, draw, plain_line
from controller.rules.game import SeatView

SEATS = (
    SeatView("Ann", 8000, "shooter", (("stake", 2000),)),
    SeatView("Bob", 8550, "fader", (("fade", 1450),)),
)
POINT_SIX = Scene(
    game="street", puck_on=True, point=6, bank_cents=3450, seats=SEATS, thrower="Ann",
    dice=(DieView(4), DieView(2)), call="sixie from Dixie", waiting_for="Ann to throw", throws=7, revision=9,
)  # fmt: skip


def drawn(scene: Scene) -> str:
    console = Console(file=io.StringIO(), width=80, record=True, color_system=None)
    console.print(draw(scene))
    return console.export_text()


def test_point_puck_bank_call_and_seats_are_drawn() -> None:
    text = drawn(POINT_SIX)
    assert "6 ON" in text and "OFF" not in text
    for part in ("street", "throw 7", "bank 34.50", "sixie from Dixie", "Ann to throw", "Bob", "85.50", "14.50"):
        assert part in text


def test_puck_is_off_before_a_point() -> None:
    text = drawn(Scene("street", False, None, 0, SEATS, "Ann"))
    assert "OFF" in text and " ON" not in text
    assert "no dice thrown yet" in text


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_is_drawn_with_its_pips(value: int) -> None:
    text = drawn(Scene("street", False, None, 0, SEATS, "Ann", dice=(DieView(value),)))
    assert text.count("●") == value


def test_a_cocked_die_bears_its_note_and_an_unknown_one_a_question_mark() -> None:
    text = drawn(Scene("street", False, None, 0, SEATS, "Ann", dice=(DieView(3, "cocked"), DieView(None))))
    assert "cocked" in text and "?" in text


def test_a_question_shows_the_likely_answers_first_instead_of_what_is_waited_for() -> None:
    scene = Scene("street", True, BOXES[0], 0, SEATS, "Ann", question="Which faces?", answers=("3 4", "no roll"),
                  waiting_for="Ann to throw", troubles=("camera: no picture for 2 s",))  # fmt: skip
    text = drawn(scene)
    assert "Which faces?" in text and "1: 3 4   2: no roll" in text and "camera: no picture for 2 s" in text
    assert "Ann to throw" not in text


def test_a_plain_line_says_the_same() -> None:
    line = plain_line(POINT_SIX)
    for part in ("throw 7", "4 2", "sixie from Dixie", "point 6", "bank 34.50", "Ann 80", "Ann to throw"):
        assert part in line


def test_plain_terminal_prints_each_change_once() -> None:
    out = io.StringIO()
    with PlainTerminal(Console(file=out, width=80)) as display:
        display.show(POINT_SIX)
        display.show(POINT_SIX)
    assert len(out.getvalue().splitlines()) == 1


def test_live_terminal_ends_with_the_newest_scene() -> None:
    out = io.StringIO()
    with LiveTerminal(Console(file=out, width=80, force_terminal=True), POINT_SIX) as display:
        display.show(Scene("street", False, None, 0, SEATS, "Bob", message="box up"))
    assert "box up" in out.getvalue().rsplit("STICKMAN", 1)[1]


def test_what_is_said_stands_under_the_table_and_the_prompt_comes_again() -> None:
    out = io.StringIO()
    display = RedrawnTerminal(Console(file=out, width=80), POINT_SIX)
    display.say("stake [20]")
    assert out.getvalue().endswith("\nstake [20]\ntype `help` for what can be said > ")

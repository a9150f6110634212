"""`stickman craps6` as people and programs run it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli.entry import stickman

COMMAND = [sys.executable, "-c", "from controller.cli import main; main()", "craps6"]


def run(typed: str, *arguments: str):
    return CliRunner().invoke(stickman, ["craps6", *arguments], input=typed)


def dice_file(folder: Path, text: str) -> str:
    path = folder / "dice.txt"
    path.write_text(text)
    return str(path)


def test_the_trace_of_a_win(tmp_path):
    result = run("n\n100\n", "--trace", "--dice", dice_file(tmp_path, "3\n4"))
    assert result.stdout.splitlines() == [
        "BANNER", "ASK commentary", "INFO bankroll 2000", "ASK bet", "ROLL 3 4", "WIN with 7", "INFO bankroll 2100",
        "ASK bet", "FINAL win 100",
    ]  # fmt: skip
    assert result.exit_code == 0


def test_dice_that_are_used_up_are_the_end_of_input_at_the_next_prompt(tmp_path):
    result = run("n\n100\n100\n100\n", "--trace", "--dice", dice_file(tmp_path, "3 4"))
    assert result.stdout.splitlines()[-2:] == ["ASK bet", "FINAL win 100"]


def test_dice_that_end_in_mid_round_leave_the_bet_undecided(tmp_path):
    result = run("n\n100\n", "--trace", "--dice", dice_file(tmp_path, "2 2 3"))
    assert result.stdout.splitlines()[-3:] == ["ROLL 2 2", "POINT 4", "FINAL break_even"]


def test_a_seed_gives_the_same_game():
    typed = "n\n" + "50\n" * 20
    assert run(typed, "--seed", "3").stdout == run(typed, "--seed", "3").stdout
    assert run(typed, "--seed", "3").stdout != run(typed, "--seed", "4").stdout


def test_the_end_of_input_ends_the_line_of_the_prompt():
    assert run("n\n").stdout.endswith("bet? \nYou go home with what you brought.\n")


@pytest.mark.parametrize(("text", "says"), [("3 7", "'7' as die 2"), ("x", "'x' as die 1")])
def test_a_file_of_other_things_than_dice_is_refused(tmp_path, text, says):
    result = subprocess.run(
        [*COMMAND, "--dice", dice_file(tmp_path, text)], input="", capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert says in result.stderr


def test_a_missing_file_and_two_kinds_of_dice_are_refused(tmp_path):
    assert run("", "--dice", "no.txt", "--table", "twin").exit_code == 2
    result = subprocess.run([*COMMAND, "--dice", "no.txt"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "no.txt cannot be read" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent the POSIX way")
def test_UX_16_an_interrupt_at_a_prompt_draws_up_the_account(tmp_path):
    command = [*COMMAND, "--trace", "--dice", dice_file(tmp_path, "3 4 1 1")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("n\n100\n")
        game.stdin.flush()
        lines = [game.stdout.readline().strip() for _ in range(8)]
        assert lines[-2:] == ["INFO bankroll 2100", "ASK bet"]
        game.send_signal(signal.SIGINT)
        assert game.stdout.read().strip() == "FINAL win 100"
        assert game.wait(30) == 0

import io
import json
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from controller.cli.entry import stickman
from controller.cli.referee import read_lines
from controller.rules.referee import MAX_LINE_BYTES

SETUP = '{"players":["A","B"],"stacks":{"A":100,"B":100},"first_shooter":"A"}'
COMMAND = [sys.executable, "-c", "from controller.cli import main; main()"]


def test_each_line_is_answered_by_one_line_and_the_exit_code_is_0():
    lines = [
        SETUP,
        '{"do":"stake","amount":20}',
        "",
        "rubbish",
        '{"do":"stake","amount":-1}',
        '{"do":"fade","amount":9}',
    ]
    result = CliRunner().invoke(stickman, ["referee", "street"], input="\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["ruling"] for answer in answers] == ["ok", "ok", "error", "error", "refused", "ok"]
    assert result.exit_code == 0


def test_no_input_at_all_is_a_good_end():
    result = CliRunner().invoke(stickman, ["referee", "street"], input="")
    assert (result.exit_code, result.stdout) == (0, "")


def test_another_program_can_talk_with_it_line_by_line():
    with subprocess.Popen([*COMMAND, "referee", "street"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, ruling in ((SETUP, "ok"), ('{"do":"throw","dice":[1,2]}', "refused"), ("\xff", "error")):
            process.stdin.write(line.encode("latin-1") + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ruling"] == ruling
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_an_unknown_game_is_a_sentence_that_names_the_games_and_exit_code_2():
    found = subprocess.run([*COMMAND, "referee", "poker"], capture_output=True, text=True, check=False, timeout=60)
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.startswith("error: there is no game called 'poker'; the games are: ")
    assert "street" in found.stderr


def test_a_line_without_end_takes_no_more_memory_than_the_limit():
    lines = list(read_lines(io.BytesIO(b"x" * (5 * MAX_LINE_BYTES) + b"\n{}\r\n{}")))
    assert [len(line) > MAX_LINE_BYTES for line in lines] == [True, False, False]
    assert lines[1:] == [b"{}", b"{}"]
    assert len(lines[0]) < MAX_LINE_BYTES + 10


def test_the_example_of_the_guide_plays_as_it_says():
    guide = Path(__file__).parents[2] / "docs" / "games" / "street.md"
    lines = guide.read_text(encoding="utf-8").split("```")[1].strip()
    result = CliRunner().invoke(stickman, ["referee", "street"], input=lines)
    rulings = [json.loads(line)["ruling"] for line in result.stdout.splitlines()]
    assert rulings == ["ok", "ok", "ok", "point+warning", "pass"]

import pytest
from click.testing import CliRunner

from controller.cli.entry import stickman


def run(*arguments):
    return CliRunner().invoke(stickman, ["simulate", *arguments])


def test_SC_31_totals_and_counts_and_nothing_else_on_stdout():
    result = run("--rolls", "1000", "--seed", "7")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [int(total) for total, _ in rows] == list(range(2, 13))
    assert sum(int(count) for _, count in rows) == 1000
    assert (result.exit_code, result.stderr) == (0, "")


def test_SC_31_no_rolls_are_eleven_zeros():
    assert run("--rolls", "0").stdout == "".join(f"{total}\t0\n" for total in range(2, 13))


def test_SC_31_a_seed_repeats_and_no_seed_does_not():
    assert run("--rolls", "100000", "--seed", "3").stdout == run("--rolls", "100000", "--seed", "3").stdout
    assert run("--rolls", "100000").stdout != run("--rolls", "100000").stdout


@pytest.mark.parametrize("arguments", [(), ("--rolls", "-1"), ("--rolls", "1e6"), ("--rolls", "5", "--seed", "-1")])
def test_wrong_use_is_exit_code_2(arguments):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error" in result.stderr

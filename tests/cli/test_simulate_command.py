import pytest
from click.testing import CliRunner

from controller.cli.entry import stickman
from controller.cli.simulate import CHUNK_ROLLS, count_rolls
from controller.rules.dice import ways

CHI2_999_DF10 = 29.59


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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_dice_are_fair(seed):
    rolls = 600_000
    counts = count_rolls(rolls, seed)
    expected = {total: rolls * ways(total) / 36 for total in counts}
    chi2 = sum((counts[total] - expected[total]) ** 2 / expected[total] for total in counts)
    assert 0 < chi2 < CHI2_999_DF10


def test_one_seed_gives_one_result_whatever_the_cores():
    rolls = 2 * CHUNK_ROLLS + 12_345
    alone = count_rolls(rolls, 5, workers=1)
    assert alone == count_rolls(rolls, 5, workers=3)
    assert sum(alone.values()) == rolls
    assert alone != count_rolls(rolls, 6)


def test_a_seed_keeps_its_numbers_on_every_machine_and_numpy():
    assert list(count_rolls(1000, 1).values()) == KEPT


KEPT = [27, 48, 94, 116, 156, 166, 137, 113, 72, 43, 28]


def test_without_a_seed_the_numbers_are_new_each_time():
    assert count_rolls(100_000) != count_rolls(100_000)


def test_progress_is_told_in_rolls():
    told = []
    count_rolls(CHUNK_ROLLS + 5, 1, progress=told.append)
    assert told == [CHUNK_ROLLS + 5]


@pytest.mark.parametrize("arguments", [(), ("--rolls", "-1"), ("--rolls", "1e6"), ("--rolls", "5", "--seed", "-1")])
def test_wrong_use_is_exit_code_2(arguments):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error" in result.stderr

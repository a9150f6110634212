import json

import pytest
from click.testing import CliRunner

from controller.cli.entry import stickman
from controller.errors import ConfigError


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


def test_games_by_strategy_as_json():
    result = run(
        "--game",
        "casino",
        "--strategy",
        "pass-2x",
        "--strategy",
        "field",
        "--tables",
        "200",
        "--rolls",
        "50",
        "--seed",
        "1",
        "--json",
    )
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["player"], row["strategy"]) for row in rows] == [("seat 1", "pass-2x"), ("seat 2", "field")]
    assert rows[0]["curve"][-1]["roll"] == 50
    assert (
        result.stdout
        == run(
            "--game",
            "casino",
            "--strategy",
            "pass-2x",
            "--strategy",
            "field",
            "--tables",
            "200",
            "--rolls",
            "50",
            "--seed",
            "1",
            "--json",
        ).stdout
    )


@pytest.mark.parametrize("game", ["casino", "street", "bank"])
def test_games_for_people(game):
    result = run("--game", game, "--tables", "100", "--rolls", "60", "--seed", "1")
    assert result.exit_code == 0
    assert "final bankroll" in result.stdout
    assert ("risk of ruin" in result.stdout) == (game == "casino")


def test_games_with_settings_and_a_plot(tmp_path):
    path = tmp_path / "curve.svg"
    result = run(
        "--game",
        "casino",
        "--strategy",
        "dont-lay",
        "--settings",
        '{"odds": "2x"}',
        "--unit",
        "2.50",
        "--bankroll",
        "100",
        "--tables",
        "50",
        "--rolls",
        "20",
        "--plot",
        str(path),
    )
    assert result.exit_code == 0
    assert "<svg" in path.read_text()[:500]


def test_strategies_are_listed():
    rows = [line.split("\t") for line in run("--list").stdout.splitlines()]
    assert {game for game, _, _ in rows} == {"casino", "street", "bank"}
    assert [name for _, name, about in rows if "only the 7" in about] == ["iron-cross"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--strategy", "pass", "--rolls", "5"), "--game"),
        (("--game", "casino", "--strategy", "luck"), "luck"),
        (("--game", "street", "--strategy", "pass"), "full-cover"),
        (("--game", "bank", "--strategy", "first-jet", "--strategy", "low-band"), "one --strategy"),
        (("--game", "casino", "--settings", "{"), "not JSON"),
        (("--game", "casino", "--settings", "[1]"), "JSON object"),
        (("--game", "casino", "--settings", '{"bar": 5}'), "bar"),
        (("--game", "street", "--settings", "{}"), "casino"),
        (("--game", "casino", "--unit", "0"), "more than 0"),
        (("--game", "casino", "--unit", "x"), "no amount"),
        (("--game", "casino", "--bankroll", "-5"), "no amount"),
        (("--game", "casino", "--rolls", "0"), "--rolls"),
        (("--game", "casino", "--plot", "curve.doc"), ".png"),
        (("--game", "casino", "--strategy", "pass-2x", "--settings", '{"odds": "1x"}'), "CC-ODDS-LIMIT"),
    ],
)
def test_wrong_options_are_a_sentence(arguments, word):
    result = run(*arguments)
    assert isinstance(result.exception, ConfigError)
    assert word in str(result.exception)

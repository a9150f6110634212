import json

import pytest
from click.testing import CliRunner

from controller.cli.entry import stickman
from controller.cli.odds import line_fields
from controller.errors import ConfigError
from controller.rules.odds.catalogue import NOT_OFFERED


def run(*arguments):
    return CliRunner().invoke(stickman, ["odds", *arguments])


def rows(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_line_has_the_fields_of_the_published_table():
    (line,) = [row for row in rows("--odds", "none", "--bar", "3") if row["bet"] == "don't pass"]
    assert line == {
        "bet": "don't pass",
        "variant": "bar 3 (ace-deuce)",
        "payout": "1:1",
        "offered": True,
        "edge_per_bet_made": "41/990",
        "edge_per_bet_resolved": "41/935",
        "edge_float": 0.04385026737967915,
        "edge_made_float": 0.04141414141414142,
        "push_probability": "1/18",
        "expected_rolls_to_resolve": "557/165",
        "per_roll": "41/3342",
        "average_total_bet": "1",
    }


def test_what_is_not_offered_says_why():
    fields = line_fields(NOT_OFFERED[0])
    assert (fields["offered"], fields["edge_per_bet_made"]) == (False, None)
    assert "CC-PROP" in fields["why"]


def test_CC_settings_change_the_edge():
    made = {(row["bet"], row["variant"]): row["edge_per_bet_made"] for row in rows("--field", "2,3", "--hop", "14,29")}
    assert made["field", "2 pays 2:1, 12 pays 3:1 (or vice versa)"] == "1/36"
    assert made["hop, hard", "30 for 1 = 29:1"] == "1/6"


def test_SC_30_the_dice_by_themselves():
    found = rows("--dice")
    seven = next(row for row in found if row.get("total") == 7)
    assert (seven["probability"], seven["percent"], seven["source_percent"]) == ("1/6", 16.7, 16.6)
    assert {"swap_after": "standard", "rounds_per_turn": "495/196", "throws_per_turn": "1671/196"} in found
    assert {"throws_per_round": "557/165"} in found


def test_people_get_tables():
    text = run("--stake", "5", "--odds", "2x").stdout
    assert "House edge" in text
    assert "1/165" in text
    assert "16.67 %" in run("--dice").stdout.replace("\n", " ").replace("   ", " ")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--bar", "5"), "bar"),
        (("--odds", "lots"), "odds"),
        (("--field", "2"), "2 whole numbers"),
        (("--fire", "1,2,x"), "3 whole numbers"),
        (("--stake", "much"), "no amount"),
        (("--stake", "-1"), "negative"),
        (("--bar", "0"), "one of 2, 3, 12"),
    ],
)
def test_wrong_options_are_a_sentence(arguments, word):
    result = run(*arguments)
    assert isinstance(result.exception, ConfigError)
    assert word in str(result.exception)

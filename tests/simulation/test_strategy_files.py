"""Strategies by name, put together, and from files."""

from fractions import Fraction

import pytest

from controller.errors import ConfigError
from controller.simulation.casino_play import Rule
from controller.simulation.strategies import find_strategy


def test_strategies_are_put_together():
    both = find_strategy("pass-2x + field")
    assert both.rules == (Rule("pass", odds=2), Rule("field"))


def test_a_file_holds_rules(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'about = "Mine."\n[[rule]]\nbet = "place"\nnumber = 6\nunits = "6/5"\nwhen = "point"\nnot_on_point = true\n'
        '[[rule]]\nbet = "come"\nat_most = 3\nodds = "max"\n[[rule]]\nbet = "hop"\nnumber = [2, 5]\nsteps = [1, 2]\n'
    )
    strategy = find_strategy(str(path))
    assert (strategy.name, strategy.about) == ("mine", "Mine.")
    assert strategy.rules == (
        Rule("place", 6, Fraction(6, 5), "point", True),
        Rule("come", at_most=3, odds="max"),
        Rule("hop", (2, 5), steps=(1, 2)),
    )


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[[rule]]\nbett = 1\n", "bett|bet"),
        ("rule = 3\n", "rule"),
        ("", "rule"),
        ('[[rule]]\nbet = "pass"\nodds = "some"\n', "odds"),
        ('[[rule]]\nbet = "pass"\nunits = 0\n', "units"),
        ('[[rule]]\nbet = "pass"\nsteps = []\n', "steps"),
        ('[[rule]]\nbet = "pass"\nwhen = "never"\n', "when"),
        ("[[rule]\n", "mine.toml"),
    ],
)
def test_a_bad_file_is_a_sentence(tmp_path, text, word):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=word):
        find_strategy(str(path))


@pytest.mark.parametrize("text", ["fortune", "pass+", "missing.toml", "pass + pass-2x"])
def test_an_unknown_or_double_strategy_is_refused(text):
    with pytest.raises(ConfigError):
        find_strategy(text)

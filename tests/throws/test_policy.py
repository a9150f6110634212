"""Policies: the presets, a table's own rulings, and what a game is told."""

import pytest

from controller.errors import ConfigError, RuleError
from controller.throws.policy import CASINO, STREET, policy_of, throw_line
from controller.throws.ruling import Findings, rule
from controller.throws.verdict import Reason, Throw, ThrownDie


def thrown(*dice, policy=STREET, expected=2, noted=()):
    verdict = rule(Findings(tuple(dice), expected, frozenset(noted)), policy)
    return Throw(1, 2, tuple(dice), verdict, policy.name)


def flat(value=3, hit=True, **more):
    return ThrownDie(value, "flat", hit_wall=hit, **more)


def test_presets_are_found_by_name():
    assert policy_of("street") is STREET
    assert policy_of("casino") is CASINO


def test_an_own_policy_starts_from_its_base():
    mine = policy_of("home", {"home": {"base": "casino", "no_wall": "void", "cocked": None}})
    assert (mine.name, mine.no_wall, mine.cocked, mine.one_wall) == ("home", "void", "call", "count")


@pytest.mark.parametrize(
    ("name", "own", "says"),
    [
        ("stret", {}, "did you mean 'street'?"),
        ("home", {"home": {"base": "casin"}}, "did you mean 'casino'?"),
        ("home", {"home": {"cockd": "void"}}, "did you mean 'cocked'?"),
        ("home", {"home": {"cocked": "maybe"}}, "must be one of void, call"),
    ],
)
def test_a_wrong_policy_says_what_is_known(name, own, says):
    with pytest.raises(ConfigError, match=says.replace("?", r"\?")):
        policy_of(name, own)


def test_throw_line_of_a_clean_throw():
    assert throw_line(thrown(flat(3), flat(4)), STREET) == {
        "do": "throw", "dice": [3, 4], "wall": [True, True], "cocked": False, "off": False, "touched_object": False
    }  # fmt: skip


def test_throw_line_under_casino_passes_a_missed_wall_as_hit():
    throw = thrown(flat(3, hit=False), flat(4), policy=CASINO)
    assert throw.verdict.reasons == (Reason.ONE_WALL,)
    assert throw_line(throw, CASINO)["wall"] == [True, True]


def test_throw_line_of_a_die_off_the_board_names_no_dice():
    line = throw_line(thrown(flat(3), ThrownDie(None, "off_board")), STREET)
    assert line["off"] is True
    assert "dice" not in line


def test_throw_line_of_a_void_throw_with_an_unread_face_has_faces_a_game_can_take():
    throw = thrown(flat(3, hit=False), ThrownDie(None, "unreadable", hit_wall=False))
    assert throw.verdict.counts is False
    line = throw_line(throw, STREET)
    assert (line["wall"], line["cocked"], line["dice"]) == ([False, False], True, [3, 1])


def test_throw_line_refuses_a_throw_that_is_not_ruled():
    throw = thrown(flat(3, hit=None), flat(4))
    with pytest.raises(RuleError, match="Did both dice hit the far wall"):
        throw_line(throw, STREET)


def test_street_asks_for_walls_only_where_the_ruling_depends_on_them():
    cocked = ThrownDie(4, "cocked", hit_wall=None)
    assert thrown(flat(3), cocked).verdict.counts is False
    assert thrown(flat(3, hit=False), cocked).verdict.ask == "Did any of the dice hit the far wall?"
    assert thrown(flat(3, hit=None), flat(4), policy=CASINO).verdict.counts is True


def test_decision_9_a_die_off_the_board_needs_no_walls():
    throw = thrown(flat(3, hit=None), ThrownDie(None, "off_board"))
    assert throw.verdict.counts is False
    assert throw.verdict.ask is None


def test_more_dice_than_two_are_asked_for_together():
    dice = [flat(k) for k in (1, 2, 3, 4)] + [flat(5, hit=None)]
    assert thrown(*dice, expected=5).verdict.ask == "Did all 5 dice hit the far wall?"


def test_an_unread_die_asks_for_faces():
    throw = thrown(flat(3), ThrownDie(None, "unreadable", hit_wall=True))
    assert (throw.verdict.counts, throw.verdict.ask) == (None, "Which faces?")

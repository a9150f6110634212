"""What people type at bank craps, casino craps, General and baccarat."""

from typing import Any

import pytest

from controller.cli.set_ups import set_up_for
from controller.cli.spoken import VOCABULARIES, help_for, understand
from controller.errors import ConfigError, ProtocolError
from controller.rules.games import GAMES, find_game

PLAYERS = "Ann,Bob,Cid Roe"


def state_of(game: str, *lines: dict[str, Any]) -> dict[str, Any]:
    table = find_game(game).set_up(set_up_for(game, PLAYERS, "100", "standard"))
    for line in lines:
        table.do(line)
    return table.state()


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("first 10", {"do": "first", "player": "Bob", "amount": 10}),
        ("first cid roe 2.50", {"do": "first", "player": "Cid Roe", "amount": 2.5}),
        ("withdraw", {"do": "withdraw_first", "player": "Bob"}),
        ("withdraw cid ROE", {"do": "withdraw_first", "player": "Cid Roe"}),
        ("band low 4", {"do": "band", "player": "Bob", "band": "low", "amount": 4}),
        ("band Cid Roe HIGH 4", {"do": "band", "player": "Cid Roe", "band": "high", "amount": 4}),
        ("undo", {"command": "undo"}),
    ],
)
def test_bank_craps(typed, line):
    assert understand(typed, state_of("bank"), "bank").line == line


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("bet pass 10", {"bet": "pass", "amount": 10, "seat": "Ann"}),
        ("bet bob don't pass 10", {"bet": "dont_pass", "amount": 10, "seat": "Bob"}),
        ("bet Bob dont come 5", {"bet": "dont_come", "amount": 5, "seat": "Bob"}),
        ("bet place 6 12", {"bet": "place", "number": 6, "amount": 12, "seat": "Ann"}),
        ("bet place to lose 4 11", {"bet": "place_lose", "number": 4, "amount": 11, "seat": "Ann"}),
        ("bet odds 20", {"bet": "odds", "parent": "pass", "amount": 20, "seat": "Ann"}),
        ("bet odds on dont pass 30", {"bet": "odds", "parent": "dont_pass", "amount": 30, "seat": "Ann"}),
        ("bet odds come 9 40", {"bet": "odds", "parent": "come", "number": 9, "amount": 40, "seat": "Ann"}),
        ("bet hop 5 6 1", {"bet": "hop", "number": [5, 6], "amount": 1, "seat": "Ann"}),
        ("bet hop 5-6 1", {"bet": "hop", "number": [5, 6], "amount": 1, "seat": "Ann"}),
        ("bet horn high 12 5", {"bet": "horn_high", "number": 12, "amount": 5, "seat": "Ann"}),
        ("bet any seven 1", {"bet": "any7", "amount": 1, "seat": "Ann"}),
        ("bet yo 1.50", {"bet": "eleven", "amount": 1.5, "seat": "Ann"}),
        ("bet cid roe field 5", {"bet": "field", "amount": 5, "seat": "Cid Roe"}),
        ("press place 6", {"press": "place", "number": 6, "seat": "Ann"}),
        ("press place 6 12", {"press": "place", "number": 6, "amount": 12, "seat": "Ann"}),
        ("down bob come 5", {"take_down": "come", "number": 5, "seat": "Bob"}),
        ("down field 2", {"take_down": "field", "amount": 2, "seat": "Ann"}),
        ("off place 6", {"working": "place", "number": 6, "on": False, "seat": "Ann"}),
        ("on bob odds come 5", {"working": "odds", "parent": "come", "number": 5, "on": True, "seat": "Bob"}),
    ],
)
def test_casino_craps(typed, line):
    assert understand(typed, state_of("casino"), "casino").line == line


def test_a_player_alone_at_the_casino_is_not_named():
    state = find_game("casino").set_up({"bankroll": 100}).state()
    assert understand("bet pass 10", state, "casino").line == {"bet": "pass", "amount": 10}


def test_every_bet_that_can_be_typed_is_a_bet_of_the_game():
    table = find_game("casino").set_up({"bankroll": 1000})
    table.do(understand("bet pass 10", table.state(), "casino").line or {})
    table.do({"roll": [2, 2]})
    for typed in (
        "come 10",
        "hard 6 5",
        "horn 4",
        "world 5",
        "ce 2",
        "any craps 1",
        "big 8 5",
        "lay 10 20",
        "buy 4 20",
    ):
        assert table.why_not(understand(f"bet {typed}", table.state(), "casino").line or {}) is None, typed


STARTED = {"do": "draw", "values": {"Ann": 1, "Bob": 2, "Cid Roe": 3}}


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("keep 2 2", {"do": "keep", "values": [2, 2]}),
        ("keep 2,2", {"do": "keep", "values": [2, 2]}),
        ("keep none", {"do": "keep", "values": []}),
        ("score full house", {"do": "score", "box": "full_house"}),
        ("score Twos", {"do": "score", "box": "twos"}),
        ("correct 2 2 5 5 1", {"command": "correct", "values": [2, 2, 5, 5, 1]}),
    ],
)
def test_general(typed, line):
    assert understand(typed, state_of("general", STARTED), "general").line == line


def test_general_draws_in_the_order_of_those_who_draw():
    line = understand("draw 4 2 2", state_of("general"), "general").line
    assert line == {"do": "draw", "values": {"Ann": 4, "Bob": 2, "Cid Roe": 2}}
    tied = state_of("general", line)
    assert understand("draw 5 1", tied, "general").line == {"do": "draw", "values": {"Bob": 5, "Cid Roe": 1}}


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("bet Ann banker 100", [{"do": "bet", "seat": "Ann", "side": "banker", "amount": 100}]),
        ("bet cid roe TIE 5", [{"do": "bet", "seat": "Cid Roe", "side": "tie", "amount": 5}]),
        ("deal", [{"do": "deal"}]),
        ("card 9", [{"do": "card", "rank": "9"}]),
        ("9", [{"do": "card", "rank": "9"}]),
        ("j", [{"do": "card", "rank": "J"}]),
        ("9 J 10 a", [{"do": "card", "rank": rank} for rank in ("9", "J", "10", "A")]),
    ],
)
def test_baccarat(typed, lines):
    spoken = understand(typed, state_of("baccarat"), "baccarat")
    assert [spoken.line, *spoken.more] == lines


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("bank", "first"),
        ("bank", "first lots"),
        ("bank", "band low"),
        ("bank", "band Dora low"),
        ("casino", "bet"),
        ("casino", "bet pass"),
        ("casino", "bet pass lots"),
        ("casino", "bet place 12"),
        ("casino", "bet place six 12"),
        ("casino", "bet hop 5"),
        ("casino", "bet longshot 5"),
        ("casino", "on"),
        ("general", "draw 4"),
        ("general", "keep pairs"),
        ("general", "score"),
        ("baccarat", "bet banker 100"),
        ("baccarat", "bet Ann dealer 100"),
        ("baccarat", "bet Ann banker"),
        ("baccarat", "9 J 11"),
        ("baccarat", "card"),
    ],
)
def test_what_is_not_understood_is_answered_by_what_to_type(game, typed):
    with pytest.raises(ProtocolError, match=r"^(Say|I do not understand)"):
        understand(typed, state_of(game), game)


def test_every_game_has_its_own_help():
    assert set(VOCABULARIES) <= set(GAMES)
    for game, word in {
        "bank": "band low 4",
        "casino": "bet place 6 12",
        "general": "keep 2 2",
        "baccarat": "deal",
    }.items():
        assert word in help_for(game)
        assert "undo" in help_for(game)
    assert "correct" not in help_for("baccarat")


@pytest.mark.parametrize("game", ["street", "bank", "casino", "general", "baccarat"])
def test_options_make_a_set_up_that_the_game_takes(game):
    players = "Ann,Bob" if game == "street" else PLAYERS
    table = find_game(game).set_up(set_up_for(game, players, "59.50", "standard"))
    assert len(table.view().seats) == len(players.split(","))


def test_more_of_the_set_up_line_is_taken_as_json():
    line = set_up_for("casino", "Ann", "100", "standard", '{"settings": {"bar": 2}}')
    assert line == {"seats": {"Ann": 100}, "settings": {"bar": 2}}
    for wrong in ("{", "[1]"):
        with pytest.raises(ConfigError, match="--set-up"):
            set_up_for("casino", "Ann", "100", "standard", wrong)

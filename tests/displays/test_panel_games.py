"""Every game of the house as the panel shows it, played by its own rules."""

from collections.abc import Iterable, Mapping
from typing import Any

from controller.displays.panel import panel_message
from controller.displays.scene import DieView, Scene
from controller.rules.game import Ruling
from controller.rules.games import GAMES
from firmware.picture import whole, wrong_field


def played(name: str, set_up: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Play lines and give the panel's picture; the dice are those of the last line that has some."""
    game = GAMES[name].set_up(set_up)
    ruling, dice = Ruling(""), ()
    for line in lines:
        ruling = game.do(line)
        dice = tuple(line.get("dice", line.get("roll", dice)))
    view = game.view()
    scene = Scene(
        view.game, view.puck_on, view.point, view.bank_cents, view.seats, view.thrower,
        dice=tuple(map(DieView, dice)), situation=ruling.situation, sheet=view.sheet, over=view.over,
    )  # fmt: skip
    message = {"t": "scene", "rev": 1, **panel_message(scene)}
    assert wrong_field(message) == ""
    return whole(message)


def test_bank_craps() -> None:
    picture = played(
        "bank",
        {"players": ["A", "B", "C"], "banker": "A", "chips": {"A": 500, "B": 50, "C": 50}},
        [
            {"do": "first", "player": "B", "amount": 10},
            {"do": "throw", "dice": [2, 2]},
            {"do": "band", "player": "C", "band": "low", "amount": 4},
        ],
    )
    assert (picture["puck"], picture["post"], picture["box"], picture["turn"]) == (0, 1, 4, 1)
    assert picture["lines"] == [["P", 1000], ["L", 400]]
    assert picture["bank"] == picture["seats"][0][0]


def test_the_casino() -> None:
    picture = played(
        "casino",
        {"bankroll": 100},
        [{"bet": "pass", "amount": 10}, {"roll": [3, 3]}, {"roll": [4, 2]}],
    )
    assert (picture["puck"], picture["box"], picture["dice"]) == (1, 0, [4, 2])
    assert [seat[1] for seat in picture["seats"]] == [1000], "the pass line paid 10"
    assert picture["fx"][0] == "pass"


def test_general() -> None:
    picture = played(
        "general",
        {"players": ["A", "B"]},
        [
            {"do": "draw", "values": {"A": 1, "B": 2}},
            {"do": "throw", "dice": [2, 2, 4, 6, 1]},
            {"do": "score", "box": "twos"},
        ],
    )
    assert picture["dice"] == [2, 2, 4, 6, 1]
    assert ([seat[0] for seat in picture["seats"]], picture["turn"]) == ([400, 0], 1)
    assert (picture["puck"], picture["box"], picture["post"]) == (0, 0, 0)


def test_baccarat() -> None:
    cards = [{"do": "card", "rank": rank} for rank in ("3", "K", "3", "9")]
    picture = played(
        "baccarat",
        {"seats": {"A": 1000, "B": 1000}},
        [{"do": "bet", "seat": "A", "side": "banker", "amount": 100}, {"do": "deal"}, *cards],
    )
    assert picture["totals"] == [["P", 6], ["b", 9]]
    assert [seat[1] for seat in picture["seats"]] == [9500, None]
    assert picture["dice"] == []

"""Short ways to play casino craps in tests."""

import json
from typing import Any

from controller.errors import ProtocolError, RuleError
from controller.rules.casino.game import Casino
from controller.rules.casino.layout import Box, layout_of
from controller.rules.casino.settings import Settings
from controller.rules.dice import ALL_PAIRS, Pair
from controller.rules.referee import Referee

BOXES = (4, 5, 6, 8, 9, 10)


def new_game(bankroll: Any = 1000, **settings: Any) -> Casino:
    return Casino.set_up({"bankroll": bankroll, "settings": settings})


def seated(settings: dict[str, Any] | None = None, **bankrolls: Any) -> Casino:
    return Casino.set_up({"seats": bankrolls, "settings": settings or {}})


def at_point(point: int | None, bankroll: Any = 1000, **settings: Any) -> Casino:
    """A game whose puck stands on a point (None: off), with nothing bet."""
    game = new_game(bankroll, **settings)
    if point is not None:
        roll(game, *dice_of(point))
    return game


def bet(game: Casino, kind: str, amount: Any, number: Any = None, **fields: Any) -> None:
    game.do({"bet": kind, "amount": amount, **({} if number is None else {"number": number}), **fields})


def accepts(game: Casino, line: dict[str, Any]) -> bool:
    try:
        game.do(line)
    except (RuleError, ProtocolError):
        return False
    return True


def roll(game: Casino, first: int, second: int) -> dict[str, Any]:
    return dict(game.do({"roll": [first, second]}).answer)


def net(game: Casino, first: int, second: int) -> float:
    return roll(game, first, second)["net"]


def dice_of(total: int) -> Pair:
    """Some two faces that make a total, not a pair where that can be."""
    return next((d for d in ALL_PAIRS if sum(d) == total and d[0] != d[1]), (total // 2, total // 2))


def box_of(kind: str, number: Any = None, parent: str | None = None, **settings: Any) -> Box:
    return layout_of(Settings(**settings)).find(kind, number, parent)


def refused(game: Casino, line: dict[str, Any]) -> str:
    """The reason for which a line is refused; the state must not change."""
    before = game.state()
    try:
        game.do(line)
    except (RuleError, ProtocolError) as error:
        assert game.state() == before
        return str(error)
    raise AssertionError(f"accepted: {line}")


class Transcript:
    """The referee at work on lines of text."""

    def __init__(self, set_up: dict[str, Any] | None = None) -> None:
        self.referee = Referee(Casino)
        self.begun = self.say({"bankroll": 1000} if set_up is None else set_up)

    def say(self, line: Any) -> dict[str, Any]:
        text = line if isinstance(line, bytes) else json.dumps(line).encode()
        return json.loads(self.referee.answer(text))

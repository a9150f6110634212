"""Short ways to play street craps in tests."""

from collections.abc import Mapping
from typing import Any

from controller.rules.street import Street

STACKS = {"A": 100, "B": 100}


def new_game(stacks: Mapping[str, Any] | None = None, **options: Any) -> Street:
    line = {"players": ["A", "B"], "stacks": dict(stacks or STACKS), "first_shooter": "A"}
    return Street.set_up(line | ({"options": options} if options else {}))


def staked(stake: Any = 20, cover: Any = None, stacks: Mapping[str, Any] | None = None, **options: Any) -> Street:
    """A game whose first round is covered."""
    game = new_game(stacks, **options)
    cover_stake(game, stake, cover)
    return game


def cover_stake(game: Street, stake: Any = 20, cover: Any = None) -> None:
    game.do({"do": "stake", "amount": stake})
    game.do({"do": "fade", "amount": stake if cover is None else cover})


def throw(game: Street, first: int, second: int, **fields: Any) -> str:
    return game.do({"do": "throw", "dice": [first, second], **fields}).word


def one_wall(game: Street, first: int, second: int) -> str:
    return throw(game, first, second, wall=[False, True])


def no_wall(game: Street, first: int = 1, second: int = 2) -> str:
    return throw(game, first, second, wall=[False, False])


def stacks(game: Street) -> dict[str, Any]:
    return game.state()["stacks"]


def dice_of(total: int) -> tuple[int, int]:
    """Some two faces that make a total."""
    first = max(1, total - 6)
    return first, total - first

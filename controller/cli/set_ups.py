"""The referee's set-up line of each game, from a command's options."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from controller.errors import ConfigError

Line = dict[str, Any]


def set_up_for(game: str, players: str, stack: str, swap_after: str, more: str | None = None) -> Line:
    """Turn options into the set-up line; `more` is JSON with what the game's set-up line may have besides.

    Raises ConfigError for an amount that is none, or JSON that is no object.
    """
    names = [name.strip() for name in players.split(",")]
    amount = _amount(stack)
    if game == "street":
        return _street(names, amount, swap_after) | _extra(more)
    return SET_UPS[game](names, amount) | _extra(more) if game in SET_UPS else {"players": names} | _extra(more)


def _street(names: list[str], amount: int | float, swap_after: str) -> Line:
    swaps = ["seven_out"] if swap_after == "standard" else [s.strip() for s in swap_after.split(",") if s.strip()]
    return {
        "players": names,
        "stacks": dict.fromkeys(names, amount),
        "first_shooter": names[0],
        "options": {"swap_after": swaps},
    }


def _bank(names: list[str], amount: int | float) -> Line:
    return {"players": names, "banker": names[0], "chips": dict.fromkeys(names, amount)}


def _seats(names: list[str], amount: int | float) -> Line:
    return {"seats": dict.fromkeys(names, amount)}


SET_UPS: Mapping[str, Callable[[list[str], int | float], Line]] = {
    "bank": _bank,
    "casino": _seats,
    "baccarat": _seats,
}


def _amount(stack: str) -> int | float:
    try:
        return float(stack) if "." in stack else int(stack)
    except ValueError:
        raise ConfigError(f"--stack {stack!r} is no amount. Give one such as 100 or 59.50.") from None


def _extra(more: str | None) -> Line:
    if more is None:
        return {}
    try:
        found = json.loads(more)
    except ValueError as error:
        raise ConfigError(f"--set-up is not valid JSON: {error}.") from None
    if not isinstance(found, dict):
        raise ConfigError('--set-up must be a JSON object, such as {"commission": 0.04}.')
    return found

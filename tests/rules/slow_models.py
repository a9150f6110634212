"""Driving a game beside an independent slow model of it: same rulings, same state, after every line."""

import copy
from collections.abc import Iterable
from typing import Any, Protocol

from controller.errors import ProtocolError, RuleError
from controller.rules.game import Game


class RefusedByModelError(Exception):
    """What a model raises where the rules do not allow a line."""


class Model(Protocol):
    def do(self, line: dict[str, Any]) -> str: ...

    def state(self) -> dict[str, Any]: ...


def answer(game: Game, line: dict[str, Any]) -> str:
    """Tell a game a line; an engine must leave its state alone where it does not rule."""
    before = copy.deepcopy(game.state())
    try:
        return game.do(line).word
    except RuleError as error:
        assert game.state() == before
        assert str(error).endswith(".")
        return "refused"
    except ProtocolError:
        assert game.state() == before
        return "error"


def model_answer(model: Model, line: dict[str, Any]) -> str:
    try:
        return model.do(line)
    except RefusedByModelError:
        return "refused"


def play_both(game: Game, model: Model, lines: Iterable[dict[str, Any]]) -> list[str]:
    """Play lines with both; a line that would be refused says so beforehand."""
    rulings = []
    for line in lines:
        foreseen = game.why_not(line)
        ruling = answer(game, line)
        assert (foreseen is not None) == (ruling in ("refused", "error")), line
        assert ruling == model_answer(model, line), line
        state = game.state()
        expected = model.state()
        assert {key: state[key] for key in expected} == expected, line
        assert game.view().over == state["over"]
        rulings.append(ruling)
    return rulings

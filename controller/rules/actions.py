"""What games share in taking actions: which action a line means, and whether one would be allowed."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from controller.errors import ProtocolError, RuleError
from controller.rules.game import Game, Ruling
from controller.rules.lines import check_fields

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Action(Generic[T]):
    """An action of the referee protocol: the fields it needs, those it may have, and what it does to a table."""

    required: Collection[str]
    optional: Collection[str]
    carry_out: Callable[[T, Mapping[str, Any]], Ruling]


def find_action(line: Mapping[str, Any], actions: Mapping[str, Action[T]], example: str) -> Action[T]:
    """Find the action that a line names in `do`, its fields checked. Raises ProtocolError."""
    name = line.get("do")
    if not isinstance(name, str):
        raise ProtocolError(f"An action names itself in `do`, such as {example}.")
    if name not in actions:
        raise ProtocolError(f"Unknown action {name[:40]!r}. Known here: {', '.join(actions)}.")
    check_fields(line, ("do", *actions[name].required), actions[name].optional)
    return actions[name]


def refusal(game: Game, line: Mapping[str, Any]) -> str | None:
    """Say why a game would refuse a line now, or None where it is allowed; tries it on a copy."""
    try:
        game.copy().do(line)
    except (RuleError, ProtocolError) as error:
        return str(error)
    return None


def allows(verify: Callable[..., None], *arguments: Any) -> bool:
    """Tell whether a `verify_x` lets these arguments pass."""
    try:
        verify(*arguments)
    except RuleError:
        return False
    return True

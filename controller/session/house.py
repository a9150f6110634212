"""What a table is run by: the games it knows, how its judge's findings become lines, and who calls the dice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.rules.game import Game, Ruling
from controller.session.fold import Step
from controller.throws.corrections import answered
from controller.throws.policy import policy_of
from controller.throws.verdict import Throw

Values = tuple[int, ...]
Walls = tuple[bool, ...]


def answered_by_preset(throw: Throw, answer: str) -> Throw:
    """Take an answer under the built-in policy that the throw was judged by. Raises RuleError, ConfigError."""
    return answered(throw, answer, policy_of(throw.policy))


def no_call(_ruling: Ruling, _values: Values) -> str:
    """Call nothing."""
    return ""


@dataclass(frozen=True, slots=True)
class House:
    """The parts of a session that tables choose.

    `line(throw, before)`: what the game is told of a throw that is decided, on top of the step before it; None where
    the game has no line for it, as for a void throw in a game without penalties. `corrected(throw, values, walls)`:
    the throw as a person saw it; `walls` (None: as judged) tells of each die whether it hit the far wall.
    `no_roll(throw)`: the throw, called off. `missed(values, t_ns)`: a throw nobody but a person saw.
    `call(ruling, values)`: the stick call.
    `answered(throw, answer)`: the throw after one of its question's answers; to be given where policies are one's own.
    """

    games: Mapping[str, type[Game]]
    line: Callable[[Throw, Step], Mapping[str, Any] | None]
    corrected: Callable[[Throw, Values, Walls | None], Throw]
    no_roll: Callable[[Throw], Throw]
    missed: Callable[[Values, int], Throw]
    call: Callable[[Ruling, Values], str] = no_call
    answered: Callable[[Throw, str], Throw] = answered_by_preset

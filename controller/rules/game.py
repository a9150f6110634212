"""What every game offers, whoever drives it: referee, session, simulation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self, runtime_checkable


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player as people see him: money in cents, what he does now ("shooter", "fader"), his bets in cents.

    `payout_cents`: what the last throw or coup paid him over his stakes, less what it took; None where it decided
    nothing for him.
    """

    name: str
    stack_cents: int
    role: str = ""
    bets: tuple[tuple[str, int], ...] = ()
    payout_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What lies on the table besides puck and dice, as a small table of words: bands, boxes, cards."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as people see it. `prompt` says in a sentence what the game waits for and from whom."""

    game: str
    puck_on: bool
    point: int | None
    bank_cents: int
    seats: tuple[SeatView, ...]
    thrower: str | None
    prompt: str
    over: bool
    sheet: Sheet | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to an accepted line: the referee's word (`point+warning`), and what people hear.

    `situation` chooses the stick call: "come_out", "point", "natural", "craps", "pass", "seven_out",
    "no_decision", "void" or "" where dice played no part; `bar` is the total that don't bets bar
    here, 0 where there are none. `answer` holds fields that the referee's answer has besides.
    """

    word: str
    situation: str = ""
    message: str = ""
    answer: Mapping[str, Any] = field(default_factory=dict)
    bar: int = 12


class Game(Protocol):
    """A game at this table: a small state object, cheap to copy, that knows nothing but rules."""

    name: ClassVar[str]
    dice_count: ClassVar[int]

    @classmethod
    def set_up(cls, line: Mapping[str, Any]) -> Self:
        """Begin a game from the referee's set-up line. Raises ProtocolError."""

    def do(self, line: Mapping[str, Any]) -> Ruling:
        """Carry out a line of the referee protocol. Raises RuleError or ProtocolError, the state unchanged."""

    def why_not(self, line: Mapping[str, Any]) -> str | None:
        """Say why a line would be refused now, or None where it is allowed; changes nothing."""

    def state(self) -> dict[str, Any]:
        """Give the referee protocol's state: whole units, exact field names."""

    def view(self) -> GameView:
        """Give what people see."""

    def expects_throw(self) -> bool:
        """Tell whether dice thrown now would be a throw of this game."""

    def copy(self) -> Self:
        """Give an independent copy."""


@runtime_checkable
class Warns(Protocol):
    """A game whose set-up may be legal and yet unwise."""

    def warnings(self) -> list[str]:
        """Say in sentences what is unwise about this set-up."""

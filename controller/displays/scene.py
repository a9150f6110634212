"""The Scene: a complete, idempotent picture of the table for people. Every display draws it; none asks the game."""

from dataclasses import dataclass

from controller.rules.game import SeatView, Sheet


@dataclass(frozen=True, slots=True)
class DieView:
    """A die of the last throw: `note` is empty for one that counts, else "cocked", "off the board" ..."""

    value: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Puck, point, dice, last call, message, seats, whose throw it is and why nothing happens.

    `waiting_for` says what the table waits for; `question` is set while a person must decide, with the likeliest
    `answers` first; `troubles` are devices that need a hand. `situation` is what the last throw was to the rules
    (rules.game.Ruling), "" where it was nothing to them; `sheet` what lies on the table besides puck and dice.
    """

    game: str
    puck_on: bool
    point: int | None
    bank_cents: int
    seats: tuple[SeatView, ...]
    thrower: str | None
    dice: tuple[DieView, ...] = ()
    call: str = ""
    message: str = ""
    waiting_for: str = ""
    question: str | None = None
    answers: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    throws: int = 0
    revision: int = 0
    over: bool = False
    situation: str = ""
    sheet: Sheet | None = None

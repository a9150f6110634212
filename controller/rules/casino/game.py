"""Casino craps as a game of the referee protocol (referee.md, casino): lines in, rulings out."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self

from controller.errors import ProtocolError, RuleError
from controller.rules.actions import refusal
from controller.rules.casino.kinds import box_text
from controller.rules.casino.layout import Box, layout_of
from controller.rules.casino.lines import (
    PLAYER,
    read_action,
    read_amount,
    read_box,
    read_call,
    read_dice,
    read_seat,
    read_seats,
    resolution_fields,
    seat_state,
)
from controller.rules.casino.records import RollRuled
from controller.rules.casino.seat import Seat
from controller.rules.casino.settings_line import read_settings
from controller.rules.casino.table import CrapsTable
from controller.rules.game import GameView, Ruling, SeatView
from controller.rules.lines import read_object
from controller.rules.money import money_text, whole_units

RESULT_TEXTS = {
    "natural": "Natural",
    "craps": "Craps",
    "pass": "Pass, the point is made",
    "seven_out": "Seven out",
    "no_decision": "No decision",
}


class NotAcceptedError(RuleError):
    """A line that the casino's rules do not allow now; its answer says `accepted: false`."""

    answer: ClassVar[Mapping[str, object]] = MappingProxyType({"accepted": False})


class Casino:
    """Casino craps. `table` is the state with its own typed actions, `last` the last roll.

    `alone`: one player who needs no name, as the referee plays him; answers are then his, not by seat.
    """

    name: ClassVar[str] = "casino"
    dice_count: ClassVar[int] = 2

    def __init__(self, table: CrapsTable, alone: bool = False, last: RollRuled | None = None) -> None:
        self.table = table
        self.alone = alone
        self.last = last

    @classmethod
    def set_up(cls, line: Mapping[str, Any]) -> Self:
        """Begin a game from the referee's set-up line. Raises ProtocolError."""
        seats = read_seats(line)
        settings = read_settings(read_object(line, "settings"))
        return cls(CrapsTable.begin(layout_of(settings), seats), alone="bankroll" in line)

    def do(self, line: Mapping[str, Any]) -> Ruling:
        """Carry out a line. Raises RuleError or ProtocolError, the state unchanged."""
        action = read_action(line)
        try:
            return self._roll(line) if action == "roll" else self._change(action, line)
        except RuleError as error:
            raise NotAcceptedError(str(error)) from None

    def why_not(self, line: Mapping[str, Any]) -> str | None:
        """Say why a line would be refused now, or None where it is allowed; changes nothing."""
        return refusal(self, line)

    def state(self) -> dict[str, Any]:
        """Give the referee protocol's state: one seat's by itself, several under `seats`."""
        table = self.table
        shared = {"point": table.point, "over": table.is_over}
        if self.alone:
            return {**seat_state(table, table.seats[PLAYER]), **shared}
        seats = {name: seat_state(table, seat) for name, seat in table.seats.items()}
        return {"seats": seats, "shooter": table.shooter, **shared}

    def view(self) -> GameView:
        """Give what people see."""
        table = self.table
        return GameView(
            game=self.name,
            puck_on=table.point is not None,
            point=table.point,
            bank_cents=0,
            seats=tuple(self._seat_view(seat) for seat in table.seats.values()),
            thrower=None if table.is_over else table.shooter,
            prompt=self._prompt(),
            over=table.is_over,
        )

    def expects_throw(self) -> bool:
        """Tell whether dice thrown now would be a throw of this game."""
        return self.table.can_roll()

    def copy(self) -> Self:
        """Give an independent copy."""
        return type(self)(self.table.copy(), self.alone, self.last)

    # -- within -------------------------------------------------------------------------------------------------------

    def _change(self, action: str, line: Mapping[str, Any]) -> Ruling:
        """Make, raise, reduce, take down or call a bet."""
        seat = read_seat(self.table, line)
        box = read_box(self.table, line, action)
        message = _CHANGES[action](self.table, seat, box, line)
        return Ruling("ok", message=message, answer={"accepted": True})

    def _roll(self, line: Mapping[str, Any]) -> Ruling:
        ruled = self.table.roll(read_dice(line))
        self.last = ruled
        bar = self.table.layout.settings.bar
        return Ruling(ruled.result, ruled.result, self._roll_text(ruled), self._roll_answer(ruled), bar)

    def _roll_answer(self, ruled: RollRuled) -> dict[str, Any]:
        seats = self.table.seats
        if self.alone:
            seat = seats[PLAYER]
            return {
                "net": whole_units(ruled.net_cents(PLAYER)),
                "cash": whole_units(seat.cash_cents),
                "on_table": whole_units(seat.on_table_cents),
                "point": ruled.point,
                "resolved": [resolution_fields(resolved) for resolved in ruled.resolutions],
            }
        return {
            "net": {name: whole_units(ruled.net_cents(name)) for name in seats},
            "cash": {name: whole_units(seat.cash_cents) for name, seat in seats.items()},
            "on_table": {name: whole_units(seat.on_table_cents) for name, seat in seats.items()},
            "point": ruled.point,
            "resolved": [{"seat": one.seat, **resolution_fields(one)} for one in ruled.resolutions],
        }

    def _roll_text(self, ruled: RollRuled) -> str:
        text = RESULT_TEXTS.get(ruled.result, f"The point is {ruled.point}")
        nets = [(name, ruled.net_cents(name)) for name in self.table.seats]
        paid = [f"{name} {'wins' if cents > 0 else 'loses'} {money_text(abs(cents))}" for name, cents in nets if cents]
        return f"{text}: {', '.join(paid)}." if paid else f"{text}."

    def _seat_view(self, seat: Seat) -> SeatView:
        return SeatView(
            seat.name,
            seat.cash_cents,
            "shooter" if seat.name == self.table.shooter else "",
            tuple((box_text(bet.box.key), bet.amount_cents) for bet in seat.bets.values()),
            None if self.last is None else self.last.net_cents(seat.name),
        )

    def _prompt(self) -> str:
        table = self.table
        if table.is_over:
            return "The game is over: nobody has cash or a bet left."
        if table.point is None:
            return f"Bets, please. {table.shooter} throws the come-out."
        return f"Bets, please. {table.shooter} throws: the point is {table.point}."


def _bet(table: CrapsTable, seat: str, box: Box, line: Mapping[str, Any]) -> str:
    made = table.bet(seat, box, read_amount(line), read_call(line, "working"))
    vig = f", commission {money_text(made.vig_cents)}" if made.vig_cents else ""
    return f"{seat} bets {money_text(made.amount_cents)} on {box_text(box.key)}{vig}."


def _press(table: CrapsTable, seat: str, box: Box, line: Mapping[str, Any]) -> str:
    made = table.press(seat, box, read_amount(line) if "amount" in line else None)
    return f"{seat} presses {box_text(box.key)} to {money_text(made.total_cents)}."


def _take_down(table: CrapsTable, seat: str, box: Box, line: Mapping[str, Any]) -> str:
    taken = table.take_down(seat, box, read_amount(line) if "amount" in line else None)
    if taken.left_cents:
        return f"{seat} takes {box_text(box.key)} down to {money_text(taken.left_cents)}."
    return f"{seat} takes {box_text(box.key)} down."


def _call(table: CrapsTable, seat: str, box: Box, line: Mapping[str, Any]) -> str:
    on = read_call(line, "on")
    if on is None:
        raise ProtocolError("`on` must be true or false.")
    table.call(seat, box, on)
    return f"{box_text(box.key)} of {seat} is {'working' if on else 'off'}."


_CHANGES = {"bet": _bet, "press": _press, "regress": _take_down, "take_down": _take_down, "working": _call}

"""The casino's lines of the referee protocol, read into actions on the table, and records written into answers."""

from collections.abc import Mapping
from typing import Any

from controller.errors import ProtocolError, RuleError
from controller.rules.casino.kinds import LINES, BoxKey, Number
from controller.rules.casino.layout import Box
from controller.rules.casino.records import Resolution
from controller.rules.casino.seat import Bet, Seat
from controller.rules.casino.table import CrapsTable
from controller.rules.dice import Pair, parse_pair
from controller.rules.lines import check_fields, read_flag, read_names, read_object, read_text
from controller.rules.money import parse_amount, whole_units

PLAYER = "player"
# The field that makes a line an action, and the fields it may have besides; the first that is there counts.
ACTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "bet": (("amount",), ("number", "parent", "working", "seat")),
    "take_down": ((), ("number", "parent", "amount", "seat")),
    "press": ((), ("number", "parent", "amount", "seat")),
    "regress": (("amount",), ("number", "parent", "seat")),
    "roll": ((), ()),
    "working": (("on",), ("number", "parent", "seat")),
}


def read_seats(line: Mapping[str, Any]) -> dict[str, int]:
    """Read who plays: `bankroll` for one player, or `seats` with a bankroll for each."""
    check_fields(line, (), ("bankroll", "seats", "settings"))
    if ("bankroll" in line) == ("seats" in line):
        raise ProtocolError("A set-up has either a `bankroll` or, for several players, `seats` with one for each.")
    if "bankroll" in line:
        return {PLAYER: _bankroll(line["bankroll"], "bankroll")}
    seats = read_object(line, "seats")
    names = read_names({"seats": list(seats)}, "seats")
    if not names:
        raise ProtocolError('`seats` must name at least one player, such as {"A": 1000}.')
    return {name: _bankroll(seats[name], f"bankroll of {name}") for name in names}


def _bankroll(value: Any, what: str) -> int:
    try:
        return parse_amount(value, what)
    except RuleError as error:
        raise ProtocolError(str(error)) from None


def read_action(line: Mapping[str, Any]) -> str:
    """Tell which action a line is, and check its fields."""
    for action, (required, optional) in ACTIONS.items():
        if action in line:
            check_fields(line, (action, *required), optional)
            return action
    raise ProtocolError(
        f'An action is one of {", ".join(ACTIONS)}, such as {{"bet": "pass", "amount": 10}} or {{"roll": [3, 4]}}.'
    )


def read_seat(table: CrapsTable, line: Mapping[str, Any]) -> str:
    """Read whose bet it is; where one plays alone it goes without saying."""
    if line.get("seat") is not None:
        return read_text(line, "seat")
    if len(table.seats) > 1:
        raise ProtocolError(f"Whose bet is it? Name the `seat`: {', '.join(table.seats)}.")
    return next(iter(table.seats))


def read_box(table: CrapsTable, line: Mapping[str, Any], action: str) -> Box:
    """Read which box is meant. Raises ProtocolError for a wrong type, RuleError for a box that is not there."""
    kind = read_text(line, action)
    parent = read_text(line, "parent") if line.get("parent") is not None else None
    number = _read_number(line, kind)
    if kind == "odds" and parent in LINES and number == table.point:
        number = None
    return table.layout.find(kind, number, parent)


def _read_number(line: Mapping[str, Any], kind: str) -> Number:
    number = line.get("number")
    if kind == "hop" and number is not None:
        if not isinstance(number, (list, tuple)) or len(number) != 2 or not all(map(_is_whole, number)):
            raise ProtocolError("`number` of a hop must be a list of two faces, such as [5, 6].")
        return number[0], number[1]
    if number is not None and not _is_whole(number):
        raise ProtocolError("`number` must be a whole number, such as 6, and for a hop a list of two faces.")
    return number


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_amount(line: Mapping[str, Any]) -> int:
    """Read an amount. Raises RuleError that names the rule (CC-BANK)."""
    try:
        return parse_amount(line["amount"])
    except RuleError as error:
        raise RuleError(f"CC-BANK: {error}") from None


def read_call(line: Mapping[str, Any], field: str) -> bool | None:
    """Read whether a bet is called on or off; None where it is not called."""
    return None if line.get(field) is None else read_flag(line, field)


def read_dice(line: Mapping[str, Any]) -> Pair:
    """Read the dice of a roll."""
    return parse_pair(line["roll"], "roll")


# -- answers ----------------------------------------------------------------------------------------------------------


def seat_state(table: CrapsTable, seat: Seat) -> dict[str, Any]:
    """Give a seat's money and bets."""
    return {
        "cash": whole_units(seat.cash_cents),
        "on_table": whole_units(seat.on_table_cents),
        "bets": [_bet_state(table, bet) for bet in seat.bets.values()],
    }


def _bet_state(table: CrapsTable, bet: Bet) -> dict[str, Any]:
    return {
        **_box_fields(bet.box.key),
        "amount": whole_units(bet.amount_cents),
        "working": table.works(bet),
        "vig": whole_units(bet.vig_cents),
    }


def resolution_fields(resolved: Resolution) -> dict[str, Any]:
    """Give what became of a bet."""
    return {
        **_box_fields(resolved.box),
        "result": resolved.result,
        "stake": whole_units(resolved.stake_cents),
        "profit": whole_units(resolved.profit_cents),
        "reason": resolved.reason,
    }


def _box_fields(key: BoxKey) -> dict[str, Any]:
    number = list(key.number) if isinstance(key.number, tuple) else key.number
    return {"bet": key.kind, "number": number, "parent": key.parent}

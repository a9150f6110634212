"""Street craps as a game of the referee protocol (referee.md, street): lines in, rulings out."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from controller.errors import ProtocolError, RuleError
from controller.rules.actions import Action, find_action, refusal
from controller.rules.dice import parse_pair
from controller.rules.game import GameView, Ruling, SeatView
from controller.rules.lines import check_fields, read_flag, read_names, read_object, read_text
from controller.rules.money import money_text, parse_amount, whole_units
from controller.rules.street_records import ThrowRuled
from controller.rules.street_table import COME_OUT, ENDINGS, FADE, LITERAL, PRESETS, STAKE, Landing, StreetTable

THROW_FLAGS = ("cocked", "off", "touched_object")
EXAMPLE = '{"do": "stake", "amount": 20}'
SETUP_FIELDS = ("players", "stacks", "first_shooter")

VOID_TEXTS = {
    "void_cocked": "No roll: a die is cocked. Both dice again.",
    "void_off_board": "No roll: a die left the board. Both dice again.",
    "void_no_wall": "No roll: neither die hit the wall.",
}


class Street:
    """Two-player street craps. `table` is the state with its own typed actions."""

    name: ClassVar[str] = "street"
    dice_count: ClassVar[int] = 2

    def __init__(self, table: StreetTable) -> None:
        self.table = table

    @classmethod
    def set_up(cls, line: Mapping[str, Any]) -> Self:
        """Begin a game from the referee's set-up line. Raises ProtocolError."""
        check_fields(line, SETUP_FIELDS, ("options",))
        players = read_names(line, "players")
        if len(players) != 2:
            raise ProtocolError(f"Street craps is for exactly 2 players, and `players` names {len(players)}.")
        shooter = read_text(line, "first_shooter")
        if shooter not in players:
            raise ProtocolError(f"`first_shooter` must be one of the players: {', '.join(players)}.")
        return cls(StreetTable(_read_stacks(line, players), shooter, _read_swap_after(line)))

    def do(self, line: Mapping[str, Any]) -> Ruling:
        """Carry out a line. Raises RuleError or ProtocolError, the state unchanged."""
        return find_action(line, ACTIONS, EXAMPLE).carry_out(self.table, line)

    def why_not(self, line: Mapping[str, Any]) -> str | None:
        """Say why a line would be refused now, or None where it is allowed; changes nothing."""
        return refusal(self, line)

    def state(self) -> dict[str, Any]:
        """Give the referee protocol's state: whole units, exact field names."""
        table = self.table
        return {
            "shooter": table.shooter,
            "fader": table.fader,
            "thrower": table.thrower,
            "bank": whole_units(table.bank_cents),
            "stake": whole_units(table.stake_cents),
            "fade": whole_units(table.cover_cents),
            "point": table.point,
            "stacks": {name: whole_units(cents) for name, cents in table.stacks_cents.items()},
            "phase": table.phase,
            "over": table.phase == "over",
        }

    def view(self) -> GameView:
        """Give what people see."""
        table = self.table
        return GameView(
            game=self.name,
            puck_on=table.point is not None,
            point=table.point,
            bank_cents=table.bank_cents,
            seats=tuple(_seat(table, name) for name in table.stacks_cents),
            thrower=table.thrower,
            prompt=_prompt(table),
            over=table.phase == "over",
        )

    def expects_throw(self) -> bool:
        """Tell whether dice thrown now would be a throw of this game."""
        return self.table.can_throw()

    def copy(self) -> Self:
        """Give an independent copy."""
        return type(self)(self.table.copy())


def _read_stacks(line: Mapping[str, Any], players: tuple[str, ...]) -> dict[str, int]:
    stacks = read_object(line, "stacks")
    if set(stacks) != set(players):
        raise ProtocolError(f"`stacks` must give an amount for each player and nobody else: {', '.join(players)}.")
    try:
        return {name: parse_amount(stacks[name], f"stack of {name}") for name in players}
    except RuleError as error:
        raise ProtocolError(str(error)) from None


def _read_swap_after(line: Mapping[str, Any]) -> frozenset[str]:
    options = read_object(line, "options")
    check_fields(options, (), ("swap_after",))
    chosen = options.get("swap_after", sorted(LITERAL))
    if isinstance(chosen, str) and chosen in PRESETS:
        return PRESETS[chosen]
    if not isinstance(chosen, (list, tuple)) or not all(ending in ENDINGS for ending in chosen):
        raise ProtocolError(
            f"`swap_after` must be a list of {', '.join(ENDINGS)}, or one of the presets {', '.join(PRESETS)}."
        )
    return frozenset(chosen)


def _stake(table: StreetTable, line: Mapping[str, Any]) -> Ruling:
    record = table.stake(parse_amount(line["amount"], "stake"))
    if record.stake_cents == 0:
        return Ruling("ok", message=f"{record.shooter} takes the stake back.")
    return Ruling("ok", message=f"{record.shooter} stakes {money_text(record.stake_cents)}.")


def _fade(table: StreetTable, line: Mapping[str, Any]) -> Ruling:
    record = table.fade(parse_amount(line["amount"], "cover"))
    of_stake = "" if record.cover_cents == record.stake_cents else f" of {money_text(record.stake_cents)}"
    return Ruling("ok", "come_out", f"{record.fader} covers {money_text(record.cover_cents)}{of_stake}. Coming out!")


def _throw(table: StreetTable, line: Mapping[str, Any]) -> Ruling:
    landing = _read_landing(line)
    record = table.throw(landing)
    word = record.result
    if record.counted and record.warned:
        word += "+warning"
    elif record.counted and record.substituted:
        word += "+opponent_throws"
    return Ruling(word, record.result if record.counted else "void", _throw_text(table, record))


def _read_landing(line: Mapping[str, Any]) -> Landing:
    """Read a throw's fields; the faces are not looked at where a die is cocked or gone."""
    cocked, off, touched = (read_flag(line, flag) for flag in THROW_FLAGS)
    if "dice" not in line and not off:
        raise ProtocolError("The field `dice` is missing; only a throw with `off` may leave it out.")
    dice = None if cocked or off else parse_pair(line["dice"])
    return Landing(dice, _read_wall(line), cocked, off, touched)


def _read_wall(line: Mapping[str, Any]) -> tuple[bool, bool]:
    wall = line.get("wall", [True, True])
    if not isinstance(wall, (list, tuple)) or len(wall) != 2 or not all(isinstance(hit, bool) for hit in wall):
        raise ProtocolError("`wall` must be a list of two, true or false, such as [true, false].")
    return wall[0], wall[1]


def _throw_text(table: StreetTable, record: ThrowRuled) -> str:
    if not record.counted:
        return VOID_TEXTS[record.result] + (f" {table.thrower} throws from now on." if record.substituted else "")
    parts = [_result_text(table, record)]
    if record.warned:
        parts.append(f"Only one die hit the wall: {record.thrower} is warned.")
    if record.substituted and record.settlement is None:
        parts.append(f"Only one die hit the wall, again: {table.thrower} throws for {record.shooter}.")
    return " ".join(parts)


def _result_text(table: StreetTable, record: ThrowRuled) -> str:
    settlement = record.settlement
    if settlement is None:
        return (
            f"The point is {table.point}." if record.result == "point" else f"No decision, the point is {table.point}."
        )
    names = {"natural": "Natural", "craps": "Craps", "pass": "Pass", "seven_out": "Seven out"}
    text = f"{names[record.result]}: {settlement.winner} wins {money_text(settlement.won_cents)}."
    return f"{text} The dice go to {table.shooter}." if settlement.roles_swapped else text


def _box_up(table: StreetTable, line: Mapping[str, Any]) -> Ruling:
    record = table.box_up(read_text(line, "player"))
    return Ruling("ok", message=f"Box up: {record.player} asks for other dice.")


def _pass_dice(table: StreetTable, line: Mapping[str, Any]) -> Ruling:
    record = table.pass_dice(read_text(line, "player"))
    if not record.in_round:
        return Ruling("ok", message=f"{record.player} passes the dice to {table.shooter}.")
    lost = money_text(record.forfeited_cents)
    return Ruling("forfeit", message=f"{record.player} gives the round up and loses {lost}; {table.shooter} shoots.")


def _leave(table: StreetTable, line: Mapping[str, Any]) -> Ruling:
    record = table.leave(read_text(line, "player"))
    if not record.in_round:
        return Ruling("ok", message=f"{record.player} leaves.")
    bank = money_text(record.ceded_cents)
    return Ruling("bank_ceded", message=f"{record.player} leaves and cedes the bank of {bank}.")


ACTIONS: dict[str, Action[StreetTable]] = {
    "stake": Action(("amount",), (), _stake),
    "fade": Action(("amount",), (), _fade),
    "throw": Action((), ("dice", "wall", *THROW_FLAGS), _throw),
    "box_up": Action(("player",), (), _box_up),
    "pass_dice": Action(("player",), (), _pass_dice),
    "leave": Action(("player",), (), _leave),
}


def _seat(table: StreetTable, name: str) -> SeatView:
    if name == table.shooter:
        role, bet = "shooter", ("stake", table.stake_cents)
    else:
        role, bet = "fader", ("fade", table.cover_cents)
    return SeatView(name, table.stacks_cents[name], role, (bet,) if bet[1] else ())


def _prompt(table: StreetTable) -> str:
    stand_in = f" for {table.shooter}" if table.substituted else ""
    if table.phase == STAKE:
        return f"{table.shooter}, the shooter, must put a stake in the bank."
    if table.phase == FADE:
        return f"{table.fader}, the fader, must cover the stake of {money_text(table.stake_cents)}, wholly or partly."
    if table.phase == COME_OUT:
        return f"{table.thrower} must throw the come-out{stand_in}."
    if table.point is not None:
        return f"{table.thrower} must throw{stand_in}: the point is {table.point}."
    return f"The game is over: {table.over_because()}."

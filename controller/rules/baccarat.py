"""Baccarat as a game of the referee protocol (referee.md, baccarat): lines in, rulings out."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, Self

from controller.errors import ProtocolError, RuleError
from controller.rules.actions import Action, find_action, refusal
from controller.rules.baccarat_cards import BANKER, PLAYER, SIDES, TIE, total_of
from controller.rules.baccarat_table import (
    STANDARD_COMMISSION,
    STANDARD_COUPS,
    STANDARD_TIE,
    BaccaratTable,
    CoupDecided,
)
from controller.rules.game import GameView, Ruling, SeatView, Sheet
from controller.rules.lines import check_fields, read_names, read_object, read_text
from controller.rules.money import money_text, parse_amount, whole_units

EXAMPLE = '{"do": "bet", "seat": "A", "side": "banker", "amount": 100}'
MOST_TIE_PAYS = 1000
MOST_COUPS = 10_000


class Baccarat:
    """Baccarat, its cards named by whoever deals. `table` is the state with its own typed actions."""

    name: ClassVar[str] = "baccarat"
    dice_count: ClassVar[int] = 0

    def __init__(self, table: BaccaratTable) -> None:
        self.table = table

    @classmethod
    def set_up(cls, line: Mapping[str, Any]) -> Self:
        """Begin a night from the referee's set-up line. Raises ProtocolError."""
        check_fields(line, ("seats",), ("commission", "tie_pays", "coups"))
        seats = read_object(line, "seats")
        names = read_names({"seats": list(seats)}, "seats")
        if not names:
            raise ProtocolError("`seats` must name at least one seat and its money.")
        try:
            money = {name: parse_amount(seats[name], f"money of {name}") for name in names}
        except RuleError as error:
            raise ProtocolError(str(error)) from None
        commission = _read_share(line, "commission", STANDARD_COMMISSION, 1)
        tie_pays = _read_share(line, "tie_pays", STANDARD_TIE, MOST_TIE_PAYS)
        return cls(BaccaratTable(money, commission, tie_pays, _read_coups(line)))

    def do(self, line: Mapping[str, Any]) -> Ruling:
        """Carry out a line. Raises RuleError or ProtocolError, the state unchanged."""
        return find_action(line, ACTIONS, EXAMPLE).carry_out(self.table, line)

    def why_not(self, line: Mapping[str, Any]) -> str | None:
        """Say why a line would be refused now, or None where it is allowed; changes nothing."""
        return refusal(self, line)

    def state(self) -> dict[str, Any]:
        """Give the referee protocol's state: whole units, exact field names."""
        table = self.table
        decided = table.decided
        return {
            "next_card_to": table.next_card_to,
            "player": list(table.player),
            "banker": list(table.banker),
            "player_total": total_of(table.player),
            "banker_total": total_of(table.banker),
            "seats": {seat: whole_units(cents) for seat, cents in table.seats_cents.items()},
            "coup": table.coup,
            "paid": {seat: whole_units(cents) for seat, cents in decided.paid_cents.items()} if decided else {},
            "commission": whole_units(decided.commission_cents) if decided else 0,
            "ledger": _ledger(table),
            "over": False,
        }

    def view(self) -> GameView:
        """Give what people see; the bank's money is the house's net of the night."""
        table = self.table
        return GameView(
            game=self.name,
            puck_on=False,
            point=None,
            bank_cents=table.house_cents,
            seats=tuple(_seat(table, name) for name in table.seats_cents),
            thrower=None,
            prompt=_prompt(table),
            over=False,
            sheet=_sheet(table),
        )

    def expects_throw(self) -> bool:
        """Tell that dice play no part here."""
        return False

    def copy(self) -> Self:
        """Give an independent copy."""
        return type(self)(self.table.copy())


def _read_share(line: Mapping[str, Any], field: str, standard: Fraction, most: int) -> Fraction:
    """Read a number from 0 to `most`, exactly as it is written."""
    value = line.get(field)
    if value is None and field not in line:
        return standard
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise ProtocolError(f"`{field}` must be a number, such as {float(standard):g}.")
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not (exact.is_finite() and 0 <= exact <= most) or exact.adjusted() < -9:
        raise ProtocolError(f"`{field}` must be a number from 0 to {most}.")
    return Fraction(exact)


def _read_coups(line: Mapping[str, Any]) -> int:
    coups = line.get("coups", STANDARD_COUPS)
    if isinstance(coups, bool) or not isinstance(coups, int) or not 1 <= coups <= MOST_COUPS:
        raise ProtocolError(f"`coups` must be a whole number from 1 to {MOST_COUPS}.")
    return coups


def _ledger(table: BaccaratTable) -> dict[str, Any]:
    return {
        "guests": whole_units(table.guests_cents),
        "commission": whole_units(table.commission_cents),
        "house": whole_units(table.house_cents),
        "shoes": [
            {"guests": whole_units(shoe.guests_cents), "commission": whole_units(shoe.commission_cents)}
            for shoe in table.shoes
        ],
    }


def _bet(table: BaccaratTable, line: Mapping[str, Any]) -> Ruling:
    seat, side = read_text(line, "seat"), read_text(line, "side")
    record = table.bet(seat, side, parse_amount(line["amount"], "bet"))
    return Ruling("ok", message=f"{record.seat} bets {money_text(record.cents)} on {record.side}.")


def _deal(table: BaccaratTable, _line: Mapping[str, Any]) -> Ruling:
    number = table.deal()
    shoe = f" of shoe {len(table.shoes)}" if len(table.shoes) > 1 else ""
    return Ruling("ok", message=f"No more bets. Coup {number}{shoe}.")


def _card(table: BaccaratTable, line: Mapping[str, Any]) -> Ruling:
    record = table.card(read_text(line, "rank"))
    if record.decided is None:
        return Ruling("ok", message=f"{record.rank} to the {record.side}.")
    return Ruling(record.decided.winner, message=_decided_text(table, record.decided))


ACTIONS: dict[str, Action[BaccaratTable]] = {
    "bet": Action(("seat", "side", "amount"), (), _bet),
    "deal": Action((), (), _deal),
    "card": Action(("rank",), (), _card),
}


def _decided_text(table: BaccaratTable, decided: CoupDecided) -> str:
    totals = f"{total_of(table.player)} against {total_of(table.banker)}"
    text = "Tie" if decided.winner == TIE else f"The {decided.winner} wins"
    return f"{text}, {totals}. Place your bets!"


def _seat(table: BaccaratTable, name: str) -> SeatView:
    bets = tuple((side, table.bets[name, side]) for side in SIDES if (name, side) in table.bets)
    net = table.decided.net_cents.get(name) if table.decided else None
    return SeatView(name, table.seats_cents[name], "", bets, net)


def _sheet(table: BaccaratTable) -> Sheet:
    """Draw both sides' cards and totals."""
    rows = [(side, " ".join(cards), _total_text(cards)) for side, cards in _hands(table)]
    return Sheet(("side", "cards", "total"), tuple(rows))


def _hands(table: BaccaratTable) -> tuple[tuple[str, Sequence[str]], ...]:
    return (PLAYER, table.player), (BANKER, table.banker)


def _total_text(cards: Sequence[str]) -> str:
    return str(total_of(cards)) if cards else ""


def _prompt(table: BaccaratTable) -> str:
    if table.next_card_to is not None:
        return f"The next card goes to the {table.next_card_to}."
    return "Place your bets, then deal."

"""French bank craps as a game of the referee protocol (referee.md, bank): lines in, rulings out."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from controller.errors import ProtocolError, RuleError
from controller.rules.actions import Action, find_action, refusal
from controller.rules.bank_records import BankThrow
from controller.rules.bank_table import DEFAULT_BANDS, Bands, BankTable, band_edge
from controller.rules.dice import TOTALS, parse_pair
from controller.rules.game import GameView, Ruling, SeatView, Sheet
from controller.rules.lines import MAX_NAME_LENGTH, check_fields, read_names, read_object, read_text
from controller.rules.money import money_text, parse_amount, whole_units

EXAMPLE = '{"do": "first", "player": "B", "amount": 10}'
FIRST_JET = "premier jet"

SITUATIONS = {
    "abattage": "natural",
    "baraque": "craps",
    "point": "point",
    "point_made": "pass",
    "seven_out": "seven_out",
    "no_decision": "no_decision",
}


class Bank:
    """French bank craps. `table` is the state with its own typed actions."""

    name: ClassVar[str] = "bank"
    dice_count: ClassVar[int] = 2

    def __init__(self, table: BankTable) -> None:
        self.table = table

    @classmethod
    def set_up(cls, line: Mapping[str, Any]) -> Self:
        """Begin a game from the referee's set-up line. Raises ProtocolError."""
        check_fields(line, ("players", "banker", "chips"), ("bands",))
        players = read_names(line, "players")
        if len(players) < 2:
            raise ProtocolError("Bank craps needs a banker and at least one ponte: name 2 players or more.")
        banker = read_text(line, "banker")
        if banker not in players:
            raise ProtocolError(f"`banker` must be one of the players: {', '.join(players)}.")
        return cls(BankTable(_read_chips(line, players), banker, _read_bands(line)))

    def warnings(self) -> list[str]:
        """Name the bands that favour the ponte, for whoever set the table up (gap 2)."""
        edges = {band: band_edge(totals) for band, totals in self.table.bands.items()}
        return [
            f"The band {band} favours the ponte: the bank loses {-edge} of every unit bet on it."
            for band, edge in edges.items()
            if edge < 0
        ]

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
            "banker": table.banker,
            "thrower": table.thrower,
            "postillon": table.postillon,
            "chips": _whole(table.chips_cents),
            "first_jet": _whole(table.first_jet),
            "bands": {band: _whole(staked) for band, staked in table.band_stakes.items()},
            "over": table.over,
        }

    def view(self) -> GameView:
        """Give what people see."""
        table = self.table
        return GameView(
            game=self.name,
            puck_on=table.postillon is not None,
            point=table.postillon,
            bank_cents=table.chips_cents[table.banker],
            seats=tuple(_seat(table, name) for name in table.players),
            thrower=table.thrower,
            prompt=_prompt(table),
            over=table.over,
            sheet=_sheet(table),
        )

    def expects_throw(self) -> bool:
        """Tell whether dice thrown now would be a throw of this game."""
        return self.table.can_throw()

    def copy(self) -> Self:
        """Give an independent copy."""
        return type(self)(self.table.copy())


def _read_chips(line: Mapping[str, Any], players: tuple[str, ...]) -> dict[str, int]:
    chips = read_object(line, "chips")
    if set(chips) != set(players):
        raise ProtocolError(f"`chips` must give an amount for each player and nobody else: {', '.join(players)}.")
    try:
        return {name: parse_amount(chips[name], f"number of chips of {name}") for name in players}
    except RuleError as error:
        raise ProtocolError(str(error)) from None


def _read_bands(line: Mapping[str, Any]) -> Bands:
    if "bands" not in line:
        return DEFAULT_BANDS
    bands = read_object(line, "bands")
    for name, totals in bands.items():
        if not name.strip() or len(name) > MAX_NAME_LENGTH or not name.isprintable():
            raise ProtocolError(f"The name of a band must have 1 to {MAX_NAME_LENGTH} printable signs.")
        if not isinstance(totals, (list, tuple)) or not totals or not all(map(_is_total, totals)):
            raise ProtocolError(f"The band {name} must be a list of totals from 2 to 12, such as [2, 3, 4, 5, 6].")
    return {name: frozenset(totals) for name, totals in bands.items()}


def _is_total(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in TOTALS


def _whole(cents: Mapping[str, int]) -> dict[str, int | float]:
    return {name: whole_units(amount) for name, amount in cents.items()}


def _first(table: BankTable, line: Mapping[str, Any]) -> Ruling:
    record = table.first(read_text(line, "player"), parse_amount(line["amount"], "stake"))
    return Ruling("ok", message=f"{record.player} stakes {money_text(record.cents)} on the first jet.")


def _withdraw_first(table: BankTable, line: Mapping[str, Any]) -> Ruling:
    record = table.withdraw_first(read_text(line, "player"))
    return Ruling("ok", message=f"{record.player} takes {money_text(-record.cents)} back from the first jet.")


def _band(table: BankTable, line: Mapping[str, Any]) -> Ruling:
    player, band = read_text(line, "player"), read_text(line, "band")
    record = table.band(player, band, parse_amount(line["amount"], "stake"))
    return Ruling("ok", message=f"{record.player} bets {money_text(record.cents)} on the band {record.band}.")


def _throw(table: BankTable, line: Mapping[str, Any]) -> Ruling:
    record = table.throw(parse_pair(line["dice"]))
    return Ruling(record.result, SITUATIONS[record.result], _throw_text(table, record), bar=0)


ACTIONS: dict[str, Action[BankTable]] = {
    "first": Action(("player", "amount"), (), _first),
    "withdraw_first": Action(("player",), (), _withdraw_first),
    "band": Action(("player", "band", "amount"), (), _band),
    "throw": Action(("dice",), (), _throw),
}


def _throw_text(table: BankTable, record: BankThrow) -> str:
    total = sum(record.dice)
    texts = {
        "abattage": f"Abattage with {total}: the banker pays the first jet.",
        "baraque": f"Baraque with {total}: the banker takes the first jet.",
        "point": f"The point is {total}; the bands are open.",
        "point_made": f"The point {total} is made: the banker pays the first jet.",
        "seven_out": "Seven: the banker takes the first jet.",
        "no_decision": f"{total} decides nothing for the first jet; the point is {table.postillon}.",
    }
    return " ".join([texts[record.result], *_bands_text(record), *_moved_text(table, record)])


def _bands_text(record: BankThrow) -> list[str]:
    bands = {entry.band: entry.won for entry in record.settled if entry.band is not None}
    return [f"The band {band} {'wins' if won else 'loses'}." for band, won in bands.items()]


def _moved_text(table: BankTable, record: BankThrow) -> list[str]:
    if table.over:
        return ["Everybody has been banker: the game is over."]
    moved = [f"{table.banker} is banker now."] if table.banker != record.banker else []
    return [*moved, f"The dice go to {table.thrower}."] if table.thrower != record.thrower else moved


def _seat(table: BankTable, name: str) -> SeatView:
    role = "banker" if name == table.banker else "thrower" if name == table.thrower else "ponte"
    bets = [(FIRST_JET, table.first_jet.get(name, 0))]
    bets += [(band, staked.get(name, 0)) for band, staked in table.band_stakes.items()]
    return SeatView(name, table.chips_cents[name], role, tuple(bet for bet in bets if bet[1]), _payout(table, name))


def _payout(table: BankTable, name: str) -> int | None:
    """Give what the last throw brought a ponte; the bank's own balance is no payout."""
    own = [entry.cents if entry.won else -entry.cents for entry in table.settled if entry.player == name]
    return sum(own) if own else None


def _sheet(table: BankTable) -> Sheet:
    """Draw the bands: their totals, and what lies on them."""
    rows = [(FIRST_JET, "closed" if table.postillon else "open", money_text(sum(table.first_jet.values())))]
    for band, totals in table.bands.items():
        rows.append((band, " ".join(map(str, sorted(totals))), money_text(sum(table.band_stakes[band].values()))))
    return Sheet(("band", "totals", "staked"), tuple(rows))


def _prompt(table: BankTable) -> str:
    if table.over:
        return "The game is over: every player has been banker."
    if table.postillon is not None:
        return f"{table.thrower} must throw: the point is {table.postillon}. The bands are open."
    if not table.can_throw():
        return f"{table.thrower} must stake on the first jet; the other pontes may."
    return f"{table.thrower} must throw the first jet; the pontes may still stake on it."

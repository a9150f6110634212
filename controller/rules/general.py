"""General as a game of the referee protocol (referee.md, general): lines in, rulings out."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from controller.errors import ProtocolError, RuleError
from controller.rules.actions import Action, find_action, refusal
from controller.rules.dice import parse_face
from controller.rules.game import GameView, Ruling, SeatView, Sheet
from controller.rules.general_scores import BOXES, DICE
from controller.rules.general_table import THROWS, GeneralTable
from controller.rules.lines import check_fields, read_names, read_object, read_text
from controller.rules.money import CENTS

EXAMPLE = '{"do": "score", "box": "twos"}'
BIG_GENERAL = {"always": True, "box_open": False}
ORDINALS = ("first", "second", "third")


class General:
    """The dice game General. `table` is the state with its own typed actions."""

    name: ClassVar[str] = "general"
    dice_count: ClassVar[int] = DICE

    def __init__(self, table: GeneralTable) -> None:
        self.table = table

    @classmethod
    def set_up(cls, line: Mapping[str, Any]) -> Self:
        """Begin a game from the referee's set-up line. Raises ProtocolError."""
        check_fields(line, ("players",), ("options",))
        players = read_names(line, "players")
        if not players:
            raise ProtocolError("`players` must name at least one player.")
        options = read_object(line, "options")
        check_fields(options, (), ("big_general",))
        chosen = options.get("big_general", "always")
        if not isinstance(chosen, str) or chosen not in BIG_GENERAL:
            raise ProtocolError(f"`big_general` must be one of: {', '.join(BIG_GENERAL)}.")
        return cls(GeneralTable(players, BIG_GENERAL[chosen]))

    def do(self, line: Mapping[str, Any]) -> Ruling:
        """Carry out a line. Raises RuleError or ProtocolError, the state unchanged."""
        return find_action(line, ACTIONS, EXAMPLE).carry_out(self.table, line)

    def why_not(self, line: Mapping[str, Any]) -> str | None:
        """Say why a line would be refused now, or None where it is allowed; changes nothing."""
        return refusal(self, line)

    def state(self) -> dict[str, Any]:
        """Give the referee protocol's state: exact field names."""
        table = self.table
        return {
            "order": list(table.order),
            "tied": list(table.tied),
            "player": table.player,
            "round": table.round,
            "throw": table.throws,
            "dice": list(table.dice),
            "worth": table.worth_now(),
            "sheets": {player: dict(sheet) for player, sheet in table.sheets.items()},
            "totals": table.totals,
            "winners": list(table.winners),
            "over": table.over,
        }

    def view(self) -> GameView:
        """Give what people see; points stand where other games have money."""
        table = self.table
        return GameView(
            game=self.name,
            puck_on=False,
            point=None,
            bank_cents=0,
            seats=tuple(_seat(table, name) for name in table.order or table.players),
            thrower=table.player,
            prompt=_prompt(table),
            over=table.over,
            sheet=_sheet(table),
        )

    def expects_throw(self) -> bool:
        """Tell whether five dice read at the table would be a throw now; who starts is drawn beforehand."""
        try:
            self.table.verify_may_throw()
        except RuleError:
            return False
        return True

    def copy(self) -> Self:
        """Give an independent copy."""
        return type(self)(self.table.copy())


def _read_faces(line: Mapping[str, Any], field: str) -> tuple[int, ...]:
    value = line.get(field, [])
    if not isinstance(value, (list, tuple)):
        raise ProtocolError(f"`{field}` must be a list of faces, such as [2, 2, 4, 6, 1].")
    return tuple(parse_face(face, field) for face in value)


def _draw(table: GeneralTable, line: Mapping[str, Any]) -> Ruling:
    faces = {player: parse_face(face, "values") for player, face in read_object(line, "values").items()}
    record = table.draw(faces)
    if record.starter is None:
        return Ruling("tie", message=f"Tied for the lowest: {', '.join(record.tied)} throw again.")
    return Ruling("ok", message=f"{record.starter} has the lowest die and starts.")


def _throw(table: GeneralTable, line: Mapping[str, Any]) -> Ruling:
    record = table.throw(_read_faces(line, "dice"), _read_faces(line, "keep"))
    if record.big_general:
        return Ruling("big_general", "big_general", f"Big General! {record.player} wins the game.")
    kept = f", {_digits(record.kept)} kept" if record.kept else ""
    message = f"{record.player}'s {ORDINALS[record.throw - 1]} throw: {_digits(record.dice)}{kept}."
    return Ruling("ok", "thrown", message)


def _keep(table: GeneralTable, line: Mapping[str, Any]) -> Ruling:
    record = table.keep(_read_faces(line, "values"))
    if not record.dice:
        return Ruling("ok", message=f"{record.player} keeps none and throws all five.")
    return Ruling("ok", message=f"{record.player} keeps {_digits(record.dice)}.")


def _score(table: GeneralTable, line: Mapping[str, Any]) -> Ruling:
    record = table.score(read_text(line, "box"))
    message = f"{record.player} fills {spoken_box(record.box)} with {record.points}."
    if table.over:
        message += f" The game is over: {_names(table.winners)} won."
    return Ruling("ok", message=message)


ACTIONS: dict[str, Action[GeneralTable]] = {
    "draw": Action(("values",), (), _draw),
    "throw": Action(("dice",), ("keep",), _throw),
    "keep": Action(("values",), (), _keep),
    "score": Action(("box",), (), _score),
}


def spoken_box(box: str) -> str:
    """Give a box as people say it: `full house`."""
    return box.replace("_", " ")


def _digits(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _names(players: Sequence[str]) -> str:
    return " and ".join(players)


def _seat(table: GeneralTable, name: str) -> SeatView:
    role = "winner" if name in table.winners else "at turn" if name == table.player else ""
    return SeatView(name, table.totals[name] * CENTS, role)


def _sheet(table: GeneralTable) -> Sheet:
    """Draw the sheet, and in the last column what the dice are worth now in the boxes still open."""
    players, now = table.order or table.players, table.worth_now()
    rows = [
        (spoken_box(box), *(str(table.sheets[player].get(box, "")) for player in players), str(now.get(box, "")))
        for box in BOXES
    ]
    total = ("total", *(str(table.totals[player]) for player in players), "")
    return Sheet(("box", *players, "now"), (*rows, total))


def _prompt(table: GeneralTable) -> str:
    if table.over:
        return f"The game is over: {_names(table.winners)} won."
    if not table.order:
        return f"One die each for the start, the lowest begins: {', '.join(table.drawing)}."
    if table.throws == 0:
        return f"Round {table.round}: {table.player} must throw all five dice."
    if table.throws == THROWS:
        return f"{table.player} must fill a box."
    if table.named:
        return f"{table.player} keeps {_digits(table.named)} and must throw the other {DICE - len(table.named)}."
    return f"{table.player} may fill a box, or keep some dice and throw the others again."

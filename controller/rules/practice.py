"""Practice: throws without bets. Every throw is taken and counted; the puck follows them as at a craps table."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from controller.errors import ProtocolError, RuleError
from controller.rules.actions import Action, find_action, refusal
from controller.rules.dice import CRAPS, NATURALS, TOTALS, parse_pair
from controller.rules.game import GameView, Ruling, SeatView
from controller.rules.lines import MAX_NAME_LENGTH, check_fields, read_flag, read_names, read_text

SEVEN = 7
EXAMPLE = '{"do": "throw", "dice": [4, 2]}'
VOIDS = {
    "void_off_board": "No roll: a die left the board.",
    "void_cocked": "No roll: a die is cocked.",
    "void_no_wall": "No roll: neither die hit the wall.",
}


@dataclass
class Practice:
    """A practice session: who throws with which hand and dice, and what has come so far."""

    name: ClassVar[str] = "practice"
    dice_count: ClassVar[int] = 2
    shooters: tuple[str, ...]
    shooter: str
    hand: str = ""
    dice: str = ""
    point: int | None = None
    voids: int = 0
    over: bool = False
    totals: Counter[int] = field(default_factory=Counter)

    @classmethod
    def set_up(cls, line: Mapping[str, Any]) -> Self:
        """Begin with `{"players": [...]}`, the first one throws; `hand` may be given. Raises ProtocolError."""
        check_fields(line, ("players",), ("hand",))
        players = read_names(line, "players")
        if not players:
            raise ProtocolError("`players` must name at least who throws.")
        return cls(players, players[0], _words(line, "hand"))

    def do(self, line: Mapping[str, Any]) -> Ruling:
        """Carry out a line. Raises RuleError once the practice is over, ProtocolError; the state is unchanged then."""
        action = find_action(line, ACTIONS, EXAMPLE)
        if self.over:
            raise RuleError("The practice is over. Begin another one.")
        return action.carry_out(self, line)

    def why_not(self, line: Mapping[str, Any]) -> str | None:
        """Say why a line would be refused now, or None where it is allowed; changes nothing."""
        return refusal(self, line)

    @property
    def rolls(self) -> int:
        """How many throws counted."""
        return self.totals.total()

    def figures(self) -> str:
        """Say in a sentence what has come so far: `12 rolls, 2 sevens: one in 6.0.`"""
        sevens = self.totals[SEVEN]
        ratio = f": one in {self.rolls / sevens:.1f}" if sevens else ""
        return f"{_many(self.rolls, 'roll')}, {_many(sevens, 'seven')}{ratio}."

    def state(self) -> dict[str, Any]:
        """Give the state as fields."""
        return {
            "shooter": self.shooter,
            "hand": self.hand,
            "dice": self.dice,
            "phase": "over" if self.over else "come_out" if self.point is None else "point",
            "point": self.point,
            "rolls": self.rolls,
            "sevens": self.totals[SEVEN],
            "voids": self.voids,
            "totals": {str(total): self.totals[total] for total in TOTALS},
            "over": self.over,
        }

    def view(self) -> GameView:
        """Give what people see."""
        seats = tuple(SeatView(name, 0, "shooter" if name == self.shooter else "") for name in self.shooters)
        hand = f", {self.hand} hand" if self.hand else ""
        prompt = "The practice is over." if self.over else f"{self.shooter} throws{hand}."
        return GameView(self.name, self.point is not None, self.point, 0, seats, self.shooter, prompt, self.over)

    def expects_throw(self) -> bool:
        """Tell whether dice thrown now would be a throw: always, until the end."""
        return not self.over

    def copy(self) -> Self:
        """Give an independent copy."""
        return replace(self, totals=self.totals.copy())


def _throw(practice: Practice, line: Mapping[str, Any]) -> Ruling:
    void = _void_of(line)
    if void is not None:
        practice.voids += 1
        return Ruling(void, "void", VOIDS[void])
    total = sum(parse_pair(line.get("dice")))
    result = _result(total, practice.point)
    practice.totals[total] += 1
    if result == "point":
        practice.point = total
    elif result in ("pass", "seven_out"):
        practice.point = None
    return Ruling(result, result, f"{total}. {practice.figures()}")


def _shooter(practice: Practice, line: Mapping[str, Any]) -> Ruling:
    (player,) = read_names({"player": [read_text(line, "player")]}, "player")
    if player not in practice.shooters:
        practice.shooters = (*practice.shooters, player)
    practice.shooter, practice.point = player, None
    return Ruling("ok", message=f"{player} throws.")


def _hand(practice: Practice, line: Mapping[str, Any]) -> Ruling:
    practice.hand = _words(line, "hand")
    return Ruling("ok", message=f"Now with this hand: {practice.hand}." if practice.hand else "Now with any hand.")


def _box_up(practice: Practice, line: Mapping[str, Any]) -> Ruling:
    practice.dice = _words(line, "name")
    return Ruling("ok", message=f"Box up: other dice{f', {practice.dice}' if practice.dice else ''}.")


def _finish(practice: Practice, _line: Mapping[str, Any]) -> Ruling:
    practice.over = True
    return Ruling("ok", message=f"The practice is over. {practice.figures()}")


ACTIONS: dict[str, Action[Practice]] = {
    "throw": Action((), ("dice", "wall", "cocked", "off", "touched_object"), _throw),
    "shooter": Action(("player",), (), _shooter),
    "hand": Action(("hand",), (), _hand),
    "box_up": Action((), ("player", "name"), _box_up),
    "finish": Action((), (), _finish),
}


def _result(total: int, point: int | None) -> str:
    """Say what a total is at craps."""
    if point is None:
        return "natural" if total in NATURALS else "craps" if total in CRAPS else "point"
    return "pass" if total == point else "seven_out" if total == SEVEN else "no_decision"


def _void_of(line: Mapping[str, Any]) -> str | None:
    """Say what makes a throw void, in the order of games.md: off, no wall, cocked; None where it counts."""
    off, cocked = (read_flag(line, flag) for flag in ("off", "cocked"))
    read_flag(line, "touched_object")
    wall = line.get("wall", [True, True])
    if not isinstance(wall, (list, tuple)) or not all(isinstance(hit, bool) for hit in wall):
        raise ProtocolError("`wall` must be a list of true or false, one for each die.")
    if off:
        return "void_off_board"
    if not any(wall):
        return "void_no_wall"
    return "void_cocked" if cocked else None


def _words(line: Mapping[str, Any], name: str) -> str:
    """Read a field of a few words, which may be left out."""
    words = read_text(line, name).strip() if name in line else ""
    if len(words) > MAX_NAME_LENGTH or not words.isprintable():
        raise ProtocolError(f"`{name}` must have at most {MAX_NAME_LENGTH} signs that can be printed.")
    return words


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"

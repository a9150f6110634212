"""A small game and a house for it: an even total wins the bank for the first player, an odd one for the second."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from controller.errors import ProtocolError, RuleError
from controller.rules.game import GameView, Ruling, SeatView
from controller.session.house import House
from controller.session.records import Begun
from controller.throws.events import Command
from controller.throws.verdict import Reason, Throw, ThrownDie, Verdict

MOST_CENTS = 10_000


@dataclass
class EvenOdd:
    """Both put in the same amount with `put`, then one throw decides; a die off the board voids it."""

    name: ClassVar[str] = "even_odd"
    dice_count: ClassVar[int] = 2
    stacks: dict[str, int] = field(default_factory=dict)
    bank: int = 0
    voids: int = 0

    @classmethod
    def set_up(cls, line: Mapping[str, Any]) -> "EvenOdd":
        if set(line) != {"players"}:
            raise ProtocolError('the set-up needs "players" and nothing else')
        return cls(dict.fromkeys(line["players"], MOST_CENTS))

    def do(self, line: Mapping[str, Any]) -> Ruling:
        if line.get("do") == "put":
            return self._put(line["amount"])
        if line.get("do") == "throw":
            return self._throw(line)
        if line.get("do") == "wave":
            return Ruling("ok", "", "Hello.")
        raise ProtocolError(f"unknown action {line.get('do')!r}")

    def _put(self, amount: int) -> Ruling:
        if self.bank:
            raise RuleError("The bank is full already.")
        if not isinstance(amount, int) or amount <= 0 or any(stack < amount for stack in self.stacks.values()):
            raise RuleError("Not everybody has that much.")
        self.stacks = {name: stack - amount for name, stack in self.stacks.items()}
        self.bank = amount * len(self.stacks)
        return Ruling("ok", "", "The bank is full.")

    def _throw(self, line: Mapping[str, Any]) -> Ruling:
        if not self.bank:
            raise RuleError("Nothing lies in the bank.")
        if line.get("off"):
            self.voids += 1
            return Ruling("void", "void", "Off the board.")
        winner = list(self.stacks)[sum(line["dice"]) % 2]
        self.stacks[winner] += self.bank
        self.bank = 0
        return Ruling("even" if sum(line["dice"]) % 2 == 0 else "odd", "natural", f"{winner} wins.")

    def why_not(self, line: Mapping[str, Any]) -> str | None:
        try:
            self.copy().do(line)
        except (RuleError, ProtocolError) as error:
            return str(error)
        return None

    def state(self) -> dict[str, Any]:
        return {"stacks": dict(self.stacks), "bank": self.bank, "voids": self.voids, "over": self.over}

    @property
    def over(self) -> bool:
        return not self.bank and min(self.stacks.values()) == 0

    def view(self) -> GameView:
        seats = tuple(SeatView(name, stack) for name, stack in self.stacks.items())
        prompt = "Throw the dice." if self.bank else "Fill the bank."
        return GameView(self.name, False, None, self.bank, seats, next(iter(self.stacks)), prompt, self.over)

    def expects_throw(self) -> bool:
        return self.bank > 0

    def copy(self) -> "EvenOdd":
        return replace(self, stacks=dict(self.stacks))


def line_of(throw: Throw) -> Mapping[str, Any]:
    if throw.verdict.counts:
        return {"do": "throw", "dice": list(throw.values or ())}
    return {"do": "throw", "off": True}


def corrected(throw: Throw, values: tuple[int, ...], wall: tuple[bool, ...] | None) -> Throw:
    walls = wall or (True,) * len(values)
    dice = tuple(ThrownDie(v, "flat", hit_wall=w) for v, w in zip(values, walls, strict=True))
    return replace(throw, dice=dice, verdict=Verdict(True))


def called_off(throw: Throw) -> Throw:
    return replace(throw, verdict=Verdict(False, throw.verdict.reasons))


def missed(values: tuple[int, ...], t_ns: int) -> Throw:
    return Throw(t_ns, t_ns, tuple(ThrownDie(v, "flat") for v in values), Verdict(True))


FAKE_HOUSE = House(
    games={"even_odd": EvenOdd},
    line=lambda throw, _before: line_of(throw),
    corrected=corrected,
    no_roll=called_off,
    missed=missed,
    call=lambda ruling, values: f"{ruling.word} {sum(values)}",
)
BEGUN = Begun(game="even_odd", set_up={"players": ["A", "B"]}, policy="street", table="test", program="1")


def thrown(t_ns: int, *values: int, counts: bool | None = True, ask: str | None = None) -> Throw:
    """A throw at a time; `counts` None asks."""
    reasons = {True: (), False: (Reason.OFF_BOARD,), None: (Reason.UNREADABLE,)}[counts]
    dice = tuple(ThrownDie(v, "flat", confidence=0.6, alternatives=((v % 6 + 1, 0.3),), hit_wall=True) for v in values)
    question = ask or ("What does the red die show?" if counts is None else None)
    return Throw(t_ns, t_ns + 900, dice, Verdict(counts, reasons, question, (3, 4), (1,)))


def said(t_ns: int, **line: Any) -> Command:
    """A line of the game."""
    return Command(t_ns, line)


def put(t_ns: int, amount: int) -> Command:
    return said(t_ns, do="put", amount=amount)


def order(t_ns: int, name: str, **fields: Any) -> Command:
    return Command(t_ns, {"command": name, **fields})

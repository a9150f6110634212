"""Exact expectations of bets by following every roll of a table to the end: for tests."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction

from casino_play import dice_of

from controller.rules.casino.layout import Box, layout_of
from controller.rules.casino.records import RollRuled
from controller.rules.casino.settings import Settings
from controller.rules.casino.table import CrapsTable
from controller.rules.dice import ALL_PAIRS

CASH = 10**12
# Every payout and commission of a bet of this size is a whole number of cents.
STAKE = 132_000
WHO = "A"


@dataclass(frozen=True)
class Exact:
    """Of one unit staked: the loss, and the chance of a push."""

    loss: Fraction
    push: Fraction

    @property
    def resolved(self) -> Fraction:
        return self.loss / (1 - self.push)


def new_table(settings: Settings, point: int | None = None) -> CrapsTable:
    table = CrapsTable.begin(layout_of(settings), {WHO: CASH})
    if point is not None:
        table.roll(dice_of(point))
    return table


def exact(table: CrapsTable, boxes: list[Box], forget_point: bool = False) -> Exact:
    """Bet in these boxes and follow them to their first decision; the loss is per unit staked, with commission."""
    paid = 0
    for box in boxes:
        made = table.bet(WHO, box, STAKE)
        paid += STAKE + made.vig_cents
    return follow(table, paid, forget_point)


def follow(table: CrapsTable, paid: int, forget_point: bool = False) -> Exact:
    """Follow what stands at a table until nothing stands; `forget_point` where the puck does not matter."""

    def after(table: CrapsTable, dice: tuple[int, int]) -> tuple[CrapsTable, Fraction, Fraction]:
        copy = table.copy()
        ruled = copy.roll(dice)
        if forget_point:
            copy.point, copy.new_hand = None, False
        _take_down_what_won(copy, ruled)
        pushed = sum(one.result == "push" for one in ruled.resolutions)
        return copy, Fraction(ruled.net_cents(WHO)), Fraction(pushed)

    net, push = solve(table, after)
    return Exact(-net / paid, push)


def _take_down_what_won(table: CrapsTable, ruled: RollRuled) -> None:
    """A place bet or hardway that won stays up, and is another bet."""
    for won in ruled.resolutions:
        if won.result == "win":
            table.seats[WHO].bets.pop(table.layout.boxes[won.box], None)


Step = Callable[[CrapsTable, tuple[int, int]], tuple[CrapsTable, Fraction, Fraction]]


def solve(start: CrapsTable, after: Step) -> tuple[Fraction, Fraction]:
    """Solve the two expectations over all rolls from a table on, exactly."""
    rows: dict[Hashable, tuple[dict[Hashable, Fraction], Fraction, Fraction]] = {}
    waiting = [start]
    while waiting:
        table = waiting.pop()
        if table.state_key() in rows:
            continue
        to: dict[Hashable, Fraction] = {}
        net = push = Fraction(0)
        for dice in ALL_PAIRS:
            copy, one_net, one_push = after(table, dice)
            net, push = net + one_net / 36, push + one_push / 36
            if copy.seats[WHO].bets:
                key = copy.state_key()
                to[key] = to.get(key, Fraction(0)) + Fraction(1, 36)
                if key not in rows:
                    waiting.append(copy)
        rows[table.state_key()] = to, net, push
    return eliminate(rows, start.state_key())


def eliminate(
    rows: dict[Hashable, tuple[dict[Hashable, Fraction], Fraction, Fraction]], start: Hashable
) -> tuple[Fraction, Fraction]:
    """Take one state after the other out of the equations until only the start is left."""
    into: dict[Hashable, set[Hashable]] = {key: set() for key in rows}
    for key, (to, _, _) in rows.items():
        for other in to:
            into[other].add(key)
    for key in sorted((key for key in rows if key != start), key=lambda key: len(rows[key][0])):
        to, net, push = _without_itself(rows.pop(key), key)
        for other in to:
            into[other].discard(key)
        for before in into.pop(key) - {key}:
            old_to, old_net, old_push = rows[before]
            chance = old_to.pop(key)
            for other, more in to.items():
                old_to[other] = old_to.get(other, Fraction(0)) + chance * more
                into[other].add(before)
            rows[before] = old_to, old_net + chance * net, old_push + chance * push
    _, net, push = _without_itself(rows[start], start)
    return net, push


def _without_itself(
    row: tuple[dict[Hashable, Fraction], Fraction, Fraction], key: Hashable
) -> tuple[dict[Hashable, Fraction], Fraction, Fraction]:
    to, net, push = row
    goes = 1 - to.get(key, Fraction(0))
    return {other: chance / goes for other, chance in to.items() if other != key}, net / goes, push / goes

"""The exact edge of a way of betting, by playing it on the table in every state it can reach."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from controller.rules.casino.checks import most_odds_cents
from controller.rules.casino.kinds import BoxKey
from controller.rules.casino.layout import Box, layout_of
from controller.rules.casino.records import Resolution
from controller.rules.casino.table import CrapsTable
from controller.rules.dice import ALL_PAIRS, Pair
from controller.rules.odds.chain import Step, expected_gains
from controller.rules.odds.plays import LineOdds, Play, Wager

PLAYER = "player"
RICH_CENTS = 10**15
UNDECIDED = ("push", "returned")


@dataclass(frozen=True, slots=True)
class Edge:
    """What a way of betting costs, in fractions of what is put at risk (flat, odds and commission paid up front).

    `per_bet_made` counts pushes as bets, `per_bet_resolved` does not. `rolls` is the expected number until it is
    decided, `risked` the expected amount in units.
    """

    per_bet_made: Fraction
    push_chance: Fraction
    rolls: Fraction
    risked: Fraction

    @property
    def per_bet_resolved(self) -> Fraction:
        """The edge where pushes are no bets."""
        return self.per_bet_made / (1 - self.push_chance)

    @property
    def per_roll(self) -> Fraction:
        """The edge per bet made, for each roll it takes."""
        return self.per_bet_made / self.rolls


class Standing(NamedTuple):
    """A table in the middle of a play, and the watched boxes whose bets are not decided yet."""

    table: CrapsTable
    open_boxes: frozenset[BoxKey]


def edge_of(play: Play) -> Edge:
    """Work out the edge of a way of betting. Raises RuleError where the house does not take these bets."""
    standing, risked_cents = _open(play)
    net, rolls, pushes, added_cents = expected_gains(standing, _key_of, lambda now: _steps(play, now))
    risked = Fraction(risked_cents) + added_cents
    return Edge(-net / risked, pushes, rolls, risked / play.unit_cents)


def _open(play: Play) -> tuple[Standing, int]:
    """Make the opening bets and rolls; give the standing and what is at risk in cents."""
    table = CrapsTable.begin(layout_of(play.settings), {PLAYER: RICH_CENTS})
    risked_cents = 0
    for step in play.opening:
        if isinstance(step, Wager):
            paid_cents = _bet(table, step.box, step.units * play.unit_cents)
            risked_cents += paid_cents if play.watches(step.box.kind) else 0
        else:
            table.roll(step)
    boxes = frozenset(box.key for box in table.seats[PLAYER].bets if play.watches(box.key.kind))
    return Standing(table, boxes), risked_cents


def _bet(table: CrapsTable, key: BoxKey, cents: int) -> int:
    """Make a bet, called on where the house may have it off; give what it costs with its commission."""
    box = table.layout.find(*key)
    made = table.bet(PLAYER, box, cents, True if box.kind.callable else None)
    return made.amount_cents + made.vig_cents


def _steps(play: Play, standing: Standing) -> Iterator[Step[Standing]]:
    table = standing.table
    bets = tuple((box, bet.called) for box, bet in table.seats[PLAYER].bets.items())
    for dice, ways in _distinct_rolls(bets, table.point):
        yield (ways, *_roll(play, standing, dice))


@lru_cache(maxsize=4096)
def _distinct_rolls(bets: tuple[tuple[Box, bool | None], ...], point: int | None) -> tuple[tuple[Pair, int], ...]:
    """Give one of all rolls that no bet here can tell apart, with how many these are: same total, same outcomes."""
    alike: dict[Hashable, list[Pair]] = {}
    for place, dice in enumerate(ALL_PAIRS):
        outcomes = tuple(box.rows[called][point][place] for box, called in bets)
        alike.setdefault((sum(dice), outcomes), []).append(dice)
    return tuple((same[0], len(same)) for same in alike.values())


def _roll(play: Play, standing: Standing, dice: Pair) -> tuple[Standing | None, tuple[int, int, int, int]]:
    """Throw the dice; give the standing after it, and what was won, one roll, one push, and cents put at risk."""
    table = standing.table.copy()
    decided = [one for one in table.roll(dice).resolutions if _counts(play, standing, one)]
    net_cents = sum(one.net_cents for one in decided if one.result != "moved")
    boxes = _still_open(standing.open_boxes, decided)
    pushed = not boxes and all(one.result in UNDECIDED and _is_whole(table, one.box) for one in decided)
    added_cents = 0
    if boxes and play.odds is not None and table.point is not None:
        added_cents, boxes = _take_odds(table, play.odds, boxes)
    return (Standing(table, boxes) if boxes else None), (net_cents, 1, int(pushed), added_cents)


def _counts(play: Play, standing: Standing, resolved: Resolution) -> bool:
    """Tell whether this decides a watched bet for the first time; a come bet moves with its new box's name."""
    flat = BoxKey(resolved.box.kind) if resolved.result == "moved" else resolved.box
    return play.watches(resolved.box.kind) and flat in standing.open_boxes


def _still_open(boxes: frozenset[BoxKey], decided: Iterable[Resolution]) -> frozenset[BoxKey]:
    for one in decided:
        boxes = boxes - {one.box} if one.result != "moved" else boxes - {BoxKey(one.box.kind)} | {one.box}
    return boxes


def _is_whole(table: CrapsTable, key: BoxKey) -> bool:
    """Tell whether a bet is one bet: one of several parts that comes out even was decided all the same (CC-WORLD)."""
    return table.layout.boxes[key].kind.parts == 1


def _take_odds(table: CrapsTable, odds: LineOdds, boxes: frozenset[BoxKey]) -> tuple[int, frozenset[BoxKey]]:
    """Put odds behind the line bet unless they are there; give their cents and the boxes open now."""
    box = table.layout.find("odds", None, odds.parent)
    if box.key in boxes or box.flat is None:
        return 0, boxes
    flat_cents = table.seats[PLAYER].bets[box.flat].amount_cents
    cents = most_odds_cents(box, flat_cents, table.point) if odds.times is None else odds.times * flat_cents
    return _bet(table, box.key, cents), boxes | {box.key}


def _key_of(standing: Standing) -> Hashable:
    """Give what decides the future; the point only where a bet heeds it."""
    bets = standing.table.seats[PLAYER].bets
    key = tuple((box, bet.amount_cents, bet.called, bet.vig_cents, bet.tally) for box, bet in bets.items())
    heeded = any(_heeds_point(box, bet.called) for box, bet in bets.items())
    return standing.open_boxes, key, standing.table.point if heeded else None


@lru_cache(maxsize=4096)
def _heeds_point(box: Box, called: bool | None) -> bool:
    """Tell whether the puck changes what a roll does to a bet in this box, or in a box that it may move to."""
    rows = list(box.rows[called].values())
    moves = {outcome.to for row in rows for outcome in row if outcome is not None and outcome.to is not None}
    return any(row != rows[0] for row in rows) or any(_heeds_point(box.at(number), None) for number in moves)

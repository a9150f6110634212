"""How fast the casino's rules are: rolls a second beside crapssim 0.4.1, on one core, doing the same in one run."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version

from controller.rules.casino.layout import layout_of
from controller.rules.casino.seat import Seat
from controller.rules.casino.settings import Settings
from controller.rules.casino.table import CrapsTable
from controller.rules.dice import ALL_PAIRS, Pair

ROLLS = 200_000
ROUNDS = 10
SEATS = ("A", "B")
BANKROLL = 10_000_000
FLAT, TIMES = 5, 2
CHECKED_ROLLS = 5_000
TARGET = 10

Play = Callable[[int], None]
Strategy = Callable[[CrapsTable, Seat], None]


def pass_with_odds(table: CrapsTable) -> Strategy:
    """Give a player of this table: pass line, and double odds as soon as there is a point."""
    line, odds = table.layout.find("pass"), table.layout.find("odds", None, "pass")

    def bet(table: CrapsTable, player: Seat) -> None:
        if table.point is None:
            if line not in player.bets:
                table.bet(player.name, line, FLAT * 100)
        elif odds not in player.bets:
            table.bet(player.name, odds, TIMES * FLAT * 100)

    return bet


def new_table() -> CrapsTable:
    """Seat two players."""
    return CrapsTable.begin(layout_of(Settings()), dict.fromkeys(SEATS, BANKROLL * 100))


def this_engine() -> Play:
    """Give a table that plays on for so many rolls; every bet and roll makes its record."""
    table, chance = new_table(), random.Random(1)
    strategies = [(pass_with_odds(table), player) for player in table.seats.values()]

    def play(rolls: int) -> None:
        roll_of, table_roll = chance.random, table.roll
        for _ in range(rolls):
            for strategy, player in strategies:
                strategy(table, player)
            table_roll(ALL_PAIRS[int(roll_of() * 36)])

    return play


def crapssim_engine() -> Play:
    """Give crapssim's table, doing the same."""
    table = _crapssim_table()
    return lambda rolls: table.run(rolls, verbose=False)


def _crapssim_table():  # type: ignore[no-untyped-def]
    from crapssim.strategy.odds import PassLineOddsMultiplier
    from crapssim.strategy.single_bet import BetPassLine
    from crapssim.table import Table

    table = Table(seed=1)
    for seat in SEATS:
        table.add_player(BANKROLL, BetPassLine(FLAT) + PassLineOddsMultiplier(TIMES), seat)
    return table


def same_money(rolls: int) -> bool:
    """Tell whether both engines end with the same money after the same dice."""
    chance = random.Random(2)
    dice: list[Pair] = [chance.choice(ALL_PAIRS) for _ in range(rolls)]
    theirs = _crapssim_table()
    theirs.fixed_run(dice)
    ours = new_table()
    strategy = pass_with_odds(ours)
    for pair in dice:
        for player in ours.seats.values():
            strategy(ours, player)
        ours.roll(pair)
    return all(
        ours.seats[player.name].cash_cents + ours.seats[player.name].on_table_cents
        == round(player.total_player_cash * 100)
        for player in theirs.players
    )


def rolls_a_second(plays: list[Play], rolls: int) -> Iterator[float]:
    """Measure engines in turn, a piece of the rolls each, so that what the machine does besides meets them alike."""
    seconds = [0.0] * len(plays)
    for _ in range(ROUNDS):
        for number, play in enumerate(plays):
            began = time.process_time()
            play(rolls // ROUNDS)
            seconds[number] += time.process_time() - began
    return (rolls / each for each in seconds)


def engine_ratio() -> bool:
    """Print how many rolls a second each engine plays; tell whether the target is reached, and rightly."""
    same = same_money(CHECKED_ROLLS)
    print(f"A table with two seats, pass line and double odds, {ROLLS:,} rolls, one core")
    print(f"  same money after the same {CHECKED_ROLLS:,} rolls: {'yes' if same else 'NO'}")
    ours, theirs = rolls_a_second([this_engine(), crapssim_engine()], ROLLS)
    print(f"  this engine          {ours:>9,.0f} rolls/s")
    print(f"  crapssim {version('crapssim'):<12}{theirs:>9,.0f} rolls/s")
    print(f"  ratio                {ours / theirs:>9.1f}   (at least {TARGET})")
    return same and ours / theirs >= TARGET


def main() -> int:
    """Print every ratio; exit code 1 where one is missed."""
    return 0 if engine_ratio() else 1


if __name__ == "__main__":
    sys.exit(main())

"""How fast rules and dice are: the casino and whole strategies beside crapssim 0.4.1, the histogram beside OCaml.

Each ratio is measured in one run. The source's OCaml program needs `ocamlopt` (Debian's ocaml-nox); without it that
ratio is not measured, and the bench says so.
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from controller.rules.casino.layout import layout_of
from controller.rules.casino.seat import Seat
from controller.rules.casino.settings import Settings
from controller.rules.casino.table import CrapsTable
from controller.rules.dice import ALL_PAIRS, Pair
from controller.simulation.plans import CasinoSeat, Plan
from controller.simulation.strategies import find_strategy
from controller.simulation.tables import play_plan

ROLLS = 200_000
ROUNDS = 10
SEATS = ("A", "B")
BANKROLL = 10_000_000
FLAT, TIMES = 5, 2
CHECKED_ROLLS = 5_000
TARGET = 10
TABLES, TABLES_ROLLS = 1 << 16, 20_000_000 * ROUNDS
TABLES_TARGET = 500
HISTOGRAM_ROLLS = 10**8
HISTOGRAM_TARGET = 10
LISTING = Path(__file__).with_name("craps.ml")

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


def many_tables() -> Play:
    """Give many tables at once, each with the two seats, on one core."""
    seat = CasinoSeat(Settings(), find_strategy(f"pass-{TIMES}x").rules)

    def play(rolls: int) -> None:
        plan = Plan((seat, seat), SEATS, TABLES, rolls // TABLES, FLAT * 100, BANKROLL * 100, entropy=1)
        play_plan(plan, workers=1)

    return play


def strategies_ratio() -> bool:
    """Print how many rolls a second whole strategies play at many tables at once, beside crapssim at its one."""
    print(f"Many tables at once, two seats each, pass line and double odds, {TABLES_ROLLS:,} rolls, one core")
    (ours,) = rolls_a_second([many_tables()], TABLES_ROLLS)
    (theirs,) = rolls_a_second([crapssim_engine()], ROLLS // 4)
    print(f"  this simulation    {ours:>11,.0f} rolls/s")
    print(f"  crapssim {version('crapssim'):<10}{theirs:>11,.0f} rolls/s")
    print(f"  ratio              {ours / theirs:>11,.0f}   (at least {TABLES_TARGET})")
    return ours / theirs >= TABLES_TARGET


def histogram_ratio() -> bool:
    """Print how long the whole command takes for 10^8 rolls, beside the source's program (SC-31) compiled."""
    print(f"Histogram of {HISTOGRAM_ROLLS:,} rolls, whole programs from start to end, all cores")
    command = [sys.executable, "-c", "from controller.cli import main; main()", "simulate"]
    ours_s = shortest_s([*command, "--rolls", str(HISTOGRAM_ROLLS)], 3)
    print(f"  stickman simulate    {ours_s:>9.2f} s")
    if shutil.which("ocamlopt") is None:
        print("  OCaml: not measured, ocamlopt is missing (Debian: apt install ocaml-nox)")
        return True
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(LISTING, folder)
        subprocess.run(["ocamlopt", "-O3", "craps.ml", "-o", "craps"], cwd=folder, capture_output=True, check=True)
        theirs_s = shortest_s([f"{folder}/craps", str(HISTOGRAM_ROLLS)], 2)
    print(f"  OCaml                {theirs_s:>9.2f} s")
    print(f"  ratio                {theirs_s / ours_s:>9.1f}   (at least {HISTOGRAM_TARGET})")
    return theirs_s / ours_s >= HISTOGRAM_TARGET


def shortest_s(command: list[str], tries: int) -> float:
    """Run a program a few times and give the shortest time it took."""
    took_s = []
    for _ in range(tries):
        began = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        took_s.append(time.perf_counter() - began)
    return min(took_s)


def main() -> int:
    """Print every ratio; exit code 1 where one is missed."""
    reached = [ratio() for ratio in (engine_ratio, strategies_ratio, histogram_ratio)]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())

"""The tables of `stickman odds` for people."""

from collections.abc import Sequence
from fractions import Fraction

from rich.table import Table

from controller.cli.tabular import new_table
from controller.rules.odds.catalogue import Line
from controller.rules.odds.figures import ending_chances, round_lengths, throws_of_round, total_chances, turns

SHORT = 12
"""A fraction with more signs than this is shown in percent only."""


def bets_table(lines: Sequence[Line]) -> Table:
    """Show each bet's edge: what is lost on average of each unit put at risk."""
    table = new_table("House edge, exact, from the engine", ("bet", "variant", "pays"), ("edge", "exact", "per roll"))
    table.caption = "The edge counts pushes as bets; “without pushes” stands below where that differs."
    last = ""
    for line in lines:
        if line.edge is None:
            continue
        edge, name = line.edge, "" if line.bet == last else line.bet
        last = line.bet
        percents = percent(edge.per_bet_made), _exact(edge.per_bet_made), percent(edge.per_roll)
        table.add_row(name, line.variant, line.payout, *percents)
        if edge.push_chance:
            table.add_row("", "  without pushes", "", percent(edge.per_bet_resolved), _exact(edge.per_bet_resolved), "")
    return table


def not_offered_table(lines: Sequence[Line]) -> Table:
    """Show the bets that are known but not offered."""
    table = new_table("Not offered", ("bet", "variant", "why not"))
    for line in lines:
        table.add_row(line.bet, line.variant, line.why_not)
    return table


def totals_table() -> Table:
    """Show the probability table (SC-30)."""
    table = new_table("Two dice (SC-30)", (), ("total", "ways", "exact", "%", "source %"))
    for one in total_chances():
        differs = "" if one.percent == one.source_percent else " *"
        table.add_row(
            str(one.total), f"{one.ways}/36", str(one.chance), f"{one.percent}", f"{one.source_percent}{differs}"
        )
    table.caption = "* The source cut the seven off: 6/36 is 16.67 %, which rounds to 16.7."
    return table


def turns_table() -> Table:
    """Show how long a shooter keeps the dice, and how rounds end."""
    table = new_table("Rounds and turns", ("what",), ("exact", "about"))
    rules = {"literal": "the source's rules", "standard": "dice pass on a seven-out only"}
    for turn in turns():
        table.add_row(f"rounds a turn, {rules[turn.preset]}", str(turn.rounds), f"{float(turn.rounds):.3f}")
        table.add_row(f"throws a turn, {rules[turn.preset]}", str(turn.throws), f"{float(turn.throws):.4f}")
    table.add_row("throws a round", str(throws_of_round()), f"{float(throws_of_round()):.4f}")
    for ending, chance in ending_chances().items():
        table.add_row(f"a round ends by {ending.replace('_', '-')}", str(chance), percent(chance))
    return table


def rounds_table(longest: int) -> Table:
    """Show how many throws a round takes."""
    table = new_table("Throws of a round", (), ("throws", "chance", "so many or fewer", "exact"))
    so_far = Fraction(0)
    for length, chance in enumerate(round_lengths(longest), start=1):
        so_far += chance
        table.add_row(str(length), percent(chance), percent(so_far), _exact(chance))
    table.add_row("more", percent(1 - so_far), "100 %", "")
    return table


def percent(share: Fraction) -> str:
    """Write a share in percent with four places."""
    return f"{float(100 * share):.4f} %"


def _exact(share: Fraction) -> str:
    text = str(share)
    return text if len(text) <= SHORT else ""

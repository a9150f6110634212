"""What a practice came to: totals, sevens to rolls, by hand, dice set and landing place."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from controller.cli.roll_words import counted
from controller.rolls.columns import table_of
from controller.rolls.roll import Roll
from controller.rules.dice import TOTALS, ways

SEVEN = 7
ALL_WAYS = 36


def summary_of(rolls: Sequence[Roll]) -> dict[str, Any]:
    """Give a practice's figures; `sevens_to_rolls` is rolls per seven, 6 with fair dice; None before the first."""
    standing = [roll for roll in rolls if roll.counts]
    totals = Counter(_total(roll) for roll in standing)
    return {
        **_ratio(standing),
        "throws": len(rolls),
        "void": sum(roll.counts is False for roll in rolls),
        "totals": {str(total): totals[total] for total in TOTALS},
        "hands": _by(standing, lambda roll: roll.hand),
        "dice_sets": _by(standing, lambda roll: roll.dice_set_name or f"dice {roll.dice_set}"),
        "landings": _by(standing, landing_of),
        "evidence": evidence_of(rolls),
    }


def evidence_of(rolls: Sequence[Roll]) -> str:
    """Say in words what the rolls show about the dice, as `stickman stats` does."""
    from controller.rolls.study import study_rolls
    from controller.rolls.words import headline

    if not any(roll.counts for roll in rolls):
        return "No rolls yet."
    return headline(study_rolls(table_of(rolls)))


def landing_of(roll: Roll) -> str:
    """Say where the dice of a roll came to rest: the first one's ninth of the board."""
    return next((die.area for die in roll.dice if die.area), "")


def print_figures(console: Console, rolls: Sequence[Roll]) -> None:
    """Print a practice's figures for people."""
    figures = summary_of(rolls)
    count = f"[bold]{counted(figures['rolls'], 'roll')}[/] in {counted(figures['throws'], 'throw')}"
    console.print(f"{count}, {_ratio_text(figures)}", highlight=False)
    console.print(figures["evidence"], highlight=False)
    if not figures["rolls"]:
        return
    console.print(_totals(figures))
    for title, name in (("by hand", "hands"), ("by dice set", "dice_sets"), ("by landing place", "landings")):
        groups = {key: group for key, group in figures[name].items() if key}
        if groups:
            console.print(_groups(title, groups))


def _total(roll: Roll) -> int:
    return sum(face or 0 for face in roll.faces)


def _ratio(rolls: Sequence[Roll]) -> dict[str, Any]:
    sevens = sum(_total(roll) == SEVEN for roll in rolls)
    return {"rolls": len(rolls), "sevens": sevens, "sevens_to_rolls": round(len(rolls) / sevens, 3) if sevens else None}


def _by(rolls: Sequence[Roll], name: Callable[[Roll], str]) -> dict[str, dict[str, Any]]:
    """Give the figures of each group of rolls, the largest first."""
    groups: dict[str, list[Roll]] = {}
    for roll in rolls:
        groups.setdefault(name(roll), []).append(roll)
    return {key: _ratio(groups[key]) for key in sorted(groups, key=lambda key: (-len(groups[key]), key))}


def _ratio_text(figures: dict[str, Any]) -> str:
    sevens, ratio = figures["sevens"], figures["sevens_to_rolls"]
    if ratio is None:
        return "no seven yet"
    return f"{counted(sevens, 'seven')}: one in {ratio:.2f} rolls (6 with fair dice)"


def _totals(figures: dict[str, Any]) -> Table:
    table = Table(title="Totals", title_justify="left")
    table.add_column("")
    for total in TOTALS:
        table.add_column(str(total), justify="right")
    table.add_row("rolled", *(str(figures["totals"][str(total)]) for total in TOTALS))
    table.add_row("fair dice", *(f"{figures['rolls'] * ways(total) / ALL_WAYS:.1f}" for total in TOTALS))
    return table


def _groups(title: str, groups: dict[str, dict[str, Any]]) -> Table:
    table = Table(title=title.capitalize(), title_justify="left")
    for heading in ("", "rolls", "sevens", "rolls to a seven"):
        table.add_column(heading, justify="right" if heading else "left")
    for key, group in groups.items():
        ratio = group["sevens_to_rolls"]
        table.add_row(key, str(group["rolls"]), str(group["sevens"]), "" if ratio is None else f"{ratio:.2f}")
    return table

"""`stickman odds`: the exact edge of every bet, worked out by playing the engine, and what the dice do without bets."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click

from controller.cli.options import Number
from controller.errors import ConfigError, ProtocolError, RuleError
from controller.rules.casino.settings import VIG_ROUNDINGS
from controller.rules.casino.settings_line import read_settings
from controller.rules.money import parse_amount
from controller.rules.odds.catalogue import Line, house_lines, known_lines

PAYS = {"field": ("2", "12"), "hop": ("easy", "hard"), "ats": ("small", "tall", "all"), "fire": ("4", "5", "6")}
LONGEST_ROUND = 20
HOUSE = (
    click.option("--bar", type=int, help="What the don't side bars: 2, 3 or 12."),
    click.option("--odds", metavar="3-4-5x|Nx|none", help="How much odds a line bet may take."),
    click.option("--field", metavar="TWO,TWELVE", help="What the field pays to one on 2 and 12: 2,3."),
    click.option("--hop", metavar="EASY,HARD", help="What hops pay to one: 15,30."),
    click.option("--ats", metavar="SMALL,TALL,ALL", help="What small, tall and all pay to one: 34,34,175."),
    click.option("--fire", metavar="FOUR,FIVE,SIX", help="What the fire bet pays to one: 24,249,999."),
    click.option("--vig", type=click.Choice(["upfront", "on_win"]), help="When commission is paid."),
    click.option("--vig-rounding", type=click.Choice(VIG_ROUNDINGS), help="How commission is rounded to whole units."),
    click.option("--vig-min", type=Number(min=0), help="The least commission."),
    click.option("--payout-rounding", type=click.Choice(["cent", "unit"]), help="Profits are rounded down to it."),
    click.option("--crapless", is_flag=True, help="2, 3, 11 and 12 are points, too."),
    click.option("--stake", metavar="AMOUNT", help="The unit that is bet; rounding depends on it."),
)


def house_options(command: Any) -> Any:
    """Give a command the options that describe a house."""
    for option in reversed(HOUSE):
        command = option(command)
    return command


@click.command(short_help="Show the exact edge of every bet.")
@house_options
@click.option("--dice", is_flag=True, help="The dice without bets: totals, rounds, turns of a shooter.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def odds(dice: bool, as_json: bool, stake: str | None, **house: Any) -> None:
    """Show the exact edge of every bet in every known variant; with options of a house, of the bets of that house."""
    if dice:
        _show_dice(as_json)
        return
    given = {name: value for name, value in house.items() if value is not None and value is not False}
    lines = _lines(given, stake)
    if as_json:
        for line in lines:
            click.echo(json.dumps(line_fields(line)))
        return
    _print_bets(list(lines))


def _lines(house: Mapping[str, Any], stake: str | None) -> Iterator[Line]:
    if not house and stake is None:
        return known_lines()
    try:
        settings = read_settings({name: _setting(name, value) for name, value in house.items()})
        return house_lines(settings, None if stake is None else parse_amount(_number(stake), "stake"))
    except (ProtocolError, RuleError) as error:
        raise ConfigError(str(error)) from None


def _setting(name: str, value: Any) -> Any:
    """Turn an option into the field of a set-up line."""
    if name not in PAYS:
        return value
    parts = value.split(",")
    if len(parts) != len(PAYS[name]) or not all(part.strip().isdecimal() for part in parts):
        raise ConfigError(f"--{name} {value!r}: give {len(PAYS[name])} whole numbers with commas between them.")
    return {field: int(part) for field, part in zip(PAYS[name], parts, strict=True)}


def _number(text: str) -> int | float:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise ConfigError(f"--stake {text!r} is no amount. Give one such as 5 or 2.50.") from None


def line_fields(line: Line) -> dict[str, Any]:
    """Write a line as the fields of a JSON object; fractions as `7/495`."""
    about = {"bet": line.bet, "variant": line.variant, "payout": line.payout, "offered": line.edge is not None}
    if line.edge is None:
        return {**about, "edge_per_bet_made": None, "edge_per_bet_resolved": None, "why": line.why_not}
    edge = line.edge
    return {
        **about,
        "edge_per_bet_made": str(edge.per_bet_made),
        "edge_per_bet_resolved": str(edge.per_bet_resolved),
        "edge_float": float(edge.per_bet_resolved),
        "edge_made_float": float(edge.per_bet_made),
        "push_probability": str(edge.push_chance),
        "expected_rolls_to_resolve": str(edge.rolls),
        "per_roll": str(edge.per_roll),
        "average_total_bet": str(edge.risked),
    }


def _print_bets(lines: list[Line]) -> None:
    from controller.cli.odds_tables import bets_table, not_offered_table
    from controller.cli.tabular import print_tables

    offered, others = [one for one in lines if one.edge is not None], [one for one in lines if one.edge is None]
    print_tables([bets_table(offered), *([not_offered_table(others)] if others else [])])


def _show_dice(as_json: bool) -> None:
    from controller.cli.odds_tables import rounds_table, totals_table, turns_table
    from controller.cli.tabular import print_tables

    if as_json:
        for fields in dice_fields():
            click.echo(json.dumps(fields))
        return
    print_tables([totals_table(), turns_table(), rounds_table(LONGEST_ROUND)])


def dice_fields() -> Iterable[dict[str, Any]]:
    """Write what the dice do as fields of JSON objects, one a total, a preset of turns, an ending, a round's length."""
    from controller.rules.odds.figures import ending_chances, round_lengths, throws_of_round, total_chances, turns

    for one in total_chances():
        yield {
            "total": one.total,
            "ways": one.ways,
            "probability": str(one.chance),
            "percent": one.percent,
            "source_percent": one.source_percent,
        }
    for turn in turns():
        yield {"swap_after": turn.preset, "rounds_per_turn": str(turn.rounds), "throws_per_turn": str(turn.throws)}
    for ending, chance in ending_chances().items():
        yield {"ending": ending, "probability": str(chance)}
    yield {"throws_per_round": str(throws_of_round())}
    for length, chance in enumerate(round_lengths(LONGEST_ROUND), start=1):
        yield {"round_throws": length, "probability": str(chance)}

"""Whole games by strategy: options turned into a plan, results printed, listed or drawn."""

import json
from dataclasses import dataclass
from pathlib import Path

import click

from controller.cli.progress import progress_bar
from controller.cli.tabular import new_table, print_tables
from controller.errors import ConfigError, ProtocolError, RuleError
from controller.rules.casino.settings import Settings
from controller.rules.casino.settings_line import read_settings
from controller.rules.money import money_text, parse_amount
from controller.simulation.plans import BankRound, CasinoSeat, Party, Plan, StreetPair
from controller.simulation.plots import check_suffix, draw_plot
from controller.simulation.results import SeatResult, Share, result_fields, summarize
from controller.simulation.strategies import BANK, CASINO, STREET, find_strategy
from controller.simulation.tables import play_plan

USUAL = {"casino": "pass-2x", "street": "full-cover", "bank": "first-jet"}
MOST_ROLLS = 10**7


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on the command line."""

    game: str
    rolls: int
    entropy: int
    dask: str | None
    strategies: tuple[str, ...]
    tables: int
    bankroll: str
    unit: str
    players: int
    settings: str | None
    plot: Path | None
    as_json: bool

    def plan(self) -> Plan:
        """Turn it into a plan. Raises ConfigError."""
        names = self.strategies or (USUAL[self.game],)
        if not 1 <= self.rolls <= MOST_ROLLS:
            raise ConfigError(f"--rolls at each table of a game is from 1 to {MOST_ROLLS}.")
        parties = _parties(self.game, names, self.players, self.settings)
        unit, bankroll = _cents("--unit", self.unit), _cents("--bankroll", self.bankroll)
        return Plan(parties, names, self.tables, self.rolls, unit, bankroll, self.entropy)


def play_games(asked: Asked) -> None:
    """Play what was asked for and say what came of it. Raises ConfigError."""
    plan = asked.plan()
    if asked.plot is not None:
        check_suffix(asked.plot)
    with progress_bar("playing", plan.tables * plan.rolls) as progress:
        outcomes = play_plan(plan, dask=asked.dask, progress=progress)
    results = summarize(plan, outcomes)
    if asked.plot is not None:
        draw_plot(plan, _title(plan, asked.game), results, outcomes, asked.plot)
    if asked.as_json:
        for result in results:
            click.echo(json.dumps(result_fields(plan, asked.game, result)))
        return
    _print_results(plan, asked.game, results)


def _parties(game: str, names: tuple[str, ...], players: int, settings: str | None) -> tuple[Party, ...]:
    if game == "casino":
        house = _house(settings)
        return tuple(CasinoSeat(house, find_strategy(name).rules) for name in names)
    if settings is not None:
        raise ConfigError("--settings are a casino's; street and bank craps have none here.")
    if len(names) > 1:
        raise ConfigError(f"At {game} craps all play alike: give one --strategy.")
    known = STREET if game == "street" else BANK
    if names[0] not in known:
        raise ConfigError(f"There is no strategy called {names[0]!r} for {game} craps; there are {', '.join(known)}.")
    return (StreetPair(STREET[names[0]]) if game == "street" else BankRound(BANK[names[0]], players),)


def _house(text: str | None) -> Settings:
    if text is None:
        return Settings()
    try:
        given = json.loads(text)
    except json.JSONDecodeError as error:
        raise ConfigError(f"--settings is not JSON: {error.msg} at column {error.colno}.") from None
    if not isinstance(given, dict):
        raise ConfigError('--settings must be a JSON object, such as {"odds": "10x"}.')
    try:
        return read_settings(given)
    except ProtocolError as error:
        raise ConfigError(f"--settings: {error}") from None


def _cents(option: str, text: str) -> int:
    try:
        cents = parse_amount(float(text) if "." in text else int(text), option)
    except (ValueError, RuleError):
        raise ConfigError(f"{option} {text!r} is no amount. Give one such as 10 or 2.50.") from None
    if not cents:
        raise ConfigError(f"{option} must be more than 0.")
    return cents


def _title(plan: Plan, game: str) -> str:
    return (
        f"{game}: {plan.tables:,} tables, {plan.rolls:,} rolls each, unit {money_text(plan.unit_cents)}, "
        f"bankroll {money_text(plan.bankroll_cents)}, seed {plan.entropy}"
    )


def _print_results(plan: Plan, game: str, results: list[SeatResult]) -> None:
    headings = [f"{result.player}: {result.strategy}" for result in results]
    table = new_table(_title(plan, game), ("",), headings)
    for row in zip(*(_rows(plan, game, result) for result in results), strict=True):
        table.add_row(row[0][0], *(value for _, value in row))
    print_tables([table])


def _rows(plan: Plan, game: str, result: SeatResult) -> list[tuple[str, str]]:
    low, high = result.mean_interval_cents
    p5, p25, p50, p75, p95 = (f"{cents / 100:,.0f}" for cents in result.percentiles_cents)
    return [
        ("won or lost, mean", f"{result.mean_cents / 100:+,.2f}"),
        ("  95 % interval", f"{low / 100:+,.2f} to {high / 100:+,.2f}"),
        ("  a roll", f"{result.mean_cents / 100 / plan.rolls:+.4f}"),
        ("  standard deviation", f"{result.stdev_cents / 100:,.2f}"),
        ("final bankroll, median", p50),
        ("  half of the tables", f"{p25} to {p75}"),
        ("  nine of ten", f"{p5} to {p95}"),
        ("ahead", _share(result.ahead)),
        ("risk of ruin" if game == "casino" else "evening ended early", _share(result.ended)),
        ("less than a unit left", _share(result.broke)),
    ]


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.share:.2%} ({low:.2%} to {high:.2%})"


def list_strategies() -> None:
    """Print the strategies that have names."""
    for strategy in CASINO:
        click.echo(f"casino\t{strategy.name}\t{strategy.about}")
    for name, habits in STREET.items():
        over = ", who hands the dice over after making a point" if habits.hands_over else ""
        click.echo(f"street\t{name}\tThe fader covers {habits.cover} of the shooter's unit{over}.")
    for name, play in BANK.items():
        bands = "".join(f", {units} on the band {band}" for band, units in play.bands)
        click.echo(f"bank\t{name}\tEvery ponte: {play.first} on the premier jet{bands}.")

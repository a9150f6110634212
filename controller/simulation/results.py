"""What a simulation came to: where the players ended, how sure that is, and how it went on the way."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.rules.money import CENTS, whole_units
from controller.simulation.plans import Plan
from controller.simulation.tables import SeatOutcome, moments

Z_95 = 1.959963984540054
PERCENTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of all tables, with Wilson's 95 % confidence interval."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """The share seen."""
        return self.count / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies (Wilson 1927)."""
        n, seen = self.of, self.share
        centre = (seen + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
        half = Z_95 / (1 + Z_95**2 / n) * math.sqrt(seen * (1 - seen) / n + Z_95**2 / (4 * n**2))
        # At none and at all of them the interval ends there exactly; floats would miss that by a hair.
        return (0.0 if not self.count else centre - half), (1.0 if self.count == n else centre + half)


@dataclass(frozen=True, slots=True)
class Moment:
    """The bankrolls after so many rolls, in cents: mean of all tables, percentiles of the first chunk's."""

    roll: int
    mean_cents: float
    percentiles_cents: tuple[float, ...]
    ended: float


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One player over all tables; money in cents, `mean` and `stdev` of what was won or lost.

    `ended`: the evening ended before the last throw, at a casino because the player could not pay the next bets: the
    risk of ruin. `broke`: less than one unit was left. `ahead`: more than at the beginning.
    """

    player: str
    strategy: str
    mean_cents: float
    stdev_cents: float
    tables: int
    percentiles_cents: tuple[float, ...]
    ahead: Share
    broke: Share
    ended: Share
    curve: tuple[Moment, ...]

    @property
    def mean_interval_cents(self) -> tuple[float, float]:
        """Where the true mean lies, 95 %."""
        half = Z_95 * self.stdev_cents / math.sqrt(self.tables)
        return self.mean_cents - half, self.mean_cents + half


def summarize(plan: Plan, outcomes: list[SeatOutcome]) -> list[SeatResult]:
    """Sum every player's outcome up."""
    return [
        _summary(plan, player, strategy, outcome)
        for (player, strategy), outcome in zip(_players(plan), outcomes, strict=True)
    ]


def _players(plan: Plan) -> Iterator[tuple[str, str]]:
    """Give each player's name and strategy; seats of a casino are numbered."""
    for seat, (party, strategy) in enumerate(zip(plan.parties, plan.names, strict=True), start=1):
        names = party.players()
        for name in names:
            yield (f"seat {seat}" if len(names) == 1 else name), strategy


def _summary(plan: Plan, player: str, strategy: str, outcome: SeatOutcome) -> SeatResult:
    import numpy as np

    won = outcome.final_cents - plan.bankroll_cents
    return SeatResult(
        player,
        strategy,
        float(won.mean()),
        float(won.std(ddof=1)) if plan.tables > 1 else 0.0,
        plan.tables,
        tuple(map(float, np.percentile(outcome.final_cents, PERCENTILES))),
        Share(int((won > 0).sum()), plan.tables),
        Share(int((outcome.final_cents < plan.unit_cents).sum()), plan.tables),
        Share(int(outcome.ended.sum()), plan.tables),
        tuple(_curve(plan, outcome)),
    )


def _curve(plan: Plan, outcome: SeatOutcome) -> Iterator[Moment]:
    import numpy as np

    percentiles = np.percentile(outcome.wealth_cents, PERCENTILES, axis=1).T
    for number, roll in enumerate(moments(plan.rolls)):
        mean_cents = int(outcome.wealth_sums[number]) / plan.tables
        ended = int(outcome.ended_counts[number]) / plan.tables
        yield Moment(roll, mean_cents, tuple(map(float, percentiles[number])), ended)


def result_fields(plan: Plan, game: str, result: SeatResult) -> dict[str, Any]:
    """Write a result as the fields of a JSON object; money in whole units."""
    low, high = result.mean_interval_cents
    return {
        "game": game,
        "player": result.player,
        "strategy": result.strategy,
        "tables": plan.tables,
        "rolls": plan.rolls,
        "unit": whole_units(plan.unit_cents),
        "bankroll": whole_units(plan.bankroll_cents),
        "seed": plan.entropy,
        "mean": result.mean_cents / CENTS,
        "mean_ci95": [low / CENTS, high / CENTS],
        "stdev": result.stdev_cents / CENTS,
        "mean_per_roll": result.mean_cents / CENTS / plan.rolls,
        "final": _percentile_fields(result.percentiles_cents),
        "ahead": _share_fields(result.ahead),
        "broke": _share_fields(result.broke),
        "ended": _share_fields(result.ended),
        "curve": [_moment_fields(moment) for moment in result.curve],
    }


def _moment_fields(moment: Moment) -> dict[str, float]:
    about = {"roll": moment.roll, "mean": moment.mean_cents / CENTS, "ended": moment.ended}
    return {**about, **_percentile_fields(moment.percentiles_cents)}


def _percentile_fields(cents: tuple[float, ...]) -> dict[str, float]:
    return {f"p{percentile}": value / CENTS for percentile, value in zip(PERCENTILES, cents, strict=True)}


def _share_fields(share: Share) -> dict[str, Any]:
    return {"share": share.share, "ci95": list(share.interval)}

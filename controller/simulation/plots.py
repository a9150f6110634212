"""A picture of a simulation: how the bankrolls went, and where they ended."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.errors import ConfigError
from controller.simulation.plans import Plan
from controller.simulation.results import PERCENTILES, SeatResult
from controller.simulation.tables import SeatOutcome, moments

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".png", ".svg", ".pdf")
SOME_PATHS = 15
FELT, BRASS, CHALK = "#1f6b4a", "#b5832a", "#c9d6cf"
ROW_INCHES = (11.0, 3.6)


def check_suffix(path: Path) -> None:
    """Raise ConfigError for a picture that could not be written."""
    if path.suffix.lower() not in SUFFIXES:
        raise ConfigError(f"A plot is written to a file that ends in {', '.join(SUFFIXES)}; {path} does not.")


def draw_plot(plan: Plan, title: str, results: list[SeatResult], outcomes: list[SeatOutcome], path: Path) -> None:
    """Draw each player's curves and final bankrolls into a PNG, SVG or PDF. Raises ConfigError."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    check_suffix(path)
    figure = Figure(figsize=(ROW_INCHES[0], ROW_INCHES[1] * len(results) + 0.6), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, x=0.01, ha="left", fontsize=12)
    grid: Any = figure.subplots(len(results), 2, squeeze=False, width_ratios=(2.2, 1))
    for row, (result, outcome) in enumerate(zip(results, outcomes, strict=True)):
        _draw_curves(grid[row][0], plan, result, outcome)
        _draw_finals(grid[row][1], plan, outcome)
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise ConfigError(f"The plot cannot be written to {path}: {error.strerror}.") from None


def _draw_curves(axes: "Axes", plan: Plan, result: SeatResult, outcome: SeatOutcome) -> None:
    rolls = moments(plan.rolls)
    bands = [[moment.percentiles_cents[k] / 100 for moment in result.curve] for k in range(len(PERCENTILES))]
    axes.plot(rolls, outcome.wealth_cents[:, :SOME_PATHS] / 100, color=CHALK, lw=0.7, zorder=1)
    axes.fill_between(rolls, bands[0], bands[-1], color=FELT, alpha=0.15, lw=0, label="5 to 95 %")
    axes.fill_between(rolls, bands[1], bands[-2], color=FELT, alpha=0.3, lw=0, label="25 to 75 %")
    axes.plot(rolls, bands[2], color=FELT, lw=1.8, label="median")
    axes.plot(rolls, [moment.mean_cents / 100 for moment in result.curve], color=BRASS, lw=1.8, label="mean")
    axes.axhline(plan.bankroll_cents / 100, color="black", lw=0.6, ls=":")
    axes.set_title(f"{result.player}: {result.strategy}", loc="left", fontsize=10)
    axes.set_xlabel("rolls")
    axes.set_ylabel("bankroll")
    axes.set_xlim(0, plan.rolls)
    axes.legend(loc="upper left", fontsize=8, frameon=False)


def _draw_finals(axes: "Axes", plan: Plan, outcome: SeatOutcome) -> None:
    import numpy as np

    finals = outcome.final_cents / 100
    axes.hist(finals, bins=50, color=FELT, alpha=0.8, weights=np.full(len(finals), 100 / len(finals)))
    axes.axvline(plan.bankroll_cents / 100, color="black", lw=0.6, ls=":")
    axes.axvline(float(finals.mean()), color=BRASS, lw=1.8)
    axes.set_title("where it ended", loc="left", fontsize=10)
    axes.set_xlabel("bankroll")
    axes.set_ylabel("% of tables")

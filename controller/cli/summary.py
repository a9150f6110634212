"""What an evening at the simulated table came to: rolls, voids, readings against the truth, time per stage."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from controller.cli.sitting import Sitting
from controller.throws.verdict import Throw
from controller.twin.score import Grade, Score, score
from controller.twin.truth import ThrowTruth

Thrown = Sequence[tuple[ThrowTruth, Throw | None]]


def print_summary(console: Console, thrown: Thrown, sitting: Sitting) -> None:
    """Print the summary of an evening."""
    scores = [(truth, throw, score(truth, throw) if throw else None) for truth, throw in thrown]
    console.print(_rolls(thrown))
    console.print(_accuracy([s for _, _, s in scores]))
    for number, (truth, _, found) in enumerate(scores, start=1):
        if found is None or found.ruling is not Grade.RIGHT or found.reading is Grade.WRONG:
            what = "not seen" if found is None else f"{found.ruling}: {found.why}"
            console.print(f"  throw {number} ({truth.kind}): {what}", style="yellow", highlight=False)
    console.print(_stages(sitting))


def _rolls(thrown: Thrown) -> Table:
    counted = [throw for _, throw in thrown if throw and throw.verdict.counts]
    voids = Counter(" + ".join(t.verdict.reasons) for _, t in thrown if t and t.verdict.counts is False)
    asked = sum(1 for _, throw in thrown if throw and throw.verdict.counts is None)
    totals = Counter(sum(throw.values or ()) for throw in counted)
    table = Table(title=f"{len(thrown)} throws", show_header=False, title_justify="left")
    table.add_row("counted", str(len(counted)))
    table.add_row("rolled", "  ".join(f"{total}×{n}" for total, n in sorted(totals.items())))
    table.add_row("void", ", ".join(f"{n} {reason}" for reason, n in voids.most_common()) or "none")
    table.add_row("asked", str(asked))
    return table


def _accuracy(scores: Sequence[Score | None]) -> Table:
    rulings = Counter(s.ruling if s else "not seen" for s in scores)
    readings = Counter(s.reading for s in scores if s and s.reading)
    table = Table(title="Against what really happened", title_justify="left")
    for heading in ("", "right", "asked", "wrong"):
        table.add_column(heading, justify="left" if not heading else "right")
    table.add_row("faces, all dice flat", *(str(readings[grade]) for grade in Grade))
    table.add_row("rulings", *(str(rulings[grade]) for grade in Grade))
    if rulings["not seen"]:
        table.add_row("not seen", "", "", str(rulings["not seen"]))
    return table


def _stages(sitting: Sitting) -> Table:
    table = Table(title="Time per stage", title_justify="left")
    for heading in ("stage", "runs", "median ms", "95 % ms", "total s"):
        table.add_column(heading, justify="left" if heading == "stage" else "right")
    for stage in sitting.times:
        table.add_row(stage.stage, str(stage.runs), f"{stage.median_ms:.2f}", f"{stage.p95_ms:.2f}",
                      f"{stage.total_ms / 1000:.1f}")  # fmt: skip
    return table

"""The tables of `stickman evaluate` for people."""

from collections.abc import Iterator, Sequence

from rich.markup import escape
from rich.table import Table

from controller.cli.tabular import new_table
from vision.accuracy.scoring import Compared, Grade
from vision.accuracy.tally import COLUMNS, NOTHING, ROWS, Tally

MOST_REASONS = 12
MOST_WRONG = 12


def evaluation_tables(sums: Sequence[Tally], compared: Sequence[Compared]) -> Iterator[Table]:
    """Give the sums of each die model, then of all: what was taken for what, why people are asked, the confidence."""
    whole = sums[-1]
    yield _by_model(sums)
    yield _confusion(whole)
    yield _reliability(whole)
    if whole.rejects:
        yield _rejects(whole)
    wrong = [one for one in compared if one.grade is Grade.WRONG and not one.error]
    if wrong:
        yield _wrong(wrong)
    if whole.failed:
        yield _failed(whole)


def _by_model(sums: Sequence[Tally]) -> Table:
    headings = ("pictures", "right", "asked", "wrong", "dice", "right", "asked", "wrong", "ms")
    table = new_table("What was read", ("model",), headings)
    table.caption = "wrong: shown as sure and not so · a die is asked when a reason names it"
    for tally in sums:
        pictures, dice = ([counts[grade] for grade in Grade] for counts in (tally.pictures, tally.dice))
        cells = [_with_sum(pictures), _with_sum(dice)]
        middle = "" if tally.median_ms is None else f"{tally.median_ms:.0f}"
        table.add_row(escape(tally.model), *cells[0], *cells[1], middle)
    return table


def _with_sum(counts: Sequence[int]) -> list[str]:
    """Give the sum, then each part with its share of it."""
    total = sum(counts)
    return [f"{total}", *(f"{count}, {_percent(count / total)}" if count else "0" for count in counts)]


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %" if share < 1 else "all"


def _confusion(tally: Tally) -> Table:
    table = new_table(f"What a die was, and what was read: {tally.model}", ("it was",), COLUMNS)
    for row in ROWS:
        counts = [tally.confusion[row, column] for column in COLUMNS]
        if any(counts):
            cells = (_cell(count, row == column) for count, column in zip(counts, COLUMNS, strict=True))
            table.add_row(row, *cells)
    table.caption = f"row “{NOTHING}”: read where no die is · column “{NOTHING}”: not seen"
    return table


def _cell(count: int, right: bool) -> str:
    return "·" if not count else f"[bold]{count}[/]" if right else f"{count}"


def _reliability(tally: Tally) -> Table:
    table = new_table(
        f"How far the confidence holds: {tally.model}", ("confidence",), ("dice", "said", "right", "95 %")
    )
    for one in tally.reliability():
        low, high = one.interval
        name = f"{one.least:g} to {one.most:g}"
        table.add_row(name, f"{one.dice}", f"{one.said:.3f}", f"{one.share:.3f}", f"{low:.3f} to {high:.3f}")
    return table


def _rejects(tally: Tally) -> Table:
    table = new_table("Why people are asked", ("reason",), ("pictures",))
    common = tally.rejects.most_common()
    for reason, count in common[:MOST_REASONS]:
        table.add_row(escape(reason), f"{count}")
    if len(common) > MOST_REASONS:
        table.caption = f"{len(common) - MOST_REASONS} rarer reasons are left out; --json has them."
    return table


def _wrong(wrong: Sequence[Compared]) -> Table:
    table = new_table("Wrong and shown as sure", ("picture", "it was", "read"))
    for one in wrong[:MOST_WRONG]:
        was, read = (" ".join(map(str, values)) or "no dice" for values in (one.labelled.values, one.reading.values))
        table.add_row(escape(str(one.labelled.image)), was, read)
    if len(wrong) > MOST_WRONG:
        table.caption = f"{len(wrong) - MOST_WRONG} more are left out; --json has them."
    return table


def _failed(tally: Tally) -> Table:
    table = new_table("Could not be read", ("why",))
    for error in tally.failed[:MOST_WRONG]:
        table.add_row(escape(error))
    return table

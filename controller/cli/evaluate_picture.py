"""The picture of `stickman evaluate`: grades by die model, confusion, confidence, reasons, on one sheet."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from controller.rolls.themes import DASHES, LIGHT
from vision.accuracy.scoring import Grade
from vision.accuracy.tally import COLUMNS, ROWS, Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes

THEME = LIGHT
COLOURS = {Grade.RIGHT: THEME.lines[0], Grade.ASKED: THEME.lines[4], Grade.WRONG: THEME.lines[1]}
HATCHES = {Grade.RIGHT: "", Grade.ASKED: "///", Grade.WRONG: "xxx"}
MOST_LINES = 6
SURE_TICKS = (0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.997, 0.999)
MOST_REASONS = 8
LEAST_ROWS = 5
"""Bars get no broader than this many would be."""

_LONGEST_REASON = 76
_LONGEST_NAME = 22


def save_picture(sums: Sequence[Tally], path: Path) -> None:
    """Draw the sums (the last one is all together) into a PNG or SVG. Raises OSError where it cannot be written."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    settings: Any = THEME.settings()
    kind = path.suffix.lower().lstrip(".")
    with mpl.rc_context(settings):
        figure = Figure(figsize=(12.0, 8.6 + 0.16 * max(0, len(sums) - 8)))
        (grades, confusion), (confidence, reasons) = figure.subplots(2, 2)
        _draw_grades(grades, sums)
        _draw_confusion(confusion, sums[-1])
        _draw_confidence(confidence, sums)
        _draw_reasons(reasons, sums[-1])
        metadata = {"Date": None} if kind == "svg" else {}
        figure.savefig(path, format=kind, dpi=144, bbox_inches="tight", metadata=metadata)


def _draw_grades(axes: "Axes", sums: Sequence[Tally]) -> None:
    """Draw what part of the dice of each model was right, asked, wrong; the numbers stand beside the bars."""
    names = [_short(tally.model, _LONGEST_NAME) for tally in sums]
    counts = np.array([[tally.dice[grade] for grade in Grade] for tally in sums], float)
    shares = 100 * counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    left = np.zeros(len(sums))
    for grade, share in zip(Grade, shares.T, strict=True):
        axes.barh(names, share, left=left, color=COLOURS[grade], hatch=HATCHES[grade], edgecolor=THEME.ground,
                  linewidth=0.4, label=str(grade))  # fmt: skip
        left = left + share
    for row, (total, wrong) in enumerate(zip(counts.sum(axis=1), counts[:, -1], strict=True)):
        axes.annotate(
            f"{total:.0f} dice, {wrong:.0f} wrong", (101, row), va="center", fontsize=8, annotation_clip=False
        )
    axes.set_ylim(max(len(sums), LEAST_ROWS) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the dice")
    axes.set_title("Dice by model")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.06), ncols=3, fontsize=8.5)


def _draw_confusion(axes: "Axes", tally: Tally) -> None:
    """Draw what a die was against what was read, shaded by its share of the row; every number is written."""
    counts = np.array([[tally.confusion[row, column] for column in COLUMNS] for row in ROWS])
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    axes.imshow(np.ma.masked_equal(shares, 0.0), cmap="Blues", vmin=0.0, vmax=1.25, aspect="auto")
    for (row, column), count in np.ndenumerate(counts):
        if count:
            colour = THEME.ground if shares[row, column] > 0.6 else THEME.ink
            weight = "bold" if ROWS[row] == COLUMNS[column] else "normal"
            axes.text(column, row, f"{count}", ha="center", va="center", fontsize=8.5, color=colour, weight=weight)
    axes.set_xticks(range(len(COLUMNS)), [name.replace(" ", "\n").replace("unread", "un-\nread") for name in COLUMNS])
    axes.set_yticks(range(len(ROWS)), ROWS)
    axes.set_xticks(np.arange(len(COLUMNS) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(ROWS) + 1) - 0.5, minor=True)
    axes.grid(which="minor", linewidth=0.7)
    axes.tick_params(which="both", length=0)
    axes.set_xlabel("read as")
    axes.set_ylabel("it was")
    axes.set_title("What was taken for what")


def _draw_confidence(axes: "Axes", sums: Sequence[Tally]) -> None:
    """Draw how often dice of some confidence were right, nines wide apart: on the line they are as sure as they say."""
    axes.set_xscale("logit")
    axes.set_yscale("logit")
    axes.plot(SURE_TICKS, SURE_TICKS, color=THEME.expected, linewidth=1.0, linestyle=(0, (4, 3)), label="as said")
    for k, tally in enumerate(_with_lines(sums)):
        bins = tally.reliability()
        axes.plot(_drawn([b.said for b in bins]), _drawn([b.share for b in bins]),
                  color=THEME.lines[(k + 1) % len(THEME.lines)], linestyle=DASHES[(k + 1) % len(DASHES)],
                  linewidth=1.0, marker="o", markersize=2.5, label=_short(tally.model, _LONGEST_NAME))  # fmt: skip
    bins = sums[-1].reliability()
    said, share = _drawn([b.said for b in bins]), _drawn([b.share for b in bins])
    low, high = (_drawn([b.interval[side] for b in bins]) for side in (0, 1))
    axes.errorbar(said, share, np.stack([share - low, high - share]), color=THEME.lines[0], marker="o", linewidth=2.0,
                  elinewidth=1.2, capsize=3, label=sums[-1].model)  # fmt: skip
    for b, x, y in zip(bins, said, low, strict=True):
        axes.annotate(f"{b.dice}", (x, y), xytext=(0, -11), textcoords="offset points", ha="center", fontsize=7.5,
                      color=THEME.lines[0])  # fmt: skip
    _name_the_nines(axes)
    axes.set_xlabel("confidence said · whiskers: 95 % · numbers: dice")
    axes.set_ylabel("part that was right")
    axes.set_title("How far the confidence holds")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8)


def _name_the_nines(axes: "Axes") -> None:
    labels = [*(f"{tick:g}" for tick in SURE_TICKS[:-1]), "1"]
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks(SURE_TICKS, labels)
        axis.set_ticks([], minor=True)
    axes.set_xlim(SURE_TICKS[0] * 0.8, 0.9997)
    axes.set_ylim(SURE_TICKS[0] * 0.5, 0.9997)
    axes.grid()


def _drawn(shares: Sequence[float]) -> NDArray[np.float64]:
    """Keep shares off 0 and 1, which lie infinitely far away."""
    return np.asarray(np.clip(shares, SURE_TICKS[0], SURE_TICKS[-1]), dtype=np.float64)


def _with_lines(sums: Sequence[Tally]) -> Sequence[Tally]:
    """Give the models that get a line of their own: none beside a single one, and never more than can be told apart."""
    models = [tally for tally in sums[:-1] if tally.sayings]
    return models if len(models) <= MOST_LINES else ()


def _draw_reasons(axes: "Axes", tally: Tally) -> None:
    """Draw the commonest reasons; each stands above its bar, since they are sentences."""
    from matplotlib.ticker import MaxNLocator

    common = tally.rejects.most_common(MOST_REASONS)
    bars = axes.barh(range(len(common)), [count for _, count in common], height=0.4, color=COLOURS[Grade.ASKED])
    axes.bar_label(bars, padding=3, fontsize=8.5)
    for row, (reason, _) in enumerate(common):
        axes.annotate(_short(reason, _LONGEST_REASON), (0, row - 0.3), fontsize=8.5, va="bottom", annotation_clip=False)
    axes.set_yticks([])
    axes.set_ylim(max(len(common), LEAST_ROWS) - 0.4, -0.9)
    axes.margins(x=0.12)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("pictures")
    axes.set_title("Why people are asked" if common else "Nobody is asked")


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"

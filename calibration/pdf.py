"""Sheets as PDF files at true scale: vectors, one millimetre on the sheet is one millimetre on paper."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from calibration.sheet import Area, Sheet, Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MM_PER_INCH = 25.4
_POINTS_PER_MM = 72.0 / MM_PER_INCH
_CAPITAL = 0.73
"""The height of a capital letter, as a part of the font's size."""


def pdf_of(sheets: Sequence[Sheet], title: str) -> bytes:
    """Draw sheets, a page each, into a PDF file's bytes."""
    import matplotlib as mpl
    from matplotlib.backends.backend_pdf import PdfPages

    file = io.BytesIO()
    facts = {"Title": title, "CreationDate": None, "ModDate": None}
    with mpl.rc_context({"pdf.fonttype": 42}), PdfPages(file, metadata=facts) as pages:
        for sheet in sheets:
            pages.savefig(figure_of(sheet))
    return file.getvalue()


def figure_of(sheet: Sheet) -> "Figure":
    """Draw one sheet as a figure of the paper's size, its axes in mm from corner to corner."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(sheet.paper.width_mm / MM_PER_INCH, sheet.paper.height_mm / MM_PER_INCH))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set(xlim=(0.0, sheet.paper.width_mm), ylim=(0.0, sheet.paper.height_mm))
    axes.set_axis_off()
    for area in sheet.areas:
        _fill(axes, area)
    for stroke in sheet.strokes:
        x, y = stroke.points.T
        axes.plot(x, y, color=str(stroke.grey), lw=stroke.width_mm * _POINTS_PER_MM, solid_capstyle="butt")
    for words in sheet.words:
        _write(axes, words)
    return figure


def _fill(axes: "Axes", area: Area) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    closed = [np.vstack([outline, outline[:1]]) for outline in area.outlines]
    codes = [[Path.MOVETO] + [Path.LINETO] * (len(loop) - 2) + [Path.CLOSEPOLY] for loop in closed]
    path = Path(np.vstack(closed), np.concatenate([np.array(code, np.uint8) for code in codes]))
    axes.add_patch(PathPatch(path, facecolor=str(area.grey), edgecolor="none", linewidth=0.0))


def _write(axes: "Axes", words: Words) -> None:
    axes.text(
        words.x_mm,
        words.y_mm,
        words.text,
        fontsize=words.height_mm * _POINTS_PER_MM / _CAPITAL,
        ha="center" if words.centred else "left",
        va="center",
        rotation=words.turn_deg,
        parse_math=False,
    )

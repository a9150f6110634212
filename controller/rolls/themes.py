"""How pictures look: one light and one dark theme, in colours that colour-blind people can tell apart (Okabe & Ito)."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of a picture; `lines` in the order in which they are used, with a dash pattern each."""

    name: str
    ground: str
    ink: str
    faint: str
    bar: str
    expected: str
    band: str
    alarm: str
    lines: tuple[str, ...]
    heat: str

    def settings(self) -> dict[str, Any]:
        """Give matplotlib's settings."""
        ink = dict.fromkeys(
            ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "axes.titlecolor"),
            self.ink,
        )
        ground = dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), self.ground)
        return {
            **ink,
            **ground,
            "font.family": "DejaVu Sans",
            "font.size": 9.5,
            "text.parse_math": False,  # a shooter may be called $mart
            "axes.titlesize": 10.5,
            "axes.titleweight": "bold",
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.axisbelow": True,
            "grid.color": self.faint,
            "legend.frameon": False,
            "svg.hashsalt": "stickman",
            "figure.constrained_layout.use": True,
        }


LIGHT = Theme(
    name="light",
    ground="#ffffff",
    ink="#1d2329",
    faint="#dfe3e6",
    bar="#56b4e9",
    expected="#1d2329",
    band="#b9bec2",
    alarm="#d55e00",
    lines=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b7075"),
    heat="cividis",
)
DARK = Theme(
    name="dark",
    ground="#15191e",
    ink="#e9ecef",
    faint="#30373e",
    bar="#3a86b8",
    expected="#f4f6f8",
    band="#6f7880",
    alarm="#ff8c42",
    lines=("#56b4e9", "#ff8c42", "#2bc597", "#e39ac4", "#f0c05a", "#9fd8ff", "#a4abb1"),
    heat="cividis",
)
THEMES = (LIGHT, DARK)
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)), (0, (1, 1)), (0, (7, 3)))

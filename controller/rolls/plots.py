"""The figures as pictures: each takes a study and a theme, and is left out where the log has nothing for it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from controller.errors import ConfigError
from controller.rolls.chances import FAIR, total_chances
from controller.rolls.fairness import ALL_DICE, Fairness, Tested
from controller.rolls.groups import Group
from controller.rolls.intervals import face_sequence
from controller.rolls.study import Study
from controller.rolls.table import FACES
from controller.rolls.themes import DASHES, THEMES, Theme
from controller.rolls.watched import Evidence
from controller.rolls.words import die_in_words, times

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
Drawer = Callable[[Study, Theme], "Figure | None"]

MOST_SHOOTERS = 15
_LEVEL = 0.05
_Z_95 = 1.96
_LOG_10 = float(np.log(10))
_LEAST_SHOWN = -3.0
"""Evidence below a thousandth is drawn here: nothing is to be seen in how sure it is that nothing is wrong."""
_ACROSS = 3
_LONGEST_NAME = 24
_CELL_MM = 25.0


def _figure(width: float = 7.2, height: float = 3.4) -> "Figure":
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def draw_faces(study: Study, theme: Theme) -> "Figure | None":
    """Draw how often each die of the current set showed each face, against fair dice."""
    tests = _tests(study, "faces")
    if not tests:
        return None
    columns = min(len(tests), _ACROSS)
    rows = -(-len(tests) // columns)
    figure = _figure(max(5.0, 3.6 * columns), 3.4 * rows)
    for place, test in enumerate(tests, start=1):
        axes = figure.add_subplot(rows, columns, place)
        _bars(axes, test.counts, FAIR, np.arange(1, FACES + 1), theme)
        shares = test.counts / test.counts.sum()
        low, high = np.array(face_sequence(test.counts, _LEVEL)).T
        axes.errorbar(
            np.arange(1, FACES + 1), 100 * shares, 100 * np.array([shares - low, high - shares]),
            fmt="none", ecolor=theme.ink, elinewidth=1.1, capsize=3,
        )  # fmt: skip
        axes.set_ylim(0, 100 * min(1.0, max(0.34, float(min(high.max(), 2 * shares.max())))))
        axes.set_title(f"{_die_title(test)} (n = {test.counts.sum():,})")
        axes.set_xlabel("face")
        axes.set_ylabel("% of its throws")
    figure.text(0.5, -0.01, _BAND_WORDS, ha="center", va="top", fontsize=8, color=theme.ink)
    return figure


_BAND_WORDS = "line and band: fair dice, 95 % at one look · whiskers: true share, 95 % however often one looks"


def draw_totals(study: Study, theme: Theme) -> "Figure | None":
    """Draw how often the dice of the current set made each total."""
    tests = _tests(study, "total")
    if not tests:
        return None
    test = tests[0]
    totals = np.arange(test.first, test.first + len(test.counts))
    chances = total_chances(test.first)
    figure = _figure()
    axes = figure.add_subplot()
    _bars(axes, test.counts, chances, totals, theme)
    axes.set_title(f"Totals of {test.first} dice (n = {test.counts.sum():,})")
    axes.set_xlabel("total · line and band: fair dice, 95 % at one look")
    axes.set_ylabel("% of rolls")
    return figure


def _bars(axes: "Axes", counts: NDArray[np.int64], chances: Floats, labels: NDArray[np.int64], theme: Theme) -> None:
    """Draw shares with what fair dice would give and its 95 % band."""
    n = max(int(counts.sum()), 1)
    spread = _Z_95 * np.sqrt(chances * (1 - chances) / n)
    axes.bar(labels, 100 * counts / n, width=0.72, color=theme.bar)
    edges = np.append(labels - 0.5, labels[-1] + 0.5)
    low, high = 100 * np.maximum(chances - spread, 0), 100 * np.minimum(chances + spread, 1)
    axes.stairs(high, edges, baseline=low, fill=True, color=theme.band, alpha=0.45, linewidth=0)
    axes.stairs(100 * chances, edges, baseline=None, color=theme.expected, linewidth=1.4)
    axes.set_xticks(labels if len(labels) <= 2 * FACES else labels[::2])
    axes.grid(axis="y")


def draw_evidence(study: Study, theme: Theme) -> "Figure | None":
    """Draw how the evidence against the current dice went, with each test's part of it, and the bound."""
    from matplotlib.ticker import MaxNLocator

    current = study.current
    if current is None or not current.fairness.rolls:
        return None
    fairness = current.fairness
    figure = _figure(7.2, 3.8)
    axes = figure.add_subplot()
    for k, (test, share) in enumerate(_parts(fairness)):
        colour, dash = theme.lines[(k + 1) % len(theme.lines)], DASHES[(k + 1 + k // len(theme.lines)) % len(DASHES)]
        axes.plot(*_drawn(test.evidence, share), color=colour, linestyle=dash, linewidth=1.1, label=_part_name(test))
    together = fairness.evidence
    axes.plot(*_drawn(together), color=theme.lines[0], linewidth=2.2, label="all together")
    bound = together.bound / _LOG_10
    axes.axhline(bound, color=theme.alarm, linewidth=1.6)
    axes.annotate(
        f"bound {times(together.bound)}: box up", (0.01, bound), xycoords=("axes fraction", "data"),
        xytext=(0, 3), textcoords="offset points", color=theme.alarm, weight="bold", fontsize=8.5,
    )  # fmt: skip
    axes.set_ylim(_LEAST_SHOWN, max(bound + 0.6, float(_drawn(together)[1].max()) * 1.05))
    axes.yaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.yaxis.set_major_formatter(lambda power, _place: times(power * _LOG_10))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.set_xlim(left=0)
    axes.grid(axis="y")
    axes.set_title(f"Evidence against the dice, roll by roll (n = {fairness.rolls:,})")
    axes.set_xlabel("rolls")
    axes.set_ylabel("evidence (1 = none)")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8.5)
    return figure


def _parts(fairness: Fairness) -> Iterator[tuple[Tested, float]]:
    """Give each test with its share of the level: its part of the whole evidence is so much of its own."""
    for test in fairness.tests:
        yield test, test.evidence.level / fairness.evidence.level


def _drawn(evidence: Evidence, share: float = 1.0) -> tuple[NDArray[np.int64], Floats]:
    """Give rolls and powers of ten of the evidence, from before the first roll on."""
    path = np.append(0.0, evidence.path) + np.log(share)
    return np.append(0, evidence.rolls), np.maximum(path / _LOG_10, _LEAST_SHOWN)


def draw_resting(study: Study, theme: Theme) -> "Figure | None":
    """Draw where on the board dice came to rest, seen from above, the thrower at the left."""
    from matplotlib.ticker import MaxNLocator

    places = study.resting
    if not len(places):
        return None
    length_mm, width_mm = study.board_mm
    cells = (max(1, round(length_mm / _CELL_MM)), max(1, round(width_mm / _CELL_MM)))
    heat, _, _ = np.histogram2d(places[:, 0], places[:, 1], bins=cells, range=((0, length_mm), (0, width_mm)))
    figure = _figure(7.2, 3.9)
    axes = figure.add_subplot()
    image = axes.imshow(
        heat.T, origin="lower", extent=(0, length_mm, 0, width_mm), cmap=theme.heat, interpolation="nearest"
    )
    axes.set_title(f"Where the dice came to rest (n = {len(places):,} dice)")
    axes.set_xlabel("mm from the thrower's wall to the far wall")
    axes.set_ylabel("mm from right to left")
    bar = figure.colorbar(image, ax=axes, shrink=0.8, label="dice", ticks=MaxNLocator(5, integer=True))
    bar.outline.set_visible(False)
    return figure


def draw_shooters(study: Study, theme: Theme) -> "Figure | None":
    """Draw each shooter's share of sevens with its interval."""
    shooters = [group for group in study.groups.get("shooters", ()) if group.rolls][:MOST_SHOOTERS]
    if not shooters:
        return None
    figure = _figure(7.2, 1.5 + 0.32 * len(shooters))
    axes = figure.add_subplot()
    for row, group in enumerate(shooters):
        low, high = group.sevens_share
        colour = theme.alarm if group.stands_out else theme.lines[0]
        axes.plot([100 * low, 100 * high], [row, row], color=colour, linewidth=2.2, solid_capstyle="butt")
        axes.plot(100 * group.sevens / group.rolls, row, "D" if group.stands_out else "o", color=colour, markersize=6)
    axes.axvline(100 / 6, color=theme.expected, linewidth=1.4)
    axes.set_yticks(range(len(shooters)), [_shooter_label(group) for group in shooters])
    axes.set_ylim(len(shooters) - 0.4, -0.6)
    axes.set_xlim(0, min(100.0, max(35.0, 100 * max(group.sevens_share[1] for group in shooters) * 1.03)))
    axes.grid(axis="x")
    which = "each shooter" if len(shooters) < MOST_SHOOTERS else f"the {MOST_SHOOTERS} busiest shooters"
    axes.set_title(f"Sevens of {which} (n = {sum(group.rolls for group in shooters):,} rolls)")
    axes.set_xlabel("% sevens · line: fair dice · bars: true share, 95 % however often one looks")
    return figure


def _shooter_label(group: Group) -> str:
    name = group.name if len(group.name) <= _LONGEST_NAME else group.name[: _LONGEST_NAME - 1] + "…"
    return f"{name}  ({group.rolls:,})" + ("  stands out" if group.stands_out else "")


def draw_rounds(study: Study, theme: Theme) -> "Figure | None":
    """Draw how many rounds were decided by their first, second ... roll, against fair dice."""
    rounds = study.rounds
    if not rounds.finished:
        return None
    numbers = np.arange(1, len(rounds.decided) + 1)
    chances = np.divide(rounds.expected, rounds.reached, out=np.zeros(len(numbers)), where=rounds.reached > 0)
    spread = _Z_95 * np.sqrt(rounds.expected * (1 - chances))
    figure = _figure()
    axes = figure.add_subplot()
    axes.bar(numbers, rounds.decided, width=0.72, color=theme.bar)
    edges = np.append(numbers - 0.5, numbers[-1] + 0.5)
    axes.stairs(
        rounds.expected + spread, edges, baseline=np.maximum(rounds.expected - spread, 0),
        fill=True, color=theme.band, alpha=0.45, linewidth=0,
    )  # fmt: skip
    axes.stairs(rounds.expected, edges, baseline=None, color=theme.expected, linewidth=1.4)
    axes.set_xticks(numbers)
    axes.grid(axis="y")
    axes.set_title(f"Rolls until a round is decided (n = {rounds.finished:,} rounds)")
    axes.set_xlabel("roll of the round · line and band: fair dice, 95 % at one look")
    axes.set_ylabel("rounds decided")
    return figure


DRAWERS: dict[str, Drawer] = {
    "faces": draw_faces,
    "totals": draw_totals,
    "evidence": draw_evidence,
    "resting": draw_resting,
    "shooters": draw_shooters,
    "rounds": draw_rounds,
}


def draw(name: str, study: Study, theme: Theme, kind: str, out: Any) -> bool:
    """Draw one picture as `kind` svg or png into a binary file; False where there is nothing to draw."""
    import matplotlib as mpl

    settings: Any = theme.settings()
    with mpl.rc_context(settings):
        figure = DRAWERS[name](study, theme)
        if figure is None:
            return False
        figure.savefig(out, format=kind, dpi=144, bbox_inches="tight", metadata={"Date": None} if kind == "svg" else {})
    return True


def save_pictures(study: Study, folder: Path, kinds: tuple[str, ...] = ("svg", "png")) -> list[Path]:
    """Save every picture in both themes, as FOLDER/NAME-THEME.KIND. Raises ConfigError where it cannot be written."""
    saved = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in DRAWERS:
            for theme in THEMES:
                for kind in kinds:
                    path = folder / f"{name}-{theme.name}.{kind}"
                    with path.open("wb") as out:
                        drawn = draw(name, study, theme, kind, out)
                    saved.append(path) if drawn else path.unlink()
    except OSError as error:
        raise ConfigError(f"pictures cannot be written into {folder}: {error.strerror}. Name another folder.") from None
    return saved


def _tests(study: Study, what: str) -> tuple[Tested, ...]:
    current = study.current
    found = () if current is None else current.fairness.of(what)
    return tuple(test for test in found if test.counts.sum())


def _die_title(test: Tested) -> str:
    if test.die == ALL_DICE:
        return "Faces of all dice"
    return f"Faces of {die_in_words(test.die)}"


def _part_name(test: Tested) -> str:
    if test.what == "faces":
        return f"faces: {test.die}" if test.die else "faces"
    return {"total": "total", "together": "dice together", "successive": "throw after throw"}[test.what]

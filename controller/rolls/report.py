"""One HTML file with verdict, pictures and tables: nothing is loaded from elsewhere, light and dark as the reader's."""

import base64
import io
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from controller.errors import ConfigError
from controller.rolls.classic import PEEKING, ChiSquare
from controller.rolls.fairness import Fairness, Tested
from controller.rolls.figures import utc_text
from controller.rolls.groups import Group
from controller.rolls.intervals import face_sequence, posterior_intervals
from controller.rolls.plots import DRAWERS, draw
from controller.rolls.study import Study
from controller.rolls.table import FACES
from controller.rolls.themes import DARK, LIGHT
from controller.rolls.words import (
    evidence_in_words,
    headline,
    percent,
    rounds_in_words,
    sevens_in_words,
    times,
    verdict,
)

MOST_GROUPS = 50
_LEVEL = 0.05
_TITLES = {
    "faces": "How often each face came",
    "totals": "How often each total came",
    "evidence": "How the evidence went",
    "resting": "Where the dice came to rest",
    "shooters": "Sevens, shooter by shooter",
    "rounds": "How long rounds lasted",
}


def write_report(study: Study, path: Path) -> None:
    """Write the report. Raises ConfigError where the file cannot be written."""
    try:
        path.write_text(report_html(study), encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"the report {path} cannot be written: {error.strerror}. Choose another place.") from None


def report_html(study: Study) -> str:
    """Give the whole page."""
    parts = [
        f"<h1>Roll statistics</h1><p class='verdict'>{escape(headline(study))}</p>",
        _census(study),
        *_pictures(study),
        *_dice_sets(study),
        _sevens_and_rounds(study),
        *_groups(study),
        _reading_notes(),
    ]
    body = "\n".join(parts)
    return f"{_HEAD}\n<body><main>\n{body}\n</main></body></html>\n"


def _census(study: Study) -> str:
    census = study.census
    facts = [
        f"{census.known:,} rolls that count",
        f"{census.void:,} that do not",
        f"{census.corrected:,} corrected",
        f"{census.dice_sets:,} dice {'set' if census.dice_sets == 1 else 'sets'}",
    ]
    if census.first_ms is not None:
        facts.append(f"{utc_text(census.first_ms)} to {utc_text(census.last_ms)}")
    if census.clock_went_back:
        often = "once" if census.clock_went_back == 1 else f"{census.clock_went_back:,} times"
        facts.append(f"the clock went back {often}; the order is the log's")
    if study.misreading.dice:
        read = study.misreading
        facts.append(f"{read.wrong:,} of {read.dice:,} dice read were corrected; at most {percent(read.bound)} misread")
    return f"<p class='census'>{escape(' · '.join(facts))}</p>"


def _pictures(study: Study) -> Iterator[str]:
    for name in DRAWERS:
        light, dark = (_picture(name, study, theme.name) for theme in (LIGHT, DARK))
        if light and dark:
            title = escape(_TITLES[name])
            yield (
                f"<figure><picture><source media='(prefers-color-scheme: dark)' srcset='{dark}'>"
                f"<img src='{light}' alt='{title}'></picture></figure>"
            )


def _picture(name: str, study: Study, theme: str) -> str:
    """Give a picture as a data URL, empty where there is none."""
    out = io.BytesIO()
    if not draw(name, study, LIGHT if theme == LIGHT.name else DARK, "svg", out):
        return ""
    return "data:image/svg+xml;base64," + base64.b64encode(out.getvalue()).decode()


def _dice_sets(study: Study) -> Iterator[str]:
    for one in reversed(study.sets):
        name = one.name or "Dice"
        yield f"<h2>{escape(name)}</h2><p>{escape(verdict(one.fairness))}</p>"
        yield _tests(one.fairness)
        for test in one.fairness.of("faces"):
            if test.counts.sum():
                yield _faces(test)
    if study.together is not None:
        yield f"<h2>All dice sets as one bag of dice</h2><p>{escape(verdict(study.together))}</p>"
        yield _tests(study.together)


def _tests(fairness: Fairness) -> str:
    rows = [[_test_name(test), evidence_in_words(test.evidence), *_classic(test.classic)] for test in fairness.tests]
    rows.append(["all together", evidence_in_words(fairness.evidence), "", ""])
    return _table(["test", "evidence, of its bound", "chi-square", "p at one look"], rows)


def _test_name(test: Tested) -> str:
    names = {"total": "total", "together": "dice together", "successive": "throw after throw"}
    return names.get(test.what, f"faces {test.die}".strip())


def _classic(test: ChiSquare | None) -> list[str]:
    return ["", ""] if test is None else [f"{test.statistic:.2f} ({test.df} df)", f"{test.p_value:.2g}"]


def _faces(test: Tested) -> str:
    n = int(test.counts.sum())
    intervals = zip(face_sequence(test.counts, _LEVEL), posterior_intervals(test.counts), strict=True)
    rows = [
        [str(face), f"{count:,}", percent(count / n), _between(always), _between(once)]
        for face, count, (always, once) in zip(range(1, FACES + 1), test.counts, intervals, strict=True)
    ]
    heading = f"{test.die or 'the die'}, {n:,} values"
    columns = ["face", "times", "share", "true share, however often one looks", "posterior, one look"]
    return f"<h3>{escape(heading)}</h3>" + _table(columns, rows)


def _sevens_and_rounds(study: Study) -> str:
    sevens, rounds = study.sevens, study.rounds
    said = []
    if sevens.rolls:
        said.append(sevens_in_words(sevens))
    if rounds.mean is not None:
        said.append(rounds_in_words(rounds))
    return f"<h2>Sevens and rounds</h2><p>{escape(' '.join(said))}</p>" if said else ""


def _groups(study: Study) -> Iterator[str]:
    if not study.groups:
        return
    yield "<h2>Does it matter who throws, and where the dice lie?</h2>"
    yield (
        "<p>Evidence against fair dice within each group. Those marked stand out: of all that are marked, about one in "
        f"{1 / study.level:.0f} at most is expected to be there by chance. Where the dice themselves are not fair, it "
        "shows in every group.</p>"
    )
    for kind, groups in study.groups.items():
        yield f"<h3>{escape(kind)}</h3>" + _group_table(groups)


def _group_table(groups: tuple[Group, ...]) -> str:
    sevens = any(group.rolls for group in groups)
    rows = [
        [
            group.name,
            f"{group.faces.sum():,}",
            *([f"{group.sevens:,} of {group.rolls:,}", _between(group.sevens_share)] if sevens else []),
            times(group.evidence),
            "stands out" if group.stands_out else "",
        ]
        for group in groups[:MOST_GROUPS]
    ]
    return _table(["name", "dice", *(["sevens", "true share of sevens"] if sevens else []), "evidence", ""], rows)


def _reading_notes() -> str:
    return (
        "<h2>How to read this</h2><p>Evidence is what a bet against fair dice has grown to: 1 is none. Fair dice ever "
        "bring it past its bound with a chance of at most 1 in 20, however often one looks. "
        f"{escape(PEEKING)} Posterior intervals too are right for one look only.</p>"
    )


def _between(interval: tuple[float, float]) -> str:
    return f"{percent(interval[0])} to {percent(interval[1])}"


def _table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<div class='table'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


_HEAD = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Roll statistics</title>
<style>
:root {{ --ground: {LIGHT.ground}; --ink: {LIGHT.ink}; --faint: {LIGHT.faint}; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ground: {DARK.ground}; --ink: {DARK.ink}; --faint: {DARK.faint}; }} }}
body {{ background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0; }}
main {{ max-width: 860px; margin: 0 auto; padding: 1.5rem 1rem 4rem; }}
h1 {{ margin-bottom: 0.3rem; }} h2 {{ margin-top: 2.5rem; }}
.verdict {{ font-size: 1.3rem; font-weight: 600; }} .census {{ opacity: 0.75; }}
figure {{ margin: 1.5rem 0; }} img {{ max-width: 100%; height: auto; }}
.table {{ overflow-x: auto; }} table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ text-align: left; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid var(--faint); }}
</style></head>"""

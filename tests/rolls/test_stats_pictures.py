"""Pictures and the report: n in each title, both themes, one file that loads nothing."""

import io
import re
from base64 import b64decode
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest

from controller.errors import ConfigError
from controller.rolls.plots import DRAWERS, draw, save_pictures
from controller.rolls.report import report_html, write_report
from controller.rolls.study import Study, study_rolls
from controller.rolls.table import DiceSet, RollTable
from controller.rolls.themes import DARK, LIGHT, THEMES, Theme


@pytest.fixture(scope="module")
def study() -> Study:
    random = np.random.default_rng(1)
    rest = np.stack([random.uniform(0, 900, (120, 2)), random.uniform(0, 450, (120, 2))], axis=2)
    return study_rolls(
        RollTable.of(
            random.integers(1, 7, (120, 2)),
            rest_mm=rest,
            shooter=np.arange(120) % 3,
            shooters=("Ann $ & <b>Ben</b>", "a name that is much longer than there is room for", "Éva"),
            dice_sets=(DiceSet("<casino>", ("red", "white")),),
        )
    )


TITLES = {
    "faces": "Faces of the white die (n = 120)",
    "totals": "Totals of 2 dice (n = 120)",
    "evidence": "Evidence against the dice, roll by roll (n = 120)",
    "resting": "Where the dice came to rest (n = 240 dice)",
    "shooters": "Sevens of each shooter (n = 120 rolls)",
    "rounds": "Rolls until a round is decided (n = 3",
}


@pytest.mark.parametrize("name", DRAWERS)
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_each_picture_says_its_n(study: Study, name: str, theme: Theme) -> None:
    with mpl.rc_context(theme.settings()):
        figure = DRAWERS[name](study, theme)
    assert figure is not None
    assert figure.axes[-1 if name == "faces" else 0].get_title().startswith(TITLES[name])
    assert mpl.colors.same_color(figure.get_facecolor(), theme.ground)


@pytest.mark.parametrize("name", DRAWERS)
def test_nothing_is_drawn_of_nothing(name: str) -> None:
    empty = study_rolls(RollTable.of(np.zeros((0, 2))))
    assert not draw(name, empty, LIGHT, "svg", io.BytesIO())


def test_pictures_are_the_same_each_time_and_hold_no_date(study: Study) -> None:
    first, second = io.BytesIO(), io.BytesIO()
    for out in (first, second):
        assert draw("totals", study, DARK, "svg", out)
    assert first.getvalue() == second.getvalue()
    assert b"<dc:date>" not in first.getvalue()


def test_five_dice_one_roll_and_overwhelming_evidence_can_be_drawn() -> None:
    random = np.random.default_rng(2)
    five = RollTable.of(random.integers(1, 7, (30, 5)), dice_sets=(DiceSet("", tuple("abcde")),))
    one = RollTable.of([[3, 4]], shooter=[0], shooters=("Ann",))
    sixes = RollTable.of(np.full((3_000, 1), 6))
    for table in (five, one, sixes):
        for name in ("faces", "totals", "evidence", "shooters", "rounds"):
            draw(name, study_rolls(table), LIGHT, "png", io.BytesIO())


def test_both_formats_and_themes_are_saved(study: Study, tmp_path: Path) -> None:
    saved = save_pictures(study, tmp_path / "new", kinds=("png",))
    assert sorted(path.name for path in saved) == sorted(f"{n}-{t.name}.png" for n in DRAWERS for t in THEMES)
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in saved)
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="Name another folder"):
        save_pictures(study, tmp_path / "file")


def test_the_report_is_one_file_that_loads_nothing(study: Study, tmp_path: Path) -> None:
    write_report(study, tmp_path / "out.html")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    without_pictures = re.sub(r"data:image/svg\+xml;base64,[\w+/=]+", "PICTURE", page)
    assert without_pictures.count("PICTURE") == 2 * len(DRAWERS)
    assert not re.search(r"https?:|<script|<link|@import|url\(", without_pictures)
    assert "120 rolls: nothing unusual" in page
    assert "&lt;casino&gt;" in page
    assert "<b>Ben</b>" not in page
    for data in re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", page):
        picture = b64decode(data).decode()
        assert not re.search(r'(href|src)="(?!#|data:)', picture)
    with pytest.raises(ConfigError, match="Choose another place"):
        write_report(study, tmp_path / "no" / "out.html")


def test_a_report_of_nothing_says_so() -> None:
    page = report_html(study_rolls(RollTable.of(np.zeros((0, 2)))))
    assert "No rolls yet." in page
    assert "PICTURE" not in page

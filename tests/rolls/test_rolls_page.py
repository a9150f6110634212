"""The data dictionary of docs/rolls.md is the code's own."""

import re
from pathlib import Path

import pytest

from controller.rolls.csv_heading import NAMED
from controller.rolls.export import records
from controller.rolls.roll import COUNTS, Correction, Picture, Roll, RolledDie, Standing, descriptions

PAGE = (Path(__file__).parents[2] / "docs" / "rolls.md").read_text()
DICTIONARY = PAGE.split("## The data dictionary")[1]
ROW = re.compile(r"^\| `(\w+)` \| (.+) \|$", re.M)


def rows(part: str) -> list[tuple[str, str]]:
    return ROW.findall(part)


@pytest.mark.parametrize(
    ("heading", "kind"),
    [("Each of `dice`", RolledDie), ("Each of `corrections`", Correction), ("Each of `pictures`", Picture)],
)
def test_the_page_names_every_field_and_says_what_the_code_says(heading: str, kind: type) -> None:
    part = DICTIONARY.split(heading)[1].split("\nEach of ")[0]
    assert rows(part) == list(descriptions(kind))


def test_the_page_names_the_fields_of_a_record_in_their_order() -> None:
    table = DICTIONARY.split("Each of `dice`")[0]
    known = dict(descriptions(Roll))
    assert {name: text for name, text in rows(table) if name in known} == known
    fields = list(next(records([Roll(dice=(RolledDie(), RolledDie()))])))
    listed = [name for name, _ in rows(table.replace("`d1`, `d2` ...", "`d1`"))]
    assert listed == [field for field in fields if field != "d2"]


def test_the_page_says_which_standings_count() -> None:
    part = PAGE.split("## What counts")[1].split("##")[0]
    counts = {True: "1", False: "0", None: "empty"}
    found = re.findall(r"^\| `(\w+)` \| .+ \| (\w+) \|$", part, re.M)
    assert found == [(str(s), counts[COUNTS[s]]) for s in Standing]


def test_the_page_names_the_columns_of_an_import() -> None:
    part = PAGE.split("## Importing")[1].split("##")[0]
    assert {name for name, _ in rows(part)} == set(NAMED)

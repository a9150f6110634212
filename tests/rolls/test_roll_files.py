"""The log's exports read back: JSON Lines and Parquet give the table that the rolls themselves give."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import RollsError
from controller.rolls.columns import table_of
from controller.rolls.export import write_csv, write_jsonl
from controller.rolls.files import read_file
from controller.rolls.parquet_out import write_parquet
from controller.rolls.roll import Correction, Roll, RolledDie, Standing
from controller.rolls.table import NO, NOBODY, RollTable

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

FACE = st.one_of(st.none(), st.integers(1, 6))
PLACE = st.one_of(st.none(), st.tuples(st.floats(0, 900, width=32), st.floats(0, 450, width=32)))
NAME = st.sampled_from(["", "red", "white"])


def a_die(name: str) -> st.SearchStrategy[RolledDie]:
    return st.builds(
        RolledDie,
        value=FACE,
        read=FACE,
        name=st.just(name),
        rest_mm=PLACE,
        tilt_deg=st.one_of(st.none(), st.floats(0, 45, width=32)),
        area=st.sampled_from(["", "far left", "near right"]),
        zones=st.lists(st.sampled_from(["far-1", "far-2"]), max_size=2).map(tuple),
        confidence=st.one_of(st.none(), st.floats(0, 1, width=32)),
    )


DICE = st.one_of(st.tuples(a_die("red"), a_die("white")), st.lists(a_die(""), max_size=3).map(tuple))
CORRECTION = Correction(
    entry=9, time="2026-01-01T00:00:00.000Z", by="dealer", kind="correct", faces=(1, 1), standing=Standing.COUNTED
)
ROLLS = st.lists(
    st.builds(
        Roll,
        session=st.sampled_from(["", "home 1", "home 7"]),
        time=st.sampled_from(["", "2026-11-21T08:00:00.125Z"]),
        shooter=st.sampled_from(["", "Ann", "Éva"]),
        game=st.sampled_from(["", "street"]),
        come_out=st.sampled_from([None, True, False]),
        dice_set=st.integers(1, 3),
        dice_set_name=st.sampled_from(["", "casino"]),
        hand=st.sampled_from(["", "left"]),
        standing=st.sampled_from(list(Standing)),
        corrections=st.sampled_from([(), (CORRECTION,)]),
        dice=DICE,
    ),
    max_size=8,
)


def meaning(table: RollTable) -> list[Any]:
    """Give a table's rows by names instead of codes."""
    coded = {"session": "sessions", "shooter": "shooters", "dice_set": "dice_sets", "game": "games", "hand": "hands"}
    rows = []
    for k in range(len(table)):
        row: dict[str, Any] = {}
        for column, names in coded.items():
            codes = getattr(table, column)
            row[column] = None if codes is None or codes[k] == NOBODY else getattr(table, names)[codes[k]]
        row |= {name: getattr(table, name)[k].tolist() for name in ("faces", "counts", "time_ms", "come_out")}
        row["corrected"] = bool(table.corrected[k])
        row["read"] = [] if table.read is None or not table.read[k].any() else table.read[k].tolist()
        for name in ("rest_mm", "tilt_deg", "confidence"):
            column = getattr(table, name)
            row[name] = [] if column is None else np.nan_to_num(column[k], nan=-1).ravel().tolist()
            row[name] = row[name] if any(value != -1 for value in row[name]) else []
        zones = [] if table.wall_zone is None else table.wall_zone[k]
        row["zones"] = [(die, table.zones[code]) for die, code in enumerate(zones) if code >= 0]
        landing = NOBODY if table.landing is None else table.landing[k]
        row["landing"] = table.landings[landing] if landing >= 0 else ""
        rows.append(row)
    return rows


def test_a_roll_with_fewer_dice_than_others_is_as_little_misread_in_parquet_as_in_the_log(tmp_path: Path) -> None:
    pair = tuple(RolledDie(value=1, name=name) for name in ("red", "white"))
    rolls = [Roll(dice=pair, corrections=(CORRECTION,)), Roll(dice=tuple(RolledDie(value=2) for _ in range(3)))]
    out = io.BytesIO()
    write_parquet([(0, rolls)], out, 3)
    (tmp_path / "rolls.parquet").write_bytes(out.getvalue())
    assert not any(read_file(tmp_path / "rolls.parquet").corrected)


@settings(max_examples=30, deadline=None)
@given(ROLLS)
def test_exports_read_back_as_the_rolls_themselves(tmp_path_factory: pytest.TempPathFactory, rolls: list[Roll]) -> None:
    folder = tmp_path_factory.mktemp("files")
    dice = max([2, *(len(roll.dice) for roll in rolls)])
    expected = meaning(table_of(rolls))
    lines, columns = io.BytesIO(), io.BytesIO()
    write_jsonl(rolls, lines, dice)
    write_parquet([(0, rolls)], columns, dice)
    for name, out in (("rolls.jsonl", lines), ("rolls.parquet", columns)):
        (folder / name).write_bytes(out.getvalue())
        assert meaning(read_file(folder / name)) == expected, name


def test_plain_columns_are_rolls_in_every_format(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("session,shooter,d1,d2,counts\na,Ann,6,1,1\na,Ben,2,2,0\na,Ben,5,,\n")
    (tmp_path / "r.jsonl").write_text(
        '{"session":"a","shooter":"Ann","d1":6,"d2":1,"counts":1}\n\n'
        '{"session":"a","shooter":"Ben","d1":2,"d2":2,"counts":0}\n{"session":"a","shooter":"Ben","d1":5,"d2":null}\n'
    )
    table = pa.table(
        {
            "session": ["a"] * 3,
            "shooter": ["Ann", "Ben", "Ben"],
            "d1": [6, 2, 5],
            "d2": [1, 2, None],
            "counts": [1, 0, None],
        }
    )
    parquet.write_table(table, tmp_path / "r.parquet")
    read = [read_file(tmp_path / name) for name in ("r.csv", "r.jsonl", "r.parquet")]
    for rolls in read:
        assert rolls.faces.tolist() == [[6, 1], [2, 2], [5, 0]]
        assert rolls.counts.tolist() == read[0].counts.tolist()
        assert rolls.counts[1] == NO
        assert [rolls.shooters[code] for code in rolls.shooter] == ["Ann", "Ben", "Ben"]
        assert rolls.dice_sets[0].dice == ("d1", "d2")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.jsonl", '{"d1": 6}\n{"d1": 7}\n', "line 2: a die shows 1 to 6"),
        ("b.jsonl", '{"d1": 6}\nsix\n', "line 2: this is no roll"),
        ("c.jsonl", '{"d2": 6}\n', "line 1: this is no roll: it has no d1"),
        ("d.jsonl", '{"d1": 6, "counts": 3}\n', "line 1: this is no roll: counts is '3'"),
        ("e.parquet", "no parquet", "cannot be read"),
        ("f.parquet", None, "cannot be read"),
        ("g.jsonl", None, "cannot be read"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(tmp_path: Path, name: str, text: str | None, message: str) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(RollsError, match=message):
        read_file(tmp_path / name)


def test_json_lines_may_begin_with_a_byte_order_mark_and_have_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"d1": 6, "counts": 1}\r\n\r\n{"d1": 2}\r\n', encoding="utf-8-sig", newline="")
    assert read_file(path).faces[:, 0].tolist() == [6, 2]


def test_a_parquet_file_with_wrong_faces_or_without_dice_is_refused(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"d1": [6, 9]}), tmp_path / "nine.parquet")
    with pytest.raises(RollsError, match="row 2: a die shows 1 to 6; this one has 9"):
        read_file(tmp_path / "nine.parquet")
    parquet.write_table(pa.table({"x": [6]}), tmp_path / "none.parquet")
    with pytest.raises(RollsError, match="no column is called d1"):
        read_file(tmp_path / "none.parquet")
    parquet.write_table(pa.table({"d1": ["six"]}), tmp_path / "text.parquet")
    with pytest.raises(RollsError, match=r"text\.parquet cannot be read"):
        read_file(tmp_path / "text.parquet")


def test_a_csv_export_reads_back(tmp_path: Path) -> None:
    table = RollTable.of([[1, 2], [6, 6], [4, 3]], counts=[1, 0, 1])
    with (tmp_path / "out.csv").open("w") as out:
        write_csv(table, out)
    assert read_file(tmp_path / "out.csv").faces.tolist() == table.faces.tolist()

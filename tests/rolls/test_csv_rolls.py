"""CSV in and out: the round trip, plain Python beside pyarrow, and wrong files that are named line by line."""

import gzip
import io
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import RollsError
from controller.rolls.csv_in import CsvRolls, read_csv
from controller.rolls.csv_rows import MOST_PROBLEMS
from controller.rolls.export import write_csv
from controller.rolls.roll import time_ms, time_text
from controller.rolls.table import NO, NO_TIME, NOBODY, UNKNOWN, YES, RollTable

NAMES = st.text(st.characters(exclude_categories=("C", "Z")), max_size=8) | st.just("Ann, Bob") | st.just('"Q" x')
DICE = st.lists(st.integers(0, 6), min_size=3, max_size=3)
TIMES = st.none() | st.integers(-2_000_000_000_000, 4_000_000_000_000)
ROWS = st.lists(st.tuples(NAMES, TIMES, NAMES, DICE, st.sampled_from((YES, NO, UNKNOWN))), min_size=1, max_size=12)


def text_of(table: RollTable) -> str:
    out = io.StringIO()
    write_csv(table, out)
    return out.getvalue()


def written(folder: Path, text: str | bytes, name: str = "rolls.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def problems(folder: Path, text: str | bytes) -> list[tuple[int, str]]:
    return [tuple(problem) for problem in read_csv(written(folder, text)).problems]


def row_text(session: str, moment: int | None, shooter: str, dice: list[int], counts: int) -> str:
    when = "" if moment is None else str(np.datetime64(moment, "ms")) + "Z"
    quoted = ['"' + name.replace('"', '""') + '"' for name in (session, shooter)]
    flag = "" if counts == UNKNOWN and dice[0] else int(counts == YES and dice[0] > 0)
    return ",".join([quoted[0], when, quoted[1], *(str(face or "") for face in dice), str(flag)])


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_export_import_export_is_the_identity(rows: list[tuple[str, int | None, str, list[int], int]]) -> None:
    text = "session,time,shooter,d1,d2,d3,counts\n" + "".join(row_text(*row) + "\n" for row in rows)
    with tempfile.TemporaryDirectory() as folder:
        first = text_of(read_csv(written(Path(folder), text)).checked())
        again = read_csv(written(Path(folder), first)).checked()
    assert text_of(again) == first
    assert len(again) == len(rows)
    assert [list(faces) for faces in again.faces] == [row[3] for row in rows]
    assert [NO_TIME if row[1] is None else row[1] for row in rows] == again.time_ms.tolist()
    assert [row[2] for row in rows] == [again.shooters[c] if c != NOBODY else "" for c in again.shooter]


@settings(max_examples=60, deadline=None)
@given(ROWS, st.sampled_from(("\n", "\r\n")), st.booleans())
def test_plain_python_reads_what_pyarrow_reads(
    rows: list[tuple[str, int | None, str, list[int], int]], end: str, blank: bool
) -> None:
    text = "session,time,shooter,d1,d2,d3,counts" + end
    text += (end if blank else "") + "".join(row_text(*row) + end for row in rows)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = written(Path(folder), text)
        quick = read_csv(path)
        patch.setitem(sys.modules, "pyarrow", None)
        slow = read_csv(path)
    assert text_of(quick.checked()) == text_of(slow.checked())


def test_only_d1_must_be_there_and_times_without_a_zone_are_utc(tmp_path: Path) -> None:
    one = read_csv(written(tmp_path, "d1\n3\n6\n")).checked()
    assert (one.faces.ravel().tolist(), one.counts.tolist(), one.dice) == ([3, 6], [UNKNOWN, UNKNOWN], 1)
    times = "time,d1\n2026-11-21T20:15:00Z,1\n2026-11-21T22:15:00+02:00,1\n2026-11-21 20:15:00,1\n"
    assert set(read_csv(written(tmp_path, times)).checked().time_ms.tolist()) == {1795292100000}


def test_spaces_case_and_columns_of_ones_own_are_no_mistake(tmp_path: Path) -> None:
    found = read_csv(written(tmp_path, "\ufeffShooter, D1 ,d2,table felt\nAnn, 3,4,green\n"))
    assert (found.heading.ignored, found.checked().faces.tolist()) == (("table felt",), [[3, 4]])
    assert found.rolls.shooters == ("Ann",)


def test_a_packed_file_is_read_as_well(tmp_path: Path) -> None:
    path = written(tmp_path, gzip.compress(b"d1,d2\n3,4\n"), "rolls.csv.gz")
    assert read_csv(path).checked().faces.tolist() == [[3, 4]]
    broken = written(tmp_path, gzip.compress(b"d1,d2\n" + b"3,4\n" * 999)[:-20], "broken.csv.gz")
    with pytest.raises(RollsError, match=r"cannot be read.*ended"):
        read_csv(broken)


def test_each_wrong_line_is_named_with_what_is_wrong_and_nothing_is_taken(tmp_path: Path) -> None:
    text = (
        "session,time,shooter,d1,d2,counts\n"
        "a,2026-01-01T00:00:00Z,Ann,3,4,1\n"
        "a,yesterday,Ann,3,4,1\n"
        "a,,Ann,7,4,1\n"
        "\n"
        "a,,Ann,3,x,1\n"
        "a,,Ann,3,4,2\n"
        "a,,Ann,,4,1\n"
        "a,,Ann,3,4\n"
        "a,,Ann,,4,0\n"
        'a,,"An"n,3,4,0\n'
    )
    found = problems(tmp_path, text)
    assert [line for line, _ in found] == [3, 4, 6, 7, 8, 9, 11]
    for (_, what), part in zip(
        found,
        ("'yesterday'", "d1 is '7'", "d2 is 'x'", "counts is '2'", "d1 is empty", "5 values", "quotes"),
        strict=True,
    ):
        assert part in what
    with pytest.raises(RollsError, match=r"(?s)nothing was changed.*line 3: time is 'yesterday'.*line 11"):
        read_csv(written(tmp_path, text)).checked()


def test_a_wrong_line_far_down_is_found_by_its_number(tmp_path: Path) -> None:
    lines = ["d1,d2"] + ["1,2"] * 300_000
    lines[250_000] = "1,0"
    assert [line for line, _ in problems(tmp_path, "\n".join(lines))] == [250_001]


def test_a_file_that_is_wrong_throughout_is_not_named_line_by_line(tmp_path: Path) -> None:
    found = read_csv(written(tmp_path, "d1\n" + "9\n" * 1000))
    assert len(found.problems) == MOST_PROBLEMS
    with pytest.raises(RollsError, match="There may be more"):
        found.checked()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no column is called d1"),
        ("3,4\n1,2\n", "no column is called d1"),
        ("d1;d2\n1;2\n", "parted by semicolons here"),
        ("d1\td2\n1\t2\n", "parted by tabs here"),
        ('{"d1":1,"d2":2}\n', "an import takes CSV"),
        (b"d1,d2\r1,2\r", "lines must end in LF or CR LF"),
        ("d1,d3\n1,2\n", "without a gap"),
        ("d1,d1\n1,2\n", "more than once"),
        ("shoter,d1\nAnn,2\n", "did you mean 'shooter'"),
        (b"\xff\xfe\x00d1", "no text in UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "UTF-8"),
    ],
)
def test_a_first_line_that_names_no_dice_is_explained(tmp_path: Path, text: str | bytes, says: str) -> None:
    with pytest.raises(RollsError, match=says):
        read_csv(written(tmp_path, text))


def test_names_that_are_no_text_and_unclosed_quotes_are_named(tmp_path: Path) -> None:
    assert "no UTF-8" in problems(tmp_path, b"shooter,d1\nAnn,1\n\xff\xfe,2\n")[0][1]
    assert problems(tmp_path, "shooter,d1\nJörg,1\n".encode("latin-1"))[0][1].startswith("'J\ufffdrg' is no name")
    assert problems(tmp_path, 'd1,shooter\n1,Ann\n2,"Bob\n3,Cy\n')[0][0] == 3
    assert problems(tmp_path, 'd1,shooter\n1,"An\nn"\n2,x\n')[0][0] == 2


def test_dice_sorted_by_value_are_not_told_apart(tmp_path: Path) -> None:
    assert read_csv(written(tmp_path, "d1,d2\n3,4\n1,6\n2,2\n")).rolls.dice_sets[0].dice == ()
    mixed: CsvRolls = read_csv(written(tmp_path, "d1,d2\n4,3\n1,6\n"))
    assert (mixed.rolls.dice_sets[0].name, mixed.rolls.dice_sets[0].dice) == ("rolls", ("d1", "d2"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RollsError, match=r"none\.csv cannot be read"):
        read_csv(tmp_path / "none.csv")


@given(st.integers(-60_000_000_000_000, 200_000_000_000_000))
def test_a_time_is_written_the_same_way_alone_and_among_many(moment_ms: int) -> None:
    text = time_text(moment_ms)
    assert time_ms(text) == moment_ms
    table = RollTable.of([[3, 4]], counts=[YES], time_ms=[moment_ms], session=[NOBODY], sessions=())
    assert text_of(table).splitlines()[1] == f",{text},,3,4,1"
    assert ("." in text) == (moment_ms % 1000 != 0)

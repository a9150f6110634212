"""The journal: durable, append only, honest about what it cannot do."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal import VERSION, Journal


def fixed_clock() -> str:
    return "2024-05-01T20:00:00.000Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def test_entries_come_back_in_order_with_time_kind_and_body(path: Path) -> None:
    with Journal.open(path, wall_clock=fixed_clock) as journal:
        assert journal.append("line", {"do": "stake", "amount": 59.5}, 10) == 1
        assert journal.append("throw", {"values": [3, 4]}, 5) == 2
    with Journal.open(path) as journal:
        first, second = journal.entries()
    assert (first.id, first.t_ns, first.utc, first.kind) == (1, 10, fixed_clock(), "line")
    assert first.body == {"do": "stake", "amount": 59.5}
    assert (second.id, second.t_ns, second.body) == (2, 5, {"values": [3, 4]})


def test_entries_after_a_number_leave_out_the_earlier_ones(path: Path) -> None:
    with Journal.open(path) as journal:
        for number in range(5):
            journal.append("line", {"n": number}, number)
        assert [entry.body["n"] for entry in journal.entries(after=3)] == [3, 4]
        assert len(journal) == 5


def test_it_is_strict_in_wal_mode_and_synchronous_full(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append("line", {}, 0)
        modes = [journal._database.execute(f"PRAGMA {p}").fetchone()[0] for p in ("journal_mode", "synchronous")]
        with pytest.raises(sqlite3.IntegrityError):
            journal._database.execute("INSERT INTO entry VALUES (2, 'noon', '', 'line', '{}', zeroblob(32))")
    assert modes == ["wal", 2]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET body = '{}'",
        "DELETE FROM entry",
        "INSERT OR REPLACE INTO entry VALUES (1, 0, '', 'line', '{}', zeroblob(32))",
        "INSERT INTO entry VALUES (9, 0, '', 'line', '{}', zeroblob(32))",
    ],
)
def test_nothing_kept_can_be_changed_deleted_replaced_or_skipped(path: Path, statement: str) -> None:
    with Journal.open(path) as journal:
        journal.append("line", {"amount": 5}, 0)
        with pytest.raises(sqlite3.IntegrityError):
            journal._database.execute(statement)
        assert [entry.body for entry in journal.entries()] == [{"amount": 5}]


def test_an_entry_changed_behind_its_back_is_found(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append("line", {"amount": 5}, 0)
        journal.append("line", {"amount": 6}, 1)
    with sqlite3.connect(path) as database:
        database.execute("DROP TRIGGER entry_is_never_changed")
        database.execute("""UPDATE entry SET body = '{"amount":500}' WHERE id = 1""")
    database.close()
    with Journal.open(path) as journal, pytest.raises(JournalError, match="entry 1 is not what was written"):
        list(journal.entries())


def test_a_second_writer_is_refused_and_a_reader_is_not(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append("line", {}, 0)
        with pytest.raises(JournalError, match="is being written by another program"):
            Journal.open(path)
        with Journal.open(path, read_only=True) as reader:
            assert len(reader) == 1
            journal.append("line", {}, 1)
            assert len(reader) == 2


def test_the_lock_goes_with_the_program_that_held_it(path: Path) -> None:
    code = f"from controller.journal import Journal; from pathlib import Path; import os; \
Journal.open(Path({str(path)!r})).append('line', {{}}, 0); os.kill(os.getpid(), 9)"
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == -9
    with Journal.open(path) as journal:
        assert len(journal) == 1


def test_a_journal_open_for_reading_takes_nothing(path: Path) -> None:
    Journal.open(path).close()
    with Journal.open(path, read_only=True) as journal, pytest.raises(JournalError, match="cannot be opened for that"):
        journal.append("line", {}, 0)


def test_a_newer_version_is_refused_and_left_untouched(path: Path) -> None:
    Journal.open(path).close()
    database = sqlite3.connect(path)
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    before = path.read_bytes()
    with pytest.raises(
        JournalError, match=f"is of version {VERSION + 1}, this program knows up to {VERSION}"
    ) as caught:
        Journal.open(path)
    assert caught.value.exit_code == 4
    assert path.read_bytes() == before


def test_garbage_is_called_damaged(path: Path) -> None:
    path.write_bytes(b"these are no dice" * 300)
    with pytest.raises(JournalError, match="damaged or no journal"):
        Journal.open(path)
    assert path.read_bytes() == b"these are no dice" * 300


def test_a_truncated_journal_is_called_damaged(path: Path) -> None:
    with Journal.open(path) as journal:
        for number in range(300):
            journal.append("line", {"text": "x" * 200}, number)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(JournalError, match="damaged"):
        Journal.open(path)


def test_a_database_of_another_program_is_not_taken_over(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipes (name TEXT)")
    database.commit()
    database.close()
    with pytest.raises(JournalError, match="database of another program"):
        Journal.open(path)


def test_a_missing_file_or_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="does not exist"):
        Journal.open(tmp_path / "none.journal", read_only=True)
    with pytest.raises(JournalError, match=r"the folder .*nowhere does not exist"):
        Journal.open(tmp_path / "nowhere" / "table.journal")


def test_a_full_disk_loses_nothing_and_the_journal_goes_on_when_there_is_space(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append("line", {"n": 0}, 0)
        pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
        journal._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match=r"the disk is full\. Nothing kept so far is lost") as caught:
            journal.append("line", {"text": "x" * 20_000}, 1)
        assert caught.value.exit_code == 4
        assert [entry.body for entry in journal.entries()] == [{"n": 0}]
        journal._database.execute("PRAGMA max_page_count = 100000")
        assert journal.append("line", {"text": "x" * 20_000}, 1) == 2
    with Journal.open(path) as journal:
        assert [entry.id for entry in journal.entries()] == [1, 2]


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is a folder"):
        Journal.open(tmp_path)

"""A session: the fold of its journal, undo, corrections, questions, and street craps replayed."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from session_fakes import BEGUN, FAKE_HOUSE, order, put, said, thrown

from controller.errors import JournalError
from controller.journal import Journal
from controller.session.fold import fold_all
from controller.session.session import Session

STEPS = st.lists(st.tuples(st.integers(0, 8), st.integers(1, 6), st.integers(1, 6)), max_size=25)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "table.journal") as kept:
        yield kept


@pytest.fixture
def session(journal: Journal) -> Session:
    return Session.begin(journal, FAKE_HOUSE, BEGUN)


def shown(session: Session) -> object:
    scene = session.scene()
    return session.state.game.state(), session.question, scene.dice, scene.call, scene.throws, scene.waiting_for


def act(session: Session, step: tuple[int, int, int], t_ns: int) -> None:
    what, a, b = step
    if what < 3:
        session.command(put(t_ns, a * 100))
    elif what < 6:
        session.take_throw(thrown(t_ns, a, b, counts=(True, False, None)[what - 3]))
    elif what == 6:
        session.command(order(t_ns, "correct", values=[a, b]))
    else:
        session.command(order(t_ns, "no_roll" if what == 7 else "undo"))


@settings(max_examples=40, deadline=None)
@given(STEPS)
def test_the_journal_replayed_is_the_live_state_and_money_is_kept(steps: list[tuple[int, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "j") as journal:
        session = Session.begin(journal, FAKE_HOUSE, BEGUN)
        for number, step in enumerate(steps):
            act(session, step, 10_000 * (number + 1))
            state = session.state.game.state()
            assert sum(state["stacks"].values()) + state["bank"] == 20_000
        assert shown(Session.replay(journal, FAKE_HOUSE)) == shown(session)


@settings(max_examples=40, deadline=None)
@given(STEPS, st.tuples(st.integers(0, 7), st.integers(1, 6), st.integers(1, 6)))
def test_undo_of_anything_gives_the_state_before(steps: list[tuple[int, int, int]], last: tuple[int, int, int]) -> None:
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "j") as journal:
        session = Session.begin(journal, FAKE_HOUSE, BEGUN)
        for number, step in enumerate(steps):
            act(session, step, 10_000 * (number + 1))
        before, kept = shown(session), len(journal)
        act(session, last, 10_000_000)
        if len(journal) > kept:
            assert session.command(order(20_000_000, "undo")).ruling == "ok"
        assert shown(session) == before


def test_a_corrected_throw_is_as_if_it_had_been_right_at_first_and_later_lines_stand(session: Session) -> None:
    session.command(put(1, 500))
    session.take_throw(thrown(2000, 3, 4))
    session.command(put(4000, 700))
    assert session.command(order(5000, "correct", values=[4, 4])).ruling == "even"
    state = session.state.game.state()
    assert state["stacks"] == {"A": 10_500 - 700, "B": 9_500 - 700}
    assert state["bank"] == 1400


def test_a_correction_that_would_break_what_came_after_is_refused(session: Session) -> None:
    session.command(put(1, 6000))
    session.take_throw(thrown(2000, 2, 4))
    session.command(put(4000, 4000))
    session.take_throw(thrown(6000, 2, 4))
    outcome = session.command(order(9000, "correct", values=[4, 4], throw=3))
    assert outcome.ruling == "refused"
    assert "Only the last throw" in outcome.message


def test_the_same_throw_given_again_is_not_counted_twice(session: Session, journal: Journal) -> None:
    session.command(put(1, 500))
    assert session.take_throw(thrown(2000, 3, 4)).ruling == "odd"
    assert session.take_throw(thrown(2000, 3, 4)).ruling == "known"
    assert len(journal) == 3
    assert Session.resume(journal, FAKE_HOUSE).take_throw(thrown(2000, 3, 4)).ruling == "known"


def test_dice_thrown_before_a_throw_is_due_are_kept_but_not_counted(session: Session, journal: Journal) -> None:
    outcome = session.take_throw(thrown(2000, 3, 4))
    assert (outcome.ruling, len(journal)) == ("not_counted", 2)
    assert "Fill the bank." in outcome.message
    assert session.state.game.state()["stacks"] == {"A": 10_000, "B": 10_000}


def test_an_unsure_throw_asks_and_the_answer_counts_it(session: Session, journal: Journal) -> None:
    session.command(put(1, 500))
    assert session.take_throw(thrown(2000, 3, 4, counts=None)).ruling == "question"
    assert session.question == "What does the red die show?"
    assert session.command(said(3000, do="wave")).ruling == "refused"
    assert session.take_throw(thrown(4000, 1, 1)).ruling == "not_counted"
    resumed = Session.resume(journal, FAKE_HOUSE)
    assert resumed.question == session.question
    assert resumed.answers[0].text == "3 4"
    assert resumed.command(order(5000, "correct", values=[3, 4])).ruling == "odd"
    assert resumed.question is None
    assert resumed.state.game.state()["stacks"]["B"] == 10_500


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"command": "undoo"}, "did you mean 'undo'"),
        ({"command": "correct", "values": [3, 7]}, "a list of 2 faces from 1 to 6"),
        ({"command": "correct", "valeus": [3, 4]}, "did you mean 'values'"),
        ({"do": "dance"}, "unknown action"),
    ],
)
def test_what_is_no_legal_line_is_an_error_and_not_kept(
    session: Session, journal: Journal, line: dict[str, object], sentence: str
) -> None:
    outcome = session.command(said(1, **line))
    assert (outcome.ruling, outcome.entry, len(journal)) == ("error", None, 1)
    assert sentence in outcome.message


def test_a_full_disk_leaves_the_state_and_the_session_goes_on_with_space(session: Session, journal: Journal) -> None:
    session.command(put(1, 500))
    before = shown(session)
    journal._database.execute("PRAGMA max_page_count = 1")
    with pytest.raises(JournalError, match="the disk is full"):
        for number in range(2000):
            session.command(said(2, do="wave", pad="x" * 2000))
            before = shown(session)
            assert number < 1999
    assert shown(session) == before
    journal._database.execute("PRAGMA max_page_count = 100000")
    assert session.take_throw(thrown(2000, 3, 4)).ruling == "odd"


def test_an_empty_journal_cannot_be_resumed(journal: Journal) -> None:
    with pytest.raises(JournalError, match="no game has begun"):
        Session.resume(journal, FAKE_HOUSE)
    assert fold_all(journal.entries(), FAKE_HOUSE.games) is None


def test_a_night_of_seeded_steps_is_the_same_twice(tmp_path: Path) -> None:
    results = []
    for name in ("one", "two"):
        rng = random.Random(7)
        with Journal.open(tmp_path / name) as journal:
            night = Session.begin(journal, FAKE_HOUSE, BEGUN)
            for number in range(100):
                act(night, (rng.randrange(9), rng.randint(1, 6), rng.randint(1, 6)), 10_000 * (number + 1))
            results.append(shown(night))
    assert results[0] == results[1]

"""The log is the fold of the journal: voids, questions, corrections, undo, box up, and clocks that jump."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from session_fakes import BEGUN, FAKE_HOUSE, order, put, said, thrown

from controller.cli.house import house_of
from controller.journal import Journal
from controller.rolls.columns import table_of
from controller.rolls.log import RollLog
from controller.rolls.roll import Picture, Roll, Standing
from controller.session.records import Begun, Pictured
from controller.session.roll_dice import area_of
from controller.session.roll_fold import RollFold
from controller.session.roll_keeper import RollKeeper, read_rolls, rebuild_log
from controller.session.session import Session
from controller.throws.events import Wall
from controller.throws.policy import STREET
from controller.throws.verdict import Reason, Throw, ThrownDie, Verdict, WallTouch

CLOCK = [f"2026-11-21T20:{minute:02}:00.000Z" for minute in range(60)]
MS = 1_000_000


class Clock:
    """A wall clock that somebody sets back in the middle of the evening."""

    def __init__(self) -> None:
        self.told = 0

    def __call__(self) -> str:
        self.told += 1
        hour = 20 if self.told < 8 else 4
        return f"2026-11-21T{hour:02}:{self.told % 60:02}:00.000Z"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "table.sqlite", wall_clock=Clock()) as kept:
        yield kept


def street(journal: Journal) -> Session:
    set_up = {"players": ["Ann", "Bob"], "stacks": {"Ann": 100, "Bob": 100}, "first_shooter": "Ann"}
    begun = Begun(game="street", set_up=set_up, policy="street", table="home", board_mm=(900.0, 450.0))
    return Session.begin(journal, house_of(STREET), begun)


def throw(t_ms: int, *values: int | None, counts: bool | None = True, reasons: tuple[Reason, ...] = ()) -> Throw:
    """Dice that lie side by side near the far wall, the first one on the right."""
    dice = tuple(
        ThrownDie(
            value,
            "flat" if value else "off_board",
            tilt_deg=0.5,
            centre_mm=(800.0, 100.0 + 100 * k),
            confidence=0.99 - 0.1 * k,
            walls=(WallTouch(Wall.FAR, f"far-{k + 1}", t_ms * MS),),
            hit_wall=True,
        )
        for k, value in enumerate(values)
    )
    ask = "Which faces?" if counts is None else None
    return Throw(t_ms * MS, (t_ms + 900) * MS, dice, Verdict(counts, reasons, ask), "street")


def rolls_of(journal: Journal, games: Any = None) -> list[Roll]:
    """The whole journal's rolls, folded from its first entry on."""
    fold = RollFold(games or house_of(STREET).games)
    rolls: dict[int, Roll] = {}
    for entry in journal.entries():
        rolls.update((roll.entry, roll) for roll in fold.take(entry))
    return list(rolls.values())


def stake_and_fade(session: Session, t_ms: int) -> None:
    session.command(said(t_ms * MS, do="stake", amount=10))
    session.command(said(t_ms * MS + 1, do="fade", amount=10))


def an_evening(journal: Journal) -> Session:
    """A round with a void and a correction, other dice, a question, a round taken back, dice thrown too early."""
    session = street(journal)
    stake_and_fade(session, 1)
    session.take_throw(throw(10, 4, 2))  # point 6
    session.take_throw(throw(20, 3, None, counts=False, reasons=(Reason.OFF_BOARD,)))
    session.take_throw(throw(30, 5, 1))  # pass ...
    session.command(order(31 * MS, "correct", values=[4, 5]))  # ... no: nine, nothing decided
    session.take_throw(throw(40, 3, 3))  # pass: Ann keeps the dice
    session.take_throw(throw(45, 6, 6))  # nobody was due to throw
    session.command(said(50 * MS, do="stake", amount=10))
    session.command(said(51 * MS, do="fade", amount=10))
    session.command(said(52 * MS, do="box_up", player="Bob"))
    session.take_throw(throw(60, 2, 2, counts=None, reasons=(Reason.UNREADABLE,)))
    session.command(order(61 * MS, "answer", answer="2 3"))  # point 5
    session.take_throw(throw(70, 6, 5))
    session.command(order(71 * MS, "undo"))
    session.take_throw(throw(80, 1, 6))  # seven out
    return session


def test_an_evening_with_corrections_voids_two_dice_sets_and_a_clock_set_back_gives_right_figures(
    journal: Journal,
) -> None:
    an_evening(journal)
    rolls = rolls_of(journal)
    assert [(roll.faces, str(roll.standing)) for roll in rolls] == [
        ((4, 2), "counted"),
        ((3, None), "void"),
        ((5, 4), "counted"),
        ((3, 3), "counted"),
        ((6, 6), "kept_out"),
        ((2, 3), "counted"),
        ((6, 5), "undone"),
        ((1, 6), "counted"),
    ]
    assert [roll.dice_set for roll in rolls] == [1, 1, 1, 1, 1, 2, 2, 2]
    assert [roll.phase for roll in rolls] == [
        "come_out", "point", "point", "point", "stake", "come_out", "point", "point"
    ]  # fmt: skip
    assert [roll.point for roll in rolls] == [None, 6, 6, 6, None, None, 5, 5]
    assert {roll.shooter for roll in rolls} == {"Ann"}
    table = table_of(rolls)
    assert list(table.faces[table.counted()].sum(axis=1)) == [6, 9, 6, 5, 7]
    assert [len(s.dice) for s in table.dice_sets] == [0, 0]
    assert np.bincount(table.dice_set[table.counted()]).tolist() == [3, 2]
    times = table.time_ms
    assert (np.diff(times) < 0).any()  # the clock was set back ...
    assert [roll.entry for roll in rolls] == sorted(roll.entry for roll in rolls)  # ... and the order is the journal's


def test_a_corrected_throw_shows_its_corrected_faces_and_remembers_the_first_reading(journal: Journal) -> None:
    an_evening(journal)
    corrected, answered = (rolls_of(journal)[k] for k in (2, 5))
    assert corrected.faces == (5, 4)
    assert [die.read for die in corrected.dice] == [5, 1]
    assert [die.rest_mm for die in corrected.dice] == [(800.0, 100.0), (800.0, 200.0)]
    assert [(c.by, c.kind, c.faces, c.standing) for c in corrected.corrections] == [
        ("dealer", "correct", (5, 1), Standing.COUNTED)
    ]
    assert corrected.misread
    assert not answered.misread  # the eye had asked: that is no misreading
    assert [(c.kind, c.faces) for c in answered.corrections] == [("answer", (2, 2))]


def test_faces_changed_in_answer_to_a_question_about_a_wall_were_misread(journal: Journal) -> None:
    session = street(journal)
    stake_and_fade(session, 1)
    session.take_throw(throw(10, 4, 2, counts=None, reasons=(Reason.ONE_WALL,)))
    session.command(order(11 * MS, "correct", values=[4, 4]))
    (roll,) = rolls_of(journal)
    assert roll.corrections[0].reasons == ("one_wall",)
    assert roll.misread


def test_an_undone_correction_is_gone_and_the_first_reading_stands_again(journal: Journal) -> None:
    session = street(journal)
    stake_and_fade(session, 1)
    session.take_throw(throw(10, 4, 2))
    session.command(order(11 * MS, "correct", values=[4, 4]))
    session.command(order(12 * MS, "undo"))
    (roll,) = rolls_of(journal)
    assert (roll.faces, roll.standing, roll.corrections) == ((4, 2), Standing.COUNTED, ())
    session.command(order(13 * MS, "undo"))
    assert rolls_of(journal)[0].standing is Standing.UNDONE


def test_no_roll_voids_a_roll_and_a_missed_one_was_brought_by_a_person(journal: Journal) -> None:
    session = street(journal)
    stake_and_fade(session, 1)
    session.take_throw(throw(10, 4, 2))
    session.command(order(11 * MS, "no_roll"))
    session.command(order(12 * MS, "missed_roll", values=[6, 4]))
    void, missed = rolls_of(journal)
    assert (void.standing, void.counts, void.misread) == (Standing.VOID, False, False)
    assert (missed.by, missed.faces, missed.confidence) == ("dealer", (6, 4), None)
    assert [die.read for die in missed.dice] == [None, None]


def test_an_open_question_has_no_faces_yet_but_what_was_read(journal: Journal) -> None:
    session = street(journal)
    stake_and_fade(session, 1)
    session.take_throw(throw(10, 2, 2, counts=None, reasons=(Reason.UNREADABLE,)))
    (roll,) = rolls_of(journal)
    assert (roll.faces, roll.counts, roll.ask) == ((None, None), None, "Which faces?")
    assert [die.read for die in roll.dice] == [2, 2]
    assert not table_of([roll]).counted().any()


def test_dice_that_differ_in_colour_keep_their_columns_whatever_order_they_lie_in(journal: Journal) -> None:
    session = street(journal)
    stake_and_fade(session, 1)
    for t_ms, names in ((10, ("red", "blue")), (20, ("blue", "red")), (30, ())):
        session.take_throw(throw(t_ms, 4, 5))
        shot = Picture(file="x.jpg", sha256="0" * 64, size_bytes=9)
        session.note("pictures", Pictured(of=journal.end[0], pictures=(shot,), dice=names), t_ms * MS)
    rolls = rolls_of(journal)
    assert [tuple((die.name, die.value) for die in roll.dice) for roll in rolls] == [
        (("blue", 5), ("red", 4)),
        (("blue", 4), ("red", 5)),
        (("", 4), ("", 5)),
    ]
    table = table_of(rolls)
    assert [table.dice_sets[code].dice for code in table.dice_set] == [("blue", "red"), ("blue", "red"), ()]
    assert [len(roll.pictures) for roll in rolls] == [1, 1, 1]


def test_pictures_are_no_ruling_an_undo_takes_back_the_throw_before_them(journal: Journal) -> None:
    session = street(journal)
    stake_and_fade(session, 1)
    session.take_throw(throw(10, 4, 2))
    session.note("pictures", Pictured(of=journal.end[0]), 11 * MS)
    session.command(order(12 * MS, "undo"))
    assert session.state.game.state()["point"] is None
    assert Session.resume(journal, house_of(STREET)).state.game.state()["point"] is None
    assert rolls_of(journal)[0].standing is Standing.UNDONE


def test_a_new_game_in_the_same_journal_is_another_session_with_the_same_dice(journal: Journal) -> None:
    an_evening(journal)
    session = street(journal)
    stake_and_fade(session, 101)
    session.take_throw(throw(110, 4, 2))
    rolls = rolls_of(journal)
    assert len({roll.session for roll in rolls}) == 2
    assert rolls[-1].dice_set == 2


@pytest.mark.parametrize(
    ("place", "area"),
    [((10.0, 10.0), "near right"), ((450.0, 225.0), "middle centre"), ((900.0, 449.0), "far left"), (None, "")],
)
def test_places_have_the_names_a_thrower_would_give_them(place: tuple[float, float] | None, area: str) -> None:
    assert area_of(place, (900.0, 450.0)) == area


STEPS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 6), st.integers(1, 6)), max_size=25)


def act(session: Session, step: tuple[int, int, int], t_ns: int) -> None:
    what, a, b = step
    if what < 3:
        session.command(put(t_ns, a * 100))
    elif what < 6:
        session.take_throw(thrown(t_ns, a, b, counts=(True, False, None)[what - 3]))
    else:
        name = ("correct", "no_roll", "undo", "missed_roll")[what - 6]
        session.command(order(t_ns, name, **({"values": [a, b]} if name in ("correct", "missed_roll") else {})))


@settings(max_examples=40, deadline=None)
@given(STEPS)
def test_the_log_kept_up_while_playing_is_the_log_rebuilt_and_agrees_with_the_session(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int, int]]
) -> None:
    path = tmp_path_factory.mktemp("log") / "j"
    with Journal.open(path) as journal:
        session = Session.begin(journal, FAKE_HOUSE, BEGUN)
        keeper = RollKeeper(journal, FAKE_HOUSE.games)
        for number, step in enumerate(steps):
            act(session, step, 10_000 * (number + 1))
            if number % 3 != 1:
                keeper.follow()
        keeper.follow()
        keeper.close()
        anew = rolls_of(journal, FAKE_HOUSE.games)
    with RollLog.open(path, read_only=True) as log:
        assert list(log.rolls()) == anew
    counted = Counter(str(roll.standing) for roll in anew)
    assert counted["counted"] + counted["void"] == session.scene().throws
    assert (counted["asked"] == 1) == (session.question is not None)


def test_a_log_that_is_missing_or_behind_is_derived_and_rebuild_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    games = house_of(STREET).games
    with Journal.open(path, wall_clock=Clock()) as journal:
        an_evening(journal)
        anew = rolls_of(journal)
    assert list(read_rolls(path, games)) == anew
    assert rebuild_log(path, games) == len(anew)
    with RollLog.open(path, read_only=True) as log:
        assert list(log.rolls()) == anew
        assert log.corrected() == {anew[2].entry, anew[5].entry}
    assert list(read_rolls(path, games)) == anew


@pytest.mark.parametrize("games", [1, 2])
def test_a_log_that_was_left_behind_is_gone_on_with_from_the_game_that_was_played(tmp_path: Path, games: int) -> None:
    path = tmp_path / "table.sqlite"
    known = house_of(STREET).games
    with Journal.open(path, wall_clock=Clock()) as journal:
        session = an_evening(journal)
        RollKeeper(journal, known).close()
        if games == 2:
            session = street(journal)
            RollKeeper(journal, known).close()
            stake_and_fade(session, 101)
            session.take_throw(throw(110, 4, 2))
        else:
            session.command(order(101 * MS, "correct", values=[6, 6]))
        anew = rolls_of(journal)
        assert read_rolls(path, known) == anew
        RollKeeper(journal, known).close()
        with RollLog.open(path, read_only=True) as log:
            assert list(log.rolls()) == anew
            mark = log.mark()
    assert mark is not None and mark.dice_set == games  # at the beginning of the last game
    assert anew[-1].dice_set == 2


def test_a_log_of_another_journal_or_version_is_derived_anew(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    known = house_of(STREET).games
    with Journal.open(path, wall_clock=Clock()) as journal:
        an_evening(journal)
        anew = rolls_of(journal)
        for change in ("version = version + 1", "chain = zeroblob(32)", "entry = 999"):
            RollKeeper(journal, known).close()
            journal._database.execute("DELETE FROM roll WHERE entry < 9")
            assert read_rolls(path, known) != anew
            journal._database.execute(f"UPDATE roll_mark SET {change}")
            assert read_rolls(path, known) == anew
        journal._database.execute("ALTER TABLE roll_mark DROP COLUMN dice_set")
        assert read_rolls(path, known) == anew


def test_the_table_roll_can_be_asked_in_sql(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    with Journal.open(path, wall_clock=Clock()) as journal:
        an_evening(journal)
    rebuild_log(path, house_of(STREET).games)
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT faces, standing FROM roll WHERE dice_set = 2 ORDER BY entry").fetchall()
    database.close()
    assert rows == [("2 3", "counted"), ("6 5", "undone"), ("1 6", "counted")]


def test_a_journal_of_the_first_version_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    with Journal.open(path, wall_clock=Clock()) as journal:
        an_evening(journal)
        count = len(journal)
    with sqlite3.connect(path) as database:
        database.executescript("DROP TABLE roll; DROP TABLE roll_mark; PRAGMA user_version = 1;")
    database.close()
    assert len(list(read_rolls(path, house_of(STREET).games))) == 8
    with Journal.open(path) as journal:
        assert len(journal) == count
    assert rebuild_log(path, house_of(STREET).games) == 8


def test_dice_left_lying_at_general_are_not_rolled_again(journal: Journal) -> None:
    set_up = {"players": ["A", "B"]}
    session = Session.begin(journal, house_of(STREET), Begun(game="general", set_up=set_up, policy="street"))
    session.command(said(1, do="draw", values={"A": 2, "B": 4}))

    def five(t_ms: int, *dice: tuple[int, float]) -> Throw:
        lying = tuple(ThrownDie(value, "flat", centre_mm=(x, 100.0), hit_wall=True) for value, x in dice)
        return Throw(t_ms * MS, (t_ms + 900) * MS, lying, Verdict(True), "street")

    session.take_throw(five(10, (2, 100.0), (2, 200.0), (4, 300.0), (6, 400.0), (1, 500.0)))
    session.take_throw(five(20, (2, 100.5), (2, 200.5), (5, 600.0), (2, 700.0), (3, 800.0)))
    first, second = rolls_of(journal)
    assert (first.faces, first.kept) == ((2, 2, 4, 6, 1), ())
    assert (second.faces, second.kept) == ((5, 2, 3), (2, 2))
    assert [die.rest_mm for die in second.dice] == [(600.0, 100.0), (700.0, 100.0), (800.0, 100.0)]
    assert first.come_out is None
    table = table_of([first, second])
    assert table.faces.tolist() == [[2, 2, 4, 6, 1], [5, 2, 3, 0, 0]]


def test_casino_and_bank_rolls_are_logged_with_their_point(journal: Journal) -> None:
    set_up = {"bankroll": 1000, "settings": {}}
    session = Session.begin(journal, house_of(STREET), Begun(game="casino", set_up=set_up, policy="street"))
    session.take_throw(throw(10, 4, 4))
    session.take_throw(throw(20, 3, 4))
    players = {"players": ["A", "B"], "banker": "A", "chips": {"A": 100, "B": 100}}
    bank = Session.begin(journal, house_of(STREET), Begun(game="bank", set_up=players, policy="street"))
    bank.command(said(30 * MS, do="first", player="B", amount=10))
    bank.take_throw(throw(40, 2, 3))
    bank.take_throw(throw(50, 6, 3, counts=False, reasons=(Reason.COCKED,)))
    rolls = rolls_of(journal)
    assert [(roll.game, roll.faces, roll.phase, roll.point, roll.come_out, str(roll.standing)) for roll in rolls] == [
        ("casino", (4, 4), "come_out", None, True, "counted"),
        ("casino", (3, 4), "point", 8, False, "counted"),
        ("bank", (2, 3), "come_out", None, True, "counted"),
        ("bank", (6, 3), "point", 5, False, "void"),
    ]

"""Street craps kept in a journal: replayed it is the live game, undone it is the game before."""

import importlib.util
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.cli.house import house_of
from controller.journal import Journal
from controller.session.records import Begun
from controller.session.session import Session
from controller.throws.events import Command
from controller.throws.policy import STREET, Policy
from controller.throws.verdict import Throw

SEEDS = st.integers(0, 2**32 - 1)


def _bench() -> ModuleType:
    path = Path(__file__).parents[2] / "bench" / "kill.py"
    spec = importlib.util.spec_from_file_location("bench_kill_evening", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


BENCH = _bench()


@contextmanager
def evening(seed: int, events: int) -> Iterator[tuple[Session, Journal, random.Random]]:
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "j") as journal:
        session = Session.begin(journal, BENCH.HOUSE, BENCH.BEGUN)
        for number in range(1, events + 1):
            BENCH.feed(session, BENCH.next_event(session, rng, number * BENCH.EVENT_NS))
        yield session, journal, rng


def shown(session: Session) -> object:
    scene = session.scene()
    return session.state.game.state(), session.question, scene.dice, scene.throws, scene.waiting_for


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(0, 50))
def test_the_journal_of_an_evening_replays_to_the_live_game(seed: int, events: int) -> None:
    with evening(seed, events) as (session, journal, _):
        assert shown(Session.replay(journal, BENCH.HOUSE)) == shown(session)
        state = session.state.game.state()
        assert sum(state["stacks"].values()) + state["bank"] == 200_000


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(0, 50))
def test_undo_gives_back_warnings_thrower_and_money(seed: int, events: int) -> None:
    with evening(seed, events) as (session, journal, rng):
        before, kept = shown(session), len(journal)
        event = BENCH.next_event(session, rng, 1000 * BENCH.EVENT_NS)
        is_undo = isinstance(event, Command) and event.line.get("command") == "undo"
        if not is_undo:
            BENCH.feed(session, event)
            if len(journal) > kept:
                session.command(Command(2000 * BENCH.EVENT_NS, {"command": "undo"}))
            assert shown(session) == before


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.tuples(*[st.integers(1, 6)] * 2))
def test_a_correction_is_as_if_the_throw_had_been_right_at_first(seed: int, values: tuple[int, int]) -> None:
    with evening(seed, 20) as (session, _, rng):
        if not session.expects_throw:
            return
        event = BENCH.a_throw(rng, 1000 * BENCH.EVENT_NS)
        assert isinstance(event, Throw)
        session.take_throw(event)
        session.command(Command(2000 * BENCH.EVENT_NS, {"command": "correct", "values": list(values)}))
        wrong_first = session.state.game.state()
        session.command(Command(3000 * BENCH.EVENT_NS, {"command": "undo"}))
        session.command(Command(4000 * BENCH.EVENT_NS, {"command": "undo"}))
        session.command(Command(5000 * BENCH.EVENT_NS, {"command": "missed_roll", "values": list(values)}))
        assert session.state.game.state() == wrong_first


def said(session: Session, t_ns: int, **line: object) -> str:
    return session.command(Command(t_ns, line)).ruling


@contextmanager
def house(policy: Policy = STREET) -> Iterator[Session]:
    set_up = {"players": ["Ann", "Bob"], "stacks": {"Ann": 100, "Bob": 100}, "first_shooter": "Ann"}
    begun = Begun(game="street", set_up=set_up, policy=policy.name)
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "j") as journal:
        yield Session.begin(journal, house_of(policy), begun)


def test_a_correction_never_makes_one_players_words_anothers() -> None:
    with house() as session:
        assert [said(session, 1, do="stake", amount=20), said(session, 2, do="fade", amount=20)] == ["ok", "ok"]
        assert said(session, 3, command="missed_roll", values=[3, 3]) == "point"
        assert said(session, 4, command="missed_roll", values=[3, 4]) == "seven_out"
        assert said(session, 5, do="stake", amount=50) == "ok"
        before = session.state.game.state()
        assert before["shooter"] == "Bob"
        outcome = session.command(Command(6, {"command": "correct", "values": [5, 1]}))
        assert (outcome.ruling, session.state.game.state()) == ("refused", before)
        assert "Undo what came after it first." in outcome.message
        assert said(session, 7, command="undo") == "ok"
        assert said(session, 8, command="correct", values=[5, 1]) == "pass"
        assert session.state.game.state()["stacks"] == {"Ann": 120, "Bob": 80}


def test_a_correction_that_leaves_the_roles_keeps_what_came_after() -> None:
    with house() as session:
        assert [said(session, 1, do="stake", amount=20), said(session, 2, do="fade", amount=20)] == ["ok", "ok"]
        assert said(session, 3, command="missed_roll", values=[3, 4]) == "natural"
        assert said(session, 4, do="stake", amount=50) == "ok"
        assert said(session, 5, command="correct", values=[1, 1]) == "craps"
        assert session.state.game.state()["stacks"] == {"Ann": 80, "Bob": 70}


def test_a_line_that_no_journal_can_hold_is_an_error_and_nothing_happened() -> None:
    with house() as session:
        assert [said(session, 1, do="stake", amount=20), said(session, 2, do="fade", amount=20)] == ["ok", "ok"]
        before = session.state.last_entry
        assert said(session, 3, do="throw", dice=["\ud800"], cocked=True) == "error"
        assert session.state.last_entry == before
        assert said(session, 4, do="throw", dice=[3, 4]) == "natural"


def test_a_game_that_is_over_says_why() -> None:
    with house() as session:
        assert said(session, 1, do="leave", player="Bob") == "ok"
        assert session.scene().waiting_for == "The game is over: Bob has left."

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

from controller.journal import Journal
from controller.session.session import Session
from controller.throws.events import Command
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

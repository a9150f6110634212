"""Brings a table, a journal and a display together for one sitting; used by play, demo and record."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import platformdirs

from controller.cli.booking import roll_book
from controller.cli.evening import Evening, People, Tally
from controller.cli.house import house_of
from controller.cli.tables import OpenTable
from controller.displays.scene import Scene
from controller.errors import ConfigError, JournalError
from controller.journal import Journal
from controller.session.house import House
from controller.session.kept import KeptDiceJudge, judge_at, named_in
from controller.session.order import Event, Inbox
from controller.session.pipeline import Pipeline
from controller.session.records import Begun
from controller.session.roll_book import RollBook
from controller.session.session import Session
from controller.session.throw_recorder import ThrowRecorder
from controller.session.timing import StageTime
from controller.throws.judge import Judge, Phase
from vision.reader import TableReader
from vision.watch import Watch

PRACTICE_SUFFIX = "-practice"
AT_REST = (Phase.IDLE, Phase.JUDGED)


class Display(Protocol):
    """Something that shows Scenes and never blocks."""

    def show(self, scene: Scene) -> None:
        """Take the newest Scene."""


@dataclass(frozen=True)
class Sitting:
    """What a sitting left behind."""

    tally: Tally
    times: tuple[StageTime, ...]
    dropped: int


def default_journal(table: str) -> Path:
    """Give where a table's journal lies when nobody says otherwise."""
    folder = Path(platformdirs.user_data_path("stickman"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(
            f"the folder {folder} for journals cannot be made: {error.strerror}. Name a file with --journal."
        ) from None
    name = re.sub(r"[^\w. -]", "_", table).lstrip(".") or "table"
    return folder / f"{name}.sqlite"


def open_session(
    journal: Journal, table: OpenTable, game: str, set_up: dict[str, Any], new: bool, **house: Any
) -> Session:
    """Go on with the journal's unfinished game, or begin a new one."""
    rules = house_of(table.policy, **house)
    board = table.setup.board
    begun = Begun(
        game=game,
        set_up=set_up,
        policy=table.policy.name,
        table=table.name,
        program=version("stickman"),
        board_mm=(board.length_mm, board.width_mm),
    )
    return begin_or_go_on(journal, rules, begun, new)


def begin_or_go_on(journal: Journal, rules: House, begun: Begun, new: bool) -> Session:
    """Go on with the journal's unfinished game, or begin this one. Raises ConfigError where that is another game."""
    unfinished = None if new else _unfinished(journal, rules)
    if unfinished is None:
        return Session.begin(journal, rules, begun)
    if unfinished.begun.game != begun.game:
        raise ConfigError(
            f"{journal.path} holds an unfinished game of {unfinished.begun.game}. Go on with it by "
            f"--game {unfinished.begun.game}, name another --journal, or leave it unfinished with --new."
        )
    return unfinished


def _unfinished(journal: Journal, rules: House) -> Session | None:
    if not any(entry.kind == "begun" for entry in journal.entries()):
        return None
    kept = Session.replay(journal, rules)
    return None if kept.scene().over else Session.resume(journal, rules, program=version("stickman"))


def sit_down(
    table: OpenTable,
    session: Session,
    display: Display,
    people: People,
    recorder: Callable[[Callable[[], bool]], ThrowRecorder] | None = None,
    pictures: bool = False,
) -> Sitting:
    """Run the table until the people go, and keep its log of rolls up, with `pictures` if wanted.

    A twin that runs faster than real time waits for the eye; a camera does not. `recorder` makes what records the
    throws, given a function that tells whether anything moves.
    """
    inbox = Inbox(wait=table.waits)
    reader = TableReader(table.setup)
    watch = Watch(table.setup, reader.read)
    judge = judge_for(table, session)
    with ExitStack() as running:
        record = running.enter_context(recorder(lambda: judge.phase not in AT_REST)) if recorder else None
        book = running.enter_context(roll_book(session, table, pictures))
        pipeline = Pipeline(
            watch, judge, session, perf_ns=time.perf_counter_ns, show=display.show, record=_told(record, book)
        )
        evening = Evening(
            inbox, pipeline, table.clock_ns, watch.stalled,
            on_throw=record.ruled if record else _ignore, on_results=book.heard if book else _ignore,
        )  # fmt: skip
        running.enter_context(flowing(table, inbox))
        tally = evening.run(people)
        if record is not None:
            evening.linger(record, record.until_ns)
    return Sitting(tally, pipeline.times.summary(), inbox.dropped)


def judge_for(table: OpenTable, session: Session) -> Judge | KeptDiceJudge:
    """Give the judge that a session's game wants."""
    dice = session.state.game.dice_count
    return judge_at(session.begun.game, table.judge_table, table.policy, dice, partial(named_in, session))


def _told(record: ThrowRecorder | None, book: RollBook | None) -> Callable[[Event], None]:
    """Tell each event to whoever keeps something of it."""
    listeners = [*([record] if record else ()), *([book.see] if book else ())]

    def tell(event: Event) -> None:
        for listen in listeners:
            listen(event)

    return tell


def _ignore(*_what: object) -> None:
    """Care about nothing."""


@contextmanager
def flowing(table: OpenTable, inbox: Inbox) -> Iterator[None]:
    """Let the sources fill the inbox; in the end none of them waits for room in it any more."""
    with ExitStack() as running:
        for sensors in table.sensors:
            running.callback(sensors.stop)
        running.callback(table.camera.stop)
        running.callback(inbox.close)
        table.camera.start(inbox.put)
        for sensors in table.sensors:
            sensors.start(inbox.put)
        yield

"""A sitting at cards: nothing is seen by a camera; a dealer names the cards, or a simulated shoe gives them."""

import random
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from controller.cli.evening import Evening, People, Tally
from controller.cli.house import house_of
from controller.cli.sitting import Display, begin_or_go_on
from controller.journal import Journal
from controller.rules.baccarat_cards import shuffled_shoe
from controller.session.order import Inbox
from controller.session.pipeline import Pipeline, Result
from controller.session.records import Begun
from controller.session.session import Session
from controller.throws.events import Command, EdgeSource, Health, WallEdge
from controller.throws.policy import STREET
from controller.throws.verdict import Throw
from vision.frame import Frame
from vision.reading import MotionReading, TableReading


@dataclass(frozen=True, slots=True)
class Blind:
    """Eye and judge of a table without dice: they see nothing and want nothing."""

    trouble: str | None = None
    wants_reading: bool = False

    def see(self, frame: Frame, read: bool) -> tuple[MotionReading | TableReading, ...]:
        """See nothing."""
        return ()

    def take(self, event: MotionReading | TableReading | WallEdge | Health) -> tuple[Throw | Health, ...]:
        """Rule nothing."""
        return ()


def open_card_session(journal: Journal, table: str, game: str, set_up: dict[str, Any], new: bool) -> Session:
    """Go on with the journal's unfinished game, or begin a new one. Raises ConfigError where it holds another game."""
    begun = Begun(game=game, set_up=set_up, policy=STREET.name, table=table, program=version("stickman"))
    return begin_or_go_on(journal, house_of(STREET), begun, new)


def with_shoe(people: People, decks: int | None, seed: int, session: Session) -> People:
    """Give people a simulated shoe where they want one; a sitting that goes on gets a freshly shuffled one."""
    if decks is None:
        return people
    return PeopleWithShoe(people, SimulatedShoe(decks, random.Random(f"{seed} {session.state.last_entry}")))


def sit_at_cards(session: Session, display: Display, people: People, sources: tuple[EdgeSource, ...] = ()) -> Tally:
    """Play cards until the people go; `sources` are other givers of events, such as a panel's buttons."""
    inbox, blind = Inbox(), Blind()
    pipeline = Pipeline(blind, blind, session, perf_ns=time.perf_counter_ns, show=display.show)
    evening = Evening(inbox, pipeline, time.monotonic_ns)
    with ExitStack() as running:
        for source in sources:
            running.callback(source.stop)
            source.start(inbox.put)
        running.callback(inbox.close)
        return evening.run(people)


class SimulatedShoe:
    """Deals for people: shuffled decks, shuffled anew for each shoe of the night."""

    def __init__(self, decks: int, rng: random.Random) -> None:
        self._decks = decks
        self._rng = rng
        self._cards: Iterator[str] = shuffled_shoe(decks, rng)
        self._dealt = 0

    def line(self, state: Mapping[str, Any]) -> dict[str, Any] | None:
        """Give the next card that the game waits for; None where it waits for none."""
        if state.get("next_card_to") is None:
            return None
        if state["coup"] == 1 and not state["player"] and self._dealt:
            self._cards, self._dealt = shuffled_shoe(self._decks, self._rng), 0
        self._dealt += 1
        return {"do": "card", "rank": next(self._cards)}


class PeopleWithShoe:
    """People whose cards a simulated shoe deals as soon as they say `deal`."""

    def __init__(self, people: People, shoe: SimulatedShoe) -> None:
        self._people = people
        self._shoe = shoe

    @property
    def gone(self) -> bool:
        """Whether they have left the table."""
        return self._people.gone

    def act(self, session: Session, results: tuple[Result, ...], now_ns: int) -> Iterator[Command]:
        """Say what was typed, and let the shoe answer a deal with its cards."""
        for command in self._people.act(session, results, now_ns):
            yield command
            yield from self._dealt(session, now_ns)
        yield from self._dealt(session, now_ns)

    def _dealt(self, session: Session, now_ns: int) -> Iterator[Command]:
        while (line := self._shoe.line(session.state.game.state())) is not None:
            yield Command(now_ns, line, "shoe")

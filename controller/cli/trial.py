"""Throws at the simulated table put through the real eye and judge, each beside its truth: for benches and tests."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from controller.cli.tables import twin_table
from controller.errors import ConfigError
from controller.throws.events import WallEdge
from controller.throws.judge import Judge
from controller.throws.policy import STREET, Policy
from controller.throws.verdict import Throw
from controller.twin.score import Score, score
from controller.twin.throwing import Kind, Plan
from controller.twin.truth import ThrowTruth
from controller.twin.twin import Twin
from vision.frame import Frame
from vision.reader import TableReader
from vision.watch import Watch

REST_S = 6.0
"""How long the dice are watched for after a throw that the judge has not ruled by its end: it asks after 5 s."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One throw: its truth, what the judge made of it (None: it saw no throw), and how good that is (None: missed)."""

    truth: ThrowTruth
    throw: Throw | None
    score: Score | None
    more: int = 0
    """Throws seen that never were."""


def trials(twin: Twin, kinds: Iterable[Kind], policy: Policy = STREET) -> Iterator[Trial]:
    """Throw once for each kind and judge it. A kind that this table cannot bring about is thrown as ANY."""
    watch = Watch(twin.setup, TableReader(twin.setup).read)
    judge = Judge(twin_table(twin), policy, len(twin.settings.dice))
    for kind in kinds:
        seen = list(_seen(_events(twin, kind), watch, judge))
        if not seen:
            seen = list(_seen(twin.idle(REST_S), watch, judge))
        truth = twin.truths[-1]
        throw = seen[0] if seen else None
        yield Trial(truth, throw, score(truth, throw), max(0, len(seen) - 1))


def _events(twin: Twin, kind: Kind) -> Iterator[Frame | WallEdge]:
    try:
        yield from twin.play(Plan(kind))
    except ConfigError:
        yield from twin.play(Plan(Kind.ANY))


def _seen(events: Iterator[Frame | WallEdge], watch: Watch, judge: Judge) -> Iterator[Throw]:
    for event in events:
        seen = watch.see(event, judge.wants_reading) if isinstance(event, Frame) else (event,)
        for item in seen:
            yield from (outcome for outcome in judge.take(item) if isinstance(outcome, Throw))

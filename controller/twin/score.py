"""Compares what the table ruled with what really happened: for the demo's summary and the benches."""

from dataclasses import dataclass
from enum import StrEnum

from controller.throws.verdict import Reason, Throw
from controller.twin.truth import ThrowTruth
from vision.reading import DieState

PRECEDENCE = ("off_board", "no_wall", "cocked", "stacked")
"""Which fault a void throw is ruled by when several meet (games.md A.0, decision 9)."""


SET_DOWN = ("cocked_die", "stacked")
"""Kinds that the twin's hand puts down instead of throwing: a judge that sees no throw there is right."""


class Grade(StrEnum):
    """How well something was told. ASKED is honest; WRONG is the one thing that must not happen."""

    RIGHT = "right"
    ASKED = "asked"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Score:
    """One throw compared. `reading` is None where not all dice lay flat; `why` says what was wrong or asked."""

    ruling: Grade
    reading: Grade | None
    why: str = ""


def score(truth: ThrowTruth, throw: Throw | None) -> Score | None:
    """Compare a throw as it was judged under street policy with the truth; None where a throw was not seen."""
    if throw is None:
        return Score(Grade.RIGHT, None, "set down by hand, no throw") if truth.kind in SET_DOWN else None
    return _compared(truth, throw)


def _compared(truth: ThrowTruth, throw: Throw) -> Score:
    why = _wrong_ruling(truth, throw)
    reading = _reading(truth, throw)
    if throw.verdict.counts is None:
        return Score(Grade.ASKED, reading, throw.verdict.ask or ", ".join(throw.verdict.reasons))
    return Score(Grade.WRONG if why else Grade.RIGHT, reading, why)


def _reading(truth: ThrowTruth, throw: Throw) -> Grade | None:
    """Grade the faces of a throw whose dice all lie flat on the board; a void throw's unread die is no wrong value."""
    if any(die.state is not DieState.FLAT for die in truth.dice):
        return None
    seen = sorted(die.value for die in throw.dice if die.state == DieState.FLAT and die.value is not None)
    if tuple(seen) == truth.values:
        return Grade.RIGHT
    unread = any(die.state == DieState.UNREADABLE for die in throw.dice) or Reason.UNREADABLE in throw.verdict.reasons
    return Grade.ASKED if unread or throw.verdict.counts is None else Grade.WRONG


def _wrong_ruling(truth: ThrowTruth, throw: Throw) -> str:
    """Say what a ruling got wrong, or nothing."""
    counts = throw.verdict.counts
    if counts is None:
        return ""
    if counts != truth.counts:
        return f"ruled {'good' if counts else 'void'} ({', '.join(throw.verdict.reasons)}), was {_word(truth)}"
    if not counts:
        return _wrong_void(truth, throw)
    if tuple(sorted(throw.values or ())) != truth.values:
        return f"read {throw.values}, was {truth.values}"
    hits, really = sum(d.hit_wall is True for d in throw.dice), sum(d.hit_far_wall for d in truth.dice)
    return "" if hits == really else f"said {hits} dice hit the wall, {really} did"


def _wrong_void(truth: ThrowTruth, throw: Throw) -> str:
    ruled = next((reason for reason in PRECEDENCE if reason in throw.verdict.reasons), "")
    really = next(reason for reason in PRECEDENCE if reason in truth.void_reasons)
    same = ruled == really or {ruled, really} == {"cocked", "stacked"}
    return "" if same else f"void for {ruled or 'no reason'}, was {_word(truth)}"


def _word(truth: ThrowTruth) -> str:
    return ", ".join(truth.void_reasons) or "good"

"""From findings to a verdict: all reasons, whether the throw counts, and what to ask where that is not sure."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.throws.policy import Policy
from controller.throws.verdict import Reason, ThrownDie, Verdict
from vision.reading import DieState


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found about one throw, before any policy. `expected` dice; frames and hits are the evidence.

    `noted`: what was seen beside the dice themselves, and UNREADABLE where readings did not agree. `start_ns`: when the
    first die was first seen, if any was.
    """

    dice: tuple[ThrownDie, ...]
    expected: int
    noted: frozenset[Reason] = frozenset()
    frames: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()
    start_ns: int | None = None


ASKING = (Reason.MOVED_AGAIN, Reason.HAND, Reason.WRONG_COUNT)


def rule(findings: Findings, policy: Policy) -> Verdict:
    """Rule on findings (SC-23 to SC-28; several faults: decision 9). A thin case is asked, never guessed."""
    reasons = tuple(reason for reason in Reason if reason in _reasons(findings))
    ask = _question(findings, reasons, policy)
    void = any(policy.voids(reason) for reason in reasons)
    counts = None if ask else not void
    return Verdict(counts, reasons, ask, findings.frames, findings.hits)


def _reasons(findings: Findings) -> set[Reason]:
    """Collect everything that surely holds."""
    states = {die.state for die in findings.dice}
    found = set(findings.noted)
    found |= {reason for state, reason in _OF_STATE.items() if state in states}
    if any(die.value is None for die in findings.dice if die.state != DieState.OFF_BOARD):
        found.add(Reason.UNREADABLE)
    fewest, most = hits_between(findings.dice)
    if findings.dice and most == 0:
        found.add(Reason.NO_WALL)
    elif 0 < fewest == most < len(findings.dice):
        found.add(Reason.ONE_WALL)
    return found


_OF_STATE = {
    DieState.OFF_BOARD: Reason.OFF_BOARD,
    DieState.COCKED: Reason.COCKED,
    DieState.STACKED: Reason.STACKED,
    DieState.MOVING: Reason.UNREADABLE,
    DieState.UNREADABLE: Reason.UNREADABLE,
}


def hits_between(dice: Sequence[ThrownDie]) -> tuple[int, int]:
    """Give the fewest and the most dice that may have hit the far wall."""
    fewest = sum(die.hit_wall is True for die in dice)
    return fewest, fewest + sum(die.hit_wall is None for die in dice)


def _question(findings: Findings, reasons: Sequence[Reason], policy: Policy) -> str | None:
    """Find what only a person can say, or None. A void that is sure needs no faces; its penalty may need the walls."""
    for reason in ASKING:
        if reason in reasons:
            return _ASK[reason](findings)
    if Reason.OFF_BOARD in reasons:
        return None
    void = any(policy.voids(reason) for reason in reasons if _sure(reason, findings))
    if Reason.UNREADABLE in reasons and not void:
        return ask_faces(findings.dice)
    return _ask_walls(findings, void, policy)


def _sure(reason: Reason, findings: Findings) -> bool:
    """Tell whether a reason holds: how a die lies is not known where readings did not agree."""
    return reason not in (Reason.COCKED, Reason.STACKED) or Reason.UNREADABLE not in findings.noted


def _ask_walls(findings: Findings, void: bool, policy: Policy) -> str | None:
    """Ask for the wall where the answers would be ruled differently (SC-27, SC-28)."""
    fewest, most = hits_between(findings.dice)
    dice = len(findings.dice)
    outcomes = {_wall_outcome(hits, dice, void, policy) for hits in range(fewest, most + 1)}
    if len(outcomes) < 2:
        return None
    if void or dice == 1:
        return "Did the die hit the far wall?" if dice == 1 else "Did any of the dice hit the far wall?"
    return "Did both dice hit the far wall?" if dice == 2 else f"Did all {dice} dice hit the far wall?"


def _wall_outcome(hits: int, dice: int, void: bool, policy: Policy) -> str:
    if hits == 0:
        return "no_wall" if policy.no_wall == "void" else "fine"
    return "one_wall" if hits < dice and policy.one_wall == "warn" and not void else "fine"


def ask_faces(dice: Sequence[ThrownDie]) -> str:
    """Ask for the faces, with the likeliest."""
    faces = [str(die.value) for die in dice if die.value is not None]
    return f"Which faces? {' '.join(faces)}?" if len(faces) == len(dice) and faces else "Which faces?"


def _ask_count(findings: Findings) -> str:
    lying = sum(die.state != DieState.OFF_BOARD for die in findings.dice)
    if lying > findings.expected:
        return f"{lying} dice lie on the board where {findings.expected} were expected. Which faces count?"
    return f"{lying} of {findings.expected} dice can be seen. Did a die leave the board, or which faces?"


def _ask_hand(findings: Findings) -> str:
    if not findings.dice:
        return "The dice were taken up before they were read. Which faces?"
    return f"A hand is over the board. {ask_faces(findings.dice)}"


def _ask_moved(findings: Findings) -> str:
    what = "The dice were" if len(findings.dice) != 1 else "The die was"
    return f"{what} moved without being picked up. Is this a throw?"


_ASK = {Reason.MOVED_AGAIN: _ask_moved, Reason.HAND: _ask_hand, Reason.WRONG_COUNT: _ask_count}

"""What each game is told of a decided throw, and what the walls mean to it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import dist
from typing import Any

from controller.errors import RuleError
from controller.rules.bank import Bank
from controller.rules.casino.game import Casino
from controller.rules.general import General
from controller.session.fold import Step
from controller.throws.policy import Policy, throw_line
from controller.throws.verdict import Throw, ThrownDie

Line = Mapping[str, Any]
SAME_PLACE_MM = 10.0


def policy_for(game: str, policy: Policy) -> Policy:
    """Give a table's policy as a game wants it: bank craps warns nobody, and General has no walls at all."""
    if game == Bank.name:
        return replace(policy, one_wall="count")
    return replace(policy, one_wall="count", no_wall="count") if game == General.name else policy


def told(throw: Throw, before: Step, policy: Policy) -> Line | None:
    """Give the game's line for a throw, on top of the step before it; None for a void throw the game has no word for.

    Raises RuleError for a throw that is not ruled yet.
    """
    if before.game.name not in TELLERS:
        return throw_line(throw, policy)
    if throw.verdict.counts is None:
        raise RuleError(f"This throw is not ruled yet. Answer first: {throw.verdict.ask or 'does it count?'}")
    return None if throw.values is None else TELLERS[before.game.name](throw, throw.values, before)


def _dice_line(_throw: Throw, values: Sequence[int], _before: Step) -> Line:
    return {"do": "throw", "dice": list(values)}


def _roll_line(_throw: Throw, values: Sequence[int], _before: Step) -> Line:
    return {"roll": list(values)}


def _general_line(throw: Throw, values: Sequence[int], before: Step) -> Line:
    """Tell which dice were kept: those that the player named, else those that lie where they lay (GE-6)."""
    table = before.game.table if isinstance(before.game, General) else None
    if table is None or not table.throws:
        return {"do": "throw", "dice": list(values)}
    if len(values) < General.dice_count:
        return {"do": "throw", "keep": list(table.named), "dice": list(values)}
    named = bool(table.named) and not Counter(table.named) - Counter(values)
    kept = table.named if named else kept_faces(last_throw(before), throw)
    thrown = list((Counter(values) - Counter(kept)).elements())
    # All five where they lay, told by a person: he says that they were thrown so.
    return {"do": "throw", "keep": list(kept), "dice": thrown} if thrown else {"do": "throw", "dice": list(values)}


TELLERS: Mapping[str, Callable[[Throw, Sequence[int], Step], Line]] = {
    Bank.name: _dice_line,
    Casino.name: _roll_line,
    General.name: _general_line,
}


def last_throw(before: Step) -> Throw | None:
    """Give the last throw that the game was told of."""
    return next((step.throw for step in before.back() if step.throw is not None and step.line is not None), None)


def kept_faces(before: Throw | None, throw: Throw) -> tuple[int, ...]:
    """Give the faces of the dice that lie where one lay with this face before the throw."""
    left = [] if before is None else list(before.dice)
    kept = []
    for die in throw.dice:
        old = next((old for old in left if old.value == die.value and _same_place(old, die)), None)
        if old is not None and die.value is not None:
            left.remove(old)
            kept.append(die.value)
    return tuple(kept)


def _same_place(one: ThrownDie, two: ThrownDie) -> bool:
    if one.centre_mm is None or two.centre_mm is None:
        return False
    return dist(one.centre_mm, two.centre_mm) <= SAME_PLACE_MM

"""Puts a house together: the games, what the policy makes of a throw, and who calls the dice."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from controller.rules.calls import choose_call
from controller.rules.game import Ruling
from controller.rules.games import GAMES
from controller.session.house import House
from controller.session.told import told
from controller.throws.corrections import answered, called_no_roll, corrected, missed
from controller.throws.policy import Policy
from controller.throws.ruling import Findings, rule
from controller.throws.verdict import Throw


def house_of(policy: Policy, family: bool = False, busy: bool = False) -> House:
    """Give the house that a policy makes; `family` leaves crude calls out, `busy` calls the number only (SC-42)."""
    return House(
        games=GAMES,
        line=lambda throw, before: told(throw, before, policy),
        corrected=partial(_corrected, policy),
        no_roll=called_no_roll,
        missed=lambda values, t_ns: missed(values, t_ns, policy),
        call=_caller(itertools.count(), family, busy),
        answered=lambda throw, said: answered(throw, said, policy),
    )


def _corrected(policy: Policy, throw: Throw, values: tuple[int, ...], walls: tuple[bool, ...] | None) -> Throw:
    """Rule a throw again as a person saw it: other faces, and the walls where he named them."""
    seen = corrected(throw, values)
    if walls is None:
        return seen
    dice = tuple(replace(die, hit_wall=hit) for die, hit in zip(seen.dice, walls, strict=True))
    found = Findings(dice, len(dice), frames=seen.verdict.frames, hits=seen.verdict.hits)
    return replace(seen, dice=dice, verdict=rule(found, policy))


def _caller(turns: Iterator[int], family: bool, busy: bool) -> Callable[[Ruling, tuple[int, ...]], str]:
    """Call each throw; the turn moves on so that the same number is not called the same way twice running."""

    def call(ruling: Ruling, values: tuple[int, ...]) -> str:
        dice = (values[0], values[1]) if len(values) == 2 else None
        return choose_call(dice, ruling.situation, family=family, turn=next(turns), bar=ruling.bar, busy=busy)

    return call

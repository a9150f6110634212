"""What each finding means at a table: the source's conduct rules, a casino's, or your own (A.0, decision 11)."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from controller.errors import ConfigError, RuleError
from controller.throws.verdict import Reason, Throw
from vision.reading import Support

MEANINGS: Mapping[str, tuple[str, ...]] = {
    "cocked": ("void", "call"),
    "stacked": ("void", "call"),
    "no_wall": ("void", "count"),
    "one_wall": ("warn", "count"),
}


@dataclass(frozen=True, slots=True)
class Policy:
    """How a table rules. A die off the board is void everywhere; a die on chips counts everywhere (SC-25, SC-26).

    `cocked`, `stacked`: "void", or "call" with the face it would show. `no_wall`: "void" with the game's penalty
    (SC-28), or "count" with a reminder. `one_wall`: "warn" as SC-27 does, or "count" with a reminder.
    """

    name: str
    cocked: str
    stacked: str
    no_wall: str
    one_wall: str

    def voids(self, reason: Reason) -> bool:
        """Tell whether a finding makes a throw void here."""
        if reason is Reason.OFF_BOARD:
            return True
        return str(reason) in MEANINGS and getattr(self, str(reason)) == "void"


STREET = Policy("street", cocked="void", stacked="void", no_wall="void", one_wall="warn")
CASINO = Policy("casino", cocked="call", stacked="call", no_wall="count", one_wall="count")
PRESETS: Mapping[str, Policy] = {policy.name: policy for policy in (STREET, CASINO)}


def policy_of(name: str, own: Mapping[str, Mapping[str, str | None]] | None = None) -> Policy:
    """Find a policy by name among the presets and a table's own rulings.

    `own`: by name what `[policy.NAME]` says: `base`, and what differs from it; None is as in the base.
    Raises ConfigError for an unknown name, key or meaning.
    """
    mine = own or {}
    if name in mine:
        return _own_policy(name, mine[name])
    if name in PRESETS:
        return PRESETS[name]
    raise ConfigError(f"Unknown policy {name!r}; {_nearest(name, [*PRESETS, *mine])} Or add a section [policy.{name}].")


def _own_policy(name: str, part: Mapping[str, str | None]) -> Policy:
    given = {key: value for key, value in part.items() if value is not None}
    base = given.pop("base", STREET.name)
    if base not in PRESETS:
        raise ConfigError(f"[policy.{name}] base {base!r} is unknown; {_nearest(base, list(PRESETS))}")
    for key, value in given.items():
        if key not in MEANINGS:
            raise ConfigError(f"[policy.{name}] has an unknown key {key!r}; {_nearest(key, list(MEANINGS))}")
        if value not in MEANINGS[key]:
            raise ConfigError(f"[policy.{name}] {key} is {value!r}; it must be one of {', '.join(MEANINGS[key])}.")
    return replace(PRESETS[base], name=name, **given)


def _nearest(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(known)}."


def throw_line(throw: Throw, policy: Policy) -> dict[str, object]:
    """Turn a ruled throw into the referee's line for the game, with what this policy overlooks left out.

    A stacked die that is void goes as `cocked`: to a game both are a throw to be thrown again. `dice` is left out
    where a die is off. A void throw with a face nobody could read goes as `cocked` too, beside its other faults: a
    game then ignores `dice`, in which 1 stands for that face. Raises RuleError for a throw that is not ruled yet, and
    for one that people called no roll: a game is not told of either.
    """
    verdict = throw.verdict
    if verdict.counts is None:
        raise RuleError(f"This throw is not ruled yet. Answer first: {verdict.ask or 'does it count?'}")
    void = [reason for reason in verdict.reasons if policy.voids(reason)]
    if verdict.counts is False and not void:
        raise RuleError("This throw was called no roll: the game does not see it. Throw again.")
    overruled = verdict.counts is True
    off = not overruled and Reason.OFF_BOARD in void
    unread = any(die.value is None for die in throw.dice)
    line: dict[str, object] = {
        "do": "throw",
        "dice": [die.value or 1 for die in throw.dice],
        "wall": _walls(throw, policy),
        "cocked": not overruled and (unread or Reason.COCKED in void or Reason.STACKED in void),
        "off": off,
        "touched_object": any(die.support == Support.CHIPS for die in throw.dice),
    }
    if off:
        del line["dice"]
    return line


def _walls(throw: Throw, policy: Policy) -> list[bool]:
    """Say per die whether it hit, as the game shall see it; what is not known made no difference to the ruling."""
    reasons = throw.verdict.reasons
    missed = Reason.NO_WALL in reasons and policy.no_wall == "void" and throw.verdict.counts is False
    warned = Reason.ONE_WALL in reasons and policy.one_wall == "warn"
    return [die.hit_wall is not False if missed or warned else True for die in throw.dice]

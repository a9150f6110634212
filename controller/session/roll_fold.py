"""From the journal to the log: folds entries to rolls, with undo and corrections, in the journal's order."""

from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from controller.journal import Entry
from controller.rolls.roll import Correction, Roll, Standing
from controller.session.fold import ASIDE, Games, Step, TableState, fold_kept
from controller.session.records import Answered, Begun, Pictured, Thrown, Undone, body_of
from controller.session.roll_dice import FirstSeen, dice_of, kept_in

CRAPS_DICE = 2
"""Only a game of two dice has a come-out."""


class DiceInPlay(NamedTuple):
    """The dice set at a moment."""

    number: int = 1
    name: str = ""


@dataclass
class _Found:
    """What the journal holds about one throw of the game that is being folded."""

    entry: Entry
    body: Thrown
    roll: Roll = field(default_factory=Roll)
    corrections: dict[int, Correction] = field(default_factory=dict)
    pictured: Pictured | None = None

    @property
    def first_seen(self) -> FirstSeen:
        """Its dice as they first were."""
        names = self.pictured.dice if self.pictured else ()
        return FirstSeen(self.body.throw.dice, self.body.by == "judge", names)


class RollFold:
    """Follows a journal from its first entry on; tells of each entry which rolls are new or have changed.

    It may start at the beginning of a later game, if `dice` are those in play then. `began` is the entry that began
    the game it has come to, 0 before the first, and `dice_at_begin` the dice in play at that moment.
    """

    def __init__(self, games: Games, dice: DiceInPlay | None = None) -> None:
        """Begin before the first entry, or that of a later game."""
        self.began = 0
        self.dice_at_begin = dice or DiceInPlay()
        self._games = games
        self._state: TableState | None = None
        self._found: dict[int, _Found] = {}
        self._answers: dict[int, int] = {}
        self._dice: dict[int, DiceInPlay] = {}

    def take(self, entry: Entry) -> tuple[Roll, ...]:
        """Fold the next entry; give the rolls as they stand now that it concerns, oldest first. Raises JournalError."""
        body = body_of(entry)
        if entry.kind in ASIDE:
            return self._see(body) if isinstance(body, Pictured) else ()
        if isinstance(body, Begun):
            self._begin(entry.id)
        self._state = fold_kept(self._state, entry, self._games)
        if isinstance(body, Thrown):
            self._found[entry.id] = _Found(entry, body)
            return self._renew(entry.id)
        if isinstance(body, Answered):
            self._answers[entry.id] = body.of
            self._found[body.of].corrections[entry.id] = _correction(entry, body, self._found[body.of].roll)
            return self._renew(body.of)
        return self._take_back(body.of) if isinstance(body, Undone) else ()

    def _begin(self, entry: int) -> None:
        """Forget the game before; its dice stay in play."""
        if self._state is not None:
            self.dice_at_begin = self._dice_at(self._state.step)
        self.began = entry
        self._found, self._answers, self._dice = {}, {}, {entry: self.dice_at_begin}

    def _see(self, body: Pictured) -> tuple[Roll, ...]:
        found = self._found.get(body.of)
        if found is None:
            return ()
        found.pictured = body
        return self._renew(body.of)

    def _take_back(self, of: int) -> tuple[Roll, ...]:
        """Take back entry `of`: a correction, a throw, or something that was no throw."""
        throw = self._answers.pop(of, of)
        if throw != of:
            del self._found[throw].corrections[of]
        return self._renew(throw)

    def _renew(self, since: int) -> tuple[Roll, ...]:
        """Draw the rolls from entry `since` on again: what is decided about one may change those after it."""
        if self._state is None:
            return ()
        steps = {step.entry: step for step in takewhile(lambda step: step.entry >= since, self._state.step.back())}
        numbers = sorted(takewhile(lambda number: number >= since, reversed(self._found)))
        for number in numbers:
            found = self._found[number]
            found.roll = self._drawn(found, steps.get(number))
        return tuple(self._found[number].roll for number in numbers)

    def _drawn(self, found: _Found, step: Step | None) -> Roll:
        """Draw a throw's roll; without a step it does not stand any more."""
        if step is None or self._state is None:
            return msgspec.structs.replace(found.roll, standing=Standing.UNDONE, ruling="", call="")
        begun = self._state.begun
        dice = self._dice_at(step)
        return Roll(
            session=f"{begun.table}-{self.began}",
            table=begun.table,
            dice_set=dice.number,
            dice_set_name=dice.name,
            kept=kept_in(step),
            dice=dice_of(step, found.first_seen, begun.board_mm),
            corrections=tuple(found.corrections.values()),
            pictures=found.pictured.pictures if found.pictured else (),
            **_of_throw(found, step),
            **_of_game(step),
        )

    def _dice_at(self, top: Step) -> DiceInPlay:
        """Give the dice set after a step. An entry keeps its place for good, so what was found once is remembered."""
        new = list(takewhile(lambda step: step.entry not in self._dice, top.back()))
        for step in reversed(new):
            before = self._dice[step.before.entry] if step.before else self.dice_at_begin
            self._dice[step.entry] = _after(before, step.line or {})
        return self._dice[top.entry]


def _after(before: DiceInPlay, line: dict[str, Any]) -> DiceInPlay:
    """Give the dice after a line: other dice come with a box up, and it may name them (SC-22)."""
    if line.get("do") != "box_up":
        return before
    return DiceInPlay(before.number + 1, str(line.get("name", "")))


def _of_throw(found: _Found, step: Step) -> dict[str, Any]:
    """Say when it was thrown and what became of it."""
    first, now = found.body.throw, step.throw or found.body.throw
    seen = [die.confidence for die in first.dice] if found.body.by == "judge" else []
    return {
        "entry": found.entry.id,
        "time": found.entry.utc,
        "start_ns": first.start_ns,
        "rest_ns": first.rest_ns,
        "policy": now.policy,
        "standing": _standing(step),
        "reasons": tuple(str(reason) for reason in now.verdict.reasons),
        "ask": (now.verdict.ask or "") if step.open_question else "",
        "kept_out": step.kept_out,
        "confidence": min(seen, default=None),
        "ruling": step.ruling.word if step.ruling else "",
        "call": step.call,
        "by": found.body.by,
    }


def _standing(step: Step) -> Standing:
    if step.kept_out:
        return Standing.KEPT_OUT
    counts = step.throw.verdict.counts if step.throw else None
    return {True: Standing.COUNTED, False: Standing.VOID, None: Standing.ASKED}[counts]


def _of_game(step: Step) -> dict[str, Any]:
    """Say where the game stood before the throw."""
    game = (step.before or step).game
    view, state = game.view(), game.state()
    come_out = not view.puck_on if game.dice_count == CRAPS_DICE else None
    round_of = "" if come_out is None else "come_out" if come_out else "point"
    return {
        "game": view.game,
        "shooter": view.thrower or "",
        "phase": str(state.get("phase") or round_of),
        "point": view.point,
        "come_out": come_out,
        "hand": str(state.get("hand") or ""),
    }


def _correction(entry: Entry, body: Answered, before: Roll) -> Correction:
    faces = tuple(die.read if before.standing is Standing.ASKED else die.value for die in before.dice)
    return Correction(
        entry=entry.id, time=entry.utc, by=body.by, kind=entry.kind, faces=faces, standing=before.standing,
        reasons=before.reasons,
    )  # fmt: skip

"""The judge of a table at which dice are kept, as at General: no wall rules, no kept die turned unseen (GE-6)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from controller.rules.general import General
from controller.session.session import Session
from controller.session.told import policy_for
from controller.throws.events import Health, WallEdge
from controller.throws.judge import Judge, Phase
from controller.throws.policy import Policy
from controller.throws.ruling import Findings, rule
from controller.throws.table import Table
from controller.throws.verdict import Reason, Throw
from vision.reading import MotionReading, TableReading

WALLS = frozenset({Reason.NO_WALL, Reason.ONE_WALL, Reason.SENSOR_DEAD})


Named = Callable[[], Sequence[int]]


def judge_at(game: str, table: Table, policy: Policy, dice: int, named: Named) -> "Judge | KeptDiceJudge":
    """Give the judge that a game wants; `named` gives the faces of the dice that are to be kept now."""
    if game == General.name:
        return KeptDiceJudge(table, policy, named)
    return Judge(table, policy, dice)


def named_in(session: Session) -> tuple[int, ...]:
    """Give the faces of the dice that the player at turn named to be kept; none at other games."""
    game = session.state.game
    return game.table.named if isinstance(game, General) else ()


class KeptDiceJudge:
    """A judge for General: what it finds is compared with the dice that the player named to be kept."""

    def __init__(self, table: Table, policy: Policy, named: Named) -> None:
        self._policy = policy_for(General.name, policy)
        self._judge = Judge(table, self._policy, General.dice_count, keeps=True)
        self._named = named

    @property
    def wants_reading(self) -> bool:
        """Whether a full picture would help now."""
        return self._judge.wants_reading

    @property
    def phase(self) -> Phase:
        """Where the throw is."""
        return self._judge.phase

    def take(self, event: MotionReading | TableReading | WallEdge | Health) -> tuple[Throw | Health, ...]:
        """Take the next event; gives the throw it completes, and news of the sensors' health."""
        return self._all_fitted(self._judge.take(event))

    def end(self) -> tuple[Throw | Health, ...]:
        """Rule on dice at rest when nothing more will come."""
        return self._all_fitted(self._judge.end())

    def _all_fitted(self, outcomes: Sequence[Throw | Health]) -> tuple[Throw | Health, ...]:
        return tuple(self._fitted(o) if isinstance(o, Throw) else o for o in outcomes)

    def _fitted(self, throw: Throw) -> Throw:
        """Rule a throw by what this game asks of it."""
        named = self._named()
        dice = tuple(replace(die, hit_wall=None, hit_chance=None, walls=()) for die in throw.dice)
        noted = set(throw.verdict.reasons) - WALLS
        if named and len(dice) == General.dice_count - len(named):
            # The kept dice were taken off the board: only the others are expected.
            noted -= {Reason.WRONG_COUNT}
        frames, hits = throw.verdict.frames, throw.verdict.hits
        verdict = rule(Findings(dice, General.dice_count, frozenset(noted), frames, hits), self._policy)
        return _asked_of_kept(replace(throw, dice=dice, verdict=verdict), named)


def _asked_of_kept(throw: Throw, named: Sequence[int]) -> Throw:
    """Ask where a kept die may have been turned: it was moved, or a named face is not to be seen any more."""
    verdict = throw.verdict
    turned = bool(
        throw.values is not None and len(throw.dice) == General.dice_count and Counter(named) - Counter(throw.values)
    )
    if not turned and not (verdict.counts is None and Reason.MOVED_AGAIN in verdict.reasons):
        return throw
    reasons = verdict.reasons if Reason.MOVED_AGAIN in verdict.reasons else (*verdict.reasons, Reason.MOVED_AGAIN)
    return replace(throw, verdict=replace(verdict, counts=None, reasons=reasons, ask=_question(throw, named)))


def _question(throw: Throw, named: Sequence[int]) -> str:
    shown = " ".join(str(die.value or "?") for die in throw.dice)
    what = f"{' '.join(map(str, named))} should be kept; a die was moved or turned" if named else "A kept die was moved"
    return f"{what}, and the dice show {shown}. Which five faces count?"

"""General (games.md A.4): who starts, throws with kept dice, the sheets. Knows nothing but rules.

For every action `verify_x` raises RuleError with a sentence, `can_x` answers, `x` does it and returns a record.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from controller.errors import RuleError
from controller.rules.actions import allows
from controller.rules.general_scores import BOXES, DICE, ROUNDS, is_general, worth

THROWS = 3
"""At most so many throws in a round (GE-5)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One die each was thrown for the start: `starter`, or who is `tied` for the lowest and throws again (GE-3)."""

    starter: str | None
    tied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FiveThrown:
    """Five dice lie on the table after throw 1, 2 or 3 of a round."""

    player: str
    throw: int
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    big_general: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """A player named the dice to be kept in the next throw; none takes that back (GE-6)."""

    player: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoxFilled:
    """A player took points for a box, or 0 (GE-12 to GE-15)."""

    player: str
    box: str
    points: int


@dataclass(slots=True)
class GeneralTable:
    """A game of any number of players; `order` is empty until it is known who starts.

    `wins_with_box_filled`: a General on a first throw wins even after its box is filled (decision 3). `named`: the dice
    that the player said will be kept in the next throw, for a table at which the dice are seen and not told.
    """

    players: tuple[str, ...]
    wins_with_box_filled: bool = True
    tied: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    turn: int = 0
    throws: int = 0
    dice: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    sheets: dict[str, dict[str, int]] = field(default_factory=dict)
    winner: str | None = None

    def __post_init__(self) -> None:
        """Lay out the sheets."""
        if not self.sheets:
            self.sheets = {player: {} for player in self.players}

    def copy(self) -> Self:
        """Give an independent copy."""
        return replace(self, sheets={player: dict(sheet) for player, sheet in self.sheets.items()})

    @property
    def over(self) -> bool:
        """Tell whether somebody threw a Big General (GE-10) or all ten rounds are played (GE-5)."""
        return self.winner is not None or (bool(self.order) and self.turn >= ROUNDS * len(self.order))

    @property
    def player(self) -> str | None:
        """Whose turn it is; None before the draw and when the game is over."""
        return None if self.over or not self.order else self.order[self.turn % len(self.order)]

    @property
    def round(self) -> int:
        """The round, 1 to 10."""
        return min(ROUNDS, 1 + self.turn // max(1, len(self.order)))

    @property
    def drawing(self) -> tuple[str, ...]:
        """Who must throw one die for the start; nobody once that is settled."""
        return () if self.order else self.tied or self.players

    @property
    def open_boxes(self) -> tuple[str, ...]:
        """The boxes that the player at turn has not filled."""
        player = self.player
        return () if player is None else tuple(box for box in BOXES if box not in self.sheets[player])

    @property
    def totals(self) -> dict[str, int]:
        """The points of every player."""
        return {player: sum(sheet.values()) for player, sheet in self.sheets.items()}

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won: most points, equal totals share (GE-2, GE-16), or the Big General alone. Nobody before the end."""
        if self.winner is not None:
            return (self.winner,)
        totals = self.totals
        return tuple(p for p in self.players if totals[p] == max(totals.values())) if self.over else ()

    def worth_now(self) -> dict[str, int]:
        """Give what the dice are worth in each open box; empty before the first throw."""
        return {box: worth(box, self.dice, self.throws) for box in self.open_boxes} if self.throws else {}

    # -- the draw -----------------------------------------------------------------------------------------------------

    def verify_draw(self, faces: Mapping[str, int]) -> None:
        """Raise RuleError unless these are the dice of exactly those who draw now (GE-3)."""
        if self.order:
            raise RuleError(f"It is settled who starts: {self.order[0]} (GE-3).")
        if set(faces) != set(self.drawing):
            raise RuleError(f"One die each for the start, and now from exactly: {', '.join(self.drawing)} (GE-3).")

    def can_draw(self, faces: Mapping[str, int]) -> bool:
        """Tell whether `draw` would be allowed."""
        return allows(self.verify_draw, faces)

    def draw(self, faces: Mapping[str, int]) -> Drawn:
        """Settle who starts: the lowest die; players tied for it throw again (GE-3, decision 6)."""
        self.verify_draw(faces)
        lowest = min(faces.values())
        least = tuple(player for player in self.players if faces.get(player) == lowest)
        if len(least) > 1:
            self.tied = least
            return Drawn(None, least)
        start = self.players.index(least[0])
        self.order, self.tied = self.players[start:] + self.players[:start], ()
        return Drawn(least[0], ())

    # -- throws -------------------------------------------------------------------------------------------------------

    def verify_may_throw(self) -> None:
        """Raise RuleError unless the player at turn may throw now (GE-5)."""
        self._verify_playing()
        if self.throws == THROWS:
            raise RuleError(f"{self.player} has thrown three times and must fill a box now (GE-5).")

    def verify_throw(self, dice: Sequence[int], keep: Sequence[int]) -> None:
        """Raise RuleError unless these dice may be thrown beside those kept now (GE-5, GE-6)."""
        self.verify_may_throw()
        self._verify_lying(keep)
        if len(keep) + len(dice) != DICE:
            raise RuleError(f"Kept and thrown dice must be five, and these are {len(keep) + len(dice)} (GE-1).")
        if not dice:
            raise RuleError("Five kept dice leave nothing to throw; fill a box instead (GE-6).")

    def can_throw(self, dice: Sequence[int], keep: Sequence[int] = ()) -> bool:
        """Tell whether `throw` would be allowed."""
        return allows(self.verify_throw, dice, keep)

    def throw(self, dice: Sequence[int], keep: Sequence[int] = ()) -> FiveThrown:
        """Throw dice beside those kept; a General on the first throw ends the game (GE-10)."""
        self.verify_throw(dice, keep)
        player = self._at_turn()
        self.throws += 1
        self.dice, self.named = tuple(sorted((*keep, *dice))), ()
        big = self.throws == 1 and is_general(self.dice) and self._general_still_wins(player)
        if big:
            self.winner = player
        return FiveThrown(player, self.throws, self.dice, tuple(sorted(keep)), big)

    def verify_keep(self, dice: Sequence[int]) -> None:
        """Raise RuleError unless these dice may be named as kept now (GE-6)."""
        self.verify_may_throw()
        self._verify_lying(dice)
        if len(dice) == DICE:
            raise RuleError("Five kept dice leave nothing to throw; fill a box instead (GE-6).")

    def can_keep(self, dice: Sequence[int]) -> bool:
        """Tell whether `keep` would be allowed."""
        return allows(self.verify_keep, dice)

    def keep(self, dice: Sequence[int]) -> Kept:
        """Name the dice that will be kept in the next throw, in place of any named before."""
        self.verify_keep(dice)
        self.named = tuple(sorted(dice))
        return Kept(self._at_turn(), self.named)

    # -- boxes --------------------------------------------------------------------------------------------------------

    def verify_score(self, box: str) -> None:
        """Raise RuleError unless the player at turn may fill this box now (GE-13, GE-14)."""
        self._verify_playing()
        if not self.throws:
            raise RuleError(f"{self.player} must throw before filling a box (GE-12).")
        if box not in BOXES:
            raise RuleError(f"There is no box {box[:40]!r}; the boxes are: {', '.join(BOXES)} (GE-13).")
        if box not in self.open_boxes:
            raise RuleError(f"{self.player} has filled the box {box} already: each is used once (GE-13).")

    def can_score(self, box: str) -> bool:
        """Tell whether `score` would be allowed."""
        return allows(self.verify_score, box)

    def score(self, box: str) -> BoxFilled:
        """Fill a box with what the dice are worth in it, which may be 0 (GE-14, GE-15); the next player throws."""
        self.verify_score(box)
        player = self._at_turn()
        points = worth(box, self.dice, self.throws)
        self.sheets[player][box] = points
        self.turn, self.throws, self.dice, self.named = self.turn + 1, 0, (), ()
        return BoxFilled(player, box, points)

    # -- within -------------------------------------------------------------------------------------------------------

    def _verify_playing(self) -> None:
        if self.over:
            raise RuleError(f"The game is over: {' and '.join(self.winners)} won (GE-2).")
        if not self.order:
            raise RuleError(f"First one die each decides who starts: {', '.join(self.drawing)} (GE-3).")

    def _verify_lying(self, keep: Sequence[int]) -> None:
        if keep and not self.throws:
            raise RuleError("A round's first throw is of all five dice: none can be kept yet (GE-1).")
        if Counter(keep) - Counter(self.dice):
            raise RuleError(f"Only dice lying there can be kept, and they show {_words(self.dice)} (GE-6).")

    def _at_turn(self) -> str:
        return self.order[self.turn % len(self.order)]

    def _general_still_wins(self, player: str) -> bool:
        return self.wins_with_box_filled or "general" not in self.sheets[player]


def _words(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice)) or "nothing yet"

"""Two-player street craps (games.md A.0): money, roles, point, warnings. Knows nothing but rules.

For every action `verify_x` raises RuleError with a sentence, `can_x` answers, `x` does it and returns a record.
"""

from dataclasses import dataclass, replace
from typing import Self

from controller.errors import RuleError
from controller.rules.actions import allows
from controller.rules.dice import CRAPS, NATURALS, Pair
from controller.rules.money import money_text
from controller.rules.street_records import (
    BoxedUp,
    DicePassed,
    Faded,
    PlayerLeft,
    Settlement,
    StakePlaced,
    ThrowRuled,
)

STAKE, FADE, COME_OUT, POINT, OVER = "stake", "fade", "come_out", "point", "over"
ENDINGS = ("natural", "craps", "pass", "seven_out")
SHOOTER_WINS = frozenset({"natural", "pass"})

LITERAL = frozenset({"natural", "craps", "seven_out"})
STANDARD = frozenset({"seven_out"})
PRESETS = {"literal": LITERAL, "standard": STANDARD}


@dataclass(frozen=True, slots=True)
class Landing:
    """How a throw came to rest: `wall` tells of each die whether it hit the far wall (SC-23)."""

    dice: Pair | None
    wall: tuple[bool, bool] = (True, True)
    cocked: bool = False
    off: bool = False
    touched_object: bool = False

    def void_result(self) -> str | None:
        """Name the fault that makes the throw void, or None where it counts (decision 9: the order of faults)."""
        if self.off:
            return "void_off_board"
        if not any(self.wall):
            return "void_no_wall"
        return "void_cocked" if self.cocked else None


@dataclass(slots=True)
class StreetTable:
    """A game between two players. Money is in cents; `bank_cents` and all stacks together never change their sum."""

    stacks_cents: dict[str, int]
    shooter: str
    swap_after: frozenset[str] = LITERAL
    phase: str = STAKE
    stake_cents: int = 0
    cover_cents: int = 0
    point: int | None = None
    first_throw_counted: bool = False
    warned: frozenset[str] = frozenset()
    substituted: bool = False
    left: str | None = None

    def __post_init__(self) -> None:
        """End a game in which somebody has nothing to play with."""
        self._end_if_broke()

    def copy(self) -> Self:
        """Give an independent copy."""
        return replace(self, stacks_cents=dict(self.stacks_cents))

    @property
    def fader(self) -> str:
        """The player who does not shoot (SC-1)."""
        return self.opponent_of(self.shooter)

    @property
    def bank_cents(self) -> int:
        """What lies in the bank: stake, with its uncovered rest, and cover."""
        return self.stake_cents + self.cover_cents

    @property
    def in_round(self) -> bool:
        """Tell whether a round is under way: it begins when the cover is placed."""
        return self.phase in (COME_OUT, POINT)

    @property
    def thrower(self) -> str | None:
        """Who must make the next throw; None when the game is over."""
        if self.phase == OVER:
            return None
        return self.fader if self.substituted else self.shooter

    def opponent_of(self, player: str) -> str:
        """Name the other player."""
        first, second = self.stacks_cents
        return second if player == first else first

    # -- stake and cover ----------------------------------------------------------------------------------------------

    def verify_stake(self, amount_cents: int) -> None:
        """Raise RuleError unless the shooter may put this stake in the bank now (SC-2); 0 withdraws one."""
        self._verify_playing()
        if self.in_round:
            raise RuleError("The stake is covered and the round is under way: it cannot be changed now.")
        if amount_cents < 0:
            raise RuleError("A stake must not be negative.")
        if amount_cents == 0 and self.phase == STAKE:
            raise RuleError(f"A stake of 0 is no stake: {self.shooter} must put something in the bank.")
        self._verify_money(self.shooter, amount_cents - self.stake_cents, amount_cents)

    def can_stake(self, amount_cents: int) -> bool:
        """Tell whether `stake` would be allowed."""
        return allows(self.verify_stake, amount_cents)

    def stake(self, amount_cents: int) -> StakePlaced:
        """Put the shooter's stake in the bank in place of an earlier one; 0 withdraws it."""
        self.verify_stake(amount_cents)
        self.stacks_cents[self.shooter] -= amount_cents - self.stake_cents
        self.stake_cents = amount_cents
        self.phase = FADE if amount_cents else STAKE
        return StakePlaced(self.shooter, amount_cents)

    def verify_fade(self, amount_cents: int) -> None:
        """Raise RuleError unless the fader may cover this much now (SC-3; a cover of 0 is none, decision 6)."""
        self._verify_playing()
        if self.phase == STAKE:
            raise RuleError(f"There is no stake to cover yet: {self.shooter} must put one in the bank first.")
        if self.in_round:
            raise RuleError("The stake is covered already and the round is under way.")
        if amount_cents <= 0:
            raise RuleError("A cover must be more than 0: the stake is covered wholly or partly.")
        if amount_cents > self.stake_cents:
            raise RuleError(f"A cover must not exceed the shooter's stake of {money_text(self.stake_cents)}.")
        self._verify_money(self.fader, amount_cents, amount_cents)

    def can_fade(self, amount_cents: int) -> bool:
        """Tell whether `fade` would be allowed."""
        return allows(self.verify_fade, amount_cents)

    def fade(self, amount_cents: int) -> Faded:
        """Cover the stake wholly or partly; the round begins, and the come-out may be thrown (SC-4)."""
        self.verify_fade(amount_cents)
        self.stacks_cents[self.fader] -= amount_cents
        self.cover_cents = amount_cents
        self.phase = COME_OUT
        return Faded(self.fader, amount_cents, self.stake_cents)

    # -- the throw ----------------------------------------------------------------------------------------------------

    def verify_throw(self) -> None:
        """Raise RuleError unless a throw is due now (SC-2, SC-4)."""
        self._verify_playing()
        if self.phase == STAKE:
            raise RuleError(f"No throw before the stake: {self.shooter} must put one in the bank first.")
        if self.phase == FADE:
            raise RuleError(f"No throw before the cover: {self.fader} must cover the stake first.")

    def can_throw(self) -> bool:
        """Tell whether `throw` would be allowed."""
        return allows(self.verify_throw)

    def throw(self, landing: Landing) -> ThrowRuled:
        """Rule a throw and settle the round it decides (SC-5 to SC-12, SC-23 to SC-28).

        Raises ValueError for a throw that counts and shows no dice.
        """
        self.verify_throw()
        void = landing.void_result()
        return self._rule_void(landing, void) if void else self._rule_counted(landing)

    def _rule_void(self, landing: Landing, result: str) -> ThrowRuled:
        thrower = self._must_throw()
        handed_over = result == "void_no_wall" and not self.substituted
        self.substituted = self.substituted or handed_over
        return ThrowRuled(
            result,
            thrower,
            self.shooter,
            None,
            substituted=handed_over,
            touched_object=landing.touched_object,
        )

    def _rule_counted(self, landing: Landing) -> ThrowRuled:
        if landing.dice is None:
            raise ValueError("A throw that counts needs its dice.")
        thrower, shooter = self._must_throw(), self.shooter
        one_wall = not all(landing.wall)
        repeated = one_wall and not self.substituted and thrower in self.warned
        if one_wall:
            self.warned |= {thrower}
        self.substituted = self.substituted or repeated
        result, settlement = self._apply_total(sum(landing.dice))
        return ThrowRuled(
            result,
            thrower,
            shooter,
            landing.dice,
            warned=one_wall and not repeated,
            substituted=repeated,
            touched_object=landing.touched_object,
            settlement=settlement,
        )

    def _apply_total(self, total: int) -> tuple[str, Settlement | None]:
        result = come_out_result(total) if self.point is None else point_result(total, self.point)
        self.first_throw_counted = True
        if result == "point":
            self.point, self.phase = total, POINT
        if result in ENDINGS:
            return result, self._settle(result in SHOOTER_WINS, swap=result in self.swap_after)
        return result, None

    # -- between throws -----------------------------------------------------------------------------------------------

    def verify_box_up(self, player: str) -> None:
        """Raise RuleError unless this player may ask for other dice: until a round's first counted throw (SC-22)."""
        self._verify_player(player)
        if self.first_throw_counted:
            raise RuleError("Other dice only between rounds: the come-out of this round has been thrown.")

    def can_box_up(self, player: str) -> bool:
        """Tell whether `box_up` would be allowed."""
        return allows(self.verify_box_up, player)

    def box_up(self, player: str) -> BoxedUp:
        """Ask for other dice."""
        self.verify_box_up(player)
        return BoxedUp(player)

    def verify_pass_dice(self, player: str) -> None:
        """Raise RuleError unless this player may hand the turn over now: only the shooter may (SC-13)."""
        self._verify_player(player)
        if player != self.shooter:
            raise RuleError(f"Only the shooter may pass the dice, and that is {self.shooter}.")

    def can_pass_dice(self, player: str) -> bool:
        """Tell whether `pass_dice` would be allowed."""
        return allows(self.verify_pass_dice, player)

    def pass_dice(self, player: str) -> DicePassed:
        """Hand the turn over: a stake without cover comes back, in a round the covered amount is lost (decision 5)."""
        self.verify_pass_dice(player)
        if self.in_round:
            return DicePassed(player, True, self._settle(shooter_wins=False, swap=True).won_cents)
        self._give_stake_back()
        self.shooter = self.fader
        return DicePassed(player, False, 0)

    def verify_leave(self, player: str) -> None:
        """Raise RuleError unless this player can leave: any player of a game that goes on (SC-20, SC-21)."""
        self._verify_player(player)

    def can_leave(self, player: str) -> bool:
        """Tell whether `leave` would be allowed."""
        return allows(self.verify_leave, player)

    def leave(self, player: str) -> PlayerLeft:
        """Leave the game; in mid-round the opponent gets the whole bank, uncovered rest and all (decision 4)."""
        self.verify_leave(player)
        in_round, ceded = self.in_round, self.bank_cents if self.in_round else 0
        if in_round:
            self.stacks_cents[self.opponent_of(player)] += ceded
            self._clear_round()
        else:
            self._give_stake_back()
        self.phase, self.left = OVER, player
        return PlayerLeft(player, in_round, ceded)

    # -- within -------------------------------------------------------------------------------------------------------

    def _verify_playing(self) -> None:
        if self.phase == OVER:
            raise RuleError(f"The game is over: {self.over_because()}.")

    def over_because(self) -> str:
        """Say why the game is over, as a clause without a full stop."""
        if self.left is not None:
            return f"{self.left} has left"
        broke = [name for name, cents in self.stacks_cents.items() if cents == 0]
        return f"{' and '.join(broke)} {'has' if len(broke) == 1 else 'have'} nothing left to play with"

    def _verify_player(self, player: str) -> None:
        if player not in self.stacks_cents:
            raise RuleError(f"Nobody called {player[:64]} plays here; the players are {', '.join(self.stacks_cents)}.")
        self._verify_playing()

    def _verify_money(self, player: str, needed_cents: int, amount_cents: int) -> None:
        if needed_cents > self.stacks_cents[player]:
            raise RuleError(f"{player} has not enough money for {money_text(amount_cents)}.")

    def _must_throw(self) -> str:
        return self.fader if self.substituted else self.shooter

    def _give_stake_back(self) -> None:
        self.stacks_cents[self.shooter] += self.stake_cents
        self._clear_round()

    def _settle(self, shooter_wins: bool, swap: bool) -> Settlement:
        winner = self.shooter if shooter_wins else self.fader
        won, bank = self.cover_cents, self.bank_cents
        self.stacks_cents[winner] += 2 * won
        self.stacks_cents[self.shooter] += self.stake_cents - won
        if swap:
            self.shooter = self.fader
        self._clear_round()
        return Settlement(winner, won, bank, swap)

    def _clear_round(self) -> None:
        self.stake_cents = self.cover_cents = 0
        self.point, self.phase = None, STAKE
        self.first_throw_counted, self.substituted, self.warned = False, False, frozenset()
        self._end_if_broke()

    def _end_if_broke(self) -> None:
        if self.phase == STAKE and not all(self.stacks_cents.values()):
            self.phase = OVER


def come_out_result(total: int) -> str:
    """Rule a come-out total: natural, craps or point (SC-5 to SC-7)."""
    if total in NATURALS:
        return "natural"
    return "craps" if total in CRAPS else "point"


def point_result(total: int, point: int) -> str:
    """Rule a total thrown for a point: pass, seven_out or no_decision (SC-8, SC-9)."""
    if total == point:
        return "pass"
    return "seven_out" if total == 7 else "no_decision"

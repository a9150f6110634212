"""What happened at street craps, as frozen records. Every action of the table returns one."""

from dataclasses import dataclass

from controller.rules.dice import Pair


@dataclass(frozen=True, slots=True)
class StakePlaced:
    """The shooter put his stake in the bank (SC-2), changed it, or (0) took it back."""

    shooter: str
    stake_cents: int


@dataclass(frozen=True, slots=True)
class Faded:
    """The fader covered the stake wholly or partly (SC-3); the round begins."""

    fader: str
    cover_cents: int
    stake_cents: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """A decided round: who won the covered amount, and what lay in the bank (SC-10, SC-11)."""

    winner: str
    won_cents: int
    bank_cents: int
    roles_swapped: bool


@dataclass(frozen=True, slots=True)
class ThrowRuled:
    """A throw and its ruling.

    `result`: natural, craps, point, pass, seven_out, no_decision, void_cocked, void_off_board, void_no_wall.
    `warned`: the thrower was warned; `substituted`: the opponent makes the throws that are left of this round.
    """

    result: str
    thrower: str
    shooter: str
    dice: Pair | None
    warned: bool = False
    substituted: bool = False
    touched_object: bool = False
    settlement: Settlement | None = None

    @property
    def counted(self) -> bool:
        """Tell whether the throw counts."""
        return not self.result.startswith("void")


@dataclass(frozen=True, slots=True)
class BoxedUp:
    """Somebody asked for other dice (SC-22)."""

    player: str


@dataclass(frozen=True, slots=True)
class DicePassed:
    """The shooter handed his turn over (SC-13): `forfeited_cents` is what it cost him."""

    player: str
    in_round: bool
    forfeited_cents: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Somebody left (SC-20, SC-21): in mid-round the opponent got `ceded_cents`, the whole bank."""

    player: str
    in_round: bool
    ceded_cents: int

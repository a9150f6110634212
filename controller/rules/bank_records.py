"""What happened at bank craps, as frozen records. Every action of the table returns one."""

from dataclasses import dataclass

from controller.rules.dice import Pair


@dataclass(frozen=True, slots=True)
class BankStake:
    """A ponte put chips on a band (`band` None: the first jet), or took them back (`cents` negative)."""

    player: str
    cents: int
    band: str | None = None


@dataclass(frozen=True, slots=True)
class StakeSettled:
    """A stake was decided: the ponte won or lost `cents`; `band` None is the first jet."""

    player: str
    cents: int
    won: bool
    band: str | None = None


@dataclass(frozen=True, slots=True)
class BankThrow:
    """A throw and what it came to.

    `result`: abattage, baraque, point, point_made, seven_out, no_decision (FB-5 to FB-10). `thrower` and `banker` are
    those of the throw.
    """

    result: str
    dice: Pair
    thrower: str
    banker: str
    settled: tuple[StakeSettled, ...] = ()

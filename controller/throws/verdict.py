"""A throw and what was found about it: frozen records, complete enough for a dispute."""

from dataclasses import dataclass
from enum import StrEnum

from controller.throws.events import Wall


class Reason(StrEnum):
    """Findings, in the order in which a verdict lists them (commands.md, Recordings)."""

    OFF_BOARD = "off_board"
    NO_WALL = "no_wall"
    COCKED = "cocked"
    STACKED = "stacked"
    ONE_WALL = "one_wall"
    UNREADABLE = "unreadable"
    MOVED_AGAIN = "moved_again"
    HAND = "hand"
    WRONG_COUNT = "wrong_count"
    SENSOR_DEAD = "sensor_dead"


@dataclass(frozen=True, slots=True)
class WallTouch:
    """A die met a wall: which, at which sensor zone (None: only the track shows it), when, and by which hit.

    `seen_ns`: when the track shows it, where it surely bounced there.
    """

    wall: Wall
    zone: str | None
    t_ns: int
    hit_id: int | None = None
    seen_ns: int | None = None


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """One die of a throw: how it came to rest and what it touched. `hit_wall` (far wall): None is not sure.

    `hit_chance`: how likely it is to have hit that wall, by all that was seen and heard; None: nothing was weighed.
    """

    value: int | None
    state: str
    tilt_deg: float | None = None
    centre_mm: tuple[float, float] | None = None
    support: str | None = None
    confidence: float = 1.0
    alternatives: tuple[tuple[int, float], ...] = ()
    walls: tuple[WallTouch, ...] = ()
    hit_wall: bool | None = None
    hit_chance: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a throw counts (None: a person is asked), all reasons, the question, and the evidence."""

    counts: bool | None
    reasons: tuple[Reason, ...] = ()
    ask: str | None = None
    frames: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw from its first movement to its verdict. `values` is None when void or asked."""

    start_ns: int
    rest_ns: int
    dice: tuple[ThrownDie, ...]
    verdict: Verdict
    policy: str = "street"

    @property
    def values(self) -> tuple[int, ...] | None:
        """The faces in reading order, or None for a void or unsure throw."""
        if self.verdict.counts is not True:
            return None
        faces = tuple(d.value for d in self.dice if d.value is not None)
        return faces if len(faces) == len(self.dice) else None

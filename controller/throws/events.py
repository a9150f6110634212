"""What happens at a table, as values on one clock (CLOCK_MONOTONIC, ns), and what sensors must offer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Wall(StrEnum):
    """The board's inner wall faces. Only FAR matters to the rules (games.md A.0, decision 14)."""

    FAR = "far"
    NEAR = "near"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Zone:
    """A bump sensor's stretch of wall: y on far and near, x on left and right, mm.

    `rim`: it sits on the wood of the wall's top and is set so that it hears what strikes the rim, hardly the rubber.
    """

    name: str
    wall: Wall
    from_mm: float
    to_mm: float
    rim: bool = False


@dataclass(frozen=True, slots=True)
class WallEdge:
    """A raw sensor edge as the pin gave it, bouncing and all. `level` 1: sensor active, whatever the polarity."""

    t_ns: int
    zone: str
    level: int


class HitKind(StrEnum):
    """How much a hit says by itself; the weaker kinds count only where a track was there too.

    CLEAR: the first edge after quiet. CROSSTALK: another zone was first by a few milliseconds, so this may be the
    frame's shaking. RINGING: a new burst, after some quiet or so dense that it is a blow of its own, in a zone that
    may still ring from the hit before.
    """

    CLEAR = "clear"
    CROSSTALK = "crosstalk"
    RINGING = "ringing"


@dataclass(frozen=True, slots=True)
class WallHit:
    """A debounced hit: the first edge of one bump. `id` numbers the hits of a session.

    `until_ns`: the last edge of its ringing so far; None where that was not followed. `rises`: how often the zone went
    active right then: a blow makes many sensors chatter, a shaken frame lets them tick. `rim`: heard at the wall's top.
    """

    t_ns: int
    zone: str
    wall: Wall
    id: int
    kind: HitKind = HitKind.CLEAR
    until_ns: int | None = None
    rises: int = 1
    rim: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person said: a line of the game's referee protocol, or `{"command": "undo"}` and the like."""

    t_ns: int
    line: Mapping[str, object]
    by: str = "dealer"


@dataclass(frozen=True, slots=True)
class Health:
    """A device's state as people should hear of it: `part` "camera", a zone's name, or what else has a state."""

    t_ns: int
    part: str
    ok: bool
    message: str


class EdgeSource(Protocol):
    """Wall sensors, real or simulated. They run in their own thread and only hand over edges, and their own health."""

    def start(self, put: Callable[[WallEdge | Health], None]) -> None:
        """Begin to hand over edges in time order."""

    def stop(self) -> None:
        """Stop and free the lines; nothing is handed over afterwards."""

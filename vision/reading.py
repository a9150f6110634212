"""What the eye saw, as plain values: standard library only, so that the judge can take it in."""

from dataclasses import dataclass
from enum import StrEnum


class DieState(StrEnum):
    """How a die lies. Over 3° of tilt is cocked; flat on a chip is flat; on another die is stacked."""

    FLAT = "flat"
    COCKED = "cocked"
    STACKED = "stacked"
    MOVING = "moving"
    UNREADABLE = "unreadable"
    OFF_BOARD = "off_board"


class Support(StrEnum):
    """What a die touches besides the felt."""

    WALL = "wall"
    CHIPS = "chips"
    DIE = "die"


class Motion(StrEnum):
    """What the whole board does. SETTLING: nothing moved for a moment, not yet long enough to be STILL."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLING = "settling"
    STILL = "still"


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die in one picture.

    `value` is the face that would be called, also for a cocked die, or None. `centre_px` is the projected
    centre of the body in the stored picture; `centre_mm` its place in the board frame (None without a
    calibration). `angle_deg` is the turn of the top face about the vertical, 0 to 90. `confidence` is the
    probability that `value` and `state` are right; `alternatives` are other values with theirs, likeliest first.
    """

    value: int | None
    state: DieState
    centre_px: tuple[float, float]
    centre_mm: tuple[float, float] | None = None
    edge_px: float | None = None
    angle_deg: float | None = None
    tilt_deg: float | None = None
    support: Support | None = None
    confidence: float = 1.0
    alternatives: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class TableReading:
    """One picture read: all dice in it, and whether the reader is sure (`ok`) or would ask (`reasons` say why).

    A die that is surely cocked, stacked or off the board does not make `ok` false; an unreadable or moving
    one does. `exposed_ns` is when the exposure began; `frame` the number of the picture in its stream.
    """

    dice: tuple[DieReading, ...] = ()
    ok: bool = True
    reasons: tuple[str, ...] = ()
    exposed_ns: int = 0
    frame: int = 0
    hand: bool = False

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the flat dice, sorted."""
        return tuple(sorted(d.value for d in self.dice if d.state is DieState.FLAT and d.value is not None))


@dataclass(frozen=True, slots=True)
class Sighting:
    """One moving or resting thing in one frame of the small stream, followed under one `track` number.

    `x_mm`, `y_mm` are where its silhouette's centre meets the plane at half a die's height; a die in the air
    is nearer to the camera and appears farther from the camera's foot point than it is.
    `area_dice` is the size of its silhouette in units of one resting die (2.0: two dice merged, or a hand).
    """

    track: int
    x_mm: float
    y_mm: float
    area_dice: float = 1.0


@dataclass(frozen=True, slots=True)
class MotionReading:
    """One frame of the small stream: what the board does, and where things are."""

    motion: Motion
    sightings: tuple[Sighting, ...] = ()
    exposed_ns: int = 0
    frame: int = 0
    hand: bool = False

"""What really happened in a simulated throw: the answer sheet for reader, judge and benches."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.throws.events import Wall
from vision.reading import DieState, Support

if TYPE_CHECKING:
    from controller.twin.outcome import DieEnd
    from controller.twin.physics import Bump
    from controller.twin.throwing import Toss

COCKED_OVER_DEG = 3.0


@dataclass(frozen=True, slots=True)
class Contact:
    """A die met a wall: `face` is "inner", "rim" or "outside"; place in mm, impulse in mN·s, twin's clock."""

    die: int
    wall: Wall
    face: str
    t_ns: int
    end_ns: int
    place_mm: tuple[float, float, float]
    impulse_mns: float


@dataclass(frozen=True, slots=True)
class DieTruth:
    """One die at rest. `rotation` is body to board, row by row; faces of the body: 1 is +x, 2 is +y, 3 is +z."""

    value: int
    state: DieState
    tilt_deg: float
    centre_mm: tuple[float, float, float]
    rotation: tuple[float, ...]
    support: Support | None
    hit_far_wall: bool
    contacts: tuple[Contact, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrowTruth:
    """One whole throw: `lift_ns` the hand comes for the dice, `start_ns` they leave it, `rest_ns` all lie still.

    `kind` is what was planned, `chips_mm` the chips on the board (x, y, height of the top).
    """

    index: int
    kind: str
    lift_ns: int
    start_ns: int
    rest_ns: int
    dice: tuple[DieTruth, ...]
    chips_mm: tuple[tuple[float, float, float], ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice that lie flat on the board, sorted."""
        return tuple(sorted(d.value for d in self.dice if d.state is DieState.FLAT))

    @property
    def void_reasons(self) -> tuple[str, ...]:
        """Why street policy does not count this throw (SC-25, SC-26, SC-28), in the order of a verdict."""
        found = {d.state for d in self.dice}
        checks = (
            ("off_board", DieState.OFF_BOARD in found),
            ("no_wall", not any(d.hit_far_wall for d in self.dice)),
            ("cocked", DieState.COCKED in found),
            ("stacked", DieState.STACKED in found),
        )
        return tuple(name for name, holds in checks if holds)

    @property
    def counts(self) -> bool:
        """Whether street policy counts it; one die missing the wall is a warning only (SC-27)."""
        return not self.void_reasons

    @property
    def one_wall(self) -> bool:
        """Whether some dice hit the far wall and others did not (SC-27)."""
        hits = [d.hit_far_wall for d in self.dice]
        return any(hits) and not all(hits)


def truth_of(toss: "Toss", index: int, lift_ns: int, start_ns: int, rest_ns: int) -> ThrowTruth:
    """Write down what a toss comes to, on the twin's clock."""
    chips = tuple((float(x), float(y), float(z)) for x, y, z in toss.chips_mm)
    dice = tuple(_die(end, start_ns) for end in toss.ends)
    return ThrowTruth(index, toss.kind.value, lift_ns, start_ns, rest_ns, dice, chips)


def _die(end: "DieEnd", start_ns: int) -> DieTruth:
    return DieTruth(
        end.value,
        end.state,
        end.tilt_deg,
        end.centre_mm,
        end.rotation,
        end.support,
        end.hit_far_wall,
        tuple(_contact(bump, start_ns) for bump in end.bumps),
    )


def _contact(bump: "Bump", start_ns: int) -> Contact:
    begin, end = (start_ns + round(t * 1e9) for t in (bump.start_s, bump.end_s))
    return Contact(bump.die, bump.wall, bump.face, begin, end, bump.place_mm, bump.impulse_mns)

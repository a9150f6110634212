"""What can go wrong on demand: camera stalls, lost frames, stuck and dead sensors, a hand that stays, the lamp out."""

from dataclasses import dataclass
from enum import StrEnum

from controller.throws.events import WallEdge


class Fault(StrEnum):
    """The kinds of faults."""

    CAMERA_STALL = "camera_stall"
    DROPPED_FRAMES = "dropped_frames"
    STUCK_SENSOR = "stuck_sensor"
    DEAD_SENSOR = "dead_sensor"
    HAND_IN_VIEW = "hand_in_view"
    LAMP_OFF = "lamp_off"


@dataclass(frozen=True, slots=True)
class FaultSpell:
    """A fault from `from_ns` until before `to_ns` on the twin's clock. `zone` names the sensor where one is meant."""

    fault: Fault
    from_ns: int = 0
    to_ns: int = 2**62
    zone: str = "far-1"

    def at(self, t_ns: int) -> bool:
        """Whether it holds at a time."""
        return self.from_ns <= t_ns < self.to_ns


class Faults:
    """The faults in force. Every third frame is lost while frames are dropped."""

    def __init__(self, spells: tuple[FaultSpell, ...] = ()) -> None:
        self.spells = spells

    def any(self, fault: Fault, t_ns: int) -> bool:
        """Whether a kind of fault holds at a time."""
        return any(s.fault is fault and s.at(t_ns) for s in self.spells)

    def keeps(self, exposed_ns: int, index: int) -> bool:
        """Whether a frame of this time and number is delivered."""
        if self.any(Fault.CAMERA_STALL, exposed_ns):
            return False
        return index % 3 != 1 or not self.any(Fault.DROPPED_FRAMES, exposed_ns)

    def edges(self, edges: tuple[WallEdge, ...], from_ns: int, to_ns: int) -> tuple[WallEdge, ...]:
        """Give what arrives of the edges of a stretch of time: dead lines are silent, stuck ones stay at 1."""
        kept = [e for e in edges if not self._mute(e)]
        for spell in self.spells:
            if spell.fault is Fault.STUCK_SENSOR and from_ns <= spell.from_ns < to_ns:
                kept.append(WallEdge(spell.from_ns, spell.zone, 1))
        return tuple(sorted(kept, key=lambda e: (e.t_ns, e.zone)))

    def _mute(self, edge: WallEdge) -> bool:
        silent = (Fault.DEAD_SENSOR, Fault.STUCK_SENSOR)
        return any(s.fault in silent and s.zone == edge.zone and s.at(edge.t_ns) for s in self.spells)

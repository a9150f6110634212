"""What was heard at one wall, held against how dice came near it: which hits fit, and where nothing could be heard."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.throws.approaches import Approach, approaches
from controller.throws.events import HitKind, Wall, WallHit, Zone
from controller.throws.paths import Path
from controller.throws.table import Spot, Table

RINGING_NS = 250_000_000
"""The longest that a zone rings from one hit and may hide the next."""
ZONE_SLACK_MM = 30.0
LEFT_OVER_MM = 3.0
LAY_NS = 150_000_000
"""A die that has lain there for longer makes no hit."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An approach of a die that may have been a touch. `bounced`: it turned as at a wall, there, and at nothing else.

    `at_rim`: it was seen so far out that it may have met the rim. `headlong`: it flew at the wall with nothing else
    that can have turned it.
    """

    die: int
    approach: Approach
    bounced: bool
    at_rim: bool
    headlong: bool = False


class Evidence:
    """All that was heard at one wall, and which hits a die that turned there has explained already."""

    def __init__(self, table: Table, wall: Wall, hits: Sequence[WallHit], untrusted: frozenset[str]) -> None:
        self.table = table
        self.wall = wall
        self.untrusted = untrusted
        self.hits = tuple(hit for hit in hits if hit.wall is wall)
        self.weighed: set[int] = set()
        self.bounces: dict[int, list[Candidate]] = {}
        self.rim_hits: dict[int, set[int]] = {}

    def heard(self, approach: Approach) -> WallHit | None:
        """Find the hit of an approach: in time, in a zone under the die, clear ones before weaker ones."""
        begin_ns, end_ns = self._heard_between(approach)
        fitting = [hit for hit in self.hits if begin_ns <= hit.t_ns <= end_ns and self._under(approach, hit.zone)]
        return min(fitting, key=lambda hit: (_WEIGHT[hit.kind], self.off_ns(approach, hit)), default=None)

    def off_ns(self, approach: Approach, hit: WallHit) -> int:
        """Say how far a hit is from where the sensors should tell of an approach."""
        return abs(hit.t_ns - approach.t_ns - (self.table.latency_ns or 0))

    def _heard_between(self, approach: Approach) -> tuple[int, int]:
        after_ns, until_ns = self.table.heard_after_ns
        return approach.t_ns + after_ns - approach.hidden_ns, approach.t_ns + until_ns + approach.hidden_ns

    def masked(self, approach: Approach) -> bool:
        """Tell whether a zone there may still have rung from a hit before, so that a touch could not be heard."""
        begin_ns, end_ns = self._heard_between(approach)
        return any(
            hit.t_ns <= end_ns and begin_ns <= _rings_until_ns(hit) and self._under(approach, hit.zone)
            for hit in self.hits
        )

    def listening(self, approach: Approach) -> Zone | None:
        """Find the trusted zone that a touch there would have woken; None where any zone under it is out."""
        low, high = self.table.along_span_mm(self.wall, approach.spot)
        own = [zone for zone in self.table.zones if zone.wall is self.wall]
        under = [zone for zone in own if zone.from_mm <= high and low <= zone.to_mm]
        if not under or any(zone.name in self.untrusted for zone in under):
            return None
        return under[0]

    def was_there(self, path: Path, hit: WallHit) -> bool:
        """Tell whether a die was close to the rubber when a hit was made, and had not come to rest long before."""
        after_ns, until_ns = self.table.heard_after_ns
        least_mm = self.table.pressed_mm - LEFT_OVER_MM
        end_ns = approaches(self.table, self.wall, path)[-1].last_ns + LAY_NS if path.points else 0
        here = (p for p in path.points if hit.t_ns - until_ns <= p.t_ns <= min(hit.t_ns - after_ns, end_ns))
        return any(
            self.table.outward_mm(self.wall, p.spot) >= least_mm and self._beside(p.spot, hit.zone) for p in here
        )

    def _under(self, approach: Approach, name: str) -> bool:
        return self._beside(approach.spot, name)

    def _beside(self, spot: Spot, name: str) -> bool:
        zone = self.table.zone(name)
        low, high = self.table.along_span_mm(self.wall, spot)
        return zone is not None and zone.from_mm - ZONE_SLACK_MM <= high and low <= zone.to_mm + ZONE_SLACK_MM


def _rings_until_ns(hit: WallHit) -> int:
    return hit.t_ns + RINGING_NS if hit.until_ns is None else hit.until_ns


_WEIGHT = {HitKind.CLEAR: 0, HitKind.CROSSTALK: 1, HitKind.RINGING: 2}

"""The far wall's bump sensors: from contacts to raw edges that bounce, ring and leak into their neighbours.

A sensor with a hold makes one pulse of what it feels within the hold, whatever the piezo does meanwhile. One on the
wood of the wall's top feels what strikes the rim in full, and the rubber and the side walls weakened.
"""

import numpy as np

from controller.throws.events import Wall, WallEdge, Zone
from controller.twin.physics import Bump
from controller.twin.settings import TwinSettings

_LEAST_GAP_NS = 20_000
_FELT_AT_THE_RIM = {"rim": (0.7, 1.3), "rubber": (0.15, 0.4), "side": (0.05, 0.25)}
"""From which to which part of a blow comes to a sensor on the wood: the boards behind the rubber stand on foam."""


def zones_of(settings: TwinSettings) -> tuple[Zone, ...]:
    """Divide the far wall evenly among the sensors: far-1 begins at the right wall (y = 0). The rim's comes last."""
    count, width = settings.sensors.zones, settings.board.width_mm
    rubber = tuple(
        Zone(f"far-{k + 1}", Wall.FAR, round(width * k / count, 1), round(width * (k + 1) / count, 1))
        for k in range(count)
    )
    return (*rubber, Zone("far-rim", Wall.FAR, 0.0, width, rim=True)) if settings.sensors.rim_threshold_mns else rubber


class WallSensors:
    """Makes raw edges. One seeded generator gives one sequence, with or without a sensor on the rim."""

    def __init__(self, settings: TwinSettings, rng: np.random.Generator) -> None:
        self.zones = zones_of(settings)
        self._rubber = tuple(zone for zone in self.zones if not zone.rim)
        self._rim = next((zone.name for zone in self.zones if zone.rim), None)
        self._settings = settings.sensors
        self._rng = rng
        (self._rim_rng,) = rng.spawn(1)

    def edges(self, bumps: tuple[Bump, ...], start_ns: int) -> tuple[WallEdge, ...]:
        """Give the edges of a throw that began at `start_ns`, in time order, every line ending at rest (0)."""
        shocks: dict[str, list[tuple[int, int]]] = {zone.name: [] for zone in self.zones}
        for bump in bumps:
            if bump.wall is Wall.FAR and bump.face != "outside":
                self._shock(shocks, bump, start_ns)
            if self._rim is not None:
                shocks[self._rim] += self._at_rim(bump, start_ns)
        found = [e for name, pulses in shocks.items() for e in _line(name, self._held(pulses))]
        return tuple(sorted(found, key=lambda e: (e.t_ns, e.zone)))

    def _held(self, pulses: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Give what a line with a hold tells of pulses: one begins a hold, and what comes within it is not heard."""
        hold_ns = self._ns(self._settings.hold_ms)
        held: list[tuple[int, int]] = []
        for begin, _ in sorted(pulses) if hold_ns else ():
            if not held or begin > held[-1][1]:
                held.append((begin, begin + hold_ns))
        return held or pulses

    def _shock(self, shocks: dict[str, list[tuple[int, int]]], bump: Bump, start_ns: int) -> None:
        # A blow on the wooden rim reaches the foam-mounted boards weakened.
        strength = bump.impulse_mns * (0.35 if bump.face == "rim" else 1.0)
        felt = strength / self._settings.threshold_mns
        home = min(range(len(self._rubber)), key=lambda k: self._gap(k, bump.place_mm[1]))
        at = self._told_ns(bump, start_ns)
        if felt >= 1:
            shocks[self._rubber[home].name] += self._burst(at, felt, self._rng)
        for k in (home - 1, home + 1):
            leak = felt * self._rng.uniform(0.02, 0.12)
            if 0 <= k < len(self._rubber) and leak >= 1 and self._rng.random() < self._settings.cross_talk:
                late_ns = self._ns(self._rng.uniform(5, 20))
                shocks[self._rubber[k].name] += self._burst(at + late_ns, leak, self._rng)

    def _at_rim(self, bump: Bump, start_ns: int) -> list[tuple[int, int]]:
        """Give what the sensor on the wood makes of a blow."""
        what = "rim" if bump.face == "rim" else "rubber"
        part = self._rim_rng.uniform(*_FELT_AT_THE_RIM[what if bump.wall is Wall.FAR else "side"])
        felt = part * bump.impulse_mns / self._settings.rim_threshold_mns
        if felt < 1 or bump.face == "outside" or bump.wall is Wall.NEAR:
            return []
        return self._burst(self._told_ns(bump, start_ns), felt, self._rim_rng)

    def _told_ns(self, bump: Bump, start_ns: int) -> int:
        return start_ns + round(bump.start_s * 1e9) + self._ns(self._settings.latency_ms)

    def _gap(self, zone: int, y_mm: float) -> float:
        low, high = self._rubber[zone].from_mm, self._rubber[zone].to_mm
        return max(low - y_mm, y_mm - high, 0.0)

    def _burst(self, at_ns: int, felt: float, rng: np.random.Generator) -> list[tuple[int, int]]:
        """One shock as pulses (from, to): dense chatter, then ringing that thins out; weak ones only tick."""
        if felt < 2:
            return [(at_ns, at_ns + self._ns(rng.uniform(0.08, 0.6)))]
        pulses = []
        t = at_ns
        chatter_end = at_ns + self._ns(self._settings.chatter_ms * rng.uniform(0.4, 1.0))
        while t < chatter_end:
            long = self._ns(rng.uniform(0.05, 1.4))
            pulses.append((t, t + long))
            t += long + self._ns(rng.uniform(0.05, 0.9))
        ring_end = at_ns + self._ns(self._settings.ring_ms * min(felt / 30, 1.0) * rng.uniform(0.3, 1.0))
        while t < ring_end:
            t += self._ns(rng.exponential(14) + 2)
            pulses.append((t, t + self._ns(rng.uniform(0.05, 0.5))))
        return pulses

    @staticmethod
    def _ns(ms: float) -> int:
        return round(ms * 1e6)


def _line(zone: str, pulses: list[tuple[int, int]]) -> list[WallEdge]:
    """Merge overlapping pulses of one line into alternating edges."""
    edges: list[WallEdge] = []
    for begin, end in sorted(pulses):
        if edges and begin <= edges[-1].t_ns + _LEAST_GAP_NS:
            edges[-1] = WallEdge(max(edges[-1].t_ns, end), zone, 0)
        else:
            edges += [WallEdge(begin, zone, 1), WallEdge(end, zone, 0)]
    return edges

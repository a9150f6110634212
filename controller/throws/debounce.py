"""From raw, bouncing sensor edges to hits: the first edge of a bump counts, what follows is ringing or cross-talk.

Every decision rests on single edges, never on a pair of them: under load the kernel merges the two edges of a short
pulse (hardware-facts.md, Wall sensors).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from controller.throws.events import Health, HitKind, Wall, WallEdge, WallHit, Zone

MS = 1_000_000
BLOW_RISES, BLOW_NS = 3, 4 * MS
"""A sensor that goes active so often within so short a time chatters under a blow; ringing thins out soon."""
SHORT_RISES, SHORT_NS = 2, 2 * MS
"""The same of a sensor that never chatters for long."""
THIN_NS = 2 * MS
"""How much quiet before a blow tells it from the chatter of the one before."""
DENSE_NS = 12 * MS // 5
"""While a sensor chatters it goes active again within this time."""
BEYOND_NS = 1 * MS
"""Chatter that lasts so much longer than one blow's tells of a second one within it."""
BLOW_PART = 0.7
"""A blow chatters for about this part of the longest chatter."""


@dataclass(frozen=True, slots=True)
class DebounceTimes:
    """How sensors behave; ns. Defaults: a piezo with a 10 ms hold behind pyramid rubber."""

    ringing_ns: int = 250 * MS
    """The longest that one hit rings."""
    quiet_ns: int = 60 * MS
    """Within the ringing, an edge after this much quiet may be a second die."""
    crosstalk_ns: int = 20 * MS
    """A hit on one zone shakes the others through the frame for this long."""
    stuck_ns: int = 1000 * MS
    """Active for longer is no die: somebody leans on the wall, or the sensor is stuck."""
    chatter_ns: int = 2000 * MS
    """The stretch over which bursts are counted, and how long a zone must be quiet to be trusted again."""
    chatter_bursts: int = 10
    """More bursts than this in one stretch are no dice."""
    blow_ns: int = 12 * MS
    """The longest that a sensor chatters under one blow: a second one is heard only after that, or by more chatter."""
    hold_ns: int | None = None
    """How long the pulses of sensors with a hold are; None where that is not known, and only their pulses tell it."""

    @property
    def short(self) -> bool:
        """Tell whether one blow's chatter is too short for many rises."""
        return self.blow_ns < BLOW_NS

    @property
    def blow_rises(self) -> int:
        """Give how often a sensor goes active at least under a blow; a tick is less."""
        return SHORT_RISES if self.short else BLOW_RISES


HELD_NS = 8 * MS, 14 * MS
"""A sensor with a hold stays active for about 10 ms a touch: no pulse of a chattering one is so long."""

PULSES_KEPT = 5
"""Most of the last so many pulses must be as long as a hold's for a sensor to have one: touches may follow closely."""
RINGS_ON_NS = 30 * MS
PAUSES_KEPT, RINGING_PAUSES = 12, 6
"""A sensor rings on behind its hold of whose last pulses so many came so soon after the one before, though not within
`THIN_NS`, in which a long blow goes on: of simulated ones that do 19 in 20 times, by touches of dice alone one in a
thousand."""

RISES_KEPT = 24
"""A chatter of 20 ms has about so many."""


@dataclass(slots=True)
class _ZoneState:
    """What is remembered of one zone: times and counts only, so a storm of edges takes no memory."""

    wall: Wall
    rim: bool = False
    level: int = 0
    edge_ns: int | None = None
    hit_ns: int | None = None
    window_ns: int = 0
    bursts: int = 0
    trouble: str | None = None
    rises_ns: tuple[int, ...] = ()
    dense_ns: int = 0
    blow_ns: int = 0
    active_ns: int = 0
    idle_ns: int | None = None
    pulses_ns: tuple[int, ...] = ()
    pauses_ns: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Tell whether its pulses are those of a hold: then each rise is a touch, and nothing is ringing."""
        least_ns, most_ns = HELD_NS
        held = sum(least_ns <= pulse_ns <= most_ns for pulse_ns in self.pulses_ns)
        ringing = sum(THIN_NS <= pause_ns <= RINGS_ON_NS for pause_ns in self.pauses_ns) >= RINGING_PAUSES
        return 2 * held > len(self.pulses_ns) and not ringing

    def fall(self, t_ns: int, stuck_ns: int) -> None:
        """Remember how long the last few pulses were; one so long as a stuck sensor's tells nothing of touches."""
        if self.level and t_ns - self.active_ns <= stuck_ns:
            self.pulses_ns = (*self.pulses_ns, t_ns - self.active_ns)[-PULSES_KEPT:]
        self.idle_ns = t_ns

    def rise(self, t_ns: int) -> None:
        """Remember since when it is active, the last few times at which it went so, and since when densely."""
        if not self.level:
            self.active_ns = t_ns
            pauses_ns = () if self.idle_ns is None else (t_ns - self.idle_ns,)
            self.pauses_ns = (*self.pauses_ns, *pauses_ns)[-PAUSES_KEPT:]
        if not self.rises_ns or t_ns - self.rises_ns[-1] > DENSE_NS:
            self.dense_ns = t_ns
        self.rises_ns = (*self.rises_ns, t_ns)[-RISES_KEPT:]


class Debouncer:
    """Turns edges in time order into hits, and says which zones cannot be trusted."""

    def __init__(self, zones: Iterable[Zone], times: DebounceTimes | None = None) -> None:
        self._times = times or DebounceTimes()
        known_ns = () if self._times.hold_ns is None else (self._times.hold_ns,) * PULSES_KEPT
        self._zones = {zone.name: _ZoneState(zone.wall, zone.rim, pulses_ns=known_ns) for zone in zones}
        self._last_hit: WallHit | None = None
        self._next_id = 1

    @property
    def untrusted(self) -> frozenset[str]:
        """Name the zones that are stuck or chatter now."""
        return frozenset(name for name, zone in self._zones.items() if zone.trouble)

    @property
    def hold(self) -> bool:
        """Tell whether all zones that were heard so far have a hold."""
        heard = [zone for zone in self._zones.values() if zone.pulses_ns]
        return bool(heard) and all(zone.holds for zone in heard)

    def edge(self, edge: WallEdge) -> tuple[WallHit | Health, ...]:
        """Take an edge: gives the hit it begins, and a change of the zone's health. Unknown zones are ignored."""
        zone = self._zones.get(edge.zone)
        if zone is None:
            return ()
        health = self.tick(edge.t_ns) + self._freed(zone, edge)
        kind = self._kind(zone, edge)
        chatter = self._count(edge, zone, kind)
        if edge.level:
            zone.rise(edge.t_ns)
        else:
            zone.fall(edge.t_ns, self._times.stuck_ns)
        zone.level = edge.level
        zone.edge_ns = max(edge.t_ns, zone.edge_ns or 0)
        if zone.trouble:
            return health + chatter
        if kind is not None:
            return (*health, *chatter, self._hit(zone, edge, kind))
        return (*health, *chatter, *self._blow(zone, edge))

    def _blow(self, zone: _ZoneState, edge: WallEdge) -> tuple[WallHit, ...]:
        """Find a second blow in the ringing of the first: the sensor chatters again, or for longer than one blow."""
        if not edge.level or zone.hit_ns is None:
            return ()
        last_ns = max(zone.hit_ns, zone.blow_ns)
        again_ns = self._chatters_again(zone, last_ns) or self._chatters_on(zone, last_ns)
        if again_ns is None:
            return ()
        ringing_ns = zone.hit_ns
        hit = self._hit(zone, replace(edge, t_ns=again_ns), HitKind.RINGING)
        zone.hit_ns, zone.blow_ns = ringing_ns, again_ns
        return (replace(hit, rises=self._times.blow_rises),)

    def _chatters_again(self, zone: _ZoneState, last_ns: int) -> int | None:
        """Give when a sensor began to chatter that had thinned out since its last blow."""
        rises, within_ns = (SHORT_RISES, SHORT_NS) if self._times.short else (BLOW_RISES, BLOW_NS)
        if len(zone.rises_ns) <= rises:
            return None
        before_ns, first_ns = zone.rises_ns[-rises - 1], zone.rises_ns[-rises]
        dense = zone.dense_ns <= first_ns and zone.rises_ns[-1] - first_ns <= within_ns
        thinned_out = first_ns - before_ns >= THIN_NS and first_ns - last_ns >= self._times.blow_ns
        return first_ns if dense and thinned_out else None

    def _chatters_on(self, zone: _ZoneState, last_ns: int) -> int | None:
        """Give about when a second blow came to a sensor that has chattered for longer than one blow makes it."""
        now_ns = zone.rises_ns[-1]
        if zone.dense_ns > last_ns or now_ns - last_ns <= self._times.blow_ns + BEYOND_NS:
            return None
        about_ns = now_ns - round(BLOW_PART * self._times.blow_ns)
        later = (t_ns for t_ns in zone.rises_ns if t_ns > last_ns)
        again_ns = min(later, key=lambda t_ns: abs(t_ns - about_ns))
        zone.dense_ns = again_ns
        zone.bursts += 1
        return again_ns

    def tick(self, now_ns: int) -> tuple[Health, ...]:
        """Let time pass: finds zones that stay active, and zones that have come to their senses."""
        news = (self._check(name, zone, now_ns) for name, zone in self._zones.items())
        return tuple(health for health in news if health is not None)

    @staticmethod
    def _freed(zone: _ZoneState, edge: WallEdge) -> tuple[Health, ...]:
        """Trust a stuck zone again at its next edge: it moves, or the falling edge before was lost."""
        if zone.trouble != _STUCK:
            return ()
        zone.trouble = None
        return (_well(edge.t_ns, edge.zone),)

    def _kind(self, zone: _ZoneState, edge: WallEdge) -> HitKind | None:
        """Say what an edge begins: a hit of some kind, or nothing new."""
        times = self._times
        if zone.edge_ns is None:
            return HitKind.CLEAR if edge.level else None
        if zone.holds and edge.level and edge.t_ns - zone.edge_ns >= THIN_NS:
            return HitKind.CLEAR
        if edge.t_ns - zone.edge_ns < times.quiet_ns or self._release(zone, edge):
            return None
        if zone.hit_ns is not None and edge.t_ns - zone.hit_ns < times.ringing_ns:
            return HitKind.RINGING
        return HitKind.CLEAR

    @staticmethod
    def _release(zone: _ZoneState, edge: WallEdge) -> bool:
        """Tell a release from a lost rising edge: a fall from a level known to be active begins nothing."""
        return edge.level == 0 and zone.level == 1

    def _hit(self, zone: _ZoneState, edge: WallEdge, kind: HitKind) -> WallHit:
        """Number a hit; one that follows another zone's within the cross-talk is the weaker evidence.

        The rim hears the same blow as the rubber, neither is the other's cross-talk.
        """
        last = None if zone.rim else self._last_hit
        shaken = last is not None and last.zone != edge.zone and abs(edge.t_ns - last.t_ns) <= self._times.crosstalk_ns
        if shaken and kind is HitKind.CLEAR:
            kind = HitKind.CROSSTALK
        hit = WallHit(edge.t_ns, edge.zone, zone.wall, self._next_id, kind, rim=zone.rim)
        self._next_id += 1
        zone.hit_ns = edge.t_ns
        if kind is not HitKind.CROSSTALK and not zone.rim:
            self._last_hit = hit
        return hit

    def _count(self, edge: WallEdge, zone: _ZoneState, kind: HitKind | None) -> tuple[Health, ...]:
        """Count bursts over a stretch; a burst without end counts again each ringing time."""
        if edge.t_ns - zone.window_ns > self._times.chatter_ns:
            zone.window_ns, zone.bursts = edge.t_ns, 0
        endless = zone.hit_ns is not None and edge.t_ns - zone.hit_ns >= self._times.ringing_ns
        if kind is None and endless:
            zone.hit_ns = edge.t_ns
            zone.bursts += 2
        elif kind is not None:
            zone.bursts += 1
        if zone.bursts <= self._times.chatter_bursts or zone.trouble:
            return ()
        zone.trouble = _CHATTERS
        return (Health(edge.t_ns, edge.zone, False, f"Wall sensor {edge.zone} {_CHATTERS}. Check its cable."),)

    def _check(self, name: str, zone: _ZoneState, now_ns: int) -> Health | None:
        """Find what has changed about one zone by now."""
        quiet_ns = now_ns - (zone.edge_ns or 0)
        if zone.trouble is None and zone.level and quiet_ns > self._times.stuck_ns:
            zone.trouble = _STUCK
            return Health(now_ns, name, False, f"Wall sensor {name} {_STUCK}. Is somebody leaning on the wall?")
        if zone.trouble == _CHATTERS and quiet_ns > self._times.chatter_ns:
            zone.trouble, zone.bursts = None, 0
            return _well(now_ns, name)
        return None


def _well(t_ns: int, name: str) -> Health:
    return Health(t_ns, name, True, f"Wall sensor {name} is quiet again.")


_STUCK = "stays active"
_CHATTERS = "chatters"

"""What was heard at one wall, on the clock of the tracks: which sounds a moment fits, and where nothing was heard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.throws.events import HitKind, Wall, WallHit, Zone
from controller.throws.moments import Moment
from controller.throws.table import Table
from controller.throws.weights import WEIGHTS
from controller.throws.weights_held import HELD_WEIGHTS

RINGING_NS = 250_000_000
"""The longest that a zone rings from one hit and may hide the next."""
FITS_NS = 36_000_000
"""How far off the moment may be that a track gives for a touch: of 400 simulated ones 99 in 100 were within 22 ms."""
ZONE_SLACK_MM = 40.0
CHATTERS_RISES = 4
SHAKEN_NS = 3_000_000, 24_000_000
"""The frame shakes the other zones so much later: from, to."""
WEAK_NS = 20_000_000
"""A tick is taken for a moment's sound only if it fits so much better than a blow."""
AGAIN_NS = 60_000_000
"""A die that touched often meets the wall with another corner within this time."""
DEAF_NS = 14_000_000
"""So long after a blow a zone hears no other."""
EARLY_NS, LATE_NS = 20_000_000, 10_000_000


@dataclass(frozen=True, slots=True)
class Sound:
    """A hit on the tracks' clock. `shaken`: another zone was struck just before. `blow`: more than a tick."""

    hit: WallHit
    zone: Zone
    t_ns: int
    blow: bool
    shaken: bool

    @property
    def kind(self) -> str:
        """Name how much it asks for a die that made it."""
        if self.hit.kind is HitKind.RINGING and not self.blow:
            return "ringing tick"
        return f"{'shaken' if self.shaken else 'clear'} {'blow' if self.blow else 'tick'}"

    @property
    def rings_until_ns(self) -> int:
        """Give until when the zone may be deaf to another touch."""
        rings_ns = RINGING_NS if self.hit.until_ns is None else self.hit.until_ns - self.hit.t_ns
        return self.t_ns + max(rings_ns, DEAF_NS)


@dataclass(frozen=True, slots=True)
class Sensors:
    """What is known of a table's wall sensors: `untrusted` names zones whose silence says nothing.

    `hold`: they give clean pulses, each of one touch. A throw that nothing is heard of cannot tell that.
    """

    untrusted: frozenset[str] = frozenset()
    hold: bool = False

    def without(self, zone: str) -> "Sensors":
        """Give the same with one more zone that is not to be trusted."""
        return Sensors(self.untrusted | {zone}, self.hold)


NOTHING_KNOWN = Sensors()


class Heard:
    """All sounds of one wall."""

    def __init__(self, table: Table, wall: Wall, hits: Sequence[WallHit], sensors: Sensors) -> None:
        self._table = table
        self.wall = wall
        self._sensors = sensors
        here = [zone for zone in table.zones if zone.wall is wall]
        self._zones = [zone for zone in here if not zone.rim]
        self._rims = [zone for zone in here if zone.rim]
        self._slack_ns = table.latency_slack_ns
        every = sorted((hit for hit in hits if hit.wall is wall and table.zone(hit.zone)), key=lambda hit: hit.t_ns)
        own = [hit for hit in every if not hit.rim]
        self.sounds = tuple(self._sound(hit, own) for hit in own)
        self.rim_blows = tuple(hit.t_ns - table.assumed_latency_ns for hit in every if hit.rim)
        """When the wall's top was struck, on the clock of the tracks."""

    @property
    def held(self) -> bool:
        """Tell whether each sound is one touch, for the sensors have a hold."""
        return self._sensors.hold

    @property
    def weights(self) -> Mapping[str, float]:
        """Give what the terms of stories are worth for such sensors."""
        return HELD_WEIGHTS if self.held else WEIGHTS

    @property
    def hears_rim(self) -> bool:
        """Tell whether a sensor listens at the wall's top whose silence says something; only pulses say when."""
        return self.held and any(zone.name not in self._sensors.untrusted for zone in self._rims)

    @property
    def trusted(self) -> bool:
        """Tell whether any zone listens whose silence says something."""
        return any(zone.name not in self._sensors.untrusted for zone in self._zones)

    @property
    def complete(self) -> bool:
        """Tell whether zones listen, and the silence of each says something."""
        return bool(self._zones) and all(zone.name not in self._sensors.untrusted for zone in self._zones)

    def _sound(self, hit: WallHit, own: Sequence[WallHit]) -> Sound:
        zone = next(zone for zone in self._zones if zone.name == hit.zone)
        low, high = SHAKEN_NS
        others = (other for other in own if other.zone != hit.zone)
        shaken = hit.kind is HitKind.CROSSTALK or any(low <= hit.t_ns - other.t_ns <= high for other in others)
        return Sound(hit, zone, hit.t_ns - self._table.assumed_latency_ns, self._struck(hit), shaken)

    def _struck(self, hit: WallHit) -> bool:
        """Tell a zone that went active often at once from one that ticked once, and may only have been shaken."""
        return self.held or hit.rises >= self._table.debounce.blow_rises

    def of(self, moment: Moment) -> int | None:
        """Find the sound that fits a moment best, by its number; None where none does."""
        fitting = [i for i, sound in enumerate(self.sounds) if self._fits(moment, sound)]
        return min(fitting, key=lambda i: self._misfit_ns(moment, self.sounds[i]), default=None)

    def off_ns(self, moment: Moment, sound: Sound) -> int:
        """Say how far a sound is from a moment, beyond what is not known of either."""
        return self.off_from_ns(moment, sound.t_ns)

    def off_from_ns(self, moment: Moment, t_ns: int) -> int:
        """Say how far a time is from a moment, beyond what is not known of either."""
        return max(0, abs(moment.t_ns - t_ns) - moment.hidden_ns - self._slack_ns)

    def _misfit_ns(self, moment: Moment, sound: Sound) -> int:
        return abs(moment.t_ns - sound.t_ns) + (WEAK_NS if sound.kind in ("ringing tick", "shaken tick") else 0)

    def _fits(self, moment: Moment, sound: Sound) -> bool:
        low, high = self._table.along_span_mm(self.wall, moment.spot)
        beside = sound.zone.from_mm - ZONE_SLACK_MM <= high and low <= sound.zone.to_mm + ZONE_SLACK_MM
        return beside and self.off_ns(moment, sound) <= FITS_NS

    def listening(self, moment: Moment) -> Zone | None:
        """Find the trusted zone that a touch there would have woken; None where any zone under it is out."""
        under = self._under(moment)
        return None if any(zone.name in self._sensors.untrusted for zone in under) else next(iter(under), None)

    def ringing(self, moment: Moment) -> Sound | None:
        """Find a sound from which a zone there still rang, so that a touch was harder to hear."""
        under, known_ns = self._under(moment), self._known_to_ns(moment)
        late_ns, early_ns = min(known_ns, LATE_NS), min(known_ns, EARLY_NS)
        ringing = (
            sound
            for sound in self.sounds
            if sound.zone in under and sound.t_ns - late_ns <= moment.t_ns <= sound.rings_until_ns + early_ns
        )
        return next(ringing, None)

    def _known_to_ns(self, moment: Moment) -> int:
        """Give how far off a moment may be where pulses are one touch each; else more, for ringing begins vaguely."""
        if moment.resting or not self.held:
            return max(LATE_NS, EARLY_NS)
        return 2 * moment.blur_ns + moment.hidden_ns + self._slack_ns

    def chatters(self, zone: Zone) -> bool:
        """Tell whether a zone chatters under a blow, so that a second blow is heard in the ringing of the first."""
        first = (sound for sound in self.sounds if sound.zone == zone and sound.hit.kind is HitKind.CLEAR)
        return any(sound.hit.rises >= CHATTERS_RISES for sound in first)

    def _under(self, moment: Moment) -> list[Zone]:
        low, high = self._table.along_span_mm(self.wall, moment.spot)
        return [zone for zone in self._zones if zone.from_mm <= high and low <= zone.to_mm]

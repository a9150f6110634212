"""Which sensors have gone deaf: dice turn hard at a wall again and again, and the zone there says nothing."""

from collections.abc import Collection, Iterable

from controller.throws.events import Health, WallHit, Zone

DEAF_AFTER = 3
"""So many hard turns in a row without a sound are no chance."""
RIM_DEAF_AFTER = 100
"""So many throws in a row that the rubber felt and the rim did not: of simulated ones it hears one in ten."""


class SilentZones:
    """Counts, zone by zone, what should have been heard and was not."""

    def __init__(self) -> None:
        self._missed: dict[str, int] = {}

    @property
    def dead(self) -> frozenset[str]:
        """Name the zones whose silence says nothing any more."""
        return frozenset(zone for zone, count in self._missed.items() if count >= DEAF_AFTER)

    def heard(self, hits: Iterable[WallHit]) -> tuple[Health, ...]:
        """Take hits: a zone that is heard is alive."""
        news = []
        for hit in hits:
            if self._missed.pop(hit.zone, 0) >= DEAF_AFTER:
                news.append(Health(hit.t_ns, hit.zone, True, f"Wall sensor {hit.zone} is heard again."))
        return tuple(news)

    def silent(self, zones: Iterable[str], t_ns: int) -> tuple[Health, ...]:
        """Take the zones that kept silent in a throw; gives the bad news once for each that seems dead."""
        news = []
        for zone in zones:
            self._missed[zone] = self._missed.get(zone, 0) + 1
            if self._missed[zone] == DEAF_AFTER:
                message = (
                    f"Wall sensor {zone} seems dead: {DEAF_AFTER} dice hit the wall there unheard. Check its cable."
                )
                news.append(Health(t_ns, zone, False, message))
        return tuple(news)


class SilentRims:
    """Counts the throws in which a wall's rubber was heard and the sensor on its top was not."""

    def __init__(self, zones: Iterable[Zone]) -> None:
        self._throws = {zone: 0 for zone in zones if zone.rim}

    @property
    def dead(self) -> frozenset[str]:
        """Name the sensors whose silence says nothing any more."""
        return frozenset(zone.name for zone, throws in self._throws.items() if throws >= RIM_DEAF_AFTER)

    def heard(self, hits: Iterable[WallHit]) -> tuple[Health, ...]:
        """Take hits: a sensor that is heard is alive."""
        found = {hit.zone: hit.t_ns for hit in hits if hit.rim}
        awake = [zone for zone in self._throws if zone.name in found]
        again = [zone.name for zone in awake if zone.name in self.dead]
        self._throws.update(dict.fromkeys(awake, 0))
        return tuple(Health(found[name], name, True, f"Wall sensor {name} is heard again.") for name in again)

    def thrown(self, hits: Collection[WallHit], t_ns: int) -> tuple[Health, ...]:
        """Take a throw with all that was heard of it; gives the bad news once for each sensor that seems dead."""
        silent = [
            zone
            for zone in self._throws
            if any(h.wall is zone.wall and not h.rim for h in hits) and all(h.zone != zone.name for h in hits)
        ]
        for zone in silent:
            self._throws[zone] += 1
        return tuple(_unheard(zone.name, t_ns) for zone in silent if self._throws[zone] == RIM_DEAF_AFTER)


def _unheard(name: str, t_ns: int) -> Health:
    message = (
        f"Wall sensor {name} was not heard in {RIM_DEAF_AFTER} throws. Knock at the wall's top: if that is not heard "
        "either, check its cable and turn its sensitivity up."
    )
    return Health(t_ns, name, False, message)

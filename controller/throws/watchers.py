"""Which sensors have gone deaf: dice turn hard at a wall again and again, and the zone there says nothing."""

from collections.abc import Iterable

from controller.throws.events import Health, WallHit

DEAF_AFTER = 3
"""So many hard turns in a row without a sound are no chance."""


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

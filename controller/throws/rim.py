"""What a sensor on the wood of the wall's top says of a story: who struck the rim, who only seems to have met it.

It is set so that it hears blows on the rim, and of those on the rubber only the hardest. So a die that met nothing but
the rim is heard there, and by the rubber's zone at that very moment; one that met the rubber first, a little later.
"""

from collections.abc import Iterator, Sequence

from controller.throws.moments import Moment
from controller.throws.sounds import FITS_NS, Heard

TOGETHER_NS = 1_500_000
"""One blow is heard by two sensors within this time."""
SOFT_MM_S = 1500.0
"""A die that loses less speed may strike the rim too softly to be heard there."""

Terms = dict[str, float]


class RimSensor:
    """What was heard at the rim, held against moments. Tells nothing where no sensor listens there."""

    def __init__(self, heard: Heard, moments: Sequence[Moment], own: Sequence[int | None]) -> None:
        self._heard = heard
        self._moments = moments
        self._off = [[heard.off_from_ns(moment, t_ns) for moment in moments] for t_ns in heard.rim_blows]
        self._apart = [[float(self._is_apart(t_ns, number)) for number in own] for t_ns in heard.rim_blows]

    def _is_apart(self, t_ns: int, number: int | None) -> bool:
        """Tell whether a moment was heard in the rubber, and not when the rim was struck."""
        return number is not None and abs(self._heard.sounds[number].t_ns - t_ns) > TOGETHER_NS

    def terms(self, at_rim: Sequence[int], touches: Sequence[int]) -> Iterator[Terms]:
        """Give what speaks for or against, where these moments, by number, were at the rim and those at the rubber."""
        if not self._heard.hears_rim:
            return
        for number in at_rim:
            if all(off[number] > FITS_NS for off in self._off):
                yield {"rim unheard": 1.0, "rim unheard soft": self._soft(number)}
        for blow in range(len(self._off)):
            yield self._made(blow, at_rim, touches)

    def _made(self, blow: int, at_rim: Sequence[int], touches: Sequence[int]) -> Terms:
        """Say whose blow it was: a hard one on the rubber is heard at the rim as well."""
        if (number := self._nearest(blow, at_rim)) is not None:
            return {"rim heard": 1.0, "rim apart": self._apart[blow][number]}
        if (number := self._nearest(blow, touches)) is not None:
            return {
                "touch at rim": 1.0,
                "soft touch at rim": self._soft(number),
                "rim apart": self._apart[blow][number],
            }
        return {"nobody rim": 1.0}

    def _nearest(self, blow: int, numbers: Sequence[int]) -> int | None:
        fitting = [(off_ns, n) for n in numbers if (off_ns := self._off[blow][n]) <= FITS_NS]
        return min(fitting)[1] if fitting else None

    def _soft(self, number: int) -> float:
        return max(0.0, 1.0 - max(self._moments[number].lost_mm_s, 0.0) / SOFT_MM_S)

"""The wall sensors as the judge hears them: hits kept for the throw they belong to, and which zones to trust."""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import replace

from controller.throws.debounce import Debouncer
from controller.throws.episode import BEFORE_NS, HITS_KEPT, Episode
from controller.throws.events import Health, WallEdge, WallHit
from controller.throws.sounds import Sensors
from controller.throws.table import Table
from controller.throws.watchers import SilentRims, SilentZones

CHATTER_NS = 12_000_000
"""So long after the first edge a zone's rises count as those of the blow."""


class Ears:
    """Debounces edges, hands hits to the throw in progress, and minds the sensors' health."""

    def __init__(self, table: Table) -> None:
        self._debouncer = Debouncer(table.zones, table.debounce)
        self._silent = SilentZones()
        self._rims = SilentRims(table.zones)
        self._broken: set[str] = set()
        self._early: deque[WallHit] = deque(maxlen=HITS_KEPT)

    @property
    def sensors(self) -> Sensors:
        """Say what is known of the sensors; the silence of stuck, chattering, deaf or broken ones says nothing."""
        untrusted = self._debouncer.untrusted | self._silent.dead | self._rims.dead | self._broken
        return Sensors(untrusted, self._debouncer.hold)

    def hear(self, edge: WallEdge, episode: Episode | None) -> tuple[Health, ...]:
        """Take an edge; a hit goes to the throw in progress, or is kept for one that may just begin."""
        found = self._debouncer.edge(edge)
        hits = [item for item in found if isinstance(item, WallHit)]
        kept = self._early if episode is None else episode.hits
        kept.extend(hits)
        _ring_on(kept, edge, counted=bool(hits))
        health = (item for item in found if isinstance(item, Health))
        return (*health, *self._silent.heard(hits), *self._rims.heard(hits))

    def recall(self, episode: Episode) -> None:
        """Give a throw that begins the hits of the moment before: movement shows a frame or two late."""
        episode.hits.extend(hit for hit in self._early if hit.t_ns >= episode.start_ns - BEFORE_NS)
        self._early.clear()

    def tick(self, now_ns: int) -> tuple[Health, ...]:
        """Let time pass."""
        return self._debouncer.tick(now_ns)

    def told(self, health: Health) -> None:
        """Take in what somebody else knows about a zone."""
        if health.ok:
            self._broken.discard(health.part)
        else:
            self._broken.add(health.part)

    def missed(self, zones: Iterable[str], hits: Collection[WallHit], now_ns: int) -> tuple[Health, ...]:
        """Take in which zones kept silent in a throw of which so much was heard."""
        return (*self._silent.silent(zones, now_ns), *self._rims.thrown(hits, now_ns))


def _ring_on(hits: deque[WallHit], edge: WallEdge, counted: bool) -> None:
    """Note with a zone's last hit how long it has been ringing, and how often the zone went active right then.

    `counted`: this edge told of a hit, which counts it already.
    """
    for k in range(len(hits) - 1, -1, -1):
        if hits[k].zone == edge.zone:
            again = not counted and edge.level == 1 and edge.t_ns - hits[k].t_ns < CHATTER_NS
            rises = hits[k].rises + (1 if again else 0)
            hits[k] = replace(hits[k], until_ns=max(edge.t_ns, hits[k].t_ns), rises=rises)
            return

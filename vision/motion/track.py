"""Follows moving dice through the small stream and keeps each one's identity."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np

from vision.accuracy.assign import assign
from vision.geometry import Camera, Floats
from vision.motion.blobs import Blob
from vision.motion.region import Region
from vision.reading import Sighting

_FASTEST_MM_S = 7000.0
_NEVER_MM2 = 1e6
_STALE_MM_S = 300.0
_PUSHED_MM_S = 1500.0
_REACH_MM = 30.0
_LONGEST_GUESS_S = 0.05
_FORGOTTEN_S = 0.5
_TWO_DICE = 1.45
_THING_DICE = 0.3
_AT_REST_MM_S = 60.0
_CREEP_MM = 3.0
_JOURNEY_STEPS = 3
_ROUNDS = 4
_TRUST_ALONE = 0.75
_TRUST_MERGED = 0.15
_PROVEN_LOOKS = 3
_FLASH_S = 0.04
_HALVES_SHARE, _HALVES_DIE, _LEAST_APART = 1.5, 0.57, 0.2
"""How far apart two dice in one silhouette are, by how far its halves are; fitted to simulated throws."""


@dataclass(slots=True)
class _Track:
    number: int
    place: Floats
    seen_ns: int
    velocity: Floats = field(default_factory=lambda: np.zeros(2))
    steps: int = 0
    looks: int = 1

    def expected(self, now_ns: int) -> Floats:
        """Where it would be now, mm, at its last velocity; not carried on for long without being seen."""
        return self.place + self.velocity * min((now_ns - self.seen_ns) * 1e-9, _LONGEST_GUESS_S)

    def reach_mm(self, now_ns: int) -> float:
        """How far from where it is expected it can be: thrown back at full speed, or pushed by another die."""
        gap_s = min((now_ns - self.seen_ns) * 1e-9, 2 * _LONGEST_GUESS_S)
        change_mm_s = 2 * float(np.hypot(*self.velocity)) + _PUSHED_MM_S if self.proven else _FASTEST_MM_S
        return _REACH_MM + min(change_mm_s, _FASTEST_MM_S) * gap_s

    def move(self, place: Floats, now_ns: int, alone: bool) -> None:
        """Take a new place. The velocity (mm/s) leans on the last step: a bounce turns it in one frame.

        In a merged blob the place is rough, and what two dice did before says more about where they part.
        """
        step_s = max((now_ns - self.seen_ns) * 1e-9, 1e-3)
        trust = _TRUST_ALONE if alone else _TRUST_MERGED
        self.velocity = (1 - trust) * self.velocity + trust * (place - self.place) / step_s
        self.steps += float(np.hypot(*(place - self.place))) > _CREEP_MM
        self.place, self.seen_ns = place, now_ns
        self.looks += 1

    @property
    def travelled(self) -> bool:
        """Whether it came moving; a thing that shows where another went is one jump, not a journey."""
        return self.steps >= _JOURNEY_STEPS

    @property
    def proven(self) -> bool:
        """Whether it was seen often enough to be more than a flash."""
        return self.looks > _PROVEN_LOOKS


class Tracks:
    """Turns the blobs of one small picture after the other into sightings in mm, with lasting track numbers.

    Places are those of silhouette centres on the plane at half a die's height (see `Sighting`).
    """

    def __init__(self, region: Region) -> None:
        self._region = region
        self._camera: Camera = region.camera
        self._height_mm = region.edge_mm / 2
        self._tracks: list[_Track] = []
        self._next = 1

    def update(self, blobs: Sequence[Blob], exposed_ns: int, hand: bool = False) -> tuple[Sighting, ...]:
        """Follow everything into the next picture; `hand` keeps what it may be hiding from being forgotten."""
        things = [b for b in blobs if b.area_dice >= _THING_DICE]
        places = self._places_mm(np.array([b.centre_px for b in things]).reshape(-1, 2))
        owners = self._assign(places, exposed_ns)
        self._share(things, owners, exposed_ns)
        sightings: list[Sighting] = []
        for blob, place, owner in zip(things, places, owners, strict=True):
            sightings += self._sight(blob, place, owner, exposed_ns)
        self._forget(exposed_ns, hand)
        return tuple(sorted(sightings, key=lambda s: s.track))

    def any_travelled(self) -> bool:
        """Tell whether anything that is followed has moved."""
        return any(t.travelled for t in self._tracks)

    def _forget(self, now_ns: int, hand: bool) -> None:
        def kept(track: _Track) -> bool:
            resting = float(np.hypot(*track.velocity)) < _AT_REST_MM_S
            kept_s = _FORGOTTEN_S if track.proven else _FLASH_S
            return (hand and resting) or (now_ns - track.seen_ns) * 1e-9 < kept_s

        self._tracks = [t for t in self._tracks if kept(t)]

    def _assign(self, places: Floats, now_ns: int) -> list[list[_Track]]:
        """Give each place its track by the least sum of squared distances from where the tracks should be.

        Tracks seen often choose first: a flash beside a die must not take the die's place.
        """
        owners: list[list[_Track]] = [[] for _ in places]
        for proven in (True, False):
            free = [k for k, owner in enumerate(owners) if not owner]
            tracks = [t for t in self._tracks if t.proven is proven]
            cost = [self._cost(t, places[free], now_ns) for t in tracks]
            for track, column in zip(tracks, assign(cost, _NEVER_MM2), strict=True):
                if column is not None:
                    owners[free[column]].append(track)
        return owners

    def _cost(self, track: _Track, places: Floats, now_ns: int) -> list[float]:
        """Give the squared distance (mm²) of each place within reach; a track not seen for a while stands back."""
        away = ((places - track.expected(now_ns)) ** 2).sum(axis=1)
        stale = (_STALE_MM_S * (now_ns - track.seen_ns) * 1e-9) ** 2
        reach = track.reach_mm(now_ns) ** 2
        return [float(a) + stale if a < reach else inf for a in away]

    def _share(self, things: Sequence[Blob], owners: list[list[_Track]], now_ns: int) -> None:
        """Let a track without a blob of its own join the large blob it has run into, or else the one it was at."""
        taken = {t.number for group in owners for t in group}
        for track in (t for t in self._tracks if t.number not in taken):
            roomy = [(b, group) for b, group in zip(things, owners, strict=True) if _has_room(b, group)]
            places = self._camera.project(self._lifted([track.expected(now_ns), track.place]))
            joined = next((group for at in places for b, group in roomy if self._near(b, at)), None)
            if joined is not None:
                joined.append(track)

    def _near(self, blob: Blob, at_px: Floats) -> bool:
        x, y, w, h = blob.box
        margin = np.sqrt(self._region.die_area_px(*blob.centre_px))
        left, top = x + self._region.left, y + self._region.top
        return bool(left - margin <= at_px[0] <= left + w + margin and top - margin <= at_px[1] <= top + h + margin)

    def _sight(self, blob: Blob, place: Floats, owner: list[_Track], now_ns: int) -> list[Sighting]:
        if not owner:
            owner = [_Track(self._next, place, now_ns)]
            self._next += 1
            self._tracks += owner
        places = place[None] if len(owner) == 1 else self._apart(blob, owner, now_ns)
        for track, at in zip(owner, places, strict=True):
            track.move(at, now_ns, len(owner) == 1)
        return [Sighting(t.number, float(t.place[0]), float(t.place[1]), blob.area_dice) for t in owner]

    def _apart(self, blob: Blob, owner: list[_Track], now_ns: int) -> Floats:
        """Divide a merged blob among its tracks: k-means over its pixels, started where the tracks should be."""
        pixels = blob.pixels() + np.array([self._region.left, self._region.top])
        centres = self._camera.project(self._lifted([t.expected(now_ns) for t in owner]))
        centres += np.array(blob.centre_px) - centres.mean(axis=0)
        for _ in range(_ROUNDS):
            nearest = np.argmin(((pixels[:, None] - centres[None]) ** 2).sum(axis=2), axis=1)
            for k in range(len(centres)):
                if (nearest == k).any():
                    centres[k] = pixels[nearest == k].mean(axis=0)
        return self._places_mm(self._overlapping(centres) if len(owner) == 2 else centres)

    def _overlapping(self, centres: Floats) -> Floats:
        """Bring two centres together: halves of one silhouette lie farther apart than two dice that overlap in it."""
        middle, apart = centres.mean(axis=0), centres[1] - centres[0]
        die_px = np.sqrt(self._region.die_area_px(*middle))
        found = max(float(np.hypot(*apart)), 1e-6)
        true = min(found, max(_HALVES_SHARE * found - _HALVES_DIE * die_px, _LEAST_APART * die_px))
        return np.asarray(middle + np.outer((-0.5, 0.5), apart * (true / found)), dtype=np.float64)

    def _lifted(self, places: Sequence[Floats]) -> Floats:
        return np.column_stack([np.array(places), np.full(len(places), self._height_mm)])

    def _places_mm(self, points_px: Floats) -> Floats:
        return self._camera.on_plane(points_px, self._height_mm) if len(points_px) else np.zeros((0, 2))


def _has_room(blob: Blob, group: Sequence[_Track]) -> bool:
    """Tell whether a blob with an owner is large enough for one more."""
    return bool(group) and blob.area_dice >= _TWO_DICE + (len(group) - 1)

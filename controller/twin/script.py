"""One throw as a film script: who is where at which moment, from the dice of before to the dice at rest."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from controller.twin.camera import DieView, Pose, Scene
from controller.twin.hand import HandPose
from controller.twin.outcome import rotation_of
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Toss
from vision.geometry import Floats

STILL_BEFORE_S = 0.35
STILL_AFTER_S = 0.9
_COME_S = 0.45
_NEXT_S = 0.3
_LEAVE_S = 0.5
_SHAKE_S = 0.35
_SWING_S = 0.22
_AWAY_S = 0.45
_OUT_MM = -420.0


@dataclass(frozen=True, slots=True)
class Station:
    """The hand is here at this time (s from the script's beginning)."""

    at_s: float
    place_mm: tuple[float, float, float]


class Script:
    """Times in s from `begin_ns`. `before` are the resting dice of the last throw, lying as they were.

    `kept`: the numbers of those that are left lying.
    """

    def __init__(
        self,
        begin_ns: int,
        before: tuple[DieView, ...],
        toss: Toss,
        settings: TwinSettings,
        kept: Collection[int] = (),
    ) -> None:
        self.begin_ns = begin_ns
        self._kept = kept
        self.before = before
        self.toss = toss
        self._settings = settings
        self._lifted: dict[int, float] = {}
        self._path: list[Station] = []
        self._plan_lift()
        self._plan_swing()
        self.after = resting_views(toss)

    @property
    def lift_ns(self) -> int:
        """When the hand sets out for the dice."""
        return self.begin_ns + round(STILL_BEFORE_S * 1e9)

    @property
    def start_ns(self) -> int:
        """When the dice leave the hand."""
        return self.begin_ns + round(self._start_s * 1e9)

    @property
    def rest_ns(self) -> int:
        """When all dice have come to rest."""
        return self.start_ns + round(self.toss.flight.rest_s * 1e9)

    @property
    def end_ns(self) -> int:
        """When the script is over; from then on the dice just lie there."""
        return self.rest_ns + round(STILL_AFTER_S * 1e9)

    @property
    def cleared_ns(self) -> int:
        """When the last of the old dice has been picked up: chips may be moved from then on."""
        return self.begin_ns + round(max(self._lifted.values(), default=0.0) * 1e9)

    def scene(self, from_ns: int, exposure_ns: int) -> Scene:
        """Say who is where during one exposure."""
        t = (from_ns - self.begin_ns) / 1e9
        hand = self._hand(t + exposure_ns / 2e9)
        if from_ns >= self.rest_ns:
            return Scene(self.after, hand)
        if from_ns + exposure_ns < self.start_ns:
            return Scene(tuple(v for v in self.before if t < self._lifted.get(v.index, 1e9)), hand)
        return Scene(self._flying(from_ns, exposure_ns), hand)

    def _flying(self, from_ns: int, exposure_ns: int) -> tuple[DieView, ...]:
        flight = self.toss.flight
        at = max((from_ns - self.start_ns) / 1e9, 0.0)
        long = exposure_ns / 1e9
        first, last = flight.pose(at), flight.pose(at + long)
        views = []
        for i in range(len(self.toss.ends)):
            travel = float(np.linalg.norm(last[0][i] - first[0][i]))
            spin = 2 * float(np.arccos(min(1.0, abs(float((last[1][i] * first[1][i]).sum())))))
            count = int(np.clip(np.ceil((travel + spin * self._settings.dice[i].edge_mm * 0.6) / 2.2), 2, 8))
            samples = [flight.pose(at + long * (k + 0.5) / count) for k in range(count)]
            views.append(DieView(i, tuple(_pose(places[i], turns[i]) for places, turns in samples)))
        return tuple(views)

    def _plan_lift(self) -> None:
        """Let the hand come for the dice of before, one after the other, and leave with them."""
        board = self._settings.board
        t = STILL_BEFORE_S
        taken = [v for v in self.before if v.index not in self._kept]
        reachable = [v for v in taken if _within(v.poses[0][0], board.length_mm, board.width_mm)]
        if reachable:
            self._path.append(Station(t, (_OUT_MM, board.width_mm / 2, 190.0)))
            t += _COME_S - _NEXT_S
        for view in sorted(reachable, key=lambda v: -float(v.poses[0][0][0])):
            t += _NEXT_S
            x, y, z = (float(v) for v in view.poses[0][0])
            self._path.append(Station(t, (x - 12, y, z + 34)))
            self._lifted[view.index] = t
            for other in reachable:
                near = float(np.linalg.norm(other.poses[0][0] - view.poses[0][0])) < 45
                if near and other.index not in self._lifted:
                    self._lifted[other.index] = t
        if reachable:
            t += _LEAVE_S
            self._path.append(Station(t, (_OUT_MM, board.width_mm / 2, 190.0)))
        lost = [v for v in taken if v.index not in self._lifted]
        for view in lost:
            self._lifted[view.index] = t
        self._start_s = t + _SHAKE_S + _SWING_S

    def _plan_swing(self) -> None:
        """Let the hand swing over the near wall, open, and go back."""
        starts = np.array([s.place_mm for s in self.toss.starts])
        x, y, z = (float(v) for v in starts.mean(0))
        t = self._start_s
        self._path += [
            Station(t - _SWING_S, (_OUT_MM, y, z + 30)),
            Station(t, (x - 30, y, z + 8)),
            Station(t + 0.08, (x + 25, y, z + 12)),
            Station(t + _AWAY_S, (_OUT_MM, y, z + 40)),
        ]

    def _hand(self, t_s: float) -> HandPose | None:
        for one, two in zip(self._path, self._path[1:], strict=False):
            if one.at_s <= t_s < two.at_s and (one.place_mm[0] > _OUT_MM or two.place_mm[0] > _OUT_MM):
                part = (t_s - one.at_s) / (two.at_s - one.at_s)
                smooth = part * part * (3 - 2 * part)
                place = (1 - smooth) * np.array(one.place_mm) + smooth * np.array(two.place_mm)
                lean = float(np.degrees(np.arctan2(place[1] - self._settings.board.width_mm / 2, place[0] + 900)))
                return HandPose((float(place[0]), float(place[1]), float(place[2])), lean)
        return None


def resting_views(toss: Toss) -> tuple[DieView, ...]:
    """The dice of a toss as they lie in the end."""
    places, turns = toss.flight.places_mm[-1], toss.flight.turns[-1]
    return tuple(DieView(i, (_pose(places[i], turns[i]),)) for i in range(len(toss.ends)))


def _pose(place_mm: Floats, turn: Floats) -> Pose:
    return place_mm, rotation_of(turn)


def _within(place_mm: Floats, length_mm: float, width_mm: float) -> bool:
    return bool(-60 < place_mm[0] < length_mm + 60 and -60 < place_mm[1] < width_mm + 60)

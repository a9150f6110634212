"""How well pips explain a face that mirrors lamps, whatever light these add: it is told for each part with its pips."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.glare.lit_face import EACH, ERROR, MOST, PLAIN, STEPS, LitFace
from vision.glare.lit_parts import Parts, first_parts, likeliest
from vision.glare.marks import Marks
from vision.pictures.kernels import square

NEAR = np.array([[0, 0], *([k - 1, k + 1] for k in range(1, STEPS)), [STEPS - 2, STEPS + 2]])
"""Between which mixes each pixel may be, (STEPS + 1, 2): the rim of a pip is not known to a step, nor its middle."""

RIM = 0.09
"""How wide the rim of a pip is, in edges, where body and pip mix."""

EDGE = 0.05
"""How far from the edge of a mirror image, in edges, pixels may be mixtures of both sides."""

LEAST_PX, FEWEST_PX = 20, 10
"""From how many pixels of a part the lamp's light is told, its edge left out where enough are left."""

SHIFTS, FINE = (-0.05, 0.0, 0.05), (-0.025, 0.0, 0.025)
"""How far, in edges, the pips of a face may be off; and how far off these places."""

EACH_PART = 0.016
"""What each mirror image counts as leaving, half of a pip: one that lies where a pip would is hardly one."""

AT_FIRST, ROUNDS = 1, 2
"""How often light and parts are fitted in turn, in a few places and in others."""

Light = NDArray[np.intp]
"""The step of light in each channel, (3,)."""

Shift = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Fit:
    """What a layout of pips, off by a `shift`, leaves of a face, as a part of its edge squared; and its parts."""

    left: float
    shift: Shift
    parts: Parts


@dataclass(frozen=True, eq=False)
class Layout:
    """Pips (k, 2) of a face, in edges about its middle, and their radius."""

    face: LitFace
    pips: Floats
    radius: float

    def rough(self) -> Fit:
        """Fit them in a few places."""
        return self._best(product(SHIFTS, SHIFTS), AT_FIRST)

    def fine(self, rough: Fit) -> Fit:
        """Fit them in places nearby as well."""
        across, down = rough.shift
        near = self._best((across + x, down + y) for x, y in product(FINE, FINE))
        return min(rough, near, key=least)

    def beside(self, fit: Fit, other: Fit) -> Fit:
        """Fit them where they are and where another layout's are, beginning with its parts."""
        return self._best({fit.shift, other.shift}, parts=other.parts)

    def _best(self, shifts: Iterable[Shift], rounds: int = ROUNDS, parts: Parts | None = None) -> Fit:
        drawn = ((_Drawn(self.face, self._mixes(shift)), shift) for shift in shifts)
        return min((_fitted(each, shift, rounds, parts) for each, shift in drawn), key=least)

    def _mixes(self, shift: Shift) -> NDArray[np.intp]:
        """Give the step of the way from body to pip that each pixel is on, (n * n,)."""
        away = np.sqrt(np.square(self.face.places[:, None] - (self.pips + shift)).sum(axis=2)).min(axis=1)
        return np.asarray(np.round(np.clip((self.radius - away) / RIM + 0.5, 0.0, 1.0) * STEPS), dtype=np.intp)


def least(fit: Fit) -> float:
    """Give what it leaves."""
    return fit.left


def _fitted(drawn: "_Drawn", shift: Shift, rounds: int, parts: Parts | None) -> Fit:
    """Fit drawn pips, light and parts in turn, beginning with some parts, or a guess of them."""
    first = drawn.first_parts() if parts is None else parts
    fits = ((drawn.left(each, lights, costs), each) for each, lights, costs in drawn.in_turn(first, rounds))
    return min((Fit(left, shift, each) for left, each in fits), key=least)


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A face with pips drawn in one place: the step from body to pip that each pixel is on, (n * n,)."""

    face: LitFace
    mixes: NDArray[np.intp]

    @property
    def pips(self) -> Marks:
        """What the pips are of the face, with their rims, (n, n)."""
        return np.asarray((self.mixes > 0).reshape(self.face.tone.shape))

    def first_parts(self) -> Parts:
        face = self.face
        return first_parts(face.tone, face.body, face.light_pips, self.pips, face.seen, face.in_view)

    def in_turn(self, parts: Parts, rounds: int) -> Iterator[tuple[Parts, list[Light], NDArray[np.float32]]]:
        """Give parts with their light, and what each light leaves of each pixel (lights, n, n), then better ones."""
        for _ in range(rounds):
            lights = self._lights(parts)
            costs = np.stack([self._off(light) for light in lights]).reshape(-1, *parts.shape)
            if parts.max() < len(lights):
                yield parts, lights, costs
            parts = likeliest(costs, self.pips, self.face.in_view)
            yield parts, lights, costs

    def _lights(self, parts: Parts) -> list[Light]:
        """Give the light of each part of which enough is seen to tell it."""
        lights = (self._light(parts == part) for part in range(1, int(parts.max()) + 1))
        return [np.full(3, PLAIN), *(light for light in lights if light is not None)]

    def _light(self, where: Marks) -> Light | None:
        """Tell in each channel what light explains a part (n, n) best; None where too little of it is seen."""
        face, inner = self.face, cv2.erode(where.astype(np.uint8), self._edge) > 0
        of_part = (inner if (inner & face.seen).sum() >= LEAST_PX else where).ravel()
        rows = np.flatnonzero(of_part[face.looked_at])
        if len(rows) < FEWEST_PX / EACH**2:
            return None
        off = face.in_each_light[rows, self.mixes[face.looked_at[rows]]].sum(axis=0)
        return np.asarray(off.argmin(axis=0), dtype=np.intp)

    def _off(self, light: Light) -> NDArray[np.float32]:
        """Give what some light leaves of each pixel, in variances, (n * n,); nothing of what is not seen."""
        seen, off = np.flatnonzero(self.face.seen), np.zeros(len(self.mixes), np.float32)
        shown, (one, other) = self._shown(light), NEAR[self.mixes[seen]].T
        off[seen] = np.minimum(_between(self.face.channels[:, seen], shown[:, one], shown[:, other]) / ERROR**2, MOST)
        return off

    def left(self, parts: Parts, lights: Sequence[Light], costs: NDArray[np.float32]) -> float:
        """Give what is left of the face, as a part of its edge squared."""
        each = np.take_along_axis(costs, parts[None].astype(np.intp), axis=0)[0]
        edge = np.flatnonzero((cv2.dilate(parts, self._edge) != cv2.erode(parts, self._edge)) & self.face.seen)
        each.ravel()[edge] = np.minimum(each.ravel()[edge], self._mixed(edge, lights))
        return float(each[self.face.seen].sum()) / MOST / self.face.edge_px**2 + EACH_PART * int(parts.max())

    def _mixed(self, edge: NDArray[np.intp], lights: Sequence[Light]) -> NDArray[np.float32]:
        """Give what is left of pixels (m,) at the edges of parts, which may be mixtures of two, (m,)."""
        off, pixels = np.full(len(edge), MOST, np.float32), self.face.channels[:, edge]
        for one, other in combinations([self._shown(light) for light in lights], 2):
            for near in NEAR[self.mixes[edge]].T:
                off = np.minimum(off, _between(pixels, one[:, near], other[:, near]) / ERROR**2)
        return np.asarray(off, dtype=np.float32)

    def _shown(self, light: Light) -> NDArray[np.float32]:
        """Give what each mixture of body and pip shows in some light, (3, mixes)."""
        return np.ascontiguousarray(self.face.shown[:, light, [0, 1, 2]].T)

    @property
    def _edge(self) -> NDArray[np.uint8]:
        return square(2 * round(EDGE * self.face.edge_px) + 1)


def _between(pixels: NDArray[np.float32], one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give how far, squared, pixels (3, n) are from the nearest mixture of two colours (3, n), (n,)."""
    way, here = other - one, pixels - one
    along = np.clip((here * way).sum(axis=0) / np.maximum((way * way).sum(axis=0), 1.0), 0.0, 1.0)
    off = here - along * way
    return np.asarray((off * off).sum(axis=0), dtype=np.float32)

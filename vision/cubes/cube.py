"""A cube in a picture: how it stands, and how well its outline and the pips of all faces explain what is seen."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.faces.topface import PatternSet
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.kernels import square
from vision.pictures.rectify import TopPlane, Window
from vision.pictures.segment import Mask

LOWER_FACE = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 15), np.linspace(-0.5, 0.5, 15)), axis=-1).reshape(-1, 2)
CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])

BLUR_PX = 5
"""How wide the edge of what hides a part of a face is, twice."""

UNKNOWN_AGREES = 0.9
"""How much of an outline that cannot be judged is taken to agree with the body."""


@dataclass(frozen=True, eq=False)
class Attitude:
    """A cube resting with its lowest corner at `floor_mm`: middle x, y in mm and `r` (3, 3), die to board."""

    x_mm: float
    y_mm: float
    r: Floats
    floor_mm: float = 0.0

    @property
    def top_axis(self) -> int:
        """Which of the die's axes is most upright."""
        return int(np.argmax(np.abs(self.r[2])))

    @property
    def tilt_deg(self) -> float:
        """The angle between the most upward face's normal and the vertical."""
        return math.degrees(math.acos(min(max(map(abs, self.r[2].tolist())), 1.0)))

    @property
    def turn(self) -> float:
        """The turn of the most upward face about the vertical, rad."""
        along = self.r[:, (self.top_axis + 1) % 3]
        return float(np.arctan2(along[1], along[0]))

    def lower_face_mm(self, edge_mm: float) -> Floats:
        """Give points (m, 3) spread over the most downward face."""
        axis = self.top_axis
        down = -np.sign(self.r[2, axis]) * self.r[:, axis]
        along, across = self.r[:, (axis + 1) % 3], self.r[:, (axis + 2) % 3]
        spread = down / 2 + LOWER_FACE[:, :1] * along + LOWER_FACE[:, 1:] * across
        return np.asarray(self.middle_mm(edge_mm) + edge_mm * spread, dtype=np.float64)

    def middle_mm(self, edge_mm: float) -> Floats:
        """Give the cube's middle, (3,)."""
        return np.array([self.x_mm, self.y_mm, self.floor_mm + edge_mm / 2 * np.abs(self.r[2]).sum()])


@dataclass(frozen=True, eq=False)
class Fitted:
    """An attitude with how well it explains the picture.

    `evidence` (6,) of the top face's values; `pips`, `shown` and `cover` in areas of a top face: what pips explain of
    the faces in view, how much is in view of them, and what the outline explains of the body less what it claims
    beyond it. `noisy`: how many times as much of the top face a pattern would explain without noise.
    """

    attitude: Attitude
    evidence: tuple[float, ...]
    pips: float
    shown: float
    cover: float
    noisy: float = 1.0

    @property
    def merit(self) -> float:
        """Outline and pips together."""
        return self.pips + self.cover

    @property
    def clear(self) -> float:
        """What the likeliest value would explain of the top face without noise."""
        return max(self.evidence) * self.noisy

    @property
    def value(self) -> int:
        """The likeliest value of the top face."""
        return self.evidence.index(max(self.evidence)) + 1

    @property
    def margin(self) -> float:
        """How much more the likeliest value explains than the next."""
        first, second = sorted(self.evidence, reverse=True)[:2]
        return first - second


@dataclass(frozen=True, eq=False)
class Sight:
    """A window of the plane with what a die may and may not cover.

    `own`: pixels of the body that only a die explains; `other`: pixels that show surely no die. What is neither,
    hidden by a wall, in the shade or of a chip in the dice's colour, counts for nothing. `things`: chips and whatever
    else lies there and could hold a leaning die. `find_tone` gives `tone`, which a plain die does not need.
    `colours` of the dice, where learned; `pixel`: one of the picture's, in those of the window; `noise` of a point of
    the patch, grey levels; `empty`: the same window of the empty board, (h, w, 3), where it is looked at.
    """

    plane: TopPlane
    window: Window
    patch: Image
    own: Mask
    other: Mask
    things: Mask
    view: Mask
    find_tone: Callable[[], Image]
    patterns: PatternSet
    edge_mm: float
    colours: tuple[DieColours, ...] = ()
    pixel: float = 1.0
    noise: float = 0.0
    empty: Image | None = None

    @cached_property
    def tone(self) -> Image:
        """The one channel (h, w) in which pips show most, to be quick."""
        return self.find_tone()

    @cached_property
    def weights(self) -> NDArray[np.float32]:
        """What covering a pixel is worth, (h, w): of its own as much as leaving it out costs."""
        weights = (self.own > 0) * np.float32(2.0) - (self.other > 0) * np.float32(1.0)
        return np.asarray(weights, dtype=np.float32)

    @cached_property
    def soft_weights(self) -> NDArray[np.float32]:
        """The weights as a sparse grid of points is to see them, (h, w)."""
        return np.asarray(cv2.blur(self.weights, (3, 3), borderType=cv2.BORDER_REPLICATE), dtype=np.float32)

    @cached_property
    def clear_view(self) -> Mask | None:
        """Where no wall hides or blurs anything, (h, w); None where that is everywhere."""
        if cv2.countNonZero(self.view) == self.view.size:
            return None
        return np.asarray(cv2.erode(self.view, square(BLUR_PX)), dtype=np.uint8)

    def places(
        self, bases: NDArray[np.float32], points: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Give columns and rows (k, m) in the window of points (3, m) on bases (3, k, 3), from the camera."""
        offsets_mm = bases.reshape(-1, 3) @ points  # in one product: k small ones take twice as long
        columns, rows = self.plane.seen_from_camera(offsets_mm.reshape(3, -1, points.shape[1]))
        columns -= np.float32(self.window.left)
        rows -= np.float32(self.window.top)
        return columns, rows

    @property
    def face_px(self) -> float:
        """The area of a top face."""
        return float(self.edge_mm * self.plane.scale) ** 2

    @property
    def edge_px(self) -> float:
        """The edge of a top face in the picture."""
        return self.edge_mm * self.plane.scale / self.pixel

    def without(self, shapes: list[Mask]) -> "Sight":
        """Take what other dice cover out of account."""
        if not shapes:
            return self
        return replace(self, own=_less(self.own, shapes), other=_less(self.other, shapes))

    def own_without(self, shapes: list[Mask]) -> Mask:
        """Give what of its own (h, w) other dice do not cover."""
        return _less(self.own, shapes)

    def near(self, at: Attitude) -> "Sight":
        """Cut the sight down to a die's surroundings."""
        column, row = self.plane.appear(at.middle_mm(self.edge_mm)[None])[0] - (self.window.left, self.window.top)
        reach = 1.7 * self.edge_mm * self.plane.scale
        left, top = (max(0, int(v - reach)) for v in (column, row))
        right, bottom = min(self.window.width, int(column + reach)), min(self.window.height, int(row + reach))
        if right - left < 8 or bottom - top < 8 or (right - left, bottom - top) == self.own.shape[::-1]:
            return self
        window = Window(self.window.left + left, self.window.top + top, right - left, bottom - top)
        part = slice(top, bottom), slice(left, right)
        arrays = (self.patch, self.own, self.other, self.things, self.view)
        patch, own, other, things, view = (np.ascontiguousarray(a[part]) for a in arrays)
        tone = cache(lambda: np.ascontiguousarray(self.find_tone()[part]))
        empty = None if self.empty is None else self.empty[part]
        return replace(
            self,
            window=window,
            patch=patch,
            own=own,
            other=other,
            things=things,
            view=view,
            find_tone=tone,
            empty=empty,
        )


def _less(mask: Mask, shapes: list[Mask]) -> Mask:
    """Take shapes out of a mask (h, w)."""
    if not shapes:
        return mask
    return np.asarray(cv2.subtract(mask, reduce(np.bitwise_or, shapes)), dtype=np.uint8)


def upright(x_mm: float, y_mm: float, turn: float, floor_mm: float = 0.0) -> Attitude:
    """Give the attitude of a flat die."""
    return Attitude(x_mm, y_mm, _turned(turn), floor_mm)


def levelled(at: Attitude) -> Attitude:
    """Give the flat die on the board that stands and is turned like another."""
    return upright(at.x_mm, at.y_mm, at.turn)


def outline_of(sight: Sight, attitude: Attitude) -> Mask:
    """Draw the cube's silhouette into the sight's window, (h, w) 0/255."""
    return next(outlines_of(sight, attitude.middle_mm(sight.edge_mm)[None], attitude.r[None]))


def outlines_of(sight: Sight, middles_mm: Floats, r: Floats) -> Iterator[Mask]:
    """Draw the silhouettes of cubes with middles (n, 3) that stand as `r` (n, 3, 3), each (h, w) 0/255."""
    corners = middles_mm[:, None] + sight.edge_mm * CORNERS @ r.transpose(0, 2, 1)
    points = sight.plane.appear(corners.reshape(-1, 3)) - (sight.window.left, sight.window.top)
    sixteenths = np.round(points * 16).astype(np.int32).reshape(-1, len(CORNERS), 2)
    for cube in sixteenths:
        canvas = np.zeros((sight.window.height, sight.window.width), np.uint8)
        cv2.fillConvexPoly(canvas, cv2.convexHull(cube), 255, shift=4)
        yield canvas


def covered(sight: Sight, shape: Mask) -> float:
    """Give what a silhouette is worth, in areas of a top face: own pixels twice, others' less."""
    return cv2.mean(sight.weights, mask=shape)[0] * cv2.countNonZero(shape) / sight.face_px


def agreement(sight: Sight, shape: Mask) -> float:
    """Compare an outline with the body (IoU), 0..1; what cannot be judged of it counts as likely right."""
    both = cv2.countNonZero(cv2.bitwise_and(shape, sight.own))
    beyond = cv2.countNonZero(cv2.bitwise_and(shape, sight.other))
    unknown = cv2.countNonZero(shape) - both - beyond
    whole = cv2.countNonZero(sight.own) + beyond + unknown
    return (both + UNKNOWN_AGREES * unknown) / whole if whole else 0.0


def _turned(angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])

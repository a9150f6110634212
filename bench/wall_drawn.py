"""Throws for the wall judge without painting: silhouettes drawn from the dice's true poses, some ten times faster.

What the eye cuts out of a painted frame is a silhouette blurred by motion, whose rim noise frays. The hand, shadows and
chips are left out: as long as they are in the picture, no far wall is met.
"""

import random
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from wall_throws import Block, Event, Filmed, Task, kinds_of, planned, table_of

from controller.throws.events import WallEdge
from controller.twin.camera import DieView
from controller.twin.dice import DieShape
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Plan
from controller.twin.truth import ThrowTruth
from controller.twin.twin import Glimpse, Twin
from vision.geometry import Floats
from vision.motion.blobs import Blob, blobs_of
from vision.motion.board import STILL_AFTER_NS
from vision.motion.region import Region, region_of
from vision.motion.track import Tracks
from vision.reading import Motion, MotionReading

AS_IT_COMES = 0.7
"""The share of throws that physics decides; the others are searched for until they are what was planned."""
COVERED = 0.4
"""For what share of the exposure a die must cover a pixel to be seen there."""
FRAYED = 0.12
"""The share of the rim's pixels that noise adds or takes away."""
BEFORE_NS = 150_000_000
SHOWS_NS = 30_000_000
"""The board is watched before the dice leave the hand, and empty until two pictures show them."""
LOST_MM = 0.15
"""How much of a die's edge looks like felt; with it silhouettes are as large as in painted frames."""
SUBPIXEL = 4
MARGIN_PX = 3
BEYOND_PX = 5000
KERNEL = np.ones((3, 3), np.uint8)

Mask = NDArray[np.uint8]


class Silhouettes:
    """Draws dice as the eye would cut them out of a small picture."""

    def __init__(self, region: Region, settings: TwinSettings, rng: np.random.Generator) -> None:
        self._region = region
        self._shapes_mm = [DieShape(style).outline * (1 - 2 * LOST_MM / style.edge_mm) for style in settings.dice]
        self._rng = rng

    def blobs(self, dice: Sequence[DieView]) -> tuple[Blob, ...]:
        """Give what is seen of dice during one exposure, largest first."""
        outlines = [o for o in map(self._outlines, dice) if np.abs(o).max() < BEYOND_PX]
        if not outlines:
            return ()
        x, y, window = self._window(outlines)
        if window.size == 0:
            return ()
        bodies = np.zeros_like(window)
        for of_die in outlines:
            bodies |= _covered(of_die - (x, y), window.shape)
        bodies ^= self._frayed(bodies)
        closed = cv2.bitwise_and(cv2.morphologyEx(bodies, cv2.MORPH_CLOSE, KERNEL), window)
        return blobs_of(np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, KERNEL), np.uint8), self._region, x, y)

    def _outlines(self, view: DieView) -> Floats:
        """Give a die's outline at each pose, (poses, n, 2) px of the region."""
        shape = self._shapes_mm[view.index]
        points_mm = np.concatenate([shape @ rotation.T + place_mm for place_mm, rotation in view.poses])
        points_px = self._region.camera.project(points_mm) - (self._region.left, self._region.top)
        return points_px.reshape(len(view.poses), -1, 2)

    def _window(self, outlines: Sequence[Floats]) -> tuple[int, int, Mask]:
        """Give the corner and the region's mask of the part in which all outlines lie."""
        points = np.concatenate([o.reshape(-1, 2) for o in outlines])
        low = np.maximum(points.min(axis=0) - MARGIN_PX, 0).astype(int)
        high = np.maximum(points.max(axis=0) + MARGIN_PX + 1, 0).astype(int)
        return int(low[0]), int(low[1]), self._region.mask[low[1] : high[1], low[0] : high[0]]

    def _frayed(self, bodies: Mask) -> Mask:
        """Give 1 at the pixels of the rim that noise turns over."""
        rim = cv2.subtract(cv2.dilate(bodies, KERNEL), cv2.erode(bodies, KERNEL))
        return np.asarray(rim * (self._rng.random(rim.shape) < FRAYED), np.uint8)


def _covered(outlines: Floats, shape: tuple[int, ...]) -> Mask:
    """Give 1 where a die is long enough, from its outlines (poses, n, 2) px over the exposure."""
    times = np.zeros(shape, np.uint8)
    for outline in np.round(outlines * 2**SUBPIXEL).astype(np.int32):
        drawn = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(drawn, cv2.convexHull(outline), 1, shift=SUBPIXEL)
        times += drawn
    return np.asarray(times >= max(1.0, COVERED * len(outlines)), np.uint8)


class DrawnEye:
    """Sees the throws of one table from their glimpses, as `vision.watch.Watch` sees frames."""

    def __init__(self, twin: Twin, rng: np.random.Generator) -> None:
        self._twin = twin
        region = region_of(twin.unpainted_setup, *twin.settings.small_size)
        self._silhouettes = Silhouettes(region, twin.settings, rng)
        self._tracks = Tracks(region)

    def watch(self, plan: Plan) -> Iterator[Event]:
        """Throw, and give what is seen and heard from just before the dice leave the hand."""
        for event in planned(self._twin.glimpse, plan):
            truth = self._twin.truths[-1]
            if isinstance(event, WallEdge):
                yield event
            elif event.exposed_ns >= truth.start_ns - BEFORE_NS:
                yield self._see(event, truth)

    def _see(self, seen: Glimpse, truth: ThrowTruth) -> MotionReading:
        motion = _motion(seen.exposed_ns, truth)
        blobs = () if motion is Motion.EMPTY else self._silhouettes.blobs(seen.scene.dice)
        return MotionReading(motion, self._tracks.update(blobs, seen.exposed_ns), seen.exposed_ns, seen.index)


def _motion(exposed_ns: int, truth: ThrowTruth) -> Motion:
    if exposed_ns < truth.start_ns + SHOWS_NS:
        return Motion.EMPTY
    if exposed_ns < truth.rest_ns:
        return Motion.MOVING
    return Motion.STILL if exposed_ns > truth.rest_ns + STILL_AFTER_NS else Motion.SETTLING


def draw(task: Task) -> Block:
    """Throw a block at one table and draw what is seen of it; like `wall_throws.film`."""
    cv2.setNumThreads(1)
    twin, latency_ms, rng = table_of(task)
    eye = DrawnEye(twin, np.random.default_rng(task.seed))
    throws = []
    for kind in kinds_of(task, rng):
        events = tuple(eye.watch(_plan(kind, rng)))
        throws.append(Filmed(twin.truths[-1], events))
    return Block(twin.unpainted_setup, twin.settings, latency_ms, tuple(throws))


def _plan(kind: Kind, rng: random.Random) -> Plan:
    return Plan(kind, as_it_comes=rng.random() < AS_IT_COMES)

"""Reads path-traced throws: `make bench-traced-clips`.

Throws of two dice as the simulated table's physics has them, each exposure of the small stream and a full picture of
the dice at rest painted with Mitsuba 3 (see `traced.py`). The sensors, not calibrated, give one pulse of 10 ms whenever
the far wall's inner face is struck. The whole of eye and judge is measured. What is painted is kept; minutes a throw.
"""

import argparse
import multiprocessing
import os
import pickle
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

import cv2
import numpy as np
from traced_picture import LensPainter, Light, Sensor, Window
from traced_tables import AROUND_MM, PATHS, Traced, joined_windows, lay_in, window_around
from wall_throws import Line, planned

from controller.cli.tables import judge_table
from controller.throws.events import WallEdge
from controller.throws.judge import Judge
from controller.throws.verdict import Throw
from controller.twin.camera import DieView
from controller.twin.score import Grade, score
from controller.twin.sensors import zones_of
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Plan
from controller.twin.truth import ThrowTruth
from controller.twin.twin import Glimpse, Twin
from vision.frame import Frame, Image
from vision.geometry import Background, Camera
from vision.reader import TableReader
from vision.watch import Watch

ROOT = Path(__file__).resolve().parent.parent
KINDS = (
    Kind.NORMAL, Kind.ONE_SHORT, Kind.ANY, Kind.TOGETHER, Kind.SIDE_FIRST,
    Kind.TWICE, Kind.COCKED_CHIP, Kind.NEAR_MISS, Kind.ANY, Kind.ALL_SHORT,
)  # fmt: skip
"""What the throws at a table are to become, in turn from its number on."""

SMALL_PATHS, MOST_POSES = 96, 4
"""Light paths for a pixel of a small picture, and over how many poses an exposure is taken at most."""

BEFORE_NS, EMPTY_FRAMES, STILL_S = 30_000_000, 40, 6.0
"""From when on the dice are painted, how many pictures show the empty board before, and how long they lie there."""

SMALL_NOISE = 0.7
"""The noise of a pixel of the small stream, in parts of the main one's."""

STEP_NS = 1_000_000_000 // 60


@dataclass(frozen=True, slots=True)
class Filmed:
    """One throw: its truth, its edges, small pictures (PNG) with their times, and a full one of the dice at rest."""

    truth: ThrowTruth
    edges: tuple[WallEdge, ...]
    frames: tuple[tuple[int, bytes], ...]
    rest: bytes


@dataclass(frozen=True, eq=False)
class TracedThrows:
    """The throws at table `number`, of two dice."""

    number: int
    keep: Path

    @cached_property
    def still(self) -> Traced:
        """Give the same table as it is painted at rest."""
        return Traced(self.number, self.keep)

    @cached_property
    def settings(self) -> TwinSettings:
        """Give the table with two dice."""
        drawn = self.still.settings
        sensors = Line.HELD.of(replace(drawn.sensors, latency_ms=0.0))
        return replace(drawn, dice=drawn.dice[:2] if len(drawn.dice) > 1 else drawn.dice * 2, sensors=sensors)

    @cached_property
    def small_background(self) -> Background:
        """Give the empty board as the small stream shows it, in the main one's size: it is developed by itself."""
        rng = np.random.default_rng([self.number, 23])
        empties = [self._small_sensor.picture(self._small_empty, rng).astype(float) for _ in range(4)]
        empty = np.asarray(np.round(np.mean(empties, axis=0)), np.uint8)
        noise = float(np.std(empties[0] - empties[1]) / 2**0.5)
        wide = cv2.resize(empty, self.settings.main_size, interpolation=cv2.INTER_CUBIC)
        return Background(np.asarray(wide, np.uint8), noise)

    def throw(self, index: int) -> Filmed:
        """Give throw `index`; painted once."""
        path = self.still.folder / f"throw-{index}.pickle"
        if not path.exists():
            new = path.with_suffix(".new")
            new.write_bytes(pickle.dumps(self._filmed(index)))
            new.replace(path)
        filmed: Filmed = pickle.loads(path.read_bytes())
        return filmed

    def _filmed(self, index: int) -> Filmed:
        twin = Twin(self.settings, 1000 * self.number + index, small_only=True)
        kind = KINDS[(self.number + index) % len(KINDS)]
        told = list(planned(twin.glimpse, Plan(kind)))
        seen = [glimpse for glimpse in told if isinstance(glimpse, Glimpse)]
        edges = tuple(edge for edge in told if isinstance(edge, WallEdge))
        truth = twin.truths[-1]
        painted = [self._painted(g, truth) for g in seen if truth.start_ns - BEFORE_NS <= g.exposed_ns < truth.rest_ns]
        resting = next(glimpse for glimpse in seen if glimpse.exposed_ns >= truth.rest_ns)
        last = self._painted(resting, truth)
        chips = self._small(self._small_light([], truth))
        first = painted[0][0] if painted else truth.rest_ns
        before = [(first - (EMPTY_FRAMES - k) * STEP_NS, chips[k % len(chips)]) for k in range(EMPTY_FRAMES)]
        after = [(last[0] + k * STEP_NS, last[1][k % len(last[1])]) for k in range(round(STILL_S * 60))]
        frames = [*before, *((at, pictures[0]) for at, pictures in painted), *after]
        return Filmed(truth, edges, tuple(frames), self._at_rest(resting, truth, index))

    def _painted(self, glimpse: Glimpse, truth: ThrowTruth) -> tuple[int, list[bytes]]:
        print(f"table {self.number}: {glimpse.index} ", end="\r", file=sys.stderr, flush=True)
        return glimpse.exposed_ns, self._small(self._small_light(list(glimpse.scene.dice), truth))

    def _small(self, light: Light) -> list[bytes]:
        """Develop a small picture with some noises."""
        rng = np.random.default_rng([self.number, zlib.crc32(light.tobytes())])
        return [_png(self._small_sensor.picture(light, rng)) for _ in range(4)]

    def _small_light(self, dice: list[DieView], truth: ThrowTruth) -> Light:
        """Trace the dice of one exposure, blurred by their motion, over the small empty board."""
        light = self._small_empty.copy()
        poses = min(MOST_POSES, max((len(view.poses) for view in dice), default=1))
        painter = LensPainter(self._small_camera, max(1, SMALL_PATHS // poses))
        windows = self._windows(dice, truth, self._small_camera)
        sums = [np.float32(0.0)] * len(windows)
        for k in range(poses):
            things = [(self.settings.dice[view.index], view.poses[k * len(view.poses) // poses]) for view in dice]
            scene = self.still.table.with_things(things, np.array(truth.chips_mm).reshape(-1, 3))
            sums = [total + painter.light(scene, window, 1 + k) for total, window in zip(sums, windows, strict=True)]
        for total, window in zip(sums, windows, strict=True):
            lay_in(light, total / np.float32(poses), window)
        return light

    def _at_rest(self, glimpse: Glimpse, truth: ThrowTruth, index: int) -> bytes:
        light = self.still.empty_light.copy()
        dice = [(self.settings.dice[view.index], view.poses[0]) for view in glimpse.scene.dice]
        scene = self.still.table.with_things(dice, np.array(truth.chips_mm).reshape(-1, 3))
        painter = LensPainter(self.still.twin.camera, PATHS)
        for number, window in enumerate(self._windows(list(glimpse.scene.dice), truth, painter.camera)):
            lay_in(light, painter.light(scene, window, number + 1), window)
        return _png(self.still.developed(light, 500 + index))

    def _windows(self, dice: list[DieView], truth: ThrowTruth, camera: Camera) -> list[Window]:
        """Give the windows in which dice, at all poses, and chips may change the picture."""
        corners = AROUND_MM * np.array([[x, y, 0] for x in (-1, 1) for y in (-1, 1)])
        spots = [np.array([pose[0] for pose in view.poses]) for view in dice]
        # A die's shadow lies on the felt, under it or aside.
        spots = [np.concatenate([places, places * (1, 1, 0)]) for places in spots]
        spots += [np.array(chip)[None] for chip in truth.chips_mm]
        around = [(places[:, None] + corners).reshape(-1, 3) for places in spots]
        size = camera.lens.width, camera.lens.height
        windows = [window_around(camera.project(points), size) for points in around]
        return joined_windows([window for window in windows if window[2] > window[0] + 8 and window[3] > window[1] + 8])

    @cached_property
    def _small_camera(self) -> Camera:
        return self.still.twin.camera.scaled(*self.settings.small_size)

    @cached_property
    def _small_empty(self) -> Light:
        return np.asarray(cv2.resize(self.still.empty_light, self.settings.small_size, interpolation=cv2.INTER_AREA))

    @cached_property
    def _small_sensor(self) -> Sensor:
        look = replace(self.settings.look, noise=self.settings.look.noise * SMALL_NOISE)
        return Sensor(replace(self.settings, look=look), self.still.gain)


def _png(picture: Image) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1])


def _image(png: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def judged(table: TracedThrows, filmed: Filmed) -> Throw | None:
    """Show a throw to eye and judge."""
    setup = replace(table.still.setup, dice_count=len(table.settings.dice))
    judge = Judge(judge_table(setup, zones_of(table.settings)), expected=len(table.settings.dice))
    watch = Watch(replace(setup, background=table.small_background), TableReader(setup).read)
    for event in sorted([*_frames(filmed), *filmed.edges], key=_time_ns):
        seen = watch.see(event, judge.wants_reading) if isinstance(event, Frame) else (event,)
        for item in seen:
            found: Iterable[object] = judge.take(item)
            for throw in (one for one in found if isinstance(one, Throw)):
                return throw
    return None


def _frames(filmed: Filmed) -> Iterator[Frame]:
    rest = _image(filmed.rest)
    for index, (at_ns, png) in enumerate(filmed.frames):
        yield Frame(_image(png), at_ns, index, "small")
        if at_ns >= filmed.truth.rest_ns and index % 2 == 0:
            yield Frame(rest, at_ns + 1, index // 2, "main")


def _time_ns(event: Frame | WallEdge) -> int:
    return event.exposed_ns if isinstance(event, Frame) else event.t_ns


def play_table(number: int, keep: Path, throws: int) -> list[tuple[str, Grade | None, str]]:
    """Paint and judge the throws at one table: each one's name, grade (None: not seen) and why."""
    cv2.setNumThreads(1)
    table, done = TracedThrows(number, keep), []
    for index in range(throws):
        filmed = table.throw(index)
        throw = judged(table, filmed)
        graded = score(filmed.truth, throw)
        name = f"{number}-{index} ({filmed.truth.kind})"
        done.append((name, graded.ruling if graded else None, graded.why if graded else "not seen"))
    return done


def main() -> int:
    """Paint what is not painted yet, judge all, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=8, help="how many tables")
    parser.add_argument("--first", type=int, default=1, help="the first one's number")
    parser.add_argument("--throws", type=int, default=3, help="throws at each")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "bench-traced", help="where pictures lie")
    args = parser.parse_args()
    total: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        work = partial(play_table, keep=args.keep, throws=args.throws)
        for done in pool.imap(work, range(args.first, args.first + args.tables)):
            total.update(str(grade or "not seen") for _, grade, _ in done)
            for name, grade, why in done:
                print(f"{name}: {grade or 'not seen'} {why}", flush=True)
    print(", ".join(f"{count} {grade}" for grade, count in total.most_common()))
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())

"""The path-traced tables and their scenes: which there are, how they are painted, and where their pictures are kept."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from eye_scenes import LEANING, labelled
from eye_set_ups import set_up, sized
from traced_picture import LensPainter, Light, Sensor, Window
from traced_scene import TracedTable

from controller.errors import ConfigError
from controller.twin.lighting import GAMMA
from controller.twin.physics import Physics
from controller.twin.scenes import Rest, Scenes, draw_kind
from controller.twin.script import resting_views
from controller.twin.settings import GREEN, STYLES, DieStyle, Finish, TwinSettings
from controller.twin.throwing import Toss
from controller.twin.truth import truth_of
from controller.twin.twin import Twin
from vision.accuracy.labels import Labelled
from vision.frame import Image
from vision.geometry import Background, DieModel, Setup

ROOT = Path(__file__).resolve().parent.parent
PAINTING = ("bench/traced_[spt]*.py", "bench/eye_set_ups.py", "controller/twin/*.py")
EMPTIES = 3
EMPTY_PATHS, PATHS = 35, 132
"""Light paths for a pixel: of the empty board, and near dice and chips."""

AROUND_MM = 38.0
"""How far around dice and chips the light on the board is traced anew."""

FEATHER_PX = 8
LEANING_SHARE = 0.4

AMBER = DieStyle("amber", 16.0, 0.9, 1.6, 3.9, (20.0, 110.0, 215.0), (250.0, 250.0, 248.0))
STYLES_TRACED = (*STYLES, GREEN, AMBER)
MIXED_EVERY = 4
"""Of so many tables one has dice of two kinds."""

WINDOWS = (0.0, 0.35, 0.0, 0.7)
"""How much of the room's light comes through a window to one side."""


@dataclass(frozen=True, slots=True)
class TracedScene:
    """One scene of a table: its kind, its picture, and what is true."""

    kind: Rest
    picture: Image
    truth: Labelled


@dataclass(frozen=True, eq=False)
class Traced:
    """Table `number`; what is painted is kept in a folder that belongs to the code that paints."""

    number: int
    keep: Path

    @cached_property
    def settings(self) -> TwinSettings:
        """Give its camera, board, lamps and dice, drawn by number."""
        rng = np.random.default_rng([self.number, 11])
        table = set_up(self.number, "small")
        kinds = 2 if self.number % MIXED_EVERY == MIXED_EVERY - 1 else 1
        styles = [_made(STYLES_TRACED[(self.number + 3 * k) % len(STYLES_TRACED)], rng) for k in range(kinds)]
        dice = tuple(styles[k % kinds] for k in range(len(table.dice)))
        lamps = tuple(replace(lamp, side_mm=float(rng.uniform(60, 500))) for lamp in table.look.lamps)
        look = replace(table.look, lamps=lamps)
        return sized(replace(table, dice=dice, look=look), "small")

    @cached_property
    def twin(self) -> Twin:
        """Give the table's twin, which knows its camera; it paints nothing here."""
        return Twin(self.settings, self.number)

    @cached_property
    def setup(self) -> Setup:
        """Give what a calibrated table knows; noise as two pictures of the empty board show it."""
        empties = [self._kept(f"empty-{k}", lambda k=k: self.developed(self.empty_light, k)) for k in range(EMPTIES)]
        noise = float(np.std(empties[0].astype(float) - empties[1]) / 2**0.5)
        empty = np.round(np.mean(empties, axis=0)).astype(np.uint8)
        models = tuple(DieModel(edge_mm, name) for name, edge_mm in self._edges_mm.items())
        return replace(self.twin.unpainted_setup, dice=models, background=Background(empty, noise))

    @property
    def title(self) -> str:
        """Name its dice and the size of its pictures."""
        dice = " and ".join(f"{name} {edge_mm:.0f} mm" for name, edge_mm in self._edges_mm.items())
        return f"{self.number}: {dice}, {self.settings.main_size[0]} px"

    @property
    def _edges_mm(self) -> dict[str, float]:
        return {style.name: style.edge_mm for style in self.settings.dice}

    def scenes(self, count: int) -> Iterator[TracedScene]:
        """Give so many scenes, the same ones each time."""
        rng = np.random.default_rng([self.number, 13])
        source = Scenes(self.settings, Physics(self.settings))
        for k in range(count):
            kind, toss = _arranged(source, rng, len(self.settings.dice))
            picture = self._kept(f"scene-{k}", lambda k=k, toss=toss: self.developed(self._light(toss), 100 + k))
            yield TracedScene(kind, picture, labelled(self.twin, truth_of(toss, -1, 0, 0, 0)))

    @cached_property
    def folder(self) -> Path:
        """Give where its pictures lie."""
        files = sorted(path for pattern in PAINTING for path in ROOT.glob(pattern))
        code = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
        folder = self.keep / code / str(self.number)
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _kept(self, name: str, paint: Callable[[], Image]) -> Image:
        path = self.folder / f"{name}.png"
        if not path.exists():
            new = path.with_suffix(".new.png")
            cv2.imwrite(str(new), paint())
            new.replace(path)
        return np.asarray(cv2.imread(str(path)), np.uint8)

    @cached_property
    def table(self) -> TracedTable:
        """Give its surfaces, lamps and room."""
        return TracedTable(self.settings, self.number, WINDOWS[self.number // 2 % len(WINDOWS)], self.folder)

    @cached_property
    def empty_light(self) -> Light:
        """Give the light of the empty board."""
        path = self.folder / "empty.npy"
        if not path.exists():
            wide, high = self.settings.main_size
            painter, new = LensPainter(self.twin.camera, EMPTY_PATHS), path.with_suffix(".new.npy")
            np.save(new, painter.light(self.table.with_things([], np.zeros((0, 3))), (0, 0, wide, high), self.number))
            new.replace(path)
        return np.load(path)

    def _light(self, toss: Toss) -> Light:
        """Trace what lies on the board, and lay it over the light of the empty one."""
        light = self.empty_light.copy()
        dice = [(self.settings.dice[view.index], view.poses[0]) for view in resting_views(toss)]
        scene = self.table.with_things(dice, toss.chips_mm)
        painter = LensPainter(self.twin.camera, PATHS)
        for number, window in enumerate(self._windows(toss)):
            lay_in(light, painter.light(scene, window, number + 1), window)
        return light

    def _windows(self, toss: Toss) -> list[Window]:
        spots = [np.array(end.centre_mm) for end in toss.ends] + list(toss.chips_mm)
        corners = AROUND_MM * np.array([[x, y, 0] for x in (-1, 1) for y in (-1, 1)])
        windows = [window_around(self.twin.camera.project(spot + corners), self.settings.main_size) for spot in spots]
        return joined_windows([window for window in windows if window[2] > window[0] + 8 and window[3] > window[1] + 8])

    def developed(self, light: Light, number: int) -> Image:
        """Give the picture of some light, with noise of its own number."""
        return self._sensor.picture(light, np.random.default_rng([self.number, 17, number]))

    @cached_property
    def _sensor(self) -> Sensor:
        return Sensor(self.settings, self.gain)

    @cached_property
    def gain(self) -> float:
        """Say how long is exposed: so that the felt is as bright as its colour says."""
        board, look = self.settings.board, self.settings.look
        floor = np.zeros(self.empty_light.shape[:2], np.uint8)
        cv2.fillConvexPoly(floor, self.twin.camera.project(board.corners_mm()).astype(np.int32), 255)
        felt = np.median(self.empty_light[floor > 0], axis=0)
        wanted = (np.array(look.felt_bgr) / 255) ** GAMMA
        return float(wanted.sum() / felt.sum())


def _made(style: DieStyle, rng: np.random.Generator) -> DieStyle:
    """Vary a style: some dice are glossier, opaque ones rounder than others."""
    scale = float(rng.uniform(0.97, 1.03))
    rounder = float(rng.uniform(0.9, 1.5)) if style.finish is Finish.OPAQUE else 1.0
    return replace(
        style,
        edge_mm=style.edge_mm * scale,
        corner_radius_mm=style.corner_radius_mm * rounder,
        pip_radius_mm=style.pip_radius_mm * scale * float(rng.uniform(0.9, 1.1)),
        pip_spacing_mm=style.pip_spacing_mm * scale * float(rng.uniform(0.96, 1.03)),
        gloss=float(rng.uniform(0.2, 1.0)),
    )


def _arranged(source: Scenes, rng: np.random.Generator, dice: int) -> tuple[Rest, Toss]:
    for _ in range(20):
        leans = rng.random() < LEANING_SHARE
        kind = LEANING[int(rng.integers(len(LEANING)))] if leans else draw_kind(rng, dice)
        try:
            return kind, source.arrange(kind, rng)
        except ConfigError:
            continue
    raise ConfigError("None of the kinds of scenes comes about on this table.")


def window_around(places_px: np.ndarray, size: tuple[int, int]) -> Window:
    """Give the window of a picture of a size that holds some places (n, 2)."""
    (x0, y0), (x1, y1) = places_px.min(axis=0), places_px.max(axis=0)
    wide, high = size
    return max(int(x0), 0), max(int(y0), 0), min(int(x1) + 1, wide), min(int(y1) + 1, high)


def joined_windows(windows: list[Window]) -> list[Window]:
    """Join windows that share pixels."""
    apart: list[Window] = []
    for new in windows:
        joined = new
        while shared := [other for other in apart if _meet(joined, other)]:
            apart = [other for other in apart if other not in shared]
            boxes = np.array([joined, *shared])
            joined = (*map(int, boxes[:, :2].min(axis=0)), *map(int, boxes[:, 2:].max(axis=0)))
        apart.append(joined)
    return apart


def _meet(one: Window, two: Window) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def lay_in(light: Light, part: Light, window: Window) -> None:
    """Lay the light of a window into a picture's, softly at its rim."""
    x0, y0, x1, y1 = window
    inner = np.zeros((y1 - y0 + 2, x1 - x0 + 2), np.uint8)
    inner[1:-1, 1:-1] = 1
    deep = cv2.distanceTransform(inner, cv2.DIST_L2, 3)[1:-1, 1:-1, None]
    share = np.clip(deep / FEATHER_PX, 0, 1)
    light[y0:y1, x0:x1] += share * (part - light[y0:y1, x0:x1])

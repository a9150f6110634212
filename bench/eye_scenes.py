"""Resting dice on simulated tables, read and compared with the truth: the accuracy part of `make bench-eye`.

Finished blocks are kept in a folder that belongs to the code measured, so that a broken run goes on where it was.
"""

import hashlib
import json
import multiprocessing
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from eye_set_ups import edge_px_at, light_of, set_up

from calibration.dice import Picture, learn_dice
from calibration.report import Verdict
from controller.errors import CalibrationError, ConfigError
from controller.twin.scenes import Rest, draw_kind
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Plan
from controller.twin.truth import DieTruth, ThrowTruth
from controller.twin.twin import Twin
from vision.accuracy.labels import VISIBLE, Labelled, TrueDie
from vision.accuracy.scoring import Compared, Pair, compare
from vision.drawing.overlay import draw_overlay, to_pixels
from vision.frame import Image
from vision.geometry import Background, Board, DieModel, Floats, Setup
from vision.reader import TableReader
from vision.reading import DieReading, DieState

ROOT = Path(__file__).resolve().parent.parent
MEASURED = (
    "bench/eye_scenes.py",
    "bench/eye_set_ups.py",
    "calibration/di*.py",
    "controller/twin/*.py",
    "vision/**/*.py",
)
BLOCK = 25
LEAST_SET_UPS = 12
"""Scenes at one table before the next set-up comes, at most; and how many set-ups there are at least."""

LEANING = (Rest.LEAN_CHIP, Rest.LEAN_WALL, Rest.LEAN_DIE, Rest.STACKED)
EMPTIES = 3
LEARNED, MIXED, LEARNED_FROM = "+dice", "+mixed", 5
"""How blocks with calibrated dice are marked, and those with dice of two sizes; from how many pictures are learned."""
THROWN = "thrown"
_ACROSS = 7
"""A top face is looked at in so many points along each side to find what part of it is seen."""


@dataclass(frozen=True, slots=True)
class Task:
    """A block of scenes: set-up `number` of `group` ("small", "large"), of usual kinds or `leaning` ones only.

    `learned`: the table's dice are calibrated, too, as `stickman calibrate dice` does it. `mixed`: of two sizes.
    `thrown`: dice lie where throws at the table end, not where reading is hard.
    """

    number: int
    group: str
    leaning: bool
    scenes: int
    learned: bool = False
    mixed: bool = False
    thrown: bool = False

    @property
    def name(self) -> str:
        """Name its file."""
        scenes = "leaning" if self.leaning else THROWN if self.thrown else "usual"
        kind = scenes + LEARNED * self.learned + MIXED * self.mixed
        return f"{self.group}-{kind}-{self.number}-{self.scenes}"

    @staticmethod
    def named(name: str) -> "Task":
        """Give the block of a name, as the report prints it."""
        group, kind, number, scenes = name.split("-")
        leaning, thrown = kind.startswith("leaning"), kind.startswith(THROWN)
        return Task(int(number), group, leaning, int(scenes), LEARNED in kind, MIXED in kind, thrown)

    @property
    def set_up(self) -> TwinSettings:
        """Give the table."""
        return set_up(self.number, self.group, self.mixed)


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a scene: what it was, what was read (None: nothing), and its grade (vision.accuracy.scoring)."""

    model: str
    kind: str
    light: str
    edge_px: float
    value: int
    state: str
    hidden: bool
    read: int | None
    said: str | None
    confidence: float
    grade: str
    named: bool
    sure: bool
    where: str


Scene = tuple[str, tuple[str, ...], float]
"""How a picture is graded, why it is asked, and the processor time of its reading in ms."""


@dataclass(frozen=True, slots=True)
class Block:
    """What came of a block. `phantoms`: dice read in sure pictures where none are."""

    name: str
    dice: tuple[Die, ...]
    scenes: tuple[Scene, ...]
    phantoms: tuple[str, ...]

    @property
    def wheres(self) -> list[str]:
        """Name each scene as `--show` takes it."""
        return [f"{self.name} {index}" for index in range(len(self.scenes))]


def tasks(scenes: int, large: int, leaning: int, seed: int, learned: bool = False, mixed: bool = False) -> list[Task]:
    """Give the blocks of a run: so many scenes with small dice, with large ones, and with leaning or stacked ones."""
    wanted = (("small", False, scenes), ("large", False, large), ("small", True, leaning - leaning // 3),
              ("large", True, leaning // 3))  # fmt: skip
    return [task for group, leans, count in wanted for task in _blocks(group, leans, count, seed, learned, mixed)]


def _blocks(group: str, leaning: bool, count: int, seed: int, learned: bool, mixed: bool) -> Iterator[Task]:
    size = max(1, min(BLOCK, count // LEAST_SET_UPS))
    for k in range(-(-count // size)):
        yield Task(seed * 1000 + k, group, leaning, min(size, count - k * size), learned, mixed)


def run(todo: list[Task], folder: Path, jobs: int) -> Iterator[Block]:
    """Give every block, those kept from before first; the others are made on all cores and kept."""
    folder = folder / code()
    known = {task: block for task in todo if (block := _kept(folder, task)) is not None}
    yield from known.values()
    rest = [task for task in todo if task not in known]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for task, block in pool.imap_unordered(_numbered, rest):
            _keep(folder, task, block)
            yield block


def _numbered(task: Task) -> tuple[Task, Block]:
    return task, play(task)


def play(task: Task) -> Block:
    """Lay the scenes of a block, read each and compare."""
    dice: list[Die] = []
    scenes: list[Scene] = []
    phantoms: list[str] = []
    for index, (twin, _, one, kind) in enumerate(_read(task)):
        where = f"{task.name} {index} ({kind})"
        scenes.append((str(one.grade), one.reading.reasons, one.ms))
        dice += [_row(twin, pair, kind, light_of(task.number), where) for pair in one.pairs if pair.true]
        phantoms += [f"{where}: {_named(pair.read)}" for pair in one.pairs if pair.true is None and pair.sure]
    return Block(task.name, tuple(dice), tuple(scenes), tuple(phantoms))


def show(name: str, index: int, path: Path) -> None:
    """Draw what was read in one scene of a block into a PNG, and print what is true."""
    twin, image, one, _ = next(islice(_read(Task.named(name)), index, None))
    cv2.imwrite(str(path), draw_overlay(image, one.reading, to_pixels(twin.setup)))
    for pair in one.pairs:
        print(f"{pair.grade}: {pair.true}\n    read {pair.read}")
    print("\n".join(one.reading.reasons), f"\n{path}")


def _read(task: Task) -> Iterator[tuple[Twin, Image, Compared, str]]:
    """Give each scene's picture, compared with its truth; the same ones each time."""
    cv2.setNumThreads(1)
    twin = Twin(task.set_up, task.number)
    rng = np.random.default_rng([task.number, task.leaning, task.group == "large"])
    setup = calibrated(twin)
    reader = TableReader(with_dice_learned(setup, task) if task.learned else setup)
    for _ in range(task.scenes):
        image, truth, kind = (*twin.still(Plan(Kind.ANY)), THROWN) if task.thrown else _scene(twin, rng, task.leaning)
        begun = time.process_time()
        reading = reader.read(image)
        yield twin, image, compare(labelled(twin, truth), reading, (time.process_time() - begun) * 1000), kind


def _row(twin: Twin, pair: Pair, kind: str, light: str, where: str) -> Die:
    """Write down what became of a die."""
    true, read, model = pair.true, pair.read, twin.settings.dice[0]
    if true is None or true.centre_mm is None:
        raise ValueError("Only dice with a place in the truth are written down.")
    name = " and ".join(dict.fromkeys(style.name for style in twin.settings.dice))
    return Die(
        name, kind, light, round(edge_px_at(twin.camera, *true.centre_mm, model.edge_mm), 2),
        true.value, str(true.state), true.hidden, read.value if read else None, str(read.state) if read else None,
        read.confidence if read else 0.0, str(pair.grade), pair.named, pair.sure, where,
    )  # fmt: skip


def _named(read: DieReading | None) -> str:
    return "nothing" if read is None else f"a {read.value} ({read.state}) at {read.centre_mm}, where no die is"


def labelled(twin: Twin, truth: ThrowTruth) -> Labelled:
    """Give what is true of resting dice as a label."""
    edge_mm = twin.settings.dice[0].edge_mm
    on = [die for die in truth.dice if die.state is not DieState.OFF_BOARD]
    return Labelled(Path(), tuple(_true(twin, edge_mm, die, [other for other in on if other is not die]) for die in on))


def calibrated(twin: Twin) -> Setup:
    """Give what a calibrated table knows: exact camera, the edge of the dice, and noisy pictures of the empty board."""
    empty = np.mean(twin.empty_pictures(EMPTIES), axis=0)
    background = Background(np.round(empty).astype(np.uint8), twin.settings.look.noise)
    models = {style.name: DieModel(style.edge_mm, style.name) for style in twin.settings.dice}
    return replace(twin.setup, dice=tuple(models.values()), background=background)


def with_dice_learned(setup: Setup, task: Task) -> Setup:
    """Learn a set-up's dice from pictures of them lying apart on a table of its own; as it was where that is bad."""
    twin, rng = Twin(task.set_up, task.number), np.random.default_rng([task.number, 9])
    images = [twin.scene(rng, Rest.FLAT)[0] for _ in range(LEARNED_FROM)]
    plain = TableReader(setup)
    pictures = [Picture(str(number), image, _read_flat(plain.read(image).dice)) for number, image in enumerate(images)]
    try:
        learned, report = learn_dice(pictures, setup, setup.dice[0])
    except CalibrationError:
        return setup
    return setup if report.verdict is Verdict.BAD else replace(setup, dice=(learned,))


def _read_flat(dice: tuple[DieReading, ...]) -> tuple[tuple[float, float, float, int], ...]:
    return tuple(
        (*die.centre_mm, float(np.radians(die.angle_deg)), die.value)
        for die in dice
        if die.state is DieState.FLAT and die.value and die.centre_mm is not None and die.angle_deg is not None
    )


def _scene(twin: Twin, rng: np.random.Generator, leaning: bool) -> tuple[Image, ThrowTruth, str]:
    """Lay one scene; a kind that does not come about on this table gives way to another."""
    for _ in range(20):
        kind = LEANING[int(rng.integers(len(LEANING)))] if leaning else draw_kind(rng, len(twin.settings.dice))
        try:
            image, truth = twin.scene(rng, kind)
        except ConfigError:
            continue
        return image, truth, str(kind)
    raise ConfigError("None of the kinds of scenes comes about on this table.")


def _true(twin: Twin, edge_mm: float, die: DieTruth, others: Iterable[DieTruth]) -> TrueDie:
    x_px, y_px = twin.camera.project(np.array([die.centre_mm]))[0]
    seen = seen_share(twin.camera.position_mm, twin.settings.board, edge_mm, die, others)
    x_mm, y_mm, _ = die.centre_mm
    return TrueDie(die.value, die.state, (float(x_px), float(y_px)), (x_mm, y_mm), seen < VISIBLE)


def seen_share(eye: Floats, board: Board, edge_mm: float, die: DieTruth, others: Iterable[DieTruth]) -> float:
    """Give the part of a die's upper face that neither a wall nor another die hides from an eye (3,) in mm."""
    points = _upper_face(die, edge_mm)
    hidden = behind_wall(points, eye, board)
    for other in others:
        hidden |= _behind(points, eye, other, edge_mm)
    return float(1 - hidden.mean())


def _upper_face(die: DieTruth, edge_mm: float) -> Floats:
    """Give points spread over the upper face, (n, 3) mm."""
    rotation = np.array(die.rotation).reshape(3, 3)
    axis = int(np.abs(rotation[2]).argmax())
    up = rotation[:, axis] * np.sign(rotation[2, axis])
    sides = [rotation[:, k] for k in range(3) if k != axis]
    steps = (np.arange(_ACROSS) - (_ACROSS - 1) / 2) * edge_mm / _ACROSS
    a, b = (v.reshape(-1, 1) for v in np.meshgrid(steps, steps))
    return np.asarray(np.array(die.centre_mm) + up * edge_mm / 2 + a * sides[0] + b * sides[1])


def behind_wall(points: Floats, eye: Floats, board: Board) -> np.ndarray:
    """Say of each point whether its way to the eye leaves the board below the top of the wall."""
    way = eye - points
    inside = np.array([board.length_mm, board.width_mm])
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(way[:, :2] > 0, (inside - points[:, :2]) / way[:, :2], -points[:, :2] / way[:, :2])
    leaves = np.where(np.isfinite(reach), np.maximum(reach, 0), np.inf).min(axis=1)
    return np.asarray((leaves < 1) & (points[:, 2] + leaves * way[:, 2] < board.wall_height_mm))


def _behind(points: Floats, eye: Floats, other: DieTruth, edge_mm: float) -> np.ndarray:
    """Say of each point whether its way to the eye meets a cube (slabs, Kay & Kajiya 1986)."""
    turn = np.array(other.rotation).reshape(3, 3)
    start = (points - other.centre_mm) @ turn
    way = (eye - points) @ turn
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    one, two = (-edge_mm / 2 - start) / way, (edge_mm / 2 - start) / way
    enters, leaves = np.minimum(one, two).max(axis=1), np.maximum(one, two).min(axis=1)
    return np.asarray((enters < leaves - 1e-4) & (leaves > 1e-3))


def code() -> str:
    """Name the code that is measured."""
    files = sorted(path for pattern in MEASURED for path in ROOT.glob(pattern))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def _kept(folder: Path, task: Task) -> Block | None:
    path = folder / f"{task.name}.json"
    if not path.exists():
        return None
    row = json.loads(path.read_text())
    scenes = tuple((grade, tuple(reasons), ms) for grade, reasons, ms in row["scenes"])
    return Block(row["name"], tuple(Die(**die) for die in row["dice"]), scenes, tuple(row["phantoms"]))


def _keep(folder: Path, task: Task, block: Block) -> None:
    """Keep a finished block; it is whole or not there."""
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{task.name}.new"
    new.write_text(json.dumps(asdict(block)))
    new.replace(folder / f"{task.name}.json")

"""Rigid bodies in MuJoCo: dice thrown into the walled board, until they lie still. Metres inside, mm outside."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from controller.errors import ConfigError
from controller.throws.events import Wall
from controller.twin.settings import TwinSettings
from controller.twin.world import CHIP_LIMIT, PARKED_M, world_xml
from vision.geometry import Floats

STEP_S = 0.0005
SAMPLE_S = 0.001
STILL_S = 0.12
LONGEST_S = 5.0
STILL_MM = 0.12
STILL_COSINE = math.cos(math.radians(0.4) / 2)
NEAR_WALL_M = 0.025
SAME_CONTACT_S = 0.008


@dataclass(frozen=True, slots=True)
class DieStart:
    """How one die leaves the hand: mm, unit quaternion (w, x, y, z), mm/s, rad/s."""

    place_mm: tuple[float, float, float]
    turn: tuple[float, float, float, float]
    speed_mm_s: tuple[float, float, float]
    spin_rad_s: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Bump:
    """A die met a wall, times in s from the release."""

    die: int
    wall: Wall
    face: str
    start_s: float
    end_s: float
    place_mm: tuple[float, float, float]
    impulse_mns: float


@dataclass(frozen=True, eq=False)
class Flight:
    """A simulated throw, sampled every `SAMPLE_S`: places (t, n, 3) mm and turns (t, n, 4).

    `touching` (n, m) says at rest what die i touches: "floor", "table", a wall's name, "chip" or "die".
    """

    places_mm: Floats
    turns: Floats
    rest_s: float
    bumps: tuple[Bump, ...]
    touching: tuple[frozenset[str], ...]
    energy_mj: Floats

    def pose(self, t_s: float) -> tuple[Floats, Floats]:
        """Give places (n, 3) mm and unit quaternions (n, 4) at a time; before and after, the ends."""
        at = min(max(t_s / SAMPLE_S, 0.0), len(self.places_mm) - 1.0)
        low = min(int(at), len(self.places_mm) - 2)
        part = at - low
        place = (1 - part) * self.places_mm[low] + part * self.places_mm[low + 1]
        one, two = self.turns[low], self.turns[low + 1]
        turn = (1 - part) * one + part * two * np.where((one * two).sum(1, keepdims=True) < 0, -1.0, 1.0)
        return place, turn / np.linalg.norm(turn, axis=1, keepdims=True)


class Physics:
    """The board as rigid bodies. One object simulates any number of throws. Raises ConfigError without MuJoCo."""

    def __init__(self, settings: TwinSettings) -> None:
        try:
            import mujoco
        except ImportError:
            raise ConfigError(
                "The simulated table needs MuJoCo, which is not installed. Run: pip install 'stickman[twin]'"
            ) from None
        self._mj: Any = mujoco
        self._settings = settings
        self._model: Any = mujoco.MjModel.from_xml_string(world_xml(settings, STEP_S))
        self._data: Any = mujoco.MjData(self._model)
        self._names = [self._model.geom(i).name for i in range(self._model.ngeom)]
        self._die_of = np.array([int(n.split("-")[1]) if n.startswith("die-") else -1 for n in self._names])
        self._what = [n.split("-")[0] for n in self._names]
        self._force = np.zeros(6)

    def throw(self, starts: tuple[DieStart, ...], chips_mm: Floats) -> Flight:
        """Simulate until every die lies still; `chips_mm` (n, 3) are places of chips' centres."""
        self._place(starts, chips_mm)
        run = _Run()
        while not run.still and run.t_s < LONGEST_S:
            self._advance(run)
        return Flight(
            np.array(run.places),
            np.array(run.turns),
            run.rest_s,
            tuple(run.bumps()),
            self._touching(len(starts)),
            np.array(run.energy),
        )

    def _place(self, starts: tuple[DieStart, ...], chips_mm: Floats) -> None:
        data = self._data
        self._mj.mj_resetData(self._model, data)
        for i, start in enumerate(starts):
            data.qpos[7 * i : 7 * i + 3] = np.array(start.place_mm) / 1000
            data.qpos[7 * i + 3 : 7 * i + 7] = start.turn
            data.qvel[6 * i : 6 * i + 3] = np.array(start.speed_mm_s) / 1000
            data.qvel[6 * i + 3 : 6 * i + 6] = start.spin_rad_s
        data.mocap_pos[:] = PARKED_M
        for i, place in enumerate(chips_mm[:CHIP_LIMIT]):
            data.mocap_pos[i] = place / 1000
        self._mj.mj_forward(self._model, data)

    def _advance(self, run: "_Run") -> None:
        data = self._data
        for _ in range(round(SAMPLE_S / STEP_S)):
            self._mj.mj_step(self._model, data)
            if self._near_wall(data.qpos.reshape(-1, 7)):
                self._note_bumps(run)
        pose = data.qpos.reshape(-1, 7)
        run.note(pose, float(data.energy[0] + data.energy[1]))

    def _near_wall(self, pose: Floats) -> bool:
        board, reach = self._settings.board, NEAR_WALL_M
        x, y = pose[:, 0], pose[:, 1]
        far = (board.length_mm - self._settings.rubber_depth_mm) / 1000 - reach
        left = board.width_mm / 1000 - reach
        return bool(((x > far) | (x < reach) | (y < reach) | (y > left)).any())

    def _note_bumps(self, run: "_Run") -> None:
        data = self._data
        for i, (one, two) in enumerate(data.contact.geom):
            die, other = (one, two) if self._die_of[one] >= 0 else (two, one)
            if not self._what[other].startswith("wall"):
                continue
            self._mj.mj_contactForce(self._model, data, i, self._force)
            if self._force[0] > 0:
                contact = data.contact[i]
                wall = Wall(self._what[other].removeprefix("wall_"))
                place = np.array(contact.pos) * 1000
                key = (int(self._die_of[die]), wall, self._face(wall, place))
                # Normal and friction together: in a valley of the rubber they partly cancel.
                push = self._force[:3] @ contact.frame.reshape(3, 3)[:, 0 if wall in (Wall.FAR, Wall.NEAR) else 1]
                # The frame's first axis points from the contact's first body to its second.
                away = 1 if die == two else -1
                run.touch(key, float(data.time), place, away * float(push) * STEP_S * 1000)

    def _face(self, wall: Wall, place_mm: Floats) -> str:
        """Tell the inner face from the top of the wall and its outside."""
        board = self._settings.board
        depth = {
            Wall.FAR: place_mm[0] - board.length_mm,
            Wall.NEAR: -place_mm[0],
            Wall.LEFT: place_mm[1] - board.width_mm,
            Wall.RIGHT: -place_mm[1],
        }[wall]
        if depth > self._settings.wall_mm - 0.7:
            return "outside"
        return "rim" if place_mm[2] > board.wall_height_mm - 1.0 else "inner"

    def _touching(self, count: int) -> tuple[frozenset[str], ...]:
        found: list[set[str]] = [set() for _ in range(count)]
        for one, two in self._data.contact.geom:
            for die, other in ((self._die_of[one], two), (self._die_of[two], one)):
                if die >= 0:
                    found[die].add(self._what[other])
        return tuple(frozenset(f) for f in found)


class _Run:
    """What is noted while a throw is simulated."""

    def __init__(self) -> None:
        self.places: list[Floats] = []
        self.turns: list[Floats] = []
        self.energy: list[float] = []
        self._touches: dict[tuple[int, Wall, str], list[list[Any]]] = {}

    @property
    def t_s(self) -> float:
        """Time from the release."""
        return len(self.places) * SAMPLE_S

    @property
    def still(self) -> bool:
        """Whether no die has moved for `STILL_S`."""
        back = round(STILL_S / SAMPLE_S)
        if len(self.places) <= back or len(self.places) % 20:
            return False
        return not any(self._moved(len(self.places) - 1 - back + k) for k in range(0, back, 10))

    @property
    def rest_s(self) -> float:
        """When the last movement ended."""
        count = len(self.places)
        return next((k + 1 for k in range(count - 1, -1, -1) if self._moved(k)), 0) * SAMPLE_S

    def note(self, pose: Floats, energy_j: float) -> None:
        """Take one sample."""
        self.places.append(pose[:, :3] * 1000)
        self.turns.append(pose[:, 3:].copy())
        self.energy.append(energy_j * 1000)

    def _moved(self, index: int) -> bool:
        """Whether any die lay otherwise at that sample than now."""
        if np.abs(self.places[index] - self.places[-1]).max() > STILL_MM:
            return True
        return bool(np.abs((self.turns[index] * self.turns[-1]).sum(1)).min() < STILL_COSINE)

    def touch(self, key: tuple[int, Wall, str], t_s: float, place_mm: Floats, impulse_mns: float) -> None:
        """Add a contact's step to the touch it belongs to, or begin a new one."""
        known = self._touches.setdefault(key, [])
        if not known or t_s - known[-1][1] > SAME_CONTACT_S:
            known.append([t_s, t_s, place_mm, 0.0])
        known[-1][1] = t_s
        known[-1][3] += impulse_mns

    def bumps(self) -> list[Bump]:
        """Give all touches in the order of their beginning."""
        every = [
            Bump(die, wall, face, a, b, (float(p[0]), float(p[1]), float(p[2])), abs(impulse))
            for (die, wall, face), touches in self._touches.items()
            for a, b, p, impulse in touches
        ]
        return sorted(every, key=lambda bump: (bump.start_s, bump.die))

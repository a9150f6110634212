"""The simulated table as one object: it throws dice and gives what camera and wall sensors would, and the truth."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
import tomli_w

from controller.config import RIM_GPIO, WALL_GPIO
from controller.throws.events import WallEdge, Zone
from controller.twin.camera import DieView, Scene, StreamPainter
from controller.twin.faults import Fault, Faults, FaultSpell
from controller.twin.hand import Hand, HandPose
from controller.twin.layouts import marker_corners_mm
from controller.twin.lens import camera_of
from controller.twin.noise import Noise
from controller.twin.physics import Physics
from controller.twin.room import paint_room
from controller.twin.scenes import Rest, Scenes, draw_kind
from controller.twin.script import Script, resting_views
from controller.twin.sensors import WallSensors, zones_of
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Left, Plan, Thrower, Toss, left_lying
from controller.twin.truth import ThrowTruth, truth_of
from vision.frame import Frame, Image, Stream
from vision.geometry import Background, Camera, DieModel, Floats, Setup

SMALL_FPS = 60
MAIN_EVERY = 2
"""Every second exposure is delivered in full size: 30 a second."""

FIRST_NS = 1_000_000_000

Shown = TypeVar("Shown")


@dataclass(frozen=True, eq=False)
class Glimpse:
    """One exposure of the small stream, unpainted: when it began, its number in the stream, and who was where."""

    exposed_ns: int
    index: int
    scene: Scene


class Twin:
    """A simulated table with one clock over all its throws. One seed gives the same frames and events each time.

    `small_only`: films the small stream alone, in a third of the time.
    """

    def __init__(self, settings: TwinSettings | None = None, seed: int = 0, small_only: bool = False) -> None:
        self.settings = settings or TwinSettings()
        self.truths: list[ThrowTruth] = []
        self.faults = Faults()
        self._seed = seed
        self._small_only = small_only
        throws, noise, sensors = (np.random.default_rng([seed, k]) for k in range(3))
        self._throws, self._noise_rng = throws, noise
        physics = Physics(self.settings)
        self._thrower = Thrower(self.settings, physics)
        self._scenes = Scenes(self.settings, physics)
        self._sensors = WallSensors(self.settings, sensors)
        self._epoch_ns = FIRST_NS
        self._tick = 0
        self._resting: tuple[DieView, ...] = ()
        self._last: Toss | None = None
        self._chips_mm: Floats = np.zeros((0, 3))
        self._due: list[WallEdge] = []

    # -- what is known about this table -------------------------------------------------------------------------

    @cached_property
    def camera(self) -> Camera:
        """The exact camera of the main stream."""
        return camera_of(self.settings)

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The wall sensors."""
        return zones_of(self.settings)

    @cached_property
    def setup(self) -> Setup:
        """All that a perfect calibration would know; the background is the empty board without noise."""
        background = Background(self._painters["main"].empty, self.settings.look.noise)
        return replace(self.unpainted_setup, background=background)

    @cached_property
    def unpainted_setup(self) -> Setup:
        """The same without a background."""
        models = {style.name: style for style in self.settings.dice}
        dice = tuple(
            DieModel(s.edge_mm, s.name, s.corner_radius_mm, s.pip_radius_mm, s.pip_spacing_mm, s.body_bgr, s.pip_bgr)
            for s in models.values()
        )
        return Setup(self.camera, self.settings.board, dice, None, len(self.settings.dice))

    def table_toml(self) -> str:
        """Describe this table as a table.toml."""
        board = self.settings.board
        part: dict[str, object] = {
            "length_mm": board.length_mm, "width_mm": board.width_mm, "wall_height_mm": board.wall_height_mm
        }  # fmt: skip
        if self.settings.look.markers:
            corners = {str(k): [list(c) for c in v] for k, v in marker_corners_mm(board).items()}
            part["markers"] = {"dictionary": "DICT_4X4_50", "corners_mm": corners}
        zones = [
            {"name": z.name, "wall": z.wall.value, "from_mm": z.from_mm, "to_mm": z.to_mm}
            | ({"rim": True, "gpio": RIM_GPIO} if z.rim else {"gpio": WALL_GPIO[k]})
            for k, z in enumerate(self.zones)
        ]
        models = [{"name": m.name, "edge_mm": m.edge_mm} for m in self.setup.dice]
        return tomli_w.dumps(
            {
                "table": {"name": "twin", "policy": "street"},
                "board": part,
                "dice": {"count": len(self.settings.dice), "model": models},
                "walls": {"zone": zones},
            }
        )

    def empty_pictures(self, count: int) -> list[Image]:
        """Give noisy main pictures of the empty board."""
        clean = self._painters["main"].empty
        return [self._noises["main"].on(clean, self._noise_rng) for _ in range(count)]

    # -- throws -------------------------------------------------------------------------------------------------

    @property
    def now_ns(self) -> int:
        """The twin's clock: when the next frame's exposure begins."""
        return self._epoch_ns + self._tick * 1_000_000_000 // SMALL_FPS

    def set_clock(self, now_ns: int) -> None:
        """Let the next frame be exposed at this time; throws of before keep their times."""
        self._epoch_ns += now_ns - self.now_ns

    def play(self, plan: Plan | None = None) -> Iterator[Frame | WallEdge]:
        """Play one whole throw: dice of before, hand, flight, rest. Frames and edges in the order of their times.

        `truths[-1]` is this throw's truth from the first event on. Raises ConfigError when no throw fits the plan.
        """
        yield from self._play(plan, self._paint)

    def glimpse(self, plan: Plan | None = None) -> Iterator[Glimpse | WallEdge]:
        """Play one whole throw without painting it, for programs that draw what they need: many times faster.

        Clock, edges, faults and truth are those of `play`. Raises ConfigError when no throw fits the plan.
        """
        yield from self._play(plan, self._unpainted)

    def idle(self, seconds: float) -> Iterator[Frame | WallEdge]:
        """Let time pass over the resting dice."""
        until = self.now_ns + round(seconds * 1e9)
        self._due = list(self.faults.edges(tuple(self._due), self.now_ns, until))
        while self.now_ns < until:
            yield from self._tick_events(None, self._paint)

    def throw(self, plan: Plan | None = None) -> ThrowTruth:
        """Throw without painting or sensing: the clock goes on and the dice lie where they came to rest."""
        script = self._begin(plan)
        self._lay_chips(script.toss)
        self._skip_to(script.end_ns)
        self._rest(script.toss)
        return self.truths[-1]

    def still(self, plan: Plan | None = None) -> tuple[Image, ThrowTruth]:
        """Throw, and give one main picture after rest with its truth."""
        truth = self.throw(plan)
        return self.picture(), truth

    def scene(self, rng: np.random.Generator | None = None, kind: Rest | None = None) -> tuple[Image, ThrowTruth]:
        """Lay dice at rest without a throw, and give a noisy main picture with its truth; not part of `truths`.

        `kind` None draws one as usual. Raises ConfigError when no such rest came about.
        """
        source = rng or self._throws
        toss = self._scenes.arrange(kind or draw_kind(source, len(self.settings.dice)), source)
        self._lay_chips(toss)
        self._rest(toss)
        return self.picture(), truth_of(toss, -1, self.now_ns, self.now_ns, self.now_ns)

    def picture(self, stream: Stream = "main") -> Image:
        """Give one noisy picture of the resting dice without moving the clock."""
        return self._noises[stream].on(self._painters[stream].paint(Scene(self._resting)), self._noise_rng)

    def break_down(self, *spells: FaultSpell) -> None:
        """Set the faults in force from now on; none repairs everything."""
        self.faults = Faults(spells)

    # -- inside -------------------------------------------------------------------------------------------------

    @cached_property
    def _painters(self) -> dict[Stream, StreamPainter]:
        room = paint_room(self.settings, self.camera, self._seed)
        hand = Hand(np.random.default_rng([self._seed, 3]))
        small = self.camera.scaled(*self.settings.small_size)
        painters: dict[Stream, StreamPainter] = {
            "main": StreamPainter(self.settings, self.camera, room, hand),
            "small": StreamPainter(self.settings, small, room, hand),
        }
        for painter in painters.values():
            painter.set_chips(self._chips_mm)
        return painters

    @cached_property
    def _noises(self) -> dict[Stream, Noise]:
        sigma = self.settings.look.noise
        bank = np.random.default_rng([self._seed, 9])
        return {
            "main": Noise(self.settings.main_size, sigma, bank),
            "small": Noise(self.settings.small_size, sigma * 0.7, bank),
        }

    def _rest(self, toss: Toss) -> None:
        self._resting, self._last = resting_views(toss), toss

    def _begin(self, plan: Plan | None) -> Script:
        plan = plan or Plan()
        left = left_lying(self._last, plan.keep)
        toss = self._toss(plan, left)
        script = Script(self.now_ns, self._resting, toss, self.settings, left.dice if left else ())
        self.truths.append(truth_of(toss, len(self.truths), script.lift_ns, script.start_ns, script.rest_ns))
        return script

    def _play(self, plan: Plan | None, show: Callable[[Glimpse], Iterator[Shown]]) -> Iterator[Shown | WallEdge]:
        script = self._begin(plan)
        self._due += self._sensors.edges(script.toss.flight.bumps, script.start_ns)
        self._due = list(self.faults.edges(tuple(self._due), script.begin_ns, script.end_ns))
        try:
            yield from self._film(script, show)
        finally:
            self._rest(script.toss)

    def _film(self, script: Script, show: Callable[[Glimpse], Iterator[Shown]]) -> Iterator[Shown | WallEdge]:
        chips_laid = False
        while self.now_ns < script.end_ns:
            if not chips_laid and self.now_ns >= script.cleared_ns:
                chips_laid = True
                self._lay_chips(script.toss)
            yield from self._tick_events(script, show)

    def _toss(self, plan: Plan, left: Left | None) -> Toss:
        if plan.kind is Kind.COCKED_DIE:
            # No throw in a thousand ends so: the hand puts the dice down.
            return replace(self._scenes.arrange(Rest.LEAN_DIE, self._throws), kind=plan.kind)
        return self._thrower.toss(plan, self._throws, left)

    def _lay_chips(self, toss: Toss) -> None:
        self._chips_mm = toss.chips_mm
        if "_painters" in self.__dict__:  # else they are laid when painting begins
            for painter in self._painters.values():
                painter.set_chips(toss.chips_mm)

    def _tick_events(
        self, script: Script | None, show: Callable[[Glimpse], Iterator[Shown]]
    ) -> Iterator[Shown | WallEdge]:
        t = self.now_ns
        while self._due and self._due[0].t_ns < t:
            yield self._due.pop(0)
        yield from show(Glimpse(t, self._tick, self._scene(script, t)))
        self._tick += 1

    def _scene(self, script: Script | None, t_ns: int) -> Scene:
        exposure = round(self.settings.view.exposure_ms * 1e6)
        scene = script.scene(t_ns, exposure) if script else Scene(self._resting)
        hand, light = scene.hand, 1.0
        if self.faults.any(Fault.HAND_IN_VIEW, t_ns) and hand is None:
            hand = HandPose((self.settings.board.length_mm * 0.45, self.settings.board.width_mm * 0.4, 60.0), 8.0)
        if self.faults.any(Fault.LAMP_OFF, t_ns):
            light = 0.22
        return Scene(scene.dice, hand, light)

    def _paint(self, seen: Glimpse) -> Iterator[Frame]:
        if seen.index % MAIN_EVERY == 0 and not self._small_only:
            yield from self._frame(seen, "main", seen.index // MAIN_EVERY)
        yield from self._frame(seen, "small", seen.index)

    def _frame(self, seen: Glimpse, stream: Stream, index: int) -> Iterator[Frame]:
        if self.faults.keeps(seen.exposed_ns, index):
            image = self._noises[stream].on(self._painters[stream].paint(seen.scene), self._noise_rng)
            yield Frame(image, seen.exposed_ns, index, stream)

    def _unpainted(self, seen: Glimpse) -> Iterator[Glimpse]:
        if self.faults.keeps(seen.exposed_ns, seen.index):
            yield seen

    def _skip_to(self, t_ns: int) -> None:
        while self.now_ns < t_ns:
            self._tick += MAIN_EVERY

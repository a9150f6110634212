"""What a simulated table is made of: camera, board, dice, felt, layout, light, sensors. Plain values, drawn by seed."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from vision.geometry import Board

Colour = tuple[float, float, float]


class Finish(StrEnum):
    """What a die is made of."""

    TRANSLUCENT = "translucent"
    OPAQUE = "opaque"


class Layout(StrEnum):
    """What is printed on the felt."""

    PLAIN = "plain"
    LINES = "lines"
    BOXES = "boxes"
    CRAPS = "craps"


@dataclass(frozen=True, slots=True)
class DieStyle:
    """One kind of dice: lengths in mm, colours BGR. `left_handed`: 1-2-3 run clockwise, as on Asian dice."""

    name: str = "red casino"
    edge_mm: float = 19.05
    corner_radius_mm: float = 0.4
    pip_radius_mm: float = 2.05
    pip_spacing_mm: float = 4.75
    body_bgr: Colour = (38.0, 24.0, 190.0)
    pip_bgr: Colour = (246.0, 248.0, 248.0)
    finish: Finish = Finish.TRANSLUCENT
    gloss: float = 0.8
    left_handed: bool = False


RED_CASINO = DieStyle()
BLUE_CASINO = DieStyle("blue casino", body_bgr=(205.0, 62.0, 22.0), left_handed=True)
WHITE = DieStyle("white", 16.0, 1.6, 1.65, 3.9, (228.0, 232.0, 234.0), (24.0, 22.0, 22.0), Finish.OPAQUE, 0.5)
IVORY = DieStyle("ivory", 16.0, 2.2, 1.5, 3.8, (176.0, 212.0, 228.0), (30.0, 28.0, 34.0), Finish.OPAQUE, 0.3)
BLACK = DieStyle("black", 16.0, 1.2, 1.6, 3.9, (30.0, 28.0, 28.0), (235.0, 238.0, 238.0), Finish.OPAQUE, 0.6)
GREEN = DieStyle("green translucent", 19.05, 0.4, 2.05, 4.75, (60.0, 120.0, 20.0), (246.0, 248.0, 248.0))
STYLES = (RED_CASINO, BLUE_CASINO, WHITE, IVORY, BLACK)


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """Where the camera hangs and how it sees.

    `height_mm` above the felt; `tilt_deg` from straight down: across the board when
    `aside`, else along it; `fill` is the share of the picture's width that the board takes.
    """

    height_mm: float = 850.0
    tilt_deg: float = 6.0
    aside: bool = True
    turn_deg: float = 0.6
    fill: float = 0.97
    dist: tuple[float, float, float, float, float] = (-0.06, 0.02, 0.0003, -0.0002, 0.0)
    exposure_ms: float = 6.0


@dataclass(frozen=True, slots=True)
class Lamp:
    """An area lamp: centre in mm (board frame), side length in mm, share of the light."""

    place_mm: tuple[float, float, float]
    side_mm: float = 300.0
    share: float = 0.4


HOME_LAMPS = (Lamp((250.0, 760.0, 1300.0), 300.0, 0.42), Lamp((780.0, -260.0, 1300.0), 260.0, 0.3))


@dataclass(frozen=True, slots=True)
class LookSettings:
    """Surfaces and light. `warmth` -1 (cold) to 1 (warm); `noise` is the sensor's standard deviation, grey levels."""

    felt_bgr: Colour = (62.0, 112.0, 44.0)
    rim_bgr: Colour = (78.0, 118.0, 168.0)
    rubber_bgr: Colour = (44.0, 41.0, 40.0)
    table_bgr: Colour = (88.0, 92.0, 98.0)
    layout: Layout = Layout.LINES
    printed_dice: bool = False
    markers: bool = True
    lamps: tuple[Lamp, ...] = HOME_LAMPS
    brightness: float = 1.0
    warmth: float = 0.1
    noise: float = 2.2
    blur_px: float = 0.55
    vignette: float = 0.16


@dataclass(frozen=True, slots=True)
class SensorSettings:
    """The far wall's bump sensors. `threshold_mns` is the impulse (mN·s) below which a bump is not noticed.

    `hold_ms`: how long each of a line's pulses is; with 0 it follows the piezo, which chatters and rings.
    `rim_threshold_mns`: the same of a sensor on the wood of the wall's top; 0 where there is none.
    """

    zones: int = 3
    latency_ms: float = 4.0
    threshold_mns: float = 0.8
    chatter_ms: float = 6.0
    ring_ms: float = 120.0
    cross_talk: float = 0.5
    hold_ms: float = 0.0
    rim_threshold_mns: float = 0.0

    @property
    def calibrated(self) -> dict[str, float]:
        """Give what a perfect calibration of them would keep, ms; a hold only where nothing rings on behind it."""
        times = {"latency_ms": self.latency_ms, "chatter_ms": self.chatter_ms, "ringing_ms": self.ring_ms}
        return times | ({"hold_ms": self.hold_ms} if self.hold_ms and not self.ring_ms else {})


@dataclass(frozen=True, slots=True)
class TwinSettings:
    """A whole simulated table. The default is a home table with red casino dice."""

    board: Board = field(default_factory=Board)
    wall_mm: float = 18.0
    table_z_mm: float = -15.0
    rubber_depth_mm: float = 12.0
    dice: tuple[DieStyle, ...] = (RED_CASINO, RED_CASINO)
    chips: int = 2
    view: ViewSettings = field(default_factory=ViewSettings)
    look: LookSettings = field(default_factory=LookSettings)
    sensors: SensorSettings = field(default_factory=SensorSettings)
    main_size: tuple[int, int] = (1280, 720)
    small_size: tuple[int, int] = (640, 360)

    @staticmethod
    def random(seed: int, dice: int = 2) -> "TwinSettings":
        """Draw another table: other camera, lens, dice, felt, layout and light. One seed gives one table."""
        rng = np.random.default_rng(seed)
        style = STYLES[int(rng.integers(len(STYLES)))]
        base = TwinSettings(dice=(_worn(style, rng),) * dice, chips=int(rng.integers(0, 5)))
        board = Board(*(round(float(v)) for v in rng.uniform((820, 410, 90), (960, 480, 125))))
        return replace(base, board=board, view=_random_view(rng), look=_random_look(rng), sensors=_random_sensors(rng))


def _worn(style: DieStyle, rng: np.random.Generator) -> DieStyle:
    """Vary size, colour and pips a little, as makers do."""
    size = float(rng.uniform(0.96, 1.04))
    tint = rng.uniform(0.9, 1.1, 3)
    return replace(
        style,
        edge_mm=style.edge_mm * size,
        pip_radius_mm=style.pip_radius_mm * size * float(rng.uniform(0.93, 1.06)),
        pip_spacing_mm=style.pip_spacing_mm * size * float(rng.uniform(0.96, 1.03)),
        body_bgr=tuple(float(v) for v in np.clip(np.array(style.body_bgr) * tint, 0, 245)),  # type: ignore[arg-type]
        gloss=style.gloss * float(rng.uniform(0.5, 1.2)),
    )


def _random_view(rng: np.random.Generator) -> ViewSettings:
    k1 = float(rng.uniform(-0.28, 0.03))
    aside = bool(rng.random() < 0.8)
    return ViewSettings(
        height_mm=float(rng.uniform(700, 1200)),
        # Tilted along the board, dice at the far end become too small to read.
        tilt_deg=float(rng.uniform(-4, 22) if aside else rng.uniform(-6, 8)),
        aside=aside,
        turn_deg=float(rng.normal(0, 1.2)),
        fill=float(rng.uniform(0.9, 1.0)),
        dist=(k1, -0.3 * k1, float(rng.normal(0, 5e-4)), float(rng.normal(0, 5e-4)), 0.0),
        exposure_ms=float(rng.uniform(3, 14)),
    )


FELTS = ((62.0, 112.0, 44.0), (120.0, 70.0, 30.0), (42.0, 34.0, 132.0), (70.0, 66.0, 62.0), (72.0, 92.0, 30.0))
RIMS = ((78.0, 118.0, 168.0), (44.0, 62.0, 98.0), (40.0, 40.0, 42.0), (150.0, 172.0, 190.0))


def _random_look(rng: np.random.Generator) -> LookSettings:
    felt = np.array(FELTS[int(rng.integers(len(FELTS)))]) * rng.uniform(0.85, 1.2)
    lamps = tuple(
        Lamp(
            (float(rng.uniform(-300, 1200)), float(rng.choice([-1, 1]) * rng.uniform(250, 600) + 225), 1300.0),
            float(rng.uniform(60, 400)),
            float(rng.uniform(0.22, 0.45)),
        )
        for _ in range(int(rng.integers(1, 4)))
    )
    return LookSettings(
        felt_bgr=(float(felt[0]), float(felt[1]), float(felt[2])),
        rim_bgr=RIMS[int(rng.integers(len(RIMS)))],
        layout=list(Layout)[int(rng.integers(4))],
        printed_dice=bool(rng.random() < 0.3),
        markers=bool(rng.random() < 0.6),
        lamps=lamps,
        brightness=float(rng.uniform(0.75, 1.1)),
        warmth=float(rng.uniform(-0.7, 1.0)),
        noise=float(rng.uniform(1.2, 4.0)),
        blur_px=float(rng.uniform(0.4, 0.85)),
        vignette=float(rng.uniform(0.05, 0.3)),
    )


def _random_sensors(rng: np.random.Generator) -> SensorSettings:
    return SensorSettings(
        zones=3,
        latency_ms=float(rng.uniform(0, 30)),
        chatter_ms=float(rng.uniform(2, 12)),
        ring_ms=float(rng.uniform(20, 250)),
        cross_talk=float(rng.uniform(0.2, 0.8)),
    )

"""Makes docs/panel/*.jpg: the pictures that the panel can show, lit by its own code, as a camera would see them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from numpy.typing import NDArray

from controller.displays.panel import panel_message
from controller.displays.scene import DieView, Scene
from controller.rules.game import SeatView, Sheet
from firmware import lamps, picture, settings
from firmware.buttons import GREEN
from firmware.digits import DOT, WIDTH, Digits

Image = NDArray[np.float32]
Place = tuple[float, float, float, float]
Area = tuple[slice, slice]

FACE = (1200, 560)
SCALE = 2
FONT = FontProperties(family="DejaVu Sans", weight="bold")
LED_GAIN = 1.5
AWAKE_MS = 900_000
BUTTON_NAMES = ("UNDO", "NO ROLL", "NEW SHOOTER")


@dataclass(frozen=True)
class Shot:
    """A picture: the Scene (None: no link), so many ms after the throw before it, and the buttons' lights."""

    name: str
    scene: Scene | None
    after_ms: int = 0
    lights: tuple[tuple[int, int, int], ...] = (lamps.DARK,) * 3
    testing: bool = False


def main() -> None:
    """Draw every picture into docs/panel."""
    folder = Path(__file__).with_name("panel")
    folder.mkdir(exist_ok=True)
    for shot in shots():
        rgb, segments = lit(shot)
        image = photograph(rgb, segments)
        cv2.imwrite(str(folder / f"{shot.name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 84])


def shots() -> Iterator[Shot]:
    """Give the pictures, in the order of docs/panel.md."""
    street = _street()
    yield Shot("self-test", None, testing=True)
    yield Shot("no-link", None)
    yield Shot("come-out", street)
    yield Shot("point", _street(puck_on=True, point=6, dice=(4, 2), situation="point"), lamps.EFFECT_MS)
    yield Shot("natural", _street(dice=(5, 6), situation="natural"), 500)
    yield Shot("craps", _street(dice=(1, 2), situation="craps"))
    yield Shot("pass", _street(dice=(3, 3), situation="pass"), 250)
    yield Shot("seven-out", _street(dice=(3, 4), situation="seven_out"), 700)
    yield Shot("question", _street(puck_on=True, point=6, dice=(4, None), question="Which face?"), lamps.EFFECT_MS)
    yield Shot("void", _street(puck_on=True, point=6, dice=(4, 1)), lamps.EFFECT_MS)
    yield Shot("pressed", street, lights=(GREEN, lamps.DARK, lamps.DARK))
    yield Shot("bank-craps", _bank_craps(), lamps.EFFECT_MS)
    yield Shot("casino-payout", _casino(), lamps.EFFECT_MS + 500)
    yield Shot("general", _general())
    yield Shot("baccarat", _baccarat())


def lit(shot: Shot) -> tuple[list[tuple[int, int, int]], bytes]:
    """Ask the panel's own code what is lit: colours of the LEDs, segments of the digits."""
    now_ms = AWAKE_MS + shot.after_ms
    chain = lamps.Lamps(settings.CHANNEL_CAP, now_ms - lamps.SELF_TEST_MS // 2 if shot.testing else 0)
    modules = Digits(settings.MODULES)
    if shot.scene is not None:
        shown: dict[str, Any] = picture.whole(panel_message(shot.scene))
        chain.set({**shown, "fx": ["", 0]}, AWAKE_MS)
        chain.set(shown, AWAKE_MS)
        modules.set(shown)
    rgb = chain.paint(now_ms, list(shot.lights))
    return [tuple(rgb[at : at + 3]) for at in range(0, len(rgb), 3)], modules.segments(now_ms, shot.testing)  # type: ignore[misc]


def photograph(rgb: Sequence[tuple[int, int, int]], segments: bytes) -> NDArray[np.uint8]:
    """Take a picture of a panel: its face in dim room light, and what its lamps and digits add to it."""
    width, height = FACE[0] * SCALE, FACE[1] * SCALE
    face = _face(width, height).copy()
    light: Image = np.zeros((height, width, 3), np.float32)
    _lamps(face, light, rgb)
    _modules(face, light, segments)
    _buttons(face, light, rgb[lamps.FIRST_BUTTON :])
    glow = 0.10 * _blurred(light, 4) + 0.10 * _blurred(light, 18) + 0.20 * _blurred(light, 70)
    seen = face + light + glow + 0.10 * glow * (face * 6)
    exposed = 1 - np.exp(-1.5 * seen)
    grain = np.random.default_rng(1).normal(0, 0.004, exposed.shape[:2])[..., None]
    small = cv2.resize(exposed + grain, FACE, interpolation=cv2.INTER_AREA)
    shown: NDArray[np.uint8] = (255 * np.clip(small, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    return shown


def _blurred(light: Image, sigma: float) -> Image:
    """Blur light; a wide blur needs no fine picture."""
    coarse = max(1, round(sigma * SCALE / 6))
    small = cv2.resize(light, None, fx=1 / coarse, fy=1 / coarse, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), sigma * SCALE / coarse, borderType=cv2.BORDER_CONSTANT)
    blurred: Image = cv2.resize(soft, (light.shape[1], light.shape[0]), interpolation=cv2.INTER_LINEAR)
    return blurred


@cache
def _face(width: int, height: int) -> Image:
    """Make the walnut frame and the black plate in it (linear light, BGR)."""
    rng = np.random.default_rng(7)
    fibres = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), sigmaX=90, sigmaY=1.6)
    rings = np.sin(np.linspace(0, 55, height)[:, None] + 9 * cv2.GaussianBlur(fibres, (0, 0), 30))
    wood = np.array([0.018, 0.040, 0.085], np.float32) * (1 + 2.2 * fibres + 0.18 * rings)[..., None]
    area, mask = _mask([_rounded(34, 34, FACE[0] - 68, FACE[1] - 68, 14)])
    plate: Image = np.zeros((height, width), np.float32)
    plate[area] = mask
    sheen = np.linspace(0.020, 0.009, height, dtype=np.float32)[:, None, None] * np.ones((1, width, 3), np.float32)
    edge = cv2.GaussianBlur(plate, (0, 0), 6 * SCALE)
    shadowed = wood * (1 - 0.75 * edge[..., None])
    return np.clip(np.where(plate[..., None] > 0.5, sheen, shadowed), 0.002, 1).astype(np.float32)


def _lamps(face: Image, light: Image, rgb: Sequence[tuple[int, int, int]]) -> None:
    _window(face, light, (70, 66, 120, 56), "OFF", 26, [rgb[led] for led in lamps.OFF])
    _window(face, light, (70, 134, 120, 56), "ON", 26, [rgb[led] for led in lamps.ON])
    for number, box in enumerate(lamps.BOXES):
        first = lamps.FIRST_BOX + lamps.BOX_LEDS * number
        leds = [rgb[led] for led in range(first, first + lamps.BOX_LEDS)]
        name = {6: "SIX", 9: "NINE"}.get(box, str(box))
        _window(face, light, (216 + 122 * number, 66, 108, 124), name, 46 if name.isdigit() else 36, leds)
    _window(face, light, (958, 134, 172, 56), "POSTILLON", 20, [rgb[led] for led in lamps.POSTILLON])
    _label(face, "STICKMAN", (1044, 104), 24)


def _window(
    face: Image, light: Image, place: Place, text: str, size: float, leds: Sequence[tuple[int, int, int]]
) -> None:
    """Draw a translucent window with opaque letters, its LEDs in a row (or a square of four) behind it."""
    area, glass = _mask([_rounded(*place, 8)])
    opaque: Image = np.zeros(face.shape[:2], np.float32)
    where, letters = _mask(_text(text, (place[0] + place[2] / 2, place[1] + place[3] / 2), size))
    opaque[where] = letters
    letters = opaque[area] * glass
    _lay(face, area, glass, 0.030)
    _lay(face, area, letters, 0.006)
    through = glass * (1 - 0.97 * letters)
    for (x, y), colour in zip(_spots(place, len(leds)), leds, strict=True):
        light[area] += (through * _pool(area, x, y, 0.55 * place[3]))[..., None] * _linear(colour)


def _spots(place: Place, count: int) -> list[tuple[float, float]]:
    x, y, w, h = place
    if count == 4:
        return [(x + w * across, y + h * down) for down in (0.28, 0.72) for across in (0.28, 0.72)]
    return [(x + w * (number + 0.5) / count, y + h / 2) for number in range(count)]


def _pool(area: Area, x: float, y: float, reach: float) -> Image:
    """Give the pool of light that one LED makes on the window in front of it."""
    down, across = (np.arange(side.start, side.stop) / SCALE for side in area)
    pool = np.exp(-(((down - y) / reach) ** 2)[:, None] - (((across - x) / reach) ** 2)[None, :])
    return pool.astype(np.float32)


def _linear(colour: tuple[int, int, int]) -> Image:
    red, green, blue = colour
    return np.array([blue, green, red], np.float32) / 255 * LED_GAIN


def _modules(face: Image, light: Image, segments: bytes) -> None:
    names = ({27: "POINT", 216: "DICE", 400: "TOTAL"}, {239: "BANK"}, {239: "SEAT"}, {239: "SEAT"})
    for number in range(len(segments) // WIDTH):
        x, y = 92 + 536 * (number % 2), 236 + 112 * (number // 2)
        _lay(face, *_mask([_rounded(x - 22, y - 10, 522, 84, 6)]), (0.004, 0.003, 0.009))
        for place, name in names[number].items():
            _label(face, name, (x + place, y - 20), 11)
        for place, bits in enumerate(segments[WIDTH * number : WIDTH * (number + 1)]):
            _digit(face, light, x + 62 * place, y, bits)


def _digit(face: Image, light: Image, x: float, y: float, bits: int) -> None:
    for bit, shape in _strokes(x, y):
        area, stroke = _mask([shape])
        face[area] += stroke[..., None] * np.array([0.002, 0.002, 0.010], np.float32)
        if bits & bit:
            light[area] += stroke[..., None] * np.array([0.03, 0.06, 1.5], np.float32)


def _strokes(x: float, y: float) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Give the shapes of the segments A to G and the dot of a digit, leaning a little as they do."""
    w, h, t = 34.0, 64.0, 7.0
    across = [(0, t / 2), (t / 2, 0), (w - t / 2, 0), (w, t / 2), (w - t / 2, t), (t / 2, t)]
    down = [(t / 2, 0), (t, t / 2), (t, h / 2 - t / 2 - 2), (t / 2, h / 2 - 2), (0, h / 2 - t / 2 - 2), (0, t / 2)]
    at = {
        0x40: (across, 0, -1), 0x01: (across, 0, h / 2 - t / 2), 0x08: (across, 0, h - t + 1),
        0x20: (down, w - t / 2 + 2, 4), 0x10: (down, w - t / 2 + 2, h / 2 + 2),
        0x02: (down, -t / 2 - 2, 4), 0x04: (down, -t / 2 - 2, h / 2 + 2),
    }  # fmt: skip
    for bit, (shape, dx, dy) in at.items():
        yield bit, np.array([(x + px + dx + (h - py - dy) * 0.1, y + py + dy) for px, py in shape])
    angles = np.linspace(0, 2 * np.pi, 20)
    yield DOT, np.stack([x + w + 10 + 4.4 * np.cos(angles), y + h - 3 + 4.4 * np.sin(angles)], axis=1)


def _buttons(face: Image, light: Image, colours: Sequence[tuple[int, int, int]]) -> None:
    for number, colour in enumerate(colours):
        x, y = 250 + 350 * number, 494
        area, ring = _mask([_circle(x, y, 25), _circle(x, y, 19)])
        _lay(face, area, ring, 0.05)
        light[area] += ring[..., None] * _linear(colour) * 1.6
        area, cap = _mask([_circle(x, y, 18)])
        _lay(face, area, cap, 0.10)
        face[area] += (cap * _pool(area, x - 6, y - 7, 10))[..., None] * 0.10
        _label(face, BUTTON_NAMES[number], (x + 104, y), 14)


def _label(face: Image, text: str, centre: tuple[float, float], size: float) -> None:
    area, letters = _mask(_text(text, centre, size))
    face[area] += letters[..., None] * 0.22


def _text(text: str, centre: tuple[float, float], size: float) -> list[NDArray[np.float64]]:
    path = TextPath((0, 0), text, size=size, prop=FONT)
    low, high = path.get_extents().min, path.get_extents().max
    x, y = centre[0] - (low[0] + high[0]) / 2, centre[1] + (low[1] + high[1]) / 2
    return [np.stack([outline[:, 0] + x, y - outline[:, 1]], axis=1) for outline in path.to_polygons()]


def _rounded(x: float, y: float, w: float, h: float, radius: float) -> NDArray[np.float64]:
    corners = ((x + w - radius, y + h - radius, 0), (x + radius, y + h - radius, 1),
               (x + radius, y + radius, 2), (x + w - radius, y + radius, 3))  # fmt: skip
    arcs = [(cx, cy, np.linspace(quarter, quarter + 1, 9) * np.pi / 2) for cx, cy, quarter in corners]
    return np.concatenate([np.stack([cx + radius * np.cos(a), cy + radius * np.sin(a)], axis=1) for cx, cy, a in arcs])


def _circle(x: float, y: float, radius: float) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, 60)
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)


def _mask(shapes: Sequence[NDArray[np.float64]]) -> tuple[Area, Image]:
    """Fill shapes, holes left out: where in the picture, and how much of each pixel there is covered (0 to 1)."""
    points = np.concatenate(shapes) * SCALE
    left, top = np.floor(points.min(axis=0)).astype(int) - 1
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + 2
    filled = np.zeros((bottom - top, right - left), np.uint8)
    outlines = [np.round((shape * SCALE - (left, top)) * 16).astype(np.int32).reshape(-1, 1, 2) for shape in shapes]
    cv2.fillPoly(filled, outlines, 255, cv2.LINE_AA, shift=4)
    return (slice(top, bottom), slice(left, right)), filled.astype(np.float32) / 255


def _lay(image: Image, area: Area, cover: Image, colour: float | tuple[float, float, float]) -> None:
    """Lay a colour over a part of the picture."""
    image[area] += cover[..., None] * (np.asarray(colour, np.float32) - image[area])


def _dice(faces: Sequence[int | None]) -> tuple[DieView, ...]:
    return tuple(DieView(face) for face in faces)


def _street(dice: Sequence[int | None] = (), **fields: Any) -> Scene:
    seats = (
        SeatView("Ann", 8000, "shooter", (("stake", 2000),)),
        SeatView("Bob", 8550, "fader", (("fade", 1450),)),
    )
    given = {"game": "street", "puck_on": False, "point": None, "bank_cents": 3450, "seats": seats, "thrower": "Ann"}
    return Scene(**{**given, **fields}, dice=_dice(dice), throws=7)


def _bank_craps() -> Scene:
    seats = (
        SeatView("Bea", 41200, "banker"),
        SeatView("Cyd", 9000, "thrower", (("premier jet", 1000), ("low", 500))),
    )
    return Scene("bank", True, 9, 41200, seats, "Cyd", dice=_dice((5, 4)), situation="point", throws=3)


def _casino() -> Scene:
    seats = (SeatView("Ann", 24600, "shooter", (("pass", 1000),), 1400), SeatView("Bob", 9500, "", (), -500))
    return Scene("casino", True, 8, 0, seats, "Ann", dice=_dice((3, 3)), situation="no_decision", throws=12)


def _general() -> Scene:
    seats = (SeatView("Ann", 12700, "at turn"), SeatView("Bob", 9800))
    return Scene("general", False, None, 0, seats, "Ann", dice=_dice((2, 2, 4, 6, 1)), situation="thrown", throws=31)


def _baccarat() -> Scene:
    sheet = Sheet(("side", "cards", "total"), (("player", "3 3", "6"), ("banker", "K J 10", "0")))
    seats = (SeatView("1", 110000, "", (("player", 11000),)), SeatView("2", 62000, "", (("banker", 29000),)))
    return Scene("baccarat", False, None, 0, seats, None, sheet=sheet)


if __name__ == "__main__":
    main()

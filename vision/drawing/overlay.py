"""Draw into a picture what was seen and why, for people."""

import re
from collections.abc import Callable, Sequence
from math import dist

import cv2
import numpy as np

from vision.drawing.lettering import INK, LINE_PX, Colour, Rect, free, placed, plate, text_size, wrapped, write
from vision.frame import Image
from vision.geometry import Floats, Setup
from vision.reading import DieReading, DieState, TableReading

SURE: Colour = (151, 197, 43)
ASK: Colour = (40, 176, 250)
VOID: Colour = (214, 140, 236)
"""Bluish green, amber and pink: people who see colours otherwise tell them apart, and dashes tell what is asked."""

SURE_FROM = 0.85
MOST_INSETS = 8
_LEAST_UNIT = 0.62
_SMALL_PX = 44.0
_BANNER_SHARE = 0.34
_NEAR_MM, _NEAR_EDGES = 14.0, 0.75
_SAME_PLACE_PX = 6.0
"""Reasons that point at places as near as this share a ring."""

_PLACE = re.compile(r"(-?\d+), (-?\d+)\)?( mm)?")

Spot = tuple[float, float]
ToPixels = Callable[[float, float, float], Spot]
"""Gives where a place shows in the picture, in pixels: x and y on the board in mm, and how high, in edges of a die."""

MIDDLE, UPPER_FACE = 0.5, 1.0
"""How high a die's middle and its upper face are, in edges."""

_TURN_MM = 5.0
"""Over this length one looks how a die's turn on the board shows in the picture."""


def to_pixels(setup: Setup) -> ToPixels:
    """Give what tells where a place shows in a table's pictures."""
    edge_mm = setup.dice[0].edge_mm

    def to_px(x_mm: float, y_mm: float, edges_up: float) -> Spot:
        (place,) = setup.camera.project(np.array([[x_mm, y_mm, edges_up * edge_mm]]))
        return float(place[0]), float(place[1])

    return to_px


def draw_overlay(image: Image, reading: TableReading, to_px: ToPixels | None = None) -> Image:
    """Give a copy of the picture with each die's outline, value and confidence, small dice enlarged, and the verdict.

    What a person is asked is dashed, and numbered as the reasons in the banner are; places in mm are ringed with
    `to_px`, which also tells how dice on a board are turned in the picture.
    """
    drawn = image.copy()
    height, width = drawn.shape[:2]
    unit = max(max(height, width) / 1000, _LEAST_UNIT)
    dice = [_box_of(die, unit) for die in reading.dice]
    places = _places(reading, to_px)
    rings = [Rect.around(*spot, 2 * _radius(unit), 2 * _radius(unit)) for spot in places]
    banner, lines = _banner(reading, unit, (width, height), [*dice, *rings])
    taken = [*dice, *rings, banner]
    insets = _insets(reading, dice, unit, (width, height), banner)
    taken += insets
    notes = _numbers(reading)
    for spot, numbers in places.items():
        _ring(drawn, spot, ",".join(numbers), unit)
    for die, box in zip(reading.dice, dice, strict=True):
        note = notes.get(id(die), "")
        _outline(drawn, die, note, unit, to_px)
        taken.append(_label(drawn, die, box, note, unit, taken))
    for die, inset in zip(reading.dice, insets, strict=False):
        _enlarge(drawn, image, die, inset, _colour(die, notes.get(id(die), "")), unit)
    _write_banner(drawn, banner, lines, reading, unit)
    return drawn


# -- dice -----------------------------------------------------------------------------------------------------------


def _colour(die: DieReading, note: str) -> Colour:
    if note:
        return ASK
    if die.state is DieState.FLAT and die.value is not None:
        return SURE if die.confidence >= SURE_FROM else ASK
    return ASK if die.state in (DieState.UNREADABLE, DieState.MOVING) or die.value is None else VOID


def _edge(die: DieReading, unit: float) -> float:
    return die.edge_px or 40 * unit


def _box_of(die: DieReading, unit: float) -> Rect:
    side = 1.5 * _edge(die, unit)
    return Rect.around(*die.centre_px, side, side)


def _outline(drawn: Image, die: DieReading, note: str, unit: float, to_px: ToPixels | None) -> None:
    """Draw a die's square a little outside its edges, so that the die itself can be seen."""
    edge = _edge(die, unit)
    side = edge + 2 * max(3 * unit, 0.1 * edge)
    corners = _square(die, side, to_px)
    colour, thick = _colour(die, note), max(1, round(1.8 * unit))
    whole = die.state is DieState.FLAT and not note
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        for start, end in ((0.0, 1.0),) if whole else ((0.0, 0.26), (0.42, 0.58), (0.74, 1.0)):
            _line(drawn, a + (b - a) * start, a + (b - a) * end, colour, thick)


def _square(die: DieReading, side_px: float, to_px: ToPixels | None) -> Floats:
    """Give the corners (4, 2) of a square about a die's upper face, turned and foreshortened as that is.

    About the middle of a die that leans, or where `to_px` does not tell.
    """
    if to_px is None or die.centre_mm is None:
        return np.asarray(cv2.boxPoints((die.centre_px, (side_px, side_px), die.angle_deg or 0.0)), dtype=np.float64)
    (x, y), turn = die.centre_mm, np.deg2rad(die.angle_deg or 0.0)
    height = MIDDLE if die.state is DieState.COCKED else UPPER_FACE
    ways = _TURN_MM * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    along, across = (np.subtract(to_px(x + a, y + b, height), to_px(x - a, y - b, height)) for a, b in ways)
    size = side_px / np.sqrt(abs(along[0] * across[1] - along[1] * across[0]))
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    middle = np.array(die.centre_px) + np.subtract(to_px(x, y, height), to_px(x, y, MIDDLE))
    return np.asarray(middle + size * (signs @ np.array([along, across])), dtype=np.float64)


def _line(drawn: Image, a: Sequence[float], b: Sequence[float], colour: Colour, thick: int) -> None:
    start, end = ((round(float(p[0])), round(float(p[1]))) for p in (a, b))
    cv2.line(drawn, start, end, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.line(drawn, start, end, colour, thick, cv2.LINE_AA)


def _words(die: DieReading, note: str) -> str:
    """Say a die in a few words: its value, how sure, and how it lies where that is not flat."""
    value = "?" if die.value is None else str(die.value)
    others = [str(other) for other, share in die.alternatives if share >= 0.05][:1]
    if die.state is DieState.FLAT:
        said = f"{value} or {others[0]}" if others and die.confidence < SURE_FROM else value
        words = f"{said}?" if note else f"{said}  {_percent(die.confidence)}"
    else:
        tilt = f" {die.tilt_deg:.0f} deg" if die.tilt_deg and die.state is DieState.COCKED else ""
        words = f"{die.state.value.replace('_', ' ')}{tilt}" + (f": {value}" if die.value is not None else "")
    return f"({note}) {words}" if note else words


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%" if share < 0.995 else ">99%"


def _label(drawn: Image, die: DieReading, box: Rect, note: str, unit: float, taken: Sequence[Rect]) -> Rect:
    """Write a die's words beside it, with a line to it where they had to go farther off."""
    words, scale = _words(die, note), 0.62 * unit
    width, line = text_size(words, scale)
    size = (width + 12 * unit, line + 4 * unit)
    height, across = drawn.shape[:2]
    spot = placed(size, box, [one for one in taken if one is not box], (across, height))
    middle = ((spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2)
    if dist(middle, die.centre_px) > 0.75 * (box.bottom - box.top) + max(size):
        _line(drawn, middle, die.centre_px, _colour(die, note), max(1, round(unit)))
    plate(drawn, spot, _colour(die, note), line=max(1, round(unit)))
    write(drawn, words, (spot.left + 6 * unit, middle[1]), scale)
    return spot


# -- small dice, enlarged -------------------------------------------------------------------------------------------


def _insets(
    reading: TableReading, dice: Sequence[Rect], unit: float, picture: tuple[int, int], banner: Rect
) -> list[Rect]:
    """Find room for an enlarged picture of each die; none where dice are large or there is no room."""
    edges = [_edge(die, unit) for die in reading.dice]
    if not edges or len(edges) > MOST_INSETS or float(np.median(edges)) > _SMALL_PX * unit:
        return []
    width, height = picture
    side, gap = 104 * unit, 8 * unit
    long = len(edges) * (side + gap) - gap
    corners = [
        (gap, height - side - gap), (width - long - gap, height - side - gap),
        (width - long - gap, gap), (gap, banner.bottom + gap),
    ]  # fmt: skip
    strip = free([Rect(x, y, x + long, y + side) for x, y in corners], [*dice, banner])
    if strip is None or strip != strip.inside(width, height) or strip.right > width or strip.bottom > height:
        return []
    return [
        Rect(strip.left + k * (side + gap), strip.top, strip.left + k * (side + gap) + side, strip.bottom)
        for k in range(len(edges))
    ]


def _enlarge(drawn: Image, image: Image, die: DieReading, inset: Rect, colour: Colour, unit: float) -> None:
    side = round(inset.right - inset.left)
    reach = 2.1 * _edge(die, unit)
    patch = cv2.getRectSubPix(image, (max(round(reach), 4),) * 2, die.centre_px)
    left, top = round(inset.left), round(inset.top)
    drawn[top : top + side, left : left + side] = cv2.resize(patch, (side, side), interpolation=cv2.INTER_CUBIC)
    cv2.rectangle(drawn, (left, top), (left + side - 1, top + side - 1), colour, max(2, round(2 * unit)), cv2.LINE_AA)
    scale = 0.8 * unit
    value = "?" if die.value is None else str(die.value)
    corner = Rect(left, top, left + 30 * unit, top + 30 * unit)
    plate(drawn, corner, colour, line=max(1, round(unit)))
    write(drawn, value, (left + (30 * unit - text_size(value, scale)[0]) / 2, top + 15 * unit), scale)


# -- verdict and reasons --------------------------------------------------------------------------------------------


def _banner(
    reading: TableReading, unit: float, picture: tuple[int, int], dice: Sequence[Rect]
) -> tuple[Rect, list[str]]:
    """Lay out the verdict and the reasons: as many as a third of the picture holds, above or below the dice."""
    width, height = picture
    scale, pad = 0.6 * unit, 10 * unit
    room = int((_BANNER_SHARE * height - 2 * pad - 34 * unit) / (LINE_PX * scale))
    lines = [
        line
        for number, reason in enumerate(reading.reasons, start=1)
        for line in wrapped(f"({number}) {reason}", scale, width - 5 * pad)
    ]
    if len(lines) > max(room, 1):
        lines = [*lines[: max(room - 1, 0)], f"... {len(reading.reasons)} reasons in all"]
    wide = max(text_size(_verdict(reading), 0.9 * unit)[0] + 34 * unit, *(text_size(t, scale)[0] for t in ["", *lines]))
    size = (wide + 2 * pad, 34 * unit + len(lines) * LINE_PX * scale + 2 * pad)
    spots = [
        Rect(x, y, x + size[0], y + size[1])
        for x in (pad, width - size[0] - pad)
        for y in (pad, height - size[1] - pad)
    ]
    return free(spots, dice) or spots[0], lines


def _verdict(reading: TableReading) -> str:
    values = " ".join(map(str, reading.values))
    if reading.ok:
        others = sum(die.state is not DieState.FLAT for die in reading.dice)
        return f"{values or 'no dice'}{f', {others} not flat' if others else ''}"
    return f"asks a person{f'; likely {values}' if values else ''}"


def _write_banner(drawn: Image, banner: Rect, lines: Sequence[str], reading: TableReading, unit: float) -> None:
    colour, pad, scale = SURE if reading.ok else ASK, 10 * unit, 0.6 * unit
    plate(drawn, banner, colour, cover=0.82, line=max(1, round(1.5 * unit)))
    y = banner.top + pad + 15 * unit
    spot = (round(banner.left + pad + 10 * unit), round(y))
    cv2.circle(drawn, spot, round(9 * unit), colour, -1, cv2.LINE_AA)
    write(drawn, _verdict(reading), (banner.left + pad + 30 * unit, y), 0.9 * unit)
    for row, line in enumerate(lines):
        write(drawn, line, (banner.left + pad, y + 22 * unit + (row + 0.5) * LINE_PX * scale), scale, INK)


def _numbers(reading: TableReading) -> dict[int, str]:
    """Give each die, by identity, the numbers of the reasons that name it."""
    notes: dict[int, list[str]] = {}
    for number, reason in enumerate(reading.reasons, start=1):
        for found in _PLACE.finditer(reason):
            at, in_mm = (float(found[1]), float(found[2])), found[3] is not None
            near = [(apart, die) for die in reading.dice if (apart := _apart(die, at, in_mm)) <= 1.0]
            if near:
                notes.setdefault(id(min(near, key=lambda one: one[0])[1]), []).append(str(number))
    return {die: ",".join(dict.fromkeys(numbers)) for die, numbers in notes.items()}


def _apart(die: DieReading, at: tuple[float, float], in_mm: bool) -> float:
    """Give how far a die lies from where a reason points, in units of what is near."""
    if in_mm:
        return 2.0 if die.centre_mm is None else dist(die.centre_mm, at) / _NEAR_MM
    return dist(die.centre_px, at) / (_NEAR_EDGES * max(die.edge_px or 0.0, 12.0))


def _places(reading: TableReading, to_px: ToPixels | None) -> dict[Spot, list[str]]:
    """Give the places in the picture that reasons point at where no die was read, with the numbers of these."""
    places: dict[Spot, list[str]] = {}
    for number, reason in enumerate(reading.reasons, start=1):
        for found in _PLACE.finditer(reason):
            at, in_mm = (float(found[1]), float(found[2])), found[3] is not None
            spot = to_px(*at, MIDDLE) if in_mm and to_px else at
            if (in_mm and to_px is None) or any(_apart(die, at, in_mm) <= 1.0 for die in reading.dice):
                continue
            near = next((known for known in places if dist(known, spot) < _SAME_PLACE_PX), spot)
            places.setdefault(near, []).append(str(number))
    return places


def _radius(unit: float) -> int:
    return max(round(14 * unit), 6)


def _ring(drawn: Image, place: Spot, numbers: str, unit: float) -> None:
    """Ring a place and write the numbers of the reasons beside it."""
    spot, radius, scale = (round(place[0]), round(place[1])), _radius(unit), 0.55 * unit
    cv2.circle(drawn, spot, radius, (0, 0, 0), max(3, round(3.5 * unit)), cv2.LINE_AA)
    cv2.circle(drawn, spot, radius, ASK, max(1, round(1.8 * unit)), cv2.LINE_AA)
    width, line = text_size(numbers, scale)
    left, top = spot[0] + 0.6 * radius, spot[1] - 2.1 * radius
    tag = Rect(left, top, left + width + 8 * unit, top + line)
    plate(drawn, tag, ASK)
    write(drawn, numbers, (tag.left + 4 * unit, (tag.top + tag.bottom) / 2), scale)

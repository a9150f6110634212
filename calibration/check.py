"""How well a calibrated table reads: dice laid at known places with known faces, against what was read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import beta

from calibration.places import MARKER_MM, PAGES, PLACES, face_at, marker_middles
from calibration.report import Findings, Report
from controller.errors import CalibrationError
from vision.geometry import Camera, Floats
from vision.reading import DieReading, DieState, TableReading

NEAR_MM = 14.0
"""A die belongs to a marked place that is so near."""

WANTED_DICE = 36
"""Each face at each of the six places."""

FAR_OFF_MM, OFF_MM = 3.0, 1.0
"""Median errors of places beyond which a calibration is bad, or only usable."""

OTHER_SCALE_PERCENT = 1.0
"""A sheet whose markers lie so much nearer or wider was not printed at true scale, or the board is measured wrongly."""

MOVED_PX = 3.0
"""A sheet whose markers moved so far lies elsewhere."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A marked place, mm in the board frame, and the face that was laid there."""

    place: str
    x_mm: float
    y_mm: float
    face: int


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: what may lie where, how many dice lie there, and what was read."""

    name: str
    expected: tuple[Expected, ...]
    laid: int
    reading: TableReading


@dataclass(frozen=True, eq=False)
class SheetPlace:
    """Where a sheet of marked places lies: its page, its places on the board, and how well its markers fit.

    `scale_percent`: how much larger it seems than it was printed. `corners_px` (16, 2): its markers in the picture.
    """

    page: int
    expected: tuple[Expected, ...]
    residual_mm: float
    scale_percent: float
    corners_px: Floats

    def moved(self, other: "SheetPlace") -> bool:
        """Say whether the sheet lies elsewhere in another picture, or is another page."""
        return self.page != other.page or bool(np.abs(self.corners_px - other.corners_px).max() > MOVED_PX)


def locate_sheet(markers_px: dict[int, Floats], camera: Camera, name: str) -> SheetPlace:
    """Find a sheet by its markers, corners (4, 2) px by number. Raises CalibrationError where not all are seen."""
    for page in range(PAGES):
        middles = marker_middles(page)
        if all(number in markers_px for number in middles):
            return _located(page, middles, markers_px, camera)
    raise CalibrationError(
        f"{name} shows no whole sheet of marked places: all four of its markers must be seen. "
        "Print it with stickman calibrate print, or name places with --at."
    )


def _located(
    page: int, middles: dict[int, tuple[float, float]], markers_px: dict[int, Floats], camera: Camera
) -> SheetPlace:
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], float) * MARKER_MM / 2
    printed = np.concatenate([np.array(middle) + square for middle in middles.values()])
    pixels = np.concatenate([markers_px[number] for number in middles])
    seen = camera.on_plane(pixels, 0.0)
    own, theirs = printed - printed.mean(axis=0), seen - seen.mean(axis=0)
    # The rotation that fits best (Kabsch 1976).
    u, sizes, v = np.linalg.svd(own.T @ theirs)
    turn = u @ np.diag([1.0, np.linalg.det(u @ v)]) @ v
    scale = float(sizes.sum() / (own**2).sum())
    residual = float(np.sqrt(((own @ turn - theirs) ** 2).sum(axis=1).mean()))
    places = np.array([[place.x_mm, place.y_mm] for place in PLACES]) - printed.mean(axis=0)
    on_board = places @ turn + seen.mean(axis=0)
    expected = tuple(
        Expected(place.name, float(x), float(y), face_at(page, index))
        for index, (place, (x, y)) in enumerate(zip(PLACES, on_board, strict=True))
    )
    return SheetPlace(page, expected, residual, 100 * (scale - 1), pixels)


@dataclass(frozen=True, slots=True)
class _Laid:
    """One die of the check. `outcome`: right, wrong or asked; `error_mm` (x, y) or None."""

    place: str
    face: int
    outcome: str
    error_mm: tuple[float, float]


def check_dice(shots: Sequence[Shot], sheets: Sequence[SheetPlace] = ()) -> Report:
    """Compare what was read with what was laid: tables per face and per place, errors in mm."""
    dice = [die for shot in shots for die in _dice(shot)]
    missed = sum(max(0, shot.laid - len(list(_dice(shot)))) for shot in shots)
    strange = sum(_strangers(shot) for shot in shots)
    sure = [die for die in dice if die.outcome != "asked"]
    wrong = sum(die.outcome == "wrong" for die in dice)
    errors = np.array([die.error_mm for die in dice]).reshape(-1, 2)
    lengths = np.linalg.norm(errors, axis=1)
    figures: dict[str, Any] = {
        "pictures": len(shots),
        "dice": len(dice),
        "right": sum(die.outcome == "right" for die in dice),
        "asked": len(dice) - len(sure),
        "missed": missed,
        "strange": strange,
        "checked": len(sure),
        "wrong": wrong,
        "wrong_at_most_percent": round(100 * _at_most(wrong, len(sure)), 2),
        "error_mm_median": round(float(np.median(lengths)), 2) if dice else None,
        "error_mm_worst": round(float(lengths.max()), 2) if dice else None,
        "offset_mm": [round(float(c), 2) for c in np.median(errors, axis=0)] if dice else None,
        "sheet_residual_mm": round(max(s.residual_mm for s in sheets), 2) if sheets else None,
        "sheet_scale_percent": _farthest([s.scale_percent for s in sheets]),
        "face": {str(face): _row([die for die in dice if die.face == face]) for face in range(1, 7)},
        "place": {name: _row([die for die in dice if die.place == name]) for name in _places(shots)},
    }
    return _judged(figures)


def _farthest(values: list[float]) -> float | None:
    """Give the value that is farthest from 0."""
    if not values:
        return None
    farthest: float = max(values, key=abs)
    return round(farthest, 2)


def _dice(shot: Shot) -> Iterator[_Laid]:
    for expected in shot.expected:
        die = _nearest(expected, shot.reading)
        if die is not None and die.centre_mm is not None:
            x, y = die.centre_mm
            yield _Laid(
                expected.place, expected.face, _outcome(die, expected.face, shot.reading),
                (x - expected.x_mm, y - expected.y_mm),
            )  # fmt: skip


def _nearest(expected: Expected, reading: TableReading) -> DieReading | None:
    placed = [(die, die.centre_mm) for die in reading.dice if die.centre_mm is not None]
    away = [(float(np.hypot(at[0] - expected.x_mm, at[1] - expected.y_mm)), die) for die, at in placed]
    best = min(away, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] < NEAR_MM else None


def _strangers(shot: Shot) -> int:
    """Count the dice that were read where none was laid."""
    owned = {id(_nearest(expected, shot.reading)) for expected in shot.expected}
    return sum(id(die) not in owned for die in shot.reading.dice)


def _outcome(die: DieReading, face: int, reading: TableReading) -> str:
    if die.value is None or die.state is DieState.UNREADABLE or (not reading.ok and _asked(die, reading)):
        return "asked"
    return "right" if die.value == face and die.state is DieState.FLAT else "wrong"


def _asked(die: DieReading, reading: TableReading) -> bool:
    """Say whether a question is about this die: it names its place, or no die's place."""
    names = [f"{x:.0f}, {y:.0f} mm" for x, y in (d.centre_mm for d in reading.dice if d.centre_mm is not None)]
    own = "" if die.centre_mm is None else f"{die.centre_mm[0]:.0f}, {die.centre_mm[1]:.0f} mm"
    return any(own in reason or not any(name in reason for name in names) for reason in reading.reasons)


def _places(shots: Sequence[Shot]) -> list[str]:
    return sorted({expected.place for shot in shots for expected in shot.expected})


def _row(dice: list[_Laid]) -> dict[str, Any]:
    """Give one line of the accuracy table."""
    counts: dict[str, Any] = {"laid": len(dice)}
    counts |= {word: sum(die.outcome == word for die in dice) for word in ("right", "asked", "wrong")}
    if dice:
        counts["error_mm"] = round(float(np.median([np.hypot(*die.error_mm) for die in dice])), 2)
    return counts


def _at_most(wrong: int, checked: int) -> float:
    """Bound the share of wrong readings with 95 % confidence (Clopper & Pearson 1934)."""
    return 1.0 if wrong >= checked else float(beta.ppf(0.95, wrong + 1, checked - wrong))


def _judged(figures: dict[str, Any]) -> Report:
    found = Findings()
    error, scale = figures["error_mm_median"] or 0.0, figures["sheet_scale_percent"] or 0.0
    faces = ", ".join(face for face, row in figures["face"].items() if not row["laid"])
    found.bad_if(
        not figures["dice"], "No die was found at a marked place: lay them into the outlines, with the face up."
    )
    found.bad_if(
        figures["wrong"] > 0,
        f"{figures['wrong']} dice were read wrongly. Did each show the face of its place? If so: more light, sharper "
        "focus, or stickman calibrate dice.",
    )
    found.bad_if(
        figures["missed"] > 0, f"{figures['missed']} dice were not seen. How many lie there is said by --laid."
    )
    found.bad_if(figures["strange"] > 0, f"{figures['strange']} dice were seen where none was laid. What lies there?")
    found.bad_if(error > FAR_OFF_MM, f"Dice are seen {error} mm off: run stickman calibrate board again.")
    found.usable_if(OFF_MM < error <= FAR_OFF_MM, f"Dice are seen {error} mm off: lay them exactly, or measure again.")
    found.usable_if(
        abs(scale) > OTHER_SCALE_PERCENT,
        f"The sheet seems {scale:+.1f} % larger than printed: measure its ruler, then the board's markers.",
    )
    found.usable_if(figures["asked"] > 0.05 * figures["dice"], f"{figures['asked']} dice were asked about: more light.")
    found.usable_if(bool(faces), f"Faces not checked: {faces}. The other pages of the sheet ask for them.")
    found.usable_if(
        figures["dice"] < WANTED_DICE,
        f"{figures['dice']} dice were checked; {WANTED_DICE} show each face at each place.",
    )
    return found.report(
        "check", figures, "The table may be played at; stickman stats allows for this many misreadings."
    )

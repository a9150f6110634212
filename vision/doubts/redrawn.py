"""Of several answers the one whose dice, drawn as they would appear, explain the pips of a body far better than others.

The search for answers looks at pips in few points, and at outlines, which dark dice hardly have. Here each die of each
answer is moved until its drawn pips agree with the picture; so a die that seemed to lean may turn out to lie.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.cube_faces import fitted_at
from vision.cubes.drawn_die import MOST_OFF, drawn_die
from vision.cubes.drawn_fit import ALL, LEVEL, DrawnFit, fit_drawn, likeliest, showing, unexplained
from vision.cubes.pip_canvas import Amounts, PipCanvas, Placed, canvases_in, without_rim
from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.faces.pips import PIPS
from vision.pictures.segment import Mask
from vision.reading import DieState
from vision.ways.choosing import Choice, level_there
from vision.ways.guesses import CLEAR_MARGIN, CLEAR_PIPS, Guess
from vision.ways.resting import Surroundings

NEAR, MOST = 1.2, 8
"""Answers that explain no more than so much less than the best are drawn, in areas of a top face; at most so many."""

WORSE = 1.3
"""How much more any other answer leaves unexplained at least."""

ALIKE_MM = 4.0
"""Guesses of one answer that are nearer to each other are drawn once."""

FLAT_DEG, OFF_BOARD = 4.0, 0.35
"""A die that turns out to tilt less lies flat where its middle is not farther from a level one's height, in edges."""


def redrawn(
    whole: Sight,
    choices: list[Choice],
    around: Surroundings,
    most_off: float = MOST_OFF,
    worse: float = WORSE,
    least_px: float = LEAST_EXACT_PX,
) -> Choice | None:
    """Give the answer that explains pips far better than any other, each die where its drawn pips agree best.

    None where none does, where a die lies on another in it, and where pips' size and spacing were not learned.
    `most_off`: what it leaves unexplained at most; `worse`: how much more any other answer leaves at least;
    `least_px`: how large dice are in the picture at least.
    """
    if whole.edge_px < least_px or whole.patterns.spacing is None:
        return None
    answers = _drawn_all(whole, choices, around)
    best = min((one for one in answers if one.sure), key=lambda one: one.off, default=None)
    if best is None or best.off > most_off:
        return None
    others = (one for one in answers if one.choice.answer != best.choice.answer)
    return best.choice if all(other.off >= worse * best.off for other in others) else None


@dataclass(frozen=True, eq=False)
class _Drawn:
    """An answer with its dice where their drawn pips agree best, and what part of what varies they leave, 0..1."""

    choice: Choice
    off: float

    @property
    def sure(self) -> bool:
        """Say whether no die of it lies on another, and all flat ones show a clear face."""
        flat = [guess.fitted for guess in self.choice.guesses if guess.state is DieState.FLAT]
        clear = all(max(fitted.evidence) >= CLEAR_PIPS and fitted.margin >= CLEAR_MARGIN for fitted in flat)
        return clear and all(guess.state is not DieState.STACKED for guess in self.choice.guesses)


def _drawn_all(whole: Sight, choices: list[Choice], around: Surroundings) -> list[_Drawn]:
    """Draw the answers that explain about as much as the best."""
    near = list(_different(choice for choice in choices if choices[0].merit - choice.merit < NEAR))[:MOST]
    fits = _fits_of(whole, near)
    darker = next((fit.canvas.darker for fit in fits.values() if fit), False)
    shapes = [guess.shape for choice in near for guess in choice.guesses]
    every = np.asarray(np.bitwise_or.reduce([whole.own, *shapes]), np.uint8)
    canvas = next((one for one in canvases_in(whole, without_rim(every)) if one.darker is darker), None)
    if canvas is None:
        return []
    drawn = (_drawn(whole, choice, [fits[id(guess)] for guess in choice.guesses], canvas, around) for choice in near)
    return [one for one in drawn if one is not None]


def _different(choices: Iterator[Choice]) -> Iterator[Choice]:
    """Leave out answers whose dice hardly lie otherwise than those of one before."""
    seen = set()
    for choice in choices:
        places = frozenset((guess.answer, *_place(guess)) for guess in choice.guesses)
        if places not in seen:
            seen.add(places)
            yield choice


def _place(guess: Guess) -> tuple[int, int]:
    at = guess.fitted.attitude
    return round(at.x_mm / ALIKE_MM), round(at.y_mm / ALIKE_MM)


def _fits_of(whole: Sight, choices: list[Choice]) -> dict[int, DrawnFit | None]:
    """Move each die of some answers until its drawn pips agree best, by the guess's identity."""
    fits: dict[int, DrawnFit | None] = {}
    for choice in choices:
        for guess in choice.guesses:
            if id(guess) not in fits:
                fits[id(guess)] = _fit(whole, guess, [other.shape for other in choice.guesses if other is not guess])
    return fits


def _fit(whole: Sight, guess: Guess, others: list[Mask]) -> DrawnFit | None:
    """Move a die until its drawn pips agree best; one that seems to lean as a level one, where that agrees as well."""
    at, value = guess.fitted.attitude, guess.fitted.value
    if guess.state is not DieState.COCKED:
        return fit_drawn(whole, at, value, others, LEVEL)
    level, free = drawn_die(whole, level_there(whole, guess), value, others), fit_drawn(whole, at, value, others, ALL)
    if level is None or free is None:
        return free
    return level.lying if free.tilt_deg < FLAT_DEG or level.lying.off <= free.off else free


def _drawn(
    whole: Sight, choice: Choice, fits: list[DrawnFit | None], canvas: PipCanvas, around: Surroundings
) -> _Drawn | None:
    """Draw an answer; None where one of its dice is not in view, or would hang above the board, or in it."""
    found = [fit for fit in fits if fit is not None]
    if len(found) < len(fits):
        return None
    faces = [face for one in zip(choice.guesses, found, strict=True) for face in _faces(*one, canvas)]
    faces += [face for guess in choice.guesses if guess.under for face in _under(guess.under, canvas)]
    guesses = [_moved(whole, *one, around) for one in zip(choice.guesses, found, strict=True)]
    placed = tuple(guess for guess in guesses if guess is not None)
    if len(placed) < len(choice.guesses):
        return None
    left = unexplained(canvas, faces)
    return _Drawn(replace(choice, guesses=placed), canvas.share(left))


def _faces(guess: Guess, fit: DrawnFit, canvas: PipCanvas) -> list[Amounts]:
    """Draw the pips of each face of a die; those of its sides as they explain most there."""
    top = int(np.abs(fit.die.r[2]).argmax())
    return showing(canvas, fit.die, guess.fitted.value, top).drawn_on(canvas)


def _under(at: Attitude, canvas: PipCanvas) -> Iterator[Amounts]:
    """Draw the sides of a die that another lies on."""
    die = Placed(at.middle_mm(canvas.edge_mm), at.r)
    for axis in canvas.in_view(die):
        if axis != at.top_axis:
            yield canvas.drawn(die, axis, likeliest(canvas, die, axis, list(PIPS))[1])


def _moved(whole: Sight, guess: Guess, fit: DrawnFit, around: Surroundings) -> Guess | None:
    """Give a die that seems to lean as a flat one where it turns out to lie; None where that is not on the board."""
    if guess.state is not DieState.COCKED or fit.tilt_deg >= FLAT_DEG:
        return guess
    x, y, z = (float(v) for v in fit.die.middle_mm)
    if abs(z / whole.edge_mm - 0.5) > OFF_BOARD:
        return None
    along = fit.die.r[:, (int(np.abs(fit.die.r[2]).argmax()) + 1) % 3]
    at = upright(x, y, float(np.arctan2(along[1], along[0])))
    fitted = fitted_at(whole, at)
    return Guess(fitted, DieState.FLAT, around.touched(at), outline_of(whole, at), guess.merit, 0.0)

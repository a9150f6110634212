"""What the pips of all its faces tell of a flat die beside others, drawn as they would appear."""

from dataclasses import replace
from itertools import product

import numpy as np

from vision.cubes.cube import Attitude, Sight
from vision.cubes.drawn_die import FREE_STEPS, LEVEL_ERROR_DEG, LOWER, MOST_OFF, WORSE_MIRRORED, DrawnDie, drawn_die
from vision.cubes.drawn_fit import ALL, LEVEL, DrawnFit, fit_drawn, showing
from vision.cubes.fitting import in_any_turn
from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.faces.pips import PIPS
from vision.pictures.segment import Mask
from vision.reading import DieState
from vision.ways.choosing import Choice, level_there
from vision.ways.guesses import LEAST_FREE_DEG, LEAST_TILT_DEG, Guess
from vision.ways.resting import Surroundings
from vision.ways.sides import sides_show

SLOPES_DEG, SLOPES_ERROR_DEG, SLOPES_OFF, SLOPES_BETTER, SLOPES_BY = 4.0, 0.8, 0.2, 0.65, 0.004
"""How much a die tilts at least that rather leans than lies, how exactly that is told, what it leaves unexplained at
most, and what part of that of the level one, and how much less: of 27 that leaned by less than 20 degrees 18 do so, of
891 flat ones none."""

SMALL_PX, SMALL_UNLIKE, SMALL_BETTER = 18.0, 0.3, 0.7
"""From what edge on, in pixels of the picture, dice beside others are drawn that are too small to be told so exactly;
what they leave unexplained at least that are something else; and what part of that one leaves at most that slopes: of
131 that lay flat none left more than 0.19, and none that was less plain sloped; so did both of two that leaned."""

HELD_OFF = 0.05
"""What a die leaves unexplained at most that lies level though a wall or a chip may hold it: so do 526 of 543 level
ones."""

UNLIKE, MORE_LIKE = 0.25, 0.3
"""What a die leaves unexplained at least that may be another; and what part of that this one leaves at most."""

MAY_LIE_OFF = 0.05
"""What a die leaves unexplained at most that may lie flat since it leaves as little so: of 245 that leaned two."""


def lies_as_drawn(whole: Sight, guess: Guess, best: Choice, around: Surroundings | None = None) -> bool:
    """Say whether they show that it lies level, and not on another die.

    Where the one that leans and whose top face appears alike would hang in the air beside the chips `around`, too.
    """
    drawn = _drawn(whole, guess, best)
    held = around is not None and around.holds(guess.fitted.attitude)
    if drawn is None or (held and drawn.lying.off > HELD_OFF):
        return False
    if around is not None and drawn.looks_level and _would_hang(drawn.mirrored, guess, best, around):
        return drawn.raised.off > LOWER * drawn.lying.off
    return drawn.level and drawn.up != 1.0


def _would_hang(fit: DrawnFit, guess: Guess, best: Choice, around: Surroundings) -> bool:
    """Say whether a die that leans so beside chips, by less than on another die, would not lie on the rim of any."""
    at, edge_mm = guess.fitted.attitude, around.edge_mm
    on_die = fit.tilt_deg >= LEAST_FREE_DEG and (len(best.guesses) > 1 or around.near_die(at))
    if on_die or around.near_wall(at) or not around.near_chip(at):
        return False
    x, y, z = (float(v) for v in fit.die.middle_mm)
    leaning = Attitude(x, y, fit.die.r, z - edge_mm / 2 * float(np.abs(fit.die.r[2]).sum()))
    return not (around.lies_on_rim(leaning) or around.lies_low_on_rim(leaning))


def leans_as_drawn(whole: Sight, guess: Guess, best: Choice) -> bool:
    """Say whether they show that it leans, and no die that leans the other way does."""
    at, value = guess.fitted.attitude, guess.fitted.value
    fit = fit_drawn(whole, at, value, _others(guess, best), ALL)
    if fit is None or fit.off > MOST_OFF or fit.tilt_deg < LEAST_TILT_DEG or fit.tilt_error_deg > LEVEL_ERROR_DEG:
        return False
    other = showing(fit.canvas, fit.mirrored(at.top_axis), value, at.top_axis).fitted(ALL, FREE_STEPS)
    return other.off >= WORSE_MIRRORED * fit.off


def slopes_as_drawn(whole: Sight, guess: Guess, best: Choice) -> bool:
    """Say whether a die that seems to lie flat rather leans; any pip looks like a 1, which so tells nothing."""
    drawn = _drawn(whole, guess, best) if guess.fitted.value > 1 else None
    if drawn is None:
        return False
    return any(_slopes(fit, drawn.lying.off) for fit in (drawn.free, drawn.tilted))


def _slopes(fit: DrawnFit, level_off: float, better: float = SLOPES_BETTER) -> bool:
    """Say whether a die surely tilts, and explains far more than the level one."""
    told = fit.tilt_deg >= SLOPES_DEG and fit.tilt_error_deg <= SLOPES_ERROR_DEG
    return told and fit.off <= min(SLOPES_OFF, better * level_off, level_off - SLOPES_BY)


def small_beside(whole: Sight, guess: Guess, best: Choice) -> DrawnDie | None:
    """Draw a small flat die of two pips or more beside others, whose sides do not show how it lies."""
    small = whole.edge_px < LEAST_EXACT_PX and len(best.guesses) > 1 and guess.fitted.value > 1
    if not small or guess.state is not DieState.FLAT or sides_show(guess):
        return None
    return drawn_die(whole, guess.fitted.attitude, guess.fitted.value, _others(guess, best), SMALL_PX)


def leaves_much(small: DrawnDie) -> bool:
    """Say whether a small die explains so little of what is seen there that it is something else."""
    return small.lying.off > SMALL_UNLIKE


def small_slopes(small: DrawnDie) -> bool:
    """Say whether a small die rather leans than lies."""
    return any(_slopes(fit, small.lying.off, SMALL_BETTER) for fit in (small.free, small.tilted))


def unlike_as_drawn(whole: Sight, guess: Guess, best: Choice) -> bool:
    """Say whether they are not those of what seems to lie flat, but another value's: a lamp beside pips made one."""
    drawn = _drawn(whole, guess, best)
    if drawn is None or drawn.lying.off < UNLIKE:
        return False
    at, others = guess.fitted.attitude, _others(guess, best)
    starts = [replace(at, r=turned.r) for turned in in_any_turn(at.x_mm, at.y_mm)]
    values = [value for value in PIPS if value != guess.fitted.value]
    fits = (fit_drawn(whole, start, value, others, LEVEL) for start, value in product(starts, values))
    return any(fit is not None and fit.off <= MORE_LIKE * drawn.lying.off for fit in fits)


def may_lie_as_drawn(whole: Sight, guess: Guess, best: Choice) -> bool:
    """Say whether a die that seems to lean explains as much where it lies flat and its upper face appears alike."""
    value = guess.fitted.value
    level = drawn_die(whole, level_there(whole, guess), value, _others(guess, best)) if value > 1 else None
    if level is None or level.lying.off > MAY_LIE_OFF:
        return False
    leaning = fit_drawn(whole, guess.fitted.attitude, value, _others(guess, best), ALL)
    return leaning is None or leaning.tilt_deg < LEAST_TILT_DEG or level.lying.off <= leaning.off


def up_as_drawn(whole: Sight, guess: Guess, best: Choice) -> float | None:
    """Say by how many dice it lies higher than it is taken to, 0 or 1; None where they do not tell."""
    drawn = _drawn(whole, guess, best)
    return drawn.up if drawn else None


def not_up_as_drawn(whole: Sight, guess: Guess, best: Choice) -> bool:
    """Say whether they are those of a die that does not lie higher, whether or not they show that it lies level."""
    drawn = _drawn(whole, guess, best)
    return drawn is not None and drawn.not_higher


def _drawn(whole: Sight, guess: Guess, best: Choice) -> DrawnDie | None:
    if guess.state is not DieState.FLAT:
        return None
    return drawn_die(whole, guess.fitted.attitude, guess.fitted.value, _others(guess, best))


def _others(guess: Guess, best: Choice) -> list[Mask]:
    return [other.shape for other in best.guesses if other is not guess]

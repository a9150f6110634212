"""Dice beside each other, of which some may lean on others: how all of them lie, by their drawn pips alone."""

import numpy as np

from vision.cubes.cube import Sight
from vision.cubes.drawn_die import most_off
from vision.cubes.drawn_fit import LEVEL, fit_drawn
from vision.doubts.as_drawn import leans_as_drawn, lies_as_drawn
from vision.reading import DieState
from vision.ways.choosing import Choice
from vision.ways.guesses import LEAST_FREE_DEG, Guess, rest_of
from vision.ways.resting import Rest, Surroundings

LEANED_ON_OFF = 0.2
"""What the pips of a flat die that another surely leans on leave unexplained at most; of a 1 as little as elsewhere."""

HOLDS = 1.4
"""How far, in edges, from its middle the middle of a die lies at most that leans on it."""


def rests_together(whole: Sight, best: Choice, around: Surroundings) -> list[Rest] | None:
    """Give the dice of an answer of which some may lean on others; None where pips do not show that.

    A die that one surely leans on lies flat, for on one that leans none does: its pips must only agree with that. Any
    other must show itself that it lies level, and be at no chip or wall.
    """
    flat = [guess for guess in best.guesses if guess.state is DieState.FLAT]
    leaning = [guess for guess in best.guesses if guess.state is DieState.COCKED]
    if not all(around.on_board(g.fitted.attitude.x_mm, g.fitted.attitude.y_mm) for g in best.guesses):
        return None
    if not all(_leans_on(whole, one, flat, best) for one in leaning):
        return None
    held = [one for one in flat if any(_is_beside(one, other, whole.edge_mm) for other in leaning)]
    if not all(_agrees(whole, one, best) if one in held else _lies(whole, one, best, around) for one in flat):
        return None
    return [rest_of(guess, whole.edge_mm) for guess in best.guesses]


def holds_leaning(whole: Sight, guess: Guess, best: Choice, around: Surroundings) -> bool:
    """Say whether all dice beside a flat one surely lean on it, and nothing else may hold it."""
    at, others = guess.fitted.attitude, [other for other in best.guesses if other is not guess]
    if not others or around.holds(at) or around.near_die(at):
        return False
    return all(other.state is DieState.COCKED and _leans_on(whole, other, [guess], best) for other in others)


def _leans_on(whole: Sight, guess: Guess, flat: list[Guess], best: Choice) -> bool:
    """Say whether a die surely leans by as much as one does on another, and has one beside it."""
    steep = guess.fitted.attitude.tilt_deg >= LEAST_FREE_DEG
    return steep and any(_is_beside(guess, one, whole.edge_mm) for one in flat) and leans_as_drawn(whole, guess, best)


def _is_beside(one: Guess, other: Guess, edge_mm: float) -> bool:
    away = one.fitted.attitude.middle_mm(edge_mm) - other.fitted.attitude.middle_mm(edge_mm)
    return bool(np.hypot(*away[:2]) < HOLDS * edge_mm)


def _lies(whole: Sight, guess: Guess, best: Choice, around: Surroundings) -> bool:
    return not around.holds(guess.fitted.attitude) and lies_as_drawn(whole, guess, best)


def _agrees(whole: Sight, guess: Guess, best: Choice) -> bool:
    """Say whether the pips of a flat die agree with that."""
    at, others = guess.fitted.attitude, [other.shape for other in best.guesses if other is not guess]
    fit = fit_drawn(whole, at, guess.fitted.value, others, LEVEL)
    return fit is not None and fit.off <= (most_off(1) if guess.fitted.value == 1 else LEANED_ON_OFF)

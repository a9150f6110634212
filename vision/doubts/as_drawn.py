"""What the pips of all its faces tell of a flat die beside others, drawn as they would appear."""

from vision.cubes.cube import Sight
from vision.cubes.drawn_die import DrawnDie, drawn_die
from vision.reading import DieState
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess


def lies_as_drawn(whole: Sight, guess: Guess, best: Choice) -> bool:
    """Say whether they show that it lies level, and not on another die."""
    drawn = _drawn(whole, guess, best)
    return drawn is not None and drawn.level and drawn.up != 1.0


def up_as_drawn(whole: Sight, guess: Guess, best: Choice) -> float | None:
    """Say by how many dice it lies higher than it is taken to, 0 or 1; None where they do not tell."""
    drawn = _drawn(whole, guess, best)
    return drawn.up if drawn else None


def _drawn(whole: Sight, guess: Guess, best: Choice) -> DrawnDie | None:
    if guess.state is not DieState.FLAT:
        return None
    others = [other.shape for other in best.guesses if other is not guess]
    return drawn_die(whole, guess.fitted.attitude, guess.fitted.value, others)

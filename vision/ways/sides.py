"""What the sides of a die tell of how it lies: no lamp's mirror image stands in them as it does in an upper face."""

from vision.reading import DieState
from vision.ways.guesses import Guess

ONE_WITH_SIDES, FACE_WITH_SIDES, LEAST_SIDES, SIDES_SHOW = 0.85, 0.8, 0.3, 0.45
"""What the pip of a 1, and those of others, must explain where the pips of a die's sides show how it lies; how much of
its sides must be in view for that, in areas of a top face, and what part of them their pips must explain."""

UNLIKE_SIDES = 0.27
"""The part of its sides that the pips of a level die explain at least where it does not lean, as it may, on another."""


def sides_show(guess: Guess) -> bool:
    """Say whether enough of a die's sides is in view, their pips are where they must be, and its own are clear."""
    least = ONE_WITH_SIDES if guess.fitted.value == 1 else FACE_WITH_SIDES
    return guess.fitted.clear >= least and sides_agree(guess)


def sides_agree(guess: Guess) -> bool:
    """Say whether enough of a die's sides is in view, and their pips are where they must be."""
    upper, sides = max(guess.fitted.evidence), guess.fitted.shown - 1.0
    return sides >= LEAST_SIDES and guess.fitted.pips - upper >= SIDES_SHOW * sides


def sides_unlike(guess: Guess, least: float = UNLIKE_SIDES) -> bool:
    """Say whether enough of the sides of a level die is in view and hardly any pips are where theirs must be."""
    sides = guess.fitted.shown - 1.0
    pips = guess.fitted.pips - max(guess.fitted.evidence)
    return guess.state is not DieState.COCKED and sides >= LEAST_SIDES and pips < least * sides

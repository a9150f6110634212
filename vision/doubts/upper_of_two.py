"""A flat die beside one that seems to lean on it may lie on that one: the upper of two; its pips tell where learned."""

import cv2

from vision.cubes.cube import Sight
from vision.cubes.pip_grid import LEAST_EXACT_PX, SQUARES
from vision.cubes.standing import standing_of
from vision.cubes.storeys import ON_ANOTHER, ON_BOARD, storeys_up
from vision.doubts.as_drawn import not_up_as_drawn, up_as_drawn
from vision.pictures.kernels import square
from vision.reading import DieState, Support
from vision.ways.agreeing import uncovered
from vision.ways.choosing import Choice, same_place
from vision.ways.guesses import Guess, hardly_leans
from vision.ways.resting import Surroundings

CLEAR_BESIDE = 0.75
"""What the pips of a flat die beside another, or of the upper one of two, must explain of its upper face."""

UPPER_LEAD = 1.2
"""How much less, in areas of a top face, an answer with a stack explains where it is none: beside a flat die lies one
that seems to lean and whose upper face is not clear."""

HIDDEN_LEAD, NEAR_WALL_PX = 0.7, 5
"""How much less, in areas of a top face, an answer explains in which the upper of two lies on the board, before what a
wall hides for the most part; and within how many pixels of the wall that ends."""

ABOVE_CHIPS = 0.8
"""From how many dice up on pips tell that a die lies on another, not on chips beside it, which lift it by up to 0.6."""

HANGS = 0.3
"""How high above the board, in edges, no die hangs that leans on another."""


def may_be_upper(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> bool:
    """Say whether a flat die may lie on another: its pips tell, or the best answer takes that one for leaning on it."""
    if guess.state is not DieState.FLAT:
        return False
    seems = _seems_upper(guess, choices, around)
    if not seems and not _tells_much(whole, guess, choices):
        return False
    up = storeys_up(whole, guess.fitted.attitude, guess.fitted.value)
    if up is None and seems:
        up = up_as_drawn(whole, guess, choices[0])
    if up is not None and ON_BOARD[0] <= up <= ON_BOARD[1]:
        return False
    if seems or up is None or up < _least_up(guess, around):
        return seems
    return not not_up_as_drawn(whole, guess, choices[0])


def _tells_much(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether pips are large enough to be found exactly; those of a die alone in its body in two directions."""
    large = whole.face_px**0.5 >= LEAST_EXACT_PX * whole.pixel
    return large and (len(choices[0].guesses) > 1 or guess.fitted.value in SQUARES)


def _least_up(guess: Guess, around: Surroundings) -> float:
    """Give how high pips must tell that a die lies; at a chip that may lift it higher."""
    return ABOVE_CHIPS if around.near_chip(guess.fitted.attitude) else ON_ANOTHER


def lies_on_board(whole: Sight, guess: Guess) -> bool:
    """Say whether a flat die's pips tell that it does not lie on another."""
    up = storeys_up(whole, guess.fitted.attitude, guess.fitted.value)
    return guess.state is DieState.FLAT and up is not None and ON_BOARD[0] <= up <= ON_BOARD[1]


def lies_lower(whole: Sight, guess: Guess) -> bool:
    """Say whether the pips of a die that is taken for the upper one of two tell that it is not that high."""
    up = storeys_up(whole, guess.fitted.attitude, guess.fitted.value)
    return guess.state is DieState.STACKED and up is not None and up <= -ON_ANOTHER


def may_lie_before_wall(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether the upper of two shows its face as well on the board: the other may be half behind a wall."""
    near = (choice for choice in choices if choices[0].merit - choice.merit < HIDDEN_LEAD)
    others = (other for choice in near for other in same_place(guess, choice, whole.edge_mm))
    least = max(guess.fitted.evidence)
    level = [o for o in others if o.state is DieState.FLAT and o.fitted.value == guess.fitted.value]
    return any(max(o.fitted.evidence) >= least and _leaves_some_at_wall(whole, o) for o in level)


def _leaves_some_at_wall(whole: Sight, guess: Guess) -> bool:
    """Say whether what a die leaves over of a body goes on behind a wall."""
    near_wall = cv2.dilate(cv2.bitwise_not(whole.view), square(NEAR_WALL_PX))
    return cv2.countNonZero(cv2.bitwise_and(uncovered(whole, guess, []), near_wall)) > 0


def stands_so(whole: Sight, guess: Guess) -> bool:
    """Say whether the pips' places on all its faces show that a flat die is level, and as high as it is taken to be."""
    at = guess.fitted.attitude
    standing = standing_of(whole, at, guess.fitted.value)
    if guess.state is not DieState.FLAT or standing is None or not standing.level:
        return False
    return standing.told_up is None or abs(standing.told_up - at.floor_mm / whole.edge_mm) <= ON_BOARD[1]


def _seems_upper(guess: Guess, choices: list[Choice], around: Surroundings) -> bool:
    """Say whether the dice beside a flat one may stand otherwise than they are taken to, under it."""
    leaning = [other for other in choices[0].guesses if other.state is DieState.COCKED and other is not guess]
    if any(_leans_doubtfully(other, around) for other in leaning):
        return True
    if all(max(other.fitted.evidence) >= CLEAR_BESIDE for other in leaning):
        return False
    near = (c for c in choices if choices[0].merit - c.merit < UPPER_LEAD)
    return any(other.state is DieState.STACKED for choice in near for other in choice.guesses)


def _leans_doubtfully(guess: Guess, around: Surroundings) -> bool:
    """Say whether a die that seems to lean on another would do so by as little as can be, or hang above the board.

    Beside a wall it may lie on both, in any way.
    """
    at = guess.fitted.attitude
    doubtful = at.floor_mm > HANGS * around.edge_mm or hardly_leans(at)
    return doubtful and guess.support is Support.DIE and not around.near_wall(at)

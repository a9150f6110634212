"""What a person is asked about the dice that were chosen: what another answer, a wall or a chip leaves open."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.cubes.cube import Sight
from vision.doubts.lean_on_die import may_lean_on_die
from vision.doubts.lies_flat import (
    CLEAR_LEANING,
    HELD_LEAD,
    HELD_LEADING,
    LEADING_OUTLINE,
    LEANING_LEAD,
    LEAVES_NO_DOUBT,
    SURE_ONE,
    clearly_lies,
    hardly_gains,
    is_clear,
    is_level,
    leads_beside_chip,
    leaves_no_doubt,
    lies_alone,
    shows_all_faces,
)
from vision.doubts.may_lie import may_lie_flat
from vision.doubts.slight import CLEARER, leans_less_clearly, lies_clearly, lies_unheld
from vision.doubts.upper_of_two import CLEAR_BESIDE, lies_lower, lies_on_board, may_be_upper, stands_so
from vision.faces.told_by import ToldBy
from vision.reading import DieState
from vision.ways.agreeing import (
    LEAST_TOLD,
    POOR_OUTLINE,
    explained,
    off_rims,
    outlined,
    told_around,
    uncovered,
    understood,
)
from vision.ways.all_faces import lies_by_all
from vision.ways.choosing import Choice, leads, same_place
from vision.ways.guesses import Guess, beside_things, tilt_of
from vision.ways.pipless import holds_no_die
from vision.ways.resting import Rest, Surroundings
from vision.ways.sides import FACE_WITH_SIDES, ONE_WITH_SIDES, sides_show, sides_unlike

SURE_LEAD = 0.1
"""How much less, in areas of a top face, every other answer must explain."""

EACH_LEANS_LEAD = 0.3
"""The same where all dice of a body are to lean: on each other they hardly do."""

STACK_LEAD = 0.5
"""The same for two dice on each other that may as well lie beside each other, as far as the upper one's face tells."""

ONE_LEAD, CLEAR_MORE = 0.5, 0.9
"""The same for a 1 where another answer's pips explain so much of a face."""

UPPER_ONE_LEAD, UPPER_SIDES = 0.5, 0.15
"""How much less any other answer explains where the upper one of two that shows a 1 needs not be as clear; and the part
of its sides that the pips of an upper one explain at least: of nine true ones 0.17 to 0.26."""

CLEAR_LEANING_SIDES = 0.75
"""What the pips of all faces in view must explain of a leaning die of which little is seen."""

LIES_OUTLINE, LEVEL_OUTLINE = 0.78, 0.7
"""The outline of a die whose own pips show that it lies flat, or leans: dark sides may be missing from the body; and of
one whose pips' places show that it is level."""

ALONE_OUTLINE = 0.6
"""The outline of a die that nothing holds: what of it is missing from the body does not tell how it lies."""

HELD_OUTLINE = 0.86
"""The outline of a flat die that a chip or a wall may hold, and that leads by less than `HELD_LEAD`."""

HARDLY_TOLD = 0.1
"""The part of the rim around a die at a wall, of which no side shows its pips, that must be told from dice; around a 1
more, as beside chips."""

CLEARER_LEANING = 0.03
"""How much better pips and outline (IoU) of a die that may be held agree where it leans, to doubt that it lies."""

OUTLINE_TOLD, LEANING_OUTLINE, BETTER_OUTLINE, HELD_LEANING_LEAD = 0.6, 0.9, 0.08, 0.6
"""What part of the rim around a leaning die must be told, and how well its outline agree (IoU), to show that it leans:
so much better than in any answer in which it does not, unless that explains so much less, in areas of a top face."""

MOST_BESIDE = 0.2
"""What of a body a flat die may leave over, in areas of a top face, whose pips tell that none lies under it."""

LEAST_KNOWN, MOSTLY_IN_VIEW = 0.75, 0.6
"""The part of a die's outline that must be told from board and chips, of a flat one's that no wall hides and of so much
of it at least, unless its pips explain very much."""


def rests_of(whole: Sight, choices: list[Choice], around: Surroundings) -> list[Rest]:
    """Give the dice of the best choice, each with what is in doubt about it."""
    rests = []
    for guess in choices[0].guesses:
        rest = _rest(guess, whole.edge_mm)
        if around.on_board(rest.x_mm, rest.y_mm):
            rests.append(replace(rest, doubt=_doubt(whole, guess, choices, around)))
        elif not guess.by_outline:
            rests.append(replace(rest, state=DieState.OFF_BOARD, tilt_deg=None))
    return rests


def _doubt(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> str | None:
    """Give what is most in doubt about a die: not that it leans where the pips of all its faces are a level one's."""
    doubt = next(_doubts(whole, guess, choices, around), None)
    if guess.state is not DieState.FLAT or doubt not in _OF_HOW_IT_LIES:
        return doubt
    if stands_so(whole, guess) or (doubt in _WHETHER_IT_LEANS and _level_by_all(whole, guess, choices)):
        return next(_doubts(whole, guess, choices, around, surely_level=True), None)
    return doubt


def _level_by_all(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether the pips of all its faces show that a die lies flat, and the places of its own do not deny it."""
    at = guess.fitted.attitude
    on_board = guess.state is DieState.FLAT and at.floor_mm == 0.0
    allowed = on_board and is_level(whole, guess, choices) is not False
    return allowed and lies_by_all(whole, at, guess.fitted.value)


def _doubts(
    whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings, surely_level: bool = False
) -> Iterator[str]:
    """Give all that is in doubt about a die of the best choice, what says most first."""
    body = choices[0].guesses
    others = [other.shape for other in body if other is not guess]
    level = surely_level or is_level(whole, guess, choices)
    lies = level or clearly_lies(whole, guess, choices)
    if level is False:
        yield _WORDS[DieState.COCKED]
    beside = _lies_beside_chip(whole, guess, choices, around)
    yield from _said_against(whole, guess, choices, around, bool(level) or beside)
    more = _shows_more(guess, choices, around.edge_mm)
    if more is not None and not surely_level:
        yield _WORDS[more.state]
    held = not lies and _may_lean(whole, guess, choices, around, beside)
    told = surely_level or (level and leaves_no_doubt(guess))
    on_die = not told and may_lean_on_die(whole, guess, choices, around, lies)
    if guess.state is DieState.FLAT and (held or on_die):
        yield _WORDS[DieState.COCKED]
    if guess.state is DieState.COCKED and may_lie_flat(whole, guess, choices):
        yield _WORDS[DieState.FLAT]
    if guess.state is DieState.FLAT and _in_the_dark(whole, guess, around):
        yield HARDLY_SEEN
    if guess.state is DieState.FLAT and not lies and len(body) > 1 and _hardly_read(guess):
        yield NOT_UNDERSTOOD
    if guess.state is DieState.STACKED and _hardly_upper(whole, guess, choices):
        yield _WORDS[DieState.COCKED]
    alone = lies_alone(whole, guess, choices, around)
    leans = _clearly_leans(guess, choices, whole.edge_mm) or leans_by_outline(whole, guess, choices)
    surely = lies or alone or leans or (beside and guess.fitted.value > 1)
    if not surely and not _seen(whole, guess, choices, around):
        yield HARDLY_SEEN
    least = ALONE_OUTLINE if alone else LEVEL_OUTLINE if level else LIES_OUTLINE if lies or leans else POOR_OUTLINE
    if lies and shows_all_faces(whole, guess):
        least = 0.0
    if not understood(whole, guess, others, least) and not _clear_on_chip(guess, around):
        if lies_on_board(whole, guess) and understood(whole, guess, others, least, MOST_BESIDE):
            return
        if _only_shadow_beside(whole, guess, choices[0], least):
            return
        lone = surely_level or ((alone or lies) and explained(whole, guess, others, least))
        yield MAY_HIDE if lone and is_clear(guess) else NOT_UNDERSTOOD


def _only_shadow_beside(whole: Sight, guess: Guess, best: Choice, least_outline: float) -> bool:
    """Say whether what a body has beyond a flat die shows no pip, as any other die would there.

    Where the pips of its sides show how that one lies, its outline needs not agree with its shadow's.
    """
    others = [other.shape for other in best.guesses if other is not guess]
    beside = uncovered(whole, guess, others)
    if guess.state is not DieState.FLAT or not holds_no_die(whole, beside, [g.fitted.attitude for g in best.guesses]):
        return False
    return explained(whole.without([beside]) if sides_show(guess) else whole, guess, others, least_outline)


def _said_against(
    whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings, level: bool
) -> Iterator[str]:
    """Give what the next best answer says else about a die, or its place above another.

    A `level` one, by its pips' places or beside a chip, leans in none, and one whose face is clearer so hardly does.
    """
    best = choices[0]
    rival = next((choice for choice in choices if choice.answer != best.answer), None)
    if rival is not None and best.merit - rival.merit < _sure_lead(best, rival) + _too_much(whole, guess, around):
        same = same_place(guess, rival, around.edge_mm)
        if not same:
            yield "may be a part of something else"
        elif all(other.answer != guess.answer and not _unlikely(whole, other, guess, level) for other in same):
            yield _WORDS[same[0].state]
    if may_be_upper(whole, guess, choices, around):
        yield _WORDS[DieState.STACKED]


def _hardly_leans(whole: Sight, other: Guess, guess: Guess, level: bool) -> bool:
    """Say whether a flat die leans in another guess, though it is `level` or shows itself less clearly there."""
    if guess.state is not DieState.FLAT or other.state is not DieState.COCKED:
        return False
    return level or lies_unheld(guess, other) or leans_less_clearly(whole, other, guess)


def _unlikely(whole: Sight, other: Guess, guess: Guess, level: bool) -> bool:
    """Say whether a die's pips tell against another guess of it: leaning where it lies, or on another die."""
    if other.state is DieState.STACKED:
        return lies_on_board(whole, guess)
    return _hardly_leans(whole, other, guess, level)


def _hardly_upper(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether two dice may lie otherwise than on each other: nothing hides the upper one, yet it does not show.

    Its sides show less than others': the lower die's print through where the two hardly differ.
    """
    leading = leads(guess, choices, whole.edge_mm, UPPER_ONE_LEAD)
    one = ONE_WITH_SIDES if leading else SURE_ONE
    least = one if guess.fitted.value == 1 else CLEAR_BESIDE
    return guess.fitted.clear < least or sides_unlike(guess, UPPER_SIDES) or lies_lower(whole, guess)


def _hardly_read(guess: Guess) -> bool:
    """Say whether neither its own pips nor those of its sides clearly show a die's face, though no lamp hides them.

    What a body holds of several dice may look like one of them: a 5's pips with some of a side's beside it like a 4.
    """
    return not guess.mirrored and guess.fitted.clear < CLEAR_LEANING and not sides_show(guess)


def _in_the_dark(whole: Sight, guess: Guess, around: Surroundings) -> bool:
    """Say whether nothing tells how a die lies that a wall may hold: neither what is around it nor its sides.

    The pip of a 1 looks the same at any tilt.
    """
    at = guess.fitted.attitude
    held = around.holds(at) and not (at.floor_mm > 0.0 and around.carried(at))
    least = LEAST_TOLD if guess.fitted.value == 1 else HARDLY_TOLD
    return held and told_around(whole, guess.shape) < least and sides_unlike(guess)


def _clearly_leans(guess: Guess, choices: list[Choice], edge_mm: float) -> bool:
    """Say whether a die's own pips show that it leans: any other answer is far worse, however little is seen around."""
    if guess.state is not DieState.COCKED or guess.fitted.clear < CLEAR_LEANING:
        return False
    if guess.fitted.pips < CLEAR_LEANING_SIDES * guess.fitted.shown:
        return False
    return leads(guess, choices, edge_mm, LEANING_LEAD)


def leans_by_outline(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a leaning die's outline, most of which is told from the board, agrees far better than a flat one."""
    if guess.state is not DieState.COCKED or told_around(whole, guess.shape) < OUTLINE_TOLD:
        return False
    outline = outlined(whole, guess.fitted.attitude)
    near = (choice for choice in choices if choices[0].merit - choice.merit < HELD_LEANING_LEAD)
    level = (o for choice in near for o in same_place(guess, choice, whole.edge_mm) if o.state is not DieState.COCKED)
    return outline >= LEANING_OUTLINE and all(
        outlined(whole, other.fitted.attitude) <= outline - BETTER_OUTLINE for other in level
    )


def _sure_lead(best: Choice, rival: Choice) -> float:
    if len(rival.guesses) > len(best.guesses) and _upper_as_clear_beside(best, rival):
        return STACK_LEAD
    each_leans = len(best.guesses) > 1 and all(guess.state is DieState.COCKED for guess in best.guesses)
    return EACH_LEANS_LEAD if each_leans else SURE_LEAD


def _upper_as_clear_beside(best: Choice, rival: Choice) -> bool:
    """Say whether the upper die of a stack shows its face hardly better than dice beside each other would."""
    upper = [max(guess.fitted.evidence) for guess in best.guesses if guess.state is DieState.STACKED]
    return bool(upper) and max(upper) < max(max(guess.fitted.evidence) for guess in rival.guesses) + CLEARER


def _too_much(whole: Sight, guess: Guess, around: Surroundings) -> float:
    """Give what a die that something may hold is worth only because its pips are told in a mirror image.

    One that leans and is not fitted exactly does not show them.
    """
    at = guess.fitted.attitude
    return guess.evened if around.holds(at) or beside_things(whole, at) else 0.0


def _shows_more(guess: Guess, choices: list[Choice], edge_mm: float) -> Guess | None:
    """Give the clear face of more pips that another answer sees where this one sees a 1: each of them looks like it."""
    if guess.fitted.value > 1:
        return None
    rivals = [c for c in choices if choices[0].merit - c.merit < ONE_LEAD]
    others = [other for choice in rivals for other in same_place(guess, choice, edge_mm)]
    return next((o for o in others if o.fitted.value > 1 and max(o.fitted.evidence) >= CLEAR_MORE), None)


def _clear_on_chip(guess: Guess, around: Surroundings) -> bool:
    """Say whether a die lies well inside of a chip and its pips leave no doubt, however little shows of its outline."""
    inside = guess.state is DieState.FLAT and around.well_inside_chip(guess.fitted.attitude)
    return inside and guess.fitted.clear >= _least_on_chip(guess)


def _least_on_chip(guess: Guess) -> float:
    """Give what the pips of a die well inside of a chip must explain of its upper face to leave no doubt."""
    if sides_show(guess):
        return ONE_WITH_SIDES if guess.fitted.value == 1 else FACE_WITH_SIDES
    return LEAVES_NO_DOUBT if guess.fitted.value > 1 else SURE_ONE


def _may_lean(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings, beside: bool) -> bool:
    """Say whether a die that seems flat may lean: it stands in a chip, or loosely beside what holds it.

    `beside`: it clearly lies beside a chip.
    """
    at = guess.fitted.attitude
    if guess.cost > 0.0:
        return not _clearly_level(whole, guess, choices)
    if at.floor_mm > 0.0 or not (around.holds(at) or beside_things(whole, at)):
        return False
    if _clearer_leaning(whole, guess, choices):
        return True
    if beside:
        return False
    others = [other.shape for other in choices[0].guesses if other is not guess]
    least = HELD_LEADING if leads(guess, choices, whole.edge_mm, HELD_LEAD) else HELD_OUTLINE
    return outlined(off_rims(whole.without(others), guess), at) < least


def _lies_beside_chip(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> bool:
    """Say whether a die that only a chip may hold would explain hardly more leaning, with enough told around it."""
    at = guess.fitted.attitude
    held = around.near_wall(at) or around.near_die(at) or not around.near_chip(at)
    if held or not hardly_gains(guess, choices, whole.edge_mm):
        return False
    return told_around(whole, guess.shape) >= LEAST_TOLD or outlined(whole, at) >= LEADING_OUTLINE


def _clearer_leaning(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a die that seems flat shows both its face and its outline better in a guess that has it lean."""
    near = (choice for choice in choices if choices[0].merit - choice.merit < LEANING_LEAD)
    others = (other for choice in near for other in same_place(guess, choice, whole.edge_mm))
    least = max(guess.fitted.evidence) + CLEARER_LEANING
    clearer = [o for o in others if o.state is DieState.COCKED and max(o.fitted.evidence) >= least]
    outline = outlined(whole, guess.fitted.attitude) + CLEARER_LEANING
    return any(outlined(whole, other.fitted.attitude) >= outline for other in clearer)


def _clearly_level(whole: Sight, guess: Guess, choices: list[Choice]) -> bool:
    """Say whether a flat die that may lean agrees better as it lies than in any guess that explains nearly as much."""
    near = [choice for choice in choices if choices[0].merit - choice.merit < LEANING_LEAD]
    others = [other for choice in near for other in same_place(guess, choice, whole.edge_mm)]
    leaning = {id(other): other for other in others if other.state is DieState.COCKED}
    return bool(leaning) and all(lies_clearly(whole, guess, other) for other in leaning.values())


def _seen(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> bool:
    """Say whether enough of a die can be told from what is around it, or its pips leave no doubt.

    Beside a chip that may hold it, what is around it must be told from dice too, unless it clearly lies flat: else any
    tilt fits.
    """
    shape, at = guess.shape, guess.fitted.attitude
    on_chip = around.well_inside_chip(at)
    at_chip = around.near_chip(at) and not on_chip
    if at_chip and leads_beside_chip(whole, guess, choices):
        return True
    if at_chip and told_around(whole, shape) < LEAST_TOLD:
        return False
    known = cv2.countNonZero(cv2.bitwise_and(shape, whole.own)) + cv2.countNonZero(cv2.bitwise_and(shape, whole.other))
    all_of_it = float(cv2.countNonZero(shape))
    if guess.state is DieState.FLAT:
        in_view = cv2.countNonZero(cv2.bitwise_and(shape, whole.view))
        all_of_it = max(in_view, MOSTLY_IN_VIEW * all_of_it)
    alone = _least_on_chip(guess) if guess.fitted.value > 1 or sides_show(guess) else np.inf
    sure = _least_on_chip(guess) if on_chip else alone
    return guess.fitted.clear >= sure or known >= LEAST_KNOWN * all_of_it


def _rest(guess: Guess, edge_mm: float) -> Rest:
    at = guess.fitted.attitude
    x, y, z = (float(v) for v in at.middle_mm(edge_mm))
    return Rest(
        x, y, z, at.turn, edge_mm, guess.fitted.evidence, guess.state, guess.support, tilt_of(guess),
        told_by=ToldBy.RELIEF if guess.mirrored else ToldBy.PIPS,
    )  # fmt: skip


HARDLY_SEEN = "is hardly seen against the board"
MAY_HIDE, NOT_UNDERSTOOD = "may hide another", "is not wholly understood"
"""What is said of a die that surely lies flat, where its body is more than it; and where outline or pips disagree."""

OTHER_VALUE = "may lie flat"
"""What is said of a die that may lie flat and show another value."""

_WORDS = {
    DieState.FLAT: OTHER_VALUE,
    DieState.COCKED: "may be cocked",
    DieState.STACKED: "may lie on another",
}

_WHETHER_IT_LEANS = (_WORDS[DieState.COCKED], HARDLY_SEEN)
_OF_HOW_IT_LIES = (*_WHETHER_IT_LEANS, NOT_UNDERSTOOD)

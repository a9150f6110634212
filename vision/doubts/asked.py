"""What a person is asked about the dice that were chosen: what another answer, a wall or a chip leaves open."""

from collections.abc import Iterator
from dataclasses import replace

import cv2

from vision.cubes.cube import Sight
from vision.doubts.as_drawn import (
    leans_as_drawn,
    leaves_much,
    lies_as_drawn,
    may_lie_as_drawn,
    slopes_as_drawn,
    small_beside,
    small_slopes,
    unlike_as_drawn,
)
from vision.doubts.drawn_beside import holds_leaning
from vision.doubts.hardly_seen import clear_on_chip, in_the_dark, is_seen
from vision.doubts.lean_on_die import may_lean_on_die
from vision.doubts.lies_flat import (
    CLEAR_LEANING,
    SURE_ONE,
    UNRIVALLED_LEAD,
    clearly_lies,
    is_clear,
    is_level,
    leaves_no_doubt,
    lies_alone,
    shows_all_faces,
)
from vision.doubts.may_lean import lies_beside_chip, may_lean
from vision.doubts.may_lie import may_lie_flat
from vision.doubts.shining_through import shows_one
from vision.doubts.slight import CLEARER, leans_less_clearly, lies_unheld
from vision.doubts.surely_leans import surely_leans
from vision.doubts.upper_of_two import (
    CLEAR_BESIDE,
    lies_lower,
    lies_on_board,
    may_be_upper,
    may_lie_before_wall,
    stands_so,
)
from vision.glare.upper_face import value_in_lamp
from vision.pictures.segment import Mask
from vision.reading import DieState
from vision.ways.agreeing import POOR_OUTLINE, explained, uncovered, understood, with_lamp
from vision.ways.all_faces import lies_by_all
from vision.ways.choosing import Choice, leads, same_place
from vision.ways.guesses import Guess, beside_things, rest_of
from vision.ways.pipless import holds_no_die
from vision.ways.resting import Rest, Surroundings
from vision.ways.sides import ONE_WITH_SIDES, sides_show, sides_unlike

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

LIES_OUTLINE, LEVEL_OUTLINE = 0.78, 0.7
"""The outline of a die whose own pips show that it lies flat, or leans: dark sides may be missing from the body; and of
one whose pips' places show that it is level."""

ALONE_OUTLINE = 0.6
"""The outline of a die that nothing holds, or that is level by its pips' places where nothing else comes near: what is
missing of it in the body does not tell how it lies."""

WELL_SHOWN = 0.9
"""What the plain face of a flat die explains at least: nothing may hold it that is not seen, as a chip in the shade,
nor does it lie on another where all dice are seen."""

WHOLE = 0.95
"""The part of a die's outline in view from which on no wall hides anything of it."""

MOST_BESIDE = 0.2
"""What of a body a flat die may leave over, in areas of a top face, whose pips tell that none lies under it."""


def rests_of(whole: Sight, choices: list[Choice], around: Surroundings) -> list[Rest]:
    """Give the dice of the best choice, each with what is in doubt about it."""
    rests = []
    for guess in _told(choices[0], around):
        rest = rest_of(guess, whole.edge_mm)
        if around.on_board(rest.x_mm, rest.y_mm):
            rests.append(replace(rest, doubt=_doubt(whole, guess, choices, around)))
        else:
            rests.append(replace(rest, state=DieState.OFF_BOARD, tilt_deg=None))
    return rests


def doubted_as_drawn(whole: Sight, rests: list[Rest], best: Choice, around: Surroundings) -> list[Rest]:
    """Doubt those dice of an answer of which only their drawn pips say that they may lie otherwise."""
    both = zip(rests, _told(best, around), strict=True)
    return [_asked_as_drawn(whole, rest, guess, best, around) for rest, guess in both]


def _told(best: Choice, around: Surroundings) -> list[Guess]:
    """Give the dice that are told of an answer: not what seems to be one, beyond the walls, by its outline only."""
    places = ((guess, guess.fitted.attitude) for guess in best.guesses)
    return [guess for guess, at in places if around.on_board(at.x_mm, at.y_mm) or not guess.by_outline]


def _asked_as_drawn(whole: Sight, rest: Rest, guess: Guess, best: Choice, around: Surroundings) -> Rest:
    """Ask for a die that lies as well otherwise; that it may lie on another alone may be dropped later."""
    if rest.doubt not in (None, MAY_BE_UPPER):
        return rest
    if rest.state is DieState.FLAT:
        doubt = _flat_as_drawn(whole, rest, guess, best, around)
    else:
        may_lie = rest.state is DieState.COCKED and may_lie_as_drawn(whole, guess, best)
        doubt = _WORDS[DieState.FLAT] if may_lie else None
    return replace(rest, doubt=doubt or rest.doubt)


def _flat_as_drawn(whole: Sight, rest: Rest, guess: Guess, best: Choice, around: Surroundings) -> str | None:
    """Say what is in doubt about a flat die.

    What holds it may not be seen: behind a wall, or where its face is less plain.
    """
    less_plain = max(guess.fitted.evidence) < WELL_SHOWN
    small = small_beside(whole, guess, best)
    unlike = rest.readable and less_plain and unlike_as_drawn(whole, guess, best)
    if unlike or (small and leaves_much(small)):
        return NOT_UNDERSTOOD
    may_slope = less_plain or around.holds(guess.fitted.attitude) or _is_cut_off(whole, guess)
    slopes = may_slope and slopes_as_drawn(whole, guess, best)
    return _WORDS[DieState.COCKED] if slopes or (small and less_plain and small_slopes(small)) else None


def _is_cut_off(whole: Sight, guess: Guess) -> bool:
    """Say whether a wall hides a part of a die, and so may hide what holds it."""
    return cv2.countNonZero(cv2.bitwise_and(guess.shape, whole.view)) < WHOLE * cv2.countNonZero(guess.shape)


def rests_as_drawn(whole: Sight, best: Choice, around: Surroundings) -> list[Rest] | None:
    """Give the dice of an answer that their drawn pips tell; None where these leave any in doubt, or off the board."""
    for guess in best.guesses:
        at, leans = guess.fitted.attitude, guess.state is DieState.COCKED
        told = leans_as_drawn(whole, guess, best) if leans else lies_as_drawn(whole, guess, best, around)
        if not around.on_board(at.x_mm, at.y_mm) or not told:
            return None
    return [rest_of(guess, whole.edge_mm) for guess in best.guesses]


def _doubt(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> str | None:
    """Give what is most in doubt about a die: not that it leans where the pips of all its faces are a level one's.

    Nor where others must lean on it.
    """
    doubt = next(_doubts(whole, guess, choices, around), None)
    if guess.state is not DieState.FLAT or doubt not in _OF_HOW_IT_LIES:
        return doubt
    leaning = doubt in _WHETHER_IT_LEANS
    level = leaning and (_level_by_all(whole, guess, choices) or holds_leaning(whole, guess, choices[0], around))
    if level or stands_so(whole, guess) or lies_as_drawn(whole, guess, choices[0], around):
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
    beside = lies_beside_chip(whole, guess, choices, around)
    yield from _said_against(whole, guess, choices, around, bool(level) or beside)
    more = _shows_more(guess, choices, around.edge_mm)
    if more is not None and not surely_level:
        yield _WORDS[more.state]
    held = not lies and may_lean(whole, guess, choices, around, beside)
    told = surely_level or (level and leaves_no_doubt(guess))
    on_die = not told and may_lean_on_die(whole, guess, choices, around, lies)
    if guess.state is DieState.FLAT and (held or on_die):
        yield _WORDS[DieState.COCKED]
    if guess.state is DieState.COCKED and _may_lie(whole, guess, choices, around):
        yield _WORDS[DieState.FLAT]
    if guess.state is DieState.FLAT and in_the_dark(whole, guess, around):
        yield HARDLY_SEEN
    if guess.state is DieState.FLAT and not lies and len(body) > 1 and _hardly_read(whole, guess):
        yield NOT_UNDERSTOOD
    if guess.state is DieState.STACKED and _hardly_upper(whole, guess, choices):
        yield _WORDS[DieState.COCKED]
    alone = lies_alone(whole, guess, choices, around)
    leans = surely_leans(whole, guess, choices)
    surely = lies or alone or leans or (beside and guess.fitted.value > 1)
    if not surely and not is_seen(whole, guess, choices, around):
        yield HARDLY_SEEN
    unrivalled = alone or (level and leads(guess, choices, whole.edge_mm, UNRIVALLED_LEAD))
    least = ALONE_OUTLINE if unrivalled else LEVEL_OUTLINE if level else LIES_OUTLINE if lies or leans else POOR_OUTLINE
    if lies and shows_all_faces(whole, guess):
        least = 0.0
    if not understood(whole, guess, others, least) and not clear_on_chip(guess, around):
        if lies_on_board(whole, guess) and understood(whole, guess, others, least, MOST_BESIDE):
            return
        if _only_shadow_beside(whole, guess, choices[0], least) or _told_in_lamp(whole, guess, others, least):
            return
        lone = surely_level or ((alone or lies) and explained(whole, guess, others, least))
        yield MAY_HIDE if lone and is_clear(guess) else NOT_UNDERSTOOD


def _may_lie(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> bool:
    """Say whether a die that seems to lean may lie flat: also where nothing is seen that could hold it."""
    alone = guess.support is None and len(choices[0].guesses) == 1
    return (alone and _on_nothing(whole, guess, around)) or may_lie_flat(whole, guess, choices)


def _on_nothing(whole: Sight, guess: Guess, around: Surroundings) -> bool:
    at = guess.fitted.attitude
    return not (around.holds(at) or around.near_die(at) or beside_things(whole, at))


def _told_in_lamp(whole: Sight, guess: Guess, others: list[Mask], least_outline: float) -> bool:
    """Say whether a flat die agrees with the body and a lamp that it mirrors, and what that leaves tells its value."""
    told = replace(guess, mirrored=False)
    if guess.state is not DieState.FLAT or not understood(with_lamp(whole, guess.shape), told, others, least_outline):
        return False
    return value_in_lamp(whole, guess.fitted.attitude) == guess.fitted.value


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

    Its sides show less than others': the lower die's print through where the two hardly differ. Or a wall hides most of
    what may lie beside it.
    """
    if may_lie_before_wall(whole, guess, choices):
        return True
    leading = leads(guess, choices, whole.edge_mm, UPPER_ONE_LEAD)
    one = ONE_WITH_SIDES if leading else SURE_ONE
    least = one if guess.fitted.value == 1 else CLEAR_BESIDE
    return guess.fitted.clear < least or sides_unlike(guess, UPPER_SIDES) or lies_lower(whole, guess)


def _hardly_read(whole: Sight, guess: Guess) -> bool:
    """Say whether neither its own pips nor those of its sides clearly show a die's face, whatever a lamp hides of it.

    What a body holds of several dice may look like one of them: a 5's pips with some of a side's beside it like a 4.
    """
    if guess.mirrored or guess.fitted.clear >= CLEAR_LEANING or sides_show(guess) or shows_one(whole, guess):
        return False
    return value_in_lamp(whole, guess.fitted.attitude) != guess.fitted.value


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


HARDLY_SEEN = "is hardly seen against the board"
MAY_HIDE, NOT_UNDERSTOOD = "may hide another", "is not wholly understood"
"""What is said of a die that surely lies flat, where its body is more than it; and where outline or pips disagree."""

OTHER_VALUE, MAY_BE_UPPER = "may lie flat", "may lie on another"
"""What is said of a die that may lie flat and show another value, and of one that may be the upper one of two."""

_WORDS = {
    DieState.FLAT: OTHER_VALUE,
    DieState.COCKED: "may be cocked",
    DieState.STACKED: MAY_BE_UPPER,
}

_WHETHER_IT_LEANS = (_WORDS[DieState.COCKED], HARDLY_SEEN)
_OF_HOW_IT_LIES = (*_WHETHER_IT_LEANS, NOT_UNDERSTOOD)

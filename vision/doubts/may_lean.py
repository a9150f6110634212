"""Dice that seem flat and may lean: they stand in a chip, or loosely beside what holds them."""

from vision.cubes.cube import Sight
from vision.doubts.lies_flat import HELD_LEAD, HELD_LEADING, LEADING_OUTLINE, LEANING_LEAD, hardly_gains
from vision.doubts.slight import lies_clearly
from vision.reading import DieState
from vision.ways.agreeing import LEAST_TOLD, off_rims, outlined, told_around
from vision.ways.choosing import Choice, leads, same_place
from vision.ways.guesses import Guess, beside_things
from vision.ways.resting import Surroundings

HELD_OUTLINE = 0.86
"""The outline of a flat die that a chip or a wall may hold, and that leads by less than `HELD_LEAD`."""

CLEARER_LEANING = 0.03
"""How much better pips and outline (IoU) of a die that may be held agree where it leans, to doubt that it lies."""


def may_lean(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings, beside: bool) -> bool:
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


def lies_beside_chip(whole: Sight, guess: Guess, choices: list[Choice], around: Surroundings) -> bool:
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

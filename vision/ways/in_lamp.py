"""Flat dice beside others whose upper faces name no value: a lamp hides a part, and what it leaves tells."""

from dataclasses import replace

from vision.cubes.cube import Sight
from vision.faces.told_by import ToldBy
from vision.glare.upper_face import value_in_lamp
from vision.reading import DieState
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess

TOLD = 0.72
"""What such a value explains of its face: enough to be named, and no more."""


NEAR = 0.5
"""Answers that explain no more than so much less than the best, in areas of a top face, may leave it in doubt."""


def told_in_lamp(whole: Sight, choices: list[Choice]) -> list[Choice]:
    """Give answers with those of their dice told; of one that lies alone the sides tell as well, in their turn."""
    if len(choices[0].guesses) < 2:
        return choices
    near = [choice for choice in choices if choices[0].merit - choice.merit < NEAR]
    guesses = {id(guess): guess for choice in near for guess in choice.guesses}
    told = {key: _told(whole, guess) for key, guess in guesses.items()}
    return [_with(choice, told) for choice in choices]


def _with(choice: Choice, told: dict[int, Guess]) -> Choice:
    return replace(choice, guesses=tuple(told.get(id(guess), guess) for guess in choice.guesses))


def _told(whole: Sight, guess: Guess) -> Guess:
    fitted = guess.fitted
    if guess.state is not DieState.FLAT or ToldBy.PIPS.name_one(fitted.evidence):
        return guess
    told = value_in_lamp(whole, fitted.attitude)
    if told is None:
        return guess
    evidence = tuple(TOLD if value == told else 0.0 for value in range(1, 7))
    return replace(guess, fitted=replace(fitted, evidence=evidence, noisy=1.0), mirrored=False)

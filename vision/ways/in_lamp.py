"""Flat dice beside others whose upper faces name no value: a lamp hides a part, and what it leaves tells."""

from dataclasses import replace

import numpy as np

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

ALIKE, ALIKE_RAD = 0.15, 0.12
"""How near to each other such dice of different answers lie, in edges, and are turned, to be the same."""


def told_in_lamp(whole: Sight, choices: list[Choice]) -> list[Choice]:
    """Give answers with those of their dice told; of one that lies alone the sides tell as well, in their turn."""
    if len(choices[0].guesses) < 2:
        return choices
    near = (choice for choice in choices if choices[0].merit - choice.merit < NEAR)
    guesses = {id(guess): guess for choice in near for guess in choice.guesses if _is_untold(guess)}
    told: dict[int, Guess] = {}
    for alike in _by_place(list(guesses.values()), whole.edge_mm):
        value = value_in_lamp(whole, alike[0].fitted.attitude)
        told |= {id(guess): _showing(guess, value) for guess in alike if value}
    return [_with(choice, told) for choice in choices]


def _by_place(guesses: list[Guess], edge_mm: float) -> list[list[Guess]]:
    """Put together what several answers say of one die, what explains most first: its face is the same."""
    places: list[list[Guess]] = []
    for guess in guesses:
        place = next((place for place in places if _are_alike(guess, place[0], edge_mm)), None)
        if place:
            place.append(guess)
        else:
            places.append([guess])
    return places


def _with(choice: Choice, told: dict[int, Guess]) -> Choice:
    return replace(choice, guesses=tuple(told.get(id(guess), guess) for guess in choice.guesses))


def _is_untold(guess: Guess) -> bool:
    return guess.state is DieState.FLAT and not ToldBy.PIPS.name_one(guess.fitted.evidence)


def _are_alike(one: Guess, other: Guess, edge_mm: float) -> bool:
    """Say whether two flat dice of several answers lie in about the same place, turned alike."""
    a, b = one.fitted.attitude, other.fitted.attitude
    turned = abs((a.turn - b.turn + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    return bool(np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < ALIKE * edge_mm and turned < ALIKE_RAD)


def _showing(guess: Guess, told: int) -> Guess:
    evidence = tuple(TOLD if value == told else 0.0 for value in range(1, 7))
    return replace(guess, fitted=replace(guess.fitted, evidence=evidence, noisy=1.0), mirrored=False)

"""Ones of clear dice, through which the 6 of the far side shines: told by what is their body in no light."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.cubes.cube import Sight
from vision.cubes.cube_faces import top_places
from vision.faces.topface import Patterns, by_value, explained, look
from vision.ways.guesses import Guess

LEAST_TINGE = 60.0
"""By how many grey levels pips differ at least from their body in any light: grey dice's do not, nor do they let light
through."""

SHINES, CLEAR_ALONE = 0.75, 0.85
"""What a 1's pip explains of its face at least while a 6 shines through it, and but for how light its body is."""


def shows_one(whole: Sight, guess: Guess) -> bool:
    """Say whether a 1 is clear but for the pips of the far side: these are its body in more light."""
    if guess.fitted.value != 1 or guess.fitted.clear < SHINES:
        return False
    places = top_places(whole, guess.fitted.attitude, whole.patterns.grid).astype(np.float32)
    return is_clear_one(look(whole.patch, places[None, :, 0], places[None, :, 1]), whole.colours, whole.patterns)


def is_clear_one(face: NDArray[np.uint8], known: Sequence[DieColours], patterns: Patterns) -> bool:
    """Say whether a face (1, m, 3) of dice of known colours shows a 1 alone, but for how light its body is."""
    ways = (way for colours in known if (way := _beside_body(colours)) is not None)
    shares = (by_value(explained((face.astype(np.float32) @ way)[..., None], patterns), patterns)[0] for way in ways)
    return any(share[0] >= CLEAR_ALONE for share in shares)


def _beside_body(colours: DieColours) -> NDArray[np.float32] | None:
    """Give the way, a unit (3,), in which pips differ from a body of any lightness; None where they hardly do."""
    body = colours.body / max(float(np.linalg.norm(colours.body)), 1.0)
    apart = colours.pip - (colours.pip @ body) * body
    length = float(np.linalg.norm(apart))
    return np.asarray(apart / length, dtype=np.float32) if length >= LEAST_TINGE else None

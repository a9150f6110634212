"""Dice sought where a choice leaves much of a body out: their faces were not found, only their outlines show them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Sight, outline_of, upright
from vision.pictures.kernels import square
from vision.pictures.segment import Mask
from vision.reading import DieState
from vision.ways.agreeing import outlined
from vision.ways.choosing import Choice, choices_of, same_place
from vision.ways.guesses import CLEAR_MARGIN, CLEAR_PIPS, Guess, guess_blank
from vision.ways.pipless import holds_no_die
from vision.ways.resting import Surroundings
from vision.ways.sides import sides_agree, sides_show

LEFT_OUT = 0.45
"""The part of a top face's area that, left out, may belong to another die."""

FEW_DICE = 8.0
"""Up to how many areas of a top face a body is likely to be dice: in larger ones much looks like a face."""

DIE_SHAPE, PLAIN_PIPS, SHARP_SHAPE = 0.8, 0.8, 0.94
"""What is left out is a die where its outline agrees so well (IoU), or the pips explain so much of its upper face; and
the outline of a flat one whose face mirrors a lamp, as do those of all beside it."""

LARGER = 1.15
"""How much larger dice appear than flat ones where some lean."""

MOST_PARTS = 4
"""What is larger than so many dice is not parted: it is a hand, or something else."""

ANEW_LEAD = 0.3
"""How much more, in areas of a top face, dice must explain that were sought anew in all of a body."""

MUCH_CLEARER = 0.05
"""How much more the pips of a flat die explain of its face where it is clearer than all that were chosen without it."""

LEAST_MORE = 0.2
"""From how much more than a number of dice on one more may be there."""

HIDDEN_PART, NEAR_WALL_PX = 0.2, 5
"""The part of a die that a wall must hide for it to be sought behind that, too; and how near it what is seen ends."""

Spots = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class _Part:
    """What may be one of several dice: its spots (n, 2; column, row), and what is the others' (h, w), if any are."""

    spots: Spots
    others: list[Mask]

    @property
    def middle(self) -> Spots:
        """Give the middle of what is seen, (2,)."""
        return np.asarray(self.spots.mean(axis=0), dtype=np.float32)


def with_blank(whole: Sight, ways: list[list[Guess]], around: Surroundings) -> list[list[Guess]]:
    """Add dice that only their outlines show, where the best choice leaves so much out.

    No die leans on nothing: where one alone seems to, it may lie flat, and a die that leans on it is sought beside it.
    """
    choices = choices_of(whole, ways)
    first = choices[0]
    stands = _stands_on_another(first)
    if stands or _leans_on_nothing(first):
        # The choice of no die at all is among them, and is flat too: there is always one.
        first = next(c for c in choices if c.apart and all(guess.state is DieState.FLAT for guess in c.guesses))
    if _only_shadow(whole, first):
        return ways
    found = _blanks(whole, [guess.shape for guess in first.guesses], around)
    return [*ways, *(_lower_ones(whole, found) if stands else found)]


def beside_clearest(whole: Sight, ways: list[list[Guess]], around: Surroundings) -> list[list[Guess]]:
    """Add what lies beside a flat die that is clearer, by its sides too, than every die of a choice that is without it.

    Of dice in line one may lean so that its pips and the other's make faces that neither has.
    """
    best = choices_of(whole, ways)[0]
    flat = (guess for way in ways for guess in way if guess.state is DieState.FLAT and sides_show(guess))
    clearest = max(flat, key=lambda guess: guess.fitted.clear, default=None)
    if clearest is None or not best.guesses:
        return ways
    seen = any(other.answer == clearest.answer for other in same_place(clearest, best, whole.edge_mm))
    if seen or clearest.fitted.clear < max(guess.fitted.clear for guess in best.guesses) + MUCH_CLEARER:
        return ways
    return [*ways, *_blanks(whole, [clearest.shape], around)]


def _only_shadow(whole: Sight, choice: Choice) -> bool:
    """Say whether what a choice leaves out of a body shows no pip, as any die would there."""
    rest = left_out(whole, [guess.shape for guess in choice.guesses])
    return rest is not None and holds_no_die(whole, rest, [guess.fitted.attitude for guess in choice.guesses])


def left_out(whole: Sight, shapes: list[Mask]) -> Mask | None:
    """Give the largest part (h, w) of a body that no die explains, where it is large enough for one."""
    rest = whole.own_without(shapes)
    core = cv2.morphologyEx(rest, cv2.MORPH_OPEN, square(5))
    if not cv2.countNonZero(core):
        return None
    _, labels, stats, _ = cv2.connectedComponentsWithStats(core, connectivity=8)
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    large = stats[largest, cv2.CC_STAT_AREA] > LEFT_OUT * whole.face_px
    return np.asarray((labels == largest) * np.uint8(255), dtype=np.uint8) if large else None


def _leans_on_nothing(choice: Choice) -> bool:
    """Say whether a choice is one die that leans and that nothing holds."""
    states = [(guess.state, guess.support) for guess in choice.guesses]
    return states == [(DieState.COCKED, None)]


def _stands_on_another(choice: Choice) -> bool:
    """Say whether a choice is two dice on each other: what is seen of the lower one may be one that leans."""
    return [guess.state for guess in choice.guesses] == [DieState.STACKED]


def _lower_ones(whole: Sight, ways: list[list[Guess]]) -> list[list[Guess]]:
    """Give of what may be a lower die what shows its upper face and leans, or lies half behind a wall.

    Other flat ones were tried before.
    """
    new = ([g for g in way if _reads(g) and (g.state is DieState.COCKED or _is_cut(whole, g))] for way in ways)
    return [way for way in new if way]


def _is_cut(whole: Sight, guess: Guess) -> bool:
    """Say whether a wall hides a part of a flat die."""
    hidden = cv2.countNonZero(cv2.subtract(guess.shape, whole.view))
    return guess.state is DieState.FLAT and hidden >= HIDDEN_PART * cv2.countNonZero(guess.shape)


def parted(whole: Sight, ways: list[list[Guess]], around: Surroundings) -> list[list[Guess]]:
    """Seek all dice of a body anew, in as many parts as it has dice, and take these where they explain more.

    The dice of the best choice so far stay among the ways.
    """
    best = choices_of(whole, ways)[0]
    anew = _blanks(whole, [], around, least=2)
    if len(anew) < 2 or choices_of(whole, anew)[0].merit < best.merit + ANEW_LEAD:
        return ways
    return [*anew, *([guess] for guess in best.guesses)]


def _blanks(whole: Sight, taken: list[Mask], around: Surroundings, least: int = 1) -> list[list[Guess]]:
    """Fit as many dice as what is left out is large, or one more where these show neither outlines nor faces.

    Of several one must show a clear face, or each a die's outline: anything can be parted into pieces of a die's size.
    """
    rest = left_out(whole, taken)
    if rest is None:
        return []
    spots = np.argwhere(rest > 0)[:, ::-1].astype(np.float32)
    found: list[list[Guess]] = []
    for count in _how_many(whole, spots):
        if len(found) < least <= count:
            blanks = ((part, _blank(whole, taken, part, around)) for part in _parts(rest, spots, count))
            parts = [(part, way) for part, way in blanks if way]
            found = [way for _, way in parts] if _are_dice(whole, taken, parts, count) else []
    return found


def _are_dice(whole: Sight, taken: list[Mask], parts: list[tuple[_Part, list[Guess]]], count: int) -> bool:
    """Say whether dice fitted to so many parts are ones: of several one shows a clear face, or all a die's outline."""
    if count == 1 or any(_reads(guess) for _, way in parts for guess in way):
        return True
    sharp = [part for part, way in parts if any(_is_sharp(whole, [*taken, *part.others], guess) for guess in way)]
    return len(sharp) == count


def _is_sharp(whole: Sight, beside: list[Mask], guess: Guess) -> bool:
    """Say whether a flat die that mirrors a lamp has its outline all around, but for what is beside it.

    Of one that shows its face and sides a die's outline is enough.
    """
    blinded = guess.mirrored and guess.state is DieState.FLAT
    shows = sides_agree(guess) and max(guess.fitted.evidence) >= CLEAR_PIPS and guess.fitted.margin >= CLEAR_MARGIN
    return blinded and outlined(whole.without(beside), guess.fitted.attitude) >= (DIE_SHAPE if shows else SHARP_SHAPE)


def _how_many(whole: Sight, spots: Spots) -> list[int]:
    """Say how many dice may be as large as these spots (n, 2) together, the likeliest number first."""
    x, y = _place(whole, spots.mean(axis=0))
    dice = len(spots) / max(LARGER * cv2.countNonZero(outline_of(whole, upright(x, y, 0.0))), 1.0)
    nearest = max(1, round(dice))
    if nearest > MOST_PARTS:
        return [1]
    return [nearest, nearest + 1] if dice > nearest + LEAST_MORE else [nearest]


def _blank(whole: Sight, taken: list[Mask], part: _Part, around: Surroundings) -> list[Guess]:
    """Fit a die to a part of what is left out; nothing where it has neither a die's outline nor a clear face."""
    beside = [*taken, *part.others]
    apart = whole.without(beside)
    few = cv2.countNonZero(whole.own) < FEW_DICE * whole.face_px
    middles = [part.middle, *_behind_wall(whole, part)]
    blank = [g for middle in middles for g in guess_blank(whole, beside, *_place(whole, middle), around)]
    return [g for g in blank if (few and _reads(g)) or outlined(apart, g.fitted.attitude) >= DIE_SHAPE]


def _behind_wall(whole: Sight, part: _Part) -> list[Spots]:
    """Give where the middle of a die appears of which a wall hides a part: farther behind it than that of the rest."""
    if whole.clear_view is None:
        return []
    near = cv2.dilate(_marked(whole.own, part.spots), square(NEAR_WALL_PX))
    cut = np.argwhere(cv2.subtract(near, whole.view) > 0)[:, ::-1]
    whole_die = cv2.countNonZero(outline_of(whole, upright(*_place(whole, part.middle), 0.0)))
    missing = 1.0 - len(part.spots) / max(whole_die, 1)
    if missing < HIDDEN_PART or not len(cut):
        return []
    way = cut.mean(axis=0) - part.middle
    far = missing / 2.0 * np.sqrt(whole_die) / max(float(np.linalg.norm(way)), 1.0)
    return [np.asarray(part.middle + far * way, dtype=np.float32)]


def _reads(guess: Guess) -> bool:
    """Say whether the pips of a die's upper face are clear; in a lamp's mirror image those of its sides must show."""
    seen = sides_show(guess) if guess.mirrored else True
    return seen and max(guess.fitted.evidence) >= PLAIN_PIPS and guess.fitted.margin >= CLEAR_MARGIN


def _place(whole: Sight, spot: Spots) -> tuple[float, float]:
    """Give the place (mm) of a die whose middle appears at a spot (column, row) of the window."""
    seen = spot.astype(np.float64)[None] + (whole.window.left, whole.window.top)
    x, y = whole.plane.lower(seen, whole.edge_mm / 2)[0]
    return float(x), float(y)


def _parts(rest: Mask, spots: Spots, count: int) -> list[_Part]:
    """Part what is left out (h, w), and its spots (n, 2), into so many dice: each spot is the nearest one's."""
    enough = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 20, 0.5)
    first = _in_line(spots, count)[:, None]
    _, labels, _ = cv2.kmeans(spots, count, first, enough, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    each = [spots[labels[:, 0] == k] for k in range(count)]
    return [_Part(each[k], [_marked(rest, other) for o, other in enumerate(each) if o != k]) for k in range(count)]


def _in_line(spots: Spots, count: int) -> NDArray[np.int32]:
    """Number the parts, as many, into which spots (n, 2) fall along their longest extent, (n,)."""
    off = spots - spots.mean(axis=0)
    along = off @ np.linalg.eigh(off.T @ off)[1][:, -1]
    numbers = np.searchsorted(np.quantile(along, np.arange(1, count) / count), along)
    return np.asarray(numbers, dtype=np.int32)


def _marked(like: Mask, spots: Spots) -> Mask:
    """Mark spots (n, 2) and what is next to them in a mask like another (h, w)."""
    mask = np.zeros_like(like)
    column, row = spots.astype(np.intp).T
    mask[row, column] = 255
    return np.asarray(cv2.dilate(mask, square(3)), dtype=np.uint8)

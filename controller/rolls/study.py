"""All figures about a table of rolls: what `stickman stats` prints, draws and reports."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from controller.rolls.fairness import Fairness, Throws, judge_fairness
from controller.rolls.groups import Group, compare_groups, group_faces, group_sevens, sevens_share, two_dice
from controller.rolls.intervals import Interval
from controller.rolls.misreading import LEVEL as MISREADING_LEVEL
from controller.rolls.misreading import Misreading, misreading_bound
from controller.rolls.places import PLACES, place_codes
from controller.rolls.rounds import Rounds, count_rounds
from controller.rolls.table import NO, NO_TIME, NOBODY, DiceSet, RollTable, Rows, rows_of

LEVEL = 0.05
"""False alarms of each verdict; what the bound on misreadings may be wrong is taken from it."""
MOST_SETS = 20
"""Dice sets that are judged one by one, the latest; older ones are in the figures of all dice."""
BOARD_MM = (900.0, 450.0)


@dataclass(frozen=True, eq=False)
class DiceSetStudy:
    """One dice set, in play from roll `first` to `last` of the log (numbers from 1): its verdict and tests."""

    name: str
    dice: tuple[str, ...]
    first: int
    last: int
    fairness: Fairness


@dataclass(frozen=True, slots=True)
class Sevens:
    """Rolls of two known dice and the sevens among them; `share` holds the true share but with chance 5 %."""

    rolls: int
    sevens: int
    share: Interval


@dataclass(frozen=True, slots=True)
class Census:
    """What the log holds. `known` rolls count and show a die; `clock_went_back`: how often a time lies before the last.

    `first_ms`, `last_ms`: the earliest and the latest time, None where none is known.
    """

    rolls: int
    known: int
    void: int
    corrected: int
    sessions: int
    dice_sets: int
    first_ms: int | None
    last_ms: int | None
    clock_went_back: int


@dataclass(frozen=True, eq=False)
class Study:
    """Everything. `sets` are the latest dice sets, in the log's order; `together` all dice of several sets in one.

    `named` is the face 1..6 that was named before the first roll, None where none was.
    """

    census: Census
    misreading: Misreading
    level: float
    sets: tuple[DiceSetStudy, ...]
    together: Fairness | None
    sevens: Sevens
    groups: dict[str, tuple[Group, ...]]
    rounds: Rounds
    resting: NDArray[np.float32]
    board_mm: tuple[float, float]
    named: int | None = None

    @property
    def current(self) -> DiceSetStudy | None:
        """Give the dice set of the last roll."""
        return self.sets[-1] if self.sets else None


def study_rolls(
    table: RollTable,
    board_mm: tuple[float, float] = BOARD_MM,
    checked: tuple[int, int] = (0, 0),
    named: int | None = None,
) -> Study:
    """Work everything out. `checked`: dice read in a check of the eye, and how many of them were misread.

    `named` is a face 1..6 that somebody named before the first roll.
    """
    misreading = misreading_bound(table, *checked)
    level = LEVEL - MISREADING_LEVEL if misreading.bound else LEVEL
    known = rows_of(table.counted())
    used = table.take(known)
    return Study(
        _census(table, len(used)),
        misreading,
        level,
        tuple(_sets(used, np.arange(1, len(table) + 1, dtype=np.int32)[known], level, misreading.bound, named)),
        _together(used, level, misreading.bound, named),
        _sevens(used),
        _groups(used, board_mm, level, misreading.bound),
        count_rounds(used),
        _resting(used),
        board_mm,
        named,
    )


def _census(table: RollTable, known: int) -> Census:
    times = table.time_ms[table.time_ms != NO_TIME]
    return Census(
        rolls=len(table),
        known=known,
        void=int(np.count_nonzero(table.counts == NO)),
        corrected=int(np.count_nonzero(table.corrected)),
        sessions=_names_in(table.session),
        dice_sets=_names_in(table.dice_set),
        first_ms=int(times.min()) if len(times) else None,
        last_ms=int(times.max()) if len(times) else None,
        clock_went_back=int(np.count_nonzero(np.diff(times) < 0)),
    )


def _names_in(codes: NDArray[np.int32]) -> int:
    """Count the different codes that occur, NOBODY being one."""
    return int(np.count_nonzero(np.bincount(codes + 1))) if len(codes) else 0


def _sets(
    used: RollTable, numbers: NDArray[np.int32], level: float, eps: float, named: int | None
) -> Iterator[DiceSetStudy]:
    """Judge the latest dice sets, in the order of their last rolls. A set is its code: the same dice may come back.

    `numbers` (n,) are the rolls' numbers in the log. `eps`, the bound on misreadings, is for sets that the eye read.
    """
    last_row = np.full(len(used.dice_sets) + 1, -1)
    last_row[used.dice_set] = np.arange(len(used))  # of rows with one code, the last stays; NOBODY's is at the end
    played = np.flatnonzero(last_row >= 0)
    for place in played[np.argsort(last_row[played])][-MOST_SETS:]:
        code = int(place) if place < len(used.dice_sets) else NOBODY
        where = rows_of(used.dice_set == code)
        dice_set = DiceSet() if code == NOBODY else used.dice_sets[code]
        throws = _throws(used, where, dice_set.dice)
        first, last = numbers[where][[0, -1]].tolist()
        seen = used.read is not None and used.read[where].any()
        fairness = judge_fairness(throws, level, eps if seen else 0.0, named)
        yield DiceSetStudy(dice_set.name, throws.dice, first, last, fairness)


def _together(used: RollTable, level: float, eps: float, named: int | None) -> Fairness | None:
    """Judge the rolls of several dice sets as one bag of dice: what the table or the eye does to all of them."""
    if _names_in(used.dice_set) < 2:
        return None
    return judge_fairness(_throws(used, slice(None), ()), level, eps, named)


def _throws(used: RollTable, where: Rows, dice: tuple[str, ...]) -> Throws:
    """Take the rolls of one dice set, without columns that hold no die."""
    faces = used.faces[where]
    columns = np.flatnonzero(faces.any(axis=0))
    session = used.session[where]
    starts = np.append(True, session[1:] != session[:-1])[: len(session)]
    names = tuple(dice[k] for k in columns) if len(dice) > columns.max(initial=-1) else ()
    return Throws(faces if len(columns) == faces.shape[1] else faces[:, columns], starts, names)


def _sevens(used: RollTable) -> Sevens:
    no_seven, sevens = (int(n) for n in group_sevens(np.zeros(len(used), np.int8), used.faces, 1)[0])
    return Sevens(no_seven + sevens, sevens, sevens_share(sevens, no_seven + sevens))


def _groups(used: RollTable, board_mm: tuple[float, float], level: float, eps: float) -> dict[str, tuple[Group, ...]]:
    """Compare shooters, hands and landing places by whole rolls, wall zones and parts of the board die by die."""
    by_roll = {
        "shooters": (used.shooters, used.shooter),
        "hands": (used.hands, used.hand),
        "landings": (used.landings, used.landing),
    }
    by_die = {
        "wall zones": (used.zones, used.wall_zone),
        "places": (PLACES, None if used.rest_mm is None else place_codes(used.rest_mm, board_mm)),
    }
    compared = {}
    for kind, (names, codes) in (by_roll | by_die).items():
        if codes is None or not names:
            continue
        faces = group_faces(codes, used.faces, len(names))
        sevens = group_sevens(codes, used.faces, len(names)) if kind in by_roll and two_dice(used.faces).any() else None
        compared[kind] = compare_groups(names, faces, sevens, level, eps)
    return {kind: groups for kind, groups in compared.items() if groups}


def _resting(used: RollTable) -> NDArray[np.float32]:
    """Give where dice came to rest, x and y in mm, (m, 2)."""
    if used.rest_mm is None:
        return np.zeros((0, 2), np.float32)
    places = used.rest_mm.reshape(-1, 2)
    return np.asarray(places[np.isfinite(places).all(axis=1)])

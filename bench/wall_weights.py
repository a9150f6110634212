"""Fit what each term of a story about the wall is worth (`controller/throws/weights.py`) on kept throws.

The stories are the judge's own. The weights are those under which the true answers are likeliest (each die hit the far
wall or did not), and, with a tenth of that force or less, the true state of each moment, so that each term keeps its
meaning. Throws with all sensors well are weighed a second time with one zone taken out.
"""

import argparse
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from wall_throws import Block, Task, judged, kept

from controller.throws import findings
from controller.throws.contacts import Contact, contacts
from controller.throws.events import Wall, WallHit
from controller.throws.judge import Judge
from controller.throws.likelihood import State, chosen, states_of, stories, track_terms, way_terms
from controller.throws.moments import Moment, moments
from controller.throws.paths import Path as Way
from controller.throws.sounds import Heard, Sensors
from controller.throws.table import Table
from controller.throws.tangles import doubts
from controller.throws.weights import WEIGHTS
from controller.twin.truth import DieTruth
from vision.reading import DieState

Floats = NDArray[np.float64]
NAMES = tuple(WEIGHTS)
MOMENT_FORCE = 0.03
PULL = 0.3
PRIOR = {
    "moment": -2.0, "beyond -12": 3.0, "beyond -4": 3.0, "beyond -1": 3.0, "lost": 4.0, "landed": -1.0,
    "goes on": -5.0, "leaving": -1.0, "behind": -1.0, "merged behind": -2.0, "blocked": -1.0, "blocked lost": -1.0,
    "vague": 3.0, "as high as the rim": -3.0, "rim": -1.0, "rim nearer": 4.0, "rim farther": 3.0, "lies": -1.0,
    "lies -5": 2.0, "lies -2": 1.0, "lies 1": 3.0, "heard": 1.0, "off": -1.0, "off early": -0.5, "off late": -0.5,
    "nobody clear blow": -4.0, "nobody clear tick": -3.5, "nobody shaken blow": -1.0,
    "again blow": -1.0, "again tick": -1.0, "silence": -6.0, "silence soft": 2.0, "silence lying": -3.0,
    "silence in chatter": -1.5, "silence in ringing": -1.0, "after rim": -1.0, "other way": 0.0, "bent": -1.0,
    "rim heard": 2.0, "rim unheard": -3.0, "rim unheard soft": 1.0, "rim apart": -2.0, "touch at rim": -2.0,
    "soft touch at rim": -2.0, "nobody rim": -4.0,
}  # fmt: skip
"""Where weights are held, and how strongly: what they should be about. A sensor misses one touch in four hundred."""
DEAF_FORCE = 0.3
"""How much throws count in which a zone was taken out. Those at a table with a broken zone are only reported."""
ROUNDS = 4
SOFT_MNS, HARD_MNS = 0.8, 1.6
NEAR_NS, AT_NS = 32_000_000, 14_000_000
"""A moment without a true contact so near was none; one with a hard contact right there was one."""
FOLDS = 6


@dataclass(frozen=True, slots=True)
class Case:
    """One throw: each story's terms, what offsets it, whether it gives the true answer and the true states.

    `force` 0: no story has the true states, for instance where a die touched out of sight: it teaches nothing.
    """

    table: int
    fault: str
    force: float
    terms: Floats
    tracks: tuple[tuple[int, tuple[Floats, ...]], ...]
    hits: NDArray[np.bool_]
    right: NDArray[np.bool_]
    exact: NDArray[np.bool_]
    true: tuple[bool, ...]

    def offsets(self, weights: Floats) -> Floats:
        """Give the log of what the states of each way's moments add up to by the tracks alone, negative."""
        found = []
        for count, of_moments in self.tracks:
            every = sum(float(np.logaddexp.reduce(np.append(terms @ weights, 0.0))) for terms in of_moments)
            found += [-every] * count
        return np.array(found)

    def chances(self, weights: Floats) -> Floats:
        """Give each die's probability to have hit."""
        log_p = self.terms @ weights + self.offsets(weights)
        p = np.exp(log_p - log_p.max())
        return np.asarray(p @ self.hits / p.sum())


@dataclass(frozen=True, slots=True)
class Call:
    """What the judge put to `contacts`."""

    table: Table
    paths: tuple[Way, ...]
    hits: tuple[WallHit, ...]
    sensors: Sensors


def calls(block: Block) -> Iterator[tuple[Call, tuple[DieTruth, ...], int]]:
    """Judge a block and listen in: what each throw's contacts were judged by, its dice on the board, and its number."""
    judge, told = Judge(block.table()), []

    def listen(
        table: Table, paths: Sequence[Way], hits: Sequence[WallHit], sensors: Sensors, *more: Collection[int]
    ) -> tuple[Contact, ...]:
        told.append(Call(table, tuple(paths), tuple(hits), sensors))
        return contacts(table, paths, hits, sensors, *more)

    for throw in block.throws:
        told.clear()
        with patch.object(findings, "contacts", listen):
            judged(judge, throw.truth, throw.events)
        dice = tuple(die for die in throw.truth.dice if die.state is not DieState.OFF_BOARD)
        if told and dice and len(told[-1].paths) >= len(dice):
            yield told[-1], dice, throw.truth.index


def cases(task: Task, block: Block) -> Iterator[Case]:
    """Give the cases of a block, and the same throws with a zone taken out."""
    for call, dice, index in calls(block):
        yield _case(task.seed, task.fault or "well", 1.0 if task.fault is None else 0.0, call, dice)
        out = random.Random(task.seed * 100 + index).choice(call.table.zones).name
        rest = tuple(hit for hit in call.hits if hit.zone != out)
        if task.fault is None and len(rest) < len(call.hits):
            deaf = Call(call.table, call.paths, rest, call.sensors.without(out))
            yield _case(task.seed, "one taken out", DEAF_FORCE, deaf, dice)


def _case(seed: int, fault: str, force: float, call: Call, dice: Sequence[DieTruth]) -> Case:
    heard, paths = Heard(call.table, Wall.FAR, call.hits, call.sensors), call.paths[: len(dice)]
    true = tuple(die.hit_far_wall for die in dice)
    terms, tracks, hits, exact = [], [], [], []
    others = ((way, way_terms(cost)) for cost, way in doubts(paths))
    for way, against in ((paths, {}), *others):
        every = (moment for die in range(len(way)) for moment in moments(call.table, Wall.FAR, way, die))
        near = chosen(call.table, heard, every)
        told = list(stories(call.table, heard, near))
        tracks.append((len(told), tuple(_tracks(call.table, moment) for moment in near)))
        fitting = [_fitting(dice[moment.die], moment) for moment in near]
        for story in told:
            terms.append([{**story.terms, **against}.get(name, 0.0) for name in NAMES])
            touched = story.touched(near)
            hits.append([die in touched for die in range(len(dice))])
            exact.append(all(state in fits for state, fits in zip(story.states, fitting, strict=True)))
    right = np.array([tuple(row) == true for row in hits])
    both = right & np.array(exact)
    return Case(
        seed, str(fault), force * bool(both.any()), np.array(terms), tuple(tracks), np.array(hits), right,
        both if both.any() else right, true,
    )  # fmt: skip


def _tracks(table: Table, moment: Moment) -> Floats:
    """Give the terms of each state but nothing that a moment may have."""
    states = (state for state in states_of(table, Wall.FAR, moment) if state is not State.NOTHING)
    every = [track_terms(table, Wall.FAR, moment, state) for state in states]
    return np.array([[terms.get(name, 0.0) for name in NAMES] for terms in every])


def _fitting(die: DieTruth, moment: Moment) -> set[State]:
    """Give the states of a moment that the truth allows."""
    begin, end = moment.t_ns - moment.hidden_ns, moment.t_ns + moment.hidden_ns
    far = [c for c in die.contacts if c.wall is Wall.FAR and c.impulse_mns >= SOFT_MNS]
    near = [c for c in far if begin - NEAR_NS <= c.t_ns <= end + NEAR_NS or c.t_ns <= moment.t_ns <= c.end_ns]
    at = [c for c in far if begin - AT_NS <= c.t_ns <= end + AT_NS and c.impulse_mns >= HARD_MNS]
    faces = {"inner": State.TOUCH, "rim": State.RIM}
    found = {faces[c.face] for c in near if c.face in faces}
    if any(c.face == "inner" for c in at):
        return {State.TOUCH}
    return found if any(c.face == "rim" for c in at) else found | {State.NOTHING}


def fit(known: Sequence[Case]) -> Floats:
    """Find the weights; what the stories are offset by follows in rounds."""
    start = np.array([PRIOR.get(name, 0.0) for name in NAMES])
    weights = start
    terms = np.concatenate([case.terms for case in known])
    owner = np.repeat(np.arange(len(known)), [len(case.terms) for case in known])
    force = np.array([case.force for case in known])
    aims = [(np.concatenate([case.right for case in known]), 1.0)]
    aims += [(np.concatenate([case.exact for case in known]), MOMENT_FORCE)]
    for _ in range(ROUNDS):
        offsets = np.concatenate([case.offsets(weights) for case in known])

        def loss(now: Floats, offsets: Floats = offsets) -> tuple[float, Floats]:
            scores = terms @ now + offsets
            every, p = _log_sum(scores, owner, len(force))
            value = PULL * float(((now - start) ** 2).sum())
            slope = 2 * PULL * (now - start)
            for good, share in aims:
                some, q = _log_sum(np.where(good, scores, -1e9), owner, len(force))
                value += share * float((force * np.where(force > 0, every - some, 0.0)).sum())
                slope = slope + share * (terms.T @ (force[owner] * (p - q)))
            return value, slope

        weights = minimize(loss, weights, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    return np.asarray(weights)


def _log_sum(scores: Floats, owner: NDArray[np.intp], count: int) -> tuple[Floats, Floats]:
    """Give the log of the sum of exponentials in each case, and each one's share."""
    most = np.full(count, -np.inf)
    np.maximum.at(most, owner, scores)
    each = np.exp(scores - most[owner])
    total = np.zeros(count)
    np.add.at(total, owner, each)
    return most + np.log(total), each / total[owner]


def report(known: Sequence[Case], weights: Sequence[Floats]) -> None:
    """Print how likely the true answers are, and what a threshold would give."""
    for fault in sorted({case.fault for case in known}):
        rows = [(case, case.chances(w)) for case, w in zip(known, weights, strict=True) if case.fault == fault]
        loss = -sum(float(np.log(np.where(case.true, p, 1 - p) + 1e-9).sum()) for case, p in rows)
        print(f"{fault}: {len(rows)} throws, log loss {loss:.1f}")
        for sure in (0.9, 0.95, 0.98):
            dice = [(p, true) for case, ps in rows for p, true in zip(ps, case.true, strict=True)]
            wrong = sum(max(p, 1 - p) >= sure and (p > 0.5) != true for p, true in dice)
            asked = sum(any(max(p, 1 - p) < sure for p in ps) for _, ps in rows)
            print(f"  sure from {sure}: {wrong} dice wrong, {asked} throws asked ({100 * asked / len(rows):.1f} %)")


def main() -> int:
    """Fit, say how well the weights do on throws they were not fitted on, and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="where filmed blocks lie")
    args = parser.parse_args()
    known: list[Case] = []
    for path in sorted(path for folder in args.folders for path in folder.glob("*.pickle")):
        task = Task.named(path.stem)
        block = kept(path.parent, task)
        known += cases(task, block) if block is not None else ()
    folds = [fit([case for case in known if case.table % FOLDS != k]) for k in range(FOLDS)]
    print("each throw by weights fitted without its table:")
    report(known, [folds[case.table % FOLDS] for case in known])
    for name, weight in zip(NAMES, fit(known), strict=True):
        print(f'    "{name}": {weight:.2f},')
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

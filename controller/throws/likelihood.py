"""How likely each story of a throw at a wall is: which dice touched when, given all tracks and all sounds together.

Each moment of each die has a state: nothing, a touch, or only the rim. The track alone gives odds for each; the sounds
say how well the states explain what was heard, and what should have been heard and was not. All stories are weighed;
what each term is worth is fitted (see `weights`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import accumulate, product
from math import exp, log, sqrt
from operator import mul

from controller.throws.events import Wall
from controller.throws.moments import MAYBE_RIM_MM, Moment
from controller.throws.rim import RimSensor
from controller.throws.sounds import AGAIN_NS, Heard, Sound
from controller.throws.table import Table
from controller.throws.weights import WEIGHTS

Terms = Mapping[str, float]
MOST_STORIES = 600
"""Of all dice's moments only the likeliest are weighed, so many that there are no more stories."""
LEAST_LOG_ODDS = -6.0
"""A moment that speaks so clearly against a touch is none."""
HARDEST_MM_S = 2500.0
MOST_OFF = 3.0
"""So many tens of milliseconds off, a sound fits as badly as any."""
MOST_BLURS = 4.0
"""A sound that is off a moment by so much more than the moment is blurred fits as badly as any."""
AFTER_RIM_NS = 150_000_000
BACK_MM_S = 300.0
SOFT_MM_S = 800.0
"""A die that loses less speed may touch too softly to be heard."""


class State(IntEnum):
    """What happened at a moment."""

    NOTHING = 0
    TOUCH = 1
    RIM = 2


@dataclass(frozen=True, slots=True)
class Story:
    """The state of each moment, all terms that speak for or against, and the log of its likelihood."""

    states: tuple[State, ...]
    terms: Terms
    log_p: float

    def touched(self, moments: Sequence[Moment]) -> frozenset[int]:
        """Name the dice that touched."""
        return frozenset(m.die for m, state in zip(moments, self.states, strict=True) if state is State.TOUCH)


def weigh(terms: Terms, weights: Terms = WEIGHTS) -> float:
    """Add up terms."""
    return sum(weights[name] * amount for name, amount in terms.items())


def track_terms(table: Table, wall: Wall, moment: Moment, state: State) -> Terms:
    """Give what the track says for a state of a moment, against nothing."""
    if state is State.NOTHING:
        return {}
    if state is State.RIM:
        return {**_turn_terms(table, moment), **_rim_terms(table, wall, moment)}
    beyond_mm = moment.outward_mm - table.pressed_mm
    if moment.resting:
        return {"lies": 1.0, **{f"lies {begin:g}": _part(beyond_mm, begin, end) for begin, end in LIES_MM}}
    return {
        **_turn_terms(table, moment),
        **{f"beyond {begin:g}": _part(beyond_mm, begin, end) for begin, end in REACH_MM},
        "as high as the rim": 1.0 + _part(moment.outward_mm - table.rim_outward_mm(wall), *RIM_MM),
    }


def _turn_terms(table: Table, moment: Moment) -> dict[str, float]:
    """Give what says that a die met something of the wall, the rubber or the rim."""
    lost = sqrt(min(max(moment.lost_mm_s, 0.0), HARDEST_MM_S) / 1000.0)
    back = min(max(moment.back_mm_s / BACK_MM_S, -1.0), 1.0)
    low = min(max(1.0 - (moment.outward_mm - table.pressed_mm) / LOW_MM, 0.0), 1.0)
    return {
        "moment": 1.0,
        "lost": lost,
        "landed": lost * low * (1.0 - max(back, 0.0)),
        "back": back,
        "goes on": min(max(-moment.back_mm_s - BACK_MM_S, 0.0) / 500.0, 2.0),
        "leaving": min(max(moment.back_mm_s - moment.lost_mm_s, 0.0) / 500.0, 2.0),
        "behind": float(moment.behind),
        "blocked": moment.blocked,
        "blocked lost": lost * moment.blocked,
        "merged behind": float(moment.merged and moment.behind),
        "vague": float(moment.vague),
    }


def _rim_terms(table: Table, wall: Wall, moment: Moment) -> dict[str, float]:
    beyond_mm = moment.outward_mm - table.rim_outward_mm(wall)
    return {
        "rim": 1.0,
        "rim nearer": _part(beyond_mm, -20.0, 0.0),
        "rim farther": _part(beyond_mm, 0.0, 15.0),
    }


def way_terms(cost: float) -> Terms:
    """Give what speaks against dice having changed over, by how much less straight their ways then are."""
    return {"other way": 1.0, "bent": cost}


LOW_MM = 6.0
"""A die seen so far beyond the tips of the rubber is above the felt, or pressed into the rubber."""
REACH_MM = (-12.0, -4.0), (-4.0, -1.0), (-1.0, 2.0), (6.0, 14.0)
LIES_MM = (-5.0, -2.0), (-2.0, 1.0), (1.0, 5.0)
"""Stretches in which each millimetre farther out, against a die that stands at the rubber's tips, counts alike: of a
die under way, and of one that lies there."""

RIM_MM = -10.0, 8.0
"""From where on, seen beyond the rim, a die may have met only the top of the wall, and where that is likeliest."""


def _part(value: float, low: float, high: float) -> float:
    """Give how far a value is along a stretch, less one: 0 from its end on, -1 up to its beginning."""
    return (min(max(value, low), high) - high) / (high - low)


def chosen(table: Table, heard: Heard, moments: Iterable[Moment]) -> list[Moment]:
    """Keep the moments worth weighing, in time order."""
    wall, weights = heard.wall, heard.weights
    odds = [(weigh(track_terms(table, wall, moment, State.TOUCH), weights), moment) for moment in moments]
    likely = sorted((pair for pair in odds if pair[0] >= LEAST_LOG_ODDS), key=lambda pair: -pair[0])
    every = list(accumulate((len(states_of(table, wall, moment)) for _, moment in likely), mul))
    kept = [moment for (_, moment), count in zip(likely, every, strict=True) if count <= MOST_STORIES]
    return sorted(kept, key=lambda moment: (moment.die, moment.t_ns))


def stories(table: Table, heard: Heard, moments: Sequence[Moment]) -> Iterator[Story]:
    """Weigh every state of all moments."""
    wall, weights = heard.wall, heard.weights
    choices = [states_of(table, wall, moment) for moment in moments]
    terms = [
        [track_terms(table, wall, m, state) for state in states] for m, states in zip(moments, choices, strict=True)
    ]
    every = sum(log(sum(exp(weigh(each, weights)) for each in of_moment)) for of_moment in terms)
    sounds = _Sounds(heard, moments)
    rim = RimSensor(heard, moments, sounds.own)
    for states in product(*choices):
        told: dict[str, float] = {}
        for of_moment, state in zip(terms, states, strict=True):
            _add(told, of_moment[state])
        for each in (*sounds.terms(states), *rim.terms(_in(State.RIM, states), _in(State.TOUCH, states))):
            _add(told, each)
        _add(told, _after_rim(moments, states))
        yield Story(states, told, weigh(told, weights) - every)


def _in(state: State, states: Sequence[State]) -> list[int]:
    """Number the moments that are in a state."""
    return [number for number, each in enumerate(states) if each is state]


def _after_rim(moments: Sequence[Moment], states: Sequence[State]) -> Terms:
    """Count the dice that touched the wall right after its rim: they come back high and seldom meet it again."""
    rims = [(m.die, m.t_ns) for m, state in zip(moments, states, strict=True) if state is State.RIM]
    touches = [(m.die, m.t_ns) for m, state in zip(moments, states, strict=True) if state is State.TOUCH]
    again = (any(a == b and 0 < t - s < AFTER_RIM_NS for b, s in rims) for a, t in touches)
    return {"after rim": float(sum(again))}


def states_of(table: Table, wall: Wall, moment: Moment) -> tuple[State, ...]:
    """Give the states that a moment may have: only one that was seen far out may have been at the rim."""
    high = not moment.resting and moment.outward_mm > table.rim_outward_mm(wall) - MAYBE_RIM_MM
    return (State.NOTHING, State.TOUCH, State.RIM) if high else (State.NOTHING, State.TOUCH)


def _add(terms: dict[str, float], more: Terms) -> None:
    for name, amount in more.items():
        terms[name] = terms.get(name, 0.0) + amount


@dataclass(slots=True)
class _Sounds:
    """What was heard, held against moments: worked out once for all stories."""

    heard: Heard
    moments: Sequence[Moment]
    own: list[int | None] = field(init=False)
    silence: list[Terms] = field(init=False)

    def __post_init__(self) -> None:
        self.own = [self.heard.of(moment) for moment in self.moments]
        self.silence = [_silence(self.heard, moment) for moment in self.moments]

    def terms(self, states: Sequence[State]) -> Iterator[Terms]:
        """Give what the sounds say of a story: touches that were heard or not, and sounds that nobody made."""
        made: dict[int, list[Moment]] = {}
        for moment, state, own, silence in zip(self.moments, states, self.own, self.silence, strict=True):
            if state is not State.NOTHING and own is not None:
                made.setdefault(own, []).append(moment)
            elif state is State.TOUCH:
                yield silence
        for i, sound in enumerate(self.heard.sounds):
            if i in made:
                yield {"heard": 1.0, **self._off(sound, made[i])}
            else:
                yield {self._nobody(sound, made): 1.0}

    def _off(self, sound: Sound, by: Sequence[Moment]) -> Terms:
        """Give how badly a sound fits those that made it: the best of them, or the worst where it is one touch each."""
        worst_or_best = max if self.heard.held else min
        moment = worst_or_best(by, key=lambda each: self.heard.off_ns(each, sound))
        off_ms = self.heard.off_ns(moment, sound) / 1e6
        when = "off early" if sound.t_ns < moment.t_ns else "off late"
        return {"off": min(off_ms / 10.0, MOST_OFF), when: min(off_ms * 1e6 / moment.blur_ns, MOST_BLURS)}

    def _nobody(self, sound: Sound, made: Mapping[int, Sequence[Moment]]) -> str:
        """Name a sound that no moment explains: the same touch may have been heard again, or the frame shaken."""
        if sound.shaken or sound.kind == "ringing tick":
            return f"nobody {sound.kind}"
        near = ((self.heard.sounds[i], by) for i, by in made.items() if self.heard.sounds[i].zone == sound.zone)
        again = any(self._may_be_again(sound, other, by) for other, by in near)
        return f"{'again' if again else 'nobody clear'} {'blow' if sound.blow else 'tick'}"

    def _may_be_again(self, sound: Sound, other: Sound, by: Sequence[Moment]) -> bool:
        """Say whether dice that made another sound may have touched again: what rings may be heard after they left."""
        later_ns = sound.t_ns - other.t_ns
        there = not self.heard.held or any(m.left_ns is None or later_ns <= m.left_ns - m.t_ns for m in by)
        return there and abs(later_ns) < AGAIN_NS


def _silence(heard: Heard, moment: Moment) -> Terms:
    """Give what it says of a touch that it was not heard."""
    if heard.listening(moment) is None:
        return {}
    ringing = heard.ringing(moment)
    if ringing is None:
        if moment.resting:
            return {"silence lying": 1.0}
        return {"silence": 1.0, "silence soft": max(0.0, 1.0 - max(moment.lost_mm_s, 0.0) / SOFT_MM_S)}
    return {"silence in chatter" if heard.chatters(ringing.zone) else "silence in ringing": 1.0}

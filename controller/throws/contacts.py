"""Which die touched which wall: sensor hits and tracks judged together (SC-23, SC-27, SC-28).

A hit alone does not say whose it was, nor that it was a die at all; a track alone cannot tell a die in the air before
the wall from one at it. So every story of the throw is weighed against all that was seen and heard (`likelihood`), also
with dice changed over where they met. At the far wall a second look at each die follows (`scorecard`). What is still
not clear stays None.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp

from controller.throws.events import Wall, WallHit
from controller.throws.likelihood import State, Story, chosen, states_of, stories, track_terms, way_terms, weigh
from controller.throws.moments import Moment, moments
from controller.throws.paths import Path
from controller.throws.scorecard import SCORECARD, Look
from controller.throws.sounds import NOTHING_KNOWN, Heard, Sensors
from controller.throws.table import Table
from controller.throws.tangles import doubts
from controller.throws.traits import AtWall, Told
from controller.throws.verdict import WallTouch


@dataclass(frozen=True, slots=True)
class Bars:
    """Probabilities of a hit that are enough to rule without a question: that a die `hit`, and that it did not.

    `at_rim`, `missed_at_rim`: of a die that was seen beyond the top of the wall. `missed_at_rubber`: a miss of one that
    came to rest at the rubber, which it may have touched too softly to be heard. `all_hit`: what is left of certainty
    that all of several dice hit when the doubt about each is taken off.
    """

    hit: float
    missed: float
    at_rim: float
    missed_at_rim: float
    missed_at_rubber: float
    all_hit: float


BARS = Bars(hit=0.94, missed=0.05, at_rim=0.98, missed_at_rim=0.05, missed_at_rubber=0.03, all_hit=0.95)
"""Of simulated dice with 92 to 94 % four in eleven had missed, of those with 5 to 10 % nine in 25 had hit; of those
with 94 to 96 % and 3 to 5 % none. Beyond the rim five in 26 of those with less had missed; at the rubber eight in
twenty-one of those with more had touched, of those with less three in seventy."""
HELD_BARS = Bars(hit=0.75, missed=0.25, at_rim=0.75, missed_at_rim=0.02, missed_at_rubber=0.15, all_hit=0.85)
"""The same where each pulse is one touch, by the stories alone. In 25 of 6,020 simulated throws 80 to 85 % were left
that all dice hit, and in five of these one had not. By the weights before, of dice beyond the rim with 2 to 25 % eight
in eleven had hit."""
SHOWN = 0.5
"""A touch that was heard is shown as evidence if it is at least so likely; one that was not must be sure."""
STRUCK_SHARE = 0.4
"""A die may have turned at another one alone where that explains so much of the speed it lost. Of eleven simulated ones
that would be said to have hit so three had not; of those of whose speed it explains less none in a hundred."""
CAME_BACK_MM_S = 100.0
HARD_MM_S = 900.0
CREDIBLE = 2.0
"""A die thrown back so fast, that lost so much speed, and whose track has such log odds, speaks against a sensor that
heard nothing. One that only stops there landed on the felt."""
LEAST_WAY_MM = 100.0
"""What came no farther did not fly, but lay there: some other thing was taken for the die."""
STOOD_NS = 150_000_000
"""What stood there so long at first did not fly in either, even if it went far then."""
BARELY_MM = 4.0
"""A die that came so near to the rubber where no sensor listens may have touched it."""
COMING_IN = 0.4
"""A path that begins within this part of the board, seen from the near wall, was seen coming in."""


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known of one die: its wall touches, whether it hit the far wall, and zones that should have heard it.

    `hit_chance`: how likely it is to have hit that wall, by all that was seen and heard.
    """

    walls: tuple[WallTouch, ...] = ()
    hit_wall: bool | None = None
    silent: tuple[str, ...] = ()
    hit_chance: float | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One way to put the dice's paths together, its moments at a wall, and each story of it with its probability."""

    paths: tuple[Path, ...]
    moments: tuple[Moment, ...]
    stories: tuple[tuple[Story, float], ...]

    def chance(self, number: int) -> float:
        """Give how likely a moment was a touch, if this is the way."""
        return self.chance_of_any([number])

    def chance_of_any(self, numbers: Sequence[int]) -> float:
        """Give how likely one of these moments or more was a touch, if this is the way."""
        total = sum(p for _, p in self.stories)
        return sum(p for story, p in self.stories if any(story.states[n] is State.TOUCH for n in numbers)) / total


def contacts(
    table: Table,
    paths: Sequence[Path],
    hits: Sequence[WallHit],
    sensors: Sensors = NOTHING_KNOWN,
    at_rubber: Collection[int] = (),
) -> tuple[Contact, ...]:
    """Judge each die's path against all hits of the throw.

    `at_rubber` names the dice that lie at the far wall's rubber.
    """
    at_walls = [_at_wall(table, Heard(table, wall, hits, sensors), paths, at_rubber) for wall in Wall]
    far = at_walls[list(Wall).index(Wall.FAR)]
    return tuple(_joined([at_wall[i] for at_wall in at_walls], far[i]) for i in range(len(paths)))


def _joined(at_walls: Sequence[Contact], far: Contact) -> Contact:
    touches = sorted((touch for contact in at_walls for touch in contact.walls), key=lambda touch: touch.t_ns)
    return Contact(tuple(touches), far.hit_wall, far.silent, far.hit_chance)


def ways(table: Table, heard: Heard, paths: tuple[Path, ...]) -> list[Way]:
    """Weigh all stories of all ways to put the paths together; their probabilities add up to one."""
    others = doubts(paths) if heard.wall is Wall.FAR else ()
    every = [(paths, 0.0), *((other, weigh(way_terms(cost), heard.weights)) for cost, other in others)]
    told = [_told(table, heard, *each) for each in every]
    most = max(log_p for _, found in told for _, log_p in found)
    total = sum(exp(log_p - most) for _, found in told for _, log_p in found)
    return [
        Way(each, near, tuple((story, exp(log_p - most) / total) for story, log_p in found))
        for (each, _), (near, found) in zip(every, told, strict=True)
    ]


def _told(
    table: Table, heard: Heard, paths: Sequence[Path], prior: float
) -> tuple[tuple[Moment, ...], list[tuple[Story, float]]]:
    every = (moment for die in range(len(paths)) for moment in moments(table, heard.wall, paths, die))
    near = chosen(table, heard, every)
    return tuple(near), [(story, prior + story.log_p) for story in stories(table, heard, near)]


def likeliest_of(every: Iterable[Way]) -> Way:
    """Find the way with the likeliest story."""
    return max(every, key=lambda way: max(p for _, p in way.stories))


def told_by(every: Sequence[Way]) -> Told:
    """Add up what all stories say of each die, and of all dice together."""
    touched = [(story.touched(way.moments), p) for way in every for story, p in way.stories]
    dice = range(len(every[0].paths))
    chances = tuple(sum(p for those, p in touched if die in those) for die in dice)
    return Told(chances, sum(p for those, p in touched if len(those) == len(dice)))


def _at_wall(table: Table, heard: Heard, paths: Sequence[Path], at_rubber: Collection[int]) -> list[Contact]:
    """Judge all dice at one wall."""
    every = ways(table, heard, tuple(paths))
    likeliest = likeliest_of(every)
    looks = _looks(table, heard, every, likeliest)
    found = [
        _contact(table, heard, paths[die], die, look, likeliest, die in at_rubber) for die, look in enumerate(looks)
    ]
    doubt = sum(1.0 - look.hit for look in looks)
    if len(found) > 1 and all(contact.hit_wall for contact in found) and doubt > 1.0 - _bars(heard).all_hit:
        return [replace(contact, hit_wall=None) for contact in found]
    return found


def _looks(table: Table, heard: Heard, every: Sequence[Way], likeliest: Way) -> list[Look]:
    """Look again at each die at the far wall; where no sensor says anything, the stories have the last word.

    And where each pulse is a touch: what the second look goes by, how long and often a zone rings, is not to be had.
    """
    told = told_by(every)
    if heard.wall is not Wall.FAR or not heard.trusted or heard.held:
        return [Look(chance, chance) for chance in told.chances]
    looks = SCORECARD.looks(AtWall(table, heard, likeliest.moments, likeliest.paths), told)
    return [_doubted(look, die, every, likeliest) for die, look in enumerate(looks)]


def _doubted(look: Look, die: int, every: Iterable[Way], likeliest: Way) -> Look:
    """Keep the doubt whether a die took another way: who only looks at the likeliest one cannot lessen it."""
    others = [(story.touched(way.moments), p) for way in every if way is not likeliest for story, p in way.stories]
    hit = sum(p for touched, p in others if die in touched)
    missed = sum(p for _, p in others) - hit
    return Look(min(look.hit, 1.0 - missed), max(look.not_missed, hit))


def _contact(table: Table, heard: Heard, path: Path, die: int, look: Look, likeliest: Way, at_rubber: bool) -> Contact:
    """Say of one die what is sure: only a path seen whole, and a sensor above suspicion, prove a miss."""
    own = [moment for moment in likeliest.moments if moment.die == die]
    silent = tuple(dict.fromkeys(_silent(table, heard, own)))
    touches = tuple(_touches(heard, die, likeliest))
    bars, beyond = _bars(heard), _beyond_rim(table, heard, own)
    if look.hit >= (bars.at_rim if beyond else bars.hit) and (not silent or any(t.hit_id is not None for t in touches)):
        return Contact(touches, True if _touched_alone(likeliest, die) else None, hit_chance=look.hit)
    unseen = any(moment.hidden_ns and not moment.resting for moment in own)
    unheard = any(heard.listening(m) is None and m.outward_mm >= table.pressed_mm - BARELY_MM for m in own)
    surely_not = min(bars.missed_at_rim if beyond else bars.missed, bars.missed_at_rubber if at_rubber else 1.0)
    missed = look.not_missed <= surely_not and not (silent or unseen or unheard) and _whole(table, heard.wall, path)
    return Contact(touches, False if missed else None, silent, look.not_missed if missed else look.hit)


def _beyond_rim(table: Table, heard: Heard, own: Iterable[Moment]) -> bool:
    """Tell whether a die with these moments was seen beyond the top of the wall, and may have met only that."""
    return any(moment.outward_mm >= table.rim_outward_mm(heard.wall) for moment in own)


def _bars(heard: Heard) -> Bars:
    """Give the bars for a wall's sensors; where one of them is out, tracks have to say more, and must be surer."""
    return HELD_BARS if heard.held and heard.complete else BARS


def _touched_alone(way: Way, die: int) -> bool:
    """Tell whether a die that hit is likely to have done so at a moment that no other die's blow explains."""
    own = [number for number, moment in enumerate(way.moments) if moment.die == die]
    alone = [number for number in own if not _struck(way.moments[number])]
    return len(alone) == len(own) or way.chance_of_any(alone) >= BARS.hit


def _struck(moment: Moment) -> bool:
    """Tell whether another die's blow explains much of what a die lost."""
    return 0.0 < moment.struck_mm_s >= STRUCK_SHARE * moment.lost_mm_s


def _touches(heard: Heard, die: int, way: Way) -> Iterable[WallTouch]:
    """Give the likely touches of a die with what was heard of them."""
    for number, moment in enumerate(way.moments):
        chance = way.chance(number) if moment.die == die else 0.0
        sound = heard.of(moment)
        if chance < (SHOWN if sound is not None else BARS.hit):
            continue
        if sound is None:
            yield WallTouch(heard.wall, None, moment.t_ns)
        else:
            seen_ns = moment.t_ns if chance >= BARS.hit and not moment.vague else None
            hit = heard.sounds[sound].hit
            yield WallTouch(heard.wall, hit.zone, hit.t_ns, hit.id, seen_ns)


def _silent(table: Table, heard: Heard, own: Iterable[Moment]) -> Iterable[str]:
    """Name the zones that should have heard a die that was thrown back hard."""
    for moment in own:
        zone = heard.listening(moment)
        hard = moment.lost_mm_s >= HARD_MM_S and moment.back_mm_s >= CAME_BACK_MM_S
        if zone is None or not hard or heard.of(moment) is not None or heard.ringing(moment) is not None:
            continue
        if _touched_by_track(table, heard.wall, moment) >= CREDIBLE:
            yield zone.name


def _touched_by_track(table: Table, wall: Wall, moment: Moment) -> float:
    """Give the log odds of a touch against all else that it may have been, by the track alone."""
    odds = {state: weigh(track_terms(table, wall, moment, state)) for state in states_of(table, wall, moment)}
    return odds[State.TOUCH] - max(told for state, told in odds.items() if state is not State.TOUCH)


def _whole(table: Table, wall: Wall, path: Path) -> bool:
    """Tell whether a die was followed from where it came in, so that no touch was before its first point."""
    if len(path.points) < 3 or path.reach_mm() < LEAST_WAY_MM or path.stood_ns() >= STOOD_NS:
        return False
    return wall is not Wall.FAR or path.points[0].x_mm <= COMING_IN * table.length_mm

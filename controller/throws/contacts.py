"""Which die touched which wall: sensor hits and tracks judged together (SC-23, SC-27, SC-28).

A hit alone does not say whose it was, nor that it was a die at all; a track alone cannot tell a die in the air before
the wall from one at it. Together they can: a die that could reach the wall, turned there, and a hit in the zone under
it at that moment. What the two do not settle stays None.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from controller.throws.approaches import GAP_NS, Approach, approaches
from controller.throws.crowding import turned_at_other
from controller.throws.events import HitKind, Wall, WallHit, Zone
from controller.throws.evidence import LEFT_OVER_MM, Candidate, Evidence
from controller.throws.headlong import headlong
from controller.throws.paths import MERGED_AREA, Path
from controller.throws.table import Table
from controller.throws.tangles import doubts
from controller.throws.verdict import WallTouch

FRAME_NS = 16_666_667
SLACK_MM = 6.0
"""How far a moving silhouette's centre may be off."""
RESTING_SLACK_MM = 3.0
TURN_MM_S = 350.0
"""A die in free flight seems to lose some 200 mm/s over three frames; a wall takes more."""
HARD_TURN_MM_S = 900.0
"""No sensor sleeps through a die that loses this much."""
PRESSED_MM_S = 400.0
"""What comes as fast as that to where a die stands against the tips does touch them: of 2,900 simulated dice all."""
PRESSED_MM = 2.0
CREEPING_MM_S = 200.0
"""... and so did all 80 that came so slowly, or up to twice as fast, but this much farther."""
SURELY_MM = 1.0
MASKED_TURN_MM_S = 700.0
"""What a die must lose to be believed while the zone still rings from another: the felt takes less."""
BACK_MM_S = 100.0
LEANING_MM = 1.5
"""A die that lies this much nearer than a corner could reach had not touched in any of 100 simulated cases."""
WEDGED_MM = 4.0
"""A die that lies this much beyond the tips of the rubber may have touched too softly to be heard."""
GOING_ON_MM_S = 700.0
GOING_ON_SHARE = 0.45
"""A die that still goes outward so fast, and keeps that much of its speed, does not rise at the wall: it flies on."""
RIM_NS = 30_000_000
STAYS_MM = 6.0
"""So far beyond where it turned a die's ways in and out may seem to cross, because it stays a while at the wall."""
HEARD_SLACK_NS = 5_000_000
"""How much later a touch may have been than the sensors and their calibrated latency say."""
RIM_SLACK_SPARSE_MM = 5.0
RIM_SLACK_MERGED_MM = 12.0
"""How far off the turn of a die may be for each frame less than 60 a second, or where it merged with another."""
MERGED_NS, APART_MM = 20_000_000, 15.0
"""So long around a sound one silhouette is looked at, and so far apart its dice are not both at the wall for sure."""
LEAST_WAY_MM = 100.0
"""What came no farther did not fly, but lay there: some other thing was taken for the die."""
STOOD_NS = 150_000_000
"""What stood there so long at first did not fly in either, even if it went far then."""
COMING_IN = 0.4
"""A path that begins within this part of the board, seen from the near wall, was seen coming in."""


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known of one die: its wall touches, whether it hit the far wall, and zones that should have heard it."""

    walls: tuple[WallTouch, ...] = ()
    hit_wall: bool | None = None
    silent: tuple[str, ...] = ()


def contacts(
    table: Table, paths: Sequence[Path], hits: Sequence[WallHit], untrusted: frozenset[str] = frozenset()
) -> tuple[Contact, ...]:
    """Judge each die's path against all hits of the throw; `untrusted` names zones whose silence says nothing."""
    by_wall = {wall: _at_wall(Evidence(table, wall, hits, untrusted), paths) for wall in Wall}
    far = by_wall[Wall.FAR]
    for ways in doubts(table, paths):
        others = _at_wall(Evidence(table, Wall.FAR, hits, untrusted), ways)
        far = [_agreed(one, other) for one, other in zip(far, others, strict=True)]
    return tuple(_joined([by_wall[wall][i] for wall in Wall], far[i]) for i in range(len(paths)))


def _agreed(told: Contact, other: Contact) -> Contact:
    """Leave open what does not hold if dice changed over where they met."""
    return told if told.hit_wall is other.hit_wall else replace(told, hit_wall=None)


def _joined(at_walls: Sequence[Contact], far: Contact) -> Contact:
    touches = sorted((touch for contact in at_walls for touch in contact.walls), key=lambda touch: touch.t_ns)
    return Contact(tuple(touches), far.hit_wall, far.silent)


def _at_wall(evidence: Evidence, paths: Sequence[Path]) -> list[Contact]:
    """Judge all dice at one wall: first the bounces, which explain their hits, then what hits are left over."""
    near = [_near(evidence, paths, i) for i in range(len(paths))]
    for candidate in (candidate for found in near for candidate in found):
        hit = evidence.heard(candidate.approach)
        if hit is not None and not candidate.approach.resting:
            evidence.weighed.add(hit.id)
        if hit is not None and candidate.bounced:
            evidence.bounces.setdefault(hit.id, []).append(candidate)
        if hit is not None and candidate.at_rim:
            evidence.rim_hits.setdefault(hit.id, set()).add(candidate.die)
    answers = [_answer(evidence, path, found) for path, found in zip(paths, near, strict=True)]
    return _with_left_over(evidence, paths, answers)


def _with_left_over(evidence: Evidence, paths: Sequence[Path], answers: Sequence[Contact]) -> list[Contact]:
    """Give each clear hit that nothing explains to the one die that was at the rubber then, however softly."""
    told = list(answers)
    for hit in (hit for hit in evidence.hits if hit.kind is HitKind.CLEAR and hit.id not in evidence.weighed):
        there = [i for i, path in enumerate(paths) if evidence.was_there(path, hit)]
        touch = WallTouch(evidence.wall, hit.zone, hit.t_ns, hit.id)
        for i in there:
            sure = len(there) == 1 or told[i].hit_wall
            told[i] = Contact((*told[i].walls, touch), True) if sure else Contact(told[i].walls, None)
    return _with_doubts(evidence, paths, told)


def _with_doubts(evidence: Evidence, paths: Sequence[Path], told: Sequence[Contact]) -> list[Contact]:
    """Leave open what one sound alone says of two dice, and misses of dice that were there at a sound of nobody's."""
    answers = list(told)
    for hit in evidence.hits:
        owners = [i for i, contact in enumerate(answers) if any(touch.hit_id == hit.id for touch in contact.walls)]
        unseen = [i for i in owners if _only_heard(answers[i], hit) or _far_before_another(evidence, paths, i, hit)]
        if len(owners) > 1:
            answers = [replace(a, hit_wall=None) if i in unseen else a for i, a in enumerate(answers)]
        elif not owners and hit.kind is HitKind.CLEAR:
            there = [a.hit_wall is False and evidence.was_there(p, hit) for a, p in zip(answers, paths, strict=True)]
            answers = [replace(a, hit_wall=None) if here else a for a, here in zip(answers, there, strict=True)]
    return answers


def _far_before_another(evidence: Evidence, paths: Sequence[Path], die: int, hit: WallHit) -> bool:
    """Tell whether a die had one silhouette with another around a sound, and one was seen far before the other.

    Then the one behind may have been thrown back by the other, not by the wall.
    """
    around = [point for point in paths[die].points if abs(point.t_ns - hit.t_ns) <= MERGED_NS]
    rest = [p for i, path in enumerate(paths) if i != die for p in path.points if p.area >= MERGED_AREA]
    others = {(p.t_ns, p.area): p for p in rest}
    pairs = [(point.spot, others.get((point.t_ns, point.area), point).spot) for point in around]
    out_mm = [[evidence.table.outward_mm(evidence.wall, spot) for spot in pair] for pair in pairs]
    return bool(out_mm) and min(abs(one - two) for one, two in out_mm) > APART_MM


def _only_heard(contact: Contact, hit: WallHit) -> bool:
    """Tell whether a sound is all that speaks for a die's touch: it was not seen to turn then, nor at another time."""
    return all(touch.hit_id == hit.id and touch.seen_ns is None for touch in contact.walls)


def _near(evidence: Evidence, paths: Sequence[Path], die: int) -> list[Candidate]:
    """Keep the approaches in which the die's body may have touched."""
    table = evidence.table
    lying_mm = table.edge_mm / 2 + table.rubber_mm + RESTING_SLACK_MM
    every = approaches(table, evidence.wall, paths[die])
    return [
        _candidate(evidence, approach, every, paths, die)
        for approach in every
        if approach.outward_mm >= -(lying_mm if approach.resting else table.touch_mm + SLACK_MM)
    ]


def _candidate(
    evidence: Evidence, approach: Approach, every: Sequence[Approach], paths: Sequence[Path], die: int
) -> Candidate:
    others = [path for i, path in enumerate(paths) if i != die]
    at_rim = _at_rim(evidence, approach, every, paths[die])
    held = _in_corner(evidence, approach) and not _pressed(evidence, approach)
    least_mm_s = HARD_TURN_MM_S if held else TURN_MM_S
    turned = approach.change_mm_s >= least_mm_s and not approach.vague and not _going_on(approach)
    at_wall = approach.outward_mm >= -evidence.table.touch_mm and not at_rim
    at_other = turned_at_other(evidence.table, evidence.wall, approach, paths[die], others)
    ran_into = not at_rim and headlong(evidence.table, evidence.wall, approach, paths[die], others)
    return Candidate(die, approach, ran_into or (turned and at_wall and not at_other), at_rim, ran_into)


def _at_rim(evidence: Evidence, approach: Approach, every: Sequence[Approach], path: Path) -> bool:
    """Tell whether a die was seen so far out around an approach that it may have met only the top of the wall.

    Where it turned lies between what was seen of it and where its ways in and out cross.
    """
    rim_mm = evidence.table.rim_outward_mm(evidence.wall) - _rim_slack_mm(approach, path)
    near = [other.outward_mm for other in every if not other.vague and abs(other.t_ns - approach.t_ns) <= RIM_NS]
    around = (point for point in path.points if abs(point.t_ns - approach.t_ns) <= RIM_NS)
    seen_mm = max((evidence.table.outward_mm(evidence.wall, point.spot) for point in around), default=-inf)
    return bool(near) and max((max(near) + seen_mm) / 2, max(near) - STAYS_MM) > rim_mm


def _rim_slack_mm(approach: Approach, path: Path) -> float:
    """Say how far off the place of a turn may be: more where silhouettes merged or frames are few."""
    around = [point for point in path.points if abs(point.t_ns - approach.t_ns) <= 2 * RIM_NS]
    if len(around) < 2 or any(point.shared for point in around if abs(point.t_ns - approach.t_ns) <= RIM_NS):
        return RIM_SLACK_MERGED_MM
    frame_ns = (around[-1].t_ns - around[0].t_ns) / (len(around) - 1)
    return max(0.0, RIM_SLACK_SPARSE_MM * (frame_ns / FRAME_NS - 1))


def _in_corner(evidence: Evidence, approach: Approach) -> bool:
    """Tell whether a die was at another wall too, whose grip may have turned it a little."""
    others = (wall for wall in Wall if wall is not evidence.wall)
    return any(evidence.table.outward_mm(wall, approach.spot) >= -evidence.table.touch_mm for wall in others)


def _pressed(evidence: Evidence, approach: Approach) -> bool:
    """Tell whether a die came too fast too near to the rubber not to meet it."""
    beyond_mm = approach.outward_mm - evidence.table.pressed_mm
    return beyond_mm >= (0.0 if approach.in_mm_s >= PRESSED_MM_S else PRESSED_MM) and approach.in_mm_s >= CREEPING_MM_S


def _going_on(approach: Approach) -> bool:
    """Tell whether a die that lost some speed flies on outward; one that rises at the wall seems to creep on."""
    return approach.out_mm_s >= max(GOING_ON_MM_S, GOING_ON_SHARE * approach.in_mm_s) and not approach.vague


def _answer(evidence: Evidence, path: Path, near: Sequence[Candidate]) -> Contact:
    """Put the approaches of one die together: one sure touch is enough, and only a whole path proves a miss."""
    found = [_weigh(evidence, candidate, path) for candidate in near]
    walls = tuple({touch.hit_id or touch.t_ns: touch for contact in found for touch in contact.walls}.values())
    silent = tuple(dict.fromkeys(zone for contact in found for zone in contact.silent))
    answers = {contact.hit_wall for contact in found}
    if True in answers:
        return Contact(walls, True)
    if None in answers or not _whole(evidence, path):
        return Contact(walls, None, silent)
    return Contact(walls, False)


def _weigh(evidence: Evidence, candidate: Candidate, path: Path) -> Contact:
    """Weigh one approach: with the hit that fits it, with a zone that could not hear, or with a silent one."""
    approach = candidate.approach
    if approach.resting:
        return _lying(evidence, approach)
    if candidate.at_rim:
        return _at_top(evidence, candidate, path)
    return Contact(hit_wall=False) if _short(evidence, approach) else _by_sound(evidence, candidate)


def _at_top(evidence: Evidence, candidate: Candidate, path: Path) -> Contact:
    """Weigh an approach that was seen as far out as the rim: sure only where the touch was heard on the way there."""
    hit = evidence.heard(candidate.approach)
    if hit is None or not _unclaimed(evidence, hit, candidate) or not _heard_below_rim(evidence, path, hit):
        return _UNSURE
    return Contact((WallTouch(evidence.wall, hit.zone, hit.t_ns, hit.id),), True)


def _heard_below_rim(evidence: Evidence, path: Path, hit: WallHit) -> bool:
    """Tell whether a die was seen well below the rim yet when it was heard: where it was seen later it rose to."""
    table = evidence.table
    if table.latency_ns is None:
        return False
    touch_ns = hit.t_ns - table.latency_ns + HEARD_SLACK_NS
    before = [point for point in path.points if point.t_ns <= touch_ns and not point.shared][-2:]
    if len(before) < 2 or touch_ns - before[0].t_ns > 2 * GAP_NS:
        return False
    part = (touch_ns - before[0].t_ns) / (before[1].t_ns - before[0].t_ns)
    first_mm, last_mm = (table.outward_mm(evidence.wall, point.spot) for point in before)
    return first_mm + part * (last_mm - first_mm) <= table.rim_outward_mm(evidence.wall)


def _by_sound(evidence: Evidence, candidate: Candidate) -> Contact:
    """Weigh an approach that may have been a touch by what was heard then."""
    approach = candidate.approach
    hit = evidence.heard(approach)
    if hit is not None:
        sure = _bounced_itself(evidence, hit, candidate) or _unclaimed(evidence, hit, candidate)
        seen_ns = approach.t_ns if candidate.bounced else None
        touch = WallTouch(evidence.wall, hit.zone, hit.t_ns, hit.id, seen_ns)
        return Contact((touch,), True) if sure else _UNSURE
    listening = evidence.listening(approach)
    if listening is None or evidence.masked(approach):
        seen = WallTouch(evidence.wall, None, approach.t_ns)
        hard = approach.change_mm_s >= MASKED_TURN_MM_S and _came_back(evidence, approach)
        if candidate.bounced and (candidate.headlong or hard or _pressed(evidence, approach)):
            return Contact((seen,), True)
        return _UNSURE
    return _in_silence(candidate, listening)


def _short(evidence: Evidence, approach: Approach) -> bool:
    """Tell whether a die surely came too short to touch: not seen far enough out, and no hard turn there."""
    least_mm = -evidence.table.touch_mm
    soft = approach.change_mm_s < TURN_MM_S
    return not approach.vague and approach.outward_mm < (least_mm if soft else least_mm - SURELY_MM)


def _lying(evidence: Evidence, approach: Approach) -> Contact:
    """Weigh where a die lies before a wall: a sensor hears it come to rest there, unless it rings from another."""
    far_off = approach.outward_mm < -evidence.table.touch_mm + LEANING_MM
    leans = approach.outward_mm > evidence.table.pressed_mm + WEDGED_MM
    silent = evidence.listening(approach) is not None and not evidence.masked(approach)
    return Contact(hit_wall=False) if far_off or (silent and not leans) else _UNSURE


def _bounced_itself(evidence: Evidence, hit: WallHit, candidate: Candidate) -> bool:
    """Tell whether a die bounced at its own hit; one that may be another's proves only a die that was surely there."""
    shared = any(other.die != candidate.die for other in evidence.bounces.get(hit.id, ()))
    weak = shared or hit.kind is HitKind.CROSSTALK
    return candidate.headlong or (candidate.bounced and (not weak or _surely_there(evidence, candidate.approach)))


def _came_back(evidence: Evidence, approach: Approach) -> bool:
    """Tell a bounce from a landing before the wall: a die that lands on a corner may stop dead, but not come back."""
    return approach.out_mm_s <= -BACK_MM_S or approach.outward_mm > evidence.table.pressed_mm


def _surely_there(evidence: Evidence, approach: Approach) -> bool:
    """Tell a bounce from a landing right before the wall, where the hit may be another die's alone."""
    near = approach.outward_mm >= evidence.table.pressed_mm - LEFT_OVER_MM
    return near and _came_back(evidence, approach)


def _unclaimed(evidence: Evidence, hit: WallHit, candidate: Candidate) -> bool:
    """Tell whether a hit is surely a touch of this die's: clear, explained by no bounce and by no other at the rim."""
    at_rim = evidence.rim_hits.get(hit.id, set()) - {candidate.die}
    clear = hit.kind is HitKind.CLEAR and hit.id not in evidence.bounces and not at_rim
    return clear and not _going_on(candidate.approach)


def _in_silence(candidate: Candidate, listening: Zone) -> Contact:
    """Weigh an approach that a trusted zone did not hear: a die thrown back hard speaks against the sensor.

    One that only stops there landed on the felt, on a corner.
    """
    approach = candidate.approach
    came_back = candidate.bounced and approach.out_mm_s <= -BACK_MM_S
    if came_back and approach.change_mm_s >= HARD_TURN_MM_S:
        return Contact((), None, (listening.name,))
    return _UNSURE if approach.hidden_ns else Contact(hit_wall=False)


def _whole(evidence: Evidence, path: Path) -> bool:
    """Tell whether a die was followed from where it came in, so that no touch was before its first point."""
    if len(path.points) < 3 or path.reach_mm() < LEAST_WAY_MM:
        return False
    if path.stood_ns() >= STOOD_NS:
        return False
    start = path.points[0].x_mm
    return evidence.wall is not Wall.FAR or start <= COMING_IN * evidence.table.length_mm


_UNSURE = Contact()

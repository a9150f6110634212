"""What is found about a throw that is over: its dice with their wall touches, and dice that are no longer there."""

from collections.abc import Sequence
from math import dist

from controller.throws.contacts import Contact, contacts
from controller.throws.episode import (
    NEAR_LYING_MM,
    Episode,
    flights_past_hand,
    leaves,
    loose_flights,
    lost_sight_of,
    rests_unread,
)
from controller.throws.events import Wall
from controller.throws.nearness import lies_at
from controller.throws.paths import Path
from controller.throws.ruling import Findings
from controller.throws.sounds import Sensors
from controller.throws.table import Spot, Table
from controller.throws.tangles import untangled
from controller.throws.verdict import Reason, ThrownDie
from vision.reading import DieReading, DieState


def paths_of(table: Table, episode: Episode, dice: Sequence[DieReading]) -> tuple[Path, ...]:
    """Give each die's path, in the order of the dice; an empty one where a die's place is not known in mm."""
    placed = [i for i, die in enumerate(dice) if die.centre_mm is not None]
    ways = episode.log.ways_to([_spot(dice[i]) for i in placed], table.aloft)
    by_die = dict(zip(placed, ways, strict=True))
    return tuple(by_die.get(i, Path()) for i in range(len(dice)))


def _hangs(table: Table, die: DieReading, dice: Sequence[DieReading]) -> bool:
    """Tell whether a die would lean on nothing, or lie on a die that is elsewhere: then it was misread."""
    if die.state is DieState.COCKED:
        return die.support is None
    others = [other for other in dice if other is not die and other.centre_mm is not None]
    if die.state is not DieState.STACKED or die.centre_mm is None or not others:
        return False
    return all(dist(_spot(die), _spot(other)) > 2 * table.edge_mm for other in others)


def _spot(die: DieReading) -> Spot:
    return die.centre_mm or (0.0, 0.0)


def findings_of(
    table: Table,
    episode: Episode,
    dice: Sequence[DieReading],
    expected: int,
    sensors: Sensors,
    unsure: Reason | None = None,
) -> tuple[Findings, tuple[str, ...]]:
    """Find everything about dice at rest, and which zones kept silent.

    `unsure`: why the readings did not agree; then dice are off the board only if that accounts for all.
    """
    unsure = unsure or (Reason.UNREADABLE if any(_hangs(table, die, dice) for die in dice) else None)
    paths = paths_of(table, episode, dice)
    gone = _gone(table, episode, paths, dice)[: max(0, expected - len(dice))]
    if unsure and len(dice) + len(gone) != expected:
        gone = []
    paths = untangled(paths)
    at_rubber = [i for i, die in enumerate(dice) if lies_at(table, Wall.FAR, die)]
    touched = contacts(table, (*paths, *gone), tuple(episode.hits), sensors, at_rubber)
    thrown = [_thrown(die, touch) for die, touch in zip(dice, touched, strict=False)]
    thrown += [_off_board(touch) for touch in touched[len(dice) :]]
    silent = tuple(zone for touch in touched for zone in touch.silent)
    noted = {unsure} if unsure else {Reason.WRONG_COUNT} if len(thrown) != expected else set()
    noted |= {Reason.SENSOR_DEAD} if silent else set()
    return _found(episode, thrown, expected, noted, (*paths, *gone)), silent


def empty_findings(
    table: Table, episode: Episode, expected: int, lying: Sequence[Spot], sensors: Sensors
) -> Findings | None:
    """Find what became of a throw after which the board is bare; None where nothing was thrown (SC-26)."""
    flights = [path for path in _all_flights(table, episode) if not _began_at(path, lying)]
    if not flights:
        return None
    gone = [path for path in flights if leaves(table, path)][:expected]
    if gone and len(gone) == len(flights):
        # Nothing stayed behind: dice that were not seen apart flew as one.
        gone += gone[-1:] * (expected - len(gone))
    if len(gone) < expected:
        taken = episode.hand_after(max(path.points[-1].t_ns for path in flights))
        return _found(episode, [], expected, {Reason.HAND if taken else Reason.WRONG_COUNT}, flights)
    touched = contacts(table, gone, tuple(episode.hits), sensors)
    return _found(episode, [_off_board(touch) for touch in touched], expected, set(), gone)


def flights_over_walls(table: Table, episode: Episode) -> list[Path]:
    """Give the flights that ended over a wall, as far as can be told by now."""
    return [path for path in _all_flights(table, episode) if leaves(table, path)]


def _all_flights(table: Table, episode: Episode) -> list[Path]:
    """Give every flight over a board that is bare now; past a hand only those that surely ended over a wall."""
    past = [path for path in flights_past_hand(episode) if leaves(table, path)]
    known = {(path.points[-1].track, path.points[-1].t_ns) for path in past}
    clear = loose_flights(episode, ())
    return past + [path for path in clear if (path.points[-1].track, path.points[-1].t_ns) not in known]


def _found(
    episode: Episode, dice: Sequence[ThrownDie], expected: int, noted: set[Reason], paths: Sequence[Path]
) -> Findings:
    """Put findings together with their evidence and the moment the first die was first seen."""
    hits = tuple(hit.id for hit in episode.hits)
    start_ns = min((path.points[0].t_ns for path in paths if path.points), default=None)
    return Findings(tuple(dice), expected, frozenset(noted), hits=hits, start_ns=start_ns)


def _gone(table: Table, episode: Episode, paths: Sequence[Path], dice: Sequence[DieReading]) -> list[Path]:
    """Give the flights over a wall, unless something lies unread on the board that may be the missing die."""
    if rests_unread(episode, [_spot(die) for die in dice]):
        return []
    return [path for path in loose_flights(episode, paths) if leaves(table, path) and lost_sight_of(episode, path)]


def _began_at(path: Path, lying: Sequence[Spot]) -> bool:
    return any(dist(path.points[0].spot, spot) < NEAR_LYING_MM for spot in lying)


def _thrown(die: DieReading, touch: Contact) -> ThrownDie:
    return ThrownDie(
        die.value,
        str(die.state),
        die.tilt_deg,
        die.centre_mm,
        None if die.support is None else str(die.support),
        die.confidence,
        die.alternatives,
        touch.walls,
        touch.hit_wall,
        touch.hit_chance,
    )


def _off_board(touch: Contact) -> ThrownDie:
    """Describe a die that is gone: where its flight was lost, a wall may have been touched unseen."""
    return ThrownDie(
        None, str(DieState.OFF_BOARD), walls=touch.walls, hit_wall=touch.hit_wall or None, hit_chance=touch.hit_chance
    )

"""The judge: events in time order go in, one `Throw` a throw comes out. Pure: time is the events' own.

Idle → moving → settling → still → judged → cleared. Dice are read only after they came to rest, and several readings
must agree. What lies there after a verdict, or when the program starts, is no throw until it was picked up and thrown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from controller.throws.agreement import Agreement, die_spots
from controller.throws.ears import Ears
from controller.throws.episode import Episode, displaced, spots_of
from controller.throws.events import Health, WallEdge
from controller.throws.findings import empty_findings, findings_of, flights_over_walls, paths_of
from controller.throws.policy import STREET, Policy
from controller.throws.ruling import Findings, rule
from controller.throws.standing import Lying, Standing, standing_of
from controller.throws.table import Table
from controller.throws.verdict import Reason, Throw
from vision.reading import DieReading, Motion, MotionReading, TableReading

MS = 1_000_000
Event = MotionReading | TableReading | WallEdge | Health
Outcome = Throw | Health


class Phase(StrEnum):
    """Where a throw is. JUDGED: dice lie there that are no throw any more."""

    IDLE = "idle"
    MOVING = "moving"
    SETTLING = "settling"
    STILL = "still"
    JUDGED = "judged"


@dataclass(frozen=True, slots=True)
class JudgeLimits:
    """Times after which the judge stops waiting."""

    empty_frames: int = 3
    """So many bare frames in a row are a bare board."""
    airborne_ns: int = 700 * MS
    """A die may rise out of sight from the rim and fall back on the board: so long a bare board proves nothing."""
    blind_ns: int = 500 * MS
    """Frames missing for longer: something may have happened unseen."""
    hand_ns: int = 5000 * MS
    """A hand over resting dice for longer: people are asked."""
    reader_ns: int = 5000 * MS
    """No reading of resting dice at all for longer: people are asked."""


class Judge:
    """Judges the throws of one table. `expected`: how many dice the next throw has; `policy`: what findings mean.

    `keeps`: some dice may be left lying while the others are thrown, and lie there as part of the next throw.

    Hand it every event by `take`, in time order; give it readings of full pictures while `wants_reading`.
    """

    def __init__(
        self,
        table: Table,
        policy: Policy = STREET,
        expected: int = 2,
        limits: JudgeLimits | None = None,
        keeps: bool = False,
    ) -> None:
        self.table = table
        self.policy = policy
        self.expected = expected
        self.keeps = keeps
        self._limits = limits or JudgeLimits()
        self._ears = Ears(table)
        self._phase: Phase | None = None
        self._episode: Episode | None = None
        self._agreement = Agreement()
        self._lying = Lying()
        self._asked_moved = False
        self._seen_ns: int | None = None
        self._empty_run = 0
        self._hand_ns: int | None = None

    @property
    def phase(self) -> Phase:
        """Tell where the throw is."""
        return self._phase or Phase.IDLE

    @property
    def wants_reading(self) -> bool:
        """Tell whether a full picture taken now is worth reading."""
        return self._phase is Phase.STILL and self._hand_ns is None

    @property
    def hand(self) -> bool:
        """Tell whether a hand is in view, which keeps dice from being read."""
        return self._hand_ns is not None

    def take(self, event: Event) -> tuple[Outcome, ...]:
        """Take the next event; gives the throw it completes, and news of the sensors' health."""
        match event:
            case MotionReading():
                return (*self._ears.tick(event.exposed_ns), *self._see(event))
            case TableReading():
                return self._read(event)
            case WallEdge():
                return self._ears.hear(event, self._episode)
            case Health():
                self._ears.told(event)
                return ()

    def end(self) -> tuple[Outcome, ...]:
        """Rule on dice at rest about which readings did not agree, when nothing more will come: people are asked."""
        episode, at_rest = self._episode, self._phase in (Phase.SETTLING, Phase.STILL)
        if episode is None or self._seen_ns is None or not at_rest or self._hand_ns is not None:
            return ()
        return self._give_up(episode, self._seen_ns)

    def _see(self, reading: MotionReading) -> tuple[Outcome, ...]:
        """Take a frame of the small stream; one that is older than the last says nothing."""
        if self._seen_ns is not None and reading.exposed_ns <= self._seen_ns:
            return ()
        blind = self._seen_ns is not None and reading.exposed_ns - self._seen_ns > self._limits.blind_ns
        self._seen_ns = reading.exposed_ns
        self._empty_run = self._empty_run + 1 if reading.motion is Motion.EMPTY and not reading.hand else 0
        self._hand_ns = (self._hand_ns or reading.exposed_ns) if reading.hand else None
        if self._phase is None:
            return self._first(reading)
        if reading.motion is Motion.EMPTY:
            return self._empty(reading)
        if reading.motion is Motion.MOVING:
            return self._moving(reading, blind)
        return self._resting(reading, blind)

    def _first(self, reading: MotionReading) -> tuple[Outcome, ...]:
        """Begin: what lies there at the start is no throw; what moves there may become one."""
        if reading.motion in (Motion.SETTLING, Motion.STILL):
            self._phase = Phase.JUDGED
            self._lying = Lying(spots=spots_of(reading))
            return ()
        self._phase = Phase.IDLE
        return self._moving(reading, blind=False) if reading.motion is Motion.MOVING else ()

    def _empty(self, reading: MotionReading) -> tuple[Outcome, ...]:
        """See a bare board: a flight that began before is over, and whatever comes next is new."""
        if self._empty_run < self._limits.empty_frames or self._may_fall_back(reading.exposed_ns):
            return ()
        episode, lying = self._episode, self._lying
        self._episode, self._phase, self._asked_moved = None, Phase.IDLE, False
        self._lying = replace(self._lying, spots=())
        return () if episode is None else self._bare(episode, lying, reading.exposed_ns)

    def _may_fall_back(self, now_ns: int) -> bool:
        """Tell whether a die that was just lost over a wall may still be in the air."""
        episode = self._episode
        if episode is None or now_ns - episode.seen_ns >= self._limits.airborne_ns:
            return False
        return bool(flights_over_walls(self.table, episode))

    def _moving(self, reading: MotionReading, blind: bool) -> tuple[Outcome, ...]:
        episode = self._episode or self._begin(reading)
        episode.blind = episode.blind or blind
        episode.moves(reading)
        self._phase = Phase.MOVING
        self._agreement = Agreement()
        return ()

    def _begin(self, reading: MotionReading, unseen: bool = False) -> Episode:
        """Begin an episode; hits of the last moment belong to it."""
        self._episode = Episode(
            reading.exposed_ns, from_empty=self._phase is Phase.IDLE or self._lying.bare, unseen=unseen
        )
        self._ears.recall(self._episode)
        self._agreement = Agreement()
        return self._episode

    def _resting(self, reading: MotionReading, blind: bool) -> tuple[Outcome, ...]:
        """See things at rest: old ones are left alone, unless the camera was blind and they lie elsewhere now."""
        if self._phase is Phase.JUDGED and not (blind and displaced(spots_of(reading), self._lying.spots)):
            return ()
        episode = self._episode or self._begin(reading, unseen=True)
        episode.blind = episode.blind or blind
        episode.rests(reading)
        self._phase = Phase.SETTLING if reading.motion is Motion.SETTLING else Phase.STILL
        return self._wait(episode, reading) if self._phase is Phase.STILL else ()

    def _wait(self, episode: Episode, reading: MotionReading) -> tuple[Outcome, ...]:
        """Wait for readings while everything lies still, but not for ever."""
        now_ns = reading.exposed_ns
        rest_ns = episode.rest_ns or now_ns
        if self._hand_ns is not None:
            episode.waiting_ns = None
            waited_ns = now_ns - max(self._hand_ns, rest_ns)
            return self._give_up(episode, now_ns, Reason.HAND) if waited_ns > self._limits.hand_ns else ()
        episode.waiting_ns = now_ns if episode.waiting_ns is None else episode.waiting_ns
        too_long = now_ns - episode.waiting_ns > self._limits.reader_ns
        return self._give_up(episode, now_ns) if too_long else ()

    def _read(self, reading: TableReading) -> tuple[Outcome, ...]:
        """Take a reading: it counts only if exposed after the dice came to rest, with no hand in the way."""
        episode = self._episode
        if episode is None or self._phase is not Phase.STILL or reading.hand or self._hand_ns is not None:
            return ()
        if episode.rest_ns is None or reading.exposed_ns < episode.rest_ns:
            return ()
        self._agreement.add(reading)
        if self._agreement.agreed is not None:
            return self._conclude(episode, self._agreement.agreed, reading.exposed_ns)
        return self._give_up(episode, reading.exposed_ns) if self._agreement.given_up(reading.exposed_ns) else ()

    def _give_up(self, episode: Episode, now_ns: int, reason: Reason | None = None) -> tuple[Outcome, ...]:
        """Rule without agreement: people are asked, with what was read most."""
        return self._conclude(episode, self._agreement.likeliest(), now_ns, reason or Reason.UNREADABLE)

    def _conclude(
        self, episode: Episode, dice: Sequence[DieReading], now_ns: int, unsure: Reason | None = None
    ) -> tuple[Outcome, ...]:
        """Say what the dice at rest are, and rule if they are a throw."""
        lying, paths = self._lying, paths_of(self.table, episode, dice)
        standing = standing_of(episode, dice, paths, lying, unsure is None, self.keeps)
        pushed = standing is Standing.MOVED and lying.judged and (self.keeps or not self._asked_moved)
        self._lie_down(episode, dice, judged=standing is not Standing.PLACED and lying.judged)
        if not dice and (unsure is None or not (pushed or standing is Standing.THROW)):
            self._asked_moved = False
            return self._bare(episode, lying, now_ns)
        if standing is not Standing.THROW and not pushed:
            return ()
        self._lying, self._asked_moved = replace(self._lying, judged=True), pushed
        findings, silent = findings_of(self.table, episode, dice, self.expected, self._ears.sensors, unsure)
        kept = (*lying.spots, *lying.die_spots) if self.keeps else ()
        if pushed or episode.nudged(die_spots(dice), paths, kept):
            findings = replace(findings, noted=findings.noted | {Reason.MOVED_AGAIN})
        findings = replace(findings, frames=self._agreement.frames)
        return (self._throw(episode, findings, now_ns), *self._ears.missed(silent, episode.hits, now_ns))

    def _lie_down(self, episode: Episode, dice: Sequence[DieReading], judged: bool) -> None:
        """End an episode with dice lying there."""
        spots = spots_of(episode.log.frames[-1]) if episode.log.frames else ()
        self._episode, self._phase = None, Phase.JUDGED
        self._lying = Lying(tuple(dice), spots, judged)

    def _bare(self, episode: Episode, lying: Lying, now_ns: int) -> tuple[Outcome, ...]:
        """End an episode after which no die lies there: a throw only if dice were seen flying."""
        findings = empty_findings(self.table, episode, self.expected, lying.die_spots, self._ears.sensors)
        return () if findings is None else (self._throw(episode, findings, now_ns),)

    def _throw(self, episode: Episode, findings: Findings, now_ns: int) -> Throw:
        verdict = rule(findings, self.policy)
        start_ns = episode.start_ns if findings.start_ns is None else findings.start_ns
        return Throw(start_ns, episode.rest_ns or now_ns, findings.dice, verdict, self.policy.name)

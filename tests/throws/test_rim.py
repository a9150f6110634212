"""A sensor on the wood of the wall's top tells dice that met only the rim from those at the rubber."""

from dataclasses import replace

import pytest
from throws_stage import FRAME_NS, TABLE, WALL_X, Flight, Stage, die

from controller.throws.contacts import BARS, _bars, contacts
from controller.throws.debounce import Debouncer, DebounceTimes
from controller.throws.events import HitKind, Wall, WallEdge, WallHit, Zone
from controller.throws.likelihood import State, stories
from controller.throws.moments import Moment
from controller.throws.paths import walk_back
from controller.throws.sounds import Heard, Sensors
from controller.throws.watchers import RIM_DEAF_AFTER, SilentRims
from vision.reading import Motion, MotionReading, Sighting

MS = 1_000_000
START = 1_000_000_000
RIM = Zone("far-rim", Wall.FAR, 0.0, 450.0, rim=True)
WITH_RIM = replace(TABLE, zones=(*TABLE.zones, RIM), latency_ns=5 * MS)
HIGH_X = 955.0
HOLD = Sensors(hold=True)


def way(flight):
    frames = [
        MotionReading(Motion.MOVING, (Sighting(1, flight.x(k / 60), flight.y, 1.0),), START + k * FRAME_NS, k)
        for k in range(round(flight.flight_s * 60) + 12)
    ]
    return walk_back(frames, [(flight.rest_x, flight.y)])


def heard_at(flight, zone, number, late_ms=5.0):
    t_ns = START + round(flight.turn_s * 1e9) + round(late_ms * MS)
    return WallHit(t_ns, zone, Wall.FAR, number, rim=zone == RIM.name)


def chance(flight, *hits, table=WITH_RIM, sensors=HOLD):
    (contact,) = contacts(table, way(flight), hits, sensors)
    return contact.hit_wall, contact.hit_chance


HIGH = Flight(turn_x=HIGH_X, speed=2500.0, back=900.0)
"""Turned where a die is seen that is as high as the wall's top."""


def test_a_die_as_high_as_the_rim_hit_the_rubber_where_the_rim_was_not_heard():
    silent = chance(HIGH, heard_at(HIGH, "far-1", 1))
    without = chance(HIGH, heard_at(HIGH, "far-1", 1), table=replace(TABLE, latency_ns=5 * MS))
    assert silent[0] is True
    assert silent[1] > without[1]


def test_a_die_that_was_heard_at_the_rim_is_not_said_to_have_hit():
    both = (heard_at(HIGH, "far-1", 1), heard_at(HIGH, RIM.name, 2))
    at_rim, unheard = chance(HIGH, *both), chance(HIGH, both[0])
    assert at_rim[0] is not True
    assert at_rim[1] < 0.5 < unheard[1]


def test_a_rim_that_is_not_to_be_trusted_says_nothing():
    both = (heard_at(HIGH, "far-1", 1), heard_at(HIGH, RIM.name, 2))
    out = HOLD.without(RIM.name)
    assert chance(HIGH, *both, sensors=out) == chance(HIGH, both[0], sensors=out)


def test_a_wall_that_only_the_rims_sensor_listens_at_is_judged_like_one_without_sensors():
    heard = Heard(replace(TABLE, zones=(RIM,)), Wall.FAR, [], HOLD)
    assert not heard.trusted
    assert not heard.complete
    assert _bars(heard) is BARS


@pytest.mark.parametrize("late_ms", [5.0, 90.0])
def test_a_low_die_at_the_rubber_hit_it_whatever_the_rim_heard(late_ms):
    low = Flight(turn_x=WALL_X)
    assert chance(low, heard_at(low, "far-1", 1), heard_at(low, RIM.name, 2, late_ms))[0] is True


def test_the_rims_silence_costs_the_story_that_a_die_met_only_the_rim():
    moment = Moment(0, START, (HIGH_X, 100.0), 55.0, lost_mm_s=3000.0, back_mm_s=900.0)
    rims = [
        next(s for s in stories(WITH_RIM, Heard(WITH_RIM, Wall.FAR, hits, HOLD), [moment]) if s.states == (State.RIM,))
        for hits in ([], [WallHit(START + 5 * MS, RIM.name, Wall.FAR, 1, rim=True)])
    ]
    assert ["rim unheard" in rim.terms for rim in rims] == [True, False]
    assert rims[1].terms["rim heard"] == 1.0


def test_a_rubber_zone_that_hears_the_same_blow_is_no_cross_talk_of_the_rims():
    ears = Debouncer(WITH_RIM.zones, DebounceTimes(hold_ns=10 * MS))
    edges = [WallEdge(START, RIM.name, 1), WallEdge(START + 3 * MS, "far-1", 1), WallEdge(START + 5 * MS, "far-2", 1)]
    hits = [hit for edge in edges for hit in ears.edge(edge) if isinstance(hit, WallHit)]
    assert [(hit.zone, hit.kind, hit.rim) for hit in hits] == [
        (RIM.name, HitKind.CLEAR, True),
        ("far-1", HitKind.CLEAR, False),
        ("far-2", HitKind.CROSSTALK, False),
    ]


def test_a_hand_that_knocks_at_the_rim_makes_no_throw_of_dice_that_are_set_down():
    knocked, struck = (_set_down_while_heard(zone) for zone in (RIM.name, "far-1"))
    assert (knocked, struck) == (0, 1)


def _set_down_while_heard(zone):
    stage = Stage(table=WITH_RIM)
    stage.bare()
    stage.hand()
    for level in (1, 0):
        stage.give(WallEdge(stage.now_ns + MS * (1 - level), zone, level))
    stage.lying = ((80.0, 100.0), (110.0, 130.0))
    stage.settle()
    stage.still()
    stage.read(die(3, 80.0, 100.0), die(4, 110.0, 130.0))
    return len(stage.throws)


def test_a_rim_that_is_never_heard_is_said_once_and_trusted_again_when_it_is():
    rims = SilentRims(WITH_RIM.zones)
    rubber, rim = WallHit(START, "far-1", Wall.FAR, 1), WallHit(START, RIM.name, Wall.FAR, 2, rim=True)
    news = [health for k in range(RIM_DEAF_AFTER + 5) for health in rims.thrown([rubber], k)]
    assert [(health.part, health.ok, health.t_ns) for health in news] == [(RIM.name, False, RIM_DEAF_AFTER - 1)]
    assert rims.dead == {RIM.name}
    assert [health.ok for health in rims.heard([rim])] == [True]
    assert not rims.dead


def test_throws_that_nothing_was_heard_of_say_nothing_about_the_rim():
    rims = SilentRims(WITH_RIM.zones)
    assert not [health for k in range(2 * RIM_DEAF_AFTER) for health in rims.thrown([], k)]

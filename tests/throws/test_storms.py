"""Sensors gone mad: storms of edges, a stuck line. Play goes on, and people hear of it."""

import tracemalloc

from throws_stage import LEFT, MS, RIGHT, Stage

from controller.throws.debounce import DebounceTimes
from controller.throws.events import WallEdge

STORM = 60_000
"""Edges: a thousand a second for a minute."""


def storm(stage, zone="far-2", edges=STORM):
    """Let a line go up and down every millisecond, with frames of a bare board in between."""
    for k in range(edges):
        stage.give(WallEdge(stage.now_ns + k % 16 * MS, zone, (k + 1) % 2))
        if k % 16 == 15:
            stage.bare(1)


def said_of(stage, zone):
    return [(health.ok, health.message) for health in stage.health if health.part == zone]


def test_a_minutes_storm_is_said_once_and_takes_no_memory():
    stage = Stage()
    stage.bare()
    storm(stage, edges=2_000)
    tracemalloc.start()
    storm(stage)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 200_000
    assert said_of(stage, "far-2") == [(False, "Wall sensor far-2 chatters. Check its cable.")]


def test_dice_are_judged_in_a_storm_by_the_other_zones_and_the_tracks():
    stage = Stage()
    stage.bare()
    storm(stage, edges=4_000)
    stage.throw(RIGHT, LEFT)
    assert stage.only.verdict.counts is True
    assert [die.hit_wall for die in stage.only.dice] == [True, True]


def test_after_the_storm_the_zone_is_trusted_again():
    stage = Stage()
    stage.bare()
    storm(stage, edges=4_000)
    stage.bare(DebounceTimes().chatter_ns // (1_000_000_000 // 60) + 30)
    assert said_of(stage, "far-2")[-1] == (True, "Wall sensor far-2 is quiet again.")
    stage.throw(RIGHT, LEFT)
    assert stage.only.verdict.counts is True


def test_a_stuck_sensor_is_said_and_dice_are_judged_by_their_tracks():
    stage = Stage()
    stage.bare()
    stage.give(WallEdge(stage.now_ns, "far-1", 1))
    stage.bare(80)
    assert said_of(stage, "far-1")[0][0] is False
    stage.throw(RIGHT, LEFT)
    assert stage.only.verdict.counts is True

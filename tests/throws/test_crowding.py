"""Two dice close together: which turned at the wall, and which at the other."""

import pytest
from throws_stage import TABLE

from controller.throws.contacts import contacts
from controller.throws.events import Wall, WallHit
from controller.throws.paths import Path, Point

START = 1_000_000_000
TURN = 14
"""The frame in which the die behind turns."""


def at(k):
    return START + round(k / 60 * 1e9)


def turning(turn_x, speed_in, speed_out, y=100.0, turn=TURN, track=1):
    """Fly to `turn_x`, there in frame `turn`, then on at another speed, positive outward."""
    xs = [turn_x + (k - turn) / 60 * (speed_in if k <= turn else speed_out) for k in range(26)]
    return Path(tuple(Point(at(k), x, y, track) for k, x in enumerate(xs)))


def judged(*paths, heard=((TURN, "far-1"),)):
    hits = [WallHit(at(k) + 4_000_000, zone, Wall.FAR, i) for i, (k, zone) in enumerate(heard, start=1)]
    return [contact.hit_wall for contact in contacts(TABLE, paths, hits)]


def test_a_die_that_leaves_another_faster_than_that_came_back_has_met_the_wall():
    above = turning(905.0, 1500.0, -900.0, y=105.0, turn=TURN + 1, track=2)
    assert judged(turning(880.0, 2500.0, -1200.0), above)[0] is True


@pytest.mark.parametrize("back", [-1300.0, -1000.0])
def test_a_die_struck_by_one_that_comes_back_as_fast_may_not_have_met_the_wall(back):
    returning = turning(918.0, 2500.0, back, y=105.0, turn=TURN - 1, track=2)
    assert judged(turning(880.0, 2500.0, -1000.0), returning)[0] is None


def test_a_path_that_begins_where_something_stood_proves_no_missed_wall():
    stood = [Point(at(k), 120.0, 35.0 + k % 2, 5) for k in range(20)]
    flew = [Point(at(20 + k), 120.0 + 30.0 * k, 35.0, 5) for k in range(14)]
    assert judged(Path(tuple(stood + flew)), heard=()) == [None]
    assert judged(Path(tuple(flew)), heard=()) == [False]

"""Dice that cannot but have met the wall."""

from dataclasses import replace

import pytest
from throws_stage import TABLE

from controller.throws.approaches import Approach, approaches
from controller.throws.contacts import contacts
from controller.throws.events import Wall, WallHit
from controller.throws.headlong import headlong
from controller.throws.paths import Path, Point

START = 1_000_000_000
TURN = 14


def at(k):
    return START + round(k / 60 * 1e9)


def bounce(speed, back, turn_x=882.0, y=100.0, track=1):
    """Fly in at one speed and come back at another, mm/s; the turn is at frame 14."""
    xs = [turn_x - abs(k - TURN) / 60 * (speed if k <= TURN else back) for k in range(26)]
    return Path(tuple(Point(at(k), x, y, track) for k, x in enumerate(xs)))


def nearest(path):
    return max(approaches(TABLE, Wall.FAR, path), key=lambda approach: approach.change_mm_s)


def judged(path, *others):
    return headlong(TABLE, Wall.FAR, nearest(path), path, others)


@pytest.mark.parametrize(
    "speed, back, sure", [(2500.0, 800.0, True), (1500.0, 600.0, True), (1000.0, 600.0, False), (2500.0, 0.0, False)]
)
def test_a_die_that_came_fast_and_came_back_met_the_wall(speed, back, sure):
    assert judged(bounce(speed, back)) is sure


def test_a_die_that_turned_long_before_the_wall_did_not_fly_at_it():
    assert not judged(bounce(2500.0, 800.0, turn_x=800.0))


@pytest.mark.parametrize("beside, sure", [(0.0, False), (20.0, False), (30.0, True), (60.0, True)])
def test_another_die_in_the_way_may_have_turned_it(beside, sure):
    waiting = Path(tuple(Point(at(k), 878.0, 100.0 + beside, 2) for k in range(26)))
    assert judged(bounce(2500.0, 800.0, turn_x=865.0), waiting) is sure


def test_a_die_ahead_that_seems_to_be_beyond_the_wall_is_high_above_the_felt_and_may_have_turned_it():
    high = Path(tuple(Point(at(k), 925.0, 110.0, 2) for k in range(26)))
    assert not judged(bounce(2500.0, 800.0, turn_x=865.0), high)


def test_another_die_behind_it_is_in_nobodys_way():
    follower = bounce(2500.0, 800.0, turn_x=840.0, track=2)
    assert judged(bounce(2500.0, 800.0), follower)


def test_where_the_other_die_was_is_not_known_nothing_is_sure():
    unseen = Path(tuple(replace(p, shared=True) for p in bounce(2500.0, 800.0, y=180.0).points))
    assert not judged(bounce(2500.0, 800.0), unseen)
    assert judged(bounce(2500.0, 800.0), Path(unseen.points[:4]))


def test_a_die_that_merged_with_another_right_at_the_wall_met_it_too():
    """Both came fast and clear of each other; at the wall they were one silhouette for two frames."""
    one, two = bounce(2600.0, 700.0, y=100.0), bounce(2400.0, 900.0, y=138.0, track=2)
    merged = {at(TURN), at(TURN + 1)}
    ways = [
        Path(tuple(replace(p, y_mm=119.0, shared=True) if p.t_ns in merged else p for p in way.points))
        for way in (one, two)
    ]
    heard = WallHit(at(TURN) + 5_000_000, "far-1", Wall.FAR, 1)
    assert [contact.hit_wall for contact in contacts(TABLE, ways, [heard])] == [True, True]


def test_an_approach_that_no_flight_led_to_is_none():
    lying = Path(tuple(Point(at(k), 870.0, 100.0, 1) for k in range(20)))
    assert not headlong(TABLE, Wall.FAR, Approach(at(10), -30.0, (870.0, 100.0)), lying, [])

"""A die that flies out of the picture above a wall and comes back into it is followed through."""

import pytest
from throws_stage import TABLE

from controller.throws.approaches import approaches
from controller.throws.contacts import contacts
from controller.throws.events import HitKind, Wall, WallHit
from controller.throws.paths import LONGEST_ALOFT_NS, walk_back
from controller.throws.sounds import Sensors
from vision.reading import Motion, MotionReading, Sighting

FRAME_NS = 16_666_667
IN_AT = 110.0
WAY_OUT = (*(IN_AT + 36.0 * k for k in range(23)), 928.0, 938.0, 947.0, 955.0)
"""Where the die is seen frame by frame, mm: it meets the wall high above the felt, and rises."""
OUT_AT, EDGE_MM, BACK_MM = len(WAY_OUT), 960.0, 12.0
"""From which frame on it is out of the picture, where that ends, mm, and how far it comes back in a frame."""


def x_mm(frame, away):
    """Where the die is seen in a frame; None while it is out of the picture, for `away` frames."""
    if frame < OUT_AT:
        return WAY_OUT[frame]
    back = frame - OUT_AT - away
    return None if back < 0 else EDGE_MM - 4.0 - BACK_MM * back


def frames(away, others=lambda k: (), back_track=1):
    """Film it until it lies at x = 668 mm; `others`: what else is seen in a frame."""
    out = []
    for k in range(OUT_AT + away + 40):
        at_mm = x_mm(min(k, OUT_AT + away + 24), away)
        track = 1 if k < OUT_AT else back_track
        seen = () if at_mm is None else (Sighting(track, at_mm, 220.0, 1.3),)
        out.append(MotionReading(Motion.MOVING, (*seen, *others(k)), k * FRAME_NS, k))
    return out


def followed(away, **how):
    (path,) = walk_back(frames(away, **how), [(668.0, 220.0)], TABLE.aloft)
    return path


@pytest.mark.parametrize("away", [2, 9, 20])
@pytest.mark.parametrize("back_track", [1, 2])
def test_a_die_that_comes_back_from_above_the_wall_is_followed_to_where_it_came_in(away, back_track):
    assert followed(away, back_track=back_track).points[0].x_mm == IN_AT


def test_a_die_that_is_away_for_longer_than_any_flight_is_lost():
    away = LONGEST_ALOFT_NS // FRAME_NS + 3
    assert followed(away).points[0].x_mm == EDGE_MM - 4.0


def test_a_die_that_vanishes_above_the_felt_is_not_joined_to_another_flight():
    gone = range(28, 45)
    seen = [frame for frame in frames(2) if frame.frame not in gone]
    (path,) = walk_back(seen, [(668.0, 220.0)], TABLE.aloft)
    assert path.points[0].t_ns > gone[-1] * FRAME_NS


def test_what_lies_on_the_board_is_not_where_a_die_came_back_from():
    lying = followed(12, others=lambda k: (Sighting(7, 700.0, 100.0, 1.2),))
    assert {point.track for point in lying.points} == {1}


def test_another_dies_own_flight_is_not_taken_for_it():
    """Two dice; one comes down from above the wall, but the way out there is the other's, who never went so far."""
    other = [Sighting(5, min(100.0 + 35.0 * k, 870.0), 300.0, 1.2) for k in range(100)]
    seen = [
        MotionReading(f.motion, (*(s for s in f.sightings if f.frame > OUT_AT), other[f.frame]), f.exposed_ns, f.frame)
        for f in frames(12)
    ]
    one, two = walk_back(seen, [(668.0, 220.0), (870.0, 300.0)], TABLE.aloft)
    assert {point.track for point in one.points} == {1}
    assert {point.track for point in two.points} == {5}


def test_nothing_is_touched_while_a_die_is_out_of_sight_above_the_wall():
    found = approaches(TABLE, Wall.FAR, followed(12))
    assert not any(approach.hidden_ns and not approach.resting for approach in found)


def test_a_die_heard_at_the_wall_that_comes_back_from_above_it_has_hit():
    heard = WallHit(23 * FRAME_NS + 5_000_000, "far-2", Wall.FAR, 1, HitKind.CLEAR)
    (found,) = contacts(TABLE, (followed(12),), [heard], Sensors(hold=True))
    assert found.hit_wall is True

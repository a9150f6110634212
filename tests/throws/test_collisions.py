"""Dice that meet push each other apart: what that explains of a turn at the wall is no touch."""

from dataclasses import replace

import pytest
from throws_stage import TABLE

from controller.throws.collisions import explained_mm_s
from controller.throws.contacts import contacts
from controller.throws.events import Wall, WallHit
from controller.throws.paths import Path, Point

START, FRAME_NS = 1_000_000_000, 16_666_667
TURN = 12


def flight(turn_x, y, aside_mm_s=0.0, speed_in=2400.0, speed_out=-700.0, track=1):
    """Fly to `turn_x`, there in frame 12, then back; thrown aside there at a speed, positive to larger y."""
    points = []
    for k in range(24):
        after_s = (k - TURN) / 60
        x = turn_x + after_s * (speed_out if k > TURN else speed_in)
        points.append(Point(START + k * FRAME_NS, x, y + max(after_s, 0.0) * aside_mm_s, track))
    return Path(tuple(points))


def explained(own, other):
    return explained_mm_s(TABLE, Wall.FAR, START + TURN * FRAME_NS, own, other)


AHEAD = flight(890.0, 100.0, aside_mm_s=-900.0, track=2)


def test_a_die_thrown_aside_from_one_ahead_lost_speed_to_it_along_the_line_between_them():
    assert explained(flight(870.0, 120.0, aside_mm_s=1200.0), AHEAD) == pytest.approx(1200.0, rel=0.01)
    assert explained(flight(866.0, 112.0, aside_mm_s=1200.0), AHEAD) == pytest.approx(2400.0, rel=0.01)


@pytest.mark.parametrize(
    "own",
    [
        flight(870.0, 120.0, aside_mm_s=-1200.0),
        flight(870.0, 120.0, aside_mm_s=100.0),
        flight(900.0, 120.0, aside_mm_s=1200.0),
        flight(870.0, 180.0, aside_mm_s=1200.0),
        flight(848.0, 105.0, aside_mm_s=1200.0),
        flight(877.0, 112.0, aside_mm_s=1200.0),
    ],
    ids=[
        "thrown towards it",
        "hardly thrown aside",
        "nearer to the wall itself",
        "too far beside it",
        "too far behind it",
        "seen above it",
    ],
)
def test_no_other_blow_explains_what_cannot_come_from_it(own):
    assert explained(own, AHEAD) == 0.0


def merged(path, frames, area=2.6, off_mm=0.0):
    """Let a die have one silhouette with another in some frames, its place rough there."""
    return Path(
        tuple(replace(p, y_mm=p.y_mm + off_mm, area=area) if k in frames else p for k, p in enumerate(path.points))
    )


def test_frames_in_which_two_dice_are_one_silhouette_say_nothing_of_their_speed():
    own, beside = flight(870.0, 120.0, aside_mm_s=1200.0), (11, 13)
    assert explained(merged(own, beside, off_mm=9.0), merged(AHEAD, beside)) == pytest.approx(1200.0, rel=0.01)
    after = range(TURN + 1, 24)
    assert explained(merged(own, after), merged(AHEAD, after)) == 0.0


def test_a_silhouette_that_is_large_by_its_speed_alone_is_one_dies():
    own = flight(870.0, 120.0, aside_mm_s=1200.0)
    blurred = merged(own, range(TURN), area=2.1)
    assert explained(blurred, merged(AHEAD, range(TURN), area=1.9)) == pytest.approx(1200.0, rel=0.01)


@pytest.mark.parametrize("own", [flight(870.0, 120.0, aside_mm_s=1200.0), flight(877.0, 112.0, aside_mm_s=1200.0)])
def test_dice_that_are_not_seen_apart_about_a_moment_may_have_met(own):
    hidden = (TURN - 1, TURN, TURN + 1)
    shared = Path(tuple(replace(p, shared=k in hidden) for k, p in enumerate(own.points)))
    assert explained(shared, AHEAD) > 1000.0


def blow(path, number, late_ns=2_000_000):
    return WallHit(path.points[TURN].t_ns + late_ns, "far-1", Wall.FAR, number, rises=6)


def test_a_turn_that_another_dies_blow_explains_is_no_sure_hit_though_it_was_heard():
    """Both turned at once and two blows were heard: one die's, thrown against the wall by the other, or both dice's."""
    free, struck = (flight(880.0, 124.0, aside_mm_s=aside_mm_s) for aside_mm_s in (0.0, 3300.0))
    blows = [blow(AHEAD, 1), blow(AHEAD, 2, late_ns=16_000_000)]
    assert [contact.hit_wall for contact in contacts(TABLE, [AHEAD, free], blows)] == [True, True]
    assert [contact.hit_wall for contact in contacts(TABLE, [AHEAD, struck], blows)] == [True, None]


def test_a_die_that_touched_once_more_with_nobody_near_has_hit():
    """It comes back from the side wall."""
    once = flight(880.0, 124.0, aside_mm_s=3300.0).points[: TURN + 4]
    again = flight(884.0, 250.0, speed_in=1500.0).points[TURN - 2 :]
    path = Path((*once, *(replace(p, t_ns=p.t_ns + 7 * FRAME_NS) for p in again)))
    first, second = blow(AHEAD, 1), WallHit(START + (TURN + 7) * FRAME_NS, "far-2", Wall.FAR, 2, rises=6)
    assert [contact.hit_wall for contact in contacts(TABLE, [AHEAD, path], [first])] == [True, None]
    assert [contact.hit_wall for contact in contacts(TABLE, [AHEAD, path], [first, second])] == [True, True]

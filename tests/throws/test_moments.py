"""The moments at which a die may have touched: what its track says of each."""

from dataclasses import replace
from itertools import accumulate

import pytest
from throws_stage import TABLE

from controller.throws.contacts import contacts
from controller.throws.events import Wall, WallHit
from controller.throws.likelihood import State, chosen, stories
from controller.throws.moments import moments
from controller.throws.paths import Path, Point
from controller.throws.sounds import Heard, Sensors

START = 1_000_000_000
TURN = 14
"""The frame in which a die turns."""


def at(k):
    return START + round(k / 60 * 1e9)


def turning(turn_x=882.0, speed_in=2500.0, speed_out=-900.0, y=100.0, turn=TURN, track=1):
    """Fly to `turn_x`, there in frame `turn`, then on at another speed, positive outward."""
    xs = [turn_x + (k - turn) / 60 * (speed_in if k <= turn else speed_out) for k in range(26)]
    return Path(tuple(Point(at(k), x, y, track) for k, x in enumerate(xs)))


def hardest(*paths, die=0):
    return max(moments(TABLE, Wall.FAR, paths, die), key=lambda moment: moment.lost_mm_s)


def sounds(*heard):
    return [WallHit(at(k) + 4_000_000, zone, Wall.FAR, i) for i, (k, zone) in enumerate(heard, start=1)]


def judged(*paths, heard=((TURN, "far-1"),)):
    return [contact.hit_wall for contact in contacts(TABLE, paths, sounds(*heard))]


def test_a_bounce_is_one_moment_with_what_was_lost_and_what_came_back():
    moment = hardest(turning())
    assert (moment.lost_mm_s, moment.back_mm_s) == (pytest.approx(3400, abs=5), pytest.approx(900, abs=5))
    assert moment.t_ns == pytest.approx(at(TURN), abs=100_000)
    assert len([m for m in moments(TABLE, Wall.FAR, [turning()], 0) if not m.resting]) == 1


@pytest.mark.parametrize("turn", [14.1, 14.35, 14.5, 14.8])
def test_a_turn_between_two_frames_is_timed_by_where_the_ways_in_and_out_cross(turn):
    assert hardest(turning(turn=turn)).t_ns == pytest.approx(at(turn), abs=100_000)


def test_a_die_that_turned_long_before_the_wall_had_no_moment_there():
    assert moments(TABLE, Wall.FAR, [turning(turn_x=800.0)], 0) == []


@pytest.mark.parametrize(
    "beside, ahead, behind", [(0.0, 30.0, True), (30.0, 30.0, True), (60.0, 30.0, False), (0.0, -30.0, False)]
)
def test_a_die_is_behind_another_that_was_ahead_of_it_and_hardly_beside(beside, ahead, behind):
    other = turning(turn_x=882.0 + ahead, y=100.0 + beside, track=2)
    assert hardest(turning(), other).behind is behind


def test_dice_in_one_silhouette_are_merged_though_the_tracker_divided_it():
    one, two = turning(), turning(y=118.0, track=2)
    assert not hardest(one, two).merged
    merged = [Path(tuple(replace(point, area=2.1) for point in path.points)) for path in (one, two)]
    assert hardest(*merged).merged


def test_where_silhouettes_were_one_the_speeds_say_nothing():
    both = Path(tuple(replace(p, shared=True) if abs(p.t_ns - at(TURN)) < 40_000_000 else p for p in turning().points))
    assert all(moment.vague for moment in moments(TABLE, Wall.FAR, [both], 0) if not moment.resting)


def test_a_gap_is_a_moment_at_the_wall_and_never_at_the_rim():
    seen = turning().points
    gap = Path(tuple(p for p in seen if abs(p.t_ns - at(TURN)) > 40_000_000))
    hidden = [moment for moment in moments(TABLE, Wall.FAR, [gap], 0) if moment.hidden_ns and not moment.resting]
    assert [moment.outward_mm for moment in hidden] == [0.0]


def test_a_die_that_leaves_another_fast_has_met_the_wall():
    above = turning(905.0, 1500.0, -900.0, y=105.0, turn=TURN + 1, track=2)
    assert judged(turning(880.0, 2500.0, -1200.0), above)[0] is True


def test_a_path_that_begins_where_something_stood_proves_no_missed_wall():
    stood = [Point(at(k), 120.0, 35.0 + k % 2, 5) for k in range(20)]
    flew = [Point(at(20 + k), 120.0 + 30.0 * k, 35.0, 5) for k in range(14)]
    assert judged(Path(tuple(stood + flew)), heard=()) == [None]
    assert judged(Path(tuple(flew)), heard=()) == [False]


def test_a_die_that_merged_with_another_right_at_the_wall_met_it_too():
    """Both came fast and clear of each other; at the wall they had one silhouette, which the tracker divides."""
    one, two = turning(y=100.0), turning(speed_in=2400.0, y=138.0, track=2)
    merged = {at(TURN), at(TURN + 1)}
    ways = [Path(tuple(replace(p, area=2.1) if p.t_ns in merged else p for p in way.points)) for way in (one, two)]
    assert judged(*ways) == [True, True]


@pytest.mark.parametrize(
    "ahead, beside, blocked",
    [(24.0, 5.0, 1.0), (40.0, 5.0, 1.0), (50.0, 5.0, 0.0), (24.0, 21.0, 0.5), (24.0, 30.0, 0.0)],
)
def test_a_die_is_blocked_where_it_turns_in_touch_with_another_before_the_wall(ahead, beside, blocked):
    """Where both are above the felt one may seem as far ahead as two edges, and still be in touch."""
    other = turning(turn_x=870.0 + ahead, y=100.0 + beside, track=2)
    assert hardest(turning(turn_x=870.0), other).blocked == pytest.approx(blocked, abs=0.01)


def test_a_die_that_turned_hard_right_behind_another_is_not_said_to_have_hit():
    """Only one blow was heard, and what is seen fits two stories: both hit, or it turned at the other die."""
    other = turning(turn_x=912.0, speed_in=2000.0, y=104.0, track=2)
    assert judged(turning(turn_x=878.0), other) != [True, True]


def test_a_soft_touch_may_go_unheard_and_a_hard_one_hardly():
    heard = Heard(TABLE, Wall.FAR, [], Sensors())
    soft, hard = turning(speed_in=200.0, speed_out=-100.0), turning()
    for path, least in ((soft, 0.5), (hard, 0.0)):
        found = chosen(TABLE, heard, moments(TABLE, Wall.FAR, [path], 0))
        told = [s.terms for s in stories(TABLE, heard, found) if s.touched(found) and "silence" in s.terms]
        assert told
        assert all((terms["silence soft"] > least) is (path is soft) for terms in told)


def test_a_second_turn_at_the_wall_is_seen_though_a_harder_one_was_just_before():
    """It met another die on its way, and two frames later the wall."""
    steps = [45.0] * TURN + [16.0] * 2 + [-4.0] * 12
    xs = [884.0 - sum(steps[: TURN + 2])]
    for step in steps:
        xs.append(xs[-1] + step)
    found = moments(TABLE, Wall.FAR, [Path(tuple(Point(at(k), x, 100.0, 1) for k, x in enumerate(xs)))], 0)
    turns = sorted(moment.t_ns for moment in found if not moment.resting and moment.lost_mm_s > 700)
    assert [round((t_ns - START) * 60 / 1e9) for t_ns in turns] == [TURN, TURN + 2]


def test_a_die_that_was_away_beyond_the_rim_may_have_met_only_the_rim():
    flight = turning(turn_x=975.0, speed_in=1200.0, speed_out=-1200.0).points
    away = Path(tuple(p for p in flight if p.x_mm < 955.0))
    hidden = [moment for moment in moments(TABLE, Wall.FAR, [away], 0) if moment.hidden_ns and not moment.resting]
    assert len(hidden) == 1
    assert hidden[0].outward_mm > 30.0


def test_the_first_of_two_sounds_may_be_the_same_die_heard_before_its_moment():
    """It met the wall with one corner and 33 ms later with another; its track shows one turn."""
    heard = Heard(TABLE, Wall.FAR, sounds((TURN - 2, "far-1"), (TURN, "far-1")), Sensors())
    found = chosen(TABLE, heard, moments(TABLE, Wall.FAR, [turning()], 0))
    told = max(stories(TABLE, heard, found), key=lambda story: story.log_p)
    assert told.touched(found) == {0}
    assert [name for name in told.terms if name.startswith(("again", "nobody"))] == ["again tick"]


def test_a_die_that_met_the_rim_hardly_touches_the_wall_below_right_after():
    rim_mm = TABLE.length_mm + TABLE.rim_outward_mm(Wall.FAR)
    first, again = (replace(hardest(turning(rim_mm + 4.0)), t_ns=at(TURN + k)) for k in (0, 4))
    told = list(stories(TABLE, Heard(TABLE, Wall.FAR, sounds((TURN, "far-1")), Sensors()), [first, again]))
    terms = {story.states: story.terms["after rim"] for story in told}
    assert (terms[State.RIM, State.TOUCH], terms[State.TOUCH, State.TOUCH], terms[State.RIM, State.RIM]) == (1, 0, 0)


def test_a_die_thrown_back_unheard_at_the_rim_says_nothing_against_the_sensor():
    at_wall = contacts(TABLE, [turning(885.0, 2500.0, -1200.0)], [])
    at_rim = contacts(TABLE, [turning(TABLE.length_mm + TABLE.rim_outward_mm(Wall.FAR) + 4.0, 1200.0, -800.0)], [])
    assert (at_wall[0].silent, at_rim[0].silent) == (("far-1",), ())


def stopping(before_mm):
    """Come in and roll out so far before the place of a die that stands at the rubber."""
    steps = [30.0] * 24 + [20.0, 12.0, 6.0, 3.0, 1.0] + [0.0] * 20
    xs = list(accumulate(steps, initial=TABLE.length_mm + TABLE.pressed_mm - before_mm - sum(steps)))
    return Path(tuple(Point(at(k), x, 100.0, 1) for k, x in enumerate(xs)))


def test_a_die_that_came_to_rest_at_the_rubber_unheard_may_have_touched_it_softly():
    softly, short = stopping(2.5), stopping(12.0)
    assert [contacts(TABLE, [softly], [], at_rubber=lying)[0].hit_wall for lying in ((), [0])] == [False, None]
    assert contacts(TABLE, [short], [], at_rubber=[0])[0].hit_wall is False


def test_a_die_that_stopped_right_before_the_rubber_is_no_miss_where_no_sensor_listens():
    path = stopping(3.0)
    deaf = contacts(TABLE, [path], [], Sensors(frozenset(zone.name for zone in TABLE.zones)))
    assert (contacts(TABLE, [path], [])[0].hit_wall, deaf[0].hit_wall) == (False, None)

"""Hits and tracks together, die by die; and the way back from where a die rests."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from throws_stage import FRAME_NS, TABLE, WALL_X, Flight

from controller.throws.approaches import approaches
from controller.throws.contacts import BARS, HELD_BARS, Way, _bars, contacts
from controller.throws.contacts import ways as weighed
from controller.throws.events import HitKind, Wall, WallHit
from controller.throws.likelihood import State, Story, stories, track_terms
from controller.throws.moments import Moment
from controller.throws.paths import Path, PathLog, Point, walk_back
from controller.throws.scorecard import Scorecard
from controller.throws.sounds import Heard, Sensors
from controller.throws.table import Table
from controller.throws.weights_held import HELD_WEIGHTS
from vision.reading import Motion, MotionReading, Sighting

MS = 1_000_000
START = 1_000_000_000
SENSORS, HOLD = Sensors(), Sensors(hold=True)
KNOWN_LATENCY = replace(TABLE, latency_ns=5 * MS)


def frames(*flights, lost=(), ids=None, area=1.0, phase=0.0):
    count = round(max(f.flight_s for f in flights) * 60) + 12
    out = []
    for k in (k for k in range(count) if k not in lost):
        t_s = (k + phase) / 60
        seen = [Sighting((ids or (lambda i, k: i))(i, k), f.x(t_s), f.y, area) for i, f in enumerate(flights, start=1)]
        out.append(MotionReading(Motion.MOVING, tuple(seen), START + round(t_s * 1e9), k))
    return out


def ways(*flights, **how):
    return walk_back(frames(*flights, **how), [(f.rest_x, f.y) for f in flights])


def hit(flight, zone=None, late_ms=5.0, number=1, kind=HitKind.CLEAR):
    t_ns = START + round((flight.turn_s + late_ms / 1e3) * 1e9)
    return WallHit(t_ns, zone or f"far-{int(flight.y // 150) + 1}", Wall.FAR, number, kind)


def judged(paths, hits=(), table=TABLE, sensors=SENSORS):
    return [contact.hit_wall for contact in contacts(table, paths, hits, sensors)]


BOUNCE, SHORT = Flight(), Flight(y=330.0, turn_x=700.0, rest_x=750.0)


@settings(max_examples=60)
@given(st.floats(0, 1), st.floats(1200, 3500), st.floats(0, 30))
def test_a_bounce_with_its_hit_is_a_touch_at_any_phase_speed_and_latency(phase, speed, late_ms):
    flight = Flight(speed=speed, back=0.35 * speed)
    assert judged(ways(flight, phase=phase), [hit(flight, late_ms=late_ms)]) == [True]


@settings(max_examples=60)
@given(st.floats(0, 1), st.floats(1200, 3500))
def test_the_moment_of_a_bounce_is_found_between_the_frames(phase, speed):
    flight = Flight(speed=speed, back=0.35 * speed)
    found = max(
        approaches(TABLE, Wall.FAR, ways(flight, phase=phase)[0]), key=lambda a: (round(a.change_mm_s), a.outward_mm)
    )
    assert found.t_ns == pytest.approx(START + flight.turn_s * 1e9, abs=9 * MS)
    assert found.outward_mm == pytest.approx(WALL_X - 900, abs=8)


@given(st.floats(0, 1), st.floats(500, 850), st.lists(st.sampled_from(["far-1", "far-2", "far-3"]), max_size=3))
def test_a_die_that_never_came_near_missed_whatever_was_heard(phase, turn_x, zones):
    flight = Flight(turn_x=turn_x, rest_x=450.0)
    heard = [hit(flight, zone, number=k + 1) for k, zone in enumerate(zones)]
    assert judged(ways(flight, phase=phase), heard) == [False]


@pytest.mark.parametrize("late_ms", [-200.0, 150.0])
def test_a_hit_at_another_time_is_not_its_hit(late_ms):
    slow = Flight(speed=1500.0, back=500.0)
    got = contacts(TABLE, ways(slow), [hit(slow, late_ms=late_ms)], SENSORS)
    assert got[0].walls == () or got[0].walls[0].hit_id is None


def test_a_hit_in_another_zone_is_not_its_hit():
    assert judged(ways(BOUNCE), [hit(BOUNCE, "far-3")]) == [None]


def test_a_crosstalk_hit_counts_where_a_die_turned_and_not_where_none_was():
    beside = Flight(y=330.0)
    heard = [hit(BOUNCE), hit(beside, number=2, kind=HitKind.CROSSTALK)]
    assert judged(ways(BOUNCE, beside), heard) == [True, True]
    assert judged(ways(BOUNCE, SHORT), heard) == [True, False]


def test_an_untrusted_zone_leaves_it_to_the_track():
    assert judged(ways(BOUNCE), sensors=SENSORS.without("far-1")) == [True]
    assert judged(ways(BOUNCE)) == [None]


def test_a_die_lying_at_the_rubber_unheard_is_not_sure():
    creeping = Flight(turn_x=883.0, rest_x=883.5, speed=300.0, back=10.0)
    assert judged(ways(creeping)) == [None]


def test_a_turn_at_another_die_is_no_sure_hit():
    ahead = Flight(y=100.0, rest_x=800.0)
    behind = Flight(y=105.0, turn_x=872.0, rest_x=600.0, start_x=18.0)
    assert judged(ways(ahead, behind), [hit(ahead)])[1] is not True


def test_a_die_seen_only_after_the_wall_is_not_sure():
    late = [frame for frame in frames(BOUNCE) if frame.exposed_ns > START + (BOUNCE.turn_s + 0.03) * 1e9]
    assert judged(walk_back(late, [(BOUNCE.rest_x, BOUNCE.y)])) == [None]


def test_a_thing_that_lay_there_all_along_proves_no_missed_wall():
    lying = Path(tuple(Point(START + round(k / 60 * 1e9), 300.0, 200.0, 5, area=0.8) for k in range(60)))
    assert judged([lying]) == [None]


def test_a_die_not_seen_at_all_is_not_sure():
    assert judged([Path()], [hit(BOUNCE)]) == [None]


def test_a_gap_at_the_wall_with_its_hit_is_a_touch_and_without_is_not_sure():
    gap = range(19, 24)
    assert judged(ways(BOUNCE, lost=gap), [hit(BOUNCE)]) == [True]
    assert judged(ways(BOUNCE, lost=gap)) == [None]


def test_a_turn_as_far_out_as_the_rim_is_not_sure():
    rim = Flight(turn_x=965.0)
    assert judged(ways(rim), [hit(rim)]) == [None]


@pytest.mark.parametrize("inside_mm, sure", [(3.0, True), (-3.0, None)])
def test_the_rim_begins_where_a_die_on_top_of_the_wall_is_seen(inside_mm, sure):
    limit_mm = TABLE.rim_outward_mm(Wall.FAR)
    flight = Flight(turn_x=TABLE.length_mm + limit_mm - inside_mm, speed=2000.0)
    assert judged(ways(flight), [hit(flight)]) == [sure]


def test_a_die_that_only_stops_before_the_wall_unheard_has_missed_it():
    landing = bent(2700.0, 0.0, at_x=872.0)
    assert judged([landing]) == [False]
    assert contacts(TABLE, [landing], [])[0].silent == ()


def test_a_die_that_only_stops_before_the_wall_has_no_part_in_the_hit_of_another():
    stops = bent(2700.0, 0.0, at_x=872.0).points
    landing = Path(tuple(replace(point, y_mm=130.0, t_ns=point.t_ns + 2 * FRAME_NS) for point in stops))
    bouncing = bent(2700.0, -1200.0, at_x=884.0)
    heard = WallHit(bouncing.points[12].t_ns + MS, "far-1", Wall.FAR, 1)
    told = judged([bouncing, landing], [heard])
    assert told[0] is True
    assert told[1] is not True


def test_two_dice_may_share_a_hit_where_both_were_thrown_back():
    one = bent(2700.0, -1200.0, at_x=884.0)
    two = Path(tuple(replace(point, y_mm=140.0, track=7) for point in one.points))
    heard = WallHit(one.points[12].t_ns + MS, "far-1", Wall.FAR, 1)
    assert judged([one, two], [heard]) == [True, True]


def test_a_die_thrown_back_hard_unheard_speaks_against_the_sensor():
    back = contacts(TABLE, [bent(1600.0, -600.0, at_x=878.0)], [])[0]
    assert (back.hit_wall, back.silent) == (None, ("far-1",))


def test_a_turn_just_below_the_rim_with_its_hit_is_a_touch():
    high = Flight(turn_x=936.0)
    assert judged(ways(high), [hit(high)]) == [True]


def test_cross_talk_is_no_touch_of_a_die_that_stops_short():
    bouncing, short = bent(2700.0, -1200.0, at_x=890.0), bent(600.0, 0.0, at_x=873.5)
    short = Path(tuple(replace(point, y_mm=200.0) for point in short.points))
    heard = [WallHit(bouncing.points[12].t_ns, "far-1", Wall.FAR, 1)]
    heard += [WallHit(bouncing.points[12].t_ns + 15 * MS, "far-2", Wall.FAR, 2, HitKind.CROSSTALK)]
    assert judged([bouncing, short], heard)[1] is not True


def test_a_hit_that_a_die_at_the_rim_may_have_made_is_no_other_dies():
    rim, far = Flight(turn_x=960.0), hit(Flight(turn_x=960.0))
    xs = [870.0 - max(0.0, 40.0 * (0.3 - k / 60)) for k in range(40)]
    creeping = Path(tuple(Point(START + round(k / 60 * 1e9), x, 130.0, 9) for k, x in enumerate(xs)))
    assert judged([*ways(rim), creeping], [far])[1] is None


def test_a_die_that_loses_some_speed_and_flies_on_has_not_met_the_wall():
    path = bent(2000.0, 1200.0, at_x=880.0)
    assert judged([path], [WallHit(path.points[12].t_ns, "far-1", Wall.FAR, 1)]) == [None]


def test_a_die_that_rises_at_the_wall_and_seems_to_creep_on_has_met_it():
    path = bent(3000.0, 850.0, at_x=905.0)
    assert judged([path], [WallHit(path.points[12].t_ns, "far-1", Wall.FAR, 1)]) == [True]


def bent(speed_in, speed_out, at_x):
    """Fly in at one speed and on outward at another; the kink is at point 12."""
    xs = [at_x + (k - 12) / 60 * (speed_in if k <= 12 else speed_out) for k in range(22)]
    return Path(tuple(Point(START + round(k / 60 * 1e9), x, 100.0, 1) for k, x in enumerate(xs)))


def test_a_soft_turn_in_a_corner_is_not_sure_while_the_zone_still_rings():
    other, corner = Flight(y=330.0), Flight(y=445.0, turn_x=875.0, speed=2300.0, rest_x=868.0, back=60.0)
    soft = [Point(START + round((k / 60 + 0.2) * 1e9), 873.0 - abs(14 - k) * 6.0, 445.0, 9) for k in range(24)]
    ringing = WallHit(soft[12].t_ns - 60 * MS, "far-3", Wall.FAR, 1)
    assert corner.y > TABLE.width_mm - TABLE.touch_mm
    assert judged([*ways(other), Path(tuple(soft))], [ringing])[1] is None


def test_what_is_near_the_camera_may_seem_faster_than_any_die():
    log = PathLog()
    for k in range(8):
        log.add(MotionReading(Motion.MOVING, (Sighting(1, 110.0 * k, 100.0, 5.0),), START + round(k / 60 * 1e9), k))
    assert [len(path.points) for path in log.tracks()] == [8]


def test_paths_follow_dice_through_new_track_numbers():
    renumbered = ways(BOUNCE, SHORT, ids=lambda i, k: i + 10 * (k // 9))
    assert [path.points[0].x_mm for path in renumbered] == [30.0, 30.0]
    assert judged(renumbered, [hit(BOUNCE)]) == [True, False]


def test_two_dice_never_share_a_silhouette_while_another_is_free():
    close = Flight(y=100.0), Flight(y=125.0, turn_x=860.0, rest_x=620.0, speed=2300.0)
    a, b = ways(*close)
    assert {(p.t_ns, p.track) for p in a.points}.isdisjoint((p.t_ns, p.track) for p in b.points)


def test_a_path_must_end_where_the_die_rests():
    passing = frames(Flight(rest_x=600.0))
    assert walk_back(passing, [(300.0, 100.0)])[0].points == ()


def test_a_merged_silhouette_belongs_to_both():
    merged = [
        MotionReading(Motion.MOVING, (Sighting(1, 300.0 + k, 100.0, 2.0),), START + k * 16 * MS, k) for k in range(8)
    ]
    paths = walk_back(merged, [(300.0, 90.0), (300.0, 110.0)])
    assert [len(path.points) for path in paths] == [8, 8]
    assert all(point.shared for path in paths for point in path.points)


def test_the_log_forgets_the_oldest_frames():
    log = PathLog()
    for k in range(4000):
        log.add(MotionReading(Motion.MOVING, (), k, k))
    assert len(log.frames) < 2000


def test_where_a_lifted_die_may_be_lies_between_what_is_seen_and_the_foot():
    low, high = Table().along_span_mm(Wall.FAR, (880.0, 425.0))
    assert low < 400 < high == 425.0


def test_speeds_need_two_frames_so_that_a_jump_is_no_speed():
    jump = Path((Point(0, 0, 0, 1), Point(16 * MS, 60, 0, 1), Point(32 * MS, 0, 0, 1)))
    assert jump.fastest_mm_s() == 0.0


def test_while_the_zone_rings_stories_are_not_sure_of_a_creeping_die(monkeypatch):
    monkeypatch.setattr("controller.throws.contacts.SCORECARD", Scorecard({}))
    xs = [882.0 - abs(14 - k) / 60 * (250.0 if k <= 14 else 260.0) for k in range(30)]
    soft = Path(tuple(Point(START + round(k / 60 * 1e9), x, 100.0, 9) for k, x in enumerate([200.0, *xs])))
    ringing = WallHit(soft.points[5].t_ns, "far-1", Wall.FAR, 1, until_ns=soft.points[20].t_ns)
    assert judged([soft], [ringing]) == [None]


def test_a_die_that_stops_short_has_no_part_in_the_hit_of_one_that_bounces_then_though_it_fits_its_moment_better():
    bouncing, short = bent(2700.0, -1200.0, at_x=890.0), bent(900.0, 0.0, at_x=875.0)
    short = Path(tuple(replace(point, y_mm=130.0, t_ns=point.t_ns - FRAME_NS // 2) for point in short.points))
    heard = WallHit(short.points[12].t_ns, "far-1", Wall.FAR, 1)
    assert judged([bouncing, short], [heard])[1] is None


def test_a_clear_hit_that_nothing_explains_is_the_touch_of_the_only_die_there():
    xs = [min(877.0, 100.0 + 40.0 * k, 800.0 + 8.0 * (k - 17)) for k in range(50)]
    creeping = Path(tuple(Point(START + round(k / 60 * 1e9), x, 100.0, 1) for k, x in enumerate(xs)))
    late = WallHit(creeping.points[27].t_ns, "far-1", Wall.FAR, 1)
    assert judged([creeping], [late]) == [True]
    assert judged([creeping], [replace(late, t_ns=late.t_ns + 400 * MS)]) == [False]


def test_one_sound_of_two_dice_in_one_silhouette_is_both_dices_where_both_were_seen_to_turn_at_the_wall():
    one = Flight(y=100.0, rest_x=600.0)
    two = Flight(y=118.0, start_x=34.0, turn_x=WALL_X + 4.0, rest_x=604.0)
    assert judged(ways(one, two, area=2.9), [hit(one)]) == [True, True]


def test_a_sound_right_after_another_may_be_the_same_dies_and_proves_no_touch_of_one_that_stops_short():
    bouncing, short = bent(2700.0, -1200.0, at_x=890.0), bent(900.0, 0.0, at_x=874.0)
    short = Path(tuple(replace(point, y_mm=130.0, t_ns=point.t_ns + FRAME_NS) for point in short.points))
    blows = [
        WallHit(bouncing.points[12].t_ns + late * MS, "far-1", Wall.FAR, k, rises=6) for k, late in ((1, 0), (2, 20))
    ]
    assert judged([bouncing, short], blows) == [True, None]


def test_each_of_two_blows_in_one_zone_is_a_dies_that_turned_then():
    early, late = bent(2700.0, -1200.0, at_x=886.0), bent(1500.0, -500.0, at_x=883.0)
    late = Path(tuple(replace(point, y_mm=140.0, t_ns=point.t_ns + 6 * FRAME_NS) for point in late.points))
    blows = [WallHit(path.points[12].t_ns, "far-1", Wall.FAR, k, rises=6) for k, path in enumerate((early, late), 1)]
    found = contacts(TABLE, [early, late], blows)
    assert [[touch.hit_id for touch in contact.walls] for contact in found] == [[1], [2]]
    assert [contact.hit_wall for contact in found] == [True, True]


@given(st.lists(st.floats(-300, 300), min_size=1, max_size=3), st.floats(840, 900))
@settings(max_examples=30)
def test_all_stories_of_a_throw_together_are_certain(late_ms, turn_x):
    paths = ways(Flight(turn_x=turn_x), Flight(y=130.0, turn_x=turn_x - 5.0, rest_x=560.0))
    heard = Heard(TABLE, Wall.FAR, [hit(BOUNCE, late_ms=late, number=k) for k, late in enumerate(late_ms, 1)], SENSORS)
    every = weighed(TABLE, heard, paths)
    assert sum(p for way in every for _, p in way.stories) == pytest.approx(1.0)


@pytest.mark.parametrize(("both", "said"), [(0.96, [True, True]), (0.92, [None, None])])
def test_all_dice_hit_only_where_the_doubts_about_them_are_small_together(monkeypatch, both, said):
    """Each die alone is sure enough; that one sound was both dice's is not."""
    monkeypatch.setattr("controller.throws.contacts.SCORECARD", Scorecard({}))
    near = tuple(Moment(die, START, (WALL_X, 100.0 + 200.0 * die), -20.0) for die in (0, 1))
    one = (1.0 - both) / 2
    told = [
        ((State.TOUCH, State.TOUCH), both),
        ((State.TOUCH, State.NOTHING), one),
        ((State.NOTHING, State.TOUCH), one),
    ]
    way = Way((Path(), Path()), near, tuple((Story(states, {}, 0.0), p) for states, p in told))
    monkeypatch.setattr("controller.throws.contacts.ways", lambda *_: [way])
    assert judged(ways(BOUNCE, replace(BOUNCE, y=330.0))) == said


def test_one_die_needs_no_more_than_its_own_certainty(monkeypatch):
    monkeypatch.setattr("controller.throws.contacts.SCORECARD", Scorecard({}))
    way = Way(
        (Path(),),
        (Moment(0, START, (WALL_X, 100.0), -20.0),),
        ((Story((State.TOUCH,), {}, 0.0), 0.95), (Story((State.NOTHING,), {}, 0.0), 0.05)),
    )
    monkeypatch.setattr("controller.throws.contacts.ways", lambda *_: [way])
    assert judged(ways(BOUNCE)) == [True]


@pytest.mark.parametrize(("chance", "said"), [(0.99, True), (0.97, None)])
def test_a_die_seen_beyond_the_top_of_the_wall_has_hit_only_where_that_is_surer(monkeypatch, chance, said):
    monkeypatch.setattr("controller.throws.contacts.SCORECARD", Scorecard({}))
    for outward_mm, expected in ((-20.0, True), (TABLE.rim_outward_mm(Wall.FAR) + 1.0, said)):
        told = ((Story((State.TOUCH,), {}, 0.0), chance), (Story((State.RIM,), {}, 0.0), 1.0 - chance))
        way = Way((Path(),), (Moment(0, START, (WALL_X, 100.0), outward_mm),), told)
        monkeypatch.setattr("controller.throws.contacts.ways", lambda *_, way=way: [way])
        assert judged(ways(BOUNCE)) == [expected]


@pytest.mark.parametrize(("chance", "said"), [(0.01, False), (0.1, None)])
def test_a_die_seen_beyond_the_top_of_the_wall_has_missed_only_where_that_is_surer(monkeypatch, chance, said):
    """By sensors with a hold: of such dice with 2 to 25 % eight in eleven had hit."""
    for outward_mm, expected in ((-20.0, False), (TABLE.rim_outward_mm(Wall.FAR) + 1.0, said)):
        told = ((Story((State.TOUCH,), {}, 0.0), chance), (Story((State.RIM,), {}, 0.0), 1.0 - chance))
        way = Way((Path(),), (Moment(0, START, (WALL_X, 100.0), outward_mm),), told)
        monkeypatch.setattr("controller.throws.contacts.ways", lambda *_, way=way: [way])
        assert judged(ways(BOUNCE), [hit(BOUNCE)], sensors=HOLD) == [expected]


@pytest.mark.parametrize("sensors", [SENSORS, HOLD])
@pytest.mark.parametrize(("struck_mm_s", "said"), [(0.0, True), (900.0, None)])
def test_a_turn_that_another_dies_blow_explains_is_no_hit_beyond_doubt(monkeypatch, sensors, struck_mm_s, said):
    monkeypatch.setattr("controller.throws.contacts.SCORECARD", Scorecard({}))
    told = ((Story((State.TOUCH,), {}, 0.0), 0.99), (Story((State.NOTHING,), {}, 0.0), 0.01))
    moment = Moment(0, START, (WALL_X, 100.0), -20.0, lost_mm_s=1000.0, struck_mm_s=struck_mm_s)
    monkeypatch.setattr("controller.throws.contacts.ways", lambda *_: [Way((Path(),), (moment,), told)])
    assert judged(ways(BOUNCE), [hit(BOUNCE)], sensors=sensors) == [said]


def pulse(flight, late_ms, number):
    """Give the hit that a sensor with a hold tells of."""
    told = hit(flight, late_ms=late_ms, number=number)
    return replace(told, until_ns=told.t_ns + 10 * MS)


def test_two_touches_in_one_zone_are_two_pulses_of_a_sensor_with_a_hold():
    one, two = Flight(y=60.0), Flight(y=110.0, speed=2300.0)
    assert judged(ways(one, two), [pulse(one, 3.0, 1), pulse(two, 3.0, 2)], sensors=HOLD) == [True, True]


def test_a_turn_in_silence_is_sooner_a_miss_where_each_touch_is_a_pulse():
    """It only turns, 30 mm before the rubber, while the other one strikes: with a hold no ringing hides a touch."""
    near, far = Flight(y=60.0), Flight(y=380.0, turn_x=WALL_X - 30.0)
    assert judged(ways(near, far), [pulse(near, 3.0, 1)], sensors=HOLD) == [True, False]


def test_silence_is_weighed_as_the_sensors_were_before():
    """A near miss: sensors with a hold hide no touch in ringing."""
    near = ways(Flight(turn_x=WALL_X - 14.0), Flight(y=330.0, turn_x=700.0, rest_x=750.0))
    assert judged(near, sensors=HOLD) == [False, False]


def test_a_wall_with_a_zone_that_is_out_is_not_judged_by_the_bars_of_sensors_with_a_hold():
    heard = [Heard(TABLE, Wall.FAR, [], sensors) for sensors in (HOLD, HOLD.without("far-1"), SENSORS)]
    assert [_bars(each) for each in heard] == [HELD_BARS, BARS, BARS]


def test_what_is_heard_is_weighed_as_the_sensors_are():
    flight = Flight()
    clean, chattering = (Heard(TABLE, Wall.FAR, [pulse(flight, 3.0, 1)], sensors) for sensors in (HOLD, SENSORS))
    assert clean.weights is not chattering.weights


@pytest.mark.parametrize(("sensors", "off_ms"), [(HOLD, 14.0), (SENSORS, 2.0)])
def test_a_pulse_of_two_touches_fits_as_badly_as_the_worse_of_them(sensors, off_ms):
    """A sensor with a hold gives one pulse to touches within it; what rings may be woken once and touched again."""
    near, far = (Moment(die, START + late * MS, (WALL_X, 60.0), -20.0) for die, late in ((0, 2), (1, 14)))
    at = WallHit(START + KNOWN_LATENCY.assumed_latency_ns, "far-1", Wall.FAR, 1, HitKind.CLEAR)
    heard = Heard(KNOWN_LATENCY, Wall.FAR, [at], sensors)
    both = next(
        each for each in stories(KNOWN_LATENCY, heard, [near, far]) if each.states == (State.TOUCH, State.TOUCH)
    )
    assert both.terms["off"] == pytest.approx(off_ms / 10.0)


@pytest.mark.parametrize(("lost_mm_s", "blur_ms"), [(3000.0, 2.5), (600.0, 6.5), (0.0, 8.0)])
@pytest.mark.parametrize(("late_ms", "when"), [(-10.0, "off early"), (5.0, "off late"), (-36.0, "off early")])
def test_a_sound_fits_the_worse_the_better_its_moment_is_known(lost_mm_s, blur_ms, late_ms, when):
    moment = Moment(0, START, (WALL_X, 60.0), -20.0, lost_mm_s=lost_mm_s)
    at = WallHit(START + round(late_ms * MS) + KNOWN_LATENCY.assumed_latency_ns, "far-1", Wall.FAR, 1, HitKind.CLEAR)
    heard = Heard(KNOWN_LATENCY, Wall.FAR, [at], HOLD)
    touch = next(each for each in stories(KNOWN_LATENCY, heard, [moment]) if each.states == (State.TOUCH,))
    told = {name: touch.terms.get(name, 0.0) for name in ("off early", "off late")}
    assert told == {"off early": 0.0, "off late": 0.0, when: pytest.approx(min(abs(late_ms) / blur_ms, 4.0))}


@pytest.mark.parametrize(("late_ms", "rings"), [(18.0, True), (30.0, False)])
def test_what_turned_clearly_after_a_pulse_was_not_hidden_by_it(late_ms, rings):
    """Known to 2.5 ms, by a sensor that hears nothing for 14 ms after a touch."""
    moment = Moment(0, START + round(late_ms * MS), (WALL_X, 60.0), -20.0, lost_mm_s=3000.0)
    at = WallHit(START + KNOWN_LATENCY.assumed_latency_ns, "far-1", Wall.FAR, 1, HitKind.CLEAR)
    at = replace(at, until_ns=at.t_ns + 10 * MS)
    assert (Heard(KNOWN_LATENCY, Wall.FAR, [at], HOLD).ringing(moment) is not None) is rings
    assert Heard(KNOWN_LATENCY, Wall.FAR, [at], SENSORS).ringing(moment) is not None


@pytest.mark.parametrize(("back_mm_s", "leaving"), [(-500.0, 0.0), (300.0, 0.0), (800.0, 1.0), (2000.0, 2.0)])
def test_what_was_on_its_way_back_already_did_not_turn_at_the_wall(back_mm_s, leaving):
    moment = Moment(0, START, (WALL_X, 60.0), -20.0, lost_mm_s=300.0, back_mm_s=back_mm_s)
    assert track_terms(TABLE, Wall.FAR, moment, State.TOUCH)["leaving"] == leaving
    assert HELD_WEIGHTS["leaving"] < 0.0

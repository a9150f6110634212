"""From raw edges to hits: first edge, ringing, cross-talk, and sensors that cannot be trusted."""

import pickle
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.throws.debounce import RISES_KEPT, Debouncer, DebounceTimes
from controller.throws.events import Health, HitKind, Wall, WallEdge, WallHit, Zone

MS = 1_000_000
ZONES = tuple(Zone(f"far-{k}", Wall.FAR, 150.0 * k, 150.0 * k + 150.0) for k in range(3))


def played(edges, until_ms=None, times=None):
    debouncer = Debouncer(ZONES, times)
    out = [item for ms, zone, level in edges for item in debouncer.edge(WallEdge(round(ms * MS), f"far-{zone}", level))]
    if until_ms is not None:
        out += debouncer.tick(until_ms * MS)
    return debouncer, out


def hits(out):
    return [item for item in out if isinstance(item, WallHit)]


def health(out):
    return [(item.part, item.ok) for item in out if isinstance(item, Health)]


def burst(at_ms, zone, length_ms, step_ms=5.0):
    count = int(length_ms / step_ms)
    return [(at_ms + k * step_ms, zone, 1 - k % 2) for k in range(count + count % 2)]


def test_the_first_edge_of_a_bump_is_the_hit():
    _, out = played(burst(1000, 0, 200))
    assert [(h.t_ns, h.zone, h.kind) for h in hits(out)] == [(1000 * MS, "far-0", HitKind.CLEAR)]


def test_a_second_burst_after_quiet_within_the_ringing_is_weaker():
    _, out = played([*burst(1000, 0, 20), *burst(1150, 0, 20), *burst(1600, 0, 20)])
    assert [h.kind for h in hits(out)] == [HitKind.CLEAR, HitKind.RINGING, HitKind.CLEAR]


def chatter(at_ms, zone, rises=5):
    return [(at_ms + k * 0.6, zone, 1 - k % 2) for k in range(2 * rises)]


@pytest.mark.parametrize("later_ms, kinds", [(8, 1), (25, 2), (50, 2)])
def test_a_sensor_that_chatters_again_in_its_ringing_was_struck_again(later_ms, kinds):
    thin = [(1000 + ms, 0, level) for ms in (9, 15, 20, 33, 45) for level in (1, 0)]
    edges = sorted([*chatter(1000, 0), *(e for e in thin if e[0] < 1000 + later_ms - 3), *chatter(1000 + later_ms, 0)])
    found = hits(played(edges)[1])
    assert [hit.kind for hit in found] == [HitKind.CLEAR, HitKind.RINGING][:kinds]
    assert [hit.t_ns // MS for hit in found] == [1000, 1000 + later_ms][:kinds]


def blows_ms(edges, blow_ms):
    return [hit.t_ns / MS for hit in hits(played(edges, times=DebounceTimes(blow_ns=round(blow_ms * MS)))[1])]


def test_a_sensor_known_to_chatter_shortly_hears_the_next_blow_sooner():
    edges = [*chatter(1000, 0), *((1005 + ms, 0, level) for ms in (0, 0.1) for level in (1, 0)), *chatter(1009, 0)]
    assert (blows_ms(edges, 12.0), blows_ms(edges, 6.0)) == ([1000.0], [1000.0, 1009.0])


def test_chatter_that_outlasts_one_blow_tells_of_a_second_one_within_it():
    edges = chatter(1000, 0, rises=9)
    first, second = blows_ms(edges, 8.0)
    assert first == 1000.0 and 1003.0 <= second <= 1007.0
    assert blows_ms(edges, 12.0) == [1000.0]


@pytest.mark.parametrize("blow_ms, found", [(6.0, 1), (3.0, 2)])
def test_two_quick_rises_are_a_blow_only_where_chatter_is_short(blow_ms, found):
    edges = [(1000 + ms, 0, level) for ms in (0, 1.5, 20, 21.5) for level in (1, 0)]
    assert len(blows_ms(edges, blow_ms)) == found


def test_ringing_that_thins_out_is_no_second_blow():
    edges = [*chatter(1000, 0), *((1000 + ms, 0, level) for ms in (9, 12, 15, 22, 29, 41) for level in (1, 0))]
    assert len(hits(played(edges)[1])) == 1


def test_another_zone_within_the_crosstalk_is_weaker_and_kept():
    _, out = played([(1000, 0, 1), (1012, 1, 1), (1060, 2, 1)])
    assert [(h.zone, h.kind) for h in hits(out)] == [
        ("far-0", HitKind.CLEAR), ("far-1", HitKind.CROSSTALK), ("far-2", HitKind.CLEAR)
    ]  # fmt: skip


def test_a_lost_falling_edge_does_not_hide_the_next_hit():
    _, out = played([(1000, 0, 1), (1900, 0, 1)])
    assert len(hits(out)) == 2


def test_a_lost_rising_edge_still_makes_a_hit():
    _, out = played([(1000, 0, 1), (1010, 0, 0), (2000, 0, 0)])
    assert len(hits(out)) == 2


def test_letting_go_of_the_wall_is_no_hit():
    _, out = played([(1000, 0, 1), (1600, 0, 0)])
    assert len(hits(out)) == 1


def test_a_stuck_zone_is_reported_once_and_trusted_again_at_its_next_edge():
    debouncer, out = played([(1000, 0, 1)], until_ms=2500)
    assert health(out) == [("far-0", False)]
    assert debouncer.untrusted == {"far-0"}
    assert debouncer.tick(9000 * MS) == ()
    assert health(debouncer.edge(WallEdge(9100 * MS, "far-0", 0))) == [("far-0", True)]
    assert debouncer.untrusted == frozenset()


@pytest.mark.parametrize("step_ms", [0.5, 20])
def test_a_chattering_zone_is_silenced_until_it_is_quiet(step_ms):
    debouncer, out = played(burst(1000, 0, 4000, step_ms))
    assert ("far-0", False) in health(out)
    assert len(hits(out)) < 12
    assert health(debouncer.tick(9000 * MS)) == [("far-0", True)]
    assert len(hits(debouncer.edge(WallEdge(9100 * MS, "far-0", 1)))) == 1


def test_an_unknown_zone_is_ignored():
    assert Debouncer(ZONES).edge(WallEdge(1, "elsewhere", 1)) == ()


edge_times = st.lists(st.tuples(st.integers(1, 400), st.integers(0, 2), st.integers(0, 1)), max_size=120)


def in_order(steps):
    t, edges = 1000, []
    for gap, zone, level in steps:
        t += gap
        edges.append((t, zone, level))
    return edges


@given(edge_times)
def test_hits_come_from_edges_in_order_with_rising_numbers(steps):
    edges = in_order(steps)
    found = hits(played(edges)[1])
    assert {(h.t_ns // MS, h.zone) for h in found} <= {(ms, f"far-{zone}") for ms, zone, _ in edges}
    assert [h.id for h in found] == list(range(1, len(found) + 1))
    assert all(a.t_ns <= b.t_ns + 4 * MS for a, b in pairwise(found))


@given(edge_times)
def test_hits_of_one_zone_keep_their_distance(steps):
    found = hits(played(in_order(steps))[1])
    for zone in {h.zone for h in found}:
        times = [h.t_ns for h in found if h.zone == zone]
        assert all(b - a >= 12 * MS for a, b in pairwise(times))


@settings(max_examples=5, deadline=None)
@given(st.integers(1, 90), st.integers(0, 1000))
def test_a_storm_of_edges_takes_no_memory(step, seed):
    random, debouncer, sizes = Random(seed), Debouncer(ZONES), []
    for k in range(4000):
        debouncer.edge(WallEdge((1000 + k * step) * MS, f"far-{random.randrange(3)}", k % 2))
        if k % 1000 == 999:
            sizes.append(len(pickle.dumps(debouncer)))
    assert max(sizes) - sizes[0] < 10 * len(ZONES) * RISES_KEPT


def held(at_ms, zone, pulse_ms=10.0):
    return [(at_ms, zone, 1), (at_ms + pulse_ms, zone, 0)]


def test_each_pulse_of_a_sensor_with_a_hold_is_a_hit():
    """Nothing rings behind a hold: what comes 5 ms after a pulse is another touch."""
    _, out = played([*held(1000, 0), *held(1015, 0), *held(1100, 0)])
    assert [(h.t_ns // MS, h.kind) for h in hits(out)] == [(ms, HitKind.CLEAR) for ms in (1000, 1015, 1100)]


def test_a_sensor_that_chattered_has_no_hold():
    _, out = played([*chatter(1000, 0), *held(1070, 0), *held(1085, 0)])
    assert len(hits(out)) == 2


@pytest.mark.parametrize("pulses, every_ms", [(12, 50), (300, 15)])
def test_a_storm_of_held_pulses_is_no_dice(pulses, every_ms):
    _, out = played([edge for k in range(pulses) for edge in held(1000 + every_ms * k, 0)])
    assert health(out) == [("far-0", False)]


def test_a_sensor_that_rings_on_behind_its_hold_is_not_taken_for_one_that_tells_each_touch():
    """Pulses that follow each other by the train are a piezo's ringing, however long each of them is."""
    trains = [edge for train in range(4) for k in range(4) for edge in held(1000 + 400 * train + 18 * k, 0)]
    debouncer, out = played(trains)
    assert not debouncer.hold
    assert [h.t_ns // MS for h in hits(out)][-1] == 2200


def test_touches_of_two_dice_in_one_zone_are_no_ringing():
    debouncer, _ = played([edge for at_ms in (1000, 1020, 2000, 2200, 3000) for edge in held(at_ms, 0)])
    assert debouncer.hold


def test_blows_that_chatter_beyond_the_hold_are_no_ringing():
    """Each goes on in a second pulse right behind the first."""
    blows = [edge for k in range(8) for at_ms in (0, 11) for edge in held(1000 + 400 * k + at_ms, 0)]
    debouncer, out = played(blows)
    assert debouncer.hold
    assert [h.t_ns // MS for h in hits(out)] == [1000 + 400 * k for k in range(8)]


def test_the_long_pulse_of_a_stuck_sensor_says_nothing_of_the_others():
    debouncer, _ = played([*held(1000, 0), *held(1100, 0), (1500, 1, 1), (9000, 1, 0)])
    assert debouncer.hold


def test_touches_that_follow_each_other_within_the_hold_are_told_where_the_line_tells_them():
    """The second pulse begins before the first one ends; what comes after them is still a sensor with a hold."""
    debouncer, out = played([*held(1000, 0), (1100, 0, 1), (1105, 0, 1), (1110, 0, 0), (1115, 0, 0), *held(1130, 0)])
    assert [h.t_ns // MS for h in hits(out)] == [1000, 1100, 1105, 1130]
    assert debouncer.hold


def test_one_odd_pulse_makes_no_other_sensor():
    _, out = played([*held(1000, 0), *held(1100, 0), *held(1200, 0, 17.0), *held(1230, 0)])
    assert [h.t_ns // MS for h in hits(out)] == [1000, 1100, 1200, 1230]


@pytest.mark.parametrize("pulse_ms, hold", [(10.0, True), (0.5, False), (60.0, False)])
def test_a_sensor_has_a_hold_whose_pulses_are_as_long(pulse_ms, hold):
    debouncer, _ = played([*held(1000, 0, pulse_ms), *held(1500, 0, pulse_ms)])
    assert debouncer.hold is hold


def test_nothing_is_known_of_sensors_that_said_nothing_yet():
    assert not Debouncer(ZONES).hold


def test_a_calibrated_hold_is_known_from_the_first_throw_on():
    times = DebounceTimes(hold_ns=10 * MS)
    assert Debouncer(ZONES, times).hold
    _, out = played([*held(1000, 0), *held(1015, 0)], times=times)
    assert [h.t_ns // MS for h in hits(out)] == [1000, 1015]


def test_pulses_that_are_no_hold_any_more_speak_against_the_calibration():
    times = DebounceTimes(hold_ns=10 * MS)
    debouncer, _ = played([edge for k in range(3) for edge in held(1000 + 500 * k, 0, 0.5)], times=times)
    assert not debouncer.hold

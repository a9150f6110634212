"""Wall sensors measured: taps, ringing, cross-talk, noise, latency, and what to do about each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration import walls
from calibration.report import Verdict
from calibration.walls import latency_report, measure_walls, taps_in
from controller.throws import debounce

MS = 1_000_000
ZONES = ("far-1", "far-2", "far-3")


def tap(zone, at_ms, rings_ms=80, shakes=(), late_ms=9):
    """A tap on a zone that rings in pulses, and shakes others a little later."""
    own = [((at_ms + k) * MS, zone, (k // 4 + 1) % 2) for k in range(0, rings_ms + 1, 4)]
    leaked = [((at_ms + late_ms + k) * MS, other, 1 - k) for other in shakes for k in range(2)]
    return [*own, *leaked]


def three_taps(zone, **how):
    return [edge for k in range(3) for edge in tap(zone, 1000 + 1500 * k, **how)]


def measured(tapped=None, noise=(), late_ns=tuple(range(4 * MS, 12 * MS, MS))):
    given_taps = {zone: three_taps(zone) for zone in ZONES} if tapped is None else tapped
    return measure_walls(ZONES, noise, 20.0, given_taps, late_ns)


def test_good_sensors_are_good_and_their_times_have_a_margin():
    parameters, report = measured()
    assert report.verdict is Verdict.GOOD
    assert parameters["ringing_ms"] == 100.0
    assert parameters["latency_ms"] == 7.5
    assert report.figures["taps"] == dict.fromkeys(ZONES, 3)


@pytest.mark.parametrize(("heard_of", "verdict"), [(3, Verdict.USABLE), (1, Verdict.GOOD)])
def test_a_rims_sensor_that_hears_taps_on_the_rubber_is_to_be_turned_down(heard_of, verdict):
    loud = [edge for k in range(3) for edge in tap("far-1", 1000 + 1500 * k, shakes=("rim",) if k < heard_of else ())]
    tapped = {zone: three_taps(zone) for zone in (*ZONES, "rim")} | {"far-1": loud}
    _, report = measure_walls((*ZONES, "rim"), (), 20.0, tapped, range(4 * MS, 12 * MS, MS), rims=["rim"])
    assert report.verdict is verdict
    assert any("rubber of far-1" in advice for advice in report.advice) == (verdict is Verdict.USABLE)


def test_chatter_is_the_longest_run_of_quick_rises_at_the_start_of_a_tap():
    def chattering(at_ms):
        rises = (0.0, 1.2, 2.9, 5.0, 9.0, 9.8, 30.0)
        return [(round((at_ms + ms) * MS) + 50_000 * (1 - level), "far-1", level) for ms in rises for level in (1, 0)]

    parameters, report = measured({zone: three_taps(zone) for zone in ZONES} | {"far-1": chattering(1000)})
    assert report.figures["chatter_ms"] == {"far-1": 5.0, "far-2": 0.0, "far-3": 0.0}
    assert parameters["chatter_ms"] == 6.0


def test_chatter_is_measured_by_what_the_debouncer_takes_for_dense():
    assert walls.DENSE_NS == debounce.DENSE_NS


def held(*pulses_ms):
    """Three taps, each with these pulses, 2 ms apart."""
    begins_ms = [sum(pulses_ms[:k]) + 2 * k for k in range(len(pulses_ms))]
    edges = [
        ((tap_ms + begin_ms + pulse_ms * fall) * MS, "far-1", 1 - fall)
        for tap_ms in (1000, 2500, 4000)
        for begin_ms, pulse_ms in zip(begins_ms, pulses_ms, strict=True)
        for fall in range(2)
    ]
    return {zone: three_taps(zone) for zone in ZONES} | {"far-1": edges}


def test_a_hold_that_makes_one_pulse_of_a_tap_is_good():
    _, report = measured(held(10))
    assert report.verdict is Verdict.GOOD
    assert (report.figures["pulses_a_tap"]["far-1"], report.figures["pulse_ms"]["far-1"]) == (1, 10.0)


@pytest.mark.parametrize("pulses_ms", [(10, 10, 10), (45,)], ids=["in more pulses", "in one long pulse"])
def test_a_sensor_that_rings_on_behind_its_hold_is_to_be_damped(pulses_ms):
    _, report = measured(held(*pulses_ms))
    assert report.verdict is Verdict.USABLE
    assert "Zone far-1 has a hold and rings on behind it" in report.advice[0]


def holding(pulse_ms, zones=ZONES):
    return {zone: [(t, zone, level) for t, _, level in held(pulse_ms)["far-1"]] for zone in zones}


def test_a_hold_that_all_zones_have_is_kept():
    parameters, _ = measured(holding(10))
    assert parameters["hold_ms"] == 10.0


@pytest.mark.parametrize(
    "tapped",
    [held(10), holding(45), holding(3), holding(10, ZONES[:2]), None, {}],
    ids=["of one zone only", "too long", "too short", "of those heard only", "of none", "unheard"],
)
def test_what_is_no_hold_of_all_zones_is_not_kept(tapped):
    parameters, _ = measured(tapped)
    assert "hold_ms" not in parameters


def test_a_hold_behind_which_a_zone_rings_is_not_kept():
    ringing = [(t, "far-2", level) for t, _, level in held(10, 10)["far-1"]]
    parameters, _ = measured(holding(10) | {"far-2": ringing})
    assert "hold_ms" not in parameters


def test_a_hold_is_as_long_as_the_debouncer_takes_it_to_be():
    assert tuple(limit * MS for limit in walls.HELD_MS) == debounce.HELD_NS


def test_cross_talk_is_a_matrix_with_the_latest_neighbour_as_its_time():
    tapped = {zone: three_taps(zone) for zone in ZONES} | {"far-2": three_taps("far-2", shakes=("far-3",), late_ms=16)}
    parameters, _ = measured(tapped)
    assert parameters["crosstalk"] == {"far-1": {}, "far-2": {"far-3": 1.0}, "far-3": {}}
    assert parameters["crosstalk_ms"] == 20.0


def test_a_zone_that_was_not_heard_is_bad_and_named():
    _, report = measured({zone: three_taps(zone) for zone in ZONES[:2]})
    assert report.verdict is Verdict.BAD
    assert "Zone far-3 was not heard" in report.advice[0]


def test_noise_is_counted_by_the_minute_and_much_of_it_is_bad():
    little = [(k * 7000 * MS, "far-1", 1) for k in range(2)]
    _, report = measured(noise=little)
    assert (report.verdict, report.figures["noise_edges_per_minute"]["far-1"]) == (Verdict.USABLE, 6.0)
    _, report = measured(noise=[(k * 100 * MS, "far-1", k % 2) for k in range(190)])
    assert report.verdict is Verdict.BAD


def test_without_bounces_the_latency_is_left_out_and_asked_for():
    parameters, report = measured(late_ns=())
    assert "latency_ms" not in parameters
    assert report.verdict is Verdict.USABLE
    assert "stickman record" in report.advice[0]


def test_sensors_on_another_clock_are_bad():
    assert latency_report([900 * MS] * 9)[1].verdict is Verdict.BAD


def test_one_bounce_that_was_far_off_does_not_move_the_latency():
    parameters, report = latency_report([7 * MS] * 9 + [55 * MS])
    assert parameters == {"latency_ms": 7.0}
    assert report.verdict is Verdict.GOOD


@given(st.lists(st.tuples(st.integers(0, 10**11), st.sampled_from(ZONES), st.integers(0, 1)), max_size=60))
def test_every_tap_begins_with_its_own_zone_and_none_overlap(edges):
    taps = taps_in(edges, "far-1")
    assert all(t[0][1:] == ("far-1", 1) for t in taps)
    starts = [t[0][0] for t in taps]
    assert starts == sorted(starts)
    assert all(max(edge[0] for edge in one) <= two for one, two in zip(taps, starts[1:], strict=False))

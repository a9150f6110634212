"""A played throw: order, repeatability, sensors and faults, and the twin as camera and sensors."""

import threading
import tomllib
from dataclasses import replace
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from controller.config import TableFile
from controller.throws.events import Wall, WallEdge
from controller.twin.faults import Fault, FaultSpell
from controller.twin.physics import Bump
from controller.twin.sensors import WallSensors
from controller.twin.settings import SensorSettings, TwinSettings
from controller.twin.sources import BEHIND_NS, TwinRunner
from controller.twin.throwing import Kind, Plan
from controller.twin.twin import Twin
from vision.frame import Frame

pytestmark = pytest.mark.twin


@pytest.fixture(scope="module")
def played(quick: TwinSettings) -> tuple[Twin, list[Frame | WallEdge]]:
    twin = Twin(quick, seed=6)
    return twin, [*twin.play(Plan(Kind.NORMAL)), *twin.play(Plan(Kind.NORMAL))]


def at(event: Frame | WallEdge) -> int:
    return event.exposed_ns if isinstance(event, Frame) else event.t_ns


def bump(y_mm: float, impulse: float = 20.0, face: str = "inner", wall: Wall = Wall.FAR, at_s: float = 0.5) -> Bump:
    return Bump(0, wall, face, at_s, at_s + 0.002, (890.0, y_mm, 20.0), impulse)


def test_events_come_in_the_order_of_their_times(played: tuple[Twin, list[Frame | WallEdge]]) -> None:
    times = [at(event) for event in played[1]]
    assert times == sorted(times)


def test_streams_run_at_30_and_60_frames_on_one_clock(played: tuple[Twin, list[Frame | WallEdge]]) -> None:
    frames = [e for e in played[1] if isinstance(e, Frame)]
    main = [f.exposed_ns for f in frames if f.stream == "main"]
    small = [f.exposed_ns for f in frames if f.stream == "small"]
    assert {b - a for a, b in pairwise(small)} <= {16_666_666, 16_666_667}
    assert set(main) <= set(small)
    assert len(small) == pytest.approx(2 * len(main), abs=1)
    for stream in ("main", "small"):
        numbers = [f.index for f in frames if f.stream == stream]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_frames_after_rest_show_still_dice(played: tuple[Twin, list[Frame | WallEdge]]) -> None:
    twin, events = played
    rest = twin.truths[-1].rest_ns
    after = [e for e in events if isinstance(e, Frame) and e.stream == "main" and e.exposed_ns >= rest]
    assert len(after) >= 20
    change = np.abs(after[3].image.astype(int) - after[-1].image)
    assert change.max() < 12 * twin.settings.look.noise


def test_the_hand_takes_the_old_dice_away(played: tuple[Twin, list[Frame | WallEdge]]) -> None:
    twin, events = played
    first, second = twin.truths
    assert first.rest_ns < second.lift_ns < second.start_ns < second.rest_ns
    just_before = [e for e in events if isinstance(e, Frame) and e.stream == "main" and e.exposed_ns < second.start_ns]
    gone = just_before[-9].image.astype(int)
    lying = next(e for e in just_before if e.exposed_ns > first.rest_ns + 200_000_000).image.astype(int)
    for die in first.dice:
        x, y = (round(v) for v in twin.camera.project(np.array([die.centre_mm]))[0])
        spot = np.s_[y - 4 : y + 5, x - 4 : x + 5]
        assert np.abs(gone[spot] - lying[spot]).max() > 60


def test_one_seed_gives_identical_frames_and_edges(quick: TwinSettings) -> None:
    def run() -> list[tuple[int, object]]:
        events = Twin(quick, seed=12).play(Plan(Kind.NORMAL))
        return [(at(e), e.image.tobytes() if isinstance(e, Frame) else (e.zone, e.level)) for e in events]

    assert run() == run()


def test_frames_handed_out_stay_as_they_are(quick: TwinSettings) -> None:
    twin = Twin(quick, seed=2)
    frames = [e for e in twin.idle(0.1) if isinstance(e, Frame)]
    copies = [f.image.copy() for f in frames]
    list(twin.idle(0.1))
    assert all(np.array_equal(f.image, c) for f, c in zip(frames, copies, strict=True))


def test_throwing_without_painting_keeps_clock_and_truths(quick: TwinSettings) -> None:
    twin = Twin(quick, seed=5)
    before = twin.now_ns
    truth = twin.throw(Plan(Kind.NORMAL))
    assert twin.truths == [truth]
    assert before < truth.start_ns < truth.rest_ns < twin.now_ns
    assert truth.counts
    assert truth.values == tuple(sorted(d.value for d in truth.dice))


def test_truth_says_what_street_policy_says(quick: TwinSettings) -> None:
    twin = Twin(quick, seed=9)
    assert twin.throw(Plan(Kind.NORMAL)).void_reasons == ()
    short = twin.throw(Plan(Kind.ALL_SHORT))
    assert (short.counts, short.void_reasons) == (False, ("no_wall",))
    one = twin.throw(Plan(Kind.ONE_SHORT))
    assert (one.counts, one.one_wall) == (True, True)
    assert "off_board" in twin.throw(Plan(Kind.OVER_WALL)).void_reasons
    assert "cocked" in twin.throw(Plan(Kind.COCKED_CHIP)).void_reasons


def test_table_file_is_accepted_by_the_configuration(twin: Twin) -> None:
    table = msgspec.convert(tomllib.loads(twin.table_toml()), TableFile)
    assert table.board.length_mm == 900
    assert [z.name for z in table.walls.zone] == [z.name for z in twin.zones]
    assert table.walls.zone[0].from_mm == 0
    assert table.walls.zone[-1].to_mm == table.board.width_mm
    assert table.dice.count == 2


def test_a_hit_bounces_in_its_own_zone_first(settings: TwinSettings) -> None:
    sensors = WallSensors(settings, np.random.default_rng(1))
    edges = sensors.edges((bump(225.0),), 10**9)
    assert edges[0] == WallEdge(10**9 + 500_000_000 + 4_000_000, "far-2", 1)
    middle = [e for e in edges if e.zone == "far-2"]
    assert len(middle) >= 6
    assert [e.level for e in middle] == [1, 0] * (len(middle) // 2)
    assert middle[-1].t_ns - middle[0].t_ns <= 250_000_000


def test_cross_talk_comes_5_to_20_ms_later_in_neighbours_only(settings: TwinSettings) -> None:
    late = []
    for seed in range(40):
        sensors = WallSensors(settings, np.random.default_rng(seed))
        edges = sensors.edges((bump(40.0, 40.0),), 0)
        assert {e.zone for e in edges} <= {"far-1", "far-2"}
        late += [
            next(e.t_ns for e in edges if e.zone == "far-2") - edges[0].t_ns
            for _ in (0,)
            if "far-2" in {e.zone for e in edges}
        ]
    assert 5 <= len(late) < 40
    assert min(late) >= 5_000_000
    assert max(late) <= 20_000_000


def test_other_walls_and_weak_touches_are_silent(settings: TwinSettings) -> None:
    sensors = WallSensors(settings, np.random.default_rng(1))
    assert sensors.edges((bump(100.0, wall=Wall.LEFT), bump(100.0, face="outside"), bump(100.0, 0.5)), 0) == ()


def test_a_sensor_with_a_hold_makes_one_pulse_of_a_blow_that_does_not_ring(settings: TwinSettings) -> None:
    damped = replace(settings, sensors=SensorSettings(hold_ms=10.0, ring_ms=0.0, cross_talk=0.0))
    edges = WallSensors(damped, np.random.default_rng(1)).edges((bump(225.0), bump(225.0, at_s=0.9)), 0)
    begins_ns = [504_000_000, 904_000_000]
    assert edges == tuple(WallEdge(t + 10_000_000 * k, "far-2", 1 - k) for t in begins_ns for k in range(2))


def test_a_sensor_with_a_hold_hears_nothing_within_it_and_tells_of_ringing_behind_it(settings: TwinSettings) -> None:
    damped = replace(settings, sensors=SensorSettings(hold_ms=10.0, ring_ms=0.0, cross_talk=0.0))
    both = (bump(225.0), bump(225.0, at_s=0.503))
    assert len(WallSensors(damped, np.random.default_rng(1)).edges(both, 0)) == 2
    rings = replace(settings, sensors=SensorSettings(hold_ms=10.0, ring_ms=250.0, cross_talk=0.0))
    edges = WallSensors(rings, np.random.default_rng(1)).edges((bump(225.0),), 0)
    assert len(edges) > 2
    assert {b.t_ns - a.t_ns for a, b in pairwise(edges) if a.level} == {10_000_000}


RIMMED = SensorSettings(hold_ms=10.0, ring_ms=0.0, cross_talk=0.0, rim_threshold_mns=10.0)


def test_a_sensor_on_the_rim_hears_the_rim_and_not_the_rubber(settings: TwinSettings) -> None:
    rimmed = replace(settings, sensors=RIMMED)
    edges = WallSensors(rimmed, np.random.default_rng(1)).edges((bump(225.0, face="rim"),), 0)
    assert {(e.zone, e.t_ns) for e in edges if e.level} == {("far-2", 504_000_000), ("far-rim", 504_000_000)}
    edges = WallSensors(rimmed, np.random.default_rng(1)).edges((bump(225.0),), 0)
    assert {e.zone for e in edges} == {"far-2"}


def test_a_blow_on_the_near_wall_does_not_come_to_the_rim(settings: TwinSettings) -> None:
    rimmed = replace(settings, sensors=RIMMED)
    assert WallSensors(rimmed, np.random.default_rng(1)).edges((bump(225.0, 400.0, wall=Wall.NEAR),), 0) == ()


@pytest.mark.parametrize("seed", range(5))
def test_a_sensor_on_the_rim_changes_nothing_at_the_rubber(settings: TwinSettings, seed: int) -> None:
    bumps = (bump(100.0), bump(225.0, 30.0, face="rim", at_s=0.9), bump(400.0, wall=Wall.LEFT, at_s=1.2))
    ringing = replace(settings, sensors=SensorSettings())
    rimmed = replace(settings, sensors=SensorSettings(rim_threshold_mns=10.0))
    plain, more = (WallSensors(each, np.random.default_rng(seed)).edges(bumps, 0) for each in (ringing, rimmed))
    assert plain == tuple(edge for edge in more if edge.zone != "far-rim")
    assert len(more) > len(plain)


def test_a_table_file_names_the_sensor_on_the_rim(quick: TwinSettings) -> None:
    twin = Twin(replace(quick, sensors=RIMMED), seed=1)
    table = msgspec.convert(tomllib.loads(twin.table_toml()), TableFile)
    assert [(zone.rim, zone.gpio) for zone in table.walls.zone] == [(False, 5), (False, 6), (False, 13), (True, 21)]


def test_latency_delays_every_edge(settings: TwinSettings) -> None:
    slow = replace(settings, sensors=SensorSettings(latency_ms=30.0))
    fast = replace(settings, sensors=SensorSettings(latency_ms=0.0))
    one, two = (WallSensors(s, np.random.default_rng(1)).edges((bump(100.0),), 0) for s in (slow, fast))
    assert [e.t_ns - 30_000_000 for e in one] == [e.t_ns for e in two]


def test_camera_stall_and_dropped_frames(quick: TwinSettings) -> None:
    twin = Twin(quick, seed=1)
    stall = FaultSpell(Fault.CAMERA_STALL, twin.now_ns + 100_000_000, twin.now_ns + 200_000_000)
    twin.break_down(stall)
    times = [e.exposed_ns for e in twin.idle(0.4) if isinstance(e, Frame)]
    assert times
    assert not [t for t in times if stall.at(t)]
    twin.break_down(FaultSpell(Fault.DROPPED_FRAMES))
    numbers = [e.index for e in twin.idle(0.4) if isinstance(e, Frame) and e.stream == "small"]
    assert numbers
    assert not [n for n in numbers if n % 3 == 1]


def test_dead_sensor_is_silent_and_stuck_sensor_stays_active(quick: TwinSettings) -> None:
    def edges(*spells: FaultSpell) -> list[WallEdge]:
        twin = Twin(quick, seed=4)
        twin.break_down(*spells)
        return [e for e in twin.play(Plan(Kind.NORMAL)) if isinstance(e, WallEdge)]

    healthy = edges()
    zone = healthy[0].zone
    assert [e for e in edges(FaultSpell(Fault.DEAD_SENSOR, zone=zone)) if e.zone == zone] == []
    stuck = edges(FaultSpell(Fault.STUCK_SENSOR, 1_200_000_000, zone=zone))
    assert [(e.t_ns, e.level) for e in stuck if e.zone == zone] == [(1_200_000_000, 1)]


def test_hand_in_view_and_lamp_off_are_seen(quick: TwinSettings) -> None:
    twin = Twin(quick, seed=1)
    usual = next(e for e in twin.idle(0.1) if isinstance(e, Frame)).image.astype(float)
    twin.break_down(FaultSpell(Fault.HAND_IN_VIEW))
    hand = next(e for e in twin.idle(0.1) if isinstance(e, Frame)).image.astype(float)
    assert (np.abs(hand - usual).max(2) > 40).mean() > 0.01
    twin.break_down(FaultSpell(Fault.LAMP_OFF))
    dark = next(e for e in twin.idle(0.1) if isinstance(e, Frame)).image
    assert dark.mean() < 0.4 * usual.mean()


def test_runner_hands_over_frames_and_edges_of_a_requested_throw(quick: TwinSettings) -> None:
    runner = TwinRunner(Twin(quick, seed=3), real_time=False)
    frames: list[Frame] = []
    edges: list[WallEdge] = []
    done = threading.Event()

    def take(frame: Frame) -> None:
        frames.append(frame)
        if runner.twin.truths and frame.exposed_ns >= runner.twin.truths[0].rest_ns + 300_000_000:
            done.set()

    runner.camera.start(take)
    runner.sensors.start(edges.append)
    runner.request_throw(Plan(Kind.NORMAL))
    assert done.wait(60)
    runner.camera.stop()
    runner.sensors.stop()
    count = len(frames)
    assert edges
    assert {f.stream for f in frames} == {"main", "small"}
    runner.request_throw()
    assert len(frames) == count


def test_real_time_waits_for_its_clock(quick: TwinSettings) -> None:
    """Clock and sleep are parameters: a clock that only sleeping moves makes every frame exactly on time."""
    now = [5_000_000_000]
    late: list[int] = []
    enough = threading.Event()

    def sleep(seconds: float) -> None:
        now[0] += round(seconds * 1e9)

    def take(frame: Frame) -> None:
        late.append(now[0] - frame.exposed_ns)
        if len(late) == 40:
            enough.set()

    runner = TwinRunner(Twin(quick, seed=3), clock_ns=lambda: now[0], sleep=sleep)
    runner.camera.start(take)
    assert enough.wait(60)
    runner.camera.stop()
    assert max(abs(v) for v in late[:40]) < 1000


def test_a_machine_too_slow_for_real_time_gets_a_slower_table_and_every_frame(quick: TwinSettings) -> None:
    now = [5_000_000_000]
    frames: list[Frame] = []
    ahead: list[int] = []
    enough = threading.Event()

    def take(frame: Frame) -> None:
        now[0] += 80_000_000
        frames.append(frame)
        ahead.append(runner.now_ns() - frame.exposed_ns)
        if len(frames) == 40:
            enough.set()

    runner = TwinRunner(Twin(quick, seed=3), clock_ns=lambda: now[0], sleep=lambda _s: None)
    runner.camera.start(take)
    assert enough.wait(60)
    runner.camera.stop()
    assert [frame.index for frame in frames if frame.stream == "small"][:20] == list(range(20))
    assert min(ahead) >= 0 and max(ahead) <= BEHIND_NS

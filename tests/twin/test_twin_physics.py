"""Thrown dice obey mechanics, and contacts say what happened."""

import numpy as np
import pytest

from controller.throws.events import Wall
from controller.twin.outcome import ends_of, rotation_of, top_face
from controller.twin.physics import SAMPLE_S, DieStart, Flight, Physics
from controller.twin.scenes import Rest, Scenes
from controller.twin.settings import BLUE_CASINO, RED_CASINO, TwinSettings
from controller.twin.throwing import Kind, Plan, Thrower, Toss, draw_starts, scatter_chips
from vision.reading import DieState, Support

pytestmark = pytest.mark.twin
NO_CHIPS = np.zeros((0, 3))
HALF = RED_CASINO.edge_mm / 2


@pytest.fixture(scope="module")
def flights(settings: TwinSettings, physics: Physics) -> list[Flight]:
    rng = np.random.default_rng(11)
    return [physics.throw(draw_starts(Kind.NORMAL, settings, rng), NO_CHIPS) for _ in range(12)]


def toss(kind: Kind, settings: TwinSettings, physics: Physics, seed: int = 4) -> Toss:
    return Thrower(settings, physics).toss(Plan(kind), np.random.default_rng(seed))


def test_dice_come_to_rest_on_the_felt(flights: list[Flight], settings: TwinSettings) -> None:
    for flight in flights:
        for end in ends_of(flight, settings):
            assert end.state is not DieState.MOVING
            if end.state is DieState.FLAT and end.support is None:
                assert end.centre_mm[2] == pytest.approx(HALF, abs=0.1)
                assert 0 < end.centre_mm[0] < settings.board.length_mm
                assert 0 < end.centre_mm[1] < settings.board.width_mm


def test_throws_end_within_seconds_and_not_at_once(flights: list[Flight]) -> None:
    rests = [flight.rest_s for flight in flights]
    assert min(rests) > 0.35
    assert max(rests) < 5.0


def test_energy_is_only_lost(flights: list[Flight]) -> None:
    for flight in flights:
        lowest = np.minimum.accumulate(flight.energy_mj)
        thrown = flight.energy_mj[0] - flight.energy_mj[-1]
        # Rubber and felt store energy while they are pressed and give part of it back: never more than came in.
        assert flight.energy_mj.max() <= flight.energy_mj[0] + 0.02 * thrown
        assert (flight.energy_mj[400:] - lowest[400:]).max() < 0.5 * thrown


def test_nothing_moves_after_rest(flights: list[Flight]) -> None:
    for flight in flights:
        after = flight.places_mm[int(flight.rest_s / SAMPLE_S) + 1 :]
        assert len(after) > 50
        assert np.abs(after - after[-1]).max() < 0.2


def test_dice_never_pass_through_each_other_or_the_floor(flights: list[Flight]) -> None:
    for flight in flights:
        apart = np.linalg.norm(flight.places_mm[:, 0] - flight.places_mm[:, 1], axis=1)
        assert apart.min() > 2 * HALF * 0.85
        inside = (flight.places_mm[..., 0] > 0) & (flight.places_mm[..., 0] < 900)
        inside &= (flight.places_mm[..., 1] > 0) & (flight.places_mm[..., 1] < 450)
        assert flight.places_mm[inside][:, 2].min() > HALF * 0.8


def test_far_wall_contacts_are_where_the_die_is(flights: list[Flight], settings: TwinSettings) -> None:
    seen = 0
    for flight in flights:
        for bump in (b for b in flight.bumps if b.wall is Wall.FAR and b.face == "inner"):
            seen += 1
            places, _ = flight.pose(bump.start_s)
            away = np.linalg.norm(np.subtract(places[bump.die], bump.place_mm))
            assert away < HALF * np.sqrt(3) + 4
            assert bump.place_mm[0] > settings.board.length_mm - settings.rubber_depth_mm - 4
            assert 0 < bump.impulse_mns < 90
            assert bump.end_s >= bump.start_s
    assert seen >= 10


def test_a_die_without_contact_stays_clear_of_the_far_wall(settings: TwinSettings, physics: Physics) -> None:
    short = toss(Kind.ALL_SHORT, settings, physics)
    tips = settings.board.length_mm - settings.rubber_depth_mm
    assert not any(e.hit_far_wall for e in short.ends)
    assert short.flight.places_mm[..., 0].max() < tips - HALF + 1


def test_a_straight_roll_hits_the_wall_when_geometry_says(settings: TwinSettings, physics: Physics) -> None:
    speed = 2000.0
    flat = (1.0, 0.0, 0.0, 0.0)
    first = DieStart((700.0, 150.0, 60.0), flat, (speed, 0.0, 0.0), (0.0, 0.0, 0.0))
    second = DieStart((200.0, 300.0, HALF), flat, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    flight = physics.throw((first, second), NO_CHIPS)
    gap = settings.board.length_mm - settings.rubber_depth_mm - HALF - 700.0
    bump = flight.bumps[0]
    assert (bump.die, bump.wall, bump.face) == (0, Wall.FAR, "inner")
    assert bump.start_s == pytest.approx(gap / speed, abs=0.004)
    assert not [b for b in flight.bumps if b.die == 1]


@pytest.mark.parametrize(
    "kind",
    [Kind.NORMAL, Kind.ONE_SHORT, Kind.ALL_SHORT, Kind.NEAR_MISS, Kind.OVER_WALL, Kind.COCKED_CHIP, Kind.STACKED],
)
def test_planned_throws_come_out_as_planned(kind: Kind, settings: TwinSettings, physics: Physics) -> None:
    ends = toss(kind, settings, physics).ends
    states = {e.state for e in ends}
    hits = sum(e.hit_far_wall for e in ends)
    expected = {
        Kind.NORMAL: states == {DieState.FLAT} and hits == 2,
        Kind.ONE_SHORT: states == {DieState.FLAT} and hits == 1,
        Kind.ALL_SHORT: states == {DieState.FLAT} and hits == 0,
        Kind.NEAR_MISS: states == {DieState.FLAT} and hits < 2,
        Kind.OVER_WALL: DieState.OFF_BOARD in states,
        Kind.COCKED_CHIP: any(e.support is Support.CHIPS and e.tilt_deg > 5 for e in ends),
        Kind.STACKED: DieState.STACKED in states,
    }
    assert expected[kind]


@pytest.mark.parametrize("kind", list(Rest))
def test_resting_scenes_are_at_rest_in_physics(kind: Rest, settings: TwinSettings, physics: Physics) -> None:
    found = Scenes(settings, physics).arrange(kind, np.random.default_rng(8))
    first = found.ends[0]
    cocked = kind in (Rest.LEAN_CHIP, Rest.LEAN_WALL, Rest.LEAN_DIE)
    assert (first.state is DieState.COCKED) is cocked
    assert (first.tilt_deg > 3) is cocked
    again = DieStart(first.centre_mm, tuple(found.flight.turns[-1, 0]), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    other = found.ends[1]
    beside = DieStart(other.centre_mm, tuple(found.flight.turns[-1, 1]), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    flight = physics.throw((again, beside), found.chips_mm)
    assert np.abs(flight.places_mm[-1] - found.flight.places_mm[-1]).max() < 1.0


def test_the_top_face_is_the_one_that_points_up() -> None:
    upright = rotation_of(np.array([1.0, 0.0, 0.0, 0.0]))
    assert top_face(upright, RED_CASINO) == (3, pytest.approx(0.0, abs=1e-6))
    assert top_face(upright, BLUE_CASINO)[0] == 4
    tilted = rotation_of(np.array([np.cos(np.radians(5)), np.sin(np.radians(5)), 0.0, 0.0]))
    value, tilt = top_face(tilted, RED_CASINO)
    assert (value, tilt) == (3, pytest.approx(10.0, abs=1e-6))


def test_opposite_faces_add_up_to_seven_on_both_hands() -> None:
    for style in (RED_CASINO, BLUE_CASINO):
        for turn in ([1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]):
            q = np.array(turn, float) / np.linalg.norm(turn)
            over = rotation_of(q)
            under = np.diag([1.0, -1.0, -1.0]) @ over
            assert top_face(over, style)[0] + top_face(under, style)[0] == 7


def test_chips_lie_apart_and_inside(settings: TwinSettings) -> None:
    chips = scatter_chips(settings, 7, np.random.default_rng(2))
    assert len(chips) == 7
    assert (chips[:, 0] > 30).all()
    assert (chips[:, 1] < settings.board.width_mm - 30).all()
    spots = np.unique(chips[:, :2], axis=0)
    gaps = [np.linalg.norm(a - b) for i, a in enumerate(spots) for b in spots[:i]]
    assert min(gaps, default=99.0) > 39


def test_values_come_out_even(settings: TwinSettings, physics: Physics) -> None:
    rng = np.random.default_rng(77)
    thrower = Thrower(settings, physics)
    values = [e.value for _ in range(40) for e in thrower.toss(Plan(Kind.ANY), rng).ends]
    counts = np.bincount(values, minlength=7)[1:]
    assert ((counts - 80 / 6) ** 2 / (80 / 6)).sum() < 25.7  # chi-square, 5 degrees of freedom, p = 0.0001

"""A throw played without painting: the same as the painted one in all but the picture."""

from dataclasses import replace

import numpy as np
import pytest

from controller.throws.events import WallEdge
from controller.twin.camera import Scene
from controller.twin.faults import Fault, FaultSpell
from controller.twin.physics import Physics
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Plan, Thrower, draw_starts, scatter_chips
from controller.twin.twin import Glimpse, Twin
from vision.frame import Frame

pytestmark = pytest.mark.twin

PLANS = (Plan(Kind.NORMAL), Plan(Kind.ALL_SHORT), Plan(Kind.NORMAL, as_it_comes=True))
BROKEN = {
    "well": (),
    "broken": (
        FaultSpell(Fault.DROPPED_FRAMES),
        FaultSpell(Fault.DEAD_SENSOR, zone="far-2"),
        FaultSpell(Fault.STUCK_SENSOR, 1_500_000_000, zone="far-3"),
    ),
}


@pytest.mark.parametrize("faults", BROKEN)
def test_truth_edges_and_clock_are_those_of_a_painted_throw(quick: TwinSettings, faults: str) -> None:
    painted, unpainted = Twin(quick, seed=6, small_only=True), Twin(quick, seed=6)
    for twin in (painted, unpainted):
        twin.break_down(*BROKEN[faults])
    for plan in PLANS:
        frames, glimpses = list(painted.play(plan)), list(unpainted.glimpse(plan))
        assert painted.truths[-1] == unpainted.truths[-1]
        assert painted.now_ns == unpainted.now_ns
        assert [moment(e) for e in frames] == [moment(e) for e in glimpses]
    assert any(isinstance(event, WallEdge) for event in glimpses)


def moment(event: Frame | Glimpse | WallEdge) -> WallEdge | tuple[int, int]:
    return event if isinstance(event, WallEdge) else (event.exposed_ns, event.index)


def test_a_glimpse_shows_the_dice_on_their_way_and_where_they_lie(quick: TwinSettings) -> None:
    twin = Twin(quick, seed=3)
    glimpses = [event for event in twin.glimpse(Plan(Kind.NORMAL)) if isinstance(event, Glimpse)]
    truth = twin.truths[-1]
    before = [g for g in glimpses if g.exposed_ns < truth.start_ns - 20_000_000]
    flying = [g for g in glimpses if truth.start_ns < g.exposed_ns < truth.start_ns + 200_000_000]
    assert before
    assert all(g.scene.dice == () for g in before)
    assert all(len(view.poses) > 1 for g in flying for view in g.scene.dice)
    lying = [view.poses[0][0] for view in glimpses[-1].scene.dice]
    np.testing.assert_allclose(lying, [die.centre_mm for die in truth.dice], atol=0.01)


def test_nothing_is_painted_until_a_picture_is_wanted_and_then_the_chips_lie_there(quick: TwinSettings) -> None:
    settings = replace(quick, chips=3)
    painted, unpainted = Twin(settings, seed=4), Twin(settings, seed=4)
    list(painted.play())
    list(unpainted.glimpse())
    assert "_painters" not in vars(unpainted)
    one, two = (twin._painters["main"].paint(Scene(twin._resting)) for twin in (painted, unpainted))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, unpainted._painters["main"].empty)


def test_what_is_known_of_the_table_needs_no_painting(quick: TwinSettings) -> None:
    twin = Twin(quick, seed=4)
    known = twin.unpainted_setup
    assert "_painters" not in vars(twin)
    assert known.background is None
    perfect = twin.setup
    assert perfect.background is not None
    assert (known.camera, known.board, known.dice) == (perfect.camera, perfect.board, perfect.dice)
    assert known.dice_count == perfect.dice_count == 2


@pytest.mark.parametrize("kind", [Kind.ONE_SHORT, Kind.NEAR_MISS, Kind.ON_CHIP])
def test_a_throw_taken_as_it_comes_is_the_first_in_the_manner_of_its_kind(
    settings: TwinSettings, physics: Physics, kind: Kind
) -> None:
    toss = Thrower(settings, physics).toss(Plan(kind, as_it_comes=True), np.random.default_rng(8))
    rng = np.random.default_rng(8)
    chips = scatter_chips(settings, settings.chips, rng)
    assert toss.starts == draw_starts(kind, settings, rng)
    assert np.array_equal(toss.chips_mm, chips)
    assert toss.kind is kind

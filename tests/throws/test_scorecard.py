"""The second look at a die at the far wall: traits, and points for them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from throws_stage import TABLE

from controller.throws.contacts import contacts, likeliest_of, told_by, ways
from controller.throws.events import Wall, WallHit, Zone
from controller.throws.paths import Path, Point
from controller.throws.points import POINTS
from controller.throws.scorecard import SCORECARD, Scorecard
from controller.throws.sounds import Heard, Sensors
from controller.throws.traits import AtWall, Told, log_odds, traits

MS = 1_000_000
STEPPED = Scorecard({"lost": ((1.0, 2.0), (9.0, -1.0, 0.5, 3.0))})


def bounce(y_mm=100.0, scale=1.0):
    """A die that comes to the rubber and goes back, 40 mm a frame."""
    xs = [880.0 - 40.0 * abs(k - 10) for k in range(18)]
    return Path(tuple(Point(k * 16_666_667, x * scale, y_mm * scale, 1) for k, x in enumerate(xs)))


def at_wall_of(paths, table=TABLE, hits=()):
    heard = Heard(table, Wall.FAR, hits, Sensors())
    every = ways(table, heard, paths)
    best = likeliest_of(every)
    return AtWall(table, heard, best.moments, best.paths), told_by(every)


def traits_of(paths, table=TABLE, hits=(), die=0):
    at_wall, told = at_wall_of(paths, table, hits)
    return traits(at_wall, die, told)


@pytest.mark.parametrize(
    ("value", "points"), [(None, 9.0), (0.9, -1.0), (1.0, 0.5), (1.9, 0.5), (2.0, 3.0), (50.0, 3.0)]
)
def test_points_change_at_their_steps_and_a_die_without_the_trait_has_its_own(value, points):
    assert STEPPED.scores({} if value is None else {"lost": value}) == {"lost": points}


def test_every_trait_on_the_card_has_points_for_each_stretch():
    assert POINTS
    for begins, points in POINTS.values():
        assert list(begins) == sorted(set(begins))
        assert len(points) == len(begins) + 2


def test_every_trait_on_the_card_is_one_that_a_die_can_have():
    sounds = [WallHit(166 * MS + k * 40 * MS, f"far-{k + 1}", Wall.FAR, k) for k in range(3)]
    found = traits_of((bounce(), bounce(140.0)), hits=sounds)
    assert set(POINTS) <= set(found)


def test_an_empty_card_leaves_what_the_stories_say():
    at_wall, told = at_wall_of((bounce(), bounce(300.0)), hits=[WallHit(166 * MS, "far-1", Wall.FAR, 1)])
    for look, chance in zip(Scorecard({}).looks(at_wall, told), told.chances, strict=True):
        assert look.hit == look.not_missed == pytest.approx(chance, abs=2e-4)


@given(chance=st.floats(0.0, 1.0))
def test_a_hit_goes_by_the_mean_of_both_looks_and_a_miss_by_the_one_that_believes_it_less(chance):
    at_wall, _ = at_wall_of((bounce(),))
    raised, lowered = (Scorecard({"sounds": ((), (0.0, points))}) for points in (4.0, -4.0))
    up, down = (card.looks(at_wall, Told((chance,), chance))[0] for card in (raised, lowered))
    assert log_odds(up.hit) - log_odds(down.hit) <= 4.0 + 1e-6
    assert down.not_missed == pytest.approx(chance, abs=2e-4)
    assert down.hit <= down.not_missed <= up.hit <= up.not_missed


def test_one_die_has_no_traits_of_another():
    assert not [name for name in traits_of((bounce(),)) if name.startswith("other")]
    assert [name for name in traits_of((bounce(), bounce(140.0))) if name.startswith("other")]


def test_a_die_that_was_not_seen_at_the_wall_has_traits_of_its_way_only():
    short = Path(tuple(Point(k * 16_666_667, 40.0 * min(k, 8), 100.0, 1) for k in range(12)))
    assert set(traits_of((short,))) == {"odds", "all hit", "furthest", "fastest", "sounds"}


def test_traits_are_counted_in_dice_so_that_larger_dice_on_a_larger_board_have_the_same():
    twice = replace(
        TABLE, length_mm=TABLE.length_mm * 2, width_mm=TABLE.width_mm * 2, edge_mm=TABLE.edge_mm * 2,
        rubber_mm=TABLE.rubber_mm * 2, wall_height_mm=TABLE.wall_height_mm * 2,
        camera_mm=tuple(2 * x for x in TABLE.camera),
        zones=tuple(Zone(z.name, z.wall, 2 * z.from_mm, 2 * z.to_mm) for z in TABLE.zones),
    )  # fmt: skip
    sound = [WallHit(166 * MS, "far-1", Wall.FAR, 1)]
    small, large = traits_of((bounce(),), hits=sound), traits_of((bounce(scale=2.0),), twice, sound)
    for name in ("beyond", "beyond rim", "out", "furthest", "beside 1", "late", "since sound", "area"):
        assert large.get(name) == pytest.approx(small.get(name)), name


def test_without_any_trusted_zone_nobody_looks_again(monkeypatch):
    looked = []
    monkeypatch.setattr(Scorecard, "looks", lambda *_: looked.append(1) or [])
    contacts(replace(TABLE, zones=()), [bounce()], [])
    contacts(TABLE, [bounce()], [], Sensors(frozenset(zone.name for zone in TABLE.zones)))
    assert not looked


def test_the_shipped_card_speaks_for_a_heard_turn_at_the_rubber():
    heard = [WallHit(170 * MS, "far-1", Wall.FAR, 1)]
    at_wall, told = at_wall_of((bounce(),), hits=heard)
    assert SCORECARD.looks(at_wall, told)[0].hit > 0.95

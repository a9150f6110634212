"""Identities and places of moving dice."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from motion_scene import FRAME_NS, Scene, overhead

from vision.accuracy.assign import assign
from vision.frame import Image
from vision.motion.board import BoardMotion
from vision.motion.track import Tracks
from vision.reading import Sighting


def follow(scene: Scene, pictures: list[Image]) -> list[tuple[Sighting, ...]]:
    board = BoardMotion(scene.setup(), scene.empty)
    tracks = Tracks(board.region)
    found = []
    for k, picture in enumerate(pictures):
        look = board.see(picture, k * FRAME_NS)
        found.append(tracks.update(look.blobs, k * FRAME_NS, look.hand))
    return found


def nearest(sightings: tuple[Sighting, ...], x: float, y: float) -> Sighting:
    return min(sightings, key=lambda s: (s.x_mm - x) ** 2 + (s.y_mm - y) ** 2)


def tracks_along(found: list[tuple[Sighting, ...]], path: list[tuple[float, float]]) -> list[int]:
    return [nearest(seen, x, y).track for seen, (x, y) in zip(found, path, strict=True)]


@pytest.mark.parametrize("tilt_deg", [0.0, 20.0])
def test_places_are_millimetres_on_the_board(tilt_deg: float) -> None:
    scene = Scene(camera=overhead(tilt_deg))
    places = [(90.0, 80.0), (800.0, 100.0), (450.0, 225.0), (120.0, 380.0), (780.0, 390.0)]
    seen = follow(scene, [scene.picture(*places)] * 4)[-1]
    assert len(seen) == 5
    off = [np.hypot(s.x_mm - x, s.y_mm - y) for x, y in places for s in [nearest(seen, x, y)]]
    assert max(off) < 3.0


def test_two_dice_keep_their_identity_side_by_side() -> None:
    scene = Scene()
    first = [(60.0 + 40 * k, 200.0) for k in range(20)]
    second = [(50.0 + 41 * k, 232.0) for k in range(20)]
    found = follow(scene, [scene.picture(a, b) for a, b in zip(first, second, strict=True)])
    assert len(set(tracks_along(found, first))) == 1
    assert len(set(tracks_along(found, second))) == 1


def test_dice_that_cross_and_merge_come_out_with_their_numbers() -> None:
    scene = Scene()
    first = [(200.0 + 12 * k, 150.0 + 5 * k) for k in range(30)]
    second = [(560.0 - 12 * k, 150.0 + 5 * k) for k in range(30)]
    found = follow(scene, [scene.picture(a, b) for a, b in zip(first, second, strict=True)])
    merged = [seen for seen in found if seen and max(s.area_dice for s in seen) > 1.7]
    assert merged
    assert all(len(seen) == 2 for seen in found[1:])
    one, other = tracks_along(found, first), tracks_along(found, second)
    assert one[2] == one[-1]
    assert other[2] == other[-1]
    assert one[-1] != other[-1]


def test_dice_that_come_to_rest_touching_stay_two() -> None:
    scene = Scene()
    path = [(300.0 + 8 * min(k, 20), 200.0) for k in range(40)]
    found = follow(scene, [scene.picture(a, (481.0, 203.0)) for a in path])
    last = found[-1]
    assert len(last) == 2
    assert {nearest(last, *path[-1]).track, nearest(last, 481.0, 203.0).track} == {s.track for s in found[0]}
    assert abs(abs(last[0].x_mm - last[1].x_mm) - 21.0) < 6.0


def test_a_bounce_off_the_wall_keeps_the_number_and_turns_in_one_frame() -> None:
    scene = Scene()
    path = [(500.0 + 38 * min(k, 10) - 25 * max(0, k - 10), 220.0) for k in range(22)]
    found = follow(scene, [scene.picture(a) for a in path])
    assert len(set(tracks_along(found, path))) == 1
    xs = [seen[0].x_mm for seen in found]
    assert int(np.argmax(xs)) == 10


@pytest.mark.parametrize("gap", [1, 3, 6])
def test_a_gap_does_not_cost_the_number(gap: int) -> None:
    scene = Scene()
    path = [(150.0 + 20 * k, 220.0) for k in range(24)]
    hidden = range(10, 10 + gap)
    found = follow(scene, [scene.picture() if k in hidden else scene.picture(a) for k, a in enumerate(path)])
    assert found[9][0].track == found[-1][0].track
    assert all(found[k] == () for k in hidden)


def test_a_resting_die_behind_a_hand_is_the_same_die_afterwards() -> None:
    scene = Scene()
    dice = ((200.0, 225.0), (700.0, 200.0))
    rest = [scene.picture(*dice) for _ in range(10)]
    hand = [scene.with_hand(scene.picture(*dice), 300) for _ in range(60)]
    found = follow(scene, rest + hand + rest)
    assert len(found[40]) == 1
    assert [s.track for s in found[-1]] == [s.track for s in found[5]]


def test_one_die_and_five_dice_are_followed_too() -> None:
    scene = Scene()
    paths = [[(80.0 + (20 + 3 * n) * k, 60.0 + 80 * n) for k in range(20)] for n in range(5)]
    found = follow(scene, [scene.picture(*(p[k] for p in paths)) for k in range(20)])
    numbers = [set(tracks_along(found, p)) for p in paths]
    assert all(len(n) == 1 for n in numbers)
    assert len(set.union(*numbers)) == 5


@given(st.lists(st.lists(st.floats(0, 10), min_size=3, max_size=3), min_size=1, max_size=4), st.floats(1, 12))
def test_assignment_is_the_cheapest_there_is(cost: list[list[float]], limit: float) -> None:
    chosen = assign(cost, limit)
    taken = [c for c in chosen if c is not None]
    assert len(taken) == len(set(taken))
    columns = [*range(3), *[None] * len(cost)]

    def total(choice: list[int | None] | tuple[int | None, ...]) -> float:
        return sum(limit if c is None else min(cost[r][c], limit) for r, c in enumerate(choice))

    best = min(total(choice) for choice in permutations(columns, len(cost)))
    assert total(chosen) == pytest.approx(best)


def test_assignment_without_columns_leaves_every_row_out() -> None:
    assert assign([[], []], 1.0) == [None, None]
    assert assign([], 1.0) == []


@pytest.mark.parametrize("apart_mm", [8.0, 14.0, 20.0, 26.0])
def test_dice_that_overlap_in_one_silhouette_are_seen_as_far_apart_as_they_are(apart_mm: float) -> None:
    scene = Scene()
    first = [(300.0 + 10 * k, 200.0) for k in range(12)] + [(410.0, 200.0)] * 6
    second = [(520.0 - 8 * k, 200.0) for k in range(12)] + [(410.0 + apart_mm, 200.0)] * 6
    seen = follow(scene, [scene.picture(a, b) for a, b in zip(first, second, strict=True)])[-1]
    assert len(seen) == 2
    found_mm = abs(seen[0].x_mm - seen[1].x_mm)
    assert found_mm == pytest.approx(apart_mm, abs=5.0)


def test_a_die_that_is_stopped_by_another_is_not_lost_in_their_one_silhouette() -> None:
    scene = Scene()
    lying = (700.0, 200.0)
    way = [(300.0 + 45 * k, 205.0) for k in range(9)] + [(683.0 - 3 * k, 205.0) for k in range(20)]
    found = follow(scene, [scene.picture(lying)] * 5 + [scene.picture(lying, at) for at in way])
    assert [len(seen) for seen in found[8:]] == [2] * len(found[8:])

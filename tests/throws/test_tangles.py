"""Whose path is whose where two dice met."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from throws_stage import TABLE

from controller.throws.contacts import contacts
from controller.throws.events import Wall, WallHit
from controller.throws.paths import Path, Point
from controller.throws.tangles import doubts, untangled

START = 1_000_000_000
MEET = 12
"""The frame in which the dice meet."""


def at(k):
    return START + round(k / 60 * 1e9)


def path(place, track=1, frames=26, shared=()):
    """A die at place(k), x and y mm, in each frame."""
    return Path(tuple(Point(at(k), *place(k), track, shared=k in shared) for k in range(frames)))


def changed(one, two, from_frame):
    """The same two dice, taken for each other before a frame."""
    heads = [tuple(p for p in way.points if p.t_ns < at(from_frame)) for way in (one, two)]
    tails = [tuple(p for p in way.points if p.t_ns >= at(from_frame)) for way in (one, two)]
    return Path(heads[1] + tails[0]), Path(heads[0] + tails[1])


def crossing(shared=()):
    """Two dice whose ways cross in frame 12: one flies outward, the other comes back."""
    out = path(lambda k: (300.0 + 30.0 * (k - MEET), 200.0 + 4.0 * (k - MEET)), 1, shared=shared)
    back = path(lambda k: (300.0 - 15.0 * (k - MEET), 200.0 - 9.0 * (k - MEET)), 2, shared=shared)
    return out, back


def test_dice_taken_for_each_other_where_they_crossed_are_put_right():
    true = crossing()
    assert untangled(changed(*true, MEET)) == true


def test_dice_that_are_right_are_left_alone():
    assert untangled(crossing()) == crossing()
    ends = [way.points[0] for way in crossing()]
    assert all([way.points[0] for way in ways] == ends for _, ways in doubts(crossing()))


def test_dice_that_shared_a_silhouette_are_put_right_by_where_they_flew_on_to():
    true = crossing(shared=(MEET - 1, MEET))
    merged = [
        Path(tuple(replace(p, x_mm=300.0, y_mm=200.0) if p.shared else p for p in way.points)) for way in true
    ]  # fmt: skip
    found = untangled(changed(*merged, MEET))
    assert [[p.spot for p in way.points] for way in found] == [[p.spot for p in way.points] for way in merged]


@given(st.integers(1, 25), st.integers(0, 3))
def test_every_point_stays_with_one_die_and_each_ends_where_it_ended(cut, missing):
    one, two = changed(*crossing(), cut)
    two = Path(tuple(p for k, p in enumerate(two.points) if k % 9 != missing + 1))
    ways = untangled([one, two])
    assert sorted(p.t_ns for way in ways for p in way.points) == sorted(
        p.t_ns for way in (one, two) for p in way.points
    )
    assert [way.points[-1] for way in ways] == [one.points[-1], two.points[-1]]
    assert all(a.t_ns < b.t_ns for way in ways for a, b in zip(way.points, way.points[1:], strict=False))


def test_dice_far_apart_cannot_have_changed_over():
    one, two = crossing()
    apart = Path(tuple(replace(p, y_mm=p.y_mm + 150.0) for p in two.points))
    wrong = changed(one, apart, MEET)
    assert untangled(wrong) == wrong


@pytest.mark.parametrize("paths", [(), (Path(),), (Path(), Path()), (Path(crossing()[0].points[:1]), crossing()[1])])
def test_what_was_hardly_seen_is_left_as_it_is(paths):
    assert untangled(paths) == tuple(paths)


def even():
    """Two dice that meet at the wall so evenly that either may be either afterwards."""
    sides = [path(lambda k, y=y: (878.0 - 28.0 * abs(k - MEET), 200.0 + y * abs(k - MEET))) for y in (-2.0, 2.0)]
    merged = range(MEET - 1, MEET + 2)
    return [Path(tuple(replace(p, shared=k in merged) for k, p in enumerate(way.points))) for way in sides]


def test_where_dice_parted_evenly_both_ways_are_thought_of():
    found = untangled(even())
    begun = {ways[0].points[0].y_mm < 200.0 for ways in (found, *(ways for _, ways in doubts(found)))}
    assert begun == {True, False}


def test_what_holds_only_if_dice_did_not_change_over_is_left_open():
    """One die bounced before the two had one silhouette, one after: it may have been the same."""
    y = [200.0] * 30
    xs = [870.0 - 30.0 * abs(6 - k) for k in range(12)] + [690.0 + 12.0 * (k - 11) for k in range(12, 16)]
    first = path(lambda k: ((xs + [738.0] * 20)[k], y[k]), 1, 24, shared=(10, 11))
    ends = [500.0 + 19.0 * k for k in range(12)] + [709.0 + 40.0 * (k - 11) for k in range(12, 16)]
    ends += [869.0 - 25.0 * (k - 15) for k in range(16, 30)]
    second = path(lambda k: (ends[k], y[k]), 2, 24, shared=(10, 11))
    hits = [WallHit(at(k) + 4_000_000, "far-2", Wall.FAR, i) for i, k in enumerate((6, 15), start=1)]
    told = [contact.hit_wall for contact in contacts(TABLE, untangled([first, second]), hits)]
    assert None in told

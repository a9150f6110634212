"""Dice left lying while the others are thrown, as at General: part of the next throw, and never a throw themselves."""

import pytest
from throws_stage import Flight, Stage, die

from controller.throws.policy import CASINO
from controller.throws.verdict import Reason

FIRST = Flight(y=60.0, rest_x=600.0), Flight(y=200.0, rest_x=650.0), Flight(y=350.0, rest_x=560.0)
KEPT = die(2, 600.0, 60.0)
NEW = Flight(y=250.0, rest_x=500.0), Flight(y=400.0, rest_x=700.0)


@pytest.fixture
def stage():
    stage = Stage(policy=CASINO, expected=3)
    stage.judge.keeps = True
    stage.throw(*FIRST, values=(2, 4, 6))
    assert [throw.values for throw in stage.throws] == [(2, 4, 6)]
    return stage


def throw_again(stage, kept=KEPT, values=(5, 1), seen_alone=True):
    """A hand takes two dice up and throws them again; the kept one may be seen lying alone in between."""
    stage.hand(20)
    stage.lying = ((600.0, 60.0),)
    if seen_alone:
        stage.settle()
        stage.still()
        stage.read(KEPT)
        stage.hand(10)
    stage.fly(*NEW)
    stage.lying = (kept.centre_mm, *((flight.rest_x, flight.y) for flight in NEW))
    stage.settle()
    stage.still()
    stage.read(kept, *(die(value, f.rest_x, f.y) for value, f in zip(values, NEW, strict=True)))


@pytest.mark.parametrize("seen_alone", [True, False])
def test_kept_dice_and_thrown_ones_are_one_throw(stage, seen_alone):
    throw_again(stage, seen_alone=seen_alone)
    assert [throw.values for throw in stage.throws] == [(2, 4, 6), (2, 5, 1)]


def test_a_hand_that_brings_the_dice_back_over_kept_ones_has_nudged_nothing(stage):
    stage.hand(20)
    stage.lying = ((600.0, 60.0),)
    stage.settle()
    stage.still(2)
    stage.hand(10)
    stage.fly(*NEW)
    stage.lying = ((600.0, 60.0), *((flight.rest_x, flight.y) for flight in NEW))
    stage.settle()
    stage.still()
    stage.read(KEPT, die(5, 500.0, 250.0), die(1, 700.0, 400.0))
    assert stage.throws[-1].values == (2, 5, 1)


def test_dice_taken_away_from_kept_ones_are_no_throw(stage):
    stage.hand(20)
    stage.lying = ((600.0, 60.0),)
    stage.settle()
    stage.still()
    stage.read(KEPT)
    stage.still(60)
    assert len(stage.throws) == 1


def test_a_kept_die_that_was_pushed_and_shows_its_face_is_part_of_the_throw(stage):
    throw_again(stage, die(2, 640.0, 70.0))
    assert stage.throws[-1].values == (2, 5, 1)


@pytest.mark.parametrize("kept", [die(3, 600.0, 60.0), die(2, 800.0, 60.0), die(3, 630.0, 60.0)])
def test_a_kept_die_that_was_turned_or_carried_away_is_asked_about(stage, kept):
    throw_again(stage, kept)
    assert stage.throws[-1].verdict.counts is None
    assert Reason.MOVED_AGAIN in stage.throws[-1].verdict.reasons


def test_a_die_pushed_beside_kept_ones_is_asked_about_each_time(stage):
    for number, x in enumerate((680.0, 720.0), start=1):
        stage.hand(20, hides=False)
        stage.lying = ((600.0, 60.0), (x, 200.0), (560.0, 350.0))
        stage.settle()
        stage.still()
        stage.read(KEPT, die(4, x, 200.0), die(6, 560.0, 350.0))
        assert [throw.verdict.counts for throw in stage.throws[1:]] == [None] * number


def test_without_keeping_the_same_is_a_question():
    stage = Stage(policy=CASINO, expected=3)
    stage.throw(*FIRST, values=(2, 4, 6))
    throw_again(stage)
    assert stage.throws[-1].verdict.counts is None

"""The judge under the source's conduct rules, SC-23 to SC-28 and the decisions of games.md A.0."""

import pytest
from throws_stage import LEFT, ON_CHIPS, RIGHT, SHORT_LEFT, SHORT_RIGHT, Flight, Stage, die

from controller.throws.policy import CASINO, throw_line
from controller.throws.verdict import Reason
from vision.reading import DieState, Motion, Sighting

FLAT, COCKED, STACKED = DieState.FLAT, DieState.COCKED, DieState.STACKED


def test_SC23_both_dice_at_the_wall_count(stage):
    stage.throw(RIGHT, LEFT)
    throw = stage.only
    assert throw.verdict.counts is True
    assert throw.verdict.reasons == ()
    assert throw.verdict.ask is None
    assert throw.values == (3, 4)
    assert [d.hit_wall for d in throw.dice] == [True, True]
    assert [[t.zone for t in d.walls] for d in throw.dice] == [["far-1"], ["far-3"]]
    assert throw.start_ns < throw.dice[0].walls[0].t_ns < throw.rest_ns


def test_the_verdict_names_its_evidence(stage):
    stage.throw(RIGHT, LEFT)
    verdict = stage.only.verdict
    assert len(verdict.frames) == 3
    assert set(verdict.hits) == {t.hit_id for d in stage.only.dice for t in d.walls}


def test_SC24_cocked_is_void(stage):
    stage.throw(RIGHT, LEFT, states=[FLAT, COCKED])
    assert stage.only.verdict.counts is False
    assert stage.only.verdict.reasons == (Reason.COCKED,)
    assert stage.only.values is None


def test_SC25_a_die_on_chips_counts(stage):
    stage.throw(RIGHT, LEFT, supports=[ON_CHIPS, None])
    assert stage.only.verdict.counts is True
    assert throw_line(stage.only, stage.policy)["touched_object"] is True


def test_SC26_a_die_over_the_wall_is_void(stage):
    stage.bare()
    over = Flight(y=330.0, turn_x=1000.0, rest_x=1001.0)
    stage.fly(RIGHT, over, ring=False)
    stage.lying = ((600.0, 100.0),)
    stage.settle()
    stage.still()
    stage.read(die(3, 600.0, 100.0))
    assert stage.only.verdict.counts is False
    assert Reason.OFF_BOARD in stage.only.verdict.reasons
    assert [d.state for d in stage.only.dice] == ["flat", "off_board"]


def test_SC26_a_die_over_the_wall_is_void_though_a_chip_on_the_board_could_hide_one(stage):
    stage.bare()
    stage.fly(RIGHT, Flight(y=330.0, turn_x=1000.0, rest_x=1001.0), ring=False)
    stage.lying = ((600.0, 100.0),)
    stage.settle()
    stage.still()
    stage.read(die(3, 600.0, 100.0), ok=False, times=200)
    assert stage.only.verdict.counts is False
    assert [d.state for d in stage.only.dice] == ["flat", "off_board"]


def test_SC26_a_die_that_cannot_be_read_is_not_off_the_board(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still()
    stage.read(die(3, 600.0, 100.0), ok=False, times=200)
    assert stage.only.verdict.counts is None
    assert [d.state for d in stage.only.dice] == ["flat"]


def test_SC26_all_dice_over_the_wall_leave_a_bare_board(stage):
    stage.bare()
    stage.fly(Flight(y=100, turn_x=1000.0, rest_x=1001.0), Flight(y=330, turn_x=1000.0, rest_x=1001.0), ring=False)
    stage.bare(50)
    assert stage.only.verdict.counts is False
    assert stage.only.verdict.reasons[0] is Reason.OFF_BOARD


def test_SC26_dice_that_fly_over_the_wall_as_one_silhouette_are_both_off(stage):
    stage.bare()
    stage.fly(Flight(y=200.0, turn_x=1000.0, rest_x=1001.0), ring=False)
    stage.bare(50)
    assert stage.only.verdict.counts is False
    assert [d.state for d in stage.only.dice] == ["off_board", "off_board"]


def test_SC26_dice_that_flew_over_the_wall_are_off_though_a_chip_on_the_board_could_hide_one(stage):
    stage.lying = ((650.0, 160.0),)
    stage.still()
    stage.hand(hides=False)
    over = [Flight(y=y, turn_x=1000.0, rest_x=1001.0) for y in (100, 330)]
    stage.fly(*over, ring=False)
    stage.lying = ((650.0, 160.0),)
    stage.settle(60)
    stage.still()
    stage.read(ok=False, times=200)
    assert stage.only.verdict.counts is False
    assert [d.state for d in stage.only.dice] == ["off_board", "off_board"]


def test_SC26_a_die_that_rises_from_the_rim_and_falls_back_is_on_the_board(stage):
    stage.bare()
    over = [Flight(y=y, turn_x=1000.0, rest_x=1001.0) for y in (100, 330)]
    stage.fly(*over, ring=False)
    stage.bare(20)
    stage.fly(Flight(y=330.0, start_x=930.0, turn_x=931.0, rest_x=700.0), ring=False)
    stage.settle()
    stage.still()
    stage.read(die(3, 700.0, 330.0))
    assert [d.state for d in stage.only.dice] == ["flat", "off_board"]
    assert stage.only.verdict.counts is False


def test_SC26_dice_over_the_wall_with_the_hand_still_in_view_are_void(stage):
    stage.bare()
    for k in range(13):
        seen = [Sighting(i, 60.0 + 75.0 * k, y, 3.0) for i, y in ((1, 100.0), (2, 330.0))]
        stage.small(Motion.MOVING, seen, hand=k < 12)
    stage.bare(50)
    assert stage.only.verdict.counts is False
    assert stage.only.verdict.reasons[0] is Reason.OFF_BOARD


def test_SC27_one_die_short_counts_with_a_warning(stage):
    stage.throw(RIGHT, SHORT_LEFT)
    assert stage.only.verdict.counts is True
    assert stage.only.verdict.reasons == (Reason.ONE_WALL,)
    assert throw_line(stage.only, stage.policy)["wall"] == [True, False]


def test_SC28_no_die_at_the_wall_is_void(stage):
    stage.throw(SHORT_RIGHT, SHORT_LEFT)
    assert stage.only.verdict.counts is False
    assert stage.only.verdict.reasons == (Reason.NO_WALL,)
    assert throw_line(stage.only, stage.policy)["wall"] == [False, False]


def test_A0_9_cocked_and_no_wall_are_both_listed_in_order(stage):
    stage.throw(SHORT_RIGHT, SHORT_LEFT, states=[COCKED, FLAT])
    assert stage.only.verdict.reasons == (Reason.NO_WALL, Reason.COCKED)
    line = throw_line(stage.only, stage.policy)
    assert (line["wall"], line["cocked"]) == ([False, False], True)


def test_A0_15_stacked_is_void_in_the_street_and_called_in_a_casino():
    for policy, counts in ((Stage().policy, False), (CASINO, True)):
        stage = Stage(policy=policy)
        stage.throw(RIGHT, Flight(y=112.0, rest_x=612.0), states=[FLAT, STACKED])
        assert stage.only.verdict.counts is counts
        assert stage.only.verdict.reasons == (Reason.STACKED,)


@pytest.mark.parametrize("state", [COCKED, DieState.STACKED])
def test_a_die_that_would_lean_on_nothing_is_asked_about(stage, state):
    stage.throw(RIGHT, LEFT, states=[FLAT, state], supports=[None, None])
    assert stage.only.verdict.counts is None
    assert "Which faces" in str(stage.only.verdict.ask)


def test_A0_11_a_casino_calls_cocked_dice_and_reminds_of_the_wall():
    stage = Stage(policy=CASINO)
    stage.throw(SHORT_RIGHT, SHORT_LEFT, states=[COCKED, FLAT], values=(5, 2))
    assert stage.only.values == (5, 2)
    assert stage.only.verdict.reasons == (Reason.NO_WALL, Reason.COCKED)
    line = throw_line(stage.only, CASINO)
    assert (line["wall"], line["cocked"], line["dice"]) == ([True, True], False, [5, 2])


def test_A0_14_a_hit_on_a_side_wall_is_logged_and_does_not_count():
    from controller.throws.events import Wall, Zone
    from controller.throws.table import Table

    zones = (Zone("far", Wall.FAR, 0, 450), Zone("left", Wall.LEFT, 0, 900))
    stage = Stage(table=Table(zones=zones))
    stage.bare()
    flight = Flight(y=100.0, turn_x=500.0, rest_x=640.0)
    stage.fly(flight, SHORT_LEFT, ring=False)
    stage.bump("left")
    stage.settle()
    stage.still()
    stage.read(die(3, 640.0, 100.0), die(4, 700.0, 330.0))
    assert stage.only.verdict.reasons == (Reason.NO_WALL,)
    assert len(stage.only.verdict.hits) == 1


@pytest.mark.parametrize("order", [(RIGHT, LEFT), (LEFT, RIGHT)])
def test_dice_crossing_track_numbers_keep_their_number_of_touches(stage, order):
    stage.throw(*order, swap_at=12)
    assert stage.only.verdict.counts is True


def test_simultaneous_hits_in_two_zones_are_two(stage):
    stage.throw(Flight(y=100.0, rest_x=600.0), Flight(y=330.0, rest_x=600.0))
    assert [d.hit_wall for d in stage.only.dice] == [True, True]


def test_two_hits_within_one_ringing_are_two(stage):
    stage.throw(Flight(y=40.0, rest_x=600.0), Flight(y=120.0, rest_x=640.0, speed=2300.0))
    assert [d.hit_wall for d in stage.only.dice] == [True, True]


def test_one_die_hitting_twice_is_not_two_dice(stage):
    stage.bare()
    stage.fly(RIGHT, SHORT_LEFT)
    stage.bump("far-1", stage.now_ns)
    stage.settle()
    stage.still()
    stage.read(die(3, 600.0, 100.0), die(4, 700.0, 330.0))
    assert stage.only.verdict.reasons == (Reason.ONE_WALL,)


def test_a_leaning_player_is_no_die(stage):
    stage.bare()
    stage.bump("far-3")
    stage.fly(SHORT_RIGHT, SHORT_LEFT)
    stage.settle()
    stage.still()
    stage.read(die(3, 640.0, 100.0), die(4, 700.0, 330.0))
    assert stage.only.verdict.reasons == (Reason.NO_WALL,)


def test_a_hard_turn_unheard_is_asked_and_blamed_on_the_sensor(stage):
    stage.throw(RIGHT, LEFT, ring=False)
    assert stage.only.verdict.counts is None
    assert stage.only.verdict.reasons == (Reason.SENSOR_DEAD,)
    assert stage.only.verdict.ask == "Did both dice hit the far wall?"


def test_a_zone_deaf_again_and_again_is_reported_once_and_tracks_decide_from_then_on(stage):
    for _ in range(4):
        stage.throw(RIGHT, LEFT, ring=False)
        stage.pick_up()
    assert [(h.part, h.ok) for h in stage.health] == [("far-1", False), ("far-3", False)]
    assert stage.throws[-1].verdict.counts is True
    stage.throw(RIGHT, LEFT)
    assert [(h.part, h.ok) for h in stage.health[2:]] == [("far-1", True), ("far-3", True)]


def test_without_sensors_tracks_decide():
    from throws_stage import BLIND_TABLE

    stage = Stage(table=BLIND_TABLE)
    stage.throw(RIGHT, SHORT_LEFT)
    assert [d.hit_wall for d in stage.only.dice] == [True, False]
    assert stage.only.dice[0].walls[0].zone is None


def test_without_sensors_and_tracks_a_person_is_asked():
    from throws_stage import BLIND_TABLE

    stage = Stage(table=BLIND_TABLE)
    stage.bare()
    stage.fly(Flight(y=-300, start_x=30, turn_x=884))
    stage.lying = ()
    stage.settle()
    stage.still()
    stage.read(die(3, 600.0, 100.0), die(4, 700.0, 330.0))
    assert stage.only.verdict.counts is None
    assert stage.only.verdict.ask == "Did both dice hit the far wall?"

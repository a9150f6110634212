"""What must not fool the judge: the same dice again, hands, nudges, stalls, starts in the middle."""

import pytest
from throws_stage import LEFT, RIGHT, ZONES, Flight, Stage, die

from controller.throws.judge import Phase
from controller.throws.table import Table
from controller.throws.verdict import Reason
from vision.reading import DieState, Motion, Sighting, TableReading

PAIR = (die(3, 600.0, 100.0), die(4, 650.0, 330.0))


def test_resting_dice_are_one_throw_however_long_they_lie(stage):
    stage.throw(RIGHT, LEFT)
    stage.still(200)
    stage.read(*PAIR, times=20)
    assert len(stage.throws) == 1
    assert stage.judge.phase is Phase.JUDGED
    assert not stage.judge.wants_reading


def test_a_hand_passing_over_makes_no_second_throw(stage):
    stage.throw(RIGHT, LEFT)
    stage.hand()
    stage.settle()
    stage.still()
    stage.read(*PAIR)
    assert len(stage.throws) == 1


def test_a_camera_stall_makes_no_second_throw(stage):
    stage.throw(RIGHT, LEFT)
    stage.now_ns += 3_000_000_000
    stage.still()
    stage.read(*PAIR)
    assert len(stage.throws) == 1


def test_a_flicker_to_bare_makes_no_second_throw_of_untouched_dice(stage):
    stage.throw(RIGHT, LEFT)
    lying = stage.lying
    stage.bare(5)
    stage.lying = lying
    stage.hand(5)
    stage.settle()
    stage.still()
    stage.read(*PAIR)
    assert len(stage.throws) == 1


def test_dice_lying_at_the_start_are_no_throw():
    stage = Stage()
    stage.lying = ((600.0, 100.0), (650.0, 330.0))
    stage.still(30)
    stage.read(*PAIR)
    stage.hand()
    stage.settle()
    stage.still()
    stage.read(*PAIR)
    assert stage.throws == []


def test_dice_thrown_after_a_start_with_dice_lying_are_a_throw():
    stage = Stage()
    stage.lying = ((500.0, 100.0), (550.0, 330.0))
    stage.still(5)
    stage.pick_up()
    stage.throw(RIGHT, LEFT)
    assert stage.only.verdict.counts is True


def test_each_pick_up_and_throw_is_a_throw(stage):
    for _ in range(3):
        stage.throw(RIGHT, LEFT)
        stage.pick_up()
    assert len(stage.throws) == 3


def test_a_new_throw_is_seen_although_the_board_never_looked_bare(stage):
    stage.throw(RIGHT, LEFT)
    stage.hand()
    stage.fly(Flight(y=200.0, rest_x=500.0), Flight(y=380.0, rest_x=420.0))
    stage.settle()
    stage.still()
    stage.read(die(1, 500.0, 200.0), die(2, 420.0, 380.0))
    assert len(stage.throws) == 2
    assert stage.throws[1].values == (1, 2)


def test_taking_one_die_after_the_other_is_no_throw(stage):
    stage.throw(RIGHT, LEFT)
    stage.hand()
    stage.lying = stage.lying[:1]
    stage.settle()
    stage.still()
    stage.read(PAIR[0])
    stage.pick_up()
    assert len(stage.throws) == 1


def test_a_nudge_after_the_verdict_is_asked_once(stage):
    stage.throw(RIGHT, LEFT)
    for x in (630.0, 660.0):
        stage.hand(6)
        stage.lying = ((x, 110.0), (650.0, 330.0))
        stage.settle()
        stage.still()
        stage.read(die(5, x, 110.0), PAIR[1])
    assert len(stage.throws) == 2
    nudge = stage.throws[1].verdict
    assert nudge.counts is None
    assert Reason.MOVED_AGAIN in nudge.reasons
    assert nudge.ask == "The dice were moved without being picked up. Is this a throw?"


def test_dice_that_fall_over_before_agreement_are_read_again(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still()
    stage.read(*PAIR, times=2)
    stage.small(Motion.MOVING, [Sighting(1, 600, 100), Sighting(2, 650, 330)])
    stage.settle()
    stage.still()
    stage.read(die(6, 600.0, 100.0), PAIR[1], times=2)
    assert stage.throws == []
    stage.read(die(6, 600.0, 100.0), PAIR[1], times=1)
    assert stage.only.values == (6, 4)


def test_dice_thrown_while_a_chip_still_waits_to_be_understood_were_not_moved(stage):
    stage.bare()
    stage.lying = ((380.0, 370.0),)
    stage.small(Motion.MOVING, stage._lying_sightings())
    stage.settle()
    stage.still()
    stage.read(ok=False)
    stage.hand(20, hides=False)
    chip = stage.lying
    stage.fly(RIGHT, LEFT)
    stage.lying += chip
    stage.settle()
    stage.still()
    stage.read(die(3, 600.0, 100.0), die(4, 650.0, 330.0))
    assert stage.only.verdict.counts is True


def test_dice_pushed_by_a_hand_before_they_were_read_are_asked(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still()
    stage.read(*PAIR, times=1)
    stage.hand(5)
    stage.lying = ((625.0, 100.0), (650.0, 330.0))
    stage.settle()
    stage.still()
    stage.read(die(3, 625.0, 100.0), PAIR[1])
    assert stage.only.verdict.counts is None
    assert Reason.MOVED_AGAIN in stage.only.verdict.reasons


def test_dice_set_down_by_hand_are_no_throw(stage):
    stage.bare()
    stage.hand()
    stage.lying = ((80.0, 100.0), (110.0, 130.0))
    stage.settle()
    stage.still()
    stage.read(die(3, 80.0, 100.0), die(4, 110.0, 130.0))
    assert stage.throws == []
    assert stage.judge.phase is Phase.JUDGED


def test_dice_that_appear_without_movement_are_no_throw(stage):
    stage.bare()
    stage.lying = ((600.0, 100.0), (650.0, 330.0))
    stage.still()
    stage.read(*PAIR)
    assert stage.throws == []


def test_dice_that_came_while_the_camera_was_blind_are_asked(stage):
    stage.bare()
    stage.now_ns += 2_000_000_000
    stage.lying = ((600.0, 100.0), (650.0, 330.0))
    stage.still()
    stage.read(*PAIR)
    assert stage.only.verdict.counts is None


def test_readings_from_before_rest_do_not_count(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    early = stage.now_ns - 50_000_000
    stage.settle()
    stage.still()
    for k in range(3):
        stage.give(TableReading((die(1), die(1)), exposed_ns=early + k, frame=k))
    assert stage.throws == []


def test_a_hand_in_view_blocks_reading(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still(4, hand=True)
    assert not stage.judge.wants_reading
    assert stage.judge.hand
    stage.still(1)
    stage.read(*PAIR)
    assert stage.only.verdict.counts is True


def test_a_hand_that_stays_is_asked_about(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still(320, hand=True)
    assert stage.only.verdict.counts is None
    assert Reason.HAND in stage.only.verdict.reasons


def test_dice_taken_before_they_were_read_are_asked_about(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still(1)
    stage.pick_up()
    assert stage.only.verdict.counts is None
    assert stage.only.verdict.reasons == (Reason.HAND,)
    assert stage.only.verdict.ask == "The dice were taken up before they were read. Which faces?"


def test_a_hand_waved_over_a_bare_board_is_no_throw(stage):
    stage.bare()
    for k in range(20):
        stage.small(Motion.MOVING, [Sighting(70, 100 + 3 * k, 200, 6.0)], hand=True)
    stage.bare()
    assert stage.throws == []


def test_an_arm_that_nobody_called_a_hand_is_no_throw(stage):
    stage.bare()
    for k in range(20):
        stage.small(Motion.MOVING, [Sighting(70, 30 + 40 * k, 200, 40.0)])
    stage.bare()
    assert stage.throws == []


def test_fingers_that_reach_over_the_far_wall_are_no_throw(stage):
    stage.bare()
    for k in range(50):
        stage.small(Motion.MOVING, [Sighting(70, 30 + 18 * k, 200, 3.0)], hand=True)
    stage.bare()
    assert stage.throws == []


def test_a_die_that_lies_unread_where_a_chip_lay_is_asked_about_and_not_off_the_board():
    beside = Table(zones=ZONES, camera_mm=(450.0, -60.0, 800.0))
    stage = Stage(table=beside)
    chip = Sighting(800, 600.0, 12.0, 2.0)
    stage.bare()
    for k in range(24):
        flying = [Sighting(i, 30.0 + 25.0 * k, y) for i, y in ((1, 330.0), (2, 12.0))]
        stage.small(Motion.MOVING, [chip, *flying])
    for motion in [Motion.SETTLING] * 12 + [Motion.STILL] * 12:
        stage.small(motion, [chip, Sighting(1, 605.0, 330.0), Sighting(2, 605.0, 12.0)])
        if stage.judge.wants_reading:
            stage.give(TableReading((die(3, 605.0, 330.0),), True, (), stage.now_ns - 1, stage.frame))
    assert Reason.OFF_BOARD not in stage.only.verdict.reasons
    assert stage.only.verdict.ask is not None


def test_cocked_in_readings_that_do_not_agree_is_asked_and_not_void(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still()
    for k in range(12):
        leaning = die(3, 600.0, 100.0, DieState.COCKED if k % 2 else DieState.UNREADABLE)
        stage.read(leaning, die(4, 650.0, 330.0), times=1, ok=False)
        stage.still(8)
    assert stage.only.verdict.counts is None
    assert "Which faces" in str(stage.only.verdict.ask)


def test_readings_that_do_not_agree_are_asked_about(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still()
    for k in range(8):
        stage.read(die(3 + k % 2, 600.0, 100.0), PAIR[1], times=1)
    assert stage.only.verdict.counts is None
    assert stage.only.verdict.reasons == (Reason.UNREADABLE,)
    assert stage.only.verdict.ask in ("Which faces? 3 4?", "Which faces? 4 4?")


def test_a_reader_that_stays_unsure_is_asked_about_after_a_while(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still()
    stage.read(die(None, 600.0, 100.0, DieState.UNREADABLE), PAIR[1], times=60, ok=False)
    assert stage.only.verdict.counts is None
    assert stage.only.values is None
    assert Reason.UNREADABLE in stage.only.verdict.reasons


def test_no_reading_at_all_is_asked_about_in_the_end(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still(320)
    assert stage.only.verdict.reasons == (Reason.UNREADABLE,)


@pytest.mark.parametrize(("lying", "asks"), [(1, "1 of 2 dice can be seen"), (3, "3 dice lie on the board where 2")])
def test_another_number_of_dice_is_asked_about(stage, lying, asks):
    stage.bare()
    flights = [Flight(y=80.0 + 110 * k, rest_x=600.0) for k in range(lying)]
    stage.fly(*flights)
    stage.settle()
    stage.still()
    stage.read(*(die(2 + k, f.rest_x, f.y) for k, f in enumerate(flights)))
    assert stage.only.verdict.counts is None
    assert Reason.WRONG_COUNT in stage.only.verdict.reasons
    assert asks in stage.only.verdict.ask


def test_five_dice_may_be_expected():
    stage = Stage(expected=5)
    flights = [Flight(y=60.0 + 80 * k, rest_x=500.0 + 20 * k) for k in range(5)]
    stage.throw(*flights, values=(1, 2, 3, 4, 5))
    assert stage.only.values == (1, 2, 3, 4, 5)


def test_dice_that_nothing_agreed_about_are_asked_about_when_a_recording_ends(stage):
    stage.bare()
    stage.fly(RIGHT, LEFT)
    stage.settle()
    stage.still()
    for k in range(2):
        stage.read(die(3 + k, 600.0, 100.0), PAIR[1], times=1)
    stage.out += stage.judge.end()
    assert stage.only.verdict.counts is None
    assert "Which faces?" in str(stage.only.verdict.ask)


def test_the_end_of_a_recording_is_no_throw_where_nothing_was_thrown(stage):
    stage.bare()
    assert stage.judge.end() == ()
    stage.throw(RIGHT, LEFT)
    assert stage.judge.end() == ()

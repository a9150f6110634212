"""What holds for any evening whatsoever."""

from hypothesis import given, settings
from hypothesis import strategies as st
from throws_stage import LEFT, RIGHT, TABLE, Stage, die

from controller.throws.events import WallEdge
from controller.throws.judge import Judge
from controller.throws.policy import CASINO, STREET
from controller.throws.ruling import Findings, rule
from controller.throws.verdict import Reason, Throw, ThrownDie
from vision.reading import DieState, Motion, MotionReading, Sighting, TableReading

MS = 1_000_000
states = st.sampled_from([str(state) for state in DieState])
dice = st.lists(
    st.builds(
        ThrownDie,
        st.one_of(st.none(), st.integers(1, 6)),
        states,
        hit_wall=st.sampled_from([True, False, None]),
    ),
    max_size=4,
)
noted = st.frozensets(st.sampled_from([Reason.UNREADABLE, Reason.HAND, Reason.MOVED_AGAIN, Reason.SENSOR_DEAD]))


@given(dice, noted, st.sampled_from([STREET, CASINO]))
def test_reasons_are_in_canonical_order_without_duplicates(found, extra, policy):
    reasons = rule(Findings(tuple(found), len(found), extra), policy).reasons
    assert list(reasons) == [reason for reason in Reason if reason in set(reasons)]


@given(dice.filter(bool), noted, st.sampled_from([STREET, CASINO]))
def test_nothing_unreadable_ever_counts(found, extra, policy):
    verdict = rule(Findings(tuple(found), len(found), extra), policy)
    if any(d.value is None or d.state in ("unreadable", "moving", "off_board") for d in found) or extra & {
        Reason.UNREADABLE, Reason.HAND, Reason.MOVED_AGAIN
    }:  # fmt: skip
        assert verdict.counts is not True
    throw = Throw(0, 1, tuple(found), verdict, policy.name)
    assert (throw.values is None) == (verdict.counts is not True)
    assert (verdict.ask is None) == (verdict.counts is not None)


@given(dice.filter(bool))
def test_the_street_never_counts_what_the_source_voids(found):
    verdict = rule(Findings(tuple(found), len(found)), STREET)
    if verdict.counts:
        assert {d.state for d in found} == {"flat"}
        assert all(d.hit_wall is not None for d in found)
        assert any(d.hit_wall for d in found)


motions = st.sampled_from(list(Motion))
spots = st.lists(st.tuples(st.integers(1, 4), st.floats(-60, 960), st.floats(-50, 500), st.floats(0.3, 6)), max_size=4)
small = st.tuples(st.just("small"), motions, spots, st.booleans())
large = st.tuples(st.just("large"), st.lists(st.integers(1, 6), max_size=3), st.booleans(), st.booleans())
edge = st.tuples(st.just("edge"), st.integers(1, 3), st.integers(0, 1), st.none())
evenings = st.lists(st.one_of(small, small, large, edge), max_size=80)


def played(evening, still_only=False):
    judge, out, t_ns = Judge(TABLE), [], 0
    for k, (kind, one, two, three) in enumerate(evening):
        t_ns += 20 * MS
        if kind == "small":
            seen = tuple(Sighting(i, x, y, area) for i, x, y, area in two)
            motion = Motion.STILL if still_only and one is not Motion.EMPTY else one
            out.append((motion, judge.take(MotionReading(motion, seen, t_ns, k, three))))
        elif kind == "large":
            read = tuple(die(value, 100.0 * i + 50, 200.0) for i, value in enumerate(one))
            out.append((None, judge.take(TableReading(read, two, (), t_ns, k, three))))
        elif not still_only:
            out.append((None, judge.take(WallEdge(t_ns, f"far-{one}", two))))
    return out


@given(evenings)
def test_no_evening_breaks_the_judge_and_no_row_of_events_gives_two_throws(evening):
    for _, came in played(evening):
        assert sum(isinstance(item, Throw) for item in came) <= 1


@given(evenings)
def test_no_throw_without_movement(evening):
    assert not any(isinstance(item, Throw) for _, came in played(evening, still_only=True) for item in came)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(["hand", "still", "read", "stall", "edges"]), max_size=12))
def test_at_most_one_throw_until_the_dice_are_picked_up(scenes):
    stage = Stage()
    stage.throw(RIGHT, LEFT)
    for scene in scenes:
        if scene == "hand":
            stage.hand(5)
            stage.settle(2)
        elif scene == "read":
            stage.read(die(3, 600.0, 100.0), die(4, 650.0, 330.0))
        elif scene == "stall":
            stage.now_ns += 900 * MS
        elif scene == "edges":
            stage.bump("far-1")
        stage.still(3)
    assert len(stage.throws) == 1


def test_a_storm_of_edges_leaves_a_throw_in_progress_small(stage):
    stage.bare()
    stage.small(Motion.MOVING, [Sighting(1, 100, 100)])
    for k in range(20_000):
        stage.give(WallEdge(stage.now_ns + k * 70 * MS, f"far-{k % 3 + 1}", k % 2))
    assert len(stage.judge._episode.hits) <= 64


def test_one_sequence_gives_one_result():
    def evening():
        stage = Stage()
        stage.throw(RIGHT, LEFT)
        stage.pick_up()
        stage.throw(RIGHT, LEFT, values=(6, 6))
        return stage.throws

    assert evening() == evening()

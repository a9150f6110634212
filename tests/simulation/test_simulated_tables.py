"""Many tables: one plan gives one result whoever plays it, and the figures are what theory says."""

import dataclasses

import numpy as np
import pytest

from controller.errors import ConfigError
from controller.rules.casino.settings import Settings
from controller.simulation import tables
from controller.simulation.plans import MOST_CENTS, BankRound, CasinoSeat, Plan, StreetPair
from controller.simulation.plots import draw_plot
from controller.simulation.results import Share, result_fields, summarize
from controller.simulation.strategies import BANK, STREET, find_strategy
from controller.simulation.tables import moments, play_plan
from controller.simulation.workers import DaskCrew, open_crew, run_in_order


def casino_plan(*names, tables=3000, rolls=200, bankroll_cents=100_000, entropy=1):
    parties = tuple(CasinoSeat(Settings(), find_strategy(name).rules) for name in names)
    return Plan(parties, names, tables, rolls, 1000, bankroll_cents, entropy)


def assert_same(ours, theirs):
    for one, other in zip(ours, theirs, strict=True):
        for field in dataclasses.fields(one):
            assert np.array_equal(getattr(one, field.name), getattr(other, field.name))


def test_one_plan_gives_one_result_whatever_the_cores(monkeypatch):
    monkeypatch.setattr(tables, "CHUNK_TABLES", 700)
    plan = casino_plan("pass-2x", "field")
    alone = play_plan(plan, workers=1)
    assert_same(alone, play_plan(plan, workers=3))
    assert len(alone[0].final_cents) == plan.tables
    other = play_plan(dataclasses.replace(plan, entropy=2))
    assert not np.array_equal(alone[0].final_cents, other[0].final_cents)


def test_one_plan_gives_one_result_on_a_dask_cluster():
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    plan = casino_plan("pass-2x", tables=500, rolls=40)
    cluster = distributed.LocalCluster(
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None, protocol="tcp"
    )
    try:
        assert_same(play_plan(plan, dask=cluster.scheduler_address), play_plan(plan))
    finally:
        cluster.close()


def test_a_dask_scheduler_without_workers_is_a_sentence():
    class Idle:
        def nthreads(self):
            return {}

    with pytest.raises(ConfigError, match="no workers"):
        DaskCrew(Idle())


def test_work_that_is_broken_off_is_not_finished_first():
    begun = []
    with pytest.raises(KeyboardInterrupt), open_crew(workers=1) as crew:
        for _ in run_in_order(crew, begun.append, range(10_000)):
            raise KeyboardInterrupt
    assert len(begun) < 100


def test_no_dask_scheduler_is_a_sentence(monkeypatch):
    pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr("controller.simulation.workers.DASK_WAIT_S", 0.2)
    with pytest.raises(ConfigError, match="No Dask scheduler answers"), open_crew(dask="tcp://127.0.0.1:1"):
        pass


def test_results_come_in_the_order_of_the_jobs():
    with open_crew(workers=3) as crew:
        assert list(run_in_order(crew, lambda job: job * job, range(100))) == [job * job for job in range(100)]


def test_a_plan_keeps_its_numbers_on_every_machine_and_numpy():
    (outcome,) = play_plan(casino_plan("pass-2x", tables=5, rolls=100, entropy=9))
    assert outcome.final_cents.tolist() == KEPT


KEPT = [122000, 91400, 83200, 65800, 105600]


@pytest.mark.parametrize(
    ("name", "per_roll"),
    [("field", -1 / 18), ("pass", -7 / 1671), ("pass-2x", -7 / 1671), ("dont-lay", -9 / 2228)],
)
def test_CC_the_mean_a_roll_is_the_exact_edge(name, per_roll):
    plan = casino_plan(name, tables=8000, rolls=400, bankroll_cents=10**9)
    (result,) = summarize(plan, play_plan(plan))
    units = result.mean_cents / plan.unit_cents
    unsure = 4 * result.stdev_cents / plan.unit_cents / np.sqrt(plan.tables)
    undecided_at_the_end = 0.05
    assert abs(units - per_roll * plan.rolls) < unsure + undecided_at_the_end


def test_risk_of_ruin_is_the_gambler_s():
    # The field at even money with 3 units: ruin against ever-winning is sure, and by 2000 rolls nearly all have met it.
    house = Settings(field_two=1, field_twelve=1)
    plan = Plan((CasinoSeat(house, find_strategy("field").rules),), ("field",), 4000, 2000, 1000, 3000, 1)
    (result,) = summarize(plan, play_plan(plan))
    assert result.ended.share > 0.99
    assert result.ended.count == result.broke.count
    assert result.curve[0].ended == 0
    assert [moment.ended for moment in result.curve] == sorted(moment.ended for moment in result.curve)


def test_SC_street_craps_is_zero_sum_and_nearly_fair():
    plan = Plan((StreetPair(STREET["half-cover"]),), ("half-cover",), 2000, 100, 1000, 20_000, 3)
    first, second = play_plan(plan)
    assert set(first.final_cents + second.final_cents) == {40_000}
    assert [result.player for result in summarize(plan, [first, second])] == ["A", "B"]


def test_FB_12_bank_craps_ends_when_all_have_been_banker():
    plan = Plan((BankRound(BANK["first-jet"], 3),), ("first-jet",), 300, 400, 1000, 10**7, 3)
    outcomes = play_plan(plan)
    assert all(outcome.ended.all() for outcome in outcomes)
    assert sum(outcome.final_cents for outcome in outcomes).tolist() == [3 * 10**7] * 300


def test_progress_is_told_in_throws():
    told = []
    play_plan(casino_plan("pass", tables=20, rolls=70), progress=told.append)
    assert told == [20 * 32, 20 * 32, 20 * 6]


def test_moments_of_the_curve():
    assert moments(3) == [0, 1, 2, 3]
    assert (len(moments(12_345)), moments(12_345)[-1]) == (101, 12_345)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_a_share_has_wilson_s_interval(count, of, low, high):
    assert Share(count, of).interval == pytest.approx((low, high), abs=5e-5)


def test_fields_are_whole_units_and_tell_the_curve():
    plan = casino_plan("pass", tables=50, rolls=10)
    (result,) = summarize(plan, play_plan(plan))
    fields = result_fields(plan, "casino", result)
    assert (fields["unit"], fields["bankroll"], fields["curve"][0]["mean"]) == (10, 1000, 1000)
    assert fields["mean"] == pytest.approx(fields["curve"][-1]["mean"] - 1000)
    low, high = fields["mean_ci95"]
    assert low <= fields["mean"] <= high


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_a_plot_is_drawn_for_every_seat(tmp_path, suffix):
    plan = casino_plan("pass", "field", tables=60, rolls=30)
    outcomes = play_plan(plan)
    path = tmp_path / f"curves{suffix}"
    draw_plot(plan, "casino", summarize(plan, outcomes), outcomes, path)
    assert path.stat().st_size > 5000
    with pytest.raises(ConfigError, match=r"\.png"):
        draw_plot(plan, "casino", summarize(plan, outcomes), outcomes, tmp_path / "curves.bmp")
    with pytest.raises(ConfigError, match="cannot be written"):
        draw_plot(plan, "casino", summarize(plan, outcomes), outcomes, tmp_path / "no" / f"curves{suffix}")


def test_a_bankroll_beyond_all_money_is_refused():
    with pytest.raises(ConfigError, match="bankroll"):
        play_plan(casino_plan("pass", bankroll_cents=MOST_CENTS + 1))

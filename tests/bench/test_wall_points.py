"""Fitting the points of the second look."""

import numpy as np
import pytest
import wall_points
from wall_points import Dice, binned, chance, fit, points_of, written

NAMES = ("cold", "odds", "warm")


@pytest.fixture
def dice(monkeypatch):
    """Dice of which the warm ones hit more often than the stories say; a third has no warmth, and hits less often."""
    monkeypatch.setattr(wall_points, "ROUNDS", 150)
    rng = np.random.default_rng(5)
    count = 3000
    odds, warm, cold = rng.normal(0, 2, (3, count))
    warm[::3] = np.nan
    log_odds = odds + np.where(np.isnan(warm), -1.0, np.where(warm > 0.5, 1.5, -0.2))
    hit = rng.random(count) < chance(log_odds)
    ids = np.arange(count)
    return Dice(NAMES, np.stack([cold, odds, warm], 1), hit, np.ones(count), ids // 2, ids // 100, ids % 2 == 0)


def every(dice):
    return np.ones(len(dice.hit), dtype=bool)


def test_what_raises_the_odds_gets_points_and_what_does_not_gets_few(dice):
    card = fit(dice, every(dice))
    scores = [card.scores({"warm": value, "cold": value, "odds": 0.0}) for value in (-1.0, 1.5)]
    assert scores[1]["warm"] - scores[0]["warm"] == pytest.approx(1.7, abs=0.5)
    assert abs(scores[1].get("cold", 0.0) - scores[0].get("cold", 0.0)) < 0.4


def test_dice_without_a_trait_get_points_of_their_own(dice):
    card = fit(dice, every(dice))
    assert card.scores({})["warm"] < card.scores({"warm": -1.0})["warm"] - 0.3


def test_points_make_dice_that_were_kept_apart_likelier_told_right(dice):
    apart = dice.table % 3 == 0
    points = points_of(dice, fit(dice, ~apart), apart)
    told, hit = dice.odds[apart], dice.hit[apart]
    losses = [-np.log(np.where(hit, p, 1 - p)).mean() for p in (chance(told), chance(told + points))]
    assert losses[1] < losses[0]


def test_the_card_adds_up_as_the_judge_adds_it_up(dice):
    card = fit(dice, every(dice))
    summed = points_of(dice, card, every(dice))
    for row in (0, 1, 2, 50):
        found = {n: v for n, v in zip(NAMES, dice.traits[row], strict=True) if not np.isnan(v)}
        assert summed[row] == pytest.approx(sum(card.scores(found).values()))


def test_what_is_written_is_the_card(dice):
    card = fit(dice, every(dice))
    module = {}
    exec(written(card, painted=1500, drawn=0), module)
    assert module["POINTS"] == card.points


def test_a_value_at_a_step_counts_as_beyond_it():
    assert list(binned(np.array([np.nan, 0.9, 1.0, 5.0]), np.array([1.0, 2.0]))) == [0, 1, 2, 3]

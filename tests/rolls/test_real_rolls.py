"""Real rolls of two centuries: the published figures come out, and the evidence agrees with them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from controller.rolls.chances import FAIR, total_chances
from controller.rolls.classic import chi_square, independence_chi_square, pooled_chi_square
from controller.rolls.evidence import category_path, face_path, group_evidence
from controller.rolls.fairness import Throws, judge_fairness
from controller.rolls.groups import sevens_share
from controller.rolls.intervals import face_sequence
from controller.rolls.rounds import count_rounds
from controller.rolls.table import RollTable

DATA = Path(__file__).parents[1] / "data"
REAL = {record["id"]: record for record in json.loads((DATA / "real_rolls.json").read_text())}
HANDS = json.loads((DATA / "real_craps_hands.json").read_text())["hands"]
ALARM = np.log(20)


def test_weldons_dice() -> None:
    weldon = REAL["weldon_26306"]
    chances = binom.pmf(np.arange(13), 12, 1 / 3)
    every_cell, pooled = chi_square(weldon["counts"], chances), pooled_chi_square(weldon["counts"], chances)
    assert every_cell and pooled
    assert (round(every_cell.statistic, 2), every_cell.df) == (41.31, 12)
    assert (round(pooled.statistic, 2), pooled.df) == (35.49, 10)
    assert pooled.p_value == pytest.approx(0.000102788, rel=1e-4)
    assert sum(weldon["counts"]) == weldon["total_throws"]
    assert sum(k * count for k, count in enumerate(weldon["counts"])) == weldon["success_dice"]
    assert category_path(np.array([weldon["counts"]]), chances)[0] > 0


@pytest.mark.parametrize(("name", "share"), [("weldon_4096_456", 1 / 2), ("weldon_4096_six", 1 / 6)])
def test_weldons_shorter_tables(name: str, share: float) -> None:
    weldon = REAL[name]
    cells = len(weldon["counts"])
    chances = binom.pmf(np.arange(cells), 12, share)
    chances[-1] = binom.sf(cells - 2, 12, share)
    found = chi_square(weldon["counts"], chances)
    expected = weldon["recomputed"]
    assert found
    assert found.statistic == pytest.approx(expected["chi_square"], abs=1e-5)
    assert (found.df, found.p_value) == (expected["df"], pytest.approx(expected["p_value"]))


def test_labbys_machine_throws() -> None:
    faces = np.array(REAL["labby_2009"]["face_counts"])
    found = chi_square(faces, FAIR)
    assert found
    assert (round(found.statistic, 2), found.df) == (24.73, 5)
    assert found.p_value == pytest.approx(0.000156988, rel=1e-4)
    # One look at a number of throws fixed beforehand finds it; to one who watched all along it is not yet enough.
    assert face_path(faces[None, :])[0] < ALARM
    assert all(low < 1 / 6 < high for low, high in face_sequence(faces, 0.05))


def test_wolfs_two_dice() -> None:
    joint = np.array(REAL["wolf_20000"]["joint_rows_red_cols_white"])
    recomputed = REAL["wolf_20000"]["recomputed"]
    red, white = joint.sum(axis=1), joint.sum(axis=0)
    assert red.tolist() == REAL["wolf_20000"]["red"]
    assert white.tolist() == REAL["wolf_20000"]["white"]
    tests = {
        "red uniform": chi_square(red, FAIR),
        "white uniform": chi_square(white, FAIR),
        "36 cells uniform": chi_square(joint.ravel(), np.full(36, 1 / 36)),
        "independence red/white": independence_chi_square(joint),
        "two-dice sums vs fair": chi_square(REAL["wolf_20000"]["sum_counts_2_12"], total_chances(2)),
    }
    for name, found in tests.items():
        assert found
        assert round(found.statistic, 3) == pytest.approx(recomputed[name]["chi_square"], abs=1e-3), name
        assert found.df == recomputed[name]["df"]
        assert found.p_value == pytest.approx(recomputed[name]["p_value"], rel=1e-6)


def test_wolfs_dice_are_found_and_boxed_up_but_are_independent() -> None:
    joint = np.array(REAL["wolf_20000"]["joint_rows_red_cols_white"])
    cells = np.repeat(np.arange(36), joint.ravel())
    np.random.default_rng(1).shuffle(cells)  # the order of the throws is not known
    faces = np.column_stack([cells // 6 + 1, cells % 6 + 1]).astype(np.uint8)
    found = judge_fairness(Throws(faces, np.arange(20_000) == 0, ("red", "white")), 0.05)
    red, white = found.of("faces")
    assert found.evidence.crossed
    assert red.evidence.crossed
    assert white.evidence.crossed
    assert red.counts.tolist() == REAL["wolf_20000"]["red"]
    assert not found.of("together")[0].evidence.crossed


def test_wolfs_hundred_thousand() -> None:
    counts = np.array(REAL["wolf_100000"]["counts"])
    found = chi_square(counts, FAIR)
    assert found
    assert found.statistic == pytest.approx(748.48616, abs=1e-5)
    assert face_path(counts[None, :])[0] > 300


def test_the_sources_monte_carlo_sample() -> None:
    counts = np.array(REAL["seed000_ocaml"]["sum_counts_2_12"])
    found = chi_square(counts, total_chances(2))
    assert found
    assert (round(found.statistic, 3), found.df) == (6.251, 10)
    assert found.p_value == pytest.approx(0.79372, abs=1e-5)
    assert category_path(counts[None, :], total_chances(2))[0] < 0


def test_the_590_casino_throws() -> None:
    counts = np.array(REAL["phummel_vegas_2010"]["sum_counts_2_12"])
    found = chi_square(counts, total_chances(2))
    assert found
    assert (round(found.statistic, 3), found.df) == (12.168, 10)
    assert round(found.p_value, 3) == 0.274
    assert category_path(counts[None, :], total_chances(2))[0] < ALARM


def casino_table() -> RollTable:
    """The casino's throws in order; dice of a known total are any that make it."""
    sessions = sorted({hand["session"] for hand in HANDS})
    throws: list[tuple[Any, int]] = [(total, hand["session"]) for hand in HANDS for total, _ in hand["throws"]]
    faces = [(0, 0) if total == "off" else (total // 2, total - total // 2) for total, _ in throws]
    counts = [0 if total == "off" else 1 for total, _ in throws]
    codes = [sessions.index(session) for _, session in throws]
    return RollTable.of(faces, counts=counts, session=codes, sessions=tuple(map(str, sessions)))


def test_the_casinos_rounds_are_those_of_its_result_codes() -> None:
    codes = REAL["phummel_vegas_2010"]["result_codes"]
    rounds = count_rounds(casino_table())
    assert rounds.finished == sum(codes[name] for name in ("comeout win", "comeout loss", "point win", "seven out"))
    assert rounds.rolls == 590
    assert rounds.decided[0] == codes["comeout win"] + codes["comeout loss"]
    assert rounds.classic
    assert rounds.classic.p_value > 0.05


def test_wongs_bet_shows_nothing() -> None:
    wong = REAL["wong_500"]
    low, high = sevens_share(wong["sevens"], wong["rolls"])
    assert low < 1 / 7 < 1 / 6 < high
    evidence = group_evidence(np.array([[wong["rolls"] - wong["sevens"], wong["sevens"]]]), [5 / 6, 1 / 6])
    assert evidence[0] < ALARM

"""A whole log: voids, corrections, two dice sets, a clock that jumped, dice of any number, with right figures."""

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from controller.rolls.chances import FAIR
from controller.rolls.classic import chi_square
from controller.rolls.figures import study_figures
from controller.rolls.groups import e_bh
from controller.rolls.misreading import misreading_bound
from controller.rolls.places import PLACES, place_codes
from controller.rolls.rounds import FAIR_MEAN, LONGEST, count_rounds, decision_chances
from controller.rolls.study import Study, study_rolls
from controller.rolls.table import NO, NOBODY, UNKNOWN, YES, DiceSet, RollTable

TELLABLE = DiceSet("casino", ("red", "white"))


def figures(table: RollTable, **options: Any) -> dict[str, Any]:
    """Give a table's figures as they come out of JSON."""
    found: dict[str, Any] = json.loads(json.dumps(study_figures(study_rolls(table, **options)), allow_nan=False))
    return found


def mixed_log() -> tuple[RollTable, np.ndarray]:
    """Two dice sets: loaded, then after a box up fair; every tenth throw void with sixes, a corrected one, a clock."""
    random = np.random.default_rng(1)
    n = 2_400
    faces = random.integers(1, 7, (n, 2))
    faces[: n // 2, 0] = random.choice(6, n // 2, p=[0.1, 0.15, 0.15, 0.15, 0.15, 0.3]) + 1
    void = np.arange(n) % 10 == 3
    faces[void] = 6
    read = faces.copy()
    read[7] = 7 - read[7]
    read[2_001, 0] = 7 - read[2_001, 0]
    corrected = np.zeros(n, bool)
    corrected[[7, 2_001]] = True
    time_ms = 1_700_000_000_000 + 20_000 * np.arange(n)
    time_ms[1_500:] -= 86_400_000
    table = RollTable.of(
        faces,
        counts=np.where(void, NO, YES),
        read=read,
        corrected=corrected,
        time_ms=time_ms,
        session=np.arange(n) // 800,
        sessions=("a", "b", "c"),
        dice_set=np.arange(n) // 1_200,
        dice_sets=(DiceSet("old", ("red", "white")), DiceSet("new", ("red", "white"))),
    )
    return table, void


def test_a_log_with_corrections_voids_two_sets_and_a_clock_that_jumped() -> None:
    table, void = mixed_log()
    found = figures(table)
    old, new = found["dice_sets"]
    kept = table.faces[~void]
    assert found["rolls"] == 2_160
    assert found["log"]["void"] == 240
    assert found["log"]["corrected"] == 2
    assert found["log"]["clock_went_back"] == 1
    assert found["log"]["first"] == "2023-11-14T06:33:20Z"
    assert found["log"]["last"] == "2023-11-15T06:33:00Z"
    assert found["misreading"]["wrong"] == 3
    assert found["misreading"]["dice"] == 2 * 2_160
    assert found["level"] == pytest.approx(0.04)
    assert (old["name"], old["first"], old["last"], old["rolls"]) == ("old", 1, 1_200, 1_080)
    assert (new["first"], new["last"], new["rolls"]) == (1_201, 2_400, 1_080)
    for dice_set, rows in ((old, kept[:1_080]), (new, kept[1_080:])):
        for die, column in zip(dice_set["faces"], rows.T, strict=True):
            assert die["counts"] == np.bincount(column, minlength=7)[1:].tolist()
            classic = chi_square(die["counts"], FAIR)
            assert classic
            assert die["chi_square"]["statistic"] == pytest.approx(classic.statistic)
        assert dice_set["total"]["counts"] == np.bincount(rows.sum(axis=1), minlength=13)[2:].tolist()
    assert old["box_up"]
    assert "the red die shows 6 too often" in old["verdict"]
    assert not new["box_up"]
    assert not found["box_up"]
    assert "old, no longer in play: the red die shows 6 too often" in found["verdict"]
    assert found["sevens"]["sevens"] == int((kept.sum(axis=1) == 7).sum())


def test_the_order_is_the_logs_whatever_the_clock_said() -> None:
    table, _ = mixed_log()
    still = RollTable.of(
        table.faces, counts=table.counts, session=table.session, sessions=table.sessions,
        dice_set=table.dice_set, dice_sets=table.dice_sets,
    )  # fmt: skip
    jumped = RollTable.of(
        table.faces, counts=table.counts, session=table.session, sessions=table.sessions,
        dice_set=table.dice_set, dice_sets=table.dice_sets, time_ms=-table.time_ms,
    )  # fmt: skip
    assert figures(still)["dice_sets"] == figures(jumped)["dice_sets"]


@pytest.mark.parametrize("dice", [1, 2, 5])
@pytest.mark.parametrize("rolls", [0, 1, 2, 40])
@pytest.mark.parametrize("tellable", [True, False])
def test_few_rolls_of_any_number_of_dice_say_little(dice: int, rolls: int, tellable: bool) -> None:
    faces = np.random.default_rng(2).integers(1, 7, (rolls, dice))
    names = tuple(f"d{k}" for k in range(dice)) if tellable else ()
    found = figures(RollTable.of(faces, dice_sets=(DiceSet("", names),)))
    assert not found["box_up"]
    assert found["rolls"] == rolls
    if rolls == 0:
        assert found["verdict"] == "No rolls yet."
        assert found["dice_sets"] == []
    else:
        shown = found["dice_sets"][0]
        assert len(shown["faces"]) == (dice if tellable else 1)
        assert sum(die["values"] for die in shown["faces"]) == rolls * dice
        assert (shown["total"] is None) == (dice == 1)
    if rolls == 1:
        assert found["verdict"] == "1 roll: nothing unusual; too few to show any bias."


@pytest.mark.parametrize("dice", [1, 2, 5])
@pytest.mark.parametrize("wrong", [0, 100])
@pytest.mark.parametrize("names", [(), tuple("abcde")])
def test_a_hopeless_eye_leaves_nothing_to_say(dice: int, wrong: int, names: tuple[str, ...]) -> None:
    faces = np.full((50, dice), 6)
    sets = (DiceSet("", names[:dice]),)
    found = figures(RollTable.of(faces, read=faces, dice_sets=sets), checked=(100, wrong))
    assert (found["misreading"]["bound"] > 0.9) == (wrong == 100)
    assert found["box_up"] == (wrong == 0)
    one = figures(RollTable.of(faces[:1], read=faces[:1], dice_sets=sets))
    assert one["verdict"].startswith("1 roll: nothing unusual; too few to show any bias.")


def test_the_verdict_says_what_would_not_show_yet() -> None:
    faces = np.random.default_rng(3).integers(1, 7, (612, 2))
    assert figures(RollTable.of(faces, dice_sets=(TELLABLE,)))["verdict"] == (
        "612 rolls: nothing unusual; a bias under 6 points would not show yet."
    )


def test_dice_that_look_alike_are_a_bag_of_faces_in_any_order() -> None:
    random = np.random.default_rng(4)
    faces = random.integers(1, 7, (3_000, 2))
    faces[:, 0] = random.choice(6, 3_000, p=[0.1, 0.16, 0.16, 0.16, 0.16, 0.26]) + 1
    swapped = np.where(random.random(3_000)[:, None] < 0.5, faces, faces[:, ::-1])
    there, back = figures(RollTable.of(faces)), figures(RollTable.of(np.sort(swapped, axis=1)))
    assert there["dice_sets"][0]["faces"][0]["counts"] == back["dice_sets"][0]["faces"][0]["counts"]
    for kind in ("total", "together", "successive"):
        one, two = there["dice_sets"][0][kind]["evidence"], back["dice_sets"][0][kind]["evidence"]
        assert one == pytest.approx(two)
    assert back["box_up"]


def test_fair_dice_sorted_by_a_person_are_not_called_biased() -> None:
    faces = np.sort(np.random.default_rng(5).integers(1, 7, (4_000, 2)), axis=1)
    assert not figures(RollTable.of(faces))["box_up"]


def test_a_camera_that_misreads_does_not_make_a_die_look_biased() -> None:
    random = np.random.default_rng(6)
    true = random.integers(1, 7, (30_000, 2))
    seen = np.where(random.random(true.shape) < 0.02, 6, true)
    blind = figures(RollTable.of(seen, dice_sets=(TELLABLE,)))
    noticed = (seen != true) & (random.random(true.shape) < 0.1)
    rows = noticed.any(axis=1)
    table = RollTable.of(
        np.where(rows[:, None], true, seen), read=seen, corrected=rows, dice_sets=(TELLABLE,)
    )  # one misreading in ten was noticed at the table
    told = figures(table, checked=(20_000, 333))
    assert blind["box_up"]
    assert told["misreading"]["checked_wrong"] == 333
    assert 0.0167 < told["misreading"]["bound"] < 0.025
    assert not told["box_up"]
    assert "allowed for" in told["verdict"]


def test_misreadings_are_counted_whichever_die_is_which() -> None:
    table = RollTable.of(
        [[3, 4], [5, 5], [1, 2]], read=[[4, 3], [5, 2], [0, 2]], corrected=[True, True, True], counts=[YES, YES, YES]
    )
    found = misreading_bound(table)
    assert (found.dice, found.wrong) == (5, 1)
    assert misreading_bound(RollTable.of([[3, 4]])).bound == 0.0
    assert misreading_bound(table, checked=10_000, wrong=10).bound == pytest.approx(1 / 5)  # more was corrected
    right = RollTable.of([[3, 4]] * 50, read=[[3, 4]] * 50)
    assert misreading_bound(right, checked=10_000, wrong=10).bound < 0.003 < misreading_bound(right).bound


def test_a_shooter_who_throws_otherwise_stands_out_among_many() -> None:
    random = np.random.default_rng(7)
    n, shooters = 40_000, 40
    shooter = np.arange(n) % shooters
    faces = random.integers(1, 7, (n, 2))
    hers = shooter == 11
    faces[hers, 1] = np.where(random.random(hers.sum()) < 0.25, 7 - faces[hers, 0], faces[hers, 1])
    names = tuple(f"s{k}" for k in range(shooters))
    found = figures(RollTable.of(faces, shooter=shooter, shooters=names, dice_sets=(TELLABLE,)))
    assert [group["name"] for group in found["groups"]["shooters"] if group["stands_out"]] == ["s11"]
    assert sum(group["rolls"] for group in found["groups"]["shooters"]) == n


def test_e_bh_needs_more_where_more_is_asked() -> None:
    assert e_bh(np.log([19.0]), 0.05).tolist() == [False]
    assert e_bh(np.log([21.0]), 0.05).tolist() == [True]
    assert e_bh(np.log([21.0, 1.0]), 0.05).tolist() == [False, False]
    assert e_bh(np.log([21.0, 1.0, 21.0]), 0.05).tolist() == [False, False, False]
    assert e_bh(np.log([31.0, 1.0, 31.0]), 0.05).tolist() == [True, False, True]
    assert e_bh(np.zeros(0), 0.05).tolist() == []


def test_wall_zones_and_places_are_compared_die_by_die() -> None:
    random = np.random.default_rng(8)
    n = 4_000
    faces = random.integers(1, 7, (n, 2))
    zone = random.integers(-1, 2, (n, 2))
    faces[zone == 1] = random.choice(6, (zone == 1).sum(), p=[0.1, 0.1, 0.2, 0.2, 0.2, 0.2]) + 1
    rest = np.stack([random.uniform(0, 900, (n, 2)), random.uniform(0, 450, (n, 2))], axis=2)
    rest[::5] = np.nan
    found = figures(RollTable.of(faces, wall_zone=zone, zones=("far-1", "far-2"), rest_mm=rest, dice_sets=(TELLABLE,)))
    zones = {group["name"]: group for group in found["groups"]["wall zones"]}
    assert zones["far-2"]["stands_out"]
    assert not zones["far-1"]["stands_out"]
    assert zones["far-1"]["values"] == int((zone == 0).sum())
    assert sum(group["values"] for group in found["groups"]["places"]) == 2 * (n - n // 5)


def test_places_are_ninths_of_the_board() -> None:
    rest = np.array([[[10, 10], [890, 440]], [[450, 225], [np.nan, 3]], [[-5, 460], [300, 150]]], np.float32)
    codes = place_codes(rest, (900.0, 450.0))
    assert [[PLACES[code] if code >= 0 else "" for code in row] for row in codes] == [
        ["near right", "far left"],
        ["middle centre", ""],
        ["near left", "middle centre"],
    ]


def test_rounds_of_fair_dice() -> None:
    chances = decision_chances()
    assert chances[0] == pytest.approx(1 / 3)
    going = np.append(1.0, np.cumprod(1 - chances))
    assert (going[:-1] * chances * np.arange(1, LONGEST + 1)).sum() < FAIR_MEAN
    random = np.random.default_rng(9)
    found = count_rounds(RollTable.of(random.integers(1, 7, (60_000, 2))))
    assert found.mean == pytest.approx(FAIR_MEAN, abs=0.05)
    assert found.classic
    assert found.classic.p_value > 0.01


def played(totals: list[int]) -> list[tuple[int, int]]:
    return [(total // 2, total - total // 2) for total in totals]


def test_short_sessions_do_not_hide_long_rounds() -> None:
    random = np.random.default_rng(10)
    session = np.arange(60_000) // 4
    found = count_rounds(
        RollTable.of(random.integers(1, 7, (60_000, 2)), session=session, sessions=tuple(map(str, range(15_000))))
    )
    assert found.classic
    assert found.classic.p_value > 0.01
    assert found.reached[4:].sum() == 0


def test_rounds_follow_totals_sessions_and_the_logs_own_come_outs() -> None:
    totals = [7, 6, 5, 6, 4, 3, 7, 11, 8, 9]
    by_totals = count_rounds(RollTable.of(played(totals)))
    assert by_totals.finished == 4
    assert by_totals.decided[:3].tolist() == [2, 0, 2]
    assert by_totals.reached[:3].tolist() == [5, 3, 2]
    broken = count_rounds(RollTable.of(played(totals), session=[0, 0, 0, 1, 1, 1, 1, 1, 1, 1], sessions=("a", "b")))
    assert broken.decided[:4].tolist() == [2, 0, 0, 1]
    assert broken.reached[:4].tolist() == [5, 3, 1, 1]
    come_out = [YES if k in (0, 1, 4, 7, 8) else NO for k in range(10)]
    by_log = count_rounds(RollTable.of(played(totals), come_out=come_out, game=[0] * 10, games=("street",)))
    assert by_log.decided[:3].tolist() == by_totals.decided[:3].tolist()
    other_game = count_rounds(RollTable.of(played(totals), come_out=[UNKNOWN] * 10, game=[0] * 10, games=("general",)))
    assert (other_game.finished, other_game.mean) == (0, None)


def test_dice_sets_come_in_the_order_of_their_last_roll_and_only_the_latest() -> None:
    faces = np.random.default_rng(11).integers(1, 7, (300, 2))
    dice_set = np.repeat(np.arange(30), 10)
    dice_set[-5:] = 3
    found: Study = study_rolls(
        RollTable.of(faces, dice_set=dice_set, dice_sets=tuple(DiceSet(f"set {k}") for k in range(30)))
    )
    assert len(found.sets) == 20
    assert found.current is not None
    assert found.current.name == "set 3"
    assert found.together is not None
    assert all(one.last <= other.last for one, other in pairwise(found.sets))
    nameless = study_rolls(RollTable.of(faces, dice_set=np.full(300, NOBODY)))
    assert nameless.current is not None
    assert nameless.current.fairness.rolls == 300


def test_dependence_on_the_throw_before_is_found_within_sessions_only() -> None:
    random = np.random.default_rng(12)
    faces = random.integers(1, 7, (6_000, 1))
    faces[1::2] = np.where(random.random((3_000, 1)) < 0.4, faces[::2], faces[1::2])
    pairs = RollTable.of(faces, session=np.arange(6_000) // 2, sessions=tuple(map(str, range(3_000))))
    across = RollTable.of(faces[1:-1], session=np.arange(5_998) // 2, sessions=tuple(map(str, range(2_999))))
    assert figures(pairs)["dice_sets"][0]["successive"]["evidence"]["crossed_after"] is not None
    assert figures(across)["dice_sets"][0]["successive"]["evidence"]["crossed_after"] is None


@pytest.mark.parametrize(("rolls", "words"), [(5, "is not known from so few dice"), (2_000, "Misread dice, at most")])
def test_the_words_say_whether_the_eye_is_known(rolls: int, words: str) -> None:
    faces = np.random.default_rng(4).integers(1, 7, (rolls, 2))
    assert words in figures(RollTable.of(faces, read=faces.copy()))["verdict"]


def test_misreadings_are_allowed_for_in_the_dice_that_the_eye_read() -> None:
    random = np.random.default_rng(12)
    faces = random.integers(1, 7, (1_000, 1))
    faces[:900, 0] = random.choice(6, 900, p=[0.14, 0.14, 0.14, 0.14, 0.14, 0.3]) + 1
    typed = np.arange(1_000) < 900  # a file that somebody typed, then the first throws before the eye
    found = figures(
        RollTable.of(
            faces,
            read=np.where(typed[:, None], 0, faces),
            dice_set=np.where(typed, NOBODY, 0),
            dice_sets=(DiceSet("new", ("red",)),),
        )
    )
    imported, read = found["dice_sets"]
    assert (imported["misread_at_most"], read["misread_at_most"]) == (0, found["misreading"]["bound"])
    assert read["misread_at_most"] > 0.02
    assert imported["box_up"]
    assert found["level"] == pytest.approx(0.04)


def test_a_face_named_beforehand_is_bet_on_in_all_dice_and_sets() -> None:
    table, _ = mixed_log()
    six, one, whichever = (figures(table, named=named) for named in (6, 1, None))
    assert [found["named"] for found in (six, one, whichever)] == [6, 1, None]
    now = [found["dice_sets"][0]["faces"][0]["evidence"]["log10_now"] for found in (six, whichever, one)]
    assert now == sorted(now, reverse=True)
    assert "an excess of the 6 under" in six["dice_sets"][1]["verdict"]
    assert six["dice_sets"][0]["total"] == one["dice_sets"][0]["total"]

"""Every bet's edge, followed through the engine to the end, equals the exact fraction of craps_bets.json."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from casino_exact import STAKE, WHO, exact, follow, new_table
from casino_play import dice_of

from controller.rules.casino.layout import layout_of
from controller.rules.casino.settings import Settings
from controller.rules.dice import ways

ROWS = {
    (row["bet"], row["variant"]): row
    for row in json.loads((Path(__file__).parent.parent / "data" / "craps_bets.json").read_text())
}
FOUR_TEN, FIVE_NINE, SIX_EIGHT = (4, 10), (5, 9), (6, 8)
PAIRS = {"4 or 10": FOUR_TEN, "5 or 9": FIVE_NINE, "6 or 8": SIX_EIGHT}
ON_WIN = {"vig": "on_win"}


def one(kind, number=None, point=None, puck_matters=True, **settings):
    """A bet alone at a table; `point`: the puck's when it is made."""
    return [(kind, number)], point, puck_matters, settings


# What is bet, by the row of the file; several bets are one row where each of them must have its edge.
SINGLE = {
    ("pass line", "standard"): [one("pass")],
    ("come", "standard"): [one("come", point=point) for point in (4, 5, 6)],
    ("don't pass", "bar 12"): [one("dont_pass")],
    ("don't pass", "bar 2"): [one("dont_pass", bar=2)],
    ("don't pass", "bar 3 (ace-deuce)"): [one("dont_pass", bar=3)],
    ("don't come", "bar 12"): [one("dont_come", point=point) for point in (8, 9, 10)],
    ("big 6", "even money"): [one("big6")],
    ("big 8", "even money"): [one("big8")],
    ("hardway", "hard 4 or 10"): [one("hard", n, point=6) for n in FOUR_TEN],
    ("hardway", "hard 6 or 8"): [one("hard", n, point=9) for n in SIX_EIGHT],
    ("field", "2 and 12 pay 2:1"): [one("field")],
    ("field", "2 pays 2:1, 12 pays 3:1 (or vice versa)"): [one("field", field_twelve=3), one("field", field_two=3)],
    ("field", "2 and 12 pay 3:1"): [one("field", field_two=3, field_twelve=3)],
    ("field", "all even money (old/French style)"): [one("field", field_two=1, field_twelve=1)],
    ("any seven", "4:1 (5 for 1)"): [one("any7")],
    ("any craps", "7:1 (8 for 1)"): [one("anycraps")],
    ("aces (2)", "30:1"): [one("two")],
    ("boxcars (12)", "30:1"): [one("twelve")],
    ("ace-deuce (3)", "15:1"): [one("three")],
    ("yo (11)", "15:1"): [one("eleven")],
    ("hop, easy", "15:1"): [one("hop", (1, 2)), one("hop", (5, 6))],
    ("hop, easy", "15 for 1 = 14:1"): [one("hop", (3, 4), hop_easy=14)],
    ("hop, hard", "30:1"): [one("hop", (n, n)) for n in range(1, 7)],
    ("hop, hard", "30 for 1 = 29:1"): [one("hop", (6, 6), hop_hard=29)],
    ("horn", "4 equal parts, 30:1 and 15:1"): [one("horn")],
    ("horn high", "high aces (5 units)"): [one("horn_high", 2)],
    ("horn high", "high ace-deuce (5 units)"): [one("horn_high", 3)],
    ("horn high", "high yo (5 units)"): [one("horn_high", 11)],
    ("horn high", "high twelve (5 units)"): [one("horn_high", 12)],
    ("C&E", "2 equal parts, 7:1 and 15:1"): [one("ce")],
    ("three-way craps (2,3,12)", "1 unit on each, 30:1 and 15:1"): [
        ([("two", None), ("three", None), ("twelve", None)], None, True, {})
    ],
    ("hopping sevens", "3 easy hops 1 unit each at 15:1"): [
        ([("hop", (1, 6)), ("hop", (2, 5)), ("hop", (3, 4))], None, True, {})
    ],
    ("pass line", "crapless craps (2,3,11,12 are points)"): [one("pass", crapless=True)],
    ("place to win (crapless)", "2 or 12"): [one("place", n, point=4, crapless=True) for n in (2, 12)],
    ("place to win (crapless)", "3 or 11"): [one("place", n, point=4, crapless=True) for n in (3, 11)],
    **{
        ("put (pass/come flat put on number)", f"on {t}"): [one("put", n, point=n) for n in p] for t, p in PAIRS.items()
    },
    **{("place to win", t): [one("place", n, point=n) for n in p] for t, p in PAIRS.items()},
    **{("place to lose", t): [one("place_lose", n, point=5) for n in p] for t, p in PAIRS.items()},
    **{
        ("buy", f"{t}, 5% of bet, paid up front (win or lose)"): [one("buy", n, point=8) for n in p]
        for t, p in PAIRS.items()
    },
    **{
        ("buy", f"{t}, 5% of bet, collected only on a win"): [one("buy", n, point=8, **ON_WIN) for n in p]
        for t, p in PAIRS.items()
    },
    **{("lay", f"{t}, 5% of win, paid up front"): [one("lay", n, point=8) for n in p] for t, p in PAIRS.items()},
    **{
        ("lay", f"{t}, 5% of win, collected only on a win"): [one("lay", n, point=8, **ON_WIN) for n in p]
        for t, p in PAIRS.items()
    },
    **{("all small", f"{n}:1 (= {n + 1} for 1)"): [one("small", puck_matters=False, small=n)] for n in (34, 30, 29)},
    **{("all tall", f"{n}:1 (= {n + 1} for 1)"): [one("tall", puck_matters=False, tall=n)] for n in (34, 30, 29)},
    **{
        ("all (make em all)", f"{n}:1 (= {n + 1} for 1)"): [one("all", puck_matters=False, all_numbers=n)]
        for n in (175, 174, 150, 149)
    },
    ("fire bet", "24/249/999 to 1"): [one("fire")],
    ("fire bet", "10/200/2000 to 1"): [one("fire", fire=(10, 200, 2000))],
    **{
        ("repeater", f"{n} rolled {times} times before a 7"): [one("repeater", n, puck_matters=False)]
        for n, times in {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2}.items()
    },
}
# The file counts the seven, on which the world comes back, as resolved.
WORLD = ("world (whirl)", "5 equal parts")
TRAVELLED = {
    ("don't pass/come bet already travelled", f"on {t} (never take down: player edge)"): p for t, p in PAIRS.items()
}
ODDS = {("odds behind pass/come (take)", t): (("pass", "come", "put"), p) for t, p in PAIRS.items()} | {
    ("odds behind don't pass/don't come (lay)", t): (("dont_pass", "dont_come"), p) for t, p in PAIRS.items()
}
# By the row: the flat bet, the house's odds, and how many times the flat bet stands behind it on each point.
THREE_FOUR_FIVE = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
COMBINED = {
    **{
        ("pass + odds combined", f"{n}x"): ("pass", f"{n}x", dict.fromkeys(THREE_FOUR_FIVE, n))
        for n in (1, 2, 5, 10, 20, 100)
    },
    ("pass + odds combined", "3-4-5x"): ("pass", "3-4-5x", THREE_FOUR_FIVE),
    ("don't pass + lay odds combined", "win 1x (lay 1x)"): ("dont_pass", "1x", dict.fromkeys(THREE_FOUR_FIVE, 1)),
    ("don't pass + lay odds combined", "lay to win 3-4-5x (=6x lay)"): (
        "dont_pass",
        "3-4-5x",
        dict.fromkeys(THREE_FOUR_FIVE, 6),
    ),
}
NOT_OFFERED = {
    ("any craps", "7 for 1 = 6:1"),
    ("aces (2)", "30 for 1 = 29:1"),
    ("boxcars (12)", "30 for 1 = 29:1"),
    ("ace-deuce (3)", "15 for 1 = 14:1"),
    ("yo (11)", "15 for 1 = 14:1"),
    ("over 7 / under 7", "even money"),
}


def fraction(row, field):
    return Fraction(row[field])


def check(row, found):
    assert found.loss == fraction(row, "edge_per_bet_made")
    assert found.resolved == fraction(row, "edge_per_bet_resolved")
    assert found.push == Fraction(row["push_probability"])


def test_every_row_of_the_file_is_checked_or_known_not_to_be_offered():
    bank = {key for key in ROWS if key[0].startswith("bank ")}
    assert set(SINGLE) | set(TRAVELLED) | set(ODDS) | set(COMBINED) | NOT_OFFERED | {WORLD} | bank == set(ROWS)


@pytest.mark.parametrize("row", SINGLE, ids=" ".join)
def test_the_edge_of_a_bet_is_the_exact_fraction(row):
    for boxes, point, puck_matters, settings in SINGLE[row]:
        house = Settings(**settings)
        layout = layout_of(house)
        found = exact(
            new_table(house, point),
            [layout.find(kind, number) for kind, number in boxes],
            forget_point=not puck_matters,
        )
        check(ROWS[row], found)


def test_CC_WORLD_costs_the_exact_fraction_and_pushes_on_seven():
    found = exact(new_table(Settings()), [layout_of(Settings()).find("world")])
    assert (found.loss, found.push) == (fraction(ROWS[WORLD], "edge_per_bet_made"), Fraction(1, 6))


@pytest.mark.parametrize("kind", ["small", "tall", "all", "repeater"])
def test_CC_ATS_CC_REPEAT_count_alike_wherever_the_puck_is(kind):
    box = layout_of(Settings()).find(kind, 6 if kind == "repeater" else None)
    rows = list(box.rows[None].values())
    assert all(row == rows[0] for row in rows)


@pytest.mark.parametrize("row", TRAVELLED, ids=" ".join)
def test_CC_DP_CC_DC_a_travelled_dont_bet_favours_the_player(row):
    for number in TRAVELLED[row]:
        table = new_table(Settings())
        table.bet(WHO, table.layout.find("dont_pass"), STAKE)
        table.roll(dice_of(number))
        check(ROWS[row], follow(table, STAKE))
        table = new_table(Settings(), point=14 - number)
        table.bet(WHO, table.layout.find("dont_come"), STAKE)
        if number != 14 - number:
            table.roll(dice_of(number))
            check(ROWS[row], follow(table, STAKE))


@pytest.mark.parametrize("row", ODDS, ids=" ".join)
def test_CC_ODDS_CC_LAYODDS_are_without_an_edge(row):
    flats, numbers = ODDS[row]
    for flat in flats:
        for number in numbers:
            check(ROWS[row], _odds_alone(flat, number))


def _odds_alone(flat, number):
    """The flat bet with odds less the flat bet alone is the odds."""
    table = new_table(Settings())
    if flat in ("pass", "dont_pass"):
        table.bet(WHO, table.layout.find(flat), STAKE)
        table.roll(dice_of(number))
    else:
        table.roll(dice_of(14 - number))
        table.bet(WHO, table.layout.find(flat, number if flat == "put" else None), STAKE)
        if flat != "put":
            table.roll(dice_of(number))
    without = follow(table, STAKE)
    on_line = flat in ("pass", "dont_pass")
    odds = table.layout.find("odds", None if on_line else number, flat)
    # Called working, so that a come-out between does not return them.
    table.bet(WHO, odds, STAKE, called=True)
    both = follow(table, STAKE)
    return type(both)(both.loss - without.loss, Fraction(0))


@pytest.mark.parametrize("row", COMBINED, ids=" ".join)
def test_CC_ODDS_LIMIT_a_line_bet_with_full_odds_costs_the_exact_fraction_of_all_that_is_bet(row):
    kind, odds, times = COMBINED[row]
    settings = Settings(odds=odds)
    staked, lost, pushed = Fraction(0), Fraction(0), Fraction(0)
    for dice_total in range(2, 13):
        chance = Fraction(ways(dice_total), 36)
        table = new_table(settings)
        table.bet(WHO, table.layout.find(kind), STAKE)
        ruled = table.roll(dice_of(dice_total))
        net, bet = ruled.net_cents(WHO), STAKE
        pushed += chance * sum(one.result == "push" for one in ruled.resolutions)
        if table.point is not None:
            table.bet(WHO, table.layout.find("odds", None, kind), STAKE * times[table.point])
            bet += STAKE * times[table.point]
            net -= follow(table, 1).loss
        staked, lost = staked + chance * bet, lost - chance * net
    assert staked / STAKE == fraction(ROWS[row], "average_total_bet")
    assert lost / staked == fraction(ROWS[row], "edge_per_bet_made")
    assert lost / staked / (1 - pushed) == fraction(ROWS[row], "edge_per_bet_resolved")

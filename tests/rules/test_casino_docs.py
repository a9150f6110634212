"""The tables of docs/games/casino.md say what the engine pays and costs."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from casino_exact import STAKE, WHO, exact, follow, new_table
from casino_play import dice_of

from controller.rules.casino.kinds import KINDS
from controller.rules.casino.settings_line import FIELDS, read_settings
from controller.rules.dice import ALL_PAIRS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "games" / "casino.md").read_text()
# | bet | lines | house | pays | edge | in per cent |
ROW = re.compile(r"^\|([^|]*)\|((?: `[^`]*`,?)+) \| (`[^`]*`)? *\|([^|]*)\|([^|]*)\|([^|]*)\|$", re.M)
ROWS = [tuple(cell.strip() for cell in row) for row in ROW.findall(PAGE)]
COUNTING = ("small", "tall", "all", "repeater")
LONGEST_FRACTION = 30


def box_and_point(line, settings):
    """Read `odds pass 4` or `hop 5-6`: the bet, and the puck it is made at."""
    words = line.split()
    kind, parent = words[0], words[1] if words[0] == "odds" else None
    number = words[-1] if words[-1][0].isdigit() else None
    if number and "-" in number:
        return (kind, tuple(int(face) for face in number.split("-")), parent), None
    number = int(number) if number else None
    if kind in ("come", "dont_come"):
        return (kind, None, None), 6
    return (kind, number, parent), number if number in settings.points and kind != "repeater" else None


def payouts(table, line, point):
    """Say what a box pays: `7:6`, or by total where that differs."""
    kind, number, parent = line
    if kind in ("fire", "repeater", "small", "tall", "all"):
        return counted_payouts(table, line)
    box = table.layout.find(kind, None if parent in ("pass", "dont_pass") else number, parent)
    by_pays = {}
    for dice, outcome in zip(ALL_PAIRS, box.rows[None][point], strict=True):
        if outcome is not None and outcome.result == "win":
            pays = Fraction(outcome.num, outcome.den)
            by_pays.setdefault(f"{pays.numerator}:{pays.denominator}", set()).add(sum(dice))
    if len(by_pays) == 1:
        return next(iter(by_pays))
    return "; ".join(f"{pays} on {', '.join(map(str, sorted(totals)))}" for pays, totals in by_pays.items())


def counted_payouts(table, line):
    kind, number, _ = line
    box = table.layout.find(kind, number)
    if kind == "fire":
        won = [box.count(sum(1 << n for n in (4, 5, 6, 8, 9)[:made]), 7)[1] for made in (4, 5)]
        won.append(box.count(sum(1 << n for n in (4, 5, 6, 8, 9)), 10)[1])
        return f"{':1, '.join(str(one.num) for one in won)}:1 for 4, 5, 6 points"
    tally = 0
    for total in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12) * 6:
        tally, won = box.count(tally, total)
        if won is not None:
            return f"{won.num}:{won.den}"
    raise AssertionError(f"{line} never wins")


def edge(settings, line, point):
    kind, number, parent = line
    table = new_table(settings, None if kind == "odds" else point)
    if kind != "odds":
        return exact(table, [table.layout.find(kind, number)], forget_point=kind in COUNTING).loss
    flat = table.layout.find(parent)
    table.bet(WHO, flat, STAKE)
    table.roll(dice_of(number))
    without = follow(table, STAKE).loss
    table.bet(WHO, table.layout.find("odds", None, parent), STAKE)
    return follow(table, STAKE).loss - without


def cases():
    for bet, lines, house, pays, fraction, per_cent in ROWS:
        for line in re.findall(r"`([^`]*)`", lines):
            yield pytest.param(house.strip("`"), line, pays, fraction, per_cent, id=f"{bet} {line} {house}".strip())


@pytest.mark.parametrize(("house", "line", "pays", "fraction", "per_cent"), list(cases()))
def test_a_row_says_what_the_engine_pays_and_costs(house, line, pays, fraction, per_cent):
    settings = read_settings(json.loads(f"{{{house}}}"))
    box, point = box_and_point(line, settings)
    assert pays == payouts(new_table(settings), box, point)
    found = edge(settings, box, point)
    assert per_cent == f"{float(found) * 100:.3f} %"
    assert fraction == (str(found) if len(str(found)) <= LONGEST_FRACTION else "")


def test_the_page_names_every_bet_and_every_setting():
    named = {line.split()[0] for _, lines, *_ in ROWS for line in re.findall(r"`([^`]*)`", lines)}
    assert named == set(KINDS)
    for setting in FIELDS:
        assert f"`{setting}`" in PAGE

"""All 36 rolls × every box × every puck × every call, against the second reading of the rules in casino_model."""

from fractions import Fraction

import pytest
from casino_model import Model

from controller.rules.casino.kinds import KINDS
from controller.rules.casino.layout import layout_of
from controller.rules.casino.settings import CALLED_BY_HOUSE, Settings
from controller.rules.dice import ALL_PAIRS

PUCKS = (None, 4, 5, 6, 8, 9, 10)
HOUSES = {
    "usual": (Settings(), {}),
    "bar 2, triple field, all on": (
        Settings(
            bar=2, field_two=3, field_twelve=1, hop_easy=14, hop_hard=29, on_at_come_out=frozenset(CALLED_BY_HOUSE)
        ),
        {
            "bar": 2,
            "field": {"2": 3, "12": 1},
            "hop": {"easy": 14, "hard": 29},
            "come_out": dict.fromkeys(CALLED_BY_HOUSE, "on"),
        },
    ),
    "bar 3, all off": (
        Settings(bar=3, on_at_come_out=frozenset()),
        {"bar": 3, "come_out": dict.fromkeys(CALLED_BY_HOUSE, "off")},
    ),
}
COUNTING = {"small", "tall", "all", "fire", "repeater"}
STAKE = Fraction(1320)


def expected(house, key, called, point, dice):
    """The model's answer: result, profit, whether the stake comes back, where the bet is then."""
    model = Model(0, house)
    model.point, model.bets, model.calls = point, {tuple(key): STAKE}, {} if called is None else {tuple(key): called}
    if point is None and key.kind == "odds" and key.number is None:
        return None
    before = Fraction(0)
    resolved, _ = model.roll(*dice)
    if not resolved:
        return None
    ((place, result, _, profit),) = resolved
    returned = model.cash - before - max(profit, Fraction(0))
    return result, profit / STAKE, returned == STAKE, tuple(key) in model.bets, place[1] if result == "moved" else None


def found(box, called, point, dice):
    """The engine's answer in the same form."""
    outcome = box.rows[called][point][ALL_PAIRS.index(dice)]
    if outcome is None:
        return None
    return outcome.result, Fraction(outcome.num, outcome.den), outcome.comes_back, outcome.stays, outcome.to


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in COUNTING])
def test_every_roll_does_to_every_bet_what_the_rules_say(kind, house):
    settings, line = HOUSES[house]
    boxes = [box for box in layout_of(settings).boxes.values() if box.key.kind == kind]
    assert boxes
    for box in boxes:
        for called in (None, True, False) if box.kind.callable else (None,):
            for point in PUCKS:
                for dice in ALL_PAIRS:
                    assert found(box, called, point, dice) == expected(line, box.key, called, point, dice), (
                        f"{box}, called {called}, puck {point}, dice {dice}"
                    )


def counted(box, seen, point, total):
    """What a counting bet's roll does: its new tally, the result and the profit to one."""
    outcome = box.rows[None][point][next(i for i, dice in enumerate(ALL_PAIRS) if sum(dice) == total)]
    if outcome is None:
        return seen, None
    if outcome.result == "counts":
        seen, outcome = box.count(seen, total)
    return seen, outcome and (outcome.result, Fraction(outcome.num, outcome.den))


def sets_of(numbers):
    """Every set of numbers that is not all of them."""
    for chosen in range(2 ** len(numbers) - 1):
        yield [number for at, number in enumerate(numbers) if chosen >> at & 1]


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [("small", (2, 3, 4, 5, 6)), ("tall", (8, 9, 10, 11, 12)), ("all", (2, 3, 4, 5, 6, 8, 9, 10, 11, 12))],
)
def test_CC_ATS_every_roll_in_every_state(kind, numbers):
    box = layout_of(Settings()).find(kind)
    pays = {"small": 34, "tall": 34, "all": 175}[kind]
    for have in sets_of(numbers):
        tally = sum(1 << number for number in have)
        for total in range(2, 13):
            now, answer = counted(box, tally, 4, total)
            if total == 7:
                assert answer == ("lose", -1)
                continue
            assert now == sum(1 << number for number in {*have, total} if number in numbers)
            assert answer == (("win", pays) if {*have, total} >= set(numbers) else None)


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_CC_REPEAT_every_roll_in_every_state(number):
    box = layout_of(Settings()).find("repeater", number)
    times = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2}[number]
    pays = {2: 40, 3: 50, 4: 65, 5: 80, 6: 90, 8: 90, 9: 80, 10: 65, 11: 50, 12: 40}[number]
    for have in range(times):
        for total in range(2, 13):
            now, answer = counted(box, have, None, total)
            if total == 7:
                assert answer == ("lose", -1)
            else:
                assert now == have + (total == number)
                assert answer == (("win", pays) if now == times else None)


def test_CC_FIRE_every_roll_in_every_state():
    box = layout_of(Settings()).find("fire")
    for made in sets_of(PUCKS[1:]):
        tally = sum(1 << point for point in made)
        for point in PUCKS:
            for total in range(2, 13):
                now, answer = counted(box, tally, point, total)
                if point is None or total not in (7, point):
                    assert (now, answer) == (tally, None)
                elif total == 7:
                    pays = {4: 24, 5: 249}.get(len(made))
                    assert answer == (("win", pays) if pays else ("lose", -1))
                else:
                    assert now == sum(1 << one for one in {*made, point})
                    assert answer == (("win", 999) if len({*made, point}) == 6 else None)

"""Exact numbers of street craps from the engine itself, and real hands replayed through it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from street_play import cover_stake, dice_of, new_game, stacks

from controller.rules.dice import ALL_PAIRS
from controller.rules.street import Street

HANDS = json.loads((Path(__file__).parents[1] / "data" / "real_craps_hands.json").read_text(encoding="utf-8"))["hands"]


def key_of(game: Street):
    return game.state()["phase"], game.state()["point"]


def step(game: Street, dice):
    """Throw once; give the next game of the same turn, or None where the turn is over, and whether a round ended."""
    after = game.copy()
    after.do({"do": "throw", "dice": list(dice)})
    ended = after.state()["phase"] == "stake"
    if after.state()["shooter"] != game.state()["shooter"]:
        return None, ended
    if ended:
        cover_stake(after, 1)
    return after, ended


def reachable(start: Street):
    games, waiting = {}, [start]
    while waiting:
        game = waiting.pop()
        if key_of(game) not in games:
            games[key_of(game)] = game
            waiting += [after for dice in ALL_PAIRS if (after := step(game, dice)[0]) is not None]
    return games


def solve(matrix, right):
    """Solve a small system of equations exactly."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for index in range(len(rows)):
        pivot = next(row for row in range(index, len(rows)) if rows[row][index])
        rows[index], rows[pivot] = rows[pivot], rows[index]
        rows[index] = [value / rows[index][index] for value in rows[index]]
        for other in range(len(rows)):
            if other != index:
                factor = rows[other][index]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[index], strict=True)]
    return [row[-1] for row in rows]


def rounds_and_throws_per_turn(swap_after):
    start = new_game(swap_after=swap_after)
    cover_stake(start, 1)
    games = reachable(start)
    keys = list(games)
    matrix = [[Fraction(int(row == column)) for column in keys] for row in keys]
    rounds = [Fraction(0)] * len(keys)
    for index, key in enumerate(keys):
        for dice in ALL_PAIRS:
            after, ended = step(games[key], dice)
            rounds[index] += Fraction(int(ended), 36)
            if after is not None:
                matrix[index][keys.index(key_of(after))] -= Fraction(1, 36)
    first = keys.index(key_of(start))
    return solve(matrix, rounds)[first], solve(matrix, [Fraction(1)] * len(keys))[first]


@pytest.mark.parametrize(
    ("swap_after", "rounds", "throws"),
    [
        ("literal", Fraction(495, 361), Fraction(1671, 361)),
        ("standard", Fraction(495, 196), Fraction(1671, 196)),
        (["natural", "craps", "pass", "seven_out"], Fraction(1), Fraction(557, 165)),
    ],
)
def test_decision_2_rounds_and_throws_per_turn_are_exact(swap_after, rounds, throws):
    assert rounds_and_throws_per_turn(swap_after) == (rounds, throws)


def test_the_data_holds_621_real_throws():
    assert sum(len(hand["throws"]) for hand in HANDS) == 621


@pytest.mark.parametrize("index", range(len(HANDS)))
def test_real_hands_replay_to_their_recorded_results(index):
    game = new_game({"A": 1000, "B": 1000}, swap_after=["seven_out"])
    wins = {"natural": 1, "pass": 1, "craps": -1, "seven_out": -1}
    balance = 0
    for thrown, recorded in HANDS[index]["throws"]:
        assert game.state()["shooter"] == "A"
        if game.state()["phase"] == "stake":
            cover_stake(game, 1)
        line = {"do": "throw", "off": True} if thrown == "off" else {"do": "throw", "dice": list(dice_of(thrown))}
        assert game.do(line).word == recorded
        balance += wins.get(recorded, 0)
    last = HANDS[index]["throws"][-1][1]
    assert game.state()["shooter"] == ("B" if last == "seven_out" else "A")
    if game.state()["phase"] == "stake":
        assert stacks(game) == {"A": 1000 + balance, "B": 1000 - balance}

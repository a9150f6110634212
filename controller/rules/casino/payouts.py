"""What the numbers pay: true odds, house odds and counts, each `(profit, stake)` (games.md C)."""

from controller.rules.dice import POINTS, ways

Odds = tuple[int, int]

CRAPLESS_POINTS = POINTS | {2, 3, 11, 12}
EVEN: Odds = (1, 1)


def true_odds(number: int) -> Odds:
    """Give the odds against a number before a seven: `(2, 1)` for four."""
    return {1: (6, 1), 2: (3, 1), 3: (2, 1), 4: (3, 2), 5: (6, 5)}[ways(number)]


def laid_odds(number: int) -> Odds:
    """Give the odds for who lays against a number: `(1, 2)` for four."""
    profit, stake = true_odds(number)
    return stake, profit


# CC-PLACE; 2, 3, 11 and 12 are numbers of a crapless table only.
PLACE: dict[int, Odds] = {
    2: (11, 2),
    3: (11, 4),
    4: (9, 5),
    5: (7, 5),
    6: (7, 6),
    8: (7, 6),
    9: (7, 5),
    10: (9, 5),
    11: (11, 4),
    12: (11, 2),
}
# CC-PLACELOSE
PLACE_LOSE: dict[int, Odds] = {4: (5, 11), 5: (5, 8), 6: (4, 5), 8: (4, 5), 9: (5, 8), 10: (5, 11)}
# CC-HARD
HARD: dict[int, Odds] = {4: (7, 1), 6: (9, 1), 8: (9, 1), 10: (7, 1)}
# CC-PROP: a number on the next roll
ONE_ROLL: dict[int, Odds] = {2: (30, 1), 3: (15, 1), 11: (15, 1), 12: (30, 1)}
ANY_SEVEN: Odds = (4, 1)
ANY_CRAPS: Odds = (7, 1)
# CC-REPEAT: how often a number must come before a seven, and what that pays
REPEATS: dict[int, tuple[int, int]] = {
    2: (2, 40),
    3: (3, 50),
    4: (4, 65),
    5: (5, 80),
    6: (6, 90),
    8: (6, 90),
    9: (5, 80),
    10: (4, 65),
    11: (3, 50),
    12: (2, 40),
}
# CC-ATS
SMALL = frozenset({2, 3, 4, 5, 6})
TALL = frozenset({8, 9, 10, 11, 12})
# CC-ODDS-LIMIT: 3-4-5x, with what crapless tables give on the outer numbers
THREE_FOUR_FIVE: dict[int, int] = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}

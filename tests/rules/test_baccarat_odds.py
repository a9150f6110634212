"""Exact chances of baccarat from the engine's own draws: every coup from every shoe, without replacement."""

from collections import defaultdict
from fractions import Fraction

import pytest

from controller.rules.baccarat_cards import next_card_to, winner_of

BY_POINTS = ("K", "A", "2", "3", "4", "5", "6", "7", "8", "9")


def coups():
    """Every way a coup can go, by points: the cards in the order of the draw, and who wins."""
    open_coups = [((), ())]
    while open_coups:
        player, banker = open_coups.pop()
        side = next_card_to(player, banker)
        if side is None:
            yield player, banker
        elif side == "player":
            open_coups += [((*player, card), banker) for card in BY_POINTS]
        else:
            open_coups += [(player, (*banker, card)) for card in BY_POINTS]


@pytest.fixture(scope="module")
def outcomes():
    """How many coups there are by the points they use and their winner: enough for shoes of any size."""
    found = defaultdict(int)
    for player, banker in coups():
        cards = [BY_POINTS.index(card) for card in (*player, *banker)]
        found[tuple(sorted(cards)), winner_of(player, banker)] += 1
    return found


def chances(outcomes, decks: int) -> dict[str, Fraction]:
    sums = {"player": 0, "banker": 0, "tie": 0}
    left = [16 * decks] + [4 * decks] * 9
    total = 52 * decks
    for (cards, winner), count in outcomes.items():
        ways = count
        for number, points in enumerate(cards):
            ways *= left[points] - cards[:number].count(points)
        # What is not drawn makes up six cards in every case, so that all ways weigh alike.
        for spare in range(len(cards), 6):
            ways *= total - spare
        sums[winner] += ways
    whole = 1
    for drawn in range(6):
        whole *= total - drawn
    assert sum(sums.values()) == whole
    return {winner: Fraction(ways, whole) for winner, ways in sums.items()}


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [(8, 1.0579, 1.2351, 14.3596), (6, 1.0558, 1.2374, 14.4382), (1, 1.0117, 1.2864, 15.7461)],
)
def test_BA_6_and_BA_8_edges_in_percent(outcomes, decks, banker, player, tie):
    chance = chances(outcomes, decks)
    edges = {
        "banker": chance["player"] - Fraction(95, 100) * chance["banker"],
        "player": chance["banker"] - chance["player"],
        "tie": 1 - 9 * chance["tie"],
    }
    assert {side: round(float(edge) * 100, 4) for side, edge in edges.items()} == {
        "banker": banker,
        "player": player,
        "tie": tie,
    }


def test_chances_of_eight_decks(outcomes):
    chance = {winner: round(float(value), 6) for winner, value in chances(outcomes, 8).items()}
    assert chance == {"banker": 0.458597, "player": 0.446247, "tie": 0.095156}


def test_every_coup_ends_with_four_to_six_cards(outcomes):
    assert {len(cards) for cards, _ in outcomes} == {4, 5, 6}

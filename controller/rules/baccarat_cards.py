"""Cards at baccarat: their points, who draws a third one, and a shuffled shoe (BA-1, BA-4 to BA-7, games.md A.3)."""

import random
from collections.abc import Iterator, Sequence

PLAYER, BANKER, TIE = "player", "banker", "tie"
SIDES = (PLAYER, BANKER, TIE)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
POINTS = {rank: min(number, 10) % 10 for number, rank in enumerate(RANKS, start=1)}
"""An ace is 1; ten, jack, queen and king are 0 (BA-1)."""

BANKER_DRAWS_ON: tuple[frozenset[int], ...] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)) - {8},
    frozenset(range(2, 8)),
    frozenset(range(4, 8)),
    frozenset({6, 7}),
    frozenset(),
)
"""By the banker's two-card total: the points of the player's third card on which he draws (BA-6, error 1)."""

NATURAL = 8
PLAYER_STANDS_FROM = 6
BANKER_STANDS_FROM = 6


def total_of(cards: Sequence[str]) -> int:
    """Give the last digit of the sum (BA-1)."""
    return sum(POINTS[rank] for rank in cards) % 10


def player_draws(player: Sequence[str], banker: Sequence[str]) -> bool:
    """Tell whether the player's side gets a third card, two cards lying on each side (BA-4, BA-5)."""
    return not _any_natural(player, banker) and total_of(player) < PLAYER_STANDS_FROM


def banker_draws(player: Sequence[str], banker: Sequence[str]) -> bool:
    """Tell whether the banker's side gets a third card, the player's side having drawn or stood (BA-4, 6, 7)."""
    if _any_natural(player[:2], banker):
        return False
    total = total_of(banker)
    return POINTS[player[2]] in BANKER_DRAWS_ON[total] if len(player) == 3 else total < BANKER_STANDS_FROM


def next_card_to(player: Sequence[str], banker: Sequence[str]) -> str | None:
    """Say which side gets the next card of a coup; None when it is decided (BA-3 to BA-7)."""
    if len(player) + len(banker) < 4:
        return PLAYER if len(player) == len(banker) else BANKER
    if len(player) == 2 and len(banker) == 2 and player_draws(player, banker):
        return PLAYER
    return BANKER if len(banker) == 2 and banker_draws(player, banker) else None


def winner_of(player: Sequence[str], banker: Sequence[str]) -> str:
    """Say which side is nearer 9 (BA-1), or that it is a tie."""
    mine, theirs = total_of(player), total_of(banker)
    return TIE if mine == theirs else PLAYER if mine > theirs else BANKER


def _any_natural(player: Sequence[str], banker: Sequence[str]) -> bool:
    return max(total_of(player), total_of(banker)) >= NATURAL


def shuffled_shoe(decks: int, rng: random.Random) -> Iterator[str]:
    """Give the ranks of a shuffled shoe one by one; a new shoe is shuffled when one is used up."""
    while True:
        cards = [rank for rank in RANKS for _ in range(4 * decks)]
        rng.shuffle(cards)
        yield from cards

"""Baccarat once more, slowly and without the engine: the third-card table written out, each bet settled by hand."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from slow_models import RefusedByModelError

# Banker's two-card total, then the player's third card's points 0 to 9: D draws, S stands (BA-6).
BANKER_TABLE = {
    0: "DDDDDDDDDD",
    1: "DDDDDDDDDD",
    2: "DDDDDDDDDD",
    3: "DDDDDDDDSD",
    4: "SSDDDDDDSS",
    5: "SSSSDDDDSS",
    6: "SSSSSSDDSS",
    7: "SSSSSSSSSS",
}


def points(rank: str) -> int:
    return {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0}.get(rank) if not rank.isdigit() or rank == "10" else int(rank)  # type: ignore[return-value]


def digit(cards: list[str]) -> int:
    return int(str(sum(points(card) for card in cards))[-1])


class BaccaratModel:
    def __init__(self, seats: dict[str, int], commission: str = "0.05", tie_pays: int = 8, coups: int = 40) -> None:
        self.money = {seat: Decimal(amount) for seat, amount in seats.items()}
        self.rate, self.tie_pays, self.coups = Decimal(commission), tie_pays, coups
        self.bets: list[tuple[str, str, Decimal]] = []
        self.books: list[dict[str, Decimal]] = []
        self.coup = 0
        self.hands: dict[str, list[str]] = {"player": [], "banker": []}
        self.due: list[str] = []  # the sides that get cards, as far as that is known
        self.paid: dict[str, Decimal] = {}
        self.taken = Decimal(0)

    def state(self) -> dict[str, Any]:
        guests, taken = (sum((book[key] for book in self.books), Decimal(0)) for key in ("guests", "commission"))
        return {
            "next_card_to": self.due[0] if self.due else None,
            "player": self.hands["player"],
            "banker": self.hands["banker"],
            "player_total": digit(self.hands["player"]) if self.hands["player"] else 0,
            "banker_total": digit(self.hands["banker"]) if self.hands["banker"] else 0,
            "seats": {seat: float(amount) for seat, amount in self.money.items()},
            "coup": self.coup,
            "paid": {seat: float(self.paid[seat]) for seat in self.money if seat in self.paid},
            "commission": float(self.taken),
            "ledger": {
                "guests": float(guests),
                "commission": float(taken),
                "house": float(taken - guests),
                "shoes": [{key: float(value) for key, value in book.items()} for book in self.books],
            },
            "over": False,
        }

    def do(self, line: dict[str, Any]) -> str:
        if (line["do"] == "card") != bool(self.due):
            raise RefusedByModelError
        if line["do"] == "card":
            return self.card(line["rank"])
        if line["do"] == "bet":
            self.bet(line["seat"], line["side"], Decimal(str(line["amount"])))
        self.hands, self.paid, self.taken = {"player": [], "banker": []}, {}, Decimal(0)
        if line["do"] == "deal":
            if self.coup in (0, self.coups):
                self.books.append({"guests": Decimal(0), "commission": Decimal(0)})
                self.coup = 0
            self.coup += 1
            self.due = ["player", "banker", "player", "banker"]
        return "ok"

    def bet(self, seat: str, side: str, amount: Decimal) -> None:
        if side not in ("player", "banker", "tie") or not 0 < amount <= self.money.get(seat, 0):
            raise RefusedByModelError
        self.money[seat] -= amount
        self.bets.append((seat, side, amount))

    def card(self, rank: str) -> str:
        side = self.due.pop(0)
        self.hands[side].append(rank)
        player, banker = self.hands["player"], self.hands["banker"]
        natural = digit(player[:2]) >= 8 or digit(banker[:2]) >= 8
        if len(player) == len(banker) == 2 and not natural:
            if digit(player) <= 5:
                self.due = ["player"]
            elif digit(banker) <= 5:
                self.due = ["banker"]
        elif len(player) == 3 and len(banker) == 2 and BANKER_TABLE[digit(banker)][points(player[2])] == "D":
            self.due = ["banker"]
        return "ok" if self.due else self.settle()

    def settle(self) -> str:
        mine, theirs = digit(self.hands["player"]), digit(self.hands["banker"])
        winner = "player" if mine > theirs else "banker" if theirs > mine else "tie"
        merged: dict[tuple[str, str], Decimal] = {}
        for seat, side, amount in self.bets:
            merged[seat, side] = merged.get((seat, side), Decimal(0)) + amount
        for (seat, side), amount in merged.items():
            back, fee = Decimal(0), Decimal(0)
            if side == winner == "banker":
                fee = (amount * self.rate).quantize(Decimal("0.01"), ROUND_HALF_UP)
                back = amount + amount - fee
            elif side == winner:
                back = amount * (1 + (self.tie_pays if side == "tie" else 1))
            elif winner == "tie":
                back = amount
            self.paid[seat] = self.paid.get(seat, Decimal(0)) + back
            self.money[seat] += back
            self.taken += fee
            self.books[-1]["guests"] += back + fee - amount
            self.books[-1]["commission"] += fee
        self.bets = []
        return winner

"""Bank craps once more, slowly and without the engine: a list of stakes, settled one by one from the rules' text."""

from typing import Any

from slow_models import RefusedByModelError


class BankModel:
    def __init__(self, players: list[str], banker: str, chips: dict[str, int], bands: dict[str, list[int]]) -> None:
        start = players.index(banker)
        self.seats = players[start:] + players[:start]
        self.players = players
        self.chips = dict(chips)
        self.bands = bands
        self.stakes: list[tuple[str, str, int]] = []  # who, where, how much
        self.point: int | None = None
        # Every (banker, ponte) pair in order; the game walks down this list.
        count = len(players)
        self.turns = [(b, (b + k) % count) for b in range(count) for k in range(1, count)]
        self.skip()

    def skip(self) -> None:
        while self.turns:
            banker, ponte = (self.seats[i] for i in self.turns[0])
            if self.chips[banker] > 0 and self.chips[ponte] > 0:
                return
            self.last_banker = banker
            self.turns.pop(0)

    @property
    def banker(self) -> str:
        return self.seats[self.turns[0][0]] if self.turns else self.last_banker

    @property
    def thrower(self) -> str | None:
        return self.seats[self.turns[0][1]] if self.turns else None

    def state(self) -> dict[str, Any]:
        def lying(where: str) -> dict[str, int]:
            return {p: sum(s[2] for s in self.stakes if s[:2] == (p, where)) for p, w, _ in self.stakes if w == where}

        return {
            "banker": self.banker,
            "thrower": self.thrower,
            "postillon": self.point,
            "chips": self.chips,
            "first_jet": lying(""),
            "bands": {band: lying(band) for band in self.bands},
            "over": not self.turns,
        }

    def do(self, line: dict[str, Any]) -> str:
        if not self.turns:
            raise RefusedByModelError
        if line["do"] == "throw":
            return self.throw(sum(line["dice"]))
        who = line["player"]
        if who not in self.players or who == self.banker:
            raise RefusedByModelError
        if line["do"] == "withdraw_first":
            mine = [s for s in self.stakes if s[:2] == (who, "")]
            if self.point or not mine:
                raise RefusedByModelError
            self.chips[who] += sum(s[2] for s in mine)
            self.stakes = [s for s in self.stakes if s not in mine]
            return "ok"
        where = "" if line["do"] == "first" else line["band"]
        open_now = self.point is None if where == "" else self.point is not None and where in self.bands
        amount = line["amount"]
        lies = sum(s[2] for s in self.stakes)
        if not open_now or not 0 < amount <= self.chips[who] or lies + amount > self.chips[self.banker]:
            raise RefusedByModelError
        self.chips[who] -= amount
        self.stakes.append((who, where, amount))
        return "ok"

    def throw(self, total: int) -> str:
        if not any(s[:2] == (self.thrower, "") for s in self.stakes):
            raise RefusedByModelError
        banker = self.banker
        if self.point is None:
            word = {2: "baraque", 3: "baraque", 12: "baraque", 7: "abattage", 11: "abattage"}.get(total, "point")
        else:
            word = {7: "seven_out", self.point: "point_made"}.get(total, "no_decision")
        first = {"abattage": True, "point_made": True, "baraque": False, "seven_out": False}.get(word)
        left = []
        for who, where, amount in self.stakes:
            wins = first if where == "" else total in self.bands[where]
            if wins is None:
                left.append((who, where, amount))
            elif wins:
                self.chips[who] += amount + amount
                self.chips[banker] -= amount
            else:
                self.chips[banker] += amount
        self.stakes = left
        if word == "point":
            self.point = total
        elif word != "no_decision":
            self.point = None
            if first is False:
                self.last_banker = banker
                self.turns.pop(0)
            self.skip()
        return word

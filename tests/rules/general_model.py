"""General once more, slowly and without the engine: every box by trying what the rules' words say."""

from itertools import permutations, product
from typing import Any

from slow_models import RefusedByModelError

BOXES = ["ones", "twos", "threes", "fours", "fives", "sixes", "straight", "full_house", "four_kind", "general"]


def is_straight(dice: tuple[int, ...]) -> bool:
    """Put 2 or 6 in the place of any ones, and look for five in a row."""
    choices = [(1, 2, 6) if die == 1 else (die,) for die in dice]
    return any(sorted(way) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) for way in product(*choices))


def is_full(dice: tuple[int, ...]) -> bool:
    return any(a == b == c != d == e for a, b, c, d, e in permutations(dice))


def is_four(dice: tuple[int, ...]) -> bool:
    return any(a == b == c == d for a, b, c, d, _ in permutations(dice))


def points(box: str, dice: tuple[int, ...], throw: int) -> int:
    if box in BOXES[:6]:
        return sum(die for die in dice if BOXES.index(box) == die - 1)
    if box == "straight":
        return {1: 25}.get(throw, 20) if is_straight(dice) else 0
    if box == "full_house":
        return {1: 35}.get(throw, 30) if is_full(dice) else 0
    if box == "four_kind":
        return {1: 45}.get(throw, 40) if is_four(dice) else 0
    return 60 if dice == (dice[0],) * 5 else 0


class GeneralModel:
    def __init__(self, players: list[str]) -> None:
        self.players = players
        self.drawing: list[str] | None = list(players)
        self.tied: list[str] = []
        self.order: list[str] = []
        self.todo: list[tuple[int, str]] = []
        self.lying: list[int] = []
        self.throws = 0
        self.sheets: dict[str, dict[str, int]] = {player: {} for player in players}
        self.winners: list[str] = []

    def state(self) -> dict[str, Any]:
        totals = {player: sum(sheet.values()) for player, sheet in self.sheets.items()}
        over = bool(self.winners)
        player = self.todo[0][1] if self.todo and not over else None
        now = [box for box in BOXES if box not in self.sheets[player]] if player and self.throws else []
        return {
            "order": self.order,
            "tied": self.tied,
            "player": player,
            "throw": self.throws,
            "round": self.todo[0][0] if self.todo else 10 if self.order else 1,
            "dice": sorted(self.lying),
            "worth": {box: points(box, tuple(sorted(self.lying)), self.throws) for box in now},
            "sheets": self.sheets,
            "totals": totals,
            "winners": self.winners,
            "over": over,
        }

    def do(self, line: dict[str, Any]) -> str:
        if self.winners or (line["do"] == "draw") != (self.drawing is not None):
            raise RefusedByModelError
        act = {"draw": self.draw, "throw": self.throw, "score": self.score}[line["do"]]
        return act(line)

    def draw(self, line: dict[str, Any]) -> str:
        values = line["values"]
        if sorted(values) != sorted(self.drawing or []):
            raise RefusedByModelError
        least = [player for player in self.players if values.get(player) == min(values.values())]
        if len(least) > 1:
            self.tied = self.drawing = least
            return "tie"
        self.tied, self.drawing = [], None
        self.order = list(self.players)
        while self.order[0] != least[0]:
            self.order.append(self.order.pop(0))
        self.todo = [(number, player) for number in range(1, 11) for player in self.order]
        return "ok"

    def throw(self, line: dict[str, Any]) -> str:
        keep, dice, left = line.get("keep", []), line["dice"], list(self.lying)
        for die in keep:
            if die not in left:
                raise RefusedByModelError
            left.remove(die)
        if self.throws == 3 or len(keep) + len(dice) != 5 or not dice:
            raise RefusedByModelError
        self.throws += 1
        self.lying = [*keep, *dice]
        if self.throws == 1 and len(set(self.lying)) == 1:
            self.winners = [self.todo[0][1]]
            return "big_general"
        return "ok"

    def score(self, line: dict[str, Any]) -> str:
        player, box = self.todo[0][1], line["box"]
        if not self.throws or box not in BOXES or box in self.sheets[player]:
            raise RefusedByModelError
        self.sheets[player][box] = points(box, tuple(sorted(self.lying)), self.throws)
        self.lying, self.throws = [], 0
        self.todo.pop(0)
        if not self.todo:
            totals = {player: sum(sheet.values()) for player, sheet in self.sheets.items()}
            self.winners = [player for player in self.players if totals[player] == max(totals.values())]
        return "ok"

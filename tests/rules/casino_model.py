"""The casino's rules read aloud: a slow second version in fractions of whole units that shares nothing with the engine.

It takes the referee's lines and says what it accepts; a roll gives what became of each bet.
"""

from fractions import Fraction
from math import floor

POINTS = (4, 5, 6, 8, 9, 10)
USUAL = {
    "bar": 12,
    "field": {"2": 2, "12": 2},
    "odds": "3-4-5x",
    "come_out": {
        "place": "off",
        "buy": "off",
        "lay": "off",
        "hard": "off",
        "come_odds": "off",
        "dc_odds": "on",
        "big": "on",
        "place_lose": "off",
        "put": "on",
    },
    "vig": "upfront",
    "vig_rounding": "none",
    "vig_min": 0,
    "hop": {"easy": 15, "hard": 30},
    "ats": {"small": 34, "tall": 34, "all": 175},
    "fire": {"4": 24, "5": 249, "6": 999},
    "table_min": Fraction(1, 100),
    "table_max": None,
    "payout_rounding": "cent",
}
TRUE = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
LOSE = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}
TIMES = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2}
REPEATER = {2: 40, 3: 50, 4: 65, 5: 80, 6: 90, 8: 90, 9: 80, 10: 65, 11: 50, 12: 40}
HORN = {2: 30, 3: 15, 11: 15, 12: 30}
ONE_ROLL = (
    *("field", "any7", "anycraps", "two", "three", "eleven", "twelve", "horn", "horn_high", "world", "ce", "hop"),
)
PARTS = {"horn": 4, "horn_high": 5, "world": 5, "ce": 2}
NUMBERS = {
    **dict.fromkeys(("place", "place_lose", "buy", "lay", "put"), POINTS),
    "hard": (4, 6, 8, 10),
    "horn_high": (2, 3, 11, 12),
    "repeater": tuple(TIMES),
    "hop": tuple((a, b) for a in range(1, 7) for b in range(a, 7)),
}
SETTING_OF = {
    "place": "place",
    "place_lose": "place_lose",
    "buy": "buy",
    "lay": "lay",
    "hard": "hard",
    "big6": "big",
    "big8": "big",
}
KINDS = ("pass", "dont_pass", "come", "dont_come", "odds", "put", "small", "tall", "all", "fire", "repeater")


class Model:
    """One seat at a table."""

    def __init__(self, bankroll, settings):
        self.s = {**USUAL, **settings}
        for name in ("field", "hop", "ats", "fire", "come_out"):
            self.s[name] = {**USUAL[name], **settings.get(name, {})}
        for name in ("table_min", "table_max", "vig_min"):
            self.s[name] = None if self.s[name] is None else Fraction(str(self.s[name]))
        self.cash = Fraction(bankroll)
        self.point = None
        self.first_roll = True
        self.bets = {}  # (kind, number, parent) -> amount
        self.calls = {}  # the same -> True or False
        self.seen = {}  # the same -> what a bet with a memory has seen

    # -- lines

    def accepts(self, line):
        """Do a line; tell whether it was accepted."""
        number = line.get("number")
        if isinstance(number, (list, tuple)):
            number = tuple(sorted(number))
        what = "bet" if "bet" in line else "take_down" if "take_down" in line else "working"
        key = (line[what], number, line.get("parent"))
        if what == "bet":
            return self.bet(key, Fraction(str(line["amount"])), line.get("working"))
        if what == "take_down":
            amount = line.get("amount")
            return self.take_down(key, None if amount is None else Fraction(str(amount)))
        return self.call(key, line["on"])

    def bet(self, key, amount, called):
        kind, number, parent = key
        if not self.may_bet(kind, number, parent) or amount <= 0:
            return False
        before = self.bets.get(key, Fraction(0))
        total = before + amount
        if (amount * 100) % PARTS.get(kind, 1) or (kind == "repeater" and self.seen.get(key)):
            return False
        if kind == "odds":
            flat = self.bets[(parent, number, None)]
            if total > self.most_odds(flat, number or self.point, parent):
                return False
        elif total < self.s["table_min"] or (self.s["table_max"] is not None and total > self.s["table_max"]):
            return False
        if called is False and self.calls_of(key) is None:
            return False
        if called is True and kind == "put" and self.s["come_out"]["put"] == "off":
            return False
        cost = amount + self.up_front(key, total) - self.up_front(key, before)
        if cost > self.cash:
            return False
        self.cash -= cost
        self.bets[key] = total
        if called is not None and self.calls_of(key) is not None:
            self.calls[key] = called
        return True

    def may_bet(self, kind, number, parent):
        if kind not in (*KINDS, *ONE_ROLL, *SETTING_OF):
            return False
        if kind == "odds":
            flat_numbers = (None,) if parent in ("pass", "dont_pass") else POINTS
            if parent not in ("pass", "dont_pass", "come", "dont_come", "put") or number not in flat_numbers:
                return False
            on_line = parent in ("pass", "dont_pass")
            return (parent, number, None) in self.bets and (self.point is not None or not on_line)
        if parent is not None or number not in NUMBERS.get(kind, (None,)):
            return False
        if kind in ("pass", "dont_pass"):
            return self.point is None
        if kind in ("come", "dont_come", "put"):
            return self.point is not None
        return self.first_roll or kind not in ("small", "tall", "all", "fire")

    def most_odds(self, flat, number, parent):
        house = self.s["odds"]
        if house == "none":
            return 0
        times = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}[number] if house == "3-4-5x" else int(house[:-1])
        most = flat * times * (TRUE[number] if parent.startswith("dont") else 1)
        return Fraction(floor(most * 100), 100)

    def take_down(self, key, amount):
        kind, number, _ = key
        if key not in self.bets or kind == "put":
            return False
        if (kind == "pass" and self.point is not None) or (kind == "come" and number is not None):
            return False
        stands = self.bets[key]
        if amount is None:
            amount = stands
        left = stands - amount
        if amount <= 0 or left < 0:
            return False
        odds_key = ("odds", number, kind)
        odds = self.bets.get(odds_key, Fraction(0))
        if left:
            if (left * 100) % PARTS.get(kind, 1):
                return False
            if kind != "odds" and left < self.s["table_min"]:
                return False
            if odds and odds > self.most_odds(left, number or self.point, kind):
                return False
        self.cash += amount + self.up_front(key, stands) - self.up_front(key, left)
        if left:
            self.bets[key] = left
        else:
            self.remove(key)
            if odds:
                self.cash += odds
                self.remove(odds_key)
        return True

    def call(self, key, on):
        if key not in self.bets:
            return False
        if self.calls_of(key) is None:
            return on and not (key[0] == "put" and self.s["come_out"]["put"] == "off")
        self.calls[key] = on
        return True

    def calls_of(self, key):
        """The setting under which a bet may be called on or off; None for one that may not."""
        if key[0] == "odds":
            return "dc_odds" if key[2].startswith("dont") else "come_odds"
        return SETTING_OF.get(key[0])

    def works(self, key):
        if key[2] == "put" and not self.works(("put", key[1], None)):
            return False
        if key in self.calls:
            return self.calls[key]
        setting = "put" if key[0] == "put" else self.calls_of(key)
        return self.point is not None or setting is None or self.s["come_out"][setting] == "on"

    def remove(self, key):
        for part in (self.bets, self.calls, self.seen):
            part.pop(key, None)

    # -- commission

    def commission(self, key, amount):
        kind, number, _ = key
        if kind not in ("buy", "lay") or not amount:
            return Fraction(0)
        exact = Fraction(5, 100) * (amount if kind == "buy" else amount / TRUE[number])
        how = self.s["vig_rounding"]
        if how == "none":
            vig = Fraction(floor(exact * 100 + Fraction(1, 2)), 100)
        elif how == "floor":
            vig = Fraction(floor(exact))
        elif how == "nearest":
            vig = Fraction(floor(exact + Fraction(1, 2)))
        else:
            vig = Fraction(-floor(-exact))
        return max(vig, self.s["vig_min"])

    def up_front(self, key, amount):
        return self.commission(key, amount) if self.s["vig"] == "upfront" else Fraction(0)

    # -- the roll

    def roll(self, first, second):
        """Settle all bets: a list of (key, result, stake, profit), and the net."""
        total, hard, pair = first + second, first == second, tuple(sorted((first, second)))
        resolved, net = [], Fraction(0)
        for key in list(self.bets):
            answer = self.decide(key, total, hard, pair)
            if answer is None:
                continue
            result, ratio = answer
            stake, profit = self.bets[key], Fraction(0)
            if result == "win":
                profit = self.payable(key, stake, ratio)
                self.cash += profit
            elif result == "lose":
                profit = -stake
            net += profit - (self.up_front(key, stake) if result in ("win", "lose") else 0)
            place = (key[0], total, None) if result == "moved" else key
            if not (result == "win" and key[0] in ("place", "hard")):
                self.remove(key)
                self.cash += stake if result in ("win", "push", "returned") else 0
            if result == "moved":
                self.bets[place] = stake
            resolved.append((place, result, stake, profit))
        self.move_puck(total)
        return resolved, net

    def payable(self, key, stake, ratio):
        profit = stake * ratio
        profit = Fraction(floor(profit * 100), 100)
        if self.s["vig"] == "on_win":
            profit = max(profit - self.commission(key, stake), Fraction(0))
        return Fraction(floor(profit)) if self.s["payout_rounding"] == "unit" else profit

    def move_puck(self, total):
        self.first_roll = False
        if self.point is None:
            self.point = total if total in POINTS else None
        elif total == 7:
            self.point, self.first_roll = None, True
        elif total == self.point:
            self.point = None

    def decide(self, key, total, hard, pair):
        """What becomes of a bet: (result, profit per unit), or None."""
        kind, number, _ = key
        if kind in ("pass", "dont_pass"):
            return self.line(kind, self.point, total, moves=False)
        if kind in ("come", "dont_come"):
            return self.line(kind, number, total, moves=True)
        if kind in ONE_ROLL:
            return self.one_roll(kind, number, total, hard, pair)
        if kind in ("small", "tall", "all", "repeater"):
            return self.collect(key, total)
        if kind == "fire":
            return self.fire(key, total)
        if kind == "odds":
            if key[2] == "put" and not self.works(("put", number, None)):
                return None
            return self.odds(key, number or self.point, total)
        if not self.works(key):
            return None
        if kind == "hard":
            if total == number and hard:
                return "win", 7 if number in (4, 10) else 9
            return ("lose", None) if total in (7, number) else None
        number = {"big6": 6, "big8": 8}.get(kind, number)
        low = min(number, 14 - number)
        for_it = {"place": PLACE[low], "buy": TRUE[low], "put": 1, "big6": 1, "big8": 1}
        against = {"place_lose": LOSE[low], "lay": 1 / TRUE[low]}
        if total == number:
            return ("win", for_it[kind]) if kind in for_it else ("lose", None)
        if total == 7:
            return ("win", against[kind]) if kind in against else ("lose", None)
        return None

    def line(self, kind, number, total, moves):
        dont = kind.startswith("dont")
        if number is not None:
            if total == number:
                return ("lose", None) if dont else ("win", 1)
            if total == 7:
                return ("win", 1) if dont else ("lose", None)
            return None
        if total in POINTS:
            return ("moved", None) if moves else None
        if total in (7, 11):
            return ("lose", None) if dont else ("win", 1)
        if not dont:
            return "lose", None
        return ("push", None) if total == self.s["bar"] else ("win", 1)

    def odds(self, key, number, total):
        if total not in (7, number):
            return None
        if not self.works(key):
            return "returned", None
        if key[2].startswith("dont"):
            return ("win", 1 / TRUE[number]) if total == 7 else ("lose", None)
        return ("win", TRUE[number]) if total == number else ("lose", None)

    def one_roll(self, kind, number, total, hard, pair):
        wins = {
            "field": {2: self.s["field"]["2"], **dict.fromkeys((3, 4, 9, 10, 11), 1), 12: self.s["field"]["12"]},
            "any7": {7: 4},
            "anycraps": {2: 7, 3: 7, 12: 7},
            "two": {2: 30},
            "three": {3: 15},
            "eleven": {11: 15},
            "twelve": {12: 30},
            "ce": {2: 3, 3: 3, 12: 3, 11: 7},
            "horn": {2: Fraction(27, 4), 12: Fraction(27, 4), 3: 3, 11: 3},
            "world": {2: Fraction(26, 5), 12: Fraction(26, 5), 3: Fraction(11, 5), 11: Fraction(11, 5)},
            "hop": {total: self.s["hop"]["hard" if hard else "easy"]} if pair == number else {},
        }
        if kind == "horn_high":
            units = {n: HORN[n] * (2 if n == number else 1) - (3 if n == number else 4) for n in HORN}
            wins["horn_high"] = {n: Fraction(units[n], 5) for n in HORN}
        if kind == "world" and total == 7:
            return "push", None
        return ("win", wins[kind][total]) if total in wins[kind] else ("lose", None)

    def collect(self, key, total):
        kind, number, _ = key
        if total == 7:
            return "lose", None
        seen = self.seen.setdefault(key, [])
        if kind == "repeater":
            if total == number:
                seen.append(total)
            return ("win", REPEATER[number]) if len(seen) == TIMES[number] else None
        wanted = {"small": {2, 3, 4, 5, 6}, "tall": {8, 9, 10, 11, 12}}
        wanted["all"] = wanted["small"] | wanted["tall"]
        if total in wanted[kind]:
            seen.append(total)
        return ("win", self.s["ats"][kind]) if set(seen) == wanted[kind] else None

    def fire(self, key, total):
        made = self.seen.setdefault(key, [])
        if self.point is None:
            return None
        if total == self.point and total not in made:
            made.append(total)
            return ("win", self.s["fire"]["6"]) if len(made) == 6 else None
        if total != 7:
            return None
        return ("win", self.s["fire"][str(len(made))]) if len(made) >= 4 else ("lose", None)

"""What a roll does to a bet: a pure function of the box, the house's settings, the puck and the dice."""

from collections.abc import Callable
from typing import NamedTuple

from controller.rules.casino.kinds import DONTS, BoxKey, kind_of
from controller.rules.casino.payouts import (
    ANY_CRAPS,
    ANY_SEVEN,
    EVEN,
    HARD,
    ONE_ROLL,
    PLACE,
    PLACE_LOSE,
    Odds,
    laid_odds,
    true_odds,
)
from controller.rules.casino.settings import Settings
from controller.rules.dice import CRAPS, Pair, is_hard

FIELD = frozenset({2, 3, 4, 9, 10, 11, 12})
PROPS: dict[str, tuple[frozenset[int], Odds]] = {
    "any7": (frozenset({7}), ANY_SEVEN),
    "anycraps": (CRAPS, ANY_CRAPS),
    **{
        kind: (frozenset({n}), ONE_ROLL[n])
        for kind, n in zip(("two", "three", "eleven", "twelve"), ONE_ROLL, strict=True)
    },
}
# The horn family: how many equal parts stand on each total.
HORN = {2: 1, 3: 1, 11: 1, 12: 1}


class Outcome(NamedTuple):
    """What becomes of a bet: `result` is win, lose, push, returned or moved; "counts" where its own count decides.

    The profit is `num / den` of the stake, -1 for a loss. `comes_back`: the stake returns to the player;
    `stays`: the bet stays on the layout; `to`: the number that a come bet moves to.
    """

    result: str
    reason: str
    num: int = 0
    den: int = 1
    comes_back: bool = True
    stays: bool = False
    to: int | None = None


class Rolled(NamedTuple):
    """The dice, the puck before them (None: off), and whether the bet in question was working."""

    dice: Pair
    point: int | None
    works: bool

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return self.dice[0] + self.dice[1]


def win(pays: Odds, reason: str, stays: bool = False) -> Outcome:
    """A win: its profit is paid, and the stake comes back unless the bet stays."""
    return Outcome("win", reason, pays[0], pays[1], comes_back=not stays, stays=stays)


def lose(reason: str) -> Outcome:
    """A loss of the whole stake."""
    return Outcome("lose", reason, num=-1, comes_back=False)


def counts(reason: str) -> Outcome:
    """A roll that the bet's own count must be asked about."""
    return Outcome("counts", reason, comes_back=False, stays=True)


def outcome_of(key: BoxKey, settings: Settings, rolled: Rolled) -> Outcome | None:
    """Give what a roll does to a bet in a box; None where it does nothing."""
    return _FAMILIES[key.kind](key, settings, rolled)


# -- line and come ----------------------------------------------------------------------------------------------------


def _line(key: BoxKey, settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-PASS, CC-DP: the come-out, then the point before a seven or after it."""
    if rolled.point is None:
        return _come_out(key, settings, rolled.total)
    return _decide(key, rolled.point, rolled.total)


def _come(key: BoxKey, settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-COME, CC-DC: its own come-out, then its own number."""
    if key.number is not None:
        return _decide(key, key.number, rolled.total)
    if rolled.total in settings.points:
        return Outcome("moved", kind_of(key).rule, comes_back=False, to=rolled.total)
    return _come_out(key, settings, rolled.total)


def _put(key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-PUT: a flat bet that begins on its number."""
    return _decide(key, key.number, rolled.total) if rolled.works else None


def _come_out(key: BoxKey, settings: Settings, total: int) -> Outcome | None:
    rule, dont = kind_of(key).rule, key.kind in DONTS
    if total in settings.points:
        return None
    if dont and total == settings.bar:
        return Outcome("push", "CC-DP-BAR2" if settings.bar == 2 else rule)
    natural = total in (7, 11)
    return win(EVEN, rule) if natural != dont else lose(rule)


def _decide(key: BoxKey, number: object, total: int) -> Outcome | None:
    rule = kind_of(key).rule
    if total not in (7, number):
        return None
    return win(EVEN, rule) if (total == 7) == (key.kind in DONTS) else lose(rule)


def _odds(key: BoxKey, settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-ODDS, CC-LAYODDS: decided with their flat bet; odds that are off go back (CC-COMEODDS-OFF)."""
    number, dont = key.number or rolled.point, key.parent in DONTS
    if not isinstance(number, int) or rolled.total not in (7, number) or _put_is_off(key, settings, rolled):
        return None
    if not rolled.works:
        return Outcome("returned", "CC-DCODDS-ON" if dont else "CC-COMEODDS-OFF")
    rule = kind_of(key).rule
    if (rolled.total == 7) != dont:
        return lose(rule)
    return win(laid_odds(number) if dont else true_odds(number), rule)


def _put_is_off(key: BoxKey, settings: Settings, rolled: Rolled) -> bool:
    """Tell whether this roll leaves the put bet undecided behind which these odds stand (CC-PUT)."""
    return key.parent == "put" and rolled.point is None and "put" not in settings.on_at_come_out


# -- box numbers ------------------------------------------------------------------------------------------------------


def _race(key: BoxKey, rolled: Rolled, number: int, pays: Odds, against: bool = False) -> Outcome | None:
    """A number against the seven; `against`: the bet is on the seven."""
    if not rolled.works or rolled.total not in (7, number):
        return None
    rule = kind_of(key).rule
    won = (rolled.total == 7) == against
    return win(pays, rule, stays=key.kind == "place") if won else lose(rule)


def _box(key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-PLACE, CC-PLACELOSE, CC-BUY, CC-LAY; the commission is the table's affair."""
    number = _whole(key)
    if key.kind == "place":
        return _race(key, rolled, number, PLACE[number])
    if key.kind == "place_lose":
        return _race(key, rolled, number, PLACE_LOSE[number], against=True)
    if key.kind == "buy":
        return _race(key, rolled, number, true_odds(number))
    return _race(key, rolled, number, laid_odds(number), against=True)


def _big(key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-BIG."""
    return _race(key, rolled, 6 if key.kind == "big6" else 8, EVEN)


def _hard(key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-HARD: the pair before the same total without one, and before a seven."""
    number = _whole(key)
    if not rolled.works or rolled.total not in (7, number):
        return None
    won = rolled.total == number and is_hard(rolled.dice)
    return win(HARD[number], "CC-HARD", stays=True) if won else lose("CC-HARD")


# -- one roll ---------------------------------------------------------------------------------------------------------


def _field(_key: BoxKey, settings: Settings, rolled: Rolled) -> Outcome:
    """CC-FIELD, CC-FIELD-3X."""
    if rolled.total not in FIELD:
        return lose("CC-FIELD")
    times = {2: settings.field_two, 12: settings.field_twelve}.get(rolled.total, 1)
    return win((times, 1), "CC-FIELD-3X" if times == 3 else "CC-FIELD")


def _prop(key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome:
    """CC-PROP."""
    totals, pays = PROPS[key.kind]
    return win(pays, "CC-PROP") if rolled.total in totals else lose("CC-PROP")


def _hop(key: BoxKey, settings: Settings, rolled: Rolled) -> Outcome:
    """CC-HOP: these two faces on the next roll."""
    if (min(rolled.dice), max(rolled.dice)) != key.number:
        return lose("CC-HOP")
    return win((settings.hop_hard if is_hard(rolled.dice) else settings.hop_easy, 1), "CC-HOP")


def _horns(key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome:
    """CC-HORN, CC-HORNHIGH, CC-WORLD: equal parts on the horn's totals; what the parts bring together is paid."""
    parts = dict(HORN)
    if key.kind == "horn_high":
        parts[_whole(key)] += 1
    pays = {**ONE_ROLL, 7: ANY_SEVEN}
    if key.kind == "world":
        parts[7] = 1
    rule, size = kind_of(key).rule, kind_of(key).parts
    won = parts.get(rolled.total, 0)
    if not won:
        return lose(rule)
    profit = won * pays[rolled.total][0] - (size - won)
    return win((profit, size), rule) if profit else Outcome("push", rule)


def _craps_eleven(_key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome:
    """CC-CE: half on any craps, half on eleven."""
    if rolled.total in CRAPS:
        return win((ANY_CRAPS[0] - 1, 2), "CC-CE")
    return win((ONE_ROLL[11][0] - 1, 2), "CC-CE") if rolled.total == 11 else lose("CC-CE")


# -- bets that count --------------------------------------------------------------------------------------------------


def _counting(key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-ATS, CC-REPEAT: a seven loses, every other total may count."""
    rule = kind_of(key).rule
    return lose(rule) if rolled.total == 7 else counts(rule)


def _fire(_key: BoxKey, _settings: Settings, rolled: Rolled) -> Outcome | None:
    """CC-FIRE: points made and the seven-out; come-out results are ignored."""
    return counts("CC-FIRE") if rolled.point is not None and rolled.total in (7, rolled.point) else None


def _whole(key: BoxKey) -> int:
    if not isinstance(key.number, int):
        raise TypeError(f"{key} has no whole number")
    return key.number


_Family = Callable[[BoxKey, Settings, Rolled], Outcome | None]
_FAMILIES: dict[str, _Family] = {
    **dict.fromkeys(("pass", "dont_pass"), _line),
    **dict.fromkeys(("come", "dont_come"), _come),
    **dict.fromkeys(("place", "place_lose", "buy", "lay"), _box),
    **dict.fromkeys(("big6", "big8"), _big),
    **dict.fromkeys(PROPS, _prop),
    **dict.fromkeys(("horn", "horn_high", "world"), _horns),
    **dict.fromkeys(("small", "tall", "all", "repeater"), _counting),
    "odds": _odds,
    "put": _put,
    "hard": _hard,
    "field": _field,
    "ce": _craps_eleven,
    "hop": _hop,
    "fire": _fire,
}

"""The kinds of bet: rule, when they can be made, where on the layout they stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from controller.rules.casino.payouts import HARD, ONE_ROLL, PLACE_LOSE, REPEATS
from controller.rules.casino.settings import Settings
from controller.rules.dice import FACES, Pair

Number = int | Pair | None

ALWAYS, COME_OUT, POINT_ON, NEW_HAND = "always", "come_out", "point_on", "new_hand"
LINES, COMES = ("pass", "dont_pass"), ("come", "dont_come")
DONTS = frozenset({"dont_pass", "dont_come"})
CRAPLESS_HAS_NOT = frozenset({"dont_pass", "dont_come", "place_lose", "fire"})


class BoxKey(NamedTuple):
    """A place on the layout: the kind of bet, its number or pair of dice, and for odds the kind they stand behind."""

    kind: str
    number: Number = None
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bet.

    `opens`: when it can be made. `house_call`: its name in the setting `come_out`, "" for what always works;
    `callable`: whether the player may call it on or off. `parts`: the equal parts that it is split into.
    """

    rule: str
    opens: str = ALWAYS
    house_call: str = ""
    callable: bool = False
    parts: int = 1


def _called(rule: str, house_call: str) -> Kind:
    return Kind(rule, house_call=house_call, callable=True)


KINDS: dict[str, Kind] = {
    "pass": Kind("CC-PASS", COME_OUT),
    "dont_pass": Kind("CC-DP", COME_OUT),
    "come": Kind("CC-COME", POINT_ON),
    "dont_come": Kind("CC-DC", POINT_ON),
    "odds": _called("CC-ODDS", "come_odds"),
    "place": _called("CC-PLACE", "place"),
    "place_lose": _called("CC-PLACELOSE", "place_lose"),
    "buy": _called("CC-BUY", "buy"),
    "lay": _called("CC-LAY", "lay"),
    "put": Kind("CC-PUT", POINT_ON, house_call="put"),
    "big6": _called("CC-BIG", "big"),
    "big8": _called("CC-BIG", "big"),
    "hard": _called("CC-HARD", "hard"),
    "field": Kind("CC-FIELD"),
    "any7": Kind("CC-PROP"),
    "anycraps": Kind("CC-PROP"),
    "two": Kind("CC-PROP"),
    "three": Kind("CC-PROP"),
    "eleven": Kind("CC-PROP"),
    "twelve": Kind("CC-PROP"),
    "horn": Kind("CC-HORN", parts=4),
    "horn_high": Kind("CC-HORNHIGH", parts=5),
    "world": Kind("CC-WORLD", parts=5),
    "ce": Kind("CC-CE", parts=2),
    "hop": Kind("CC-HOP"),
    "small": Kind("CC-ATS", NEW_HAND),
    "tall": Kind("CC-ATS", NEW_HAND),
    "all": Kind("CC-ATS", NEW_HAND),
    "fire": Kind("CC-FIRE", NEW_HAND),
    "repeater": Kind("CC-REPEAT"),
}
_LAY_ODDS = _called("CC-LAYODDS", "dc_odds")


def kind_of(key: BoxKey) -> Kind:
    """Give the kind of a box; odds behind a don't bet are laid."""
    return _LAY_ODDS if key.parent in DONTS else KINDS[key.kind]


def numbers_of(kind: str, settings: Settings) -> tuple[Number, ...]:
    """List the numbers a bet of this kind may be made on; `(None,)` for a kind without numbers."""
    if settings.crapless and kind in CRAPLESS_HAS_NOT:
        return ()
    if kind in ("place", "buy", "lay", "put"):
        return tuple(sorted(settings.points))
    if kind == "hop":
        return tuple((low, high) for low in FACES for high in range(low, 7))
    tables = {"place_lose": PLACE_LOSE, "hard": HARD, "horn_high": ONE_ROLL, "repeater": REPEATS}
    return tuple(sorted(tables[kind])) if kind in tables else (None,)


def all_keys(settings: Settings) -> Iterator[BoxKey]:
    """Give every place where a bet can stand, come bets that have travelled and odds included."""
    for kind in KINDS:
        if kind != "odds":
            yield from (BoxKey(kind, number) for number in numbers_of(kind, settings))
    for flat in (*LINES, *COMES, "put"):
        if not numbers_of(flat, settings):
            continue
        if flat in LINES:
            yield BoxKey("odds", None, flat)
            continue
        for number in sorted(settings.points):
            yield BoxKey("odds", number, flat)
            if flat in COMES:
                yield BoxKey(flat, number)


def box_text(key: BoxKey) -> str:
    """Name a box as people do: `place 6`, `odds on come 9`, `hop 5-6`."""
    number = "-".join(map(str, key.number)) if isinstance(key.number, tuple) else key.number
    words = ["odds", "on", key.parent] if key.kind == "odds" else [key.kind]
    words += [] if number is None else [str(number)]
    return " ".join(str(word) for word in words).replace("dont_", "don't ").replace("_", " ")

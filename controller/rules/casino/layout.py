"""The layout: every box of a table under its house's settings, with what each roll does to a bet in it."""

from functools import lru_cache
from typing import Self

from controller.errors import RuleError
from controller.rules.casino.counting import count_roll
from controller.rules.casino.kinds import (
    COME_OUT,
    COMES,
    DONTS,
    KINDS,
    LINES,
    NEW_HAND,
    POINT_ON,
    BoxKey,
    Kind,
    Number,
    all_keys,
    box_text,
    kind_of,
    numbers_of,
)
from controller.rules.casino.outcomes import Outcome, Rolled, outcome_of
from controller.rules.casino.payouts import Odds, laid_odds
from controller.rules.casino.settings import Settings
from controller.rules.casino.vig import commission_cents
from controller.rules.dice import ALL_PAIRS

# By point (None: the puck is off), then by the place of the dice in ALL_PAIRS.
Rows = dict[int | None, tuple[Outcome | None, ...]]


class RowsByCall(dict[bool | None, Rows]):
    """What every roll does to a bet in a box, by how the player called it: on, off, or (None) not. Made when needed."""

    def __init__(self, box: "Box") -> None:
        super().__init__()
        self._box = box

    def __missing__(self, called: bool | None) -> Rows:
        """Work the rows out, once."""
        box = self._box
        points = (None, *sorted(box.settings.points))
        rows: Rows = {point: _row(box, point, box.works(called, point)) for point in points}
        self[called] = rows
        return rows


def _row(box: "Box", point: int | None, works: bool) -> tuple[Outcome | None, ...]:
    return tuple(outcome_of(box.key, box.settings, Rolled(dice, point, works)) for dice in ALL_PAIRS)


class Box:
    """A place on the layout where a bet can stand. Compared by identity: a layout has each box once.

    `opens_at`: the points (None: off) at which a bet can be made here; `flat`: the box that odds here stand behind;
    `rows`: what every roll does to a bet here; `most_cents`, `least_cents`: the table's limits, which odds have not.
    `most_odds`: by point, how many times the flat bet odds here may be, as `(times, parts)`.
    """

    __slots__ = (
        "_layout",
        "flat",
        "key",
        "kind",
        "least_cents",
        "most_cents",
        "most_odds",
        "new_hand_only",
        "opens_at",
        "parts",
        "pays_to_the_cent",
        "rows",
        "settings",
        "takes_vig",
    )

    def __init__(self, key: BoxKey, layout: "Layout", flat: "Box | None") -> None:
        self.key = key
        self.kind: Kind = kind_of(key)
        self.settings = layout.settings
        self.flat = flat
        self.opens_at = _opening_points(key, self.kind, layout.settings)
        self.new_hand_only = self.kind.opens == NEW_HAND
        self.parts = self.kind.parts
        self.takes_vig = key.kind in ("buy", "lay")
        self.pays_to_the_cent = layout.settings.payout_unit_cents == 1 and not self.takes_vig
        self.least_cents = 1 if flat is not None else layout.settings.table_min_cents
        self.most_cents = None if flat is not None else layout.settings.table_max_cents
        self.most_odds = _most_odds(key, layout.settings) if flat is not None else {}
        self.rows = RowsByCall(self)
        self._layout = layout

    def works(self, called: bool | None, point: int | None) -> bool:
        """Tell whether a bet here works: as called, else always but for what the house has off on a come-out.

        Odds do not work while their flat bet does not.
        """
        if self.flat is not None and not self.flat.works(None, point):
            return False
        if called is not None:
            return called
        house_call = self.kind.house_call
        return point is not None or not house_call or house_call in self.settings.on_at_come_out

    def count(self, count: int, total: int) -> tuple[int, Outcome | None]:
        """Count a roll for a bet with a memory."""
        return count_roll(self.key, self.settings, count, total)

    def commission_cents(self, amount_cents: int) -> int:
        """Give the commission on a bet here."""
        return commission_cents(self.key, self.settings, amount_cents)

    def at(self, number: int) -> "Box":
        """Give the box to which a come bet in this one moves."""
        return self._layout.boxes[BoxKey(self.key.kind, number)]

    def __repr__(self) -> str:
        """Name the box."""
        return f"<Box {box_text(self.key)}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by name: another process has the same layout once, too."""
        return _find_box, (self.settings, self.key)


class Layout:
    """All boxes under one house's settings. Get one with `layout_of`: equal settings share a layout."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.boxes: dict[BoxKey, Box] = {}
        keys = list(all_keys(settings))
        for key in sorted(keys, key=lambda key: key.kind == "odds"):
            flat = self.boxes[BoxKey(key.parent, key.number)] if key.parent else None
            self.boxes[key] = Box(key, self, flat)
        self.puck: dict[int | None, tuple[tuple[str, int | None], ...]] = {
            point: tuple(_puck_after(settings, point, sum(dice)) for dice in ALL_PAIRS)
            for point in (None, *sorted(settings.points))
        }

    def find(self, kind: str, number: Number = None, parent: str | None = None) -> Box:
        """Find a box; a pair of dice may stand in either order. Raises RuleError where there is none."""
        number = (min(number), max(number)) if isinstance(number, tuple) else number
        box = self.boxes.get(BoxKey(kind, number, parent))
        if box is None:
            raise RuleError(_why_no_box(kind, number, parent, self.settings))
        return box

    def __copy__(self) -> Self:
        """A layout never changes."""
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        """A layout never changes."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by its settings."""
        return layout_of, (self.settings,)


@lru_cache(maxsize=64)
def layout_of(settings: Settings) -> Layout:
    """Give the layout of a house."""
    return Layout(settings)


def _find_box(settings: Settings, key: BoxKey) -> Box:
    return layout_of(settings).boxes[key]


def _most_odds(key: BoxKey, settings: Settings) -> dict[int | None, Odds]:
    """CC-ODDS-LIMIT: so many times the flat bet; CC-LAYODDS: what wins so many times the flat bet."""
    most: dict[int | None, Odds] = {}
    for point in (None, *settings.points):
        number = key.number or point
        if isinstance(number, int):
            profit, stake = laid_odds(number) if key.parent in DONTS else (1, 1)
            most[point] = settings.odds_times(number) * stake, profit
    return most


def _puck_after(settings: Settings, point: int | None, total: int) -> tuple[str, int | None]:
    """Rule a total for the table: the result's name and the point after it."""
    if point is None:
        if total in settings.points:
            return "point", total
        return ("natural" if total in (7, 11) else "craps"), None
    if total == 7:
        return "seven_out", None
    return ("pass", None) if total == point else ("no_decision", point)


def _opening_points(key: BoxKey, kind: Kind, settings: Settings) -> frozenset[int | None]:
    if key.kind in COMES and key.number is not None:
        return frozenset()
    if kind.opens == COME_OUT:
        return frozenset({None})
    if kind.opens == POINT_ON or (key.kind == "odds" and key.number is None):
        return frozenset(settings.points)
    return frozenset({None, *settings.points})


def _why_no_box(kind: str, number: Number, parent: str | None, settings: Settings) -> str:
    if kind not in KINDS:
        return f"CC-MIX: There is no bet called {kind[:40]!r}; the bets are {', '.join(KINDS)}."
    rule = KINDS[kind].rule
    if kind == "odds":
        return _why_no_odds(parent)
    if parent is not None:
        return f"{rule}: Only odds stand behind another bet; leave `parent` out for {kind}."
    known = numbers_of(kind, settings)
    if not known:
        return f"{rule}: A crapless table does not offer {kind}."
    if known == (None,) and kind not in COMES:
        return f"{rule}: {kind} takes no number, so {number} is not on the layout."
    if kind in COMES:
        known = tuple(sorted(settings.points))
    asked = "needs a number" if number is None else f"has no box {_number_text(number)}"
    return f"{rule}: {kind} {asked}; there are {', '.join(map(_number_text, known))}."


def _why_no_odds(parent: str | None) -> str:
    flats = (*LINES, *COMES, "put")
    if parent not in flats:
        return f"CC-ODDS: Odds stand behind a flat bet; `parent` must be one of {', '.join(flats)}."
    if parent in LINES:
        return f"CC-ODDS: Odds behind {parent} take no number: theirs is the point."
    return f"CC-ODDS: Odds behind {parent} need the `number` of the flat bet, which must be one that can be a point."


def _number_text(number: Number) -> str:
    return "-".join(map(str, number)) if isinstance(number, tuple) else str(number)

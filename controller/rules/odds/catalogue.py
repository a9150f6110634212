"""Every bet in every variant that houses are known to offer, each evaluated under a house that offers it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from controller.errors import RuleError
from controller.rules.casino.settings import ON_WIN, Settings
from controller.rules.odds.bank import bank_rows
from controller.rules.odds.edges import Edge, edge_of
from controller.rules.odds.rows import Row, house_rows

KNOWN_HOUSES: tuple[Settings, ...] = (
    Settings(),
    *(Settings(bar=bar) for bar in (2, 3)),
    *(Settings(odds=f"{times}x") for times in (1, 2, 5, 10, 20, 100)),
    Settings(vig=ON_WIN),
    *(Settings(field_two=two, field_twelve=twelve) for two, twelve in ((2, 3), (3, 3), (1, 1))),
    Settings(hop_easy=14, hop_hard=29),
    Settings(small=30, tall=30, all_numbers=174),
    Settings(small=29, tall=29, all_numbers=150),
    Settings(all_numbers=149),
    Settings(fire=(10, 200, 2000)),
    Settings(crapless=True),
)
PROPS_TO_ONE = "props are paid to one at this table; their payout is not a setting (CC-PROP)"
NO_BOX = "there is no box for it on this layout (CC-MIX)"


@dataclass(frozen=True, slots=True)
class Line:
    """A bet with its edge, or with why it is not offered."""

    bet: str
    variant: str
    payout: str
    edge: Edge | None = None
    why_not: str = ""


NOT_OFFERED: tuple[Line, ...] = (
    Line("any craps", "7 for 1 = 6:1", "6:1", why_not=PROPS_TO_ONE),
    Line("aces (2)", "30 for 1 = 29:1", "29:1", why_not=PROPS_TO_ONE),
    Line("boxcars (12)", "30 for 1 = 29:1", "29:1", why_not=PROPS_TO_ONE),
    Line("ace-deuce (3)", "15 for 1 = 14:1", "14:1", why_not=PROPS_TO_ONE),
    Line("yo (11)", "15 for 1 = 14:1", "14:1", why_not=PROPS_TO_ONE),
    Line("over 7 / under 7", "even money", "1:1", why_not=NO_BOX),
)


def known_lines() -> Iterator[Line]:
    """Evaluate every known bet and variant, bank craps included; last come those that are not offered."""
    seen: set[tuple[str, str]] = set()
    for house in KNOWN_HOUSES:
        fresh = [row for row in house_rows(house) if (row.bet, row.variant) not in seen]
        seen |= {(row.bet, row.variant) for row in fresh}
        yield from _evaluated(fresh)
    for bank_row in bank_rows():
        yield Line(bank_row.bet, bank_row.variant, bank_row.payout, bank_row.edge())
    yield from NOT_OFFERED


def house_lines(house: Settings, unit_cents: int | None = None) -> Iterator[Line]:
    """Evaluate every bet of one house, for this stake or (None) for one at which nothing is rounded.

    A bet that the house does not take at this stake is not offered; the reason is the engine's.
    """
    for row in house_rows(house):
        plays = row.plays if unit_cents is None else tuple(replace(play, unit_cents=unit_cents) for play in row.plays)
        yield from _evaluated([replace(row, plays=plays)])


def _evaluated(rows: Iterable[Row]) -> Iterator[Line]:
    for row in rows:
        try:
            edge, *others = (edge_of(play) for play in row.plays)
        except RuleError as refused:
            yield Line(row.bet, row.variant, row.payout, why_not=str(refused))
            continue
        if any(other != edge for other in others):
            raise ValueError(f"The ways of betting {row.bet}, {row.variant}, do not all have one edge.")
        yield Line(row.bet, row.variant, row.payout, edge)

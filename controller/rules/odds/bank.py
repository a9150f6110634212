"""The exact edges of French bank craps, by playing them on its table."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from controller.rules.bank_table import DEFAULT_BANDS, BankTable
from controller.rules.dice import ALL_PAIRS, CRAPS
from controller.rules.odds.chain import Step, expected_gains
from controller.rules.odds.edges import Edge

BANKER, PONTE = "banker", "ponte"
RICH_CENTS = 10**9
STAKE_CENTS = 100
BANDS: dict[str, frozenset[int]] = {
    "field band": CRAPS | {4, 9, 10, 11},
    "complement band": frozenset({5, 6, 7, 8}),
    "old field band with 5": CRAPS | {5, 9, 10, 11},
    **{f"{name} band": totals for name, totals in DEFAULT_BANDS.items()},
}
"""What the bands of the lost layout may have been (games.md A.1, gap 2)."""


@dataclass(frozen=True, slots=True)
class BankRow:
    """A bet against the banker; `band` None is the premier jet. What it is called, and the ponte's disadvantage."""

    bet: str
    variant: str
    band: frozenset[int] | None
    payout: str = "1:1"

    def edge(self) -> Edge:
        """Work out the bank's edge."""
        return bank_edge(self.band)


def bank_rows() -> Iterator[BankRow]:
    """Give every bet of bank craps."""
    yield BankRow("bank premier jet (French society craps)", "pays 1:1 by banker", None)
    for name, totals in BANDS.items():
        yield BankRow(f"bank band {name}", f"({', '.join(map(str, sorted(totals)))})", totals)


def bank_edge(band: frozenset[int] | None) -> Edge:
    """Work out the bank's edge on a band, or (None) on the premier jet."""
    table = BankTable({BANKER: RICH_CENTS, PONTE: RICH_CENTS}, BANKER, {} if band is None else {"band": band})
    table.first(PONTE, STAKE_CENTS)
    if band is not None:
        table.throw((2, 2))
        table.band(PONTE, "band", STAKE_CENTS)
    net, rolls = expected_gains(table, _key_of, lambda now: _steps(now, None if band is None else "band"))
    return Edge(-net / STAKE_CENTS, Fraction(0), rolls, Fraction(1))


def _steps(table: BankTable, band: str | None) -> Iterator[Step[BankTable]]:
    """Throw every pair; the look ends when the stake is settled."""
    for dice in ALL_PAIRS:
        after = table.copy()
        settled = [stake for stake in after.throw(dice).settled if stake.band == band]
        net_cents = sum(stake.cents if stake.won else -stake.cents for stake in settled)
        yield 1, None if settled else after, (net_cents, 1)


def _key_of(table: BankTable) -> Hashable:
    return table.postillon

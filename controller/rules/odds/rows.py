"""The bets of a house as rows: bet, variant, payout, and the ways of betting that must all come to the same edge."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from controller.rules.casino.kinds import DONTS, BoxKey
from controller.rules.casino.payouts import HARD, PLACE, PLACE_LOSE, REPEATS, Odds, laid_odds, true_odds
from controller.rules.casino.settings import NO_ODDS, STANDARD_ODDS, UPFRONT, Settings
from controller.rules.odds.plays import LineOdds, Play, Wager, lone, mixed, travelled

TWINS = ((4, 10), (5, 9), (6, 8))
CRAPLESS_TWINS = ((2, 12), (3, 11))
SEVENS = ((1, 6), (2, 5), (3, 4))
CRAPLESS = "crapless craps (2,3,11,12 are points)"
BARS = {2: "bar 2", 3: "bar 3 (ace-deuce)", 12: "bar 12"}
HIGHS = {2: "high aces", 3: "high ace-deuce", 11: "high yo", 12: "high twelve"}


@dataclass(frozen=True, slots=True)
class Row:
    """A bet with its variant and payout, in words. `plays` are equal ways of making it, such as on 4 and on 10."""

    bet: str
    variant: str
    payout: str
    plays: tuple[Play, ...]


def row(bet: str, variant: str, payout: str | Odds, plays: Iterable[Play]) -> Row:
    """Make a row; a payout of numbers is written `9:5`."""
    return Row(bet, variant, payout if isinstance(payout, str) else f"{payout[0]}:{payout[1]}", tuple(plays))


def house_rows(house: Settings) -> Iterator[Row]:
    """Give every bet that a house offers."""
    yield from _lines(house)
    yield from _flats_on_numbers(house)
    if house.odds != NO_ODDS:
        yield from _odds(house)
        yield from _lines_with_odds(house)
    yield from _places(house)
    yield from _commissions(house)
    yield from _even_and_hard(house)
    yield _field(house)
    yield from _props(house)
    yield from _horns(house)
    yield from _counts(house)


# -- line, come and odds ----------------------------------------------------------------------------------------------


def _lines(house: Settings) -> Iterator[Row]:
    flat = CRAPLESS if house.crapless else "standard"
    yield row("pass line", flat, "1:1", lone(house, "pass"))
    yield row("come", flat, "1:1", lone(house, "come"))
    if not house.crapless:
        yield row("don't pass", BARS[house.bar], "1:1", lone(house, "dont_pass"))
        yield row("don't come", BARS[house.bar], "1:1", lone(house, "dont_come"))


def _flats_on_numbers(house: Settings) -> Iterator[Row]:
    for twins in _twins(house):
        yield row("put (pass/come flat put on number)", f"on {_or(twins)}", "1:1", lone(house, "put", *twins))
        if not house.crapless:
            variant = f"on {_or(twins)} (never take down: player edge)"
            plays = (Play(house, travelled(kind, number)) for kind in sorted(DONTS) for number in twins)
            yield row("don't pass/come bet already travelled", variant, "1:1", plays)


def _odds(house: Settings) -> Iterator[Row]:
    for twins in _twins(house):
        yield row(
            "odds behind pass/come (take)", _or(twins), true_odds(twins[0]), _behind(house, twins, "pass", "come")
        )
        if not house.crapless:
            plays = _behind(house, twins, "dont_pass", "dont_come")
            yield row("odds behind don't pass/don't come (lay)", _or(twins), laid_odds(twins[0]), plays)


def _behind(house: Settings, twins: tuple[int, ...], line: str, come: str) -> Iterator[Play]:
    """Put one unit behind a flat bet of one unit, and look at the odds alone."""
    for number in twins:
        for parent, at in ((line, None), (come, number)):
            odds = Wager(BoxKey("odds", at, parent))
            yield Play(house, (*travelled(parent, number), odds), watched=frozenset({"odds"}))


def _lines_with_odds(house: Settings) -> Iterator[Row]:
    payout, opening = "1:1 + true odds", (Wager(BoxKey("pass")),)
    yield row("pass + odds combined", house.odds, payout, [Play(house, opening, odds=LineOdds("pass"))])
    if house.crapless:
        return
    times = None if house.odds == STANDARD_ODDS else int(house.odds.removesuffix("x"))
    lay = "lay to win 3-4-5x (=6x lay)" if times is None else f"win {house.odds} (lay {house.odds})"
    play = Play(house, (Wager(BoxKey("dont_pass")),), odds=LineOdds("dont_pass", times))
    yield row("don't pass + lay odds combined", lay, payout, [play])


# -- numbers ----------------------------------------------------------------------------------------------------------


def _places(house: Settings) -> Iterator[Row]:
    for twins in _twins(house):
        bet = "place to win (crapless)" if twins in CRAPLESS_TWINS else "place to win"
        yield row(bet, _or(twins), PLACE[twins[0]], lone(house, "place", *twins))
        if not house.crapless:
            yield row("place to lose", _or(twins), PLACE_LOSE[twins[0]], lone(house, "place_lose", *twins))


def _commissions(house: Settings) -> Iterator[Row]:
    upfront = house.vig == UPFRONT
    paid = {"buy": "paid up front (win or lose)", "lay": "paid up front"} if upfront else {}
    for twins in _twins(house):
        buy, lay = true_odds(twins[0]), laid_odds(twins[0])
        for kind, of, payout in (
            ("buy", "bet", f"true {buy[0]}:{buy[1]} less 5%"),
            ("lay", "win", f"true {lay[0]}:{lay[1]} less 5% of win"),
        ):
            variant = f"{_or(twins)}, 5% of {of}, {paid.get(kind, 'collected only on a win')}{_vig_terms(house)}"
            yield row(kind, variant, payout, lone(house, kind, *twins))


def _vig_terms(house: Settings) -> str:
    rounding = "" if house.vig_rounding == "none" else f", rounded ({house.vig_rounding})"
    return rounding + (f", at least {house.vig_min_cents / 100:g}" if house.vig_min_cents else "")


def _even_and_hard(house: Settings) -> Iterator[Row]:
    yield row("big 6", "even money", "1:1", lone(house, "big6"))
    yield row("big 8", "even money", "1:1", lone(house, "big8"))
    for twins in ((4, 10), (6, 8)):
        yield row("hardway", f"hard {_or(twins)}", HARD[twins[0]], lone(house, "hard", *twins))


# -- one roll ---------------------------------------------------------------------------------------------------------


def _field(house: Settings) -> Row:
    two, twelve = house.field_two, house.field_twelve
    if two == twelve == 1:
        variant, payout = "all even money (old/French style)", "1:1"
    elif two == twelve:
        variant, payout = f"2 and 12 pay {two}:1", f"1:1 ({two}:1 on 2,12)"
    elif {two, twelve} == {2, 3}:
        variant, payout = "2 pays 2:1, 12 pays 3:1 (or vice versa)", "1:1, 2:1, 3:1"
    else:
        variant, payout = f"2 pays {two}:1, 12 pays {twelve}:1", f"1:1 ({two}:1 on 2, {twelve}:1 on 12)"
    return row("field", variant, payout, lone(house, "field"))


def _props(house: Settings) -> Iterator[Row]:
    yield row("any seven", "4:1 (5 for 1)", "4:1", lone(house, "any7"))
    yield row("any craps", "7:1 (8 for 1)", "7:1", lone(house, "anycraps"))
    names = {"two": "aces (2)", "three": "ace-deuce (3)", "eleven": "yo (11)", "twelve": "boxcars (12)"}
    for kind, name in names.items():
        pays = "30:1" if kind in ("two", "twelve") else "15:1"
        yield row(name, pays, pays, lone(house, kind))
    pairs = list(combinations_with_replacement(range(1, 7), 2))
    easy, hard = [pair for pair in pairs if pair[0] != pair[1]], [pair for pair in pairs if pair[0] == pair[1]]
    yield row("hop, easy", _to_one(house.hop_easy, 15), (house.hop_easy, 1), lone(house, "hop", *easy))
    yield row("hop, hard", _to_one(house.hop_hard, 30), (house.hop_hard, 1), lone(house, "hop", *hard))
    hops = (BoxKey("hop", pair) for pair in SEVENS)
    sevens = Fraction(house.hop_easy - 2, 3).as_integer_ratio()
    yield row("hopping sevens", f"3 easy hops 1 unit each at {house.hop_easy}:1", sevens, mixed(house, *hops))


def _to_one(pays: int, usual: int) -> str:
    return f"{pays}:1" if pays == usual else f"{pays + 1} for 1 = {pays}:1"


def _horns(house: Settings) -> Iterator[Row]:
    yield row("horn", "4 equal parts, 30:1 and 15:1", "27:4 on 2/12; 3:1 on 3/11", lone(house, "horn"))
    for high, name in HIGHS.items():
        pays = {2: "26/5", 3: "11/5", 11: "11/5", 12: "26/5"} | {high: "57/5" if high in (2, 12) else "27/5"}
        payout = "; ".join(f"{total}: {each}" for total, each in pays.items())
        yield row("horn high", f"{name} (5 units)", payout, lone(house, "horn_high", high))
    world = "26:5 on 2/12; 11:5 on 3/11; 7 pushes"
    yield row("world (whirl)", "5 equal parts", world, lone(house, "world"))
    yield row("C&E", "2 equal parts, 7:1 and 15:1", "3:1 on craps; 7:1 on 11", lone(house, "ce"))
    parts = (BoxKey(kind) for kind in ("two", "three", "twelve"))
    craps = "1 unit on each, 30:1 and 15:1"
    yield row("three-way craps (2,3,12)", craps, "28:3 on 2/12; 13:3 on 3", mixed(house, *parts))


# -- bets with a memory -----------------------------------------------------------------------------------------------


def _counts(house: Settings) -> Iterator[Row]:
    for name, kind, pays in (
        ("all small", "small", house.small),
        ("all tall", "tall", house.tall),
        ("all (make em all)", "all", house.all_numbers),
    ):
        yield row(name, f"{pays}:1 (= {pays + 1} for 1)", (pays, 1), lone(house, kind))
    if not house.crapless:
        fire = "/".join(map(str, house.fire)) + " to 1"
        yield row("fire bet", fire, fire, lone(house, "fire"))
    for number, (times, pays) in REPEATS.items():
        variant = f"{number} rolled {times} times before a 7"
        yield row("repeater", variant, f"{pays}:1", lone(house, "repeater", number))


def _twins(house: Settings) -> tuple[tuple[int, int], ...]:
    return (*TWINS, *CRAPLESS_TWINS) if house.crapless else TWINS


def _or(twins: tuple[int, ...]) -> str:
    return " or ".join(map(str, twins))

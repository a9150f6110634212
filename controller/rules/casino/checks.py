"""Why a bet may not be made, taken down or called now. Each raises RuleError with a sentence that names the rule."""

from controller.errors import RuleError
from controller.rules.casino.kinds import COMES, BoxKey, box_text
from controller.rules.casino.layout import Box
from controller.rules.casino.seat import Bet, Seat
from controller.rules.casino.settings import STANDARD_ODDS
from controller.rules.money import money_text

_CLOSED = {
    "pass": "a pass bet is made on the come-out; with the point on, a flat bet on a number is a `put`.",
    "dont_pass": "a don't pass bet is made on the come-out; with the point on it is too late.",
    "come": "a come bet is made while the point is on.",
    "dont_come": "a don't come bet is made while the point is on.",
    "put": "a put bet is made while the point is on.",
    "odds": "there is no point yet for odds to be on.",
}
CONTRACTS = {"pass": "CC-PASS-CONTRACT", "come": "CC-COME-CONTRACT", "put": "CC-PUT"}


def why_closed(box: Box, point: int | None) -> str:
    """Say why no bet may be made in this box: the puck or the hand does not allow it."""
    kind, number, _ = box.key
    if point in box.opens_at:
        return f"{box.kind.rule}: {kind} is bet before a hand's first come-out only."
    if kind in COMES and number is not None:
        return f"{box.kind.rule}: A {kind} bet is made without a number; it finds its own."
    return f"{box.kind.rule}: It is the wrong time: {_CLOSED[kind]}"


def verify_amount(box: Box, old: Bet | None, amount_cents: int, total_cents: int) -> None:
    """So much more can stand in this box and be so much in all."""
    if amount_cents <= 0:
        raise RuleError("CC-BANK: A bet must be more than 0.")
    if total_cents % box.parts or total_cents < box.least_cents:
        raise RuleError(_why_too_small(box, total_cents))
    if box.most_cents is not None and total_cents > box.most_cents:
        raise RuleError(f"CC-BANK: The table's maximum is {money_text(box.most_cents)} a bet.")
    if old is not None and old.tally and box.key.kind == "repeater":
        raise RuleError(f"CC-REPEAT: {box_text(box.key)} has begun to count and cannot be raised.")


def verify_rest(box: Box, left_cents: int) -> None:
    """What is left of a reduced bet can stand in its box."""
    if left_cents % box.parts or left_cents < box.least_cents:
        raise RuleError(_why_too_small(box, left_cents))


def _why_too_small(box: Box, cents: int) -> str:
    if cents % box.parts:
        return f"{box.kind.rule}: {box.key.kind} is split into {box.parts} equal parts, in whole cents."
    return f"CC-BANK: The table's minimum is {money_text(box.least_cents)} a bet."


def verify_odds(box: Box, flat_cents: int, odds_cents: int, point: int | None) -> None:
    """Odds of this size may stand behind a flat bet of that size (CC-ODDS-LIMIT, CC-LAYODDS)."""
    if not flat_cents:
        behind = box_text(BoxKey(str(box.key.parent), box.key.number))
        raise RuleError(f"{box.kind.rule}: There is no {behind} bet for odds to stand behind.")
    most = most_odds_cents(box, flat_cents, point)
    if odds_cents > most:
        house = "3-4-5 times odds" if box.settings.odds == STANDARD_ODDS else f"odds {box.settings.odds}"
        raise RuleError(
            f"CC-ODDS-LIMIT: This table gives {house}: at most {money_text(most)} on {box.key.number or point} "
            f"behind {money_text(flat_cents)}."
        )


def most_odds_cents(box: Box, flat_cents: int, point: int | None) -> int:
    """Give the largest odds behind a flat bet: so many times it, or, laid, what wins so many times it."""
    times, parts = box.most_odds[point]
    return flat_cents * times // parts


def why_too_little(seat: Seat, needed_cents: int) -> str:
    """Say that a player cannot pay for a bet and its commission (CC-BANK)."""
    return f"CC-BANK: {seat.name} has {money_text(seat.cash_cents)}, which is less than {money_text(needed_cents)}."


def bet_in(seat: Seat, box: Box) -> Bet:
    """Find a bet. Raises RuleError where there is none."""
    bet = seat.bets.get(box)
    if bet is None:
        raise RuleError(f"{box.kind.rule}: {seat.name} has no {box_text(box.key)} bet.")
    return bet


def verify_no_contract(box: Box, point: int | None) -> None:
    """A bet in this box may be taken down or reduced (CC-PASS-CONTRACT, CC-COME-CONTRACT, CC-PUT)."""
    kind, number = box.key.kind, box.key.number
    if (kind == "pass" and point is not None) or (kind in ("come", "put") and number is not None):
        raise RuleError(f"{CONTRACTS[kind]}: {box_text(box.key)} is a contract: it stands until it is decided.")


def verify_callable(box: Box, on: bool) -> None:
    """The player may call a bet in this box on or off; on is no news to one that always works."""
    if not box.kind.callable and not (on and box.works(None, None)):
        raise RuleError(f"{box.kind.rule}: {box_text(box.key)} cannot be called {'on' if on else 'off'}.")

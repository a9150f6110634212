"""Reading a table's settings from the set-up line (referee.md, casino). What is wrong raises ProtocolError."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from controller.errors import ProtocolError, RuleError
from controller.rules.casino.settings import (
    BARS,
    CALLED_BY_HOUSE,
    NO_ODDS,
    ON_AT_COME_OUT,
    ON_WIN,
    PAYOUT_UNITS_CENTS,
    STANDARD_ODDS,
    UPFRONT,
    VIG_ROUNDINGS,
    Settings,
)
from controller.rules.lines import check_fields, read_flag, read_object
from controller.rules.money import parse_amount

FIELDS = (
    *("bar", "field", "odds", "come_out", "vig", "vig_rounding", "vig_min", "hop", "ats", "fire"),
    *("table_min", "table_max", "payout_rounding", "crapless"),
)
MOST_PAID = 10_000_000


def read_settings(given: Mapping[str, Any]) -> Settings:
    """Read settings; what is left out is as usual."""
    check_fields(given, (), FIELDS)
    usual = Settings()
    field = _pays(given, "field", {"2": usual.field_two, "12": usual.field_twelve})
    hop = _pays(given, "hop", {"easy": usual.hop_easy, "hard": usual.hop_hard})
    ats = _pays(given, "ats", {"small": usual.small, "tall": usual.tall, "all": usual.all_numbers})
    fire = _pays(given, "fire", dict(zip(("4", "5", "6"), usual.fire, strict=True)))
    settings = Settings(
        bar=_read_bar(given),
        field_two=field["2"],
        field_twelve=field["12"],
        odds=_read_odds(given),
        on_at_come_out=_read_come_out(given),
        vig=_one_of(given, "vig", (UPFRONT, ON_WIN)),
        vig_rounding=_one_of(given, "vig_rounding", VIG_ROUNDINGS),
        vig_min_cents=_amount(given, "vig_min", usual.vig_min_cents),
        hop_easy=hop["easy"],
        hop_hard=hop["hard"],
        small=ats["small"],
        tall=ats["tall"],
        all_numbers=ats["all"],
        fire=(fire["4"], fire["5"], fire["6"]),
        table_min_cents=_amount(given, "table_min", usual.table_min_cents),
        table_max_cents=None if given.get("table_max") is None else _amount(given, "table_max", 0),
        payout_rounding=_one_of(given, "payout_rounding", PAYOUT_UNITS_CENTS),
        crapless=read_flag(given, "crapless"),
    )
    _check_limits(settings)
    return settings


def _check_limits(settings: Settings) -> None:
    if settings.table_max_cents is not None and settings.table_max_cents < settings.table_min_cents:
        raise ProtocolError("`table_max` must not be less than `table_min`.")


def _read_bar(given: Mapping[str, Any]) -> int:
    bar = given.get("bar", 12)
    if isinstance(bar, bool) or not isinstance(bar, int) or bar not in BARS:
        raise ProtocolError(f"`bar` must be one of {', '.join(map(str, BARS))}.")
    return bar


def _read_odds(given: Mapping[str, Any]) -> str:
    odds = given.get("odds", STANDARD_ODDS)
    if odds in (STANDARD_ODDS, NO_ODDS):
        return str(odds)
    if not isinstance(odds, str) or not re.fullmatch(r"[1-9][0-9]{0,3}x", odds):
        raise ProtocolError(f'`odds` must be "{STANDARD_ODDS}", "{NO_ODDS}" or times the flat bet, such as "10x".')
    return odds


def _read_come_out(given: Mapping[str, Any]) -> frozenset[str]:
    calls = read_object(given, "come_out")
    check_fields(calls, (), CALLED_BY_HOUSE)
    for name in calls:
        _one_of(calls, name, ("on", "off"))
    usual = {name: "on" if name in ON_AT_COME_OUT else "off" for name in CALLED_BY_HOUSE}
    return frozenset(name for name, call in {**usual, **calls}.items() if call == "on")


def _one_of(given: Mapping[str, Any], field: str, known: Collection[str]) -> str:
    """Read a word; left out means the first known one."""
    value = given.get(field, next(iter(known)))
    if not isinstance(value, str) or value not in known:
        raise ProtocolError(f"`{field}` must be one of {', '.join(known)}.")
    return value


def _pays(given: Mapping[str, Any], field: str, usual: dict[str, int]) -> dict[str, int]:
    """Read payouts to one."""
    pays = read_object(given, field)
    check_fields(pays, (), usual)
    for name, value in pays.items():
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_PAID:
            raise ProtocolError(f"`{field}` pays whole numbers to one, such as {usual[name]} for {name!r}.")
    return {**usual, **pays}


def _amount(given: Mapping[str, Any], field: str, usual_cents: int) -> int:
    if field not in given:
        return usual_cents
    try:
        return parse_amount(given[field], f"setting {field}")
    except RuleError as error:
        raise ProtocolError(str(error)) from None

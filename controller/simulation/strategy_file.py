"""A casino strategy of one's own: a TOML file with one `[[rule]]` for each bet."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from controller.errors import ConfigError
from controller.simulation.casino_play import Rule

Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class RulePart(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A `[[rule]]`; see casino_play.Rule. `units` is a whole number or a fraction such as "6/5"."""

    bet: str
    number: int | tuple[int, int] | None = None
    units: Count | Annotated[str, msgspec.Meta(pattern="^[1-9][0-9]{0,6}/[1-9][0-9]{0,6}$")] = 1
    when: Literal["always", "come_out", "point"] = "always"
    not_on_point: bool = False
    at_most: Count = 1
    odds: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | Literal["max"] = 0
    steps: Annotated[tuple[Count, ...], msgspec.Meta(min_length=1, max_length=100)] = (1,)

    def rule(self) -> Rule:
        """Give the rule."""
        return Rule(
            self.bet,
            self.number,
            Fraction(self.units),
            self.when,
            self.not_on_point,
            self.at_most,
            self.odds,
            self.steps,
        )


class StrategyFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A whole file: what the strategy is about, in words, and its rules."""

    rule: Annotated[tuple[RulePart, ...], msgspec.Meta(min_length=1)]
    about: str = ""


def read_rules(path: Path) -> tuple[str, tuple[Rule, ...]]:
    """Read what a strategy is about, and its rules. Raises ConfigError that names the file and the place in it."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        strategy = msgspec.convert(found, StrategyFile)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ConfigError(f"The strategy {path} cannot be used: {error}.") from None
    return strategy.about, tuple(part.rule() for part in strategy.rule)
